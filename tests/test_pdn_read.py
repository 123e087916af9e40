"""Reading PDN: every trap of rules.md 6.2, places of problems, streaming."""

from __future__ import annotations

import io
import itertools
import pathlib
import random
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from bolshak.pdn import PdnGame, PdnMove, read_file, read_games

Document = str | bytes


def games(document: Document) -> list[PdnGame]:
    source = document if isinstance(document, str) else io.BytesIO(document)
    return list(read_games(source))


def game(document: Document) -> PdnGame:
    only, = games(document)
    return only


def words(moves: list[PdnMove]) -> list[str]:
    return [move.text for move in moves]


def line(document: Document) -> list[str]:
    """The main line of the only game, which must be without problems."""
    only = game(document)
    assert only.problems == []
    return words(only.moves)


def problems(document: Document) -> list[str]:
    return [str(problem) for only in games(document) for problem in only.problems]


# Moves.

@pytest.mark.parametrize(("text", "expected"), [
    ("1. 32-28 19-23 2. 28x19 14x23 *", ["32-28", "19-23", "28x19", "14x23"]),
    ("1.32-28 19-23 2.28x19", ["32-28", "19-23", "28x19"]),
    ("1 32-28 19-23 2 28x19", ["32-28", "19-23", "28x19"]),
    ("1. c3-d4 d6:b4 2.a3:c5:e7", ["c3-d4", "d6:b4", "a3:c5:e7"]),
    ("1. c3d4 A3-B4 d6xb4xd2 d4*f6", ["c3d4", "A3-B4", "d6xb4xd2", "d4*f6"]),
    ("1. cd4 d:f6 2. gh4", ["cd4", "d:f6", "gh4"]),
    ("21. 39x28x17x6 14-19", ["39x28x17x6", "14-19"]),
    ("18. 49-43  2- 7  19. 47x 9  4x 1\n1-0", ["49-43", "2-7", "47x9", "4x1"]),
    ("1... 7-12 2. 1-6", ["7-12", "1-6"]), ("1. ... 7-12", ["7-12"]), ("1. \u2026 7-12", ["7-12"]),
    ("1. 3228 1923", ["3228", "1923"]), ("1-6* 32-28", ["1-6", "32-28"]),
    ("6.\n39-33 5-10", ["39-33", "5-10"]), ("1.a3b4", ["a3b4"]), ("41. 32-28 - -", ["32-28"]),
    ("1. 28\u00d719 14\u201319", ["28x19", "14-19"]), ("12x31x8x14x26", ["12x31x8x14x26"]),
    ("1. j10i9 k1l2", ["j10i9", "k1l2"]),
])
def test_moves(text: str, expected: list[str]) -> None:
    assert line(text) == expected


@pytest.mark.parametrize(("text", "result"), [
    ("32-28 1-0", "1-0"), ("32-28 0-1", "0-1"), ("32-28 1/2-1/2", "1/2-1/2"), ("32-28 2-0", "2-0"),
    ("32-28 1-1", "1-1"), ("32-28 0-2", "0-2"), ("32-28 0-0", "0-0"), ("32-28 *", "*"),
    ("32-28", "*"), ("32-28 \u00bd-\u00bd", "1/2-1/2"), ("32-28 1 - 0", "1-0"), ("54. 1-0", "1-0"),
    ('[Result "2-0"]\n32-28', "2-0"), ('[Result "2-0"]\n32-28 *', "2-0"),
    ('[Result "2-0"]\n32-28 0-2', "0-2"), ("32-28 10-0", "10-0"), ("32-28 {won} 1-0", "1-0"),
])
def test_results(text: str, result: str) -> None:
    only = game(text)
    assert only.result == result
    assert "Result" not in only.tags
    assert len(only.moves) <= 1


def test_results_and_moves_are_told_by_the_whole_word() -> None:
    assert line("1. 1-6 1-10 2. 10-14 1-12 11-16 1-0") == ["1-6", "1-10", "10-14", "1-12", "11-16"]


def test_ten_point_score_at_the_end() -> None:
    only = game('[Result "4-6"]\n1. 32-28 1-6 4-6')
    assert (words(only.moves), only.result, only.score) == (["32-28", "1-6"], "4-6", True)
    # Without the tag it is a move as far as the reader can tell; replaying finds out.
    assert line("1. 32-28 4-6") == ["32-28", "4-6"]
    assert line('[Result "4-6"]\n1. 4-6 32-28') == ["4-6", "32-28"]


def test_marks_nags_and_lone_star() -> None:
    only = game("1.32-28!? 19-23(!?!!!) 2.28x19 $7 $140 14x23?? (?) 3. 1-6* 7-12 *")
    assert [move.marks for move in only.moves] == ["!?", "(!?!!!)", "", "??(?)", "*", ""]
    assert only.moves[2].nags == [7, 140]
    assert only.result == "*" and not only.problems


