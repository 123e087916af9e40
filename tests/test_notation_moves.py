"""Move text in every form of protocols.md 2.6: read, written, refused when it is ambiguous."""

from __future__ import annotations

import random
import time

import pytest

import bolshak
from bolshak import movetext
from bolshak.notation import MoveError, format_move, format_path, full_path, parse_move


def at(fen: str, game: str = "russian") -> bolshak.Position:
    return bolshak.Position(game, fen)


def fault(position: bolshak.Position, text: str) -> str:
    with pytest.raises(MoveError) as caught:
        parse_move(position, text)
    return str(caught.value)


LONG = "W:Wh6:Bg7,c5,d2"                                        # one move: h6:f8:b4:e1
KING = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"            # f8:b4 takes one piece or four
FOUR = "W:WK4:B13,20,32,37"                                     # international: 4x15 is two moves


# Reading.

@pytest.mark.parametrize("text", [
    "h6f8b4e1", "h6:f8:b4:e1", "h6-f8-b4-e1", "h6xf8xb4xe1", "h6*f8*b4*e1", "H6:F8:B4:E1",
    "h6Xf8Xb4Xe1", "h6e1", "h6:e1", "h6b4e1", "h6f8e1", " h6:e1 ", "h6 : e1",
    "12x3x17x31", "12x31", "12-31", "12:3:31", "1231", "12x31x8x14x26", "12x31x26x8x14",
    "he1", "h:e1", "h:f8:b4:e1", "h-e1",
])
def test_one_capture_in_many_spellings(text: str) -> None:
    position = at(LONG)
    assert parse_move(position, text) == position.legal_moves()[0]


@pytest.mark.parametrize(("game", "fen", "texts"), [
    ("russian", None, ["c3d4", "c3-d4", "C3D4", "c3xd4", "22-18", "2218", "22x18", "cd4", "c-d4"]),
    ("international", None, ["32-28", "3228", "d4e5", "D4-E5", "32 - 28", "32- 28"]),
    ("canadian", None, ["a5b6", "a5-b6", "43-37", "4337"]),
    ("thai", None, ["c7d6", "c7-d6", "27-23", "cd6"]),
])
def test_one_quiet_move_in_many_spellings(game: str, fen: str | None, texts: list[str]) -> None:
    position = bolshak.Position(game, fen)
    moves = {parse_move(position, text) for text in texts}
    assert len(moves) == 1
    assert not next(iter(moves)).captured


def test_two_digit_ranks() -> None:
    position = at("W:W6,50:BK5", "international")
    assert parse_move(position, "a9b10") == parse_move(position, "6-1")
    assert format_move(position, parse_move(position, "61")) == "a9b10"


def test_a_full_path_beats_every_other_reading() -> None:
    position = at(KING)
    assert parse_move(position, "f8b4").captured == (14,)
    assert parse_move(position, "f8:b4").captured == (14,)
    assert parse_move(position, "f8h6f4d6b4").captured == (8, 14, 15, 16)
    assert parse_move(position, "f8:f4:b4").captured == (8, 14, 15, 16)     # squares left out
    assert parse_move(position, "3x17x16x8x15x14").captured == (8, 14, 15, 16)
    same_ends = at("W:WK11:BK8,K16,23,24")
    assert parse_move(same_ends, "11x4").captured == (8,)


def test_ambiguity_is_an_error_and_names_the_moves() -> None:
    position = at(FOUR, "international")
    message = fault(position, "4x15")
    assert "'4x15' is ambiguous" in message
    assert "4x27x38x15" in message and "4x31x42x15" in message
    assert parse_move(position, "4x27x38x15").captured == (13, 20, 32)
    assert parse_move(position, "4x27x15").captured == (13, 20, 32)
    assert parse_move(position, "4x15x13x20x32").captured == (13, 20, 32)
    assert parse_move(position, "4x15x37x20x13").captured == (13, 20, 37)


def test_same_ends_and_number_of_victims_is_ambiguous() -> None:
    position = at("W:WK47:B14,19,29,31,42", "international")
    assert "ambiguous" in fault(position, "47x36")
    for move in position.legal_moves():
        assert parse_move(position, format_move(position, move, "pdn")) == move


def test_victims_of_the_hub_form_in_any_order() -> None:
    position = at("B:W11,17,18,21,25,26,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,12", "brazilian")
    move = parse_move(position, "8x13x11x17x18")
    assert parse_move(position, "8x13x11x18x17") == move == parse_move(position, "g7e5c3a5")
    assert move.captured == (11, 17, 18)
    assert "not legal" in fault(position, "8x13x11x17x25")


