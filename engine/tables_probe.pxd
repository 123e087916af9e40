# Endgame tables as the search sees them.

from libc.stdint cimport int64_t, uint8_t, uint32_t

from bolshak.tables_stream cimport Stream
from bolshak.types cimport CLAUSES, Game, Position, SQUARES

cdef enum:
    UNKNOWN = 2                 # an answer beside LOST, TIED and WON
    NO_PLIES = -1               # a distance that is not known, or that of a draw
    TABLES = 1 << 12


cdef struct Table:              # one army to move against another
    int longest                 # greatest distance
    uint8_t tail[CLAUSES]       # by clause: plies that its counter may go on after that, at most
    bint unsure                 # a draw clause may stop a win after that, see tables_rule.py
    Stream value
    Stream distance
    int64_t[4] value_strides        # what the indices of the mover's men and kings and of the other
    int64_t[4] distance_strides     # army's men and kings count


cdef struct TableSet:           # constant once it is made: any thread may probe at any time
    const Game* game
    const Table* tables[TABLES]     # by `shelf_of`; NULL = not there
    uint32_t ranks[2][8][SQUARES]   # by colour, number of squares of the set below, ghost square
    int pieces                  # every position with so many pieces or fewer is there


# The functions below take a `TableSet*` as `tables`. Values are LOST, TIED or WON for the side to
# move, without regard to draw counters and repetition; distances are plies to the next capture or
# crowning with best play.

cdef int probe_value(const void* tables, const Position* position) noexcept nogil
    # Value of a position in which the side to move cannot capture; UNKNOWN if it is not there.

cdef int probe(const void* tables, const Game* game, const Position* position,
               int* distance) noexcept nogil
    # The same, and the distance.

cdef int resolve(const void* tables, const Position* position, int* distance) noexcept nogil
    # The same for any position: captures are looked through.

cdef int probe_ruled(const void* tables, const Position* position) noexcept nogil
    # As `probe_value`, but with regard to draw counters: a draw where the result would come too
    # late, UNKNOWN where it might. What a search wants to know.

cdef int judge(const void* tables, const Position* position, bint* men_decide) noexcept nogil
    # The same; `men_decide` tells whether UNKNOWN means nothing but that a man must move in time.

cdef bint holds(const void* tables, const Position* position, int value) noexcept nogil
    # Whether best play by the tables leads to that end of the game before a draw counter stops it.
