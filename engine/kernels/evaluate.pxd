# The hand-made evaluation: what a position is worth when nothing can be captured.
#
# One formula for all games, driven by the rule record and by the weights of the game, which
# change sign where the goal is inverted. It stands behind `Game.evaluate`, so that learned
# weights can take its place without a change elsewhere.

from libc.stdint cimport int16_t

from bolshak.bits cimport Bits, count, lowest, low_half, shift
from bolshak.types cimport BLACK, SQUARES, WHITE, Game, Position
from bolshak.kernels.board cimport Black, Board, Side, White, board_of
from bolshak.kernels.constants cimport *
from bolshak.kernels.movegen cimport index_of, king_targets, man_moves

cdef extern from *:
    """
    #ifndef BOLSHAK_PLACES
    #define BOLSHAK_PLACES
    /* Filled when the kernel is imported. */
    static bits_t CENTRES[4];
    static bits_t ROWS[16];
    #define CHUNKS ((BOARD_TOP + 12) / 12)
    #endif
    """
    enum:
        CHUNKS                  # chunks of 12 bits up to the highest square
    Bits CENTRES[4]             # squares by how central they are, 0 = rim
    Bits ROWS[16]               # squares by rank from White's side

cdef enum:
    # Indices of Game.weight, in centi-men (advance, centre, mobility: in tenths of that).
    MAN = 0
    KING = 1
    FIRST_KING = 2
    ADVANCE = 3
    CENTRAL = 4
    BACK_ROW = 5
    MAN_MOBILITY = 6
    KING_MOBILITY = 7
    MAIN_ROAD = 8
    LOCKED = 9
    TEMPO = 10
    LEAD = 11
    TERMS = 12

    CHUNK_BITS = 12             # squares that one look-up covers
    CHUNK_SIZE = 1 << 12


cdef inline int reach(const Board* board, Bits kings, Bits free) noexcept nogil:
    # Number of quiet king moves.
    cdef int n = 0, square, direction
    while kings:
        square = lowest(kings)
        kings &= kings - 1
        for direction in range(8):
            if KING_MOVES >> direction & 1:
                n += count(king_targets(square, direction, BOARD & ~free))
    return n


cdef inline int steps(Bits men, Bits free, Side* side) noexcept nogil:
    # Number of men that can step.
    cdef int direction
    cdef Bits movers = 0
    for direction in range(8):
        if man_moves(side) >> direction & 1:
            movers |= men & shift(free, -STEPS[direction])
    return count(movers)


cdef inline void terms_of(const Position* position, int* terms, int sign,
                          Side* side) noexcept nogil:
    # Adds sign * the features of one side, before weights.
    cdef const Board* board = board_of(position)
    cdef int own = index_of(side)
    cdef Bits pieces = board.pieces[own]
    cdef Bits men = pieces & ~board.kings
    cdef Bits kings = pieces & board.kings
    cdef Bits free = BOARD & ~(board.pieces[WHITE] | board.pieces[BLACK])
    cdef int row, advance = 0, moving
    terms[MAN] += sign * position.men[own]
    terms[KING] += sign * position.kings[own]
    if position.kings[own]:
        terms[FIRST_KING] += sign
        terms[KING_MOBILITY] += sign * reach(board, kings, free)
        if HAS_ROAD and FILES == RANKS and kings & ROAD:
            terms[MAIN_ROAD] += sign
    for row in range(1, RANKS - 1):
        if Side is White:
            advance += row * count(men & ROWS[row])
        else:
            advance += row * count(men & ROWS[RANKS - 1 - row])
    terms[ADVANCE] += sign * advance
    terms[CENTRAL] += sign * (count(men & CENTRES[1]) + 2 * count(men & CENTRES[2])
                              + 3 * count(men & CENTRES[3]))
    if Side is White:
        terms[BACK_ROW] += sign * count(men & ROWS[0])
    else:
        terms[BACK_ROW] += sign * count(men & ROWS[RANKS - 1])
    moving = steps(men, free, side)
    terms[MAN_MOBILITY] += sign * moving
    terms[LOCKED] += sign * (position.men[own] - moving)


cdef inline int lead(const Position* position, int men, int kings) noexcept nogil:
    # Being ahead by so many men and kings counts for more when less is left.
    if men == 0 and kings == 0:
        return 0
    return ((men + 3 * kings) * 24
            // (position.men[0] + position.men[1] + 3 * (position.kings[0] + position.kings[1])))


cdef inline void all_terms(const Position* position, int* terms) noexcept nogil:
    # The features, White's minus Black's.
    cdef int i
    for i in range(TERMS):
        terms[i] = 0
    terms_of(position, terms, 1, <White*>NULL)
    terms_of(position, terms, -1, <Black*>NULL)
    terms[TEMPO] = 1 if position.side == WHITE else -1
    terms[LEAD] = lead(position, terms[MAN], terms[KING])


cdef inline int place_value(const Game* game, int side, Bits man) noexcept nogil:
    # What a man is worth for standing where it stands, in tenths of a centi-man.
    cdef int row, value = 0
    for row in range(RANKS):
        if man & ROWS[row]:
            value += game.weight[ADVANCE] * (row if side == WHITE else RANKS - 1 - row)
            if row == (0 if side == WHITE else RANKS - 1):
                value += game.weight[BACK_ROW]
    for row in range(1, 4):
        if man & CENTRES[row]:
            value += game.weight[CENTRAL] * row
    return value


cdef inline int places_of(const Game* game, int side, Bits men) noexcept nogil:
    # Sum of `place_value` over the men of a side, 12 squares a look-up.
    cdef int chunk, value = 0
    cdef const int16_t* table = game.places + side * CHUNKS * CHUNK_SIZE
    for chunk in range(CHUNKS):
        value += table[chunk * CHUNK_SIZE + <int>low_half(men & (CHUNK_SIZE - 1))]
        men >>= CHUNK_BITS
    return value


cdef inline int king_terms(const Game* game, const Board* board, Bits kings,
                           Bits free) noexcept nogil:
    cdef int value = game.weight[FIRST_KING] * 10
    value += game.weight[KING_MOBILITY] * reach(board, kings, free)
    if HAS_ROAD and FILES == RANKS and kings & ROAD:
        value += game.weight[MAIN_ROAD] * 10
    return value


cdef inline int evaluate_position(const Game* game, const Position* position) noexcept nogil:
    # The same sum as weights times `all_terms`, the quick way; in tenths until the end.
    cdef const Board* board = board_of(position)
    cdef Bits white = board.pieces[WHITE], black = board.pieces[BLACK]
    cdef Bits free = BOARD & ~(white | black)
    cdef int men = position.men[WHITE] - position.men[BLACK]
    cdef int kings = position.kings[WHITE] - position.kings[BLACK]
    cdef int moving = (steps(white & ~board.kings, free, <White*>NULL)
                       - steps(black & ~board.kings, free, <Black*>NULL))
    cdef int score, fine
    fine = (places_of(game, WHITE, white & ~board.kings)
            - places_of(game, BLACK, black & ~board.kings)
            + game.weight[MAN_MOBILITY] * moving)
    if position.kings[WHITE]:
        fine += king_terms(game, board, white & board.kings, free)
    if position.kings[BLACK]:
        fine -= king_terms(game, board, black & board.kings, free)
    score = (game.weight[MAN] * men + game.weight[KING] * kings
             + game.weight[LOCKED] * (men - moving))
    if men or kings:
        score += game.weight[LEAD] * lead(position, men, kings)
    score += fine // 10
    if position.side == BLACK:
        score = -score
    return score + game.weight[TEMPO]
