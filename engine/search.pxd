# The search of one game position by one thread; see search.pyx.

from bolshak.context cimport Context
from bolshak.types cimport Position

cdef int search_root(Context* context, int depth, int alpha, int beta, int first,
                     int last) noexcept nogil
    # Searches the root moves first..last-1 and moves the best one to the front. Returns its score,
    # a bound if it lies outside the window. After a stop the moves that were finished count.


cdef int deepen(Context* context, int depth, int last, int score) noexcept nogil
    # Deepens from `depth` to `last` plies without telling anybody; returns the last whole score.
