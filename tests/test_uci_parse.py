"""Reading of UCI commands: the grammar of `go`, `setoption`, `position` and of depths."""

from __future__ import annotations

import time

import pytest

from bolshak.protocol.lines import first_word, words
from bolshak.protocol.uci_parse import (
    LONGEST_TIME,
    MOST_NODES,
    CommandError,
    parse_depth,
    parse_go,
    parse_number,
    parse_position,
    parse_setoption,
    shortened,
)


def test_words_are_separated_by_spaces_and_tabs_only() -> None:
    assert words(" a\t b\u00a0c \x0bd ") == ["a", "b\u00a0c", "\x0bd"]
    assert first_word(" \tgo \t depth  3 ") == ("go", "depth  3")
    assert first_word("go\tdepth 3") == ("go", "depth 3")
    assert first_word("") == ("", "")
    assert first_word("d") == ("d", "")


@pytest.mark.parametrize(("text", "numbers"), [
    ("depth 3", {"depth": 3}),
    ("  depth   3\t", {"depth": 3}),
    ("nodes 1 depth 127", {"nodes": 1, "depth": 127}),
    ("foo 5 depth 3 bar", {"depth": 3}),
    ("depth 3 depth 5", {"depth": 5}),
    ("wtime 100 btime -5 winc 7 binc 0 movestogo 20",
     {"wtime": 100, "btime": -5, "winc": 7, "binc": 0, "movestogo": 20}),
    ("movetime -1", {"movetime": -1}),
    ("winc -100 wtime 1", {"winc": 0, "wtime": 1}),
    ("wtime 99999999999999999999999999", {"wtime": LONGEST_TIME}),
    ("nodes 99999999999999999999999999", {"nodes": MOST_NODES}),
    ("perft 4", {"perft": 4}),
    ("mate +3", {"mate": 3}),
])
def test_go_numbers(text: str, numbers: dict[str, int]) -> None:
    request = parse_go(text)
    assert request.numbers == numbers
    assert not request.bad
    assert not request.infinite
    assert not request.ponder


@pytest.mark.parametrize("text", ["", "infinite", "foo", "searchmoves c3d4", "winc 5",
                                  "movestogo 3"])
def test_go_without_a_limit_is_infinite(text: str) -> None:
    assert parse_go(text).infinite


def test_go_ponder_is_not_infinite() -> None:
    request = parse_go("ponder wtime 9000 btime 8000")
    assert request.ponder
    assert not request.infinite
    assert not parse_go("ponder").infinite


def test_searchmoves_end_at_the_next_keyword() -> None:
    request = parse_go("searchmoves c3d4 g3-h4 32-28 depth 4 searchmoves e3f4")
    assert request.searchmoves == ["c3d4", "g3-h4", "32-28", "e3f4"]
    assert request.numbers == {"depth": 4}


@pytest.mark.parametrize(("text", "numbers", "bad"), [
    ("depth nodes 100", {"nodes": 100}, ["depth has no value"]),
    ("nodes 100 depth", {"nodes": 100}, ["depth has no value"]),
    ("depth x nodes 100", {"nodes": 100}, ["depth 'x' is no whole number"]),
    ("depth 3.5 nodes 100", {"nodes": 100}, ["depth '3.5' is no whole number"]),
    ("depth 0 nodes 100", {"nodes": 100}, ["depth '0' is not in 1..127"]),
    ("depth 128 nodes 100", {"nodes": 100}, ["depth '128' is not in 1..127"]),
    ("wtime abc btime 100", {"btime": 100}, ["wtime 'abc' is no whole number"]),
    ("movetime \u0663 depth 2", {"depth": 2}, ["movetime '\u0663' is no whole number"]),
    ("depth 1_0 nodes -1 mate 2", {"mate": 2},
     ["depth '1_0' is no whole number", f"nodes '-1' is not in 1..{MOST_NODES}"]),
    ("movestogo -3 depth 2", {"depth": 2}, ["movestogo '-3' is not in 0..1000000"]),
])
def test_go_drops_bad_arguments_only(text: str, numbers: dict[str, int], bad: list[str]) -> None:
    request = parse_go(text)
    assert request.numbers == numbers
    assert request.bad == bad
    assert not request.infinite


