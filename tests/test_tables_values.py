"""Values and distances against the slow solver, which shares nothing with the engine."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from agree import pieces_of, position_of
from reference import Position as ReferencePosition
from slow_solver import Result, SlowSolver, materials
from tables_help import built

from bolshak import Position
from bolshak.position import Position as EnginePosition
from bolshak.tables import DATA, Tables
from bolshak.tables_check import random_positions, verify
from bolshak.tables_plan import family_of, pairs

GAMES = ["russian", "giveaway", "brazilian", "pool", "english", "italian", "spanish", "czech",
         "thai", "international", "antidraughts", "killer", "turkish", "armenian", "gothic",
         "nigerian", "spantsireti"]
EIGHT = GAMES[:9]


def told(tables: Tables, position: EnginePosition) -> Result | None:
    answer = tables.answer(position)
    return None if answer is None else (answer.value, answer.distance)


def solver(game: str) -> SlowSolver:
    return SlowSolver(game, lone_pairs_drawn=family_of(game).lone_pairs_drawn)


def all_equal(game: str, tables: Tables, pieces: int) -> int:
    """Compares every position of so many pieces; returns their number."""
    slow = solver(game)
    for material in materials(pieces):
        slow.solve(material)
    seen = 0
    for key, result in slow.results.items():
        if len(key) == pieces:
            seen += 1
            position = position_of(game, ReferencePosition("W", dict(key)))
            assert told(tables, position) == result, position.fen()
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_all_positions_of_two_pieces(game: str) -> None:
    family = family_of(game)
    tables = Tables(game, [built(game)])
    assert tables.pieces == 3 and not tables.problems
    assert all_equal(game, tables, 2) == sum(map(family.positions, pairs(2)))


def test_all_positions_of_two_kings_and_one() -> None:
    slow = solver("russian")
    slow.solve((0, 2, 0, 1))
    tables = Tables("russian", [DATA])
    for key, result in slow.results.items():
        position = position_of("russian", ReferencePosition("W", dict(key)))
        assert told(tables, position) == result, position.fen()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", EIGHT)
def test_all_positions_of_three_pieces(game: str) -> None:
    folder = DATA if game == "russian" else built(game)
    assert all_equal(game, Tables(game, [folder]), 3) == 196_032


def derived(game: str, slow: SlowSolver, tables: Tables, position: EnginePosition) -> Result:
    """A result from those of the positions one move on, the moves being the reference's.

    If this agrees everywhere then all wins and losses are right, by induction over the distance,
    and with them the draws: a position that keeps out of them for ever is one.
    """
    pieces = pieces_of(position)
    if position.side == "B":
        pieces = slow.turned(pieces)
    moves = []
    for key, final in slow.steps(pieces):
        result = told(tables, position_of(game, ReferencePosition("W", dict(key))))
        assert result is not None
        moves.append((result, final))
    return slow.derive(moves)


def agree_at_random(game: str, folder: Path, pieces: int, count: int, seed: int) -> None:
    chance = random.Random(seed)
    slow = solver(game)
    tables = Tables(game, [folder])
    family = family_of(game)
    sizes = [family.positions(pair) for pair in pairs(pieces)]
    seen = 0
    while seen < count:
        (pair,) = chance.choices(pairs(pieces), sizes)
        for position in random_positions(family, pair, 1, chance):      # none if it is a capture
            seen += 1
            assert told(tables, position) == derived(game, slow, tables, position), position.fen()


@pytest.mark.parametrize("game", GAMES)
def test_random_positions_of_three_pieces(game: str) -> None:
    agree_at_random(game, built(game), 3, 150, 7)


def test_random_positions_of_four_pieces() -> None:
    agree_at_random("russian", DATA, 4, 400, 8)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("pieces", [4, 5])
def test_many_random_positions(pieces: int) -> None:
    agree_at_random("russian", built("russian", pieces), pieces, 20_000, pieces)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", EIGHT[1:])
def test_many_random_positions_of_other_games(game: str) -> None:
    agree_at_random(game, built(game, 4), 4, 2_000, 9)


def test_both_colours_are_one() -> None:
    tables = Tables("russian", [DATA])
    slow = solver("russian")
    chance = random.Random(3)
    family = family_of("russian")
    for pair in pairs(4):
        for position in random_positions(family, pair, 20, chance):
            pieces = pieces_of(position)
            turned = ReferencePosition("B" if position.side == "W" else "W", slow.turned(pieces))
            assert told(tables, position) == told(tables, position_of("russian", turned))


def test_captures_are_looked_through() -> None:
    tables = Tables("russian", [DATA])
    answer = tables.answer(Position("russian", "W:Wc3:Bd4"))
    assert answer is not None and (answer.value, answer.distance) == (1, 1)
    # The capture is forced, and what is left is lost.
    answer = tables.answer(Position("russian", "W:Wa3:Bb4,d6,d8"))
    assert answer is not None and answer.value == -1


def test_no_pieces_and_no_moves() -> None:
    tables = Tables("russian", [DATA])
    give = Tables("giveaway", [built("giveaway")])
    for game, asked, value in (("russian", tables, -1), ("giveaway", give, 1)):
        for fen in ("W:W:Bc3", "W:Wa3:Bb4,c5"):
            answer = asked.answer(Position(game, fen))
            assert answer is not None and (answer.value, answer.distance) == (value, 0), fen


def test_too_many_pieces_have_no_answer() -> None:
    tables = Tables("russian", [DATA])
    assert tables.answer(Position("russian")) is None
    assert tables.answer(Position("russian", "W:WKa1,Kc1,Ke1:BKh8,Kb8")) is None
    many = Position.from_pieces("russian", "W", [], range(1, 10), [], [32])
    assert tables.answer(many) is None and tables.best_moves(many) == []


def test_another_game_is_refused() -> None:
    tables = Tables("russian", [DATA])
    assert tables.answer(Position("diagonal", "W:WKa1:BKh6")) is not None
    with pytest.raises(ValueError, match="tables of russian asked about english"):
        tables.answer(Position("english", "W:WK1:BK31"))


def test_any_number_of_threads() -> None:
    tables = Tables("russian", [DATA])
    chance = random.Random(4)
    family = family_of("russian")
    asked = [p for pair in pairs(4) for p in random_positions(family, pair, 100, chance)]
    expected = [told(tables, position) for position in asked]
    wrong: list[int] = []

    def ask() -> None:
        for _ in range(3):
            tables.speed(asked)                 # this one without the GIL
            if [told(tables, position) for position in asked] != expected:
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("game", ["russian", "english", "turkish"])
def test_verification_agrees(game: str) -> None:
    check = verify(game, [built(game)], 50, seed=2)
    assert check.files == 18 and check.positions > 300 and not check.faults
