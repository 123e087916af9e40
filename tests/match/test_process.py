"""Engine processes: lines in pieces, deadlines, long output, ends of every kind."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from bolshak.bench.match.faults import CRASH, HANG, START, EngineFault, Interrupted
from bolshak.bench.match.process import OUTPUT_KEPT, EngineProcess, Stop, find_program


@pytest.fixture
def shell() -> Iterator:
    """shell("echo x", stop) -> a running process."""
    running = []

    def start(script: str, stop: Stop | None = None) -> EngineProcess:
        running.append(EngineProcess(["sh", "-c", script], None, stop or Stop()))
        return running[-1]

    yield start
    for process in running:
        process.close()


def soon(seconds: float = 5.0) -> float:
    return time.perf_counter() + seconds


def test_lines_in_pieces(shell):
    process = shell("printf 'a b\\ninfo x'; sleep 0.1; printf ' y\\nbest'; sleep 0.1; "
                    "printf 'move 1\\nmore\\nbestmove 2\\nrest'; sleep 5")
    assert process.read_until(b"bestmove", soon()) == [b"a b", b"info x y", b"bestmove 1"]
    assert process.read_until(b"bestmove", soon()) == [b"more", b"bestmove 2"]
    with pytest.raises(TimeoutError):
        process.read_until(b"bestmove", soon(0.1))


def test_what_came_before_the_deadline_is_kept(shell):
    process = shell("printf 'one\\nbest'; sleep 0.4; printf 'move 1\\n'; sleep 5")
    with pytest.raises(TimeoutError):
        process.read_until(b"bestmove", soon(0.2))
    assert process.read_until(b"bestmove", soon()) == [b"one", b"bestmove 1"]


def test_words_inside_lines_do_not_count(shell):
    process = shell("printf 'x readyok\\nreadyok\\n'; sleep 5")
    assert process.read_until(b"readyok", soon()) == [b"x readyok", b"readyok"]


def test_carriage_returns(shell):
    process = shell("printf 'id x\\r\\nuciok\\r\\n'; sleep 5")
    assert process.read_until(b"uciok", soon()) == [b"id x", b"uciok"]


def test_endless_output_is_cut(shell):
    process = shell("i=0; while [ $i -lt 60000 ]; do echo info line number $i of a long story; "
                    "i=$((i+1)); done; echo bestmove 1; sleep 5")
    lines = process.read_until(b"bestmove", soon(60))
    assert lines[-1] == b"bestmove 1"
    assert lines[-2].startswith(b"info line number 59999")
    assert sum(map(len, lines)) <= OUTPUT_KEPT


@pytest.mark.parametrize("script, words", [
    ("exit 3", "exit code 3"), ("kill -9 $$", "killed by signal 9"),
    ("echo oh dear >&2; exit 1", "exit code 1; oh dear"),
    ("exec >&-; sleep 5", "closed its output")])
def test_ends(shell, script, words):
    with pytest.raises(EngineFault) as caught:
        shell(script).read_until(b"x", soon())
    assert (caught.value.kind, caught.value.detail) == (CRASH, words)


def test_a_program_that_does_not_read(shell, monkeypatch):
    monkeypatch.setattr("bolshak.bench.match.process.WRITE_GRACE", 0.2)
    process = shell("sleep 100")
    with pytest.raises(EngineFault) as caught:
        process.send("x" * 1_000_000)
    assert caught.value.kind == HANG


def test_writing_to_the_dead(shell):
    process = shell("exit 0")
    time.sleep(0.2)
    with pytest.raises(EngineFault) as caught:
        process.send("hello\n")
    assert caught.value.kind == CRASH


def test_stop_wakes_those_who_wait(shell):
    stop = Stop()
    process = shell("sleep 100", stop)
    threading.Timer(0.2, stop.set).start()
    begin = time.perf_counter()
    with pytest.raises(Interrupted):
        process.read_until(b"x", soon(30))
    assert time.perf_counter() - begin < 5
    with pytest.raises(Interrupted):
        stop.check()


def test_programs_are_found():
    assert find_program(["sh", "x"])[0].endswith("/sh")
    assert find_program(["./here"]) == ["./here"]
    name = sys.executable.rsplit("/", 1)[1]
    assert find_program([name])[0].endswith(name)
    with pytest.raises(EngineFault) as caught:
        EngineProcess(["no-such-program"], None, Stop())
    assert caught.value.kind == START


def test_chatter_on_stderr_needs_no_room(shell):
    process = shell("head -c 3000000 /dev/zero >&2; echo done; sleep 5")
    process.read_until(b"done", soon())
    process.trim_stderr()
    assert process._stderr.seek(0, 2) == 0


def test_the_helper_outlives_a_killed_runner():
    """Engines of a runner that was killed are ended, also those that ignore everything."""
    script = (
        "import sys, time\n"
        "from bolshak.bench.match.process import EngineProcess, Stop\n"
        "p = EngineProcess(['sh', '-c', 'trap \"\" TERM HUP; while :; do sleep 1; done'], None,"
        " Stop())\n"
        "print(p.pid, flush=True)\n"
        "time.sleep(100)\n")
    runner = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pid = int(runner.stdout.readline())
    assert subprocess.run(["ps", "-p", str(pid)], capture_output=True).returncode == 0
    runner.kill()
    runner.wait()
    limit = soon()
    while subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True,
                         text=True).stdout.strip()[:1] not in ("", "Z"):
        assert time.perf_counter() < limit
        time.sleep(0.05)