def test_any_landing_square_of_a_straight_run() -> None:
    position = at("W:WKa1:Bc3,f6")
    targets = {move.target: move for move in position.legal_moves()}
    assert len(targets) == 2
    for square in ("d4", "e5"):
        for end in ("g7", "h8"):
            number = position.board.number(end)
            assert parse_move(position, f"a1{square}{end}") == targets[number]
    assert format_move(position, targets[4]) == "a1d4h8"        # directly behind the victim
    assert "not legal" in fault(position, "a1b2h8")             # before the victim
    assert "not legal" in fault(position, "a1g7h8")             # beyond the next one


def test_a_short_landing_is_the_only_one_in_thai() -> None:
    position = at("W:WKg1:Be3,b6", "thai")
    move, = position.legal_moves()
    assert format_move(position, move) == "g1d4a7"
    assert "not legal" in fault(position, "g1c5a7")


def test_every_path_of_a_move_is_read_and_one_is_written() -> None:
    position = at("W:WK26:B14,15,22,23")
    for move in position.legal_moves():
        for path in position.paths(move):
            squares = (move.origin, *(landing for _, landing in path))
            names = format_path(position.board, squares, ":", True)
            assert parse_move(position, names) == move
        assert format_move(position, move) == format_path(
            position.board, full_path(position, move), "", True)


def test_round_trip_capture_to_its_own_square() -> None:
    position = at("W:WK26:B14,15,22,23")
    move = parse_move(position, "26x26x14x15x22x23")
    assert move.origin == move.target == 26
    assert parse_move(position, "26x26") == move
    assert parse_move(position, format_move(position, move)) == move


def test_digits_without_separator_only_if_one_cut_is_legal() -> None:
    position = at("W:W11:B22", "international")
    assert parse_move(position, "116").target == 6          # 11-6, for 1-16 is not legal
    kings = at("W:WK3,K31:BK50", "international")
    assert "ambiguous" in fault(kings, "314")               # 3-14 and 31-4
    assert parse_move(kings, "3104") == parse_move(kings, "31-4")
    assert "no move" in fault(kings, "9999")


def test_colloquial_needs_exactly_one_fit() -> None:
    start = bolshak.Position()
    assert parse_move(start, "cd4") == parse_move(start, "c3d4")
    assert parse_move(start, "ab4") == parse_move(start, "a3b4")
    assert "not legal" in fault(start, "ce5")
    assert "ambiguous" in fault(at("W:Wc3,Kc5:Bh8"), "cd4")
    wide = bolshak.Position("international")
    assert "no move" in fault(wide, "de5")                  # only on 8x8


def test_colloquial_does_not_prefer_the_direct_capture() -> None:
    assert "ambiguous" in fault(at(KING), "f:b4")


# Refusing.

@pytest.mark.parametrize(("text", "parts"), [
    ("", ["no move", "empty"]), ("c3", ["'c3' is no move"]), ("c3d", ["no move"]),
    ("--", ["no move"]),
    ("c3e4", ["'e4' is no playing square"]), ("i3d4", ["'i3' is no playing square"]),
    ("33-28", ["no square 33", "offset 0"]), ("22-0", ["no square 0", "offset 3"]),
    ("22-18-999", ["no square 999"]), ("a1f8", ["'a1f8' is not legal"]),
    ("c3d4!", ["'!'", "offset 4"]),
    ("c3 d4", ["no move"]), ("c3--d4", ["no move"]), ("c3\u2013d4", ["no move"]),
    ("c3d4" * 30, ["..."]), ("c3d4" * 30000, ["120000 characters"]),
    ("\u0441\u0033d4", ["no move"]), ("22-\u0661", ["no move"]),
])
def test_refused(text: str, parts: list[str]) -> None:
    message = fault(bolshak.Position(), text)
    assert len(message) < 200
    for part in parts:
        assert part in message


def test_a_capture_that_stops_early_is_told() -> None:
    assert "the capture goes on" in fault(at(LONG), "h6:f8")
    assert "the capture goes on" in fault(at(LONG), "h6f8b4")
    assert "the capture goes on" not in fault(at(LONG), "h6g5")


def test_no_move_at_the_end_of_the_game() -> None:
    position = at("W:Wa5,b6:Ba7,c7,d8,b8")
    assert "not legal" in fault(position, "a5b4")


# Writing.

