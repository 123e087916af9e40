"""Move counts from the fact files: start positions and positions met in play."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from bolshak import Position

DATA = Path(__file__).parent / "data"
FAST = 1_000_000        # nodes of one row in the fast suite
FAST_START = 30_000_000


def rows(name: str) -> list[list[str]]:
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]


def start_cases() -> list[object]:
    cases = []
    for game, convention, source, counts in rows("perft_start.tsv"):
        for depth, nodes in enumerate(map(int, counts.split(",")), 1):
            slow = [pytest.mark.slow] if nodes > FAST_START else []
            cases.append(pytest.param(game, convention, depth, nodes, marks=slow,
                                      id=f"{game}-{convention}-{depth}-{source[:4]}"))
    return cases


@pytest.mark.parametrize("game, convention, depth, nodes", start_cases())
def test_start(game: str, convention: str, depth: int, nodes: int) -> None:
    assert Position(game).perft(depth, turns=convention == "turns") == nodes


def position_cases() -> list[object]:
    return [pytest.param(game, fen, int(depth), int(nodes), id=f"{game}-{fen}",
                         marks=[pytest.mark.slow] if int(nodes) > FAST else [])
            for game, fen, depth, nodes in rows("perft_positions.tsv")]


@pytest.mark.parametrize("game, fen, depth, nodes", position_cases())
def test_position(game: str, fen: str, depth: int, nodes: int) -> None:
    assert Position(game, fen).perft(depth) == nodes


# rhalbersma/dctl and shashki.com, beyond the table: `strength.md` section 6.
@pytest.mark.slow
@pytest.mark.parametrize("game, turns, depth, nodes", [
    ("russian", False, 11, 110_917_189), ("russian", True, 11, 110_961_169),
    ("russian", False, 12, 544_770_444), ("russian", True, 12, 545_059_387),
    ("brazilian", False, 11, 105_491_257), ("brazilian", True, 11, 105_534_946),
    ("english", False, 11, 85_242_128), ("english", True, 12, 388_623_673),
    ("international", False, 10, 258_895_763), ("international", True, 10, 258_935_682),
])
def test_deep(game: str, turns: bool, depth: int, nodes: int) -> None:
    assert Position(game).perft(depth, turns=turns) == nodes


def test_divide_adds_up() -> None:
    position = Position("russian")
    divided = position.divide(6)
    assert len(divided) == 7
    assert sum(nodes for _, nodes in divided) == 37_986


def test_depth_zero_is_the_position_itself() -> None:
    assert Position("russian").perft(0) == 1


@pytest.mark.parametrize("game, fen", [("russian", "W:Wa5,b6:Ba7,c7,d8,b8"),
                                       ("international", "B:W50:B")])
def test_no_move_counts_nothing(game: str, fen: str) -> None:
    assert Position(game, fen).perft(1) == 0
    assert Position(game, fen).perft(4) == 0
