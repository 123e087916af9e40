"""The UCI dialect as a client sees it: searches that end and searches that do not.

The names of the tests begin with the checks of the protocol specification that they stand for.
"""

from __future__ import annotations

import re
import time

import pytest
from process import AT_ONCE, ERROR, Uci, best, field, scores

FORCED = "W:Wh6:Bg7,c5,d2"                      # one legal move, h6:f8:b4:e1
BLOCKED = "W:Wa5,b6:Ba7,c7,d8,b8"               # White has lost
PATHS = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"


# Searches without an end of their own.


def test_p20_infinite_in_a_drawn_position(uci: Uci) -> None:
    uci.send("position fen W:WKa1:BKh4", "go infinite")
    uci.thinks(3)
    uci.stop()


@pytest.mark.parametrize("fen", [FORCED, "W:WKa1,Kc1,Kd2:Bh2", "W:WKa1,Kc1,Ke1:BKh4"])
def test_p21_infinite_holds_its_move_back(uci: Uci, fen: str) -> None:
    uci.send(f"position fen {fen}", "go infinite")
    assert scores(uci.thinks(0.7))
    uci.stop()


@pytest.mark.parametrize("end", ["ponderhit", "stop"])
def test_p22_ponder_is_silent_until_told(uci: Uci, end: str) -> None:
    uci.send("position fen W:WKa1,Kc1,Ke1,Kg1:Bh6", "go ponder wtime 1000 btime 1000")
    uci.thinks(1.3)
    start = time.monotonic()
    uci.search(end)
    assert time.monotonic() - start < AT_ONCE


def test_p23_a_stray_stop_is_forgotten(uci: Uci) -> None:
    assert uci.errors_of("stop") == []
    uci.send("go infinite")
    uci.thinks(0.6)
    uci.stop()
    uci.search("go depth 1")
    uci.send("stop", "go infinite")
    uci.thinks(0.6)
    uci.stop()


def test_p24_a_stray_ponderhit_is_ignored(uci: Uci) -> None:
    assert uci.errors_of("ponderhit") == []
    uci.send("go infinite", "ponderhit")
    uci.thinks(0.5)
    uci.stop()


def test_stop_is_quick(uci: Uci) -> None:
    uci.send("go infinite")
    uci.thinks(0.3)
    delays = []
    for _ in range(5):
        start = time.monotonic()
        uci.ask("stop", last="bestmove")
        delays.append(time.monotonic() - start)
        uci.send("go infinite")
        uci.thinks(0.1)
    uci.stop()
    assert min(delays) < 0.03


# Output and limits of a search.

INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv \d+ score (?:cp -?\d+|mate -?\d+)"
    r"(?: lowerbound| upperbound)?(?: wdl \d+ \d+ \d+)? nodes \d+ nps \d+ hashfull \d+"
    r" tbhits \d+ time \d+ pv \S+(?: \S+)*")


def test_info_lines(uci: Uci) -> None:
    lines = uci.search("go depth 8")
    assert all(INFO.fullmatch(line) for line in lines[:-1])
    assert not any(" wdl " in line for line in lines)
    assert re.fullmatch(r"bestmove \S+(?: ponder \S+)?", lines[-1])
    assert best(lines) == field(scores(lines)[-1], "pv")


def test_wdl_adds_up(uci: Uci) -> None:
    uci.send("setoption name UCI_ShowWDL value true")
    for line in scores(uci.search("go depth 6")):
        words = line.split()
        at = words.index("wdl")
        assert words[at - 3] == "score" or words[at - 1] in ("lowerbound", "upperbound")
        assert sum(map(int, words[at + 1:at + 4])) == 1000


def test_p28_lines_come_when_they_are_made(uci: Uci) -> None:
    uci.ready()
    start = time.monotonic()
    uci.send("go depth 8")
    while True:
        moment, line = uci.read_timed()
        if line.startswith("bestmove"):
            break
        assert moment - start - int(field(line, "time")) / 1000 < 0.3


@pytest.mark.parametrize("go", ["go movetime 0", "go movetime -1", "go movetime 1",
                                "go nodes 1", "go wtime 1 btime 1", "go wtime 0 btime 0",
                                "go wtime -100 btime -100", "go btime 1", "go wtime -1"])
