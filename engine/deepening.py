"""Iterative deepening: depth after depth, line after line, until a limit is reached.

Runs in the search thread. It reports every finished depth, decides whether another one is begun,
and leaves the cutting of a running one to the `SearchControl`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate

from .clock import Budget, Patience
from .endgames import Ranking
from .position import Move, Position
from .report import (
    INFINITE,
    MATE,
    MAX_DEPTH,
    TABLE_WIN,
    WIN,
    CurrentMove,
    Info,
    Limits,
    score_of,
    wdl_of,
)
from .tables import Tables
from .worker import SearchControl, Worker

WINDOW = 12                     # centi-men; half width of the first aspiration window
FIRST_NARROW = 4                # plies from which on there is one
WIDE = 400                      # beyond this the window opens for good
TALKATIVE = 3_000_000_000       # ns after which the root moves are told


@dataclass
class Line:
    """One line of thought: a number of the search and the moves."""

    value: int
    moves: list[Move]


@dataclass
class Task:
    """One `go`. Other threads change only `pondering`, `counted_from` and `budget`."""

    root: Position
    past: list[int]             # keys of the positions before it
    limits: Limits
    control: SearchControl
    lines: int                  # of MultiPV
    drawn: bool                 # the game is drawn here already
    tables: Tables | None       # endgame tables to ask
    ranking: Ranking | None     # what they say of the moves to search, if they know the root
    analyse: bool
    on_info: Callable[[Info], object]
    on_current: Callable[[CurrentMove], object] | None
    start: int                  # time.monotonic_ns of `go`
    budget: Budget | None = None
    node_limit: int | None = None
    pondering: bool = False
    depth: int = 0              # the last whole one, and what it has found
    result: list[Line] = field(default_factory=list)

    def elapsed(self) -> float:
        """ms since `go`."""
        return (time.monotonic_ns() - self.start) / 1e6

    def moves(self) -> tuple[list[Move] | None, list[Move] | None]:
        """The moves to search, None = all, and those of them that may be the best."""
        if self.ranking is None:
            moves = self.limits.searchmoves or None
            return moves, moves
        values, best = self.ranking.values, self.ranking.best
        return [move for move, value in values.items()
                if self.lines > 1 or value == best or value * best > 0], self.ranking.groups[0]

    def has_reached_its_end(self) -> bool:
        """Whether the last whole depth meets the limit of depth or of mate."""
        depth, mate = self.limits.depth, self.limits.mate
        if depth is not None and self.depth >= max(depth, 1):
            return True
        value = self.result[0].value if self.result else 0
        return mate is not None and value > TABLE_WIN and (MATE - value + 1) // 2 <= mate


class Deepening:
    """The iterations of one search by its main worker."""

    def __init__(self, task: Task, worker: Worker, hashfull: Callable[[], int]) -> None:
        self._task = task
        self._worker = worker
        self._hashfull = hashfull
        self._patience: Patience | None = None
        self._depth = 0
        self._lines = min(task.lines, worker.root_count)
        groups = task.ranking.groups if task.ranking else []
        self._ends = list(accumulate(map(len, groups))) or [worker.root_count]

    def run(self) -> None:
        """Search. The lines of the last whole depth, best first, are left in `Task.result`."""
        task = self._task
        if not self._worker.root_count:
            self._report_end()
            return
        if task.on_current is not None:
            self._worker.listen(self._tell_current, task.start + TALKATIVE)
        for depth in range(1, self._last_depth() + 1):
            self._depth = depth
            if not self._search_depth():
                self._save_unfinished()
                break
            self._keep()
            self._worker.hurry()
            if self._is_enough():
                break

    def _last_depth(self) -> int:
        limits = self._task.limits
        if self._task.drawn:
            return 1
        clocked = self._task.budget is not None
        if clocked and not limits.ponder and self._task.budget == Budget(0, 0):
            return 1
        searched = (limits.infinite or limits.depth is not None or limits.nodes is not None
                    or limits.movetime is not None or self._task.analyse)
        if clocked and not searched and (
                self._worker.root_count == 1
                or self._task.ranking is not None and self._task.ranking.best > 0):
            return 1
        return MAX_DEPTH

    def _search_depth(self) -> bool:
        first = 0
        for last in self._ends:
            for index in range(first, min(last, self._lines)):
                if not self._search_line(index, last):
                    return False
                self._worker.sort(first, index + 1)
            first = last
        if self._task.ranking is not None and not self._search_nearer_ends(self._task.ranking):
            return False
        self._worker.remember()
        return True

    def _search_line(self, index: int, last: int) -> bool:
        """Search the best of the root moves index..last-1; False if it was cut off."""
        worker = self._worker
        guess = worker.previous(index)
        alpha, beta, width = -INFINITE, INFINITE, WINDOW
        if self._depth >= FIRST_NARROW and abs(guess) < WIN:
            alpha, beta = guess - width, guess + width
        while True:
            value = worker.search(self._depth, alpha, beta, index, last)
            if worker.stopped:
                return False
            width = INFINITE if 2 * width > WIDE else 2 * width
            if alpha > -INFINITE and value <= alpha:
                self._report(0, self._line(value, worker.line(index)), "upper")
                alpha = max(value - width, -INFINITE)
            elif value >= beta and beta < INFINITE:
                self._report(0, self._line(value, worker.line(index)), "lower")
                beta = min(value + width, INFINITE)
            else:
                return True

    def _search_nearer_ends(self, ranking: Ranking) -> bool:
        """Beyond the moves that the tables find best, which tell the way to the next capture or
        crowning only: is there a quicker way to win, or a slower one to lose? False if the search
        was cut off."""
        worker, first, last = self._worker, self._ends[0], self._worker.root_count
        if self._lines > 1 or first == last:
            return True
        bar = worker.score(0)
        if ranking.best > 0:
            bar = max(bar, TABLE_WIN)
        elif bar >= -TABLE_WIN:
            return True
        value = worker.search(self._depth, bar, INFINITE, first, last)
        if not worker.stopped and value > bar:
            worker.sort(0, first + 1)
        return not worker.stopped

    def _line(self, value: int, moves: list[Move]) -> Line:
        """A line with what is known of its value beside the search."""
        ranking = self._task.ranking
        if self._task.drawn:
            return Line(0, moves)
        if ranking is not None:
            known = ranking.values[moves[0]]
            if abs(value) <= TABLE_WIN or known * value <= 0:
                value = known                   # what the search adds is the length of a win
        return Line(value, moves)

    def _whole_line(self, index: int) -> Line:
        return self._line(self._worker.score(index), self._worker.line(index, self._depth))

    def _keep(self) -> None:
        lines = [self._whole_line(index) for index in range(self._lines)]
        self._task.result = sorted(lines, key=lambda line: -line.value)
        self._task.depth = self._depth
        for index, line in enumerate(self._task.result):
            self._report(index, line, "exact")

    def _save_unfinished(self) -> None:
        """Use what an iteration that was cut off has found: a new best move, if there is one."""
        worker, result = self._worker, self._task.result
        if not result:
            value = worker.score(0)
            if value == -INFINITE:
                value = worker.static_score()
            self._task.result = [self._line(value, worker.line(0))]
        elif self._lines == 1 and worker.move(0) != result[0].moves[0]:
            self._task.result = [self._whole_line(0)]
        else:
            return
        self._report(0, self._task.result[0], "exact")

    def _is_enough(self) -> bool:
        """Whether the search ends with the depth just finished."""
        task, limits, value = self._task, self._task.limits, self._task.result[0].value
        if task.budget is not None:
            self._patience = self._patience or Patience(task.budget)
            self._patience.note(task.result[0].moves[0], value)
        if task.pondering:
            return False
        if task.has_reached_its_end():
            return True
        if self._patience is None or limits.infinite:
            return False
        # With a forced end in sight deeper searches only make sure that it is the nearest.
        if abs(value) > TABLE_WIN and self._depth > MATE - abs(value):
            return True
        return self._patience.is_over(task.elapsed())

    def _report_end(self) -> None:
        """Tell the result of a position without a legal move."""
        value = self._worker.end_score()
        self._task.on_info(Info(0, 0, 1, score_of(value), "exact", 0, 0, 0, 0, 0,
                                wdl=wdl_of(value)))

    def _report(self, index: int, line: Line, bound: str) -> None:
        worker = self._worker
        if bound != "exact" and (self._lines > 1 or self._task.ranking):
            return          # the lines of one depth stay together, and a table knows no bounds
        milliseconds = self._task.elapsed()
        nodes = worker.total_nodes
        self._task.on_info(Info(
            self._depth, max(worker.selective_depth, len(line.moves)), index + 1,
            score_of(line.value), bound, nodes, int(nodes * 1000 / max(milliseconds, 1.0)),
            self._hashfull(), worker.table_hits, int(milliseconds), line.moves,
            wdl_of(line.value), worker.mean_depth))

    def _tell_current(self, move: Move, number: int) -> None:
        if self._task.on_current is not None:
            self._task.on_current(CurrentMove(self._depth, move, number))
