# Armies, and the indices of where their pieces stand: see problem.pxd.

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bolshak.bits cimport Bits, bit, count, highest, lowest
from bolshak.types cimport SQUARES
from bolshak.kernels.constants cimport BOARD, FAR_WHITE
from bolshak.kernels.problem cimport MOST_PIECES

cdef extern from *:
    """
    #ifndef BOLSHAK_ARMIES
    #define BOLSHAK_ARMIES
    /* C(n, 1 + i) where n is the number of playing squares below this one, as White sees the
       board and as Black does. Every solver fills in the same numbers. */
    static uint32_t RANK_UP[8][128], RANK_DOWN[8][128];
    #endif
    """
    uint32_t RANK_UP[8][SQUARES]
    uint32_t RANK_DOWN[8][SQUARES]


cdef struct Kind:               # the men or the kings of an army
    int number
    int64_t places
    Bits* masks[2]              # by index, as White and as Black


cdef struct Army:
    Kind men
    Kind kings
    int64_t places


cdef inline int fill_ranks(int* squares) noexcept nogil:
    # Fills the tables above and `squares`, the bits of the playing squares; returns their number.
    cdef int n = 0, i, kind
    cdef uint64_t[9] row
    cdef Bits left = BOARD
    while left:
        squares[n] = lowest(left)
        left &= left - 1
        n += 1
    memset(row, 0, sizeof(row))
    row[0] = 1
    for i in range(n):
        for kind in range(8):
            RANK_UP[kind][squares[i]] = <uint32_t>row[kind + 1]
            RANK_DOWN[kind][squares[n - 1 - i]] = <uint32_t>row[kind + 1]
        for kind in range(8, 0, -1):
            row[kind] += row[kind - 1]
    return n


cdef inline uint32_t rank_up(Bits pieces, int* number) noexcept nogil:
    # Index of a set of White's men or kings, and their number.
    cdef uint32_t rank = 0
    cdef int i = 0
    while pieces:
        rank += RANK_UP[i][lowest(pieces)]
        pieces &= pieces - 1
        i += 1
    number[0] = i
    return rank


cdef inline uint32_t rank_down(Bits pieces, int* number) noexcept nogil:
    cdef uint32_t rank = 0
    cdef int i = 0, square
    while pieces:
        square = highest(pieces)
        rank += RANK_DOWN[i][square]
        pieces ^= bit(square)
        i += 1
    number[0] = i
    return rank


cdef inline bint fill_kind(Kind* kind, int number, const int* squares, int domain,
                           int all_squares) noexcept nogil:
    # All sets of `number` of the first `domain` squares, in the order of their indices.
    cdef int[MOST_PIECES + 1] chosen
    cdef int64_t places = 1, n
    cdef int i
    for i in range(number):
        places = places * (domain - i) // (i + 1)
        chosen[i] = i
    kind.number = number
    kind.places = places
    kind.masks[0] = <Bits*>malloc(<size_t>places * sizeof(Bits))
    kind.masks[1] = <Bits*>malloc(<size_t>places * sizeof(Bits))
    if kind.masks[0] == NULL or kind.masks[1] == NULL:
        return False
    for n in range(places):
        kind.masks[0][n] = kind.masks[1][n] = 0
        for i in range(number):
            kind.masks[0][n] |= bit(squares[chosen[i]])
            kind.masks[1][n] |= bit(squares[all_squares - 1 - chosen[i]])
        i = 0
        while i < number - 1 and chosen[i] + 1 == chosen[i + 1]:
            chosen[i] = i
            i += 1
        if number:
            chosen[i] += 1
    return True


cdef inline bint fill_armies(Army* armies, const int* men, const int* kings) noexcept nogil:
    # All placements of two armies with so many men and kings; False if there is no memory.
    cdef int[SQUARES] squares
    cdef int n = fill_ranks(squares)
    cdef int far = count(FAR_WHITE)
    cdef int i
    memset(armies, 0, 2 * sizeof(Army))
    for i in range(2):
        if not (fill_kind(&armies[i].men, men[i], squares, n - far, n)
                and fill_kind(&armies[i].kings, kings[i], squares, n, n)):
            return False
        armies[i].places = armies[i].men.places * armies[i].kings.places
    return True


cdef inline void free_armies(Army* armies) noexcept nogil:
    cdef int i, j
    for i in range(2):
        for j in range(2):
            free(armies[i].men.masks[j])
            free(armies[i].kings.masks[j])
