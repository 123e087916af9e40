"""Probing endgame tables: the C functions that the search calls. Nothing here for Python."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from bolshak.draws cimport EACH_PLY, MAN_MOVE, PIECE_EACH, ROAD, ROAD_KING, fits, is_lone
from bolshak.kernels.problem cimport LOSS, WIN, shelf_of
from bolshak.tables_stream cimport NO_NUMBER, number_at
from bolshak.types cimport (BLACK, BY_KING, CROWNS, LOST, MOVES, TIED, WHITE, WON, Clause, Game,
                            Men, Move, Position)

cdef enum:
    NO_LIMIT = 1000
    LONGEST_GAME = 400          # plies of best play that are followed


cdef extern from *:
    """
    #define lowest64(b) __builtin_ctzll(b)
    """
    int lowest64(uint64_t b) noexcept nogil


cdef inline const Table* find(const TableSet* tables, const Position* position,
                              uint64_t* ranks) noexcept nogil:
    # The table of a position, or NULL, and the indices of its four kinds of pieces.
    cdef int own = position.side
    cdef const Table* table
    cdef Men men
    cdef uint8_t[2] shuffles
    cdef uint8_t[2] shuffler
    cdef int[4] next            # by kind: which of its squares, from the army's back row, is next
    cdef int half
    if (position.men[0] | position.men[1] | position.kings[0] | position.kings[1]) > 7:
        return NULL
    table = tables.tables[shelf_of(position.men[own], position.kings[own],
                                   position.men[own ^ 1], position.kings[own ^ 1])]
    if table == NULL:
        return NULL
    tables.game.read(position, &men, shuffles, shuffler)
    next[2 * (own ^ WHITE)] = next[2 * (own ^ WHITE) + 1] = 0
    next[2 * (own ^ BLACK)] = position.men[BLACK] - 1
    next[2 * (own ^ BLACK) + 1] = position.kings[BLACK] - 1
    ranks[0] = ranks[1] = ranks[2] = ranks[3] = 0
    for half in range(2):
        add_ranks(tables, own, men.pieces[BLACK][half], men.kings[half],
                  men.pieces[WHITE][half] | men.pieces[BLACK][half], 64 * half, next, ranks)
    return table


cdef inline void add_ranks(const TableSet* tables, int own, uint64_t black, uint64_t kings,
                           uint64_t left, int first, int* next, uint64_t* ranks) noexcept nogil:
    # White's squares come in rising, Black's in falling order of the army's own numbers. One loop
    # for all kinds: branches that nobody can foretell cost more than the rest.
    cdef int square, side, kind
    while left:
        square = lowest64(left)
        left &= left - 1
        side = black >> square & 1
        kind = 2 * (side ^ own) | (kings >> square & 1)
        ranks[kind] += tables.ranks[side][next[kind]][first + square]
        next[kind] += 1 - 2 * side


cdef inline int64_t place_of(const int64_t* strides, const uint64_t* ranks) noexcept nogil:
    return (strides[0] * ranks[0] + strides[1] * ranks[1] + strides[2] * ranks[2]
            + strides[3] * ranks[3])


cdef inline int value_at(const Table* table, const uint64_t* ranks) noexcept nogil:
    cdef int number = number_at(&table.value, place_of(table.value_strides, ranks))
    return WON if number == WIN else LOST if number == LOSS else TIED if number == 0 else UNKNOWN


cdef int probe_value(const void* tables, const Position* position) noexcept nogil:
    cdef uint64_t[4] ranks
    cdef const Table* table = find(<const TableSet*>tables, position, ranks)
    return UNKNOWN if table == NULL else value_at(table, ranks)


cdef int probe(const void* tables, const Game* game, const Position* position,
               int* distance) noexcept nogil:
    cdef uint64_t[4] ranks
    cdef const Table* table = find(<const TableSet*>tables, position, ranks)
    cdef int value, number
    distance[0] = NO_PLIES
    if table == NULL:
        return UNKNOWN
    value = value_at(table, ranks)
    if value == WON or value == LOST:
        number = number_at(&table.distance, place_of(table.distance_strides, ranks))
        if number != NO_NUMBER:
            distance[0] = number
    return value


cdef int resolve(const void* tables, const Position* position, int* distance) noexcept nogil:
    cdef const Game* game = (<const TableSet*>tables).game
    cdef Move* moves
    cdef Position after
    cdef int number, i, value, ignored
    cdef int best = LOST
    if not game.can_capture(position, position.side):
        if position.men[position.side] + position.kings[position.side]:
            return probe(tables, game, position, distance)
        distance[0] = 0
        return game.verdict(game, position)
    distance[0] = NO_PLIES
    moves = <Move*>malloc(MOVES * sizeof(Move))
    if moves == NULL:
        return UNKNOWN
    number = game.generate(game, position, moves)
    for i in range(number):
        game.make(game, position, &moves[i], &after)
        value = resolve(tables, &after, &ignored)
        if value == LOST:
            best = WON
            break
        if value == UNKNOWN or value == TIED and best == LOST:
            best = value
    free(moves)
    if best == WON or best == LOST:
        distance[0] = 1
    return best


cdef int probe_ruled(const void* tables, const Position* position) noexcept nogil:
    cdef bint men_decide
    return judge(tables, position, &men_decide)


cdef int judge(const void* tables, const Position* position, bint* men_decide) noexcept nogil:
    cdef uint64_t[4] ranks
    cdef const Table* table = find(<const TableSet*>tables, position, ranks)
    cdef int value
    men_decide[0] = False
    if table == NULL:
        return UNKNOWN
    if position.drawn:
        return TIED
    value = value_at(table, ranks)
    if value != WON and value != LOST:
        return value
    if table.unsure:
        return UNKNOWN
    return in_time((<const TableSet*>tables).game, position, table, ranks, value, men_decide)


cdef int in_time(const Game* game, const Position* position, const Table* table,
                 const uint64_t* ranks, int value, bint* men_decide) noexcept nogil:
    # What draw counters leave of a win or loss up to the next capture or crowning.
    cdef const Clause* clause
    cdef int i, left, tail, distance = NO_NUMBER
    cdef bint lasting, row_found = False
    cdef bint men = position.men[WHITE] + position.men[BLACK] > 0
    for i in range(game.clauses):
        clause = &game.clause[i]
        if clause.row and row_found:
            continue
        lasting = is_lasting(clause.pattern)
        if lasting and not fits(clause, position, 0):
            continue
        if not lasting and not (clause.row and besieged(position)):
            continue
        if lasting and clause.row:
            row_found = True
        if clause.paused or clause.reset & EACH_PLY:
            continue
        left = clause.limit - <int>position.counters[clause.counter]
        tail = table.tail[i]
        if table.longest + tail <= left or tail and left == clause.limit:
            continue                    # the table is not `unsure`: from the beginning it is enough
        if distance == NO_NUMBER:
            distance = number_at(&table.distance, place_of(table.distance_strides, ranks))
            if distance == NO_NUMBER:
                distance = table.longest
        if distance + tail <= left:
            continue
        if tail and distance <= left or not lasting:
            men_decide[0] = False
            return UNKNOWN
        if not (men and clause.reset & MAN_MOVE):
            men_decide[0] = False
            return TIED if table.distance.length else UNKNOWN
        if left < clause.limit:
            men_decide[0] = True        # one of them has to move before
    return UNKNOWN if men_decide[0] else value


cdef inline bint is_lasting(int pattern) noexcept nogil:
    # Whether a pattern depends on nothing but the numbers of men and kings.
    return pattern != ROAD and pattern != ROAD_KING and pattern != PIECE_EACH


cdef inline bint besieged(const Position* position) noexcept nogil:
    # A lone king against three pieces: on the main road it may find another clause.
    cdef int side
    for side in range(2):
        if is_lone(position, side) and position.men[side ^ 1] + position.kings[side ^ 1] == 3:
            return True
    return False


cdef bint holds(const void* tables, const Position* position, int value) noexcept nogil:
    cdef const Game* game = (<const TableSet*>tables).game
    cdef Position[2] positions
    cdef Position best
    cdef Move* moves
    cdef int number, i, ply, child, distance, worth, most
    cdef bint held = False
    cdef bint wins
    cdef uint64_t[4] ranks
    cdef const Table* table = find(<const TableSet*>tables, position, ranks)
    if table == NULL or table.unsure:
        return False
    positions[0] = position[0]
    moves = <Move*>malloc(MOVES * sizeof(Move))
    if moves == NULL:
        return False
    for ply in range(LONGEST_GAME):
        wins = (ply & 1) == (0 if value == WON else 1)      # the side to move
        number = game.generate(game, &positions[0], moves)
        if number == 0:
            held = game.verdict(game, &positions[0]) == (WON if wins else LOST)
            break
        if positions[0].drawn:
            break
        most = -NO_LIMIT
        for i in range(number):
            game.make(game, &positions[0], &moves[i], &positions[1])
            child = resolve(tables, &positions[1], &distance)
            if child == UNKNOWN or wins and (child != LOST or positions[1].drawn):
                continue
            if not wins and child != WON:
                most = -NO_LIMIT                            # no loss after all
                break
            if distance == NO_PLIES or moves[i].taken or moves[i].flags & CROWNS:
                distance = 0
            # The quickest way to win, the slowest one to lose; of equal ones a man move, which
            # begins a counter anew, and a king move.
            worth = 2 * (-distance if wins else distance) + (wins != (moves[i].flags & BY_KING))
            if worth > most:
                most = worth
                best = positions[1]
        if most == -NO_LIMIT:
            break
        positions[0] = best
    free(moves)
    return held
