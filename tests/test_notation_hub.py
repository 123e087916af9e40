"""Positions and moves of the Hub protocol (protocols.md 3.4 and 3.5)."""

from __future__ import annotations

import random

import pytest

import bolshak
from bolshak.notation import (
    FenError,
    MoveError,
    format_fen,
    format_hub_move,
    format_hub_position,
    from_hub_number,
    hub_number,
    parse_hub_move,
    parse_hub_position,
    parse_move,
)


def texts(position: bolshak.Position, numbering: str = "board") -> set[str]:
    return {format_hub_move(position, move, numbering) for move in position.legal_moves()}


# Positions.

@pytest.mark.parametrize(("game", "text"), [
    ("russian", "W" + "b" * 12 + "e" * 8 + "w" * 12),
    ("international", "W" + "b" * 20 + "e" * 10 + "w" * 20),
    ("canadian", "W" + "b" * 30 + "e" * 12 + "w" * 30),
    ("spantsireti", "W" + "b" * 15 + "e" * 10 + "w" * 15),
    ("turkish", "W" + "e" * 8 + "b" * 16 + "e" * 16 + "w" * 16 + "e" * 8),
    ("english", "B" + "b" * 12 + "e" * 8 + "w" * 12),
    ("spanish", "W" + "b" * 12 + "e" * 8 + "w" * 12),       # rows from the top, not by number
    ("thai", "B" + "b" * 8 + "e" * 16 + "w" * 8),
])
def test_start_positions(game: str, text: str) -> None:
    position = bolshak.Position(game)
    assert format_hub_position(position) == text
    setup = parse_hub_position(bolshak.rules(game), text)
    assert (setup.side, setup.white_men, setup.black_men) == (
        position.side, position.white_men, position.black_men)


def test_kings_and_mirrored_boards() -> None:
    position = bolshak.Position("italian", "B:Wb1,Ka8:Bg8,Kh1")
    text = format_hub_position(position)
    assert text == "B" + "W" + "ee" + "b" + "e" * 24 + "w" + "ee" + "B"
    setup = parse_hub_position(position.rules, text)
    assert setup.white_kings == (1,) and setup.black_kings == (32,)


@pytest.mark.parametrize(("text", "parts"), [
    ("", ["0 characters", "33"]), ("W" + "e" * 31, ["32 characters"]),
    ("W" + "e" * 33, ["34 characters"]), ("W" + "e" * 50, ["51 characters"]),
    ("w" + "e" * 32, ["'w'", "offset 0"]), ("W" + "e" * 4 + "q" + "e" * 27, ["'q'", "offset 5"]),
    ("W" + "w" + "e" * 31, ["crowning row"]), ("W" + "e" * 31 + "b", ["crowning row"]),
    ("W" + "W" * 13 + "e" * 19, ["13 pieces"]),
])
def test_position_refused(text: str, parts: list[str]) -> None:
    with pytest.raises(FenError) as caught:
        parse_hub_position(bolshak.rules("russian"), text)
    for part in parts:
        assert part in str(caught.value)


# Numbers.

@pytest.mark.parametrize(("game", "square", "board", "pdn"), [
    ("russian", "c3", 22, 10), ("russian", "d4", 18, 14), ("russian", "a1", 29, 1),
    ("brazilian", "b8", 1, 29), ("turkish", "a3", 41, 17), ("turkish", "a4", 33, 25),
    ("english", "c3", 22, 11), ("english", "g1", 32, 1), ("italian", "a8", 1, 1),
    ("international", "d4", 32, 32), ("spanish", "h1", 32, 1), ("thai", "g1", 32, 1),
    ("frisian", "b10", 1, 1), ("spantsireti", "a1", 36, 1),
])
def test_numberings(game: str, square: str, board: int, pdn: int) -> None:
    record = bolshak.rules(game)
    number = record.board.number(square)
    assert hub_number(record, number) == board
    assert hub_number(record, number, "pdn") == pdn
    assert from_hub_number(record, board) == from_hub_number(record, pdn, "pdn") == number


