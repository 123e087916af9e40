# A row of numbers on its way into a compressed stream.

from libc.stdint cimport int64_t, uint16_t

cdef enum:
    ANY_NUMBER = 65535          # may become whatever compresses best


cdef class Row:
    cdef uint16_t* numbers
    cdef readonly int64_t length
    cdef readonly int64_t period
