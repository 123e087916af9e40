# The Python-facing positions, for the other compiled modules.

from .types cimport Game, Move as CMove, Position as CPosition


cdef class Variant:
    # One game under one reading of the draw rules; owns the `Game` that its positions use.
    cdef Game game_record
    cdef Game* game                 # &game_record
    cdef readonly object rules
    cdef readonly object board
    cdef readonly str draw_rules
    cdef readonly tuple clauses
    cdef readonly tuple bits        # ghost square by number
    cdef int[128] numbers           # number by ghost square, 0 = none

    cdef fill_clauses(self)
    cdef Move wrap(self, const CMove* move)


cdef class Move:
    cdef CMove raw
    cdef Variant variant
    cdef readonly int origin
    cdef readonly int target


cdef class Position:
    cdef readonly Variant variant
    cdef CPosition data

    cdef fill(self, Variant variant, side, white_men, white_kings, black_men, black_kings,
              halfmoves, king_moves, crowning_rows)
    cdef tuple squares(self, int side, bint kings)


cdef Position wrap_position(Variant variant, const CPosition* data)
