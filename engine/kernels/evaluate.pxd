# The hand-made evaluation: what a position is worth when nothing can be captured.
#
# One formula for all games, driven by the rule record and by the weights of the game, which
# change sign where the goal is inverted. It stands behind `Game.evaluate`, so that learned
# weights can take its place without a change elsewhere.

from libc.stdint cimport int16_t

from bolshak.bits cimport Bits, bit, count, lowest, shift
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
    #endif
    """
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


cdef inline void terms_of(const Position* position, int* terms, int sign, Side* side) noexcept nogil:
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
        if HAS_ROAD and kings & ROAD:
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


cdef inline void all_terms(const Position* position, int* terms) noexcept nogil:
    # The features, White's minus Black's.
    cdef int i
    for i in range(TERMS):
        terms[i] = 0
    terms_of(position, terms, 1, <White*>NULL)
    terms_of(position, terms, -1, <Black*>NULL)
    terms[TEMPO] = 1 if position.side == WHITE else -1
    # Being ahead counts for more when less is left.
    terms[LEAD] = ((terms[MAN] + 3 * terms[KING]) * 24
                   // (position.men[0] + position.men[1]
                       + 3 * (position.kings[0] + position.kings[1])))


cdef inline int evaluate_position(const Game* game, const Position* position) noexcept nogil:
    cdef int terms[TERMS]
    cdef int i, score = 0, fine = 0
    all_terms(position, terms)
    for i in range(TERMS):
        if i >= ADVANCE and i <= KING_MOBILITY:
            fine += game.weight[i] * terms[i]
        else:
            score += game.weight[i] * terms[i]
    score += fine // 10
    return score if position.side == WHITE else -score
