"""Ends that the referee may call before the rules do: by scores, by length, by endgame tables."""

from __future__ import annotations

from typing import Protocol

from bolshak import Position

from .config import Adjudication


class Tables(Protocol):
    """Endgame tables, as far as a referee needs them."""

    def result(self, position: Position) -> str | None:
        """"W" or "B" for the side that wins with best play, "" for a draw, None if unknown."""


class Adjudicator:
    """Watches one game. Scores are centi-men from the mover's side, None if not told."""

    def __init__(self, rules: Adjudication, tables: Tables | None = None) -> None:
        self._rules = rules
        self._tables = tables
        self._quiet = {"W": 0, "B": 0}          # moves in a row with a drawish score
        self._ahead = {"W": 0, "B": 0}          # ... in which the side saw itself winning
        self._behind = {"W": 0, "B": 0}         # ... or losing
        self._moves = {"W": 0, "B": 0}

    def verdict(self, side: str, score: int | None, after: Position) -> tuple[str, str] | None:
        """Winner ("W", "B" or "") and reason once the game is decided.

        Call it after each move: `side` has moved, with that score, to the position `after`.
        """
        rules = self._rules
        self._moves[side] += 1
        drawish = score is not None and abs(score) <= rules.draw_score
        ahead = score is not None and score >= rules.win_score
        behind = score is not None and score <= -rules.win_score
        for counts, holds in ((self._quiet, drawish), (self._ahead, ahead),
                              (self._behind, behind)):
            counts[side] = counts[side] + 1 if holds else 0
        if self._tables is not None:
            result = self._tables.result(after)
            if result is not None:
                return result, "endgame tables"
        if (rules.draw_count and min(self._quiet.values()) >= rules.draw_count
                and min(self._moves.values()) >= rules.draw_move):
            return "", "both see a draw"
        if rules.win_count:
            for winner, loser in (("W", "B"), ("B", "W")):
                if min(self._ahead[winner], self._behind[loser]) >= rules.win_count:
                    return winner, "both see a win"
        if rules.max_moves and min(self._moves.values()) >= rules.max_moves:
            return "", f"{rules.max_moves} moves"
        return None


def open_tables(rules: Adjudication) -> Tables | None:
    """The tables of the configuration; None if none are wanted."""
    if not rules.tables:
        return None
    from .tables import EndgameTables
    return EndgameTables(rules.tables, rules.table_pieces)
