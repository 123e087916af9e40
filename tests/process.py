"""Drives the installed command `bolshak` through pipes, as a client would.

Nothing here waits without an end: every read and every wait has a timeout, after which the test
fails with what was said so far. Reading goes through a thread, so that lines are taken the moment
they come and the process is never held up by a full pipe.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any

TIMEOUT = 20.0                  # seconds for anything that should come at once
AT_ONCE = 1.0                   # seconds for what comes at once; the machine may be busy
GOODBYE = 5.0                   # seconds to end; the promise is 1, the machine may be busy

ERROR = "info string error: "   # how a complaint of the UCI dialect begins


def command() -> list[str]:
    """The installed command of the Python that runs the tests."""
    script = Path(sys.executable).with_name("bolshak")
    if script.exists():
        return [str(script)]
    found = shutil.which("bolshak")
    return [found] if found else [sys.executable, "-m", "bolshak"]


class Silence(AssertionError):
    """An expected line did not come in time, or the output ended before it."""


class Process:
    """A running `bolshak`. Use it in a `with` statement: it is killed at the end of the block.

    arguments: of the command. options: for `subprocess.Popen`. transcript: all that was sent and
    read, each line with `>` or `<`.
    """

    def __init__(self, *arguments: str, program: list[str] | None = None, **options: Any) -> None:
        self.transcript: list[str] = []
        self._lines: SimpleQueue[tuple[float, bytes] | None] = SimpleQueue()
        self._ended = False
        self._errors = bytearray()
        self._process = subprocess.Popen(
            [*(program or command()), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
            **options,
        )
        self._threads = [Thread(target=self._read_lines, daemon=True),
                         Thread(target=self._read_errors, daemon=True)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.kill()
        if kind is None:
            assert self.errors == "", f"standard error is not silent:\n{self.errors}"

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def errors(self) -> str:
        """What came on standard error so far."""
        return self._errors.decode(errors="replace")

    # Talking.

    def send(self, *lines: str) -> None:
        """Send whole lines, in one write."""
        self.transcript += (f"> {line[:200]}" for line in lines)
        self.write("".join(line + "\n" for line in lines).encode())

    def write(self, data: bytes) -> None:
        """Send bytes as they are. A process that has gone takes them silently."""
        assert self._process.stdin
        try:
            while data:
                data = data[self._process.stdin.write(data):]
        except (BrokenPipeError, ValueError):
            pass

    def read(self, timeout: float = TIMEOUT) -> str:
        """The next line of output without its end. Raises Silence."""
        return self.read_timed(timeout)[1]

    def read_timed(self, timeout: float = TIMEOUT) -> tuple[float, str]:
        """The next line with the moment when it was read (`time.monotonic`)."""
        try:
            item = None if self._ended else self._lines.get(timeout=timeout)
        except Empty:
            raise self._silence(f"no line within {timeout} s") from None
        if item is None:
            self._ended = True
            raise self._silence("the output has ended")
        moment, raw = item
        assert raw.endswith(b"\n"), f"line without an end: {raw!r}"
        line = raw[:-1].decode()
        assert line == line.strip(), f"blank at an end of {line!r}"
        self.transcript.append(f"< {line}")
        return moment, line

    def read_until(self, last: str | Callable[[str], bool], timeout: float = TIMEOUT) -> list[str]:
        """Lines up to the first one that begins with the word(s) `last`, or for which it is
        true; that one is the last of the list. `timeout` is for all of them."""
        fits = last if callable(last) else _begins(last)
        end = time.monotonic() + timeout
        lines = []
        while True:
            lines.append(self.read(max(end - time.monotonic(), 0.0)))
            if fits(lines[-1]):
                return lines

    def ask(self, *lines: str, last: str | Callable[[str], bool],
            timeout: float = TIMEOUT) -> list[str]:
        """Send lines and read up to the line that ends the answer."""
        self.send(*lines)
        return self.read_until(last, timeout)

    def waiting(self) -> list[str]:
        """Lines that have come and were not read; does not wait."""
        lines = []
        while not self._ended and not self._lines.empty():
            lines.append(self.read())
        return lines

    def silent(self, seconds: float) -> None:
        """Fail if a line comes, or the output ends, within so many seconds."""
        try:
            line = self.read(seconds)
        except Silence:
            assert not self._ended, f"the process has ended\n{self._said()}"
        else:
            raise AssertionError(f"unexpected line {line!r}\n{self._said()}")

    # Ending.

    def close_input(self) -> None:
        """End of input for the process."""
        assert self._process.stdin
        self._process.stdin.close()

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def wait(self, timeout: float = GOODBYE) -> int:
        """The exit code. Fails if the process has not ended in time."""
        try:
            return self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise self._silence(f"still running after {timeout} s") from None

    def rest(self, timeout: float = GOODBYE) -> list[str]:
        """All lines up to the end of the output, which must come in time."""
        end = time.monotonic() + timeout
        lines = []
        while True:
            try:
                lines.append(self.read(max(end - time.monotonic(), 0.0)))
            except Silence:
                if self._ended:
                    return lines
                raise

    def quit(self, timeout: float = GOODBYE) -> None:
        """Send `quit` and check that the process ends well."""
        self.send("quit")
        code = self.wait(timeout)
        assert code == 0, f"exit code {code}\n{self._said()}\n{self.errors}"

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(GOODBYE)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                with suppress(OSError):
                    pipe.close()

    # Measuring.

    def cpu_time(self) -> float:
        """Seconds of processor time that the process has used. Linux only."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # Inside.

    def _read_lines(self) -> None:
        assert self._process.stdout
        descriptor = self._process.stdout.fileno()
        rest = b""
        while chunk := os.read(descriptor, 1 << 16):
            now = time.monotonic()
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put((now, line + b"\n"))
        if rest:
            self._lines.put((time.monotonic(), rest))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._process.stderr
        descriptor = self._process.stderr.fileno()
        while chunk := os.read(descriptor, 1 << 16):
            self._errors += chunk

    def _silence(self, what: str) -> Silence:
        return Silence(f"{what}\n{self._said()}")

    def _said(self) -> str:
        return "\n".join(self.transcript[-60:])


