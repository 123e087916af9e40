# Counting the leaves of the move tree. The last ply is counted, not made.

from libc.stdint cimport uint64_t

from bolshak.types cimport MOVES, Move
from bolshak.kernels.board cimport Black, Board, Side, White
from bolshak.kernels.movegen cimport apply, count_moves, generate_side


cdef inline uint64_t perft_side(const Board* board, int depth, bint turns, Move* moves,
                                const int* stop, Side* side) noexcept nogil:
    # `moves` is a stack with room for MOVES more moves at each ply: lists that lie close
    # together stay in the cache.
    cdef Board after
    cdef uint64_t nodes = 0
    cdef int n, i
    if depth == 1:
        return count_moves(board, turns, moves, side)
    if stop[0]:
        return 0
    n = generate_side(board, moves, turns, side)
    for i in range(n):
        apply(board, &moves[i], &after, side)
        if Side is White:
            nodes += perft_side(&after, depth - 1, turns, moves + n, stop, <Black*>NULL)
        else:
            nodes += perft_side(&after, depth - 1, turns, moves + n, stop, <White*>NULL)
    return nodes
