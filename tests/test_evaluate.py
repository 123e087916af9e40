"""The evaluation: its quick form, its symmetry, and what it must know."""

from __future__ import annotations

import random

import pytest
from agree import random_start

import bolshak
from bolshak import Position
from bolshak.weights import TENTHS


def slow_value(position: Position) -> int:
    """Weights times features. Some weights are in tenths of a centi-man; what stands for a place
    on the board is summed in tenths and rounded once, towards zero."""
    whole = tenths = tempo = 0
    for name, value, weight in position.terms():
        if name in TENTHS:
            tenths += value * weight
        elif name in ("first king", "main road"):
            tenths += 10 * value * weight
        elif name == "tempo":
            tempo = weight
        else:
            whole += value * weight
    score = whole + int(tenths / 10)
    return (score if position.side == "W" else -score) + tempo


def turned(position: Position) -> Position:
    """The same position seen from the other side of the board."""
    board = position.board
    places = {(board.file(n), board.rank(n)): n for n in range(1, board.squares + 1)}

    def turn(numbers: tuple[int, ...]) -> list[int]:
        return [places[board.files - 1 - board.file(n), board.ranks - 1 - board.rank(n)]
                for n in numbers]

    return Position.from_pieces(
        position.game, "B" if position.side == "W" else "W", turn(position.black_men),
        turn(position.black_kings), turn(position.white_men), turn(position.white_kings))


@pytest.mark.parametrize("game", bolshak.games())
def test_quick_form_and_symmetry(game: str) -> None:
    chance = random.Random(1)
    for _ in range(60):
        position = random_start(game, chance)
        assert position.evaluate() == slow_value(position)
        assert position.evaluate() == turned(position).evaluate()


@pytest.mark.parametrize("game", bolshak.games())
def test_a_man_more_is_better_unless_the_goal_is_inverted(game: str) -> None:
    board = bolshak.board(game)
    white = [n for n in range(1, board.squares + 1) if board.rank(n) == 1]
    black = [n for n in range(1, board.squares + 1) if board.rank(n) == board.ranks - 2]
    more = Position.from_pieces(game, "W", white, [], black[1:], [])
    assert (more.evaluate() > 50) != bolshak.rules(game).inverted


@pytest.mark.parametrize("game", bolshak.games())
def test_an_empty_board_has_terms(game: str) -> None:
    """No division by the number of pieces."""
    empty = Position(game, "W:W:B")
    assert all(value == 0 for name, value, _ in empty.terms() if name != "tempo")
    assert abs(empty.evaluate()) < 10
