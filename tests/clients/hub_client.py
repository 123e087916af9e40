"""A strict Hub client for tests: drives a program and checks every line that it prints.

The patterns are those that real clients match lines with (protocols.md 3.2), so a line that would
break one of them fails the test that met it.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import Any

from process import TIMEOUT, Process

VALUE = r'(?:"[^"]*"|[^ "=]+)'
MOVE = r"[0-9]+(?:-[0-9]+|(?:x[0-9]+){2,})"
ID = re.compile(rf'id name=Bolshak version={VALUE} author="the Bolshak developers" country=none')
PARAM = re.compile(
    rf"param name=[a-z-]+ value={VALUE} type=(?:bool|string|(?:int|real) min=[0-9.]+ max=[0-9.]+"
    rf"|enum values={VALUE})")
INFO = re.compile(
    r"info depth=(?P<depth>[0-9]+) mean-depth=(?P<mean>[0-9]+\.[0-9]+) "
    r"score=(?P<score>-?[0-9]+\.[0-9]+) nodes=(?P<nodes>[0-9]+) time=(?P<time>[0-9]+\.[0-9]+) "
    rf'nps=(?P<nps>[0-9]+\.[0-9]+) pv="(?P<pv>{MOVE}(?: {MOVE})*)"')
DONE = re.compile(rf"done(?: move=(?P<move>{MOVE})(?: ponder=(?P<ponder>{MOVE}))?)?")
ERROR = re.compile(r'error message="[^"]+"')
LINE = re.compile("|".join([
    *(re.sub(r"\(\?P<[a-z]+>", "(?:", pattern.pattern)
      for pattern in (ID, PARAM, INFO, DONE, ERROR)), "wait|ready|pong"]))


@dataclass
class Answer:
    """What a search said: its `info` lines and the `done` line. No move: the game is over."""

    move: str | None
    ponder: str | None
    infos: list[re.Match[str]] = field(default_factory=list)

    @property
    def origin(self) -> int:
        """Number of the square that the move starts from."""
        assert self.move
        return int(re.split("[-x]", self.move)[0])

    @property
    def score(self) -> float:
        """Score of the last `info` line, in men."""
        return float(self.infos[-1]["score"])


class HubClient(Process):
    """A Hub session with `bolshak hub`, or with another program (which is not held to our
    patterns). Without `delay` lines come as fast as they can."""

    def __init__(self, *flags: str, delay: bool = False, program: list[str] | None = None,
                 **options: Any) -> None:
        self._strict = program is None
        if program is None and not delay:
            flags = (*flags, "--output-delay=0")
        super().__init__("hub", *flags, program=program, **options)

    def __enter__(self) -> HubClient:
        super().__enter__()
        return self

    def hello(self, **parameters: object) -> dict[str, str]:
        """The handshake with some parameters (`_` in a name means `-`); the `param` lines by
        name."""
        lines = self.ask("hub", last="wait")
        declared = {}
        for line in lines[:-1]:
            if line.startswith("param "):
                declared[line.split()[1].removeprefix("name=")] = line
            if self._strict:
                pattern = ID if line is lines[0] else PARAM
                assert pattern.fullmatch(line), line
        for name, value in parameters.items():
            self.set(name.replace("_", "-"), value)
        assert self.ask("init", last="ready") == ["ready"]
        return declared

    def set(self, name: str, value: object) -> None:
        """Set a parameter; there is no answer."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self.send(f'set-param name={name} value="{text}"')

    def place(self, position: str = "", *moves: str) -> None:
        """Send a position, the start position by default."""
        words = ["pos", f"pos={position}" if position else "start"]
        if moves:
            words.append(f'moves="{" ".join(moves)}"')
        self.send(" ".join(words))

    def go(self, level: str = "", mode: str = "think", timeout: float = TIMEOUT) -> Answer:
        """Search and wait for the end."""
        if level:
            self.send(f"level {level}")
        self.send(f"go {mode}")
        return self.answer(timeout)

    def answer(self, timeout: float = TIMEOUT) -> Answer:
        """The answer to a search that was started before."""
        lines = self.read_until("done", timeout)
        infos = []
        for line in lines[:-1]:
            match = INFO.fullmatch(line)
            assert match or not self._strict, f"unexpected line {line!r}"
            if match:
                infos.append(match)
        done = DONE.fullmatch(lines[-1])
        assert done, lines[-1]
        return Answer(done["move"], done["ponder"], infos)

    def silent_of_done(self, seconds: float) -> None:
        """Fail if the search ends within so many seconds; other lines are read over."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.waiting_for_line(left):
                line = self.read()
                assert not line.startswith("done"), line

    def waiting_for_line(self, seconds: float) -> bool:
        """Whether a line comes within so many seconds; it is not taken."""
        end = time.monotonic() + seconds
        while self._lines.empty():
            if time.monotonic() > end:
                return False
            time.sleep(0.002)
        return True

    def error(self, line: str) -> str:
        """Send a line that must be answered by one `error` line, and by nothing else."""
        lines = self.ask(line, "ping", last="pong")
        assert len(lines) == 2, lines
        assert ERROR.fullmatch(lines[0]), lines[0]
        return lines[0].partition('"')[2][:-1]

    def quietly(self, *lines: str) -> None:
        """Send lines that must not be answered at all."""
        assert self.ask(*lines, "ping", last="pong") == ["pong"]
