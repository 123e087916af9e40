"""Replaying PDN games: the variant, set-ups, illegal moves, results that look like moves."""

from __future__ import annotations

import pytest

import bolshak
from bolshak.pdn import (
    PdnError,
    PdnGame,
    PdnMove,
    canonical,
    from_game,
    guess_variant,
    read_games,
    replay,
    start_position,
    variant_of,
)


def game(text: str) -> PdnGame:
    only, = read_games(text)
    return only


# Which game.

@pytest.mark.parametrize(("tags", "variant"), [
    ({}, "russian"), ({"GameType": ""}, "russian"), ({"GameType": "20"}, "international"),
    ({"GameType": "20,W,10,10,N1,0"}, "international"), ({"GameType": "21"}, "english"),
    ({"GameType": "22"}, "italian"), ({"GameType": "23"}, "pool"),
    ({"GameType": "23,W,8,8,A0,0"}, "pool"), ({"GameType": "23,B,8,8,A1,1"}, "jamaican"),
    ({"GameType": "24"}, "spanish"), ({"GameType": "25"}, "russian"),
    ({"GameType": "25, W, 8, 8, A0, 0"}, "russian"), ({"GameType": "26"}, "brazilian"),
    ({"GameType": "27"}, "canadian"), ({"GameType": "27,W,12,12,N2,0"}, "canadian"),
    ({"GameType": "27,B,8,8,N1,0"}, "pool"), ({"GameType": "28"}, "portuguese"),
    ({"GameType": "29"}, "czech"), ({"GameType": "30"}, "turkish"), ({"GameType": "31"}, "thai"),
    ({"GameType": "31,B,8,8,N2,0"}, "thai"), ({"GameType": "31,W,8,8,N1,1"}, "portuguese"),
    ({"GameType": "32"}, "english"), ({"GameType": "40"}, "frisian"),
    ({"GameType": "41"}, "spantsireti"), ({"GameType": "96"}, "breakthrough"),
    ({"GameType": "97"}, "frysk"), ({"GameType": "98"}, "antidraughts"),
    ({"GameType": "99"}, "international"),
    ({"GameType": "31", "Variant": "Portuguese"}, "portuguese"),
    ({"GameType": "27", "Variant": "pool"}, "pool"), ({"Variant": "Frysk!"}, "frysk"),
    ({"Variant": "From Position"}, "international"), ({"Variant": "Russian draughts"}, "russian"),
    ({"Variant": "American"}, "english"), ({"Variant": "checkers"}, "english"),
    ({"Variant": "thai-strike"}, "thai-strike"),
    ({"GameType": "25", "Variant": "something"}, "russian"),
])
def test_variant(tags: dict[str, str], variant: str) -> None:
    assert variant_of(PdnGame(tags)) == variant


def test_variant_given_from_outside_is_used_only_without_tags() -> None:
    assert variant_of(PdnGame(), "italian") == "italian"
    assert variant_of(PdnGame({"GameType": "20"}), "italian") == "international"


@pytest.mark.parametrize("tags", [
    {"GameType": "0"}, {"GameType": "50"}, {"GameType": "chess"}, {"GameType": "9" * 5000},
    {"Variant": "halma"},
])
def test_unknown_variant(tags: dict[str, str]) -> None:
    with pytest.raises(PdnError, match="unknown"):
        variant_of(PdnGame(tags))


@pytest.mark.parametrize(("text", "variant"), [
    ("1. c3-d4 d6-c5", "russian"), ("1. 32-28 19-23", "international"),
    ("1. 11-15 23-19", "english"), ("1. 22-18 9-14", "russian"),
    ("1. 43-37 25-31", "international"),
    ("1. 43-37 72-66", "canadian"), ("*", "international"),
    ('[FEN "W:W31-50:B1-20"] 32-28', "international"),
    ('[FEN "?:W31:B1"] 27-23', "english"),      # nothing to go by: the first that is thought of
])
def test_guess(text: str, variant: str) -> None:
    assert guess_variant(game(text)) == variant