def test_p29_p30_the_shortest_searches(uci: Uci, go: str) -> None:
    moves = uci.moves()
    start = time.monotonic()
    lines = uci.search(go)
    assert time.monotonic() - start < AT_ONCE
    assert " pv " in scores(lines)[-1]
    assert best(lines) in moves


@pytest.mark.parametrize("go", ["go depth 40 wtime 200 btime 200", "go nodes 1000 movetime 60000"])
def test_p31_the_first_limit_ends_the_search(uci: Uci, go: str) -> None:
    start = time.monotonic()
    uci.search(go)
    assert time.monotonic() - start < AT_ONCE


def test_movetime_is_kept(uci: Uci) -> None:
    uci.ready()
    late = []
    for _ in range(3):
        start = time.monotonic()
        uci.ask("go movetime 300", last="bestmove")
        late.append(time.monotonic() - start - 0.3)
    assert min(late) < 0.02
    assert min(late) > -0.1


@pytest.mark.parametrize(("go", "errors"), [
    ("go depth x", 1), ("go depth", 1), ("go depth nodes 100", 1), ("go depth 0", 1),
    ("go depth 999 nodes 100", 1), ("go movetime abc", 1), ("go wtime z btime 100", 1),
    ("go depth 2 searchmoves a1f8 c3d4 zz", 1), ("go depth 2 searchmoves a1f8", 1),
    ("go depth 2 searchmoves c3d4", 0),
])
def test_bad_arguments_do_not_cost_the_bestmove(uci: Uci, go: str, errors: int) -> None:
    lines = uci.search(go)
    assert sum(line.startswith(ERROR + "go: ") for line in lines) == errors
    assert lines[-1].startswith("bestmove ")
    if "c3d4" in go:
        assert best(lines) == "c3d4"


def by_depth(lines: list[str]) -> dict[int, list[str]]:
    """Complete result lines by depth, without the bounds of aspiration windows."""
    depths: dict[int, list[str]] = {}
    for line in scores(lines):
        if " lowerbound " not in line and " upperbound " not in line:
            depths.setdefault(int(field(line, "depth")), []).append(line)
    return depths


def value(line: str) -> int:
    """A score as one number: wins above everything else, short ones first."""
    words = line.split()
    kind, number = words[words.index("score") + 1:][:2]
    amount = int(number)
    if kind == "cp":
        return amount
    return 1_000_000 - amount if amount > 0 else -1_000_000 - amount


def check_multipv(lines: list[str], count: int) -> None:
    depths = by_depth(lines)
    assert depths
    for found in depths.values():
        assert [field(line, "multipv") for line in found] == [str(i + 1) for i in range(count)]
        moves = [field(line, "pv") for line in found]
        assert len(set(moves)) == count
        values = [value(line) for line in found]
        assert values == sorted(values, reverse=True)
    assert best(lines) == field(depths[max(depths)][0], "pv")


def test_p32_multipv_of_every_move(uci: Uci) -> None:
    uci.send("setoption name MultiPV value 20")
    check_multipv(uci.search("go depth 6"), 7)


def test_p33_multipv_is_cut_to_the_moves(uci: Uci) -> None:
    uci.send("setoption name MultiPV value 3", f"position fen {FORCED}")
    check_multipv(uci.search("go depth 4"), 1)
    uci.send("setoption name MultiPV value 5", "position startpos")
    check_multipv(uci.search("go depth 5 searchmoves c3d4 g3h4"), 2)


@pytest.mark.parametrize(("variant", "fen", "count"), [
    ("russian", PATHS, 3), ("international", "W:WK4:B13,20,32,37", 2)])
def test_p34_moves_with_the_same_squares_differ_as_text(
        uci: Uci, variant: str, fen: str, count: int) -> None:
    uci.ask(f"setoption name UCI_Variant value {variant}", last="info string variant")
    uci.send("setoption name MultiPV value 3", f"position fen {fen}")
    for style in ("coordinate", "pdn"):
        uci.send(f"setoption name MoveNotation value {style}", f"position fen {fen}")
        lines = uci.search("go depth 3")
        check_multipv(lines, count)
        fens = set()
        for line in by_depth(lines)[3]:
            assert uci.errors_of(f"position fen {fen} moves {field(line, 'pv')}") == []
            fens.add(uci.fen())
        assert len(fens) == count


