"""The record that describes one draughts game, and the words it is written in.

The records themselves stand in `bolshak.games`, one for each game, with the rule-book article or
source beside each line. The build turns their generator fields into C constants (see setup.py),
so a game pays nothing for rules that it does not have; draw rules, names and notation are read
at run time. This module must stay importable without any compiled module.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from .geometry import Board

# Directions, as sets of bits. The opposite of direction d is d ^ 3 within each group of four.
UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT = 1, 2, 4, 8
UP, RIGHT, LEFT, DOWN = 16, 32, 64, 128
FORWARD_DIAGONALS = UP_RIGHT | UP_LEFT              # seen from White; turned round for Black
DIAGONALS = FORWARD_DIAGONALS | DOWN_RIGHT | DOWN_LEFT
FORWARD = UP
SIDEWAYS = LEFT | RIGHT
ORTHOGONALS = UP | RIGHT | LEFT | DOWN
ALL = DIAGONALS | ORTHOGONALS

# Promotion in the middle of a capture (rules.md 2).
END, GO_ON, STOP = 0, 1, 2

# When captured pieces leave the board.
AFTER, AT_ONCE = 0, 1

# Where a flying king may land behind its victim, if the capture ends there.
ANYWHERE, BEHIND, BEHIND_KING = 0, 1, 2

# Which capture must be taken; applied in the order of the tuple.
MOST, WITH_KING, MOST_KINGS, KING_EARLIEST, VALUE = 1, 2, 4, 8, 16

# What ends the game beside having no move.
NO_MOVE, FIRST_KING, LAST_PIECE = 0, 1, 2

# Draw clauses: what must hold after the ply.
ANY = 0             # nothing
BOTH_KINGS = 1      # each side has a king
LONE_KINGS = 2      # a lone king against three or more kings, men beside them allowed
LONE_ALL_KINGS = 3  # a lone king against three or more kings and nothing else
LONE_PIECES = 4     # a lone king against pieces of which at least one is a king
ROAD = 5            # a lone king on the main road against three pieces, none of them there
ROAD_KING = 6       # the same, at least one of the three being a king
TWO_KINGS_ONE = 7   # two kings against one king, no men
KING_EACH = 8       # one king against one king
PIECE_EACH = 9      # one piece each, and the side to move cannot capture
KINGLESS = 10       # at least one side has no king

# Events that set a clause's counter to zero.
CAPTURE, CROWNING, MAN_MOVE, FIRST_CROWN, ENTER, EACH_PLY, OUTSIDE = 1, 2, 4, 8, 16, 32, 64
# FIRST_CROWN: a crowning that gives the side its only king. ENTER: the pattern did not hold
# before the ply. OUTSIDE: the pattern does not hold after the ply.


@dataclass(frozen=True)
class Clause:
    """One automatic draw: `limit` plies counted while `when` holds, told as `reason`.

    pieces: least and most pieces in all for the clause to hold. reset: events that make the ply
    number 0. counter: clauses of a game that count the same thing share a counter, 0..5. row:
    only the first fitting row of the game applies and looks after its counter. paused: plies are
    counted only while the pattern holds.
    """

    reason: str
    limit: int
    reset: int
    when: int = ANY
    pieces: tuple[int, int] = (0, 255)
    counter: int = 0
    row: bool = False
    paused: bool = False


@dataclass(frozen=True)
class Rules:
    """One game. Field by field as in rules.md 2; see there for the terms."""

    name: str
    title: str
    sources: str
    # Board and start.
    files: int = 8
    ranks: int = 8
    every_square: bool = False
    a1: bool = True
    rotated: bool = False
    men: int = 12
    first: str = "W"
    start: str = "W:W21-32:B1-12"
    # Pieces: directions seen from White.
    man_moves: int = FORWARD_DIAGONALS
    man_captures: int = DIAGONALS
    king_moves: int = DIAGONALS
    king_captures: int = DIAGONALS
    flying: bool = True
    # Captures.
    priority: tuple[int, ...] = ()
    promotion: int = END
    removal: int = AFTER
    landing: int = ANYWHERE
    turn_back: bool = True
    men_take_kings: bool = True
    king_limit: int = 0
    # End of the game.
    inverted: bool = False
    ending: int = NO_MOVE
    repetition: int = 3
    draws: tuple[Clause, ...] = ()
    lidraughts_draws: tuple[Clause, ...] | None = None
    # Notation and names.
    pdn_type: int | None = None
    game_type: str = ""
    letters: bool = False
    separator: str = "x"
    results: tuple[str, str, str] = ("1-0", "1/2-1/2", "0-1")
    hub: str = ""
    aliases: tuple[str, ...] = ()

    @cached_property
    def board(self) -> Board:
        """The board of the game."""
        return _board(self.files, self.ranks, self.every_square, self.a1, self.rotated,
                      bool(self.king_captures & ORTHOGONALS) and not self.every_square)

    def clauses(self, draw_rules: str = "federation") -> tuple[Clause, ...]:
        """Draw clauses in the reading "federation" or "lidraughts" (rules.md 4.2)."""
        if draw_rules == "lidraughts" and self.lidraughts_draws is not None:
            return self.lidraughts_draws
        return self.draws

    @property
    def most_pieces(self) -> int:
        """Most pieces of a side in a set-up: what a full start position of the board holds."""
        if self.every_square:
            return 16
        return {8: 12 if self.files == 8 else 15, 10: 20, 12: 30, 14: 42}[self.ranks]

    @property
    def kernel(self) -> tuple[object, ...]:
        """All that the compiled generator depends on: games that agree here share a kernel."""
        return (self.files, self.ranks, self.every_square, self.board.step, self.man_moves,
                self.man_captures, self.king_moves, self.king_captures, self.flying,
                frozenset(self.priority), self.promotion, self.removal, self.landing,
                self.turn_back, self.men_take_kings, self.king_limit, self.ending)


@cache
def _board(files: int, ranks: int, every_square: bool, a1: bool, rotated: bool,
           wide_rows: bool) -> Board:
    return Board(files, ranks, every_square=every_square, a1=a1, rotated=rotated,
                 wide_rows=wide_rows)
