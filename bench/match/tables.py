"""Adjudication by endgame tables. The tables are those of the engine package."""

from __future__ import annotations

import os
from pathlib import Path

from bolshak import Position
from bolshak.tables import DATA, MOST_PIECES, Tables
from bolshak.tables_plan import TablesError

from .faults import ConfigError

PACKAGE = "package"


class EndgameTables:
    """Results of positions with few pieces, from the tables in a folder and those of the package.

    Raises ConfigError for a folder that is not there. Games without tables have no answers.
    """

    def __init__(self, folder: str, pieces: int) -> None:
        """`folder`: "package" = nothing but those of the package. `pieces`: most pieces to look
        up, 0 = as many as the tables have."""
        if folder != PACKAGE and not os.path.isdir(folder):
            raise ConfigError(f"endgame tables: no folder '{folder}'")
        self._folders = [DATA] if folder == PACKAGE else [Path(folder), DATA]
        self._pieces = pieces or MOST_PIECES
        self._open: dict[tuple[str, str], Tables | None] = {}

    def result(self, position: Position) -> str | None:
        """"W" or "B" for the side that wins with best play, "" for a draw, None if unknown. Draw
        counters are looked at, repetitions are not."""
        key = position.game, position.draw_rules
        if key not in self._open:
            try:
                self._open[key] = Tables(key[0], self._folders, self._pieces, key[1])
            except TablesError:
                self._open[key] = None
        tables = self._open[key]
        answer = tables.answer(position) if tables else None
        if answer is None or answer.ruled is None:
            return None
        if answer.ruled == 0:
            return ""
        return position.side if answer.ruled > 0 else "B" if position.side == "W" else "W"
