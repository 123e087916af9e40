# What the builder of endgame tables and the solver inside each kernel tell each other; the same
# for all kernels.
#
# An *army* is the men and kings of one side. A pair of armies (first, second) has two tables: 0,
# where the first army is to move, and 1, where the second is. Colours do not matter: the army to
# move is looked at as White, the other one as Black. The index of a set of squares a < b < c ...
# of one kind is C(a, 1) + C(b, 2) + C(c, 3) ...; squares are numbered from the army's own back
# row. Index of an army = index of its men * number of sets of kings + index of its kings; index
# in both tables = index of the first army * number of placements of the second + its index.
# Where two pieces share a square there is a hole.

from libc.stdint cimport int64_t, uint8_t, uint64_t

cdef enum:
    # Values in a `Shelf`, two bits each.
    DRAW = 0
    WIN = 1
    LOSS = 2
    NO_VALUE = 3                # a hole

    # `Problem.counts`: the number of quiet moves that are not yet known to lose, 0 = lost, or one
    # of these. Where something can be captured the result is known from the start.
    HOLE = 250
    CAPTURE_DRAW = 251
    CAPTURE_LOSS = 252
    CAPTURE_WIN = 253
    WON = 254
    NEVER_LOST = 255            # has a move that draws

    # `Problem.distances`: plies to the next capture or crowning.
    FARTHEST = 250
    NO_DISTANCE = 254           # a hole, or a draw that is known from the start
    UNDECIDED = 255             # and, in the end, drawn

    MOST_PIECES = 7             # of one kind in one army
    SHELVES = 1 << 12

    # Problem.failure
    NO_MEMORY = 1
    TOO_FAR = 2                 # a distance beyond FARTHEST
    STOPPED = 3


cdef struct Shelf:              # 40 bytes; one solved table
    const uint8_t* values       # four positions a byte, lowest bits first; NULL = not solved
    uint64_t mover_men          # what the index of these men counts in the index of the table
    uint64_t mover_kings
    uint64_t other_men
    uint64_t other_kings


cdef struct Problem:
    int men[2]
    int kings[2]
    const Shelf* shelves        # SHELVES of them, by `shelf_of`
    uint8_t* counts[2]          # by table
    uint8_t* distances[2]
    bint lone_pair_drawn        # where nothing can be captured it is a draw by rule
    bint captures_only          # fill in only the positions with a capture
    const int64_t* stop         # not 0: give up
    int64_t* progress           # counts positions that have been looked at
    int failure                 # 0 = solved


cdef inline int shelf_of(int mover_men, int mover_kings, int other_men,
                         int other_kings) noexcept nogil:
    return mover_men << 9 | mover_kings << 6 | other_men << 3 | other_kings
