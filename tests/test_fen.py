"""FEN: what is accepted, what is refused and why, canonical output (rules.md 6.1)."""

from __future__ import annotations

import csv
import pathlib
import random

import pytest

import bolshak
from bolshak import notation
from bolshak.notation import FenError, parse_fen

DATA = pathlib.Path(__file__).parent / "data"


def rows(name: str) -> list[list[str]]:
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


def read(text: str, game: str = "russian") -> notation.Setup:
    return parse_fen(bolshak.rules(game), text)


def canonical(text: str, game: str = "russian", letters: bool | None = None) -> str:
    return notation.format_fen(bolshak.Position(game, text), letters)


def fault(text: str, game: str = "russian") -> str:
    with pytest.raises(FenError) as caught:
        read(text, game)
    return str(caught.value)


# The table of cases.

OUR_CHOICE = {      # rows marked "decide": rules.md 6.1 says how we decide
    "w:wka1,b2:bh8": "refuse",
    "W:Wc3,c3:Bf6": "refuse",
    "\ufeffW:Wc3:Bf6": "accept",
    "W:WKb2,Kb4,Kb6,Kb8,Kd2,Kd4,Kd6,Kd8,Kf2,Kf4,Kf6,Kf8,Kh2,Kh4:BKa1": "refuse",
}


@pytest.mark.parametrize("row", rows("cases/fen.tsv"), ids=lambda row: row[1] or "empty")
def test_case_table(row: list[str]) -> None:
    game, text, expected, _, numeric, moves = row
    text = text.replace("\\ufeff", "\ufeff")
    if expected == "decide":
        expected = OUR_CHOICE[text]
    if expected == "refuse":
        fault(text, game)
        return
    position = bolshak.Position(game, text)
    if numeric:
        # The table leaves out the counters.
        assert notation.format_fen(position, letters=False).partition(":H")[0] == numeric
    if moves:
        assert len(position.legal_moves()) == int(moves)


# Accepted.

@pytest.mark.parametrize("text", [
    "W:Wc3,e3:Bf6", "W:Bf6:Wc3,e3", " W : W e3 , c3 : B f6 ", '"W:Wc3,e3:Bf6"', "'W:We3,c3:Bf6'",
    '[FEN "W:Wc3,e3:Bf6"]', '\ufeff[FEN "W:Wc3,e3:Bf6."]\n', "W:Wc3,e3.:Bf6.", "W:Wc3,e3:Bf6..",
    "W:W22,e3:B11", "W:W22-23:B11-11", "W:Wc3,e3:Bf6:H0:F1", "W:Wc3,e3:Bf6:X9:", "W:W:Wc3,e3:Bf6",
])
def test_same_position_in_many_spellings(text: str) -> None:
    assert canonical(text) == "W:Wc3,e3:Bf6"


def test_start_positions_are_canonical_for_every_game() -> None:
    for game in bolshak.games():
        position = bolshak.Position(game)
        assert position.side == bolshak.rules(game).first
        assert len(position.white_men) == len(position.black_men) == bolshak.rules(game).men


def test_a_k_before_a_range_crowns_all_of_it() -> None:
    setup = read("W:WK12-14,20:BK28", "international")
    assert setup.white_kings == (12, 13, 14)
    assert setup.white_men == (20,)


@pytest.mark.parametrize(("text", "side"), [
    # The second letter tells: old files put a constant letter in front.
    ("W:B:W31-50:B1-20", "B"), ("W:W:W31-50:B1-20", "W"), ("B:B:W31-50:B1-20", "B"),
    ("B:W:B1-20:W31-50", "W"), ("W:B:WK2,28,31,44:B20,K50", "B"),
    # A colour listed once is an empty list, not a doubled side.
    ("W:W:BK5", "W"), ("W:B:WK5", "W"), ("B:B:WK5", "B"), ("B:W50:B", "B"),
])
def test_doubled_side_letter(text: str, side: str) -> None:
    assert read(text, "international").side == side


def test_old_file_with_doubled_side_really_is_a_black_move() -> None:
    position = bolshak.Position("international", "W:B:WK2,28,31,44:B20,K50")
    assert [(move.origin, move.target) for move in position.legal_moves()] == [(50, 36)]


