# The positions of one pair of armies while they are solved.

from libc.stdint cimport int64_t, uint8_t

from bolshak.position cimport Variant
from bolshak.kernels.problem cimport Problem, Shelf
from bolshak.tables_probe cimport Table


cdef class Shelves:
    cdef Shelf* shelves
    cdef readonly Variant variant
    cdef readonly object family
    cdef dict values            # pair -> the bytes that the shelves point to
    cdef int64_t stopped


cdef class Task:
    cdef readonly Shelves shelves
    cdef readonly object pair
    cdef readonly int64_t size
    cdef Problem problem
    cdef int64_t looked_at
    cdef int64_t[4] places      # of first men, first kings, second men, second kings
    cdef int64_t[4] strides     # ... and what each counts in the index

    cdef run(self)
    cdef void spread(self, int t, const Table* table, const uint8_t* numbers) noexcept nogil
    cdef const uint8_t* distances_of(self, int t, kind)