def test_number_off_the_board() -> None:
    for number in (0, 33, -1):
        with pytest.raises(ValueError, match=r"1\.\.32"):
            from_hub_number(bolshak.rules("russian"), number)
    with pytest.raises(ValueError, match="numbering"):
        hub_number(bolshak.rules("russian"), 1, "other")


# Moves.

def test_moves_of_the_start_in_both_numberings() -> None:
    position = bolshak.Position()
    move = parse_hub_move(position, "22-18")
    assert move == parse_hub_move(position, "10-14", "pdn") == parse_move(position, "c3d4")
    assert format_hub_move(position, move) == "22-18"
    assert format_hub_move(position, move, "pdn") == "10-14"
    english = bolshak.Position("english", "W:W21-32:B1-12")
    assert parse_hub_move(english, "11-15", "pdn") == parse_hub_move(english, "22-18")


def test_captures_name_all_victims_in_ascending_order() -> None:
    position = bolshak.Position("russian", "W:Wh6:Bg7,c5,d2")
    assert texts(position) == {"12x31x8x14x26"}
    # The same squares from a1 = 1: h6 24, e1 3, d2 6, c5 18, g7 28.
    assert texts(position, "pdn") == {"24x3x6x18x28"}


@pytest.mark.parametrize("text", [
    "12x31x8x14x26", "12x31x26x14x8", "12x31x14x8x26", "12x31", "12-31", "12x3x17x31",
])
def test_capture_read(text: str) -> None:
    position = bolshak.Position("russian", "W:Wh6:Bg7,c5,d2")
    assert [parse_hub_move(position, text)] == position.legal_moves()


def test_single_capture_without_victim() -> None:
    position = bolshak.Position("international", "W:W28:B22,10")
    assert parse_hub_move(position, "28x17").captured == (22,)


def test_refused_if_two_moves_fit() -> None:
    position = bolshak.Position("international", "W:WK4:B13,20,32,37")
    with pytest.raises(MoveError, match="ambiguous: 4x15x13x20x32, 4x15x13x20x37"):
        parse_hub_move(position, "4x15")
    # Unlike other text, a path of one jump is not preferred: victims were left out.
    position = bolshak.Position("russian", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
    with pytest.raises(MoveError, match="ambiguous"):
        parse_hub_move(position, "3x17")
    assert parse_hub_move(position, "3x17x14").captured == (14,)


@pytest.mark.parametrize("text", [
    "", "22", "22-", "22-33", "0-4", "c3-d4", "22-17-13", "22x18x14", "22 - 18", "22-18!", "1-5",
    "22x18x", "\u0662\u0662-18", "9" * 400 + "-1",
])
def test_move_refused(text: str) -> None:
    with pytest.raises(MoveError) as caught:
        parse_hub_move(bolshak.Position(), text)
    assert len(str(caught.value)) < 600


def test_victims_must_be_all_and_only() -> None:
    position = bolshak.Position("russian", "W:Wh6:Bg7,c5,d2")
    for text in ("12x31x8x14", "12x31x8x14x26x26", "12x31x8x14x25"):
        with pytest.raises(MoveError):
            parse_hub_move(position, text)


@pytest.mark.parametrize("game", bolshak.games())
def test_random_games_in_both_numberings(game: str) -> None:
    rng = random.Random(f"hub {game}")
    position = bolshak.Position(game)
    for _ in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        for numbering in ("board", "pdn"):
            written = [format_hub_move(position, move, numbering) for move in moves]
            assert len(set(written)) == len(written)
            for move, text in zip(moves, written, strict=True):
                assert parse_hub_move(position, text, numbering) == move
                head, *victims = text.split("x", 2)
                if victims:
                    squares = text.split("x")
                    mixed = squares[2:]
                    rng.shuffle(mixed)
                    again = "x".join([*squares[:2], *mixed])
                    assert parse_hub_move(position, again, numbering) == move
        setup = parse_hub_position(position.rules, format_hub_position(position))
        same = bolshak.Position.from_pieces(game, setup.side, setup.white_men, setup.white_kings,
                                            setup.black_men, setup.black_kings)
        assert format_fen(same).split(":")[:3] == format_fen(position).split(":")[:3]
        position = position.play(rng.choice(moves))
