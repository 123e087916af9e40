"""The threads of a search: one main worker and its helpers, over one table.

Helpers deepen on their own and leave what they find in the table (lazy SMP). They are kept
between searches and sleep.
"""

from __future__ import annotations

import threading
from queue import SimpleQueue

from .position import Move, Position
from .tables import Tables
from .tt import TranspositionTable
from .worker import SearchControl, Worker

Order = tuple[Position, list[int], list[Move] | None]     # the arguments of Worker.prepare


class Helper:
    """A worker with a thread of its own."""

    def __init__(self, number: int, table: TranspositionTable, control: SearchControl) -> None:
        self.worker = Worker(table, control)
        self._depth = 1 + number % 2            # every other one is a ply ahead
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._idle = threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._run, name=f"helper {number}", daemon=True)
        self._thread.start()

    def start(self, order: Order) -> None:
        """Search until the control stops."""
        self._idle.clear()
        self._orders.put(order)

    def wait(self) -> None:
        """Block until the search has ended."""
        self._idle.wait()

    def close(self) -> None:
        """End the thread."""
        self._orders.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (order := self._orders.get()) is not None:
            try:
                self.worker.prepare(*order, False)
                self.worker.deepen(self._depth)
            except MemoryError:
                pass                            # the others go on without this one
            finally:
                self._idle.set()


class Team:
    """The main worker, and helpers to make `threads` in all. Not thread-safe.

    Raises MemoryError or RuntimeError when there cannot be so many; a smaller team stays usable.
    """

    def __init__(self, table: TranspositionTable, control: SearchControl) -> None:
        self.table = table
        self.control = control
        self.main = Worker(table, control)
        self.helpers: list[Helper] = []

    def resize(self, threads: int) -> None:
        """Make `threads` in all."""
        while len(self.helpers) >= threads:
            self.helpers.pop().close()
        while len(self.helpers) < threads - 1:
            self.helpers.append(Helper(len(self.helpers) + 1, self.table, self.control))

    def start(self, root: Position, past: list[int], moves: list[Move] | None,
              best: list[Move] | None, tables: Tables | None) -> None:
        """Prepare the main worker for some moves, and let the helpers search those that may be
        best; None = all. All of them ask these endgame tables."""
        self.main.use_tables(tables)
        self.main.prepare(root, past, moves, not self.helpers)
        for helper in self.helpers:
            helper.worker.use_tables(tables)
            helper.start((root, past, best))

    def finish(self) -> None:
        """Stop the helpers and wait for them."""
        self.control.stop()
        for helper in self.helpers:
            helper.wait()

    def forget(self) -> None:
        """Clear the table and what the workers have learned."""
        self.table.clear()
        self.main.forget()
        for helper in self.helpers:
            helper.worker.forget()

    def close(self) -> None:
        """End all threads."""
        self.resize(1)
