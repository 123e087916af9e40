"""Notation against the fact files: tricky positions with all their paths, cases of public bugs."""

from __future__ import annotations

import csv
import json
import pathlib
import random
import re

import pytest
from reference import Reference
from reference_rules import VARIANTS

import bolshak
from bolshak.notation import (
    FenError,
    format_hub_move,
    format_move,
    full_path,
    parse_hub_move,
    parse_move,
)

TESTS = pathlib.Path(__file__).parent
DATA = TESTS / "data"


def tricky() -> dict[str, list[list[str]]]:
    """Rows of moves_tricky.tsv by game."""
    with open(DATA / "moves_tricky.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    games: dict[str, list[list[str]]] = {}
    for row in rows:
        games.setdefault(row[0], []).append(row)
    return games


TRICKY = tricky()
CASES = [json.loads(line) for line in (DATA / "cases/moves.jsonl").read_text("utf-8").splitlines()]


def victims_of(text: str) -> tuple[int, ...]:
    bracket = re.search(r"\[([0-9,]*)\]", text)
    return tuple(sorted(map(int, bracket[1].split(",")))) if bracket and bracket[1] else ()


@pytest.mark.parametrize("game", TRICKY)
def test_every_path_of_the_tricky_positions_is_read(game: str) -> None:
    """All landing squares of the table, also those beyond the first square behind a victim."""
    tried = 0
    for _, _, numeric, algebraic, _, moves, _, paths in TRICKY[game]:
        try:
            position = bolshak.Position(game, numeric)
        except FenError as error:
            assert "crowning row" in str(error)     # a few rows study such men
            continue
        assert bolshak.Position(game, algebraic) == position
        listed = moves.split(" | ") if moves else []
        assert len(listed) == len(position.legal_moves())
        for text in [*listed, *(paths.split(" | ") if paths else [])]:
            squares = text.split(" via ")[-1].split(" ")[0]
            move = parse_move(position, squares)
            assert move.captured == victims_of(text), (numeric, text)
            tried += 1
        for text in listed:
            move = parse_move(position, text.split(" via ")[-1].split(" ")[0])
            hub = "x".join(map(str, (move.origin, move.target, *victims_of(text))))
            if victims_of(text):
                assert parse_move(position, hub) == move
            assert move.crowns == text.endswith("=K")
        texts = [format_move(position, move) for move in position.legal_moves()]
        assert len(set(texts)) == len(texts)
    assert tried or not any(row[5] for row in TRICKY[game])


def test_the_tricky_positions_are_all_there() -> None:
    assert sum(map(len, TRICKY.values())) == 538


def test_a_written_path_is_one_of_the_table() -> None:
    """What is printed stands in the table's list of paths, landing square for landing square."""
    checked = 0
    for game, rows in TRICKY.items():
        for row in rows:
            try:
                position = bolshak.Position(game, row[2])
            except FenError:
                continue
            paths = {tuple(map(int, re.split("[x-]", text.split(" ")[0])))
                     for text in row[7].split(" | ") if text}
            for move in position.legal_moves():
                assert full_path(position, move) in paths
                checked += 1
    assert checked > 1000


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_public_bug_cases(case: dict[str, list[str]]) -> None:
    position = bolshak.Position(str(case["variant"]), str(case["fen"]))
    for text, victims in zip(case["moves"], case["victims"], strict=True):
        numbers = [position.board.number(name) if isinstance(name, str) else name
                   for name in victims]
        assert parse_move(position, text).captured == tuple(sorted(numbers))
    moves = position.legal_moves()
    assert len(moves) == int(str(case["count"]))
    assert {format_hub_move(position, move) for move in moves} == set(case["hub"])
    for text in case["hub"]:
        assert format_hub_move(position, parse_hub_move(position, text)) == text


@pytest.mark.parametrize("game", [game for game in bolshak.games() if game in VARIANTS])
def test_every_path_of_the_oracle_is_read(game: str) -> None:
    """Random positions with kings; the slow model lists every landing square of every path."""
    rng = random.Random(f"paths {game}")
    oracle, record = Reference(game), bolshak.rules(game)
    captures = 0
    for _ in range(60):
        squares = list(range(1, record.board.squares + 1))
        rng.shuffle(squares)
        mine = squares[:rng.randint(1, min(3, record.men))]
        theirs = squares[3:3 + rng.randint(2, min(record.men, 3 * record.board.files // 4))]
        kings = ",".join(f"K{square}" for square in mine)
        others = ",".join(f"K{square}" for square in theirs)
        fen = f"W:W{kings}:B{others}"
        position = bolshak.Position(game, fen)
        for path in oracle.paths(oracle.parse(fen))[:300]:
            move = parse_move(position, "x".join(map(str, path.squares)))
            assert (move.origin, move.target, move.captured) == (
                path.squares[0], path.squares[-1], tuple(sorted(path.victims))), fen
            captures += bool(path.victims)
    assert captures > 20 or game in ("breakthrough", "gothic", "ghanaian")
