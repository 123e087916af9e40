"""The UCI dialect as a person at a terminal sees it: board, moves, evaluation, perft, bench.
"""

from __future__ import annotations

import re
import time

import pytest
from process import AT_ONCE, ERROR, Uci, run

# The commands for people.


def test_board_commands_during_a_search(uci: Uci) -> None:
    uci.send("position startpos moves c3d4")
    quiet = {word: uci.ask(word, "isready", last="readyok")[:-1]
             for word in ("d", "fen", "moves", "eval", "help")}
    uci.ask("go infinite", last="info")
    for word, answer in quiet.items():
        lines = uci.ask(word, "isready", last="readyok")[:-1]
        assert [line for line in lines if not line.startswith("info ")] == answer, word
    uci.thinks(0.1)
    uci.stop()


def test_eval_ends_in_a_total(uci: Uci) -> None:
    lines = uci.ask("eval", "isready", last="readyok")[:-1]
    assert re.fullmatch(r"eval cp -?\d+", lines[-1])
    assert sum(line.startswith("eval ") for line in lines) == 1


def test_drawing(uci: Uci) -> None:
    uci.send("position fen W:Wc3,Kh2:Ba7,Kf8")
    lines = uci.ask("d", "isready", last="readyok")[:-1]
    assert lines[:12] == [
        "+---+-----------------+-------+",
        "| 8 |   .   .   B   . |   1-4 |",
        "| 7 | b   .   .   .   |   5-8 |",
        "| 6 |   .   .   .   . |  9-12 |",
        "| 5 | .   .   .   .   | 13-16 |",
        "| 4 |   .   .   .   . | 17-20 |",
        "| 3 | .   w   .   .   | 21-24 |",
        "| 2 |   .   .   .   W | 25-28 |",
        "| 1 | .   .   .   .   | 29-32 |",
        "+---+-----------------+-------+",
        "|   | a b c d e f g h |       |",
        "+---+-----------------+-------+",
    ]
    assert "Fen: W:Wc3,Kh2:BKf8,a7" in lines
    assert "Side: white" in lines
    assert "Legal moves: 9" in lines
    assert any(re.fullmatch(r"Key: [0-9a-f]{16}", line) for line in lines)


def perft_of(lines: list[str]) -> tuple[int, dict[str, int]]:
    match = re.fullmatch(r"perft \d+ nodes (\d+) time \d+ nps \d+", lines[-1])
    assert match, lines[-1]
    counts = {move: int(nodes) for move, nodes in (line.split(": ") for line in lines[:-1])}
    return int(match[1]), counts


@pytest.mark.parametrize("line", ["perft 6", "go perft 6"])
def test_perft(uci: Uci, line: str) -> None:
    nodes, counts = perft_of(uci.ask(line, last="perft"))
    assert nodes == 37986 == sum(counts.values())
    assert sorted(counts) == uci.moves()
    assert uci.ready() == []


def test_perft_in_steps(uci: Uci) -> None:
    """Deep enough to be counted in several steps."""
    nodes, _ = perft_of(uci.ask("perft 9", last="perft"))
    assert nodes == 4570586


def test_bad_depths(uci: Uci) -> None:
    for line in ("perft", "perft x", "perft -1", "bench x"):
        assert len(uci.errors_of(line)) == 1, line


def test_perft_can_be_interrupted(uci: Uci) -> None:
    uci.send("perft 30")
    assert uci.ready() == []
    uci.send("fen", "go depth 1", "moves")
    uci.silent(0.3)
    start = time.monotonic()
    assert uci.ready() == []
    uci.send("stop")
    lines = uci.read_until("bestmove")
    assert time.monotonic() - start < 2
    assert lines[0] == "info string stopped"
    assert lines[1].startswith("fen ")
    assert sum(line.startswith("moves ") for line in [*lines, *uci.ready()]) == 1


def test_perft_runs_on_at_the_end_of_input() -> None:
    result = run(text="perft 8\nfen\n")
    lines = result.stdout.decode().splitlines()
    assert lines[-2].startswith("perft 8 nodes 929899 ")
    assert lines[-1].startswith("fen ")
    assert result.returncode == 0


def ends_bench(line: str) -> bool:
    return line.startswith(("bench ", ERROR))


def test_bench(uci: Uci) -> None:
    lines = [uci.ask("bench 3", last=ends_bench, timeout=60)[-1] for _ in range(2)]
    nodes = [re.fullmatch(r"bench nodes (\d+) time \d+ nps \d+", line) for line in lines]
    assert nodes[0] and nodes[1]
    assert nodes[0][1] == nodes[1][1]


def test_bench_can_be_interrupted(uci: Uci) -> None:
    uci.ask("bench 40", last="info string")
    start = time.monotonic()
    lines = uci.ask("stop", last="info string stopped")
    assert time.monotonic() - start < AT_ONCE
    assert not any(line.startswith("bench") for line in [*lines, *uci.ready()])


@pytest.mark.slow
def test_root_moves_of_a_long_search(uci: Uci) -> None:
    """Told after 3 s only."""
    start = time.monotonic()
    uci.send("go infinite")
    lines = uci.read_until(lambda line: " currmove " in line, timeout=60)
    assert time.monotonic() - start >= 3
    assert re.fullmatch(r"info depth \d+ currmove \w+ currmovenumber [1-7]", lines[-1])
    uci.stop()
