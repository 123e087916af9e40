"""Building endgame tables: what is to be done, in which order, by how many threads.

Each pair of armies is a job. It can begin when every pair that one move leads to is solved, which
is the only order there is: threads, and machines, may share the jobs as they like. A finished job
is one file (two with distances) that appears in one step; so building can be killed at any moment
and goes on with what is missing.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .tables import Tables
from .tables_format import (
    DISTANCES,
    KINDS,
    SYMBOLS,
    VALUES,
    TableStatistics,
    file_of,
    read_file,
    write_file,
)
from .tables_plan import MOST_PIECES, Family, Pair, TablesError, family_of, pairs, successors
from .tables_work import Shelves, Stopped, Task

GIBIBYTE = 1 << 30
COMPRESSOR = 80 << 20           # bytes of memory, beside the row itself
ROW = 6                         # bytes for each number of a table while a pair is in work
SOLVED = 0.5                    # share of a job that is done when the pair is solved

Stored = tuple[tuple[int, ...], TableStatistics, tuple[bytes, bytes]]


@dataclass(frozen=True)
class Order:
    """What to build. pieces: of both sides, at most. memory: bytes. distances: pieces up to which
    distances are stored, too."""

    game: str
    pieces: int
    folder: Path
    threads: int
    memory: int
    distances: int


@dataclass(frozen=True)
class Progress:
    """How far the building is. done: share of the work in 0..1. jobs: finished pairs and all
    pairs. working: the pairs in work. seconds: since the start."""

    done: float
    jobs: tuple[int, int]
    working: tuple[str, ...]
    seconds: float

    @property
    def left(self) -> float | None:
        """Seconds that it will probably take, None while nobody can tell."""
        return self.seconds * (1 - self.done) / self.done if self.done > 0.01 else None


class Builder:
    """Builds the tables of an order. Raises TablesError when that cannot be."""

    def __init__(self, order: Order) -> None:
        if not 2 <= order.pieces <= MOST_PIECES:
            raise TablesError(f"tables have 2 to {MOST_PIECES} pieces, not {order.pieces}")
        self.order = order
        self.family: Family = family_of(order.game)
        self.all = [pair for n in range(2, order.pieces + 1) for pair in pairs(n)]
        self._shelves = Shelves(self.family)
        self._state = threading.Condition()     # guards what follows
        self._waiting: list[Pair] = []
        self._tasks: dict[Pair, Task | None] = {}
        self._shares: dict[Pair, float] = {}    # packed share of the jobs in work
        self._finished: set[Pair] = set()
        self._to_solve: set[Pair] = set()
        self._used = 0                          # bytes of the jobs in work
        self._error: BaseException | None = None

    def run(self, report: Callable[[Progress], None] | None = None,
            seconds: float = 0.5) -> int:
        """Build what is missing; returns the number of pairs that were built.

        report: called every so many seconds and at the end. Raises TablesError, OSError,
        MemoryError, and KeyboardInterrupt after an orderly stop.
        """
        with self._alone():
            self._plan()
            self._check_resources()
            start = time.monotonic()
            threads = [threading.Thread(target=self._work, name=f"tables {i}", daemon=True)
                       for i in range(self.order.threads if self._waiting else 0)]
            for thread in threads:
                thread.start()
            try:
                while any(thread.is_alive() for thread in threads):
                    with self._state:
                        self._state.wait(seconds)
                    if report:
                        report(self._progress(start))
            except BaseException:
                with self._state:
                    self._shelves.stop()
                    self._state.notify_all()
                raise
            finally:
                for thread in threads:
                    thread.join()
            if self._error:
                raise self._error
            if report:
                report(self._progress(start))
            return len(self._to_solve)

    # Before the work.

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other builder in this folder, and no remains of earlier ones."""
        folder = self.order.folder / self.family.name
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / ".lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise TablesError(f"{folder}: somebody else is building here") from None
            for part in folder.glob("*.part"):
                part.unlink()
            yield

    def kinds(self, pair: Pair) -> tuple[str, ...]:
        """The kinds of files of a pair."""
        return KINDS if pair.pieces <= self.order.distances else (VALUES,)

    def _plan(self) -> None:
        self._to_solve = {pair for pair in self.all if not self._is_built(pair)}
        needed = set(self._to_solve)
        for pair in reversed(self.all):         # everything that the missing pairs rest on
            if pair in needed:
                needed |= successors(pair)
        self._waiting = [pair for pair in self.all if pair in needed]
        self._finished = set(self.all) - needed

    def _is_built(self, pair: Pair) -> bool:
        for kind in self.kinds(pair):
            path = file_of(self.order.folder, self.family, pair, kind)
            try:
                if not path.exists() or read_file(path, self.family).damaged():
                    return False
            except TablesError:
                return False
        return True

    def _job_size(self, pair: Pair) -> int:
        return ROW * self.family.index_size(pair) + COMPRESSOR

    def _check_resources(self) -> None:
        if not self._to_solve:
            return
        shelves = sum(pair.tables * self.family.index_size(pair) // 4 for pair in self._waiting)
        need = shelves + max(self._job_size(pair) for pair in self._waiting)
        if need > self.order.memory:
            raise TablesError(f"{self.order.pieces} pieces need {_size(need)} of memory, only "
                              f"{_size(self.order.memory)} are allowed")
        free = _free_memory()
        if free is not None and need > free:
            raise TablesError(f"{self.order.pieces} pieces need {_size(need)} of memory, only "
                              f"{_size(free)} are free")
        self._used = shelves
        disk = sum(self._disk(pair) for pair in self._to_solve)
        left = shutil.disk_usage(self.order.folder).free
        if disk > left:
            raise TablesError(f"{self.order.pieces} pieces need up to {_size(disk)} on the disk, "
                              f"only {_size(left)} are free")

    def _disk(self, pair: Pair) -> int:
        """More bytes than the files of a pair have ever had."""
        numbers = pair.tables * self.family.index_size(pair)
        share = numbers // 16 + (numbers // 5 if DISTANCES in self.kinds(pair) else 0)
        return share + (64 << 10)

    # In the threads.

    def _work(self) -> None:
        try:
            while (pair := self._next_job()) is not None:
                self._do(pair)
                with self._state:
                    del self._tasks[pair]
                    self._finished.add(pair)
                    self._used -= self._job_size(pair)
                    self._state.notify_all()
        except Stopped:
            pass
        except BaseException as error:          # told by `run`
            with self._state:
                self._error = self._error or error
                self._shelves.stop()
                self._state.notify_all()

    def _next_job(self) -> Pair | None:
        """Wait for a pair that can be solved; None when there will be none."""
        with self._state:
            while self._waiting and not self._shelves.is_stopped:
                for pair in self._waiting:
                    fits = self._used + self._job_size(pair) <= self.order.memory
                    if ((fits or not self._tasks)
                            and all(other in self._shelves for other in successors(pair))):
                        self._waiting.remove(pair)
                        self._tasks[pair] = None
                        self._used += self._job_size(pair)
                        return pair
                self._state.wait()
            return None

    def _do(self, pair: Pair) -> None:
        task = Task(self._shelves, pair)
        with self._state:
            self._tasks[pair] = task
        if pair in self._to_solve:
            task.solve()
        else:
            task.restore(Tables(self.family.name, [self.order.folder], pair.pieces))
        task.shelve()
        with self._state:
            self._state.notify_all()
        if pair in self._to_solve:
            self._write(task, pair)

    def _write(self, task: Task, pair: Pair) -> None:
        kinds = self.kinds(pair)
        parts = len(kinds) * pair.tables
        # The values last: they tell that a pair is finished.
        for kind in reversed(kinds):
            stored: list[Stored] = []
            for table in range(pair.tables):
                order = task.best_order(table, kind)
                row = task.row(table, kind, order)
                stored.append((order, task.statistics(table), row.pack(SYMBOLS[kind])))
                with self._state:
                    self._shares[pair] = self._shares.get(pair, 0) + 1 / parts
            write_file(file_of(self.order.folder, self.family, pair, kind), self.family, pair,
                       kind, stored)

    def _progress(self, start: float) -> Progress:
        with self._state:
            whole = done = 0.0
            for pair in self.all:
                size = 2 * self.family.index_size(pair)
                if pair not in self._to_solve:
                    continue
                whole += size
                if pair in self._finished:
                    done += size
                elif (task := self._tasks.get(pair)) is not None:
                    done += SOLVED * task.progress
                    done += (1 - SOLVED) * size * self._shares.get(pair, 0)
            return Progress(done / whole if whole else 1.0, (len(self._finished), len(self.all)),
                            tuple(map(str, self._tasks)), time.monotonic() - start)


def _size(count: int) -> str:
    return f"{count / GIBIBYTE:.1f} GiB"


def _free_memory() -> int | None:
    """Bytes that can be had without swapping; None where the system does not tell."""
    try:
        with open("/proc/meminfo") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return None


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
