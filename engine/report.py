"""What a search is asked for and what it tells: limits, scores, lines.

Scores inside the search are numbers as context.pxd describes them; `score_of` makes a `Score`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .position import Move

INFINITE = 32000                # as in context.pxd, which a test compares
MATE = 31000
TABLE_WIN = 29000
WIN = 28000
MAX_DEPTH = 127

# Won by a table without a known number of plies: beyond every estimate, below every mate.
TABLE_CP = 8900
MOST_CP = 8000


@dataclass
class Limits:
    """When a search ends: at the first limit reached, at `stop` if there is none.

    Times are milliseconds, depth is plies (1..127), mate is moves. Clocks belong to the colours;
    the other side's clock is used where ours is missing. Zero or negative times mean: move at
    once. infinite, ponder: the best move is held back until `stop` or `ponderhit`, and with
    ponder all limits begin to count at `ponderhit`. searchmoves: None or empty = all moves.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    white_time: int | None = None
    black_time: int | None = None
    white_inc: int | None = None
    black_inc: int | None = None
    moves_to_go: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: list[Move] | None = None

    def clock(self, side: str) -> tuple[int, int] | None:
        """Time left and increment of `side` ("W" or "B"), None without a clock."""
        clocks = [(self.white_time, self.white_inc), (self.black_time, self.black_inc)]
        if side == "B":
            clocks.reverse()
        for time, increment in clocks:
            if time is not None:
                return time, increment or 0
        return None

    def endless(self) -> bool:
        """Whether nothing but `stop` ends the search."""
        return self.infinite or (
            self.depth is None and self.nodes is None and self.movetime is None
            and self.mate is None and self.clock("W") is None)


@dataclass(frozen=True)
class Score:
    """cp: centi-men for the side to move, None with a forced end. mate: moves to the end of the
    game, negative when losing, 0 when lost already. plies: the same in plies, without sign."""

    cp: int | None = None
    mate: int | None = None
    plies: int | None = None


@dataclass
class Info:
    """One line of thought. Counts go over all threads; time is ms since `go`; hashfull and wdl
    (win, draw, loss) are per mille; bound is "exact", "lower" or "upper". `pv` is legal and is
    empty only where there is no move. mean_depth: average plies to the evaluated positions."""

    depth: int
    selective_depth: int
    multipv: int
    score: Score
    bound: str
    nodes: int
    nps: int
    hashfull: int
    tbhits: int
    time: int
    pv: list[Move] = field(default_factory=list)
    wdl: tuple[int, int, int] = (0, 1000, 0)
    mean_depth: float = 0.0


@dataclass
class CurrentMove:
    """The root move that a long search is looking at; number counts from 1."""

    depth: int
    move: Move
    number: int


@dataclass
class Best:
    """The end of a search: the move to play, None if there is none, and the reply expected."""

    move: Move | None
    ponder: Move | None = None


def score_of(value: int) -> Score:
    """The `Score` for a number of the search."""
    sign = 1 if value > 0 else -1
    size = abs(value)
    if size > TABLE_WIN:
        plies = MATE - size
        moves = (plies + 1) // 2
        return Score(mate=max(moves, 1) if sign > 0 else -moves, plies=plies)
    if size >= WIN:
        return Score(cp=sign * (TABLE_CP - min(TABLE_WIN - size, TABLE_CP - MOST_CP - 1)))
    return Score(cp=sign * min(size, MOST_CP))


def wdl_of(value: int) -> tuple[int, int, int]:
    """Chances to win, draw and lose in per mille, from a number of the search.

    Two logistic curves, DRAWN away from zero on either side, fitted to 1,000 Russian games at
    10,000 nodes a move (least cross-entropy over 77,000 positions). Other games have the same.
    """
    if value >= WIN:
        return 1000, 0, 0
    if value <= -WIN:
        return 0, 0, 1000
    win = round(1000 / (1 + exp((DRAWN - value) / SPREAD)))
    loss = round(1000 / (1 + exp((DRAWN + value) / SPREAD)))
    return win, 1000 - win - loss, loss


DRAWN = 240.0                   # centi-men at which half of the games are won
SPREAD = 130.0
