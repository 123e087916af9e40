"""Every row of moves_tricky.tsv and cases/moves.jsonl: the exact list of moves and of paths."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from agree import plain, position_of
from reference import Move as ReferenceMove
from reference import Reference

from bolshak import Position

DATA = Path(__file__).parent / "data"
MOVE = re.compile(r"(\d+)[x-](\d+)(?: \[([\d,]+)\])?.*?(=K)?$")


def tricky() -> list[object]:
    with open(DATA / "moves_tricky.tsv", encoding="utf-8", newline="") as file:
        table = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                 if not row[0].startswith("#")]
    return [pytest.param(row[0], row[2], row[5], row[7], id=f"{row[0]}-{row[1]}-{row[2]}")
            for row in table]


def from_text(text: str) -> tuple[int, int, tuple[int, ...], bool]:
    match = MOVE.match(text)
    assert match, text
    captured = tuple(sorted(map(int, match[3].split(",")))) if match[3] else ()
    return int(match[1]), int(match[2]), captured, bool(match[4])


def load(game: str, fen: str) -> Position:
    """The set-up, also where a man stands on its crowning row, which no FEN reader takes."""
    return position_of(game, Reference(game).parse(fen))


@pytest.mark.parametrize("game, fen, moves, paths", tricky())
def test_moves(game: str, fen: str, moves: str, paths: str) -> None:
    position = load(game, fen)
    found = [(m.origin, m.target, m.captured, m.crowns) for m in position.legal_moves()]
    expected = [from_text(text) for text in moves.split(" | ")] if moves else []
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("game, fen, moves, paths", tricky())
def test_turns(game: str, fen: str, moves: str, paths: str) -> None:
    """Every way of making a move, told apart as rules.md 1.4 tells turns apart."""
    position = load(game, fen)
    reference = Reference(game)
    counts: dict[ReferenceMove, int] = {}
    for path in reference.turns(reference.parse(fen)):
        counts[path.move] = counts.get(path.move, 0) + 1
    found = {plain(move): len(ways) for move, ways in position.all_paths().items()}
    assert found == counts
    for move, ways in position.all_paths().items():
        for legs in ways:
            assert legs[-1][1] == move.target
            if move.captured:
                assert tuple(sorted(victim for victim, _ in legs)) == move.captured


@pytest.mark.parametrize("case", [
    json.loads(line) for line in (DATA / "cases" / "moves.jsonl").read_text("utf-8").splitlines()],
                         ids=lambda case: case["id"])
def test_reported_bugs(case: dict[str, object]) -> None:
    """Positions from bug reports of other programs."""
    position = Position(str(case["variant"]), str(case["fen"]))
    moves = position.legal_moves()
    assert len(moves) == case["count"], case["why"]
    hub = {"x".join(map(str, (m.origin, m.target, *m.captured))) if m.captured
           else f"{m.origin}-{m.target}" for m in moves}
    assert hub == set(case["hub"]), case["why"]