def test_a_side_without_pieces() -> None:
    assert canonical("B:W50:B", "international") == "B:W50:B"
    assert canonical("W:W:BK5", "international") == "W:W:BK5"
    assert canonical("W:BK5", "international") == "W:W:BK5"     # list missing altogether


def test_clock_fields_are_kept_in_bounds() -> None:
    setup = read("W:WKd2:Bf6:H12:F40")
    assert (setup.halfmoves, setup.move_number) == (12, 40)
    setup = read("W:WKd2:Bf6:H9999999999999999999:F0")
    assert (setup.halfmoves, setup.move_number) == (100, 1)
    assert read("W:WKd2:Bf6:F501").move_number == 500


def test_file_k_of_wide_boards_is_no_crown() -> None:
    assert read("W:Wk3,Kk1:Bb10", "canadian").white_men == (bolshak.board("canadian").number("k3"),)
    assert read("W:Wk3,Kk1:Bb10", "canadian").white_kings == (72,)


# Frisian counters: Black first.

def test_frisian_counters() -> None:
    setup = read("W:WK28,31:B5:+0+328", "frisian")
    assert setup.king_moves == ((3, 28), (0, 0))
    assert read("W:WK28,31:B5:+0+3e5", "frisian") == setup
    setup = read("B:W31,K28:BK5,17:+105+228", "frisian")
    assert setup.king_moves == ((2, 28), (1, 5))
    assert canonical("B:W31,K28:BK5,17:+105+228", "frisian") == "B:WK28,31:BK5,17:+105+228"
    assert canonical("W:WK28,31:B5:+0+0", "frisian") == "W:WK28,31:B5"


def test_frisian_counter_without_square_means_the_only_king() -> None:
    assert read("W:WK28,31:B5:+0+2", "frisian").king_moves == ((2, 28), (0, 0))
    assert "no such king" in fault("W:WK28,K30,31:B5:+0+2", "frisian")


def test_frisian_counter_means_nothing_without_a_man() -> None:
    assert read("W:WK28:B5:+0+328", "frisian").king_moves == ((0, 0), (0, 0))


def test_frisian_counter_faults() -> None:
    assert "no such king" in fault("W:WK28,31:B5:+0+330", "frisian")
    assert "at most 3" in fault("W:WK28,31:B5:+0+428", "frisian")
    assert "+n" in fault("W:WK28,31:B5:+0", "frisian")
    read("W:WK28,31:B5:+0", "international")        # elsewhere the field means nothing


# Refused, with the token and its offset in the message.

@pytest.mark.parametrize(("text", "parts"), [
    ("", ["empty"]), (" . ", ["empty"]), ('[FEN ""]', ["empty"]),
    ("W", ["no list"]), ("blah", ["'blah'", "offset 0"]), ("w:Wc3:Bf6", ["'w'", "lower case"]),
    ("?:W29,13:B22", ["side to move is unknown"]), ("W:wc3:Bf6", ["'wc3'", "offset 2"]),
    ("W:Wc3:bf6", ["'bf6'", "offset 6"]), ("X:Wc3", ["'X'"]), ("W:c3,e3", ["'c3,e3'", "offset 2"]),
    ("W:W0:B32", ["'0'", "offset 3", "1..32"]), ("W:W33:B1", ["'33'", "offset 3"]),
    ("W:W5:B99999999999999999999", ["offset 6", "not on the board"]),
    ("W:W5:B" + "9" * 9999, ["..."]),
    ("W:Wa2:Bh8", ["'a2'", "offset 3", "no playing square"]), ("W:Wi9:Bh8", ["'i9'"]),
    ("W:Wc3,c3:Bf6", ["22 (c3)", "twice", "offset 6"]), ("W:Wc3:Bc3", ["22 (c3)", "twice"]),
    ("W:Wc3,22:Bf6", ["22 (c3)", "twice"]), ("W:Wc3:We3:Bf6", ["W are listed twice", "offset 6"]),
    ("W:Wb8:Bf6", ["man of White", "1 (b8)"]), ("W:Wc3:Bg1", ["man of Black", "32 (g1)"]),
    ("W:W31-21:B1", ["'31-21'", "descending", "offset 3"]), ("W:W21-33:B1", ["'33'"]),
    ("W:Wa1-c1:B1", ["'a1-c1'", "numbers only"]), ("W:WK:Bf6", ["K without a square"]),
    ("W:Wc3,:Bf6", ["empty entry", "offset 6"]), ("W:WC3:Bf6", ["'C3'"]),
    ("W:WKka1:Bf6", ["'Kka1'"]),
    ("W:Wc3 e3:Bf6", ["'c3e3'"]), ("W:W2 2:Bf6", ["blank inside the number", "offset 3"]),
    ("W:WGc3:Bf6", ["captured pieces"]), ("W:WP22:Bf6", ["captured pieces"]),
    ("W:Wc3.e3:Bf6", ["'c3.e3'"]), ("W:Wc3:Bf6:Hx", ["'Hx'", "number"]),
    ("W:W\u00b2:B1", ["no square"]), ("W:W\u0661:B1", ["no square"]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ["side to move"]),
])
def test_refused(text: str, parts: list[str]) -> None:
    message = fault(text)
    assert "\n" not in message
    for part in parts:
        assert part in message


