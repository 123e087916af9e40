"""What a Hub process must survive, and how it must end (issue text and protocols.md 1)."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time

import pytest
from clients.hub_client import HubClient
from process import command, run

RUSSIAN = "W" + "b" * 12 + "e" * 8 + "w" * 12
KINGS = "W" + "".join({46: "W", 1: "B", 50: "W", 5: "B", 31: "w"}.get(n, "e") for n in range(1, 51))
SHUFFLE = ["50-44", "1-6", "44-50", "6-1"]
SEARCHES = ["go think", "go analyze", "go ponder"]


def searching(start: str = "go analyze") -> HubClient:
    hub = HubClient()
    hub.hello(variant="russian", tt_size=16)
    hub.place(RUSSIAN)
    hub.send(start)
    time.sleep(0.1)
    return hub


def test_history_of_two_thousand_plies() -> None:
    with HubClient() as hub:
        hub.hello(variant="normal", tt_size=16)
        start = time.monotonic()
        hub.place(KINGS, *SHUFFLE * 500)
        answer = hub.go("depth=2")
        assert answer.move and answer.score == 0
        assert time.monotonic() - start < 3
        hub.place(KINGS, *SHUFFLE * 500, "50-45")
        start = time.monotonic()
        assert hub.go("depth=2").move
        assert time.monotonic() - start < 1         # only the new move had to be played
        hub.error(f'pos pos={KINGS} moves="{" ".join(SHUFFLE * 500)} 1-50"')
        hub.quit()


@pytest.mark.parametrize("line", [
    "x" * 1_000_000, "pos pos=" + "w" * 1_000_000, "pos start moves=" + "1-2x" * 250_000,
    "level " + "depth=3 " * 125_000, 'set-param name=bb-path value="' + "/x" * 500_000 + '"',
    " " * 1_000_000, "pos " + "a=b " * 250_000, "go " + "think " * 170_000,
    'pos pos="' + "b" * 1_000_000, "pos " + "=" * 1_000_000,
])
def test_lines_of_a_megabyte(line: str) -> None:
    with HubClient() as hub:
        hub.hello(variant="russian")
        start = time.monotonic()
        hub.send(line, "ping")
        for answer in hub.read_until("pong"):
            assert len(answer) < 2000
        assert time.monotonic() - start < 2
        hub.send("stop", "level depth=2", "go")
        hub.send("ping", "stop")
        hub.quit()


@pytest.mark.parametrize("data", [
    b"\0\0\0\n", b"pos pos=\0\n", b"ping\0\n", b"\xff\xfe\xfd\n", b"pos pos=W\xff\xc3\x28\n",
    b"set-param name=bb-path value=\xf0\x28\x8c\x28\n", "pos pos=ШАШКИ\n".encode(),
    b"\x1b[31mred\n", b"go\xa0think\n", "stop\u2028ping\n".encode(),
    b"pos start moves=\xed\xa0\x80\n",
])
def test_bytes_that_are_no_text(data: bytes) -> None:
    with HubClient() as hub:
        hub.hello(variant="russian")
        hub.write(data)
        lines = hub.ask("ping", last="pong")
        assert len(lines) <= 2 and all(line.startswith(("error ", "pong")) for line in lines)
        assert hub.go("depth=2").move
        hub.quit()


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends(ending: str) -> None:
    lines = ["hub", "init", "", f"pos pos={RUSSIAN}", "level depth=3", "go", "ping"]
    text = ending.join(lines).encode()
    expected = run("--output-delay=0", text="\n".join(lines) + "\n").stdout
    for data in (text, text + ending.encode(), b"\xef\xbb\xbf" + text):
        result = run("--output-delay=0", text=data)
        assert result.returncode == 0 and result.stderr == b""
        assert [line.split()[0] for line in result.stdout.splitlines()][:16] \
            == [line.split()[0] for line in expected.splitlines()][:16]
        assert b"pong\n" in result.stdout


def test_table_beyond_memory_is_refused() -> None:
    """The old table stays and the search goes on with it."""
    def little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    with HubClient(preexec_fn=little_memory) as hub:
        before = hub.hello(variant="russian", tt_size=20)
        hub.quietly("set-param name=tt-size value=30", "set-param name=tt-size value=36")
        assert "value=22 " in before["tt-size"]
        assert "value=20 " in hub.hello()["tt-size"]
        hub.place(RUSSIAN)
        assert hub.go("depth=5").move
        hub.quit()


# The end.


@pytest.mark.parametrize("start", SEARCHES)
def test_quit_in_a_search(start: str) -> None:
    with searching(start) as hub:
        begin = time.monotonic()
        hub.quit()
        assert time.monotonic() - begin < 1


@pytest.mark.parametrize("start", SEARCHES)
def test_end_of_input_in_a_search(start: str) -> None:
    """The search is cut and its one `done` is printed."""
    with searching(start) as hub:
        begin = time.monotonic()
        hub.close_input()
        lines = hub.rest()
        assert hub.wait() == 0
        assert time.monotonic() - begin < 1
        assert sum(line.startswith("done") for line in lines) == 1
        assert lines[-1].startswith("done")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("start", ["", *SEARCHES])
def test_signals_are_like_quit(number: int, start: str) -> None:
    with searching(start) if start else HubClient() as hub:
        if not start:
            hub.hello()
        begin = time.monotonic()
        hub.signal(number)
        assert hub.wait() == 0
        assert time.monotonic() - begin < 1


@pytest.mark.parametrize("start", SEARCHES)
def test_reader_goes_away(start: str) -> None:
    """A closed standard output ends the process, whatever it is doing."""
    program = subprocess.Popen([*command(), "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, bufsize=0)
    assert program.stdin and program.stdout and program.stderr
    try:
        program.stdin.write(b"hub\ninit\n")
        seen = b""
        while b"ready" not in seen:
            seen += os.read(program.stdout.fileno(), 4096)
        program.stdin.write(f"pos start\n{start}\n".encode())
        program.stdout.close()
        begin = time.monotonic()
        while program.poll() is None and time.monotonic() - begin < 5:
            try:
                program.stdin.write(b"ping\n")
            except BrokenPipeError:
                break
            time.sleep(0.02)
        assert program.wait(5) == 0
        assert time.monotonic() - begin < 2
        assert program.stderr.read() == b""
    finally:
        program.kill()
        program.wait()
        for pipe in (program.stdin, program.stderr):
            pipe.close()


def test_nothing_before_the_first_line() -> None:
    with HubClient() as hub:
        hub.silent(0.5)
        hub.hello()
        hub.quit()


def test_a_slow_reader_gets_every_line() -> None:
    """A client that reads nothing for a while loses no `done`."""
    with HubClient("--output-delay=8") as hub:
        hub.hello(variant="russian", tt_size=16)
        for _ in range(20):
            hub.place(RUSSIAN)
            hub.send("level depth=3", "go think", "ping")
        lines: list[str] = []
        while sum(line == "pong" for line in lines) < 20:
            lines.append(hub.read())
        assert sum(line.startswith("done") for line in lines) >= 19
        hub.quit()
