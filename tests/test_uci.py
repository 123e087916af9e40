"""The UCI dialect as a client sees it, the installed command behind pipes: the engine, positions
and options.

The names of the tests begin with the checks of the protocol specification that they stand for.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest
from process import AT_ONCE, ERROR, Uci, best, field, run, scores, timeless

# Start, and commands about the engine.


def test_p01_nothing_before_the_first_line() -> None:
    with Uci() as uci:
        uci.silent(0.5)
        before = uci.cpu_time()
        uci.silent(0.5)
        assert uci.cpu_time() - before < 0.1
        uci.quit()


def check_identification(lines: list[str]) -> None:
    assert re.fullmatch(r"id name Bolshak \S+", lines[0])
    assert re.fullmatch(r"id author \S.*", lines[1])
    assert lines[-1] == "uciok"
    assert all(line.startswith("option name ") for line in lines[2:-1])
    assert len(lines) > 10


def test_p02_uci_may_be_repeated(uci: Uci) -> None:
    for _ in range(2):
        check_identification(uci.ask("uci", last="uciok"))
    uci.ask("go infinite", last="info")
    lines = uci.ask("uci", last="uciok")
    start = next(i for i, line in enumerate(lines) if line.startswith("id"))
    assert all(line.startswith("info ") for line in lines[:start])
    check_identification(lines[start:])
    uci.thinks(0.2)
    uci.stop()


def test_p03_option_lines(uci: Uci) -> None:
    lines = [line for line in uci.ask("uci", last="uciok") if line.startswith("option ")]
    names = []
    for line in lines:
        match = re.fullmatch(r"option name (\S.*?) type (spin|check|combo|string|button)"
                             r"(?: default (.*?))?(?: min (-?\d+) max (-?\d+))?((?: var \S+)*)",
                             line)
        assert match, line
        name, kind, default, low, high, values = match.groups()
        names.append(name)
        assert not {"type", "default", "min", "max", "var"} & set(name.split())
        assert (default is None) == (kind == "button")
        assert (low is None) == (kind != "spin")
        assert bool(values) == (kind == "combo")
        if kind == "spin":
            assert int(low) <= int(default) <= int(high)
        if kind == "check":
            assert default in ("true", "false")
        if kind == "combo":
            assert default in values.split(" var ")
    assert names == [
        "Threads", "Hash", "Clear Hash", "Ponder", "MultiPV", "UCI_Variant", "DrawRules",
        "Move Overhead", "Skill Level", "UCI_LimitStrength", "UCI_Elo", "UCI_ShowWDL",
        "UCI_AnalyseMode", "TablePath", "TablePieces", "EvalFile", "MoveNotation",
    ]


def test_p04_isready(uci: Uci) -> None:
    assert uci.ready() == []
    uci.ask("go infinite", last="info")
    start = time.monotonic()
    assert not any(line.startswith("bestmove") for line in uci.ready())
    assert time.monotonic() - start < AT_ONCE
    uci.thinks(0.2)
    uci.stop()


def test_unknown_commands_and_empty_lines(uci: Uci) -> None:
    assert uci.errors_of("foo bar") == [ERROR + "unknown command: foo"]
    assert uci.errors_of("", " \t ", "debug on", "register later", "flip") == []
    assert uci.errors_of("GO depth 3") == [ERROR + "unknown command: GO"]
    assert len(uci.errors_of("x" * 1_000_000)[0]) < 200


def test_help_names_every_command(uci: Uci) -> None:
    lines = uci.ask("help", "isready", last="readyok")[:-1]
    words = {line.split()[0].rstrip(":") for line in lines}
    assert words >= {"uci", "isready", "setoption", "ucinewgame", "position", "go", "stop",
                     "ponderhit", "quit", "d", "fen", "moves", "eval", "perft", "bench", "help"}


# Positions.


def test_p05_commands_before_uci_and_unknown_words(uci: Uci) -> None:
    lines = uci.search("go depth 3")
    assert field(scores(lines)[-1], "depth") == "3"
    other = uci.search("ucinewgame", "go foo 5 depth 3 bar")
    assert timeless(other) == timeless(lines)


def test_p06_startpos_with_and_without_moves(uci: Uci) -> None:
    start = uci.fen()
    for line in ("position startpos moves", "position startpos"):
        uci.send("position startpos moves c3d4", line)
        assert uci.fen() == start
        assert best(uci.search("go depth 2")) in uci.moves()


def test_p07_bad_position_commands(uci: Uci) -> None:
    uci.send("position startpos moves c3d4")
    before = uci.fen()
    for line in ("position", "position fen", "position foo"):
        assert len(uci.errors_of(line)) == 1
        assert uci.fen() == before


def test_p08_an_illegal_move_changes_nothing(uci: Uci) -> None:
    uci.send("position startpos moves c3d4 d6c5")
    before = uci.fen()
    assert uci.errors_of("position startpos moves c3d4 a1f8 b6c5") == [
        ERROR + "position: move 2 'a1f8' is not legal"]
    assert uci.fen() == before
    assert best(uci.search("go depth 4")) in uci.moves()
    assert uci.errors_of("position startpos moves c3d4") == []
    assert uci.fen() != before
    assert best(uci.search("go depth 4")) in uci.moves()


@pytest.mark.parametrize(("variant", "fen"), [
    ("russian", "blah"),
    ("russian", ""),
    ("russian", "W:W1-32:BK1"),
    ("russian", "W:Wc3,c3:Bf6"),
    ("russian", "W:Wc3:Bc3"),
    ("international", "W:W4:B49"),
    ("russian", "W:W0:B1"),
    ("russian", "W:W33:B1"),
    ("international", "W:W51:B1"),
    ("russian", "W:Wa2:Bf6"),
    ("russian", "w:wka1:bb2"),
    ("russian", "W:W9-5:B1"),
    ("russian", "?:Wc3:Bf6"),
    ("russian", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
])
def test_p09_refused_positions(uci: Uci, variant: str, fen: str) -> None:
    uci.ask(f"setoption name UCI_Variant value {variant}", last="info string variant")
    uci.send("position startpos moves " + uci.moves()[0])
    before = uci.fen()
    assert len(uci.errors_of(f"position fen {fen}")) == 1
    assert uci.fen() == before


def test_p10_no_piece_is_gained(uci: Uci) -> None:
    uci.ask("setoption name UCI_Variant value international", last="info string variant")
    uci.send("position startpos")
    before = uci.fen()
    (error,) = uci.errors_of("position fen W:WK2,25:B14,15,16 moves 25-20 25-20")
    assert "move 2 '25-20'" in error
    assert uci.fen() == before


def test_p11_blanks(uci: Uci) -> None:
    uci.send("position fen W:Wc3:Bf6")
    expected = uci.fen(), timeless(uci.search("go depth 3"))
    uci.send("position startpos", "ucinewgame", " \tposition   fen\tW:Wc3:Bf6 ")
    assert (uci.fen(), timeless(uci.search("go  depth\t 3 "))) == expected


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_p12_line_ends(end: str) -> None:
    session = ["position startpos moves c3d4", "fen", "", "moves", "foo", "", "d"]
    expected = run(text="\n".join(session) + "\n")
    assert expected.returncode == 0
    assert len(expected.stdout.splitlines()) > 15
    for text in (end.join(session) + end, end.join(session), "\ufeff" + end.join(session),
                 end + " \t" + end + end.join(session)):
        result = run(text=text)
        assert (result.returncode, result.stdout, result.stderr) == (0, expected.stdout, b"")


def test_a_lone_return_is_answered_at_once(uci: Uci) -> None:
    uci.write(b"isready\r")
    assert uci.read() == "readyok"
    uci.write(b"\nisready\n")
    assert uci.read() == "readyok"


def test_bytes_that_are_no_text(uci: Uci) -> None:
    uci.write(b"\xff\xfe\x00\x80 go\nposition fen \xc3\x28\nsetoption name TablePath\xff value \n")
    assert len(uci.ready()) == 3


def test_positions_follow_each_other(uci: Uci) -> None:
    """A client sends the whole game each time; going on, back and aside must all work."""
    games = ["c3d4", "c3d4 d6c5", "c3d4 d6c5 b2c3 f6g5", "c3d4 d6c5 g3f4", "g3f4", "",
             "c3d4 d6c5 g3f4 h6g5"]
    for moves in games:
        uci.send(f"position startpos moves {moves}")
        followed = uci.fen()
        with Uci() as other:
            other.send(f"position startpos moves {moves}")
            assert other.fen() == followed


def test_repetition_is_seen_across_position_commands(uci: Uci) -> None:
    there = "a1b2 b8a7 b2a1 a7b8 "
    fen = "position fen W:WKa1:BKb8 moves "
    for times in range(3):
        uci.send(fen + there * times)
        lines = uci.ask("d", "isready", last="readyok")
        over = any(line.startswith("Result: draw") for line in lines)
        assert over == (times == 2)


# Options.


def test_p13_good_options(uci: Uci) -> None:
    assert uci.errors_of("setoption name Clear Hash", "setoption name hash value 16",
                         "setoption name Move Overhead value 100",
                         "setoption name clear hash value x") == []
    uci.send("setoption name MOVENOTATION value PDN")
    assert "c3-d4" in uci.moves()


def test_p14_a_path_with_blanks(uci: Uci, tmp_path: Path) -> None:
    folder = tmp_path / "dir  with blanks"
    folder.mkdir()
    uci.send(f"setoption name TablePath value {folder}")
    assert uci.ready() == [f"info string TablePath: no endgame tables of russian in '{folder}'"]


def test_p15_bad_setoption_commands(uci: Uci) -> None:
    before = timeless(uci.search("go depth 4"))
    for line in ("setoption", "setoption name", "setoption name Hash",
                 "setoption name Nope value 1"):
        assert len(uci.errors_of(line)) == 1
    assert timeless(uci.search("ucinewgame", "go depth 4")) == before


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of the process")
def test_p16_hash_sizes() -> None:
    import resource

    limit = 2 << 30

    with Uci(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))) as uci:
        for value in ("0", "-1", "99999999", "2147483648", "abc"):
            assert len(uci.errors_of(f"setoption name Hash value {value}")) == 1
        assert uci.search("go depth 4")
        for _ in range(2):
            assert len(uci.errors_of("setoption name Hash value 1048576")) == 1
            assert uci.search("go depth 4")
        assert uci.errors_of("setoption name Hash value 16") == []
        assert best(uci.search("go depth 5")) in uci.moves()
        uci.quit()


def test_p17_work_is_done_before_readyok(uci: Uci) -> None:
    uci.send("setoption name Hash value 512", "setoption name Threads value 8", "ucinewgame")
    assert uci.ready(60) == []
    start = time.monotonic()
    uci.ask("go wtime 1000 btime 1000", last="bestmove")
    assert time.monotonic() - start < 1.0
    assert uci.ready() == []


def test_p18_the_order_of_options_does_not_matter(tmp_path: Path) -> None:
    variant = "setoption name UCI_Variant value brazilian"
    others = [f"setoption name TablePath value {tmp_path}", "setoption name EvalFile value <empty>",
              "setoption name Hash value 8"]
    answers = []
    for lines in ([variant, *others], [*others, variant]):
        with Uci() as uci:
            uci.send(*lines)
            uci.ready()
            answers.append((uci.ask("d", "isready", last="readyok"), uci.moves(),
                            timeless(uci.search("go depth 6"))))
            uci.quit()
    assert answers[0] == answers[1]


def test_p19_another_board(uci: Uci) -> None:
    uci.send("setoption name UCI_Variant value Canadian")
    (line,) = uci.ready()
    assert line == f"info string variant canadian files 12 ranks 12 startpos {uci.fen()}"
    drawing = uci.ask("d", "isready", last="readyok")
    assert any(drawn.startswith("| 12 |") for drawn in drawing)
    assert any("a b c d e f g h i j k l" in drawn for drawn in drawing)
    assert best(uci.search("go depth 3")) in uci.moves()


def test_the_variant_line_of_the_specification(uci: Uci) -> None:
    assert uci.ask("setoption name UCI_Variant value russian", last="info") == [
        "info string variant russian files 8 ranks 8 startpos W:W"
        "a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"]


def test_every_variant_searches(uci: Uci) -> None:
    (line,) = [line for line in uci.ask("uci", last="uciok") if " UCI_Variant " in line]
    for variant in line.split(" var ")[1:]:
        uci.ask(f"setoption name UCI_Variant value {variant}", last="info string variant")
        moves = uci.moves()
        assert best(uci.search("go depth 2")) in moves, variant
        assert any(f"Variant: {variant}" == drawn
                   for drawn in uci.ask("d", "isready", last="readyok"))