# Comments.

@pytest.mark.parametrize(("text", "comment"), [
    ("32-28 {good}", "good"), ("32-28 { a\n  b }", "a b"), ("32-28 {a ; b % c (d) [e] $1 }",
                                                            "a ; b % c (d) [e] $1"),
    ("32-28 ; to the end {of the line\n", "to the end {of the line"),
    ("32-28 { a { b } c } ", "a { b } c"), ("32-28 { a { b } {c} d {e} } ", "a { b } {c} d {e}"),
    ("32-28 { a { b\n }\n c }", "a { b } c"), ("32-28 { a { b }", "a { b"),
    ("32-28 {1. 19-23 1-0}", "1. 19-23 1-0"), ('32-28 {\n[Event "x"]\n}', '[Event "x"]'),
])
def test_one_comment(text: str, comment: str) -> None:
    only = game(text + " 19-23" if not text.startswith("32-28 ;") else text + "19-23")
    assert [move.comments for move in only.moves] == [[comment], []]
    assert not only.problems


def test_brace_inside_a_comment_of_the_standard_does_not_nest() -> None:
    only = game("1. 32-28 { a { b } 19-23 {c} 2. 28x19 14x23")
    assert words(only.moves) == ["32-28", "19-23", "28x19", "14x23"]
    assert only.moves[0].comments == ["a { b"] and only.moves[1].comments == ["c"]


def test_comments_before_the_first_move_and_after_the_result() -> None:
    only = game('[Event "x"]\n{before} 1. 32-28 {} 1-0 {after}')
    assert only.comments == ["before"]
    assert only.moves[0].comments == ["after"]


def test_open_comment_ends_with_its_game() -> None:
    first, second = games('1. 32-28 19-23 {open\n2. 28x19\n\n[Event "b"]\n[Round "1"]\n33-28 *')
    assert words(first.moves) == ["32-28", "19-23"]
    assert [str(problem) for problem in first.problems] == ["1:16: comment is not closed"]
    assert second.tags == {"Event": "b", "Round": "1"} and words(second.moves) == ["33-28"]
    # Also without a blank line, if more than one tag follows.
    first, second = games('1. 32-28 {open\n[Event "b"]\n[Round "1"]\n33-28 {c} *')
    assert words(second.moves) == ["33-28"]


def test_percent_line_is_skipped() -> None:
    assert line("% a { comment\n1. 32-28\n%19-24\n19-23 *") == ["32-28", "19-23"]
    assert game('% first\n[Date "2012.02.01"]\n1. 32-28').tags == {"Date": "2012.02.01"}


def test_clock_and_evaluation() -> None:
    only = game("1. 32-28 {[%clk 1:02:03.5] [%eval 0.35]} 19-23 {[%eval #-5]} 2. 28x19 "
                "{ [%clock w0:10:00 B0:09:58] [%emt 0:00:04]} 14x23")
    one, two, three, four = only.moves
    assert one.clock == 3723.5 and one.evaluation == 0.35 and one.mate is None
    assert two.mate == -5 and two.evaluation is None and two.clock is None
    assert three.clocks == {"W": 600, "B": 598} and three.elapsed == 4
    assert four.clocks == {} and four.evaluation is None
    odd, = game("32-28 {[%clk 1:..:9] [%eval #.] [%eval ..]}").moves
    assert (odd.clock, odd.mate, odd.evaluation) == (3609, None, None)


# Variations.

def test_nested_variations_keep_the_main_line() -> None:
    only = game("32-28 19-23 (18-23 38-32 (37-32? 23-29! { why }) 12-18) 28x19 14x23 ({x} 13x24)")
    assert words(only.moves) == ["32-28", "19-23", "28x19", "14x23"]
    variation, = only.moves[1].variations
    assert words(variation.moves) == ["18-23", "38-32", "12-18"]
    inner, = variation.moves[1].variations
    assert [(move.text, move.marks) for move in inner.moves] == [("37-32", "?"), ("23-29", "!")]
    assert inner.moves[1].comments == ["why"]
    assert only.moves[3].variations[0].comments == ["x"]


def test_brackets_that_do_not_match() -> None:
    assert problems("32-28 (33-28 19-23") == ["1:1: variation is not closed"]
    assert problems("32-28 ) 19-23") == ["1:7: ')' without '('"]
    assert problems("(32-28) 33-28") == ["1:1: variation before the first move"]
    first, second = games('32-28 (33-28\n\n[Event "b"]\n34-30')
    assert first.problems and not second.problems and words(second.moves) == ["34-30"]


