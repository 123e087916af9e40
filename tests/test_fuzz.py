"""Right, nearly right and senseless input at random moments of a search, for all protocols.

After each bundle of lines a probe must be answered within a second. Nothing may crash, hang or
write to standard error, no bug may be reported as an internal error, and memory must not grow.
One process takes all bundles of a protocol; after a failure a new one is started, so that
hypothesis can look for the smallest bundle that fails.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from clients.dxp_peer import DxpServer, request
from clients.grammar import DXP_MESSAGES, HUB_LINES, UCI_LINES
from clients.hub_client import LINE
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from process import Process

BUNDLE = 40                     # lines between two probes
PROBE_TIME = 1.0                # seconds
GROWTH = 48                     # MiB that memory may grow after the first tenth of the bundles
LINES = {"fast": 1_000, "slow": 67_000}     # for each protocol; 200,000 in all in the slow job

Driver = Callable[[], Process]


def memory(process: Process) -> int:
    """Resident memory in MiB. Linux only."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    raise AssertionError("the process has gone")


class Fuzzer:
    """Feeds bundles to one process after the other.

    start: makes a process. feed: sends one bundle and probes; raises AssertionError.
    """

    def __init__(self, start: Driver, feed: Callable[[Process, list[tuple[bytes, int]]], None],
                 lines: int) -> None:
        self._start = start
        self._feed = feed
        self._bundles = lines // BUNDLE
        self.lines = 0

    def run(self, strategy: st.SearchStrategy[bytes]) -> None:
        """Feed all bundles; `strategy` draws a line."""
        process = self._start()
        before: list[int] = []
        # A line, and thousandths of a second to wait before the next one.
        bundle = st.lists(st.tuples(strategy, st.sampled_from([0] * 20 + [1, 3, 10])),
                          min_size=BUNDLE, max_size=BUNDLE)

        @settings(max_examples=self._bundles, deadline=None, database=None, derandomize=True,
                  phases=[Phase.generate, Phase.shrink],
                  suppress_health_check=list(HealthCheck))
        @given(bundle)
        def check(lines: list[tuple[bytes, int]]) -> None:
            nonlocal process
            try:
                self._feed(process, lines)
                assert process.errors == ""
            except BaseException:
                process.kill()
                process = self._start()
                before.clear()
                raise
            self.lines += len(lines)
            process.transcript.clear()
            if not before and self.lines > self._bundles * BUNDLE // 10:
                before.append(memory(process))

        try:
            check()
            assert memory(process) - before[0] < GROWTH
            with contextlib.suppress(ValueError):
                process.quit()
        finally:
            process.kill()
        assert self.lines >= self._bundles * BUNDLE


def send_bundle(process: Process, lines: list[tuple[bytes, int]]) -> None:
    for line, pause in lines:
        process.transcript.append(f"> {line!r}"[:300])
        process.write(line + b"\n")
        if pause:
            time.sleep(pause / 1000)


def read_probe(process: Process, answer: str) -> list[str]:
    """Read up to the answer to a probe, which must come in time."""
    start = time.monotonic()
    lines = process.read_until(answer, timeout=10)
    for line in lines:
        assert "internal error" not in line and "Traceback" not in line, process.transcript
    late = time.monotonic() - start
    assert late < PROBE_TIME, f"answered after {late:.2f} s: {process.transcript}"
    return lines


def feed_uci(process: Process, lines: list[tuple[bytes, int]]) -> None:
    send_bundle(process, lines)
    process.send("isready")
    read_probe(process, "readyok")
    process.waiting()
    process.send("stop")


def feed_hub(process: Process, lines: list[tuple[bytes, int]]) -> None:
    send_bundle(process, lines)
    process.send("ping")
    for answer in [*read_probe(process, "pong"), *process.waiting()]:
        assert LINE.fullmatch(answer), f"{answer!r}: {process.transcript}"


def feed_dxp(process: Process, lines: list[tuple[bytes, int]]) -> None:
    assert isinstance(process, DxpServer)
    with process.connect() as peer, contextlib.suppress(OSError):
        for message, pause in lines:
            process.transcript.append(f"> {message!r}"[:300])
            peer.write(message)
            if pause:
                time.sleep(pause / 1000)
        time.sleep(0.005)
    start = time.monotonic()
    with process.connect() as peer:
        peer.send(request("W"))
        peer.expect("ABolshak", timeout=10)
    assert time.monotonic() - start < PROBE_TIME, process.transcript


def start_uci() -> Process:
    process = Process("uci")
    process.send("setoption name Hash value 16")
    return process


def start_hub() -> Process:
    process = Process("hub", "--output-delay=0")
    process.send("hub", "set-param name=tt-size value=18", "init")
    process.read_until("ready")
    return process


def start_dxp() -> Process:
    return DxpServer("--hash=16")


@pytest.mark.parametrize("size", [
    "fast", pytest.param("slow", marks=[pytest.mark.slow, pytest.mark.timeout(3000)])])
@pytest.mark.parametrize(("start", "feed", "strategy"), [
    pytest.param(start_uci, feed_uci, UCI_LINES, id="uci"),
    pytest.param(start_hub, feed_hub, HUB_LINES, id="hub"),
    pytest.param(start_dxp, feed_dxp, DXP_MESSAGES, id="dxp"),
])
def test_fuzz(start: Driver, feed: Callable[[Process, list[tuple[bytes, int]]], None],
              strategy: st.SearchStrategy[bytes], size: str) -> None:
    Fuzzer(start, feed, LINES[size]).run(strategy)


# Extremes that a grammar does not meet, in the UCI dialect (for Hub see test_hub_robust.py).


def test_history_of_two_thousand_plies() -> None:
    moves = " ".join(["50-44", "1-6", "44-50", "6-1"] * 500)
    position = f"position fen W:W31,K46,K50:BK1,K5 moves {moves}"
    with Process("uci") as uci:
        uci.ask("setoption name UCI_Variant value international", last="info string variant")
        start = time.monotonic()
        uci.send(position)
        assert uci.ask("go depth 2", last="bestmove")[0].startswith("info ")
        assert time.monotonic() - start < 3
        answer = uci.ask(f"{position} 1-50", "fen", last="fen")
        assert answer[0] == "info string error: position: move 2001 '1-50' is not legal"
        uci.quit()


@pytest.mark.parametrize("line", [
    b"x" * 1_000_000, b"position startpos moves " + b"c3d4 " * 200_000,
    b"position fen W:W" + b"a1," * 330_000, b"go " + b"depth 1 " * 125_000,
    b"go searchmoves " + b"a1 " * 330_000, b"setoption name " + b"n " * 500_000,
    b"setoption name TablePath value " + b"/x" * 500_000, b" " * 1_000_000,
    b"\0" * 1_000_000, b"\xff\xfe" * 500_000, b"position fen " + b"9" * 1_000_000,
    b"perft " + b"9" * 1_000_000,
])
def test_lines_of_a_megabyte(line: bytes) -> None:
    with Process("uci") as uci:
        uci.send("setoption name Hash value 16")
        start = time.monotonic()
        uci.write(line + b"\n")
        for answer in uci.ask("isready", last="readyok"):
            assert len(answer) < 2000
        assert time.monotonic() - start < 2
        uci.send("stop", "position startpos")
        uci.ask("go depth 2", last="bestmove")
        uci.quit()
