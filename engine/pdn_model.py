"""What a PDN file holds, as plain values: games, moves, variations, problems.

Nothing here knows the rules. Squares and moves are text until `pdn_replay` plays them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_CLOCK = re.compile(r"\[%clk\s+([0-9:.]+)\s*\]")
_CLOCKS = re.compile(r"\[%clock\s+([wWbB])([0-9:.]+)\s+([wWbB])([0-9:.]+)\s*\]")
_ELAPSED = re.compile(r"\[%emt\s+([0-9:.]+)\s*\]")
_EVALUATION = re.compile(r"\[%eval\s+(#?[-+]?[0-9.]+)[^\]]*\]")


@dataclass(frozen=True)
class Problem:
    """Something wrong in a file; line and column count from 1."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"


@dataclass
class PdnMove:
    """A move as written, with all that hangs on it.

    marks: strength marks such as ``!?`` or ``(?)``. nags: numbers of ``$n``. comments: texts that
    follow the move, runs of blanks made one. variations: instead of this move. setup: a FEN that
    replaces the position before the move. line, column: place in the file, 0 if made by a program.
    """

    text: str
    marks: str = ""
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)
    setup: str | None = None
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    @property
    def clock(self) -> float | None:
        """Seconds left on the mover's clock, from ``[%clk h:mm:ss]``."""
        return self._seconds(_CLOCK)

    @property
    def elapsed(self) -> float | None:
        """Seconds used for the move, from ``[%emt h:mm:ss]``."""
        return self._seconds(_ELAPSED)

    @property
    def clocks(self) -> dict[str, float]:
        """Seconds left by side, from ``[%clock w0:03:00 B0:02:58]``; empty if there is none."""
        for comment in self.comments:
            if match := _CLOCKS.search(comment):
                return {match[1].upper(): seconds(match[2]), match[3].upper(): seconds(match[4])}
        return {}

    @property
    def evaluation(self) -> float | None:
        """Score from ``[%eval 0.35]`` in men, as the file gives it; None also for mates."""
        for comment in self.comments:
            match = _EVALUATION.search(comment)
            if match and not match[1].startswith("#"):
                return _real(match[1])
        return None

    @property
    def mate(self) -> int | None:
        """Moves to the end from ``[%eval #5]``, negative for a loss."""
        for comment in self.comments:
            match = _EVALUATION.search(comment)
            if match and match[1].startswith("#"):
                value = _real(match[1][1:])
                return None if value is None else int(value)
        return None

    def _seconds(self, pattern: re.Pattern[str]) -> float | None:
        for comment in self.comments:
            if match := pattern.search(comment):
                return seconds(match[1])
        return None


@dataclass
class Variation:
    """A line of moves; comments stand before its first move."""

    moves: list[PdnMove] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass
class PdnGame:
    """One game of a file.

    tags: all but Result, in the order of the file. result: the mark at the end of the game, else
    the Result tag, else ``*``; any text of rules.md 6.2, not interpreted. score: True if the result
    is a last word such as ``2-8`` that could also be a move: replaying tells. problems: what could
    not be read. line: where the game begins.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[PdnMove] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    result: str = "*"
    score: bool = field(default=False, compare=False)
    problems: list[Problem] = field(default_factory=list, compare=False)
    line: int = field(default=0, compare=False)


def seconds(text: str) -> float:
    """``1:02:03.5`` as seconds; parts that are no numbers count 0."""
    total = 0.0
    for part in text.split(":"):
        total = total * 60 + (_real(part) or 0.0)
    return total


def _real(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