def test_offsets_count_from_the_text_as_given() -> None:
    assert "offset 6 " in fault("  W: Wx9:Bf6") + " "
    assert "offset 9 " in fault('[FEN "W:Wx9:Bf6"]') + " "


@pytest.mark.parametrize(("game", "limit"), [
    ("russian", 12), ("thai", 12), ("slovak", 12), ("turkish", 16), ("spantsireti", 15),
    ("international", 20), ("frysk", 20), ("canadian", 30), ("southafrican", 42),
])
def test_most_pieces_of_a_side(game: str, limit: int) -> None:
    record = bolshak.rules(game)
    assert record.most_pieces == limit
    kings = ",".join(f"K{number}" for number in range(1, limit + 1))
    assert len(read(f"W:W{kings}:B", game).white_kings) == limit
    message = fault(f"W:W{kings},K{limit + 1}:B", game)
    assert f"White has {limit + 1} pieces" in message and str(limit) in message


def test_position_refuses_with_the_same_error() -> None:
    with pytest.raises(bolshak.FenError):
        bolshak.Position("russian", "W:Wa2:Bh8")
    assert issubclass(bolshak.FenError, ValueError)


def test_frysk_takes_as_many_pieces_as_the_board() -> None:
    bolshak.Position("frysk", "W:WK11:B10,K15,17,K20,27,K37,K43,44")


# Written.

def test_output_order_kings_and_notation() -> None:
    text = "W:BK29,K5,b8:W28,Ke1,9"
    assert canonical(text) == "W:Wb6,h2,Ke1:Bb8,Ka7,Ka1"
    assert canonical(text, letters=False) == "W:W9,28,K31:B1,K5,K29"
    assert canonical("W:W31:BK5,1", "international") == "W:W31:B1,K5"
    assert canonical("W:W31:BK5,1", "international", letters=True) == "W:Wb4:Bb10,Kj10"


def test_half_moves_are_written_only_if_there_are_some() -> None:
    assert canonical("W:WKd2:BKh8:H0:F7") == "W:WKd2:BKh8"
    assert canonical("W:WKd2:BKh8:H12:F7") == "W:WKd2:BKh8:H12:F1"
    position = bolshak.Position("russian", "W:WKd2:BKh8:H12:F7")
    assert notation.format_fen(position, move_number=7) == "W:WKd2:BKh8:H12:F7"


def test_mirrored_and_rotated_boards() -> None:
    assert canonical("W:Wb1:Ba8", "italian", letters=False) == "W:W29:B1"
    assert canonical("W:Wh1:Ba8,g8", "spanish", letters=False).startswith("W:W1:B")
    assert canonical("B:Wg1:Bb8", "thai", letters=False) == "B:W1:B32"
    assert canonical("W:Wa1,h1:Ba8,h8", "turkish", letters=False) == "W:W57,64:B1,8"


@pytest.mark.parametrize("game", bolshak.games())
def test_positions_of_random_games_survive_writing_and_reading(game: str) -> None:
    rng = random.Random(f"fen {game}")
    position = bolshak.Position(game)
    for _ in range(80):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
        for letters in (None, True, False):
            text = notation.format_fen(position, letters)
            again = bolshak.Position(game, text)
            assert notation.format_fen(again, letters) == text
            assert (again.side, again.white_men, again.white_kings, again.black_men,
                    again.black_kings) == (position.side, position.white_men, position.white_kings,
                                           position.black_men, position.black_kings)
            assert again.halfmoves == min(position.halfmoves, 100)
            assert again.king_moves == position.king_moves
