"""Perft in small steps, so that it can be interrupted, and the thread that runs such long work."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING

from bolshak.protocol.uci_format import sorted_moves, speed_text

if TYPE_CHECKING:
    from bolshak import Move, Position

STEP_NODES = 300_000            # what is counted at once: a few milliseconds, in bad cases 0.1 s
LONGEST_STEP = 10               # plies


class Interrupted(Exception):
    """The work was stopped before its end."""


class Counter:
    """Perft from one position in the convention of moves or of turns (rules.md 1.4).

    The compiled perft cannot be interrupted, so it counts only the last plies, in steps that are
    large enough to keep its speed; between them `stopped` is looked at. Raises Interrupted soon
    after it is set.
    """

    def __init__(self, position: Position, stopped: Event, *, turns: bool = False) -> None:
        self._position = position
        self._stopped = stopped
        self._turns = turns
        self._step = 1
        while self._step < LONGEST_STEP and position.perft(self._step, turns) < STEP_NODES:
            self._step += 1

    def count(self, depth: int) -> int:
        """Number of positions (paths of the tree) after `depth` plies."""
        return self._count(self._position, depth)

    def divide(self, depth: int, style: str = "coordinate") -> list[tuple[str, int]]:
        """The same for every root move, sorted by its text."""
        if depth < 1:
            return []
        root = self._position
        return [(text, self._after(root, move, depth))
                for text, move in sorted_moves(root, style)]

    def _count(self, position: Position, depth: int) -> int:
        if self._stopped.is_set():
            raise Interrupted
        if depth <= self._step:
            return position.perft(depth, self._turns)
        return sum(self._after(position, move, depth) for move in position.legal_moves())

    def _after(self, position: Position, move: Move, depth: int) -> int:
        weight = len(position.paths(move)) if self._turns else 1
        return weight * self._count(position.play(move), depth - 1)


def perft_lines(position: Position, depth: int, style: str, stopped: Event) -> list[str]:
    """What `perft N` prints."""
    start = time.perf_counter()
    counts = Counter(position, stopped).divide(depth, style)
    milliseconds = round((time.perf_counter() - start) * 1000)
    nodes = sum(nodes for _, nodes in counts) if depth else 1
    return [*(f"{text}: {nodes}" for text, nodes in counts),
            f"perft {depth} {speed_text(nodes, milliseconds)}"]


class Job:
    """Work in a thread of its own, for commands that take long and can be interrupted.

    work: called with an event that is set when the work is to stop; it may raise Interrupted.
    done: called in the thread after the work, whatever happened in it.
    """

    def __init__(
        self,
        work: Callable[[Event], None],
        *,
        interrupt: Callable[[], None] | None = None,
        done: Callable[[], None],
    ) -> None:
        self._work = work
        self._interrupt = interrupt
        self._done = done
        self._stopped = Event()
        self._thread = Thread(target=self._run, daemon=True, name="job")
        self._thread.start()

    def stop(self) -> None:
        """Ask the work to end soon."""
        self._stopped.set()
        if self._interrupt:
            self._interrupt()

    def join(self) -> None:
        """Wait for the end of the work."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._work(self._stopped)
        finally:
            self._done()
