"""How long an engine may think: time controls, fixed limits, and the clock of one game.

All times are milliseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CLOCK = re.compile(r"(?:(\d+)/)?(?:(\d+):)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


class LimitError(ValueError):
    """A limit that cannot be read or makes no sense."""


@dataclass(frozen=True)
class Limit:
    """What ends the search of one move; several together: whatever comes first."""

    base: int | None = None         # ms on the clock at the start of the game
    increment: int = 0              # ms added after each move
    moves: int = 0                  # moves that `base` is for, 0 = the whole game
    movetime: int | None = None     # ms for each move
    depth: int | None = None        # plies
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("base", "movetime", "depth", "nodes"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise LimitError(f"{name} must be above 0, not {value}")
        if self.base is not None and self.movetime is not None:
            raise LimitError("tc and movetime exclude each other")
        if not self:
            raise LimitError("no limit: give tc, movetime, depth or nodes")

    def __bool__(self) -> bool:
        return any(v is not None for v in (self.base, self.movetime, self.depth, self.nodes))

    def __str__(self) -> str:
        parts = []
        if self.base is not None:
            moves = f"{self.moves}/" if self.moves else ""
            increment = f"+{self.increment / 1000:g}" if self.increment else ""
            parts.append(f"{moves}{self.base / 1000:g}{increment} s")
        if self.movetime is not None:
            parts.append(f"{self.movetime} ms a move")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        return ", ".join(parts)


def parse_clock(text: str) -> tuple[int, int, int]:
    """`[MOVES/][MINUTES:]SECONDS[+INCREMENT]` as (moves, base ms, increment ms).

    `40/60+0.5` is 60 s for each 40 moves and 0.5 s for each; `5:00` is five minutes.
    """
    match = CLOCK.fullmatch(text.strip())
    if match is None:
        raise LimitError(f"tc {text!r} is not [MOVES/][MINUTES:]SECONDS[+INCREMENT]")
    moves, minutes, seconds, increment = match.groups()
    base = int(minutes or 0) * 60_000 + round(float(seconds) * 1000)
    return int(moves or 0), base, round(float(increment or 0) * 1000)


def parse_limit(keys: dict[str, object]) -> Limit:
    """Limit from the keys `tc`, `movetime` (ms), `depth`, `nodes` of a configuration."""
    moves, base, increment = 0, None, 0
    if "tc" in keys:
        moves, base, increment = parse_clock(str(keys["tc"]))

    def number(name: str) -> int | None:
        if name not in keys:
            return None
        try:
            return int(str(keys[name]))
        except ValueError:
            raise LimitError(f"{name} {keys[name]!r} is no whole number") from None

    return Limit(base, increment, moves, number("movetime"), number("depth"), number("nodes"))


class Clock:
    """The time that one player has left in one game."""

    def __init__(self, limit: Limit, margin: int) -> None:
        """`margin` ms are forgiven on each move before it counts as a loss on time."""
        self.limit = limit
        self.margin = margin
        self.left: float = limit.base or 0
        self.moves_left = limit.moves

    @property
    def deadline(self) -> float | None:
        """Ms after which an answer is too late, None without a time limit."""
        if self.limit.base is not None:
            return self.left + self.margin
        if self.limit.movetime is not None:
            return float(self.limit.movetime + self.margin)
        return None

    def spend(self, elapsed: float) -> bool:
        """Take `elapsed` ms off for a move; False when the time is overstepped."""
        deadline = self.deadline
        if deadline is not None and elapsed > deadline:
            self.left = min(0.0, self.left - elapsed)
            return False
        if self.limit.base is None:
            return True
        # The margin is a courtesy for the move, never borrowed from later ones.
        self.left = max(0.0, self.left - elapsed) + self.limit.increment
        if self.limit.moves:
            self.moves_left -= 1
            if self.moves_left == 0:
                self.moves_left = self.limit.moves
                self.left += self.limit.base
        return True