def count_best(lines: list[str]) -> int:
    return sum(line.startswith("bestmove") for line in lines)


def test_p35_commands_that_stop_a_search_first(uci: Uci) -> None:
    lines = uci.ask("go infinite", "setoption name Threads value 4",
                    "setoption name Hash value 64", "ucinewgame", "stop", "isready",
                    last="readyok", timeout=60)
    assert count_best(lines) == 1
    for line in ("position startpos", "position foo", "setoption name Hash value 0", "ucinewgame",
                 "setoption name UCI_Variant value russian"):
        assert count_best(uci.ask("go infinite", line, "isready", last="readyok")) == 1, line
    assert count_best(uci.ask("go infinite", "perft 2", last="perft")) == 1
    uci.send("go infinite", "go depth 1")
    uci.read_until("bestmove")
    assert count_best(uci.read_until("bestmove")) == 1
    assert uci.ready() == []


def test_p36_the_same_move_twice(uci: Uci) -> None:
    uci.send("position fen W:WKa1:BKh4")
    first = best(uci.search("go depth 2"))
    assert best(uci.search("go depth 2")) == first


def test_p37_no_move(uci: Uci) -> None:
    uci.send(f"position fen {BLOCKED}", "go infinite")
    lines = uci.thinks(0.3)
    before = uci.cpu_time()
    lines += uci.thinks(0.7)
    assert uci.cpu_time() - before < 0.3
    assert lines == ["info depth 0 score mate 0"]
    assert uci.stop() == ["bestmove (none)"]


@pytest.mark.parametrize(("variant", "fen", "score"), [
    ("international", "B:W50:B", "mate 0"),
    ("international", "W:W:BK5", "mate 0"),
    ("russian", BLOCKED, "mate 0"),
    ("giveaway", BLOCKED, "mate 1"),
    ("antidraughts", "B:W50:B", "mate 1"),
])
def test_p38_finished_games(uci: Uci, variant: str, fen: str, score: str) -> None:
    uci.ask(f"setoption name UCI_Variant value {variant}", last="info string variant")
    assert uci.search(f"position fen {fen}", "go depth 3") == [
        f"info depth 0 score {score}", "bestmove (none)"]
    assert any(line.startswith("Result: win")
               for line in uci.ask("d", "isready", last="readyok"))


def test_a_drawn_position_is_still_searched(uci: Uci) -> None:
    uci.send("position fen W:WKa1:BKb8 moves " + "a1b2 b8a7 b2a1 a7b8 " * 2)
    lines = uci.search("go depth 4")
    assert " score cp 0 " in scores(lines)[-1]
    assert best(lines) in uci.moves()


def test_a_single_move_on_a_clock_is_played_at_once(uci: Uci) -> None:
    start = time.monotonic()
    lines = uci.search(f"position fen {FORCED}", "go wtime 600000 btime 600000")
    assert time.monotonic() - start < AT_ONCE
    assert len(lines) == 2
    assert best(lines) == "h6f8b4e1"


def test_p42_two_texts_of_one_move(uci: Uci) -> None:
    uci.ask("setoption name UCI_Variant value brazilian", last="info string variant")
    fen = "B:W11,17,18,21,25,26,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,12"
    fens = set()
    for text in ("8x13x11x17x18", "8x13x11x18x17", "g7:e5:c3:a5", "g7e5c3a5"):
        assert uci.errors_of(f"position fen {fen} moves {text}") == []
        fens.add(uci.fen())
    assert len(fens) == 1


def test_p43_clocks_go_by_colour(uci: Uci) -> None:
    uci.ask("setoption name UCI_Variant value english", last="info string variant")
    assert uci.fen().startswith("B:")
    start = time.monotonic()
    uci.search("go wtime 60000 btime 50")
    short = time.monotonic() - start
    start = time.monotonic()
    uci.search("ucinewgame", "go wtime 50 btime 60000", timeout=30)
    long = time.monotonic() - start
    assert short < 0.5
    assert long > 2 * short
