"""The endgame tables of a search: opened when needed, and asked for the root moves."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from .report import TABLE_WIN
from .tables import DATA, Tables
from .tables_plan import TablesError

if TYPE_CHECKING:
    from .position import Move, Position


LEAST_PIECES = 2                # of any table
SHOWN = 100                     # characters of a path that are repeated


@dataclass(frozen=True)
class Ranking:
    """Moves in groups of equal worth, best group first, and what each move is worth.

    Wins stand by their length, the quickest first, then all draws in one group, then losses, the
    slowest first. Draw counters are looked at: a win that they stop is a draw. values: +-(TABLE_WIN
    - plies to the next capture or crowning), 0 for a draw, as context.pxd has it.
    """

    groups: list[list[Move]]
    values: dict[Move, int]

    @property
    def best(self) -> int:
        """What the best move is worth."""
        return self.values[self.groups[0][0]]


class Endgames:
    """The tables of the package and of the folders of `TablePath`, for one game at a time.

    What is wrong with them is no error: the search does without. It stands in `problem`.
    """

    def __init__(self) -> None:
        self.tables: Tables | None = None       # None = there are none
        self.problem = ""                       # in one line
        self._opened: object = None             # what `tables` was opened for

    def open(self, path: str, pieces: int, position: Position) -> bool:
        """Open the tables of the game of `position`, if others are open. path: folders, separated
        as in PATH. pieces: of both sides, at most. Returns whether anything was done."""
        wanted = (path, pieces, position.game, position.draw_rules)
        if self._opened == wanted:
            return False
        self._opened = wanted
        self.tables = None
        folders = [Path(folder) for folder in path.split(os.pathsep) if folder]
        try:
            tables = Tables(position.game, [*folders, DATA], pieces, position.draw_rules)
        except TablesError as error:            # a game without tables
            self.problem = f"TablePath: {error}" if folders else ""
            return True
        problems = list(tables.problems)
        if folders and pieces >= LEAST_PIECES and not problems and not any(
                file.path.parents[1] in folders for file in tables.files):
            shown = path if len(path) <= SHOWN else path[:SHOWN] + "..."
            problems = [f"no endgame tables of {position.game} in '{shown}'"]
        more = f" (and {len(problems) - 1} more)" if problems[1:] else ""
        self.problem = f"TablePath: {problems[0]}{more}" if problems else ""
        if tables.files:
            self.tables = tables
        return True


def rank(tables: Tables, position: Position, moves: list[Move] | None = None) -> Ranking | None:
    """The ranking of some of the legal moves (None = all); None if the tables do not know what each
    of them is worth."""
    if position.pieces > tables.most:
        return None
    values = {}
    for move, answer in tables.moves(position):
        if moves is None or move in moves:
            if answer is None or answer.ruled is None:
                return None
            values[move] = answer.ruled * (TABLE_WIN - (answer.distance or 0))
    if not values:
        return None
    return Ranking([list(group) for _, group in groupby(values, values.__getitem__)], values)
