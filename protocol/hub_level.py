"""How long to search: the `level` lines of the Hub protocol."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bolshak.engine import Limits
from bolshak.protocol.output import quoted

MOST_DEPTH = 127                # plies
MOST_NODES = 2**62
MOST_SECONDS = 1e9              # longer times are cut: the engine counts milliseconds in 64 bits


@dataclass
class Level:
    """Limits of the next search; several lines add up. Times are seconds.

    `inc` is given before the move, so `time + inc` may be used. Without any limit the search runs
    until it is stopped.
    """

    depth: int | None = None            # plies
    nodes: int | None = None
    move_time: float | None = None
    moves: int | None = None            # to the next time control
    time: float | None = None
    inc: float | None = None
    infinite: bool = False
    ponder: bool = False

    def add(self, arguments: dict[str, str | None]) -> list[str]:
        """Take over the arguments of one line and return what was wrong with them.

        An unreadable value leaves its limit as it was; unknown arguments are ignored.
        """
        errors = []
        for name, text in arguments.items():
            if text is None:
                if name in ("infinite", "ponder"):
                    setattr(self, name, True)
                continue
            if name not in ("depth", "nodes", "move-time", "moves", "time", "inc"):
                continue
            try:
                number = _number(text)
            except ValueError:
                errors.append(f"level: {name} is no number: {quoted(text)}")
                continue
            self._set(name, number)
        return errors

    def _set(self, name: str, number: float) -> None:
        if name == "depth":
            self.depth = min(max(int(number), 1), MOST_DEPTH)
        elif name == "nodes":
            self.nodes = min(max(int(number), 1), MOST_NODES)
        elif name == "moves":
            self.moves = int(min(number, 10_000)) if number >= 1 else None
        else:
            setattr(self, name.replace("-", "_"), _clamped(number))

    def limits(self, side: str, mode: str) -> Limits:
        """The engine's limits for a search with `side` ("W" or "B") to move.

        mode: "think", "ponder" or "analyze"; an analysis does not look at the clock.
        """
        limits = Limits(depth=self.depth, nodes=self.nodes)
        if self.move_time is not None:
            limits.movetime = _milliseconds(self.move_time)
        if self.time is not None and mode != "analyze":
            inc = max(self.inc or 0.0, 0.0)
            left, increment = _milliseconds(self.time + inc), _milliseconds(inc)
            if side == "W":
                limits.white_time, limits.white_inc = left, increment
            else:
                limits.black_time, limits.black_inc = left, increment
            limits.moves_to_go = self.moves
        timed = limits.movetime is not None or limits.white_time is not None \
            or limits.black_time is not None
        if mode == "ponder" and (timed or not self._ends()):
            limits.ponder = True
        limits.infinite = not timed and not self._ends() and not limits.ponder
        return limits

    def _ends(self) -> bool:
        # A search by depth or nodes ends by itself in every mode, also while pondering.
        return self.depth is not None or self.nodes is not None


def _number(text: str) -> float:
    """A finite real number; raises ValueError. Times may be huge, but not infinite."""
    if len(text) > 400 or "_" in text:
        raise ValueError(text)
    number = float(text)
    if math.isnan(number):
        raise ValueError(text)
    return min(max(number, -1e300), 1e300)


def _clamped(seconds: float) -> float:
    return min(max(seconds, -MOST_SECONDS), MOST_SECONDS)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
