"""Games in parallel: on the threads of this process, or on a cluster (see `cluster`).

Engines do the work in processes of their own; a thread here only waits for them.
"""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from queue import Empty, SimpleQueue

from .config import MatchConfig
from .faults import Interrupted
from .process import Stop
from .record import Opening, Record
from .schedule import Fixture
from .seat import Seat, probe

CLOSE_GRACE = 5.0               # s for the threads to end their engines

Finished = tuple[Fixture, Record]


class Pool(ABC):
    """Takes games, gives records back in the order in which they end, each game once."""

    @property
    @abstractmethod
    def slots(self) -> int:
        """Games to keep submitted."""

    @abstractmethod
    def probe(self, index: int) -> str:
        """Start engine number `index` once and ask its name."""

    @abstractmethod
    def submit(self, fixture: Fixture, opening: Opening) -> None:
        """Play this game as soon as there is room."""

    @abstractmethod
    def finished(self, seconds: float) -> Finished | None:
        """A finished game; None if none finishes in time. Raises what made playing impossible."""

    @abstractmethod
    def interrupt(self) -> None:
        """Have the games in progress end without a result. Safe in a signal handler."""

    @abstractmethod
    def close(self) -> None:
        """Drop the games in progress and end all engines."""


def default_concurrency() -> int:
    """Half the cores that this process may use, at least one."""
    return max(1, len(os.sched_getaffinity(0)) // 2)


class LocalPool(Pool):
    """Threads of this process."""

    def __init__(self, config: MatchConfig) -> None:
        self._config = config
        self._stop = Stop()
        self._slots = config.concurrency or default_concurrency()
        self._tasks: SimpleQueue[tuple[Fixture, Opening] | None] = SimpleQueue()
        self._results: SimpleQueue[Finished | Exception] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=f"seat {i}", daemon=True)
                         for i in range(self._slots)]
        for thread in self._threads:
            thread.start()

    def _work(self) -> None:
        try:
            seat = Seat(self._config, self._stop)
        except Exception as error:
            self._results.put(error)
            return
        try:
            while (task := self._tasks.get()) is not None and not self._stop.is_set:
                self._results.put((task[0], seat.play(*task)))
        except Interrupted:
            pass
        except Exception as error:
            self._results.put(error)
        finally:
            seat.close()

    @property
    def slots(self) -> int:
        return self._slots

    def probe(self, index: int) -> str:
        return probe(self._config, index, self._stop)

    def submit(self, fixture: Fixture, opening: Opening) -> None:
        self._tasks.put((fixture, opening))

    def finished(self, seconds: float) -> Finished | None:
        try:
            result = self._results.get(timeout=seconds)
        except Empty:
            return None
        if isinstance(result, Exception):
            raise result
        return result

    def interrupt(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(CLOSE_GRACE)