# Where it starts.

def test_start_without_fen_is_the_game_s_own() -> None:
    assert start_position(PdnGame(), "english").side == "B"
    assert replay(game('[GameType "21"] 1. 11-15 23-19')).plies == 2


def test_fen_without_setup_and_with_another_side() -> None:
    done = replay(game('[FEN "B:Wc3,e3:Bd6,h8."] 1... d6-c5 2. e3-d4 c5:e3'))
    assert done.plies == 3 and done.problem is None


def test_numeric_fen_with_moves_in_letters() -> None:
    text = '[FEN "W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4."] 1. c3-d4'
    assert replay(game(text)).game.position.fen().startswith("B:Wd4,a3,e3,g3,b2")


@pytest.mark.parametrize("fen", ["?:W29,13,11:B22,4,2", "W:Wa2:B", "junk"])
def test_bad_fen(fen: str) -> None:
    with pytest.raises(PdnError, match="FEN: "):
        replay(game(f'[FEN "{fen}"] 1. c3-d4'))


# Moves.

def test_moves_before_an_illegal_one_are_kept() -> None:
    done = replay(game('[Event "x"]\n\n1. c3-d4 d6-c5\n2. b2-c4 c5-b4'))
    assert done.plies == 2
    assert str(done.problem) == "4:4: move 3: 'b2-c4' is no move: 'c4' is no playing square"
    assert done.game.position.side == "W"


def test_an_unfinished_capture_is_reported() -> None:
    done = replay(game('[FEN "W:Wh6:Bg7,c5,d2"] 1. h6:f8:b4'))
    assert done.problem and "the capture goes on" in done.problem.message


def test_an_ambiguous_short_capture_is_reported() -> None:
    text = '[GameType "20"] [FEN "W:WK4:B13,20,32,37"] 1. {}'
    done = replay(game(text.replace("{}", "4x15")))
    assert done.problem and "ambiguous" in done.problem.message
    assert replay(game(text.replace("{}", "4x27x38x15"))).problem is None


def test_a_gap_in_the_moves_stops_at_the_next_illegal_move() -> None:
    done = replay(game("1. c3-d4 d6-c5 2. - - 3. b2-c3"))
    assert done.plies == 3


def test_a_score_of_ten_points_or_a_move() -> None:
    tags = '[GameType "20"] [Result "2-8"] '
    # 2-8 is no move at the start: it is the result.
    done = replay(game(tags + "1. 32-28 2-8"))
    assert (done.plies, done.result, done.problem) == (1, "2-8", None)
    # Here it is a legal move.
    done = replay(game(tags + '[FEN "B:W50:B2,30"] 1... 2-8'))
    assert (done.plies, done.result) == (1, "*")
    # Without the tag the last word is tried as a move first.
    done = replay(game('[GameType "20"] 1. 32-28 4-6'))
    assert (done.plies, done.result, done.problem) == (1, "4-6", None)
    assert replay(game('[GameType "20"] 1. 32-28 4-6 1-0')).problem is not None


def test_setup_inside_the_moves() -> None:
    done = replay(game('[GameType "20"] 1. 32-28 19-23 18. /FEN "B:W32,33:B1,3"/ ... 1-6 2. 33-29'))
    assert done.problem is None and done.plies == 4
    assert [len(part.moves) for part in (*done.earlier, done.game)] == [2, 2]
    assert done.game.position.fen() == "B:W29,32:B3,6"
    bad = replay(game('[GameType "20"] 1. 32-28 /FEN "junk"/ 1-6'))
    assert bad.problem and bad.plies == 1


def test_replay_keeps_to_the_rules_of_drawing_asked_for() -> None:
    done = replay(game("1. c3-d4"), draw_rules="lidraughts")
    assert done.game.position.draw_rules == "lidraughts"


# Canonical games.

