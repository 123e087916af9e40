"""When the referee ends a game before the rules do."""

from __future__ import annotations

from pathlib import Path

import pytest

from bolshak import Position
from bolshak.bench.match.adjudication import Adjudicator
from bolshak.bench.match.config import Adjudication
from bolshak.bench.match.faults import ConfigError
from bolshak.bench.match.tables import EndgameTables

POSITION = Position()


def verdicts(rules: Adjudication, scores: list[int | None], tables=None):
    """Verdict after each move of a game with these scores of the movers, White first."""
    adjudicator = Adjudicator(rules, tables)
    return [adjudicator.verdict("WB"[i % 2], score, POSITION) for i, score in enumerate(scores)]


def test_nothing_is_called_by_default():
    assert set(verdicts(Adjudication(), [0, 0] * 100 + [9999, -9999] * 100)) == {None}


def test_draw():
    rules = Adjudication(draw_move=3, draw_count=2, draw_score=10)
    assert verdicts(rules, [0, 5, -10, 10, 0, 0]) == [None] * 5 + [("", "both see a draw")]
    # One move of either side with another score, or with none, starts the count again.
    assert set(verdicts(rules, [0, 0, 0, 0, 50, 0, 0, 0])) == {None}
    assert set(verdicts(rules, [0, 0, 0, None, 0, 0, None, 0])) == {None}


def test_win_needs_both():
    rules = Adjudication(win_count=2, win_score=300)
    assert verdicts(rules, [300, -300, 400, -500])[-1] == ("W", "both see a win")
    assert verdicts(rules, [-300, 300, -400, 500])[-1] == ("B", "both see a win")
    assert set(verdicts(rules, [900, -200] * 9)) == {None}
    assert set(verdicts(rules, [900, 900] * 9)) == {None}
    assert set(verdicts(rules, [900, None] * 9)) == {None}


def test_longest_game():
    rules = Adjudication(max_moves=3)
    assert verdicts(rules, [None] * 6) == [None] * 5 + [("", "3 moves")]


def test_tables():
    class Tables:
        answers = iter([None, None, "B"])

        def result(self, position: Position) -> str | None:
            return next(self.answers)

    assert verdicts(Adjudication(), [0, 0, 0], Tables())[-1] == ("B", "endgame tables")


@pytest.mark.parametrize(("fen", "winner"), [
    ("W:WKa5,Kc3,Ke1:BKf8", "W"),               # Petrov's triangle
    ("B:WKa5,Kc3,Ke1:BKf8", "W"),
    ("W:WKf8:BKa5,Kc3,Ke1", "B"),
    ("W:WKa5,Kc7,Ke1:BKh8", ""),                # the lone king holds the main road
    ("W:WKa5,Kc3:BKf8,Kd8,Kb8", None),          # five pieces are not in the package
])
def test_tables_of_the_package(fen: str, winner: str | None) -> None:
    tables = EndgameTables("package", 0)
    assert tables.result(Position("russian", fen)) == winner


@pytest.mark.parametrize(("halfmoves", "winner"), [(14, "W"), (15, "")])
def test_a_win_that_comes_too_late_is_no_win(halfmoves: int, winner: str) -> None:
    """The next capture is 16 plies away, and the game is drawn after 15 moves of each side."""
    position = Position("russian", f"W:WKa5,Kc3,Ke1:BKf8:H{halfmoves}")
    assert EndgameTables("package", 0).result(position) == winner


def test_number_of_pieces_and_games_without_tables(tmp_path: Path) -> None:
    assert EndgameTables("package", 3).result(Position("russian", "W:WKa5,Kc3,Ke1:BKf8")) is None
    tables = EndgameTables(str(tmp_path), 0)
    assert tables.result(Position("frysk", "W:WK1:BK50")) is None
    assert tables.result(Position("turkish", "W:WKa1,Kb1:BKh8,Kg8")) is None
    assert tables.result(Position("russian", "W:WKa1:BKc1")) == ""
    with pytest.raises(ConfigError, match="no folder '/nowhere'"):
        EndgameTables("/nowhere", 0)


def test_numbers_of_pieces_that_make_no_sense() -> None:
    for pieces in (-1, 9):
        with pytest.raises(ConfigError, match="table_pieces is a number 0..8"):
            Adjudication(tables="package", table_pieces=pieces)
    with pytest.raises(ConfigError, match="without tables="):
        Adjudication(table_pieces=3)
