# Making a move on a whole position: pieces, key, counts and draw counters.

from libc.stdint cimport uint8_t, uint64_t

from bolshak.bits cimport Bits, bit, count, lowest, make_bits
from bolshak.draws cimport (CAPTURE, CROWNING, FIRST_CROWN, LONE_ON_ROAD, MAN_MOVE,
                            MOVER_CAPTURES, is_lone, tick)
from bolshak.types cimport (BLACK, BY_KING, COUNTERS, CROWNS, SQUARES, WHITE, Game, Move,
                            Position)
from bolshak.zobrist cimport splitmix
from bolshak.kernels.board cimport Black, Board, Side, White, board_of
from bolshak.kernels.constants cimport *
from bolshak.kernels.movegen cimport apply, index_of, side_can_capture

cdef extern from *:
    """
    #ifndef BOLSHAK_KEYS
    #define BOLSHAK_KEYS
    /* By 2 * side + (1 for a king) and square; filled when the kernel is imported. */
    static uint64_t KEYS[4][128];
    #endif
    """
    uint64_t KEYS[4][SQUARES]

cdef enum:
    BLACK_TO_MOVE = 1000        # indices of splitmix beyond those of the squares
    SHUFFLES = 2000


cdef inline uint64_t side_key() noexcept nogil:
    return splitmix(BLACK_TO_MOVE)


cdef inline uint64_t shuffle_key(const Board* board) noexcept nogil:
    cdef uint64_t key = 0
    cdef int side
    for side in range(2):
        if board.shuffles[side]:
            key ^= splitmix(SHUFFLES + (board.shuffles[side] * 2 + side) * SQUARES
                            + board.shuffler[side])
    return key


cdef inline uint64_t captured_keys(Bits captured, Bits kings, int side) noexcept nogil:
    cdef uint64_t key = 0
    cdef int square
    while captured:
        square = lowest(captured)
        captured &= captured - 1
        key ^= KEYS[2 * side + (1 if kings & bit(square) else 0)][square]
    return key


cdef inline int facts_of(const Game* game, const Position* position) noexcept nogil:
    # What the draw clauses want to know of the board.
    cdef const Board* board = board_of(position)
    cdef int facts = 0, side
    if HAS_ROAD:
        for side in range(2):
            if (is_lone(position, side) and board.pieces[side] & ROAD
                    and not board.pieces[side ^ 1] & ROAD):
                facts |= LONE_ON_ROAD
    if EVERY_SQUARE and (position.men[WHITE] + position.kings[WHITE] == 1
                         and position.men[BLACK] + position.kings[BLACK] == 1):
        if (side_can_capture(board, <White*>NULL) if position.side == WHITE
                else side_can_capture(board, <Black*>NULL)):
            facts |= MOVER_CAPTURES
    return facts


cdef inline void make_side(const Game* game, const Position* position, const Move* move,
                           Position* after, Side* side) noexcept nogil:
    cdef int own = index_of(side), other = own ^ 1
    cdef const Board* board = board_of(position)
    cdef Board* next_board = <Board*>after.board
    cdef int king = move.flags & BY_KING
    cdef int events = 0
    cdef Bits captured, kings
    cdef uint64_t key = position.key ^ side_key()
    cdef int i, taken_kings

    apply(board, move, next_board, side)
    if move.flags:
        key ^= KEYS[2 * own + king][move.origin] ^ KEYS[2 * own + 1][move.target]
    else:
        key ^= KEYS[2 * own][move.origin] ^ KEYS[2 * own][move.target]
    if KING_LIMIT:
        key ^= shuffle_key(board) ^ shuffle_key(next_board)
    after.side = other
    after.men[0] = position.men[0]
    after.men[1] = position.men[1]
    after.kings[0] = position.kings[0]
    after.kings[1] = position.kings[1]
    if move.taken:
        captured = make_bits(move.captured[0], move.captured[1])
        kings = captured & board.kings
        taken_kings = count(kings)
        key ^= captured_keys(captured, board.kings, other)
        after.men[other] -= move.taken - taken_kings
        after.kings[other] -= taken_kings
        events = CAPTURE
    if not king:
        events |= MAN_MOVE
    if move.flags & CROWNS:
        events |= CROWNING
        if not position.kings[own]:
            events |= FIRST_CROWN
        after.men[own] -= 1
        after.kings[own] += 1
    after.key = key
    if not events or (EVERY_SQUARE and events == MAN_MOVE
                      and move.origin // (FILES + 1) == move.target // (FILES + 1)):
        after.quiet = position.quiet + 1 if position.quiet < 255 else 255
    else:
        after.quiet = 0
    after.drawn = 0
    if after.kings[0] + after.kings[1] == 0 and not game.counted_without_kings:
        for i in range(COUNTERS):
            after.counters[i] = 0
    else:
        for i in range(COUNTERS):
            after.counters[i] = position.counters[i]
        tick(game, position, after, events, facts_of(game, after))