def _begins(words: str) -> Callable[[str], bool]:
    def fits(line: str) -> bool:
        return line == words or line.startswith(words + " ")

    return fits


def run(*arguments: str, text: str | bytes = b"", timeout: float = TIMEOUT,
        **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end with `text` as its whole input."""
    data = text.encode() if isinstance(text, str) else text
    return subprocess.run([*command(), *arguments], input=data, capture_output=True,
                          timeout=timeout, check=False, **options)


class Uci(Process):
    """A `bolshak` that is talked to in the UCI dialect."""

    def ready(self, timeout: float = TIMEOUT) -> list[str]:
        """Send `isready` and return the lines that come before its `readyok`."""
        return self.ask("isready", last="readyok", timeout=timeout)[:-1]

    def search(self, *lines: str, timeout: float = TIMEOUT) -> list[str]:
        """Send lines of which the last starts a search that ends; return what is printed up to
        its `bestmove`. Fails if there is anything after it."""
        answer = self.ask(*lines, last="bestmove", timeout=timeout)
        assert self.ready() == [], self._said()
        return answer

    def errors_of(self, *lines: str) -> list[str]:
        """Send lines and return what is printed for them, which must be error lines only."""
        self.send(*lines)
        answer = self.ready()
        assert all(line.startswith("info string error: ") for line in answer), answer
        return answer

    def fen(self) -> str:
        return self.ask("fen", last="fen")[-1].removeprefix("fen ")

    def moves(self) -> list[str]:
        fields = self.ask("moves", last="moves")[-1].split()
        assert int(fields[1]) == len(fields) - 2
        return fields[2:]

    def thinks(self, seconds: float) -> list[str]:
        """Lines of a search that goes on for so long; fails if it ends."""
        end = time.monotonic() + seconds
        lines = []
        while (left := end - time.monotonic()) > 0:
            try:
                lines.append(self.read(left))
            except Silence:
                assert not self._ended, self._said()
            else:
                assert not lines[-1].startswith("bestmove"), self._said()
        return lines

    def stop(self, timeout: float = TIMEOUT) -> list[str]:
        """Stop a search; return the rest of its lines, of which only the last is a `bestmove`."""
        return self.search("stop", timeout=timeout)


def best(lines: list[str]) -> str:
    """The move of the `bestmove` line at the end of a search."""
    return lines[-1].split()[1]


def scores(lines: list[str]) -> list[str]:
    """The lines of a search that have a score."""
    return [line for line in lines if line.startswith("info depth") and " score " in line]


def field(line: str, name: str) -> str:
    """The word after `name` in an info line."""
    words = line.split()
    return words[words.index(name) + 1]


def timeless(lines: list[str]) -> list[str]:
    """The lines of a search without what differs from run to run."""
    return [re.sub(r" (time|nps) \d+", "", line) for line in lines]
