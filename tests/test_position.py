"""The Python API: positions, moves and games as values."""

from __future__ import annotations

import pytest

from bolshak import Game, MoveError, Position


def test_positions_are_values() -> None:
    start = Position("russian")
    move = start.legal_moves()[0]
    after = start.play(move)
    assert start == Position("russian") and hash(start) == hash(Position("russian"))
    assert after != start and after.side == "B"
    assert Position("giveaway") != start


def test_moves() -> None:
    position = Position("russian", "W:Wh6:Bg7,c5,d2")
    (move,) = position.legal_moves()
    names = position.board.name
    assert (names(move.origin), names(move.target)) == ("h6", "e1")
    assert {names(n) for n in move.captured} == {"g7", "c5", "d2"}
    assert move.crowns and not move.king and not move.quiet
    assert position.paths(move) == [tuple(
        (position.board.number(v), position.board.number(t))
        for v, t in (("g7", "f8"), ("c5", "b4"), ("d2", "e1")))]
    after = position.play(move)
    assert after.white_kings == (position.board.number("e1"),)
    assert after.verdict() is not None and after.verdict().winner == "W"
    with pytest.raises(ValueError, match="not legal"):
        after.play(move)
    with pytest.raises(TypeError):
        type(move)()


@pytest.mark.parametrize("pieces, message", [
    (([33], [], [], []), "no square 33"),
    (([0], [], [], []), "no square 0"),
    (([22, 22], [], [], []), "square 22 is named twice"),
    (([22], [], [22], []), "square 22 is named twice"),
    (([1], [], [], []), "crowning row"),
    (([], [], [29], []), "crowning row"),
    (([], list(range(1, 14)), [], []), "13 pieces"),
])
def test_bad_set_ups_are_refused(pieces: tuple[list[int], ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Position.from_pieces("russian", "W", *pieces)
    with pytest.raises(ValueError, match="side"):
        Position.from_pieces("russian", "X", [22], [], [], [])


def test_push_and_pop() -> None:
    game = Game("russian")
    for text in ("c3d4", "d6-c5", "b2c3"):
        game.push(text)
    with pytest.raises(MoveError):
        game.push("a1f8")
    assert len(game.moves) == 3 and game.position.side == "B"
    other = game.copy()
    other.push("f6g5")
    assert len(game.moves) == 3 and len(other.moves) == 4
    while game.moves:
        game.pop()
    assert game.position == game.start == Position("russian")
    with pytest.raises(IndexError):
        game.pop()


def test_repetitions_start_anew_after_a_man_move() -> None:
    game = Game("russian", "W:WKa3,a1:BKh4,h8")
    shuffle = ["a3b4", "h4g5", "b4a3", "g5h4"]
    for text in shuffle:
        game.push(text)
    assert game.repetitions() == 2
    game.push("a1b2")
    game.push("h4g5")
    assert game.repetitions() == 1
    for text in ["a3b4", "g5h4", "b4a3", "h4g5"] * 2:
        game.push(text)
    assert str(game.result()) == "draw: third repetition"


def test_sideways_men_of_turkish_repeat() -> None:
    game = Game("turkish", "W:Wa3,a2:Bh6,h7")
    for text in ["a3b3", "h6g6", "b3a3", "g6h6"] * 2:
        assert game.result() is None
        game.push(text)
    assert str(game.result()) == "draw: third repetition"


@pytest.mark.parametrize("game, fen, winner, reason", [
    ("russian", "W:Wa5,b6:Ba7,c7,d8,b8", "B", "no legal move"),
    ("giveaway", "W:Wa5,b6:Ba7,c7,d8,b8", "W", "no legal move"),
    ("international", "B:W50:B", "W", "no piece left"),
    ("antidraughts", "B:W50:B", "B", "no piece left"),
    ("breakthrough", "B:WK1,46:B20,25", "W", "first king"),
    ("ghanaian", "W:W41,42:BK26", "W", "one piece left"),
])
def test_ends(game: str, fen: str, winner: str, reason: str) -> None:
    result = Position(game, fen).verdict()
    assert result is not None
    assert (result.winner, result.reason) == (winner, reason)


def test_frisian_king_moves_are_part_of_the_position() -> None:
    held = Position("frisian", "W:WK28,31:B5:+0+328")
    free = Position("frisian", "W:WK28,31:B5")
    assert held.king_moves == ((3, 28), (0, 0))
    assert held != free and held.key != free.key
    assert len(held.legal_moves()) == 2 < len(free.legal_moves())