def test_variations_nested_without_end() -> None:
    only = game("32-28 " + "(33-28 " * 200 + ")" * 200 + " 19-23")
    assert words(only.moves) == ["32-28", "19-23"]
    assert "nested too deep" in str(only.problems[0])
    repr(only)


def test_a_result_in_a_variation_does_not_end_the_game() -> None:
    only = game("32-28 (33-28 1-0) 19-23 2-0")
    assert words(only.moves) == ["32-28", "19-23"] and only.result == "2-0"


# Tags and games.

@pytest.mark.parametrize(("text", "tags"), [
    ('[Event "a"]', {"Event": "a"}), ('[Event   "a  b"  ]', {"Event": "a  b"}),
    (' [ Event "a" ] ', {"Event": "a"}), ('[Event ""]', {"Event": ""}), ("[Event]", {"Event": ""}),
    ('[White "a \\"b\\""]', {"White": 'a "b"'}), ('[Site "C:\\\\x"]', {"Site": "C:\\x"}),
    ('[Site "C:\\x"]', {"Site": "C:\\x"}),
    ('[A "1"] [B "2"][C "3"]', {"A": "1", "B": "2", "C": "3"}),
    ('[White "[x] {y} ; z"]', {"White": "[x] {y} ; z"}),
    ('[Unknown_Tag9 "q"]', {"Unknown_Tag9": "q"}),
])
def test_tags(text: str, tags: dict[str, str]) -> None:
    only = game(text + " 32-28 *")
    assert only.tags == tags and words(only.moves) == ["32-28"] and not only.problems


@pytest.mark.parametrize(("text", "tags"), [
    ('[White "Joe "X" Y"]', {"White": 'Joe "X" Y'}), ('[White "Joe]', {"White": "Joe"}),
    ("[White Joe]", {"White": "Joe"}), ('[White "C:\\"]', {"White": "C:\\"}),
])
def test_tags_that_are_not_well_formed(text: str, tags: dict[str, str]) -> None:
    only = game(text + "\n32-28 *")
    assert only.tags == tags and words(only.moves) == ["32-28"]
    assert [str(problem) for problem in only.problems] == ["1:1: tag 'White' is not well formed"]


def test_games_begin_at_the_first_tag_after_moves() -> None:
    text = '[Event "a"]\n32-28\n[Event "b"]\n33-28 1-0\n[Event "c"]\n*\n34-29 *\n35-30'
    found = games(text)
    assert [(only.tags.get("Event"), words(only.moves), only.result) for only in found] == [
        ("a", ["32-28"], "*"), ("b", ["33-28"], "1-0"), ("c", [], "*"), (None, ["34-29"], "*"),
        (None, ["35-30"], "*")]
    assert [only.line for only in found] == [1, 3, 5, 7, 8]


def test_games_in_one_line() -> None:
    first, second = games('[Event "a"] 1. 32-28 * [Event "b"] 1. 33-28 *')
    assert first.tags == {"Event": "a"} and second.tags == {"Event": "b"}


def test_positions_without_moves() -> None:
    found = games('[FEN "W:W1:B"]\n*\n\n[FEN "W:W2:B"]\n\n[FEN "W:W3:B"]\n')
    assert [only.tags["FEN"] for only in found] == ["W:W1:B", "W:W2:B", "W:W3:B"]
    assert game('[Result "1-0"]').result == "1-0"


def test_square_bracket_in_the_moves_is_no_game() -> None:
    only = game("32-28 [%clk 1] 19-23")
    assert words(only.moves) == ["32-28", "19-23"]
    assert only.problems[0].column == 7


def test_setup_inside_the_moves() -> None:
    only = game('17. 32-28 19-23 18. /FEN "W:W32,33:B1,3"/ ... 1-6 *')
    assert [(move.text, move.setup) for move in only.moves] == [
        ("32-28", None), ("19-23", None), ("1-6", "W:W32,33:B1,3")]


# Problems.

def test_problems_have_line_and_column_and_reading_goes_on() -> None:
    text = '[Event "a"]\n\n1. 32-28 what? 19-23\n2. - - 28x19 a9 b10\n\n[Event "b"]\n33-28 *'
    first, second = games(text)
    assert [str(problem) for problem in first.problems] == [
        "3:10: cannot read 'what?'", "4:4: no move given", "4:14: cannot read 'a9'",
        "4:17: cannot read 'b10'"]
    assert words(first.moves) == ["32-28", "19-23", "28x19"]
    assert not second.problems


def test_moves_have_line_and_column() -> None:
    only = game("\n 1. 32-28  19-23\n2.28x19")
    assert [(move.line, move.column) for move in only.moves] == [(2, 5), (2, 12), (3, 3)]


def test_problems_of_one_game_are_limited() -> None:
    assert len(game("32-28 " + "junk " * 1000).problems) == 20


