# The draw counters of a position, moved on by one ply. Driven by the game's clauses (rules.py).

from libc.stdint cimport uint8_t

from .types cimport BLACK, WHITE, Clause, Game, Position

cdef enum:
    # Patterns and events, as in rules.py.
    ANY = 0
    BOTH_KINGS = 1
    LONE_KINGS = 2
    LONE_ALL_KINGS = 3
    LONE_PIECES = 4
    ROAD = 5
    ROAD_KING = 6
    TWO_KINGS_ONE = 7
    KING_EACH = 8
    PIECE_EACH = 9
    KINGLESS = 10

    CAPTURE = 1
    CROWNING = 2
    MAN_MOVE = 4
    FIRST_CROWN = 8
    ENTER = 16
    EACH_PLY = 32
    OUTSIDE = 64

    # Facts of the position after the ply that only the kernel can see.
    LONE_ON_ROAD = 1            # a lone king holds the main road, no other piece stands there
    MOVER_CAPTURES = 2          # the side to move can capture


cdef inline bint is_lone(const Position* position, int side) noexcept nogil:
    return position.kings[side] == 1 and position.men[side] == 0


cdef inline bint matches(const Position* position, int pattern, int facts) noexcept nogil:
    cdef int side, men, kings
    cdef int all_men = position.men[WHITE] + position.men[BLACK]
    cdef int all_kings = position.kings[WHITE] + position.kings[BLACK]
    if pattern == ANY:
        return True
    if pattern == BOTH_KINGS:
        return position.kings[WHITE] > 0 and position.kings[BLACK] > 0
    if pattern == KINGLESS:
        return position.kings[WHITE] == 0 or position.kings[BLACK] == 0
    if pattern == KING_EACH:
        return is_lone(position, WHITE) and is_lone(position, BLACK)
    if pattern == TWO_KINGS_ONE:
        return (all_men == 0 and all_kings == 3
                and position.kings[WHITE] > 0 and position.kings[BLACK] > 0)
    if pattern == PIECE_EACH:
        return (position.men[WHITE] + position.kings[WHITE] == 1 and all_men + all_kings == 2
                and not facts & MOVER_CAPTURES)
    for side in range(2):
        # The rest are about a lone king against `men` and `kings`.
        if not is_lone(position, side):
            continue
        men = position.men[side ^ 1]
        kings = position.kings[side ^ 1]
        if pattern == LONE_KINGS and kings >= 3:
            return True
        if pattern == LONE_ALL_KINGS and kings >= 3 and men == 0:
            return True
        if pattern == LONE_PIECES and kings >= 1:
            return True
        if pattern == ROAD and men + kings == 3 and facts & LONE_ON_ROAD:
            return True
        if pattern == ROAD_KING and men + kings == 3 and kings >= 1 and facts & LONE_ON_ROAD:
            return True
    return False


cdef inline bint fits(const Clause* clause, const Position* position, int facts) noexcept nogil:
    cdef int pieces = (position.men[WHITE] + position.men[BLACK]
                       + position.kings[WHITE] + position.kings[BLACK])
    return (clause.low <= pieces and pieces <= clause.high
            and matches(position, clause.pattern, facts))


cdef inline void tick(const Game* game, const Position* before, Position* after, int events,
                      int facts) noexcept nogil:
    # Sets `after.counters` and `after.drawn`. `after` has its men and kings, no counters yet.
    cdef const Clause* clause
    cdef int i, reset
    cdef uint8_t value
    cdef uint8_t done = 0       # counters that an earlier clause has already moved
    cdef bint row_found = False
    cdef bint fit
    after.drawn = 0
    for i in range(game.clauses):
        clause = &game.clause[i]
        if clause.row and row_found:
            continue
        fit = fits(clause, after, facts)
        if clause.row:
            if not fit:
                continue
            row_found = True
        if not done >> clause.counter & 1:
            done |= 1 << clause.counter
            value = before.counters[clause.counter]
            reset = clause.reset & events
            if clause.reset & EACH_PLY or (clause.reset & OUTSIDE and not fit):
                reset = 1
            elif clause.reset & ENTER and not fits(clause, before, 0):
                reset = 1
            if reset:
                value = 0
            elif value < 255 and not (clause.paused and not fit):
                value += 1
            after.counters[clause.counter] = value
        if fit and after.counters[clause.counter] >= clause.limit and not after.drawn:
            after.drawn = i + 1
