# The Python objects around one search thread, for other compiled modules.

from bolshak.context cimport Context
from bolshak.control cimport Control
from bolshak.position cimport Position
from bolshak.tables cimport Tables
from bolshak.tt cimport TranspositionTable


cdef class SearchControl:
    cdef Control data


cdef class Worker:
    cdef Context* context
    cdef readonly TranspositionTable table
    cdef readonly SearchControl control
    cdef Position root
    cdef object listener
    cdef Tables tables          # keeps alive what `context.tables` points to

    cdef void free_roots(self) noexcept
