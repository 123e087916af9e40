# The search of one game position by one thread; see search.pyx.

from bolshak.context cimport Context
from bolshak.types cimport Position

cdef int search_root(Context* context, int depth, int alpha, int beta, int first) noexcept nogil
    # Searches the root moves from index `first` on and sorts them, best first. Returns the score
    # of the best one, a bound if it lies outside the window. After a stop the moves that were
    # finished count.


cdef int deepen(Context* context, int depth, int last, int score) noexcept nogil
    # Deepens from `depth` to `last` plies without telling anybody; returns the last whole score.
