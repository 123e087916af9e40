# The pieces of one position, and what a king sees from a square.

from libc.stdint cimport uint8_t

from bolshak.bits cimport Bits, bit, highest, lowest
from bolshak.types cimport SQUARES, Position
from bolshak.kernels.constants cimport STEPS


cdef struct Board:              # 32 bytes, 56 on wide boards; lies in Position.board
    Bits pieces[2]              # of White, of Black
    Bits kings                  # of both
    uint8_t shuffles[2]         # Frisian: quiet moves in a row by one king, by side
    uint8_t shuffler[2]         # ... and the ghost square where that king stands


# Tags for code that is compiled once for each side; never read.
cdef struct White:
    char _
cdef struct Black:
    char _
ctypedef fused Side:
    White
    Black


cdef extern from *:
    """
    #ifndef BOLSHAK_RAYS
    #define BOLSHAK_RAYS
    /* Squares from each square to the rim, by direction; filled when the kernel is imported. */
    static bits_t RAYS[8][128];
    #endif
    """
    Bits RAYS[8][SQUARES]


cdef inline const Board* board_of(const Position* position) noexcept nogil:
    return <const Board*>position.board


cdef inline Bits open_squares(int square, int direction, Bits occupied) noexcept nogil:
    # The empty squares from here in one direction, up to the next piece or the rim.
    cdef Bits ray = RAYS[direction][square]
    cdef Bits blockers = ray & occupied
    if blockers == 0:
        return ray
    if STEPS[direction] > 0:
        return ray & (bit(lowest(blockers)) - 1)
    return ray & ~((bit(highest(blockers)) << 1) - 1)


cdef inline int next_piece(int square, int direction, Bits occupied) noexcept nogil:
    # The first piece from here in one direction, or -1.
    cdef Bits blockers = RAYS[direction][square] & occupied
    if blockers == 0:
        return -1
    return lowest(blockers) if STEPS[direction] > 0 else highest(blockers)
