"""Draw counters and results against the reference, which scans the whole history each ply."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from agree import plain, random_start
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import Reference
from reference_draws import Game as ReferenceGame

import bolshak
from bolshak import Game, Position

DATA = Path(__file__).parent / "data" / "cases" / "draws.jsonl"
CASES = {case["id"]: case for case in map(json.loads, DATA.read_text("utf-8").splitlines())}


def play_case(name: str, draw_rules: str = "federation") -> list[str | None]:
    """The result after each ply of a case, the start included."""
    case = CASES[name]
    game = Game(case["variant"], case["fen"], draw_rules=draw_rules)
    results = [game.result()]
    for text in case["moves"]:
        game.push(text)
        results.append(game.result())
    assert game.position.fen(letters=False).split(":H")[0] == case["fen_after"]
    return [None if result is None else str(result) for result in results]


@pytest.mark.parametrize("name, reason", [
    ("R1", "draw: three kings against one, 15 moves"),
    ("R3", "draw: lone king on the main road, 5 moves"),
    ("R4", "draw: 15 king moves each"),
    ("R7", "draw: third repetition"),
])
def test_cases(name: str, reason: str) -> None:
    results = play_case(name)
    assert results[:-1] == [None] * (len(results) - 1)
    assert results[-1] == reason


def test_kings_only_with_six_pieces_is_no_draw_on_lidraughts() -> None:
    assert play_case("R4", "lidraughts")[-1] is None


def test_capture_of_the_last_piece_on_the_counting_move_wins() -> None:
    """The 30th ply of king moves draws, unless it leaves the other side without a piece."""
    quiet = Game("russian", "W:WKd8:BKe1,Kb8:H29")
    quiet.push("d8e7")
    assert str(quiet.result()) == "draw: 15 king moves each"
    winner = Game("russian", "W:WKd8:BKe7:H29")
    winner.push("d8h4")
    assert str(winner.result()) == "win: no piece left"


def test_half_moves_of_a_fen_seed_the_counter() -> None:
    assert str(Position("international", "W:WK1:BK50,K49:H50").verdict()).startswith("draw")
    assert Position("international", "W:WK1:BK50,K49:H49").verdict() is None


def test_two_kings_each_in_frisian_end_some_day() -> None:
    """No rule of the sources ends this; the third repetition does not either."""
    game = Game("frisian", "W:WK16,K38:BK9,K35")
    shuffle = ["38-21", "35-30", "21-38", "30-35"]
    for ply in range(200):
        assert game.result() is None, ply
        game.push(shuffle[ply % 4])
    assert str(game.result()) == "draw: 100 king moves each"


# Reasons of the reference, which speaks of clauses, do not matter here: only when and who.
def follow(game_name: str, draw_rules: str, seed: int, plies: int) -> None:
    chance = random.Random(seed)
    reference = Reference(game_name)
    position = random_ending(game_name, chance)
    model = ReferenceGame(game_name, reference.parse(position.fen(letters=False)), draw_rules)
    game = Game.from_position(Position(game_name, position.fen(), draw_rules=draw_rules))
    for _ in range(plies):
        expected, result = model.ending(), game.result()
        assert (expected is None) == (result is None), (
            game.start.fen(), [str(m) for m in game.moves], expected, result)
        if expected is not None and result is not None:
            assert expected.winner == result.winner
        moves = game.position.legal_moves()
        if not moves:
            return
        # Kings go to and fro for long; captures would end it too soon.
        quiet = [m for m in moves if m.quiet and m.king] or moves
        move = chance.choice(quiet if chance.random() < 0.9 else moves)
        game.push(move)
        model.push(plain(move))


def random_ending(game: str, chance: random.Random) -> Position:
    """Two to eight pieces, kings above all, as the draw clauses want them."""
    while True:
        position = random_start(game, chance)
        pieces = (position.white_men + position.white_kings, position.black_men
                  + position.black_kings)
        keep = chance.randint(1, 5), chance.randint(1, 3)
        kept = [set(chance.sample(side, min(n, len(side))))
                for side, n in zip(pieces, keep, strict=True)]
        kings = chance.random()
        men: list[list[int]] = [[], []]
        crowned: list[list[int]] = [[], []]
        for i, side in enumerate(kept):
            for square in side:
                forced = square in position.board.far_row("WB"[i])
                (crowned if forced or chance.random() < kings else men)[i].append(square)
        ending = Position.from_pieces(game, position.side, men[0], crowned[0], men[1], crowned[1])
        if ending.legal_moves():
            return ending


READINGS = [(game, reading) for game in bolshak.games()
            for reading in (("federation", "lidraughts")
                            if bolshak.rules(game).lidraughts_draws else ("federation",))]


@pytest.mark.parametrize("game, draw_rules", READINGS)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_random_endings(game: str, draw_rules: str, seed: int) -> None:
    follow(game, draw_rules, seed, 70)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game, draw_rules", READINGS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_many_random_endings(game: str, draw_rules: str, seed: int) -> None:
    follow(game, draw_rules, seed, 150)