@pytest.mark.parametrize("text", ["depth x", "depth", "movetime", "wtime z btime z", "nodes 0",
                                  "ponder depth x", "perft x"])
def test_losing_every_limit_does_not_make_a_search_endless(text: str) -> None:
    request = parse_go(text)
    assert request.bad
    assert request.numbers == {"movetime": 0}
    assert not request.infinite


def test_infinite_stays_infinite() -> None:
    request = parse_go("infinite depth x")
    assert request.infinite
    assert request.numbers == {}


@pytest.mark.parametrize(("text", "name", "value"), [
    ("name Hash value 16", "Hash", "16"),
    ("name Move Overhead value 50", "Move Overhead", "50"),
    ("  name \t Move \t Overhead  value  50 ", "Move Overhead", "50"),
    ("name Clear Hash", "Clear Hash", None),
    ("name TablePath value", "TablePath", ""),
    ("name TablePath value /a  b/c\td", "TablePath", "/a  b/c\td"),
    ("name TablePath value value name", "TablePath", "value name"),
    ("name value value 3", "value", "3"),
    ("foo name Hash value 16", "Hash", "16"),
    ("name valued", "valued", None),
])
def test_setoption(text: str, name: str, value: str | None) -> None:
    assert parse_setoption(text) == (name, value)


@pytest.mark.parametrize("text", ["", "name", "name ", "value 3", "names Hash value 3", " \t"])
def test_setoption_without_a_name(text: str) -> None:
    with pytest.raises(CommandError):
        parse_setoption(text)


@pytest.mark.parametrize(("text", "fen", "moves"), [
    ("startpos", None, []),
    ("startpos moves", None, []),
    ("startpos moves c3d4 d6c5", None, ["c3d4", "d6c5"]),
    ("startpos foo moves c3d4", None, ["c3d4"]),
    ("  startpos\tmoves\tc3d4 ", None, ["c3d4"]),
    ("fen W:Wc3:Bf6", "W:Wc3:Bf6", []),
    ("  fen\tW:Wc3, d4:Bf6.  moves c3b4", "W:Wc3, d4:Bf6.", ["c3b4"]),
    ('fen [FEN "W:Wc3:Bf6"] moves', '[FEN "W:Wc3:Bf6"]', []),
])
def test_position(text: str, fen: str | None, moves: list[str]) -> None:
    assert parse_position(text) == (fen, moves)


@pytest.mark.parametrize("text", ["", "fen", "fen moves", "fen moves c3d4", "foo", "moves c3d4",
                                  "moves startpos"])
def test_bad_position(text: str) -> None:
    with pytest.raises(CommandError):
        parse_position(text)


def test_depths() -> None:
    assert parse_depth("") is None
    assert parse_depth(" 7 foo") == 7
    for text in ("x", "-1", "128", "1.0", "9" * 5000):
        with pytest.raises(CommandError):
            parse_depth(text)


def test_numbers_of_any_length() -> None:
    assert parse_number("-007") == -7
    assert parse_number("9" * 100_000) == 10**20
    assert parse_number("-" + "9" * 100_000) == -(10**20)
    for text in ("", "-", "+", "--1", "1 ", "0x1", "\u00b2"):
        if text:
            assert parse_number(text) is None


def test_errors_do_not_repeat_long_words() -> None:
    with pytest.raises(CommandError) as caught:
        parse_position("x" * 1_000_000)
    assert len(str(caught.value)) < 200


def test_parsing_takes_linear_time() -> None:
    start = time.perf_counter()
    parse_setoption("name " + "a " * 500_000 + "value b")
    parse_position("startpos moves " + "c3d4 " * 200_000)
    parse_go("searchmoves " + "c3d4 " * 200_000)
    assert time.perf_counter() - start < 5


def test_long_lists_of_complaints_are_shortened() -> None:
    assert shortened(["a", "b"], "; ") == "a; b"
    assert shortened(list("abcdefgh"), ", ") == "a, b, c, d, e, and 3 more"
