"""The rule records against the tables of rules.md 2, written down here once more by hand."""

from __future__ import annotations

import pytest

import bolshak
from bolshak import Position

# name: squares, men, first mover, PDN type, names of the corner squares 1 and N
TABLE = {
    "russian": (32, 12, "W", 25, "b8", "g1"),
    "giveaway": (32, 12, "W", None, "b8", "g1"),
    "diagonal": (32, 12, "W", None, "b8", "g1"),
    "brazilian": (32, 12, "W", 26, "b8", "g1"),
    "international": (50, 20, "W", 20, "b10", "i1"),
    "canadian": (72, 30, "W", 27, "b12", "k1"),
    "pool": (32, 12, "B", 23, "b8", "g1"),
    "english": (32, 12, "B", 21, "b8", "g1"),
    "italian": (32, 12, "W", 22, "a8", "h1"),
    "spanish": (32, 12, "W", 24, "h1", "a8"),
    "portuguese": (32, 12, "W", 28, "h1", "a8"),
    "czech": (32, 12, "W", 29, "b8", "g1"),
    "turkish": (64, 16, "W", 30, "a8", "h1"),
    "armenian": (64, 16, "W", None, "a8", "h1"),
    "thai": (32, 8, "B", 31, "g1", "b8"),
    "frisian": (50, 20, "W", 40, "b10", "i1"),
    "frysk": (50, 5, "W", 97, "b10", "i1"),
    "antidraughts": (50, 20, "W", 98, "b10", "i1"),
    "breakthrough": (50, 20, "W", 96, "b10", "i1"),
    "killer": (50, 20, "W", None, "b10", "i1"),
    "spantsireti": (40, 15, "W", 41, "b8", "i1"),
    "filipino": (32, 12, "W", None, "a8", "h1"),
    "jamaican": (32, 12, "B", 23, "a8", "h1"),
    "german": (32, 12, "W", None, "b8", "g1"),
    "gothic": (64, 16, "W", None, "a8", "h1"),
    "argentinian": (32, 12, "W", None, "h1", "a8"),
    "slovak": (32, 8, "W", None, "b8", "g1"),
    "ghanaian": (50, 20, "W", None, "a10", "j1"),
    "nigerian": (50, 20, "W", None, "a10", "j1"),
    "srilankan": (72, 30, "W", None, "a12", "l1"),
    "southafrican": (98, 42, "W", None, "b14", "m1"),
}


@pytest.mark.parametrize("name", TABLE)
def test_record(name: str) -> None:
    squares, men, first, pdn_type, one, last = TABLE[name]
    rules, board = bolshak.rules(name), bolshak.board(name)
    assert (board.squares, rules.men, rules.first, rules.pdn_type) == (squares, men, first,
                                                                       pdn_type)
    assert (board.name(1), board.name(squares)) == (one, last)
    start = Position(name)
    assert start.side == first
    assert len(start.white_men) == len(start.black_men) == men
    assert not start.white_kings and not start.black_kings
    assert max(map(board.rank, start.white_men)) < min(map(board.rank, start.black_men)) \
        or name == "diagonal"


def test_every_game_is_in_the_table_or_a_switch_of_one() -> None:
    switches = {"turkish-cont", "armenian-end", "armenian-strike", "thai-strike", "thai-3rows"}
    assert set(bolshak.games()) == set(TABLE) | switches
    assert bolshak.games()[0] == "russian"


def test_unknown_game() -> None:
    with pytest.raises(bolshak.UnknownGame, match="'chess'"):
        bolshak.rules("chess")
    with pytest.raises(ValueError, match="'house'"):
        Position("russian", draw_rules="house")


@pytest.mark.parametrize("name", bolshak.games())
def test_squares_have_one_number_and_one_name(name: str) -> None:
    board = bolshak.board(name)
    for number in range(1, board.squares + 1):
        assert board.number(board.name(number)) == number
        assert board.at(board.file(number), board.rank(number)) == number
    assert len(set(board.bits[1:])) == board.squares


def test_lines_of_a_board() -> None:
    board = bolshak.board("russian")
    square = board.number
    assert board.between(square("a1"), square("d4")) == (square("b2"), square("c3"))
    assert board.between(square("d4"), square("a1")) == (square("c3"), square("b2"))
    assert board.between(square("a1"), square("b2")) == ()
    assert board.between(square("a1"), square("c5")) is None
    road = {"a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"}
    assert {board.name(n) for n in board.main_road} == road
    with pytest.raises(ValueError, match="a2"):
        square("a2")