def test_canonical_text_of_moves() -> None:
    text = '[FEN "W:Wh6:Bg7,c5,d2"] 1. h6xf8xb4xe1! {x}'
    only = canonical(game(text))
    assert [(move.text, move.marks, move.comments) for move in only.moves] == [
        ("h6:e1", "!", ["x"])]
    ambiguous = '[GameType "20"] [FEN "W:WK4:B13,20,32,37"] 1. 4x15x13x20x37'
    assert canonical(game(ambiguous)).moves[0].text == "4x31x42x15"
    assert canonical(game("1. 22-18 cd6")).moves[0].text == "c3-d4"


@pytest.mark.parametrize(("style", "text"), [
    ("pdn", "h6:e1"), ("letters", "h6:e1"), ("numbers", "12:31"), ("coordinate", "h6f8b4e1"),
    ("hub", "12x31x8x14x26"),
])
def test_styles(style: str, text: str) -> None:
    only = game('[FEN "W:Wh6:Bg7,c5,d2"] 1. h6:e1')
    assert canonical(only, style=style).moves[0].text == text
    assert replay(canonical(only, style=style)).problem is None
    with pytest.raises(ValueError, match="style"):
        canonical(only, style="morse")


def test_variations_are_rewritten_from_the_position_before_the_move() -> None:
    only = canonical(game("1. c3d4 d6c5 (d6e5 e3f4 (a3b4) ) 2. b2c3"))
    variation, = only.moves[1].variations
    assert [move.text for move in variation.moves] == ["d6-e5", "e3-f4"]
    assert variation.moves[1].variations[0].moves[0].text == "a3-b4"
    assert not only.problems


def test_a_line_that_breaks_keeps_its_text() -> None:
    only = canonical(game("1. c3d4 d6c5 2. a1h8 b2c3"))
    assert [move.text for move in only.moves] == ["c3-d4", "d6-c5", "a1h8", "b2c3"]
    assert [str(problem) for problem in only.problems] == ["1:17: 'a1h8' is not legal"]


def test_canonical_tags() -> None:
    start = canonical(game('[Event "x"] [SetUp "1"] [FEN "W:W21-32:B1-12"] 1. c3-d4'))
    assert start.tags == {"Event": "x", "GameType": "25,W,8,8,A0,0"}
    other = canonical(game('[GameType "20"] [FEN "B:W50,49.:B1-2."] *'))
    assert other.tags == {"GameType": "20,W,10,10,N2,0", "SetUp": "1", "FEN": "B:W49,50:B1,2"}


@pytest.mark.parametrize("name", bolshak.games())
def test_written_tags_name_the_game(name: str) -> None:
    position = bolshak.Position(name)
    played = bolshak.Game(name)
    played.push(position.legal_moves()[0])
    pdn = from_game(played)
    assert variant_of(pdn, "italian" if name != "italian" else "russian") == name
    assert "FEN" not in pdn.tags
    assert replay(pdn).plies == 1


def test_score_in_a_canonical_game() -> None:
    tags = '[GameType "20"] [Result "2-8"] '
    only = canonical(game(tags + "1. 32-28 2-8"))
    assert ([move.text for move in only.moves], only.result) == (["32-28"], "2-8")
    only = canonical(game(tags + '[FEN "B:W50:B2,30"] 1... 2-8'))
    assert ([move.text for move in only.moves], only.result) == (["2-8"], "*")
    only = canonical(game('[GameType "20"] 1. 32-28 4-6'))
    assert ([move.text for move in only.moves], only.result) == (["32-28"], "4-6")


# Games of the engine.

def test_from_game_with_result() -> None:
    played = bolshak.Game("international", "B:W32:B28")
    played.push("28x37")
    pdn = from_game(played, {"White": "a"})
    assert pdn.result == "0-2"
    assert pdn.tags["White"] == "a" and pdn.tags["FEN"] == "B:W32:B28"
    assert pdn.moves == [PdnMove("28x37")]
    assert from_game(bolshak.Game()).result == "*"
    won = bolshak.Game("russian", "W:Wa5,b6:Ba7,c7,d8,b8")
    assert from_game(won).result == "0-1"