@pytest.mark.parametrize("text", ["", "\n\n", "  \t ", "% x", "{just a comment}", "\ufeff"])
def test_no_game(text: str) -> None:
    assert games(text) == []


# Encodings and line ends.

@pytest.mark.parametrize(("data", "white"), [
    ('[White "Иванов"]\n32-28'.encode(), "Иванов"),
    (b'\xef\xbb\xbf[White "x"]\n32-28', "x"),
    ('[White "Иванов С. Щёголев"]\n32-28'.encode("cp1251"), "Иванов С. Щёголев"),
    ('[White "Järvinen Müller"]\n32-28'.encode("latin-1"), "Järvinen Müller"),
    (b'[White "\xd8\x98\x81"]\n32-28', None),
])
def test_encodings(data: bytes, white: str | None) -> None:
    only = game(data)
    assert "White" in only.tags and words(only.moves) == ["32-28"]
    assert white is None or only.tags["White"] == white


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = end.join(['[Event "a"]', "", "1. 32-28 ; x", "19-23 {a", "b} 1-0", "",
                     '[Event "b"]', "*"])
    for document in (text, text.encode()):
        first, second = games(document)
        assert words(first.moves) == ["32-28", "19-23"]
        assert first.moves[1].comments == ["a b"] and first.moves[1].line == 4
        assert second.tags == {"Event": "b"}


def test_byte_order_mark_before_the_first_tag() -> None:
    assert game("\ufeff[Event \"a\"]\n32-28").tags == {"Event": "a"}
    assert list(read_games(io.StringIO('\ufeff[Event "a"]\n*')))[0].tags == {"Event": "a"}


def test_sources(tmp_path: pathlib.Path) -> None:
    text = '[Event "a"]\n32-28 *\n[Event "b"]\n33-28 *\n'
    path = tmp_path / "two.pdn"
    path.write_text(text)
    expected = games(text)
    assert list(read_file(path)) == expected
    assert list(read_games(text.splitlines(keepends=True))) == expected
    assert list(read_games(line.encode() for line in text.splitlines())) == expected
    with path.open() as stream:
        assert list(read_games(stream)) == expected
    with path.open("rb") as binary:
        next(read_games(binary))
        assert not binary.closed
    with pytest.raises(OSError):
        next(read_file(tmp_path / "none.pdn"))


# Streams.

def endless() -> Iterator[str]:
    for number in itertools.count():
        yield f'[Event "{number}"]\n'
        yield "1. 32-28 {a comment} 19-23 (18-23) 2. 28x19 14x23 *\n"
        yield "\n"


def test_a_stream_is_read_one_game_at_a_time() -> None:
    found = itertools.islice(read_games(endless()), 5)
    assert [only.tags["Event"] for only in found] == ["0", "1", "2", "3", "4"]


def test_memory_is_constant() -> None:
    reader = read_games(endless())
    for _ in itertools.islice(reader, 50):
        pass
    tracemalloc.start()
    for _ in itertools.islice(reader, 3000):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000


def test_reading_is_fast() -> None:
    """9,000 games of 4 MB in 5 seconds are wanted; a tenth of that here, with room to spare."""
    moves = " ".join(f"{number}. 32-28 19-23" for number in range(1, 26))
    text = "\n".join(f'[Event "{number}"]\n[Result "1-0"]\n\n{moves} 1-0\n'
                     for number in range(900))
    begun = time.perf_counter()
    assert len(games(text.encode())) == 900
    assert time.perf_counter() - begun < 2


def test_nothing_raises_or_hangs() -> None:
    """Random pieces of files in random order."""
    pieces = ["[", "]", '"', "{", "}", "(", ")", ";", "%", "\n", "\n\n", " ", "1.", "32-28",
              "c3:d4", "*", "1-0", "$", "$7", "!?", "(!)", "/", '/FEN "W:W1:B2"/', '[Event "x"]',
              "\\", "\r", "-", "--", "...", "\u2026", "\x00", "\ufeff", "\u2028", "x", "4-6", "a",
              "\t", "\u0663"]
    rng = random.Random(6)
    for _ in range(2000):
        text = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 40)))
        begun = time.perf_counter()
        games(text)
        games(text.encode())
        assert time.perf_counter() - begun < 5, text
    assert isinstance(games(rng.randbytes(20000)), list)


def test_no_blow_up_of_patterns() -> None:
    for unit in ("1-", "a1", "1. ", "- ", "c3:d", "{", "{ { } ", "(", "*", "!?", "(!", "[", '[A "',
                 "\\", "1 ", "32-28 ("):
        begun = time.perf_counter()
        games(unit * 20000)
        assert time.perf_counter() - begun < 5, unit