@pytest.mark.parametrize(("game", "fen", "text", "pdn"), [
    ("russian", None, "c3d4", "c3-d4"), ("russian", LONG, "h6f8b4e1", "h6:e1"),
    ("russian", KING, "f8b4", "f8:b4"), ("russian", KING, "f8h6f4d6b4", "f8:h6:f4:d6:b4"),
    ("international", None, "d4e5", "32-28"), ("international", FOUR, "4x27x38x15", "4x27x38x15"),
    ("international", "W:W28:B22,12", "28x17x8", "28x8"),
    ("thai", "B:W23:BK14", "14x27", "14-27"), ("turkish", None, "a3a4", "a3-a4"),
    ("brazilian", "W:Wb6:Bc7,e7", "b6d8f6", "b6xf6"), ("english", None, "11-15", "11-15"),
    ("spanish", None, "10-14", "10-14"), ("southafrican", None, "57-50", "57-50"),
])
def test_pdn_output(game: str, fen: str | None, text: str, pdn: str) -> None:
    position = bolshak.Position(game, fen)
    move = next((move for move in position.legal_moves()
                 if format_move(position, move) == text), None) or parse_move(position, text)
    assert format_move(position, move, "pdn") == pdn


def test_pdn_output_in_the_other_notation() -> None:
    position = at(LONG)
    move, = position.legal_moves()
    assert format_move(position, move, "pdn", letters=False) == "12:31"
    with pytest.raises(ValueError, match="style"):
        format_move(position, move, "morse")


def test_a_move_without_known_path_is_written_with_its_victims(
        monkeypatch: pytest.MonkeyPatch) -> None:
    position = at(FOUR, "international")
    monkeypatch.setattr(movetext, "_all_paths", lambda _: {})
    for style in ("coordinate", "pdn"):
        texts = [format_move(position, move, style) for move in position.legal_moves()]
        assert sorted(texts) == ["4x15x13x20x32", "4x15x13x20x37"]
        assert [parse_move(position, text) for text in texts] == position.legal_moves()


# Every game: what is printed is distinct and read back (P34, P41).

def spellings(position: bolshak.Position, move: bolshak.Move) -> list[str]:
    """Full texts of a move: none of them may be refused."""
    path = full_path(position, move)
    texts = [format_path(position.board, path, separator, letters)
             for separator in "-:x*" for letters in (True, False)]
    return [*texts, format_path(position.board, path, "", True),
            "x".join(map(str, (move.origin, move.target, *reversed(move.captured)))),
            format_move(position, move).upper()]


def check(position: bolshak.Position) -> None:
    moves = position.legal_moves()
    for style, letters in (("coordinate", None), ("pdn", None), ("pdn", True), ("pdn", False)):
        texts = [format_move(position, move, style, letters) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [parse_move(position, text) for text in texts] == moves
    for move in moves:
        for text in spellings(position, move):
            assert parse_move(position, text) == move, text
        short = f"{move.origin}x{move.target}"
        rivals = [other for other in moves
                  if (other.origin, other.target) == (move.origin, move.target)]
        if len(rivals) == 1 or len(move.captured) < 2:
            assert parse_move(position, short) == move
        elif all(len(other.captured) > 1 for other in rivals):
            assert "ambiguous" in fault(position, short)


@pytest.mark.parametrize("game", bolshak.games())
def test_random_positions(game: str) -> None:
    rng = random.Random(f"notation {game}")
    record = bolshak.rules(game)
    for _ in range(12):
        # Few pieces, half of them kings: long captures that a game from the start seldom shows.
        count = rng.randint(4, max(4, 2 * record.men // 3))
        numbers = rng.sample(range(1, record.board.squares + 1), count)
        lists: dict[str, list[int]] = {name: [] for name in ("w", "W", "b", "B")}
        for number in numbers:
            side = rng.choice("wb")
            crowned = rng.random() < 0.5 or number in record.board.far_row(side.upper())
            lists[side.upper() if crowned else side].append(number)
        position = bolshak.Position.from_pieces(game, rng.choice("WB"), lists["w"], lists["W"],
                                                lists["b"], lists["B"])
        check(position)
    position = bolshak.Position(game)
    for _ in range(40):
        moves = position.legal_moves()
        if not moves:
            break
        check(position)
        position = position.play(rng.choice(moves))


def test_reading_short_moves_is_fast() -> None:
    """Game files need thousands of moves a second; the bound has much room on a slow machine."""
    position = bolshak.Position()
    texts = [format_move(position, move, "pdn") for move in position.legal_moves()]
    begun = time.perf_counter()
    for _ in range(300):
        for text in texts:
            parse_move(position, text)
    assert time.perf_counter() - begun < 300 * len(texts) / 3000
