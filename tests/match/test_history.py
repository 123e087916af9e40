"""What engines are told: the same game in fewer words."""

from __future__ import annotations

import random

import pytest

from bolshak import Game, notation
from bolshak.bench.match.history import History


def from_uci(text: str, game: str) -> Game:
    """The game of a position command."""
    where, _, moves = text.partition(" moves ")
    told = Game(game, None if where == "startpos" else where.removeprefix("fen "))
    for move in moves.split():
        told.push(move)
    return told


def from_hub(position: str, moves: str, game: str) -> Game:
    setup = notation.parse_hub_position(Game(game).position.rules, position)
    start = type(Game(game).position).from_pieces(
        game, setup.side, setup.white_men, setup.white_kings, setup.black_men, setup.black_kings)
    told = Game.from_position(start)
    for move in moves.split():
        told.push(notation.parse_hub_move(told.position, move))
    return told


@pytest.mark.parametrize("game", ["russian", "international", "english", "turkish", "frisian",
                                  "thai", "armenian", "brazilian"])
def test_engines_learn_all_that_matters(game):
    """Position, draw counters and repetitions are those of the whole game."""
    chance = random.Random(game)
    cut = 0
    for _ in range(6):
        played = Game(game)
        history = History(played)
        while played.result() is None and history.ply < 250:
            history.push(chance.choice(played.position.legal_moves()))
            told = from_uci(history.uci(), game)
            assert told.position == played.position
            assert told.position.counters == played.position.counters
            assert told.repetitions() == played.repetitions()
            assert told.result() == played.result()
            assert from_hub(*history.hub("board"), game).position.fen().split(":H")[0] == \
                played.position.fen().split(":H")[0]
            cut = max(cut, history.ply - len(told.moves))
    assert cut > 10


def test_start_position_and_set_up():
    assert History(Game()).uci() == "startpos"
    assert History(Game("russian", "W:Wc3:Bf6")).uci() == "fen W:Wc3:Bf6"
    game = Game()
    game.push("c3d4")
    assert History(game).uci() == "startpos moves c3d4"


def test_hub_numberings():
    game = Game()
    game.push("c3d4")
    history = History(game)
    start = "W" + "b" * 12 + "e" * 8 + "w" * 12
    assert history.hub("board") == (start, "22-18")
    assert history.hub("pdn") == (start, "10-14")
    history.push(game.position.legal_moves()[0])
    assert len(history.hub("board")[1].split()) == 2
