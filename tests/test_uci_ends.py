"""The UCI dialect as a client sees it: all the ways in which the process ends.

The names of the tests begin with the checks of the protocol specification that they stand for.
"""

from __future__ import annotations

import signal
import subprocess
import time

import pytest
from process import GOODBYE, Uci, command, run, scores

BLOCKED = "W:Wa5,b6:Ba7,c7,d8,b8"               # White has lost


# Ends.


def check_end(uci: Uci, start: float) -> None:
    assert uci.wait() == 0
    assert time.monotonic() - start < 2.0       # the promise is 1, the machine may be busy
    assert sum(line.startswith("bestmove") for line in uci.rest()) <= 1


@pytest.mark.parametrize("turn", range(3))
def test_p25_quit_in_a_search(turn: int) -> None:
    with Uci() as uci:
        uci.ready()
        start = time.monotonic()
        uci.send("go depth 40", "quit")
        check_end(uci, start)


@pytest.mark.slow
def test_p25_quit_in_a_search_200_times() -> None:
    for turn in range(200):
        with Uci() as uci:
            uci.send("go depth 40")
            if turn % 2:
                uci.read_until("info")
            start = time.monotonic()
            uci.send("quit")
            check_end(uci, start)


@pytest.mark.parametrize("go", ["go infinite", "go movetime 500", "go ponder wtime 9 btime 9"])
def test_p26_end_of_input_in_a_search(go: str) -> None:
    with Uci() as uci:
        uci.ask(go, last="info")
        start = time.monotonic()
        uci.close_input()
        check_end(uci, start)
        assert sum(line.startswith("< bestmove") for line in uci.transcript) == 1


def test_end_of_input_right_after_go() -> None:
    result = run(text="go infinite\n", timeout=GOODBYE)
    lines = result.stdout.decode().splitlines()
    assert result.returncode == 0
    assert scores(lines)
    assert lines[-1].startswith("bestmove ")


@pytest.mark.parametrize("fen", ["W:Wa1,c1:Bf8,h8", BLOCKED])
def test_p27_the_reader_of_the_output_goes_away(fen: str) -> None:
    """Also when the search is over and has nothing more to print."""
    process = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, bufsize=0)
    assert process.stdin and process.stdout and process.stderr
    try:
        process.stdin.write(f"position fen {fen}\ngo infinite\n".encode())
        assert process.stdout.readline().startswith(b"info ")
        process.stdout.close()
        assert process.wait(GOODBYE) == 0
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("line", ["isready", "go infinite", "perft 20"])
def test_signals_are_quit(number: signal.Signals, line: str) -> None:
    with Uci() as uci:
        uci.ready()
        uci.send(line)
        time.sleep(0.1)
        start = time.monotonic()
        uci.signal(number)
        check_end(uci, start)


def test_quit_when_nobody_reads() -> None:
    """A full pipe must not keep the process alive."""
    process = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert process.stdin and process.stdout
    try:
        process.stdin.write(b"isready\n")
        assert process.stdout.readline() == b"readyok\n"
        process.stdin.write(b"help\n" * 200 + b"quit\n")
        assert process.wait(GOODBYE) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_quit_interrupts_perft_and_bench() -> None:
    for line in ("perft 30", "bench"):
        with Uci() as uci:
            uci.ready()
            start = time.monotonic()
            uci.send(line, "fen", "quit")
            check_end(uci, start)
