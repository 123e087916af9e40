"""Adjudication by endgame tables. The tables are those of the engine package."""

from __future__ import annotations

from bolshak import Position

from .faults import ConfigError


class EndgameTables:
    """Results of positions with few pieces, from the tables in a folder."""

    def __init__(self, folder: str, pieces: int) -> None:
        """`pieces`: most pieces to look up, 0 = as many as the tables have."""
        raise ConfigError("this version has no endgame tables to adjudicate by")

    def result(self, position: Position) -> str | None:
        """"W" or "B" for the side that wins with best play, "" for a draw, None if unknown."""
        return None
