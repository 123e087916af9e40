# The files of endgame tables, opened. Search functions are in tables_probe.pxd.

from bolshak.position cimport Position, Variant
from bolshak.tables_probe cimport Table, TableSet


cdef class Tables:
    cdef TableSet* set
    cdef readonly object family
    cdef readonly list problems
    cdef readonly list files
    cdef Variant variant        # owns `set.game`
    cdef list kept              # views of the mapped files

    cdef fill_ranks(self, Variant variant)
    cdef open_files(self, folders, int most)
    cdef bint open_file(self, folders, pair, kind) except -1
    cdef void add(self, file) except *
    cdef heed_clauses(self)
    cdef ruled(self, Position position, int value)
    cdef places(self, pair, int group)
    cdef check(self, Position position)
    cdef Table* table_of(self, pair, int t) except NULL
