"""Probing endgame tables: the C functions that the search calls. Nothing here for Python."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from bolshak.draws cimport EACH_PLY, MAN_MOVE, PIECE_EACH, ROAD, ROAD_KING, fits
from bolshak.kernels.problem cimport LOSS, WIN, shelf_of
from bolshak.tables_stream cimport NO_NUMBER, number_at
from bolshak.types cimport (BLACK, LOST, MOVES, TIED, WHITE, WON, Clause, Game, Men, Move,
                            Position)

cdef int NO_LIMIT = 1000


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
    cdef uint64_t[4] ranks
    cdef const Table* table = find(<const TableSet*>tables, position, ranks)
    cdef int value, left, number
    if table == NULL:
        return UNKNOWN
    value = value_at(table, ranks)
    if value != WON and value != LOST:
        return value
    left = plies_to_rule((<const TableSet*>tables).game, position)
    if table.longest <= left:
        return value
    number = number_at(&table.distance, place_of(table.distance_strides, ranks))
    return TIED if number != NO_NUMBER and number > left else value


cdef int plies_to_rule(const Game* game, const Position* position) noexcept nogil:
    cdef const Clause* clause
    cdef int i, reset
    cdef int left = NO_LIMIT
    cdef bint row_found = False
    cdef bint men = position.men[WHITE] + position.men[BLACK] > 0
    for i in range(game.clauses):
        clause = &game.clause[i]
        if clause.row and row_found or not is_lasting(clause.pattern):
            continue
        if not fits(clause, position, 0):
            continue
        row_found |= clause.row
        reset = clause.reset
        if clause.paused or reset & EACH_PLY or reset & MAN_MOVE and men:
            continue
        left = min(left, clause.limit - <int>position.counters[clause.counter])
    return left


cdef inline bint is_lasting(int pattern) noexcept nogil:
    # Whether a pattern depends on nothing but the numbers of men and kings.
    return pattern != ROAD and pattern != ROAD_KING and pattern != PIECE_EACH
