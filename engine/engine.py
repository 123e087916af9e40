"""The engine: options, a game, and searches that run in a thread of their own.

This is the only door for protocols and tools. All methods may be called from any thread except
from the callbacks of a search, which may only call `stop`.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from .clock import Budget, budget, expected_moves
from .deepening import Deepening, Line, Task
from .endgames import Endgames, rank
from .game import Game
from .games import games
from .options import OptionError, Value, standard_options
from .report import Best, CurrentMove, Info, Limits, Score
from .strength import Handicap, handicap
from .team import Team
from .tt import TranspositionTable
from .weights import TENTHS
from .worker import SearchControl

if TYPE_CHECKING:
    from .position import Position

__all__ = ["Best", "CurrentMove", "Engine", "Info", "Limits", "Score"]

LEAST_HASH = 1                  # MiB that the engine can live with


class Engine:
    """A draughts engine. Starts nothing heavy: table and threads are made at first need.

    on_notice: told, in the thread of a caller of `ready` or `go`, what a user should know although
    it stops nothing: endgame tables that cannot be used. It is logged, too.
    """

    def __init__(self) -> None:
        self.on_notice: Callable[[str], object] | None = None
        self.options = standard_options(games())
        self._game = Game(self.options.text("UCI_Variant"),
                          draw_rules=self.options.text("DrawRules"))
        self._calls = threading.RLock()         # one command at a time
        self._state = threading.Condition()     # guards what follows, and wakes who waits for it
        self._task: Task | None = None          # the running search
        self._stopping = False                  # ... has been told to stop
        self._closed = False
        self._thread: threading.Thread | None = None
        self._team: Team | None = None
        self._control = SearchControl()
        self._searched: object = None           # rules of the positions in the table
        self._endgames = Endgames()
        self._random = random.Random()

    # Options and the game.

    @property
    def game(self) -> Game:
        """The current game; change it with `set_game` only."""
        return self._game

    def set_game(self, game: Game) -> None:
        """Make a copy of `game` the current one. Ends a running search."""
        with self._calls:
            self._end_search()
            self._game = game.copy()

    def get_option(self, name: str) -> Value:
        """The value of an option. Raises OptionError for an unknown name."""
        return self.options[name]

    def set_option(self, name: str, value: str | None = None) -> None:
        """Set an option from text. Ends a running search. Raises OptionError, with the old value
        kept, for an unknown name or a value that cannot be used."""
        with self._calls:
            option, parsed = self.options.parse(name, value)
            self._end_search()
            if option.name == "Hash":
                self._resize_table(self.options.number("Hash") if self._team is None else None,
                                   int(parsed))
            elif option.name == "Clear Hash":
                self._forget()
            elif option.name == "EvalFile" and parsed:
                raise OptionError(f"option EvalFile: '{parsed}' is no file of weights")
            self.options.store(option, parsed)
            if option.name == "UCI_Variant":
                self._game = Game(str(parsed), draw_rules=self.options.text("DrawRules"))
                self._forget()
            elif option.name == "DrawRules":
                self._game = _reread(self._game, str(parsed))
                self._forget()

    def new_game(self) -> None:
        """Forget all that was learned; the position stays. Ends a running search."""
        with self._calls:
            self._end_search()
            self._forget()

    def ready(self) -> None:
        """Do all pending work: table, threads, endgame tables. Raises OptionError when table or
        threads cannot be had; what there is stays usable."""
        with self._calls:
            if not self.searching:
                self._make_ready()

    def evaluate(self) -> list[tuple[str, int]]:
        """Static terms of the current position in centi-men for the side to move, each rounded
        by itself; the last one is the whole, "total"."""
        position = self._game.position
        sign = 1 if position.side == "W" else -1
        terms = [(name, sign * count * weight // (10 if name in TENTHS else 1))
                 for name, count, weight in position.terms()]
        return [*terms, ("total", position.evaluate())]

    # Searching.

    @property
    def searching(self) -> bool:
        """Whether a `go` has not yet had its best move."""
        return self._task is not None

    def go(self, limits: Limits, on_info: Callable[[Info], object],
           on_best: Callable[[Best], object],
           on_current: Callable[[CurrentMove], object] | None = None) -> None:
        """Begin to search the current position and return at once.

        The callbacks come from the search thread: `on_info` for every line of thought,
        `on_current` for root moves after 3 s, and `on_best` exactly once, last. A running search
        is ended first. Raises RuntimeError after `close` or from a callback.
        """
        with self._calls:
            start = time.monotonic_ns()
            self._end_search()
            if self._closed:
                raise RuntimeError("the engine is closed")
            with suppress(OptionError):         # search with what there is
                self._make_ready()
            task, weaker = self._new_task(limits, start, on_info, on_current)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="search", daemon=True)
                self._thread.start()
            self._control.reset()
            if task.ranking is not None:
                self._control.add_table_hits(len(task.ranking.values))
            if not task.pondering:
                self._start_counting(task, start)
            with self._state:
                self._stopping = False
                self._task = task
                self._job = (weaker, on_best)
                self._state.notify_all()

    def stop(self) -> None:
        """End the running search; without one nothing happens."""
        with self._state:
            if self._task is not None:
                self._stopping = True
                self._control.stop()
                self._state.notify_all()

    def ponderhit(self) -> None:
        """The pondered move was played: limits count from now on."""
        with self._state:
            task = self._task
            if task is None or not task.pondering:
                return
            task.pondering = False
            self._start_counting(task, time.monotonic_ns())
            thought = task.elapsed() if task.limits.movetime is None else 0.0
            if task.has_reached_its_end() or (task.budget is not None and task.result
                                              and thought >= task.budget.target):
                self._control.stop()            # enough was done while the other side thought
            self._state.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Block until no search runs, at most `timeout` seconds. Returns whether none runs."""
        with self._state:
            return self._state.wait_for(lambda: self._task is None, timeout)

    def close(self) -> None:
        """End the running search and all threads. The engine cannot be used afterwards."""
        with self._calls:
            self._end_search()
            with self._state:
                self._closed = True
                self._state.notify_all()
            if self._thread is not None:
                self._thread.join()
                self._thread = None
            if self._team is not None:
                self._team.close()
                self._team = None

    # In the thread of the caller.

    def _end_search(self) -> None:
        if threading.current_thread() is self._thread:
            raise RuntimeError("not from a callback of the search")
        self.stop()
        self.wait()

    def _make_ready(self) -> None:
        endgames = self._endgames
        if endgames.open(self.options.text("TablePath"), self.options.number("TablePieces"),
                         self._game.position):
            self._forget()                      # scores in the table rest on other tables
            if endgames.problem:
                logging.getLogger("bolshak").warning(endgames.problem)
                if self.on_notice is not None:
                    self.on_notice(endgames.problem)
        if self._team is None:
            self._resize_table(None, self.options.number("Hash"))
        assert self._team is not None
        threads = self.options.number("Threads")
        if len(self._team.helpers) != threads - 1:
            try:
                self._team.resize(threads)
            except (MemoryError, RuntimeError) as error:
                raise OptionError(f"option Threads: {len(self._team.helpers) + 1} of {threads}:"
                                  f" {error}") from error

    def _resize_table(self, fallback: int | None, mebibytes: int) -> None:
        """Make the table that large; if that fails keep the old one, or make the first one of
        `fallback` MiB or what can be had, and raise OptionError."""
        try:
            if self._team is None:
                self._team = Team(TranspositionTable(mebibytes), self._control)
            elif self._team.table.mebibytes != mebibytes:
                self._team.table.resize(mebibytes)
        except MemoryError as error:
            size = fallback or mebibytes // 2
            while self._team is None:
                try:
                    self._team = Team(TranspositionTable(max(size, LEAST_HASH)), self._control)
                except MemoryError:
                    if size <= LEAST_HASH:
                        raise
                    size //= 2
            raise OptionError(f"option Hash: {error}") from error

    def _forget(self) -> None:
        if self._team is not None:
            self._team.forget()

    def _new_task(self, limits: Limits, start: int, on_info: Callable[[Info], object],
                  on_current: Callable[[CurrentMove], object] | None,
                  ) -> tuple[Task, Handicap | None]:
        position = self._game.position
        analyse = self.options.flag("UCI_AnalyseMode")
        weaker = None
        if not analyse:
            limited = self.options.flag("UCI_LimitStrength")
            weaker = handicap(self.options.number("Skill Level"),
                              self.options.number("UCI_Elo") if limited else None)
        lines = self.options.number("MultiPV")
        # Weak players know no endings by heart, and tables do not know how near the end is.
        tables = None if weaker or limits.mate is not None else self._endgames.tables
        ranking = None if tables is None else rank(tables, position, limits.searchmoves or None)
        nodes = limits.nodes if limits.nodes is None else max(limits.nodes, 1)
        if weaker is not None:
            on_info = _first_lines(on_info, lines)
            lines = max(lines, weaker.lines)    # the others are only to choose from
            nodes = min(nodes or weaker.nodes, weaker.nodes)
        rules = (position.game, position.draw_rules)
        solo = self.options.number("Threads") == 1
        if rules != self._searched or (solo and limits.nodes is not None):
            # A number of nodes is asked for where results must not depend on earlier searches.
            self._forget()
        self._searched = rules
        past = [earlier.key for earlier in self._game.positions[:-1][-position.quiet_plies:]] \
            if position.quiet_plies else []
        return Task(
            root=position, past=past, limits=limits, control=self._control, lines=lines,
            drawn=self._game.result() is not None,
            tables=tables, ranking=ranking,
            analyse=analyse, on_info=on_info, on_current=on_current, start=start,
            node_limit=nodes, pondering=limits.ponder,
        ), weaker

    def _start_counting(self, task: Task, now: int) -> None:
        """Let all limits count from the time `now`."""
        limits = task.limits
        deadlines = []
        if limits.movetime is not None and not limits.infinite:
            deadlines.append(float(limits.movetime))
            if limits.movetime <= 0:
                task.budget = Budget(0, 0)
        clock = limits.clock(task.root.side)
        if clock is not None and not limits.infinite:
            task.budget = task.budget or budget(
                clock[0], clock[1], moves_to_go=limits.moves_to_go,
                overhead=self.options.number("Move Overhead"),
                moves=expected_moves(task.root.pieces, 2 * task.root.rules.men),
                ponder=self.options.flag("Ponder"))
            deadlines.append(task.budget.maximum)
        if deadlines:
            self._control.set_deadline(now + int(max(min(deadlines), 0) * 1_000_000))
        if task.node_limit is not None:
            self._control.set_node_limit(self._control.nodes + task.node_limit)

    # In the search thread.

    def _run(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(lambda: self._task is not None or self._closed)
                task = self._task
                if task is None:
                    return
                weaker, on_best = self._job
            try:
                self._search(task)
            except Exception:
                logging.getLogger("bolshak").exception("the search failed")
            try:
                on_best(self._best(task, weaker))
            except Exception:
                logging.getLogger("bolshak").exception("on_best failed")
            with self._state:
                self._task = None
                self._state.notify_all()

    def _search(self, task: Task) -> None:
        team = self._team
        assert team is not None
        team.table.next_search()
        team.start(task.root, task.past, *task.moves(), task.tables)
        try:
            Deepening(task, team.main, team.table.hashfull).run()
        finally:
            team.finish()
        with self._state:
            self._state.wait_for(lambda: self._stopping or not (
                task.pondering or task.limits.endless()))

    def _best(self, task: Task, weaker: Handicap | None) -> Best:
        if not task.result:
            moves = task.moves()[0] or task.root.legal_moves()
            return Best(moves[0] if moves else None)
        chosen: Line = task.result[0]
        if weaker is not None:
            values = [line.value for line in task.result]
            chosen = task.result[weaker.choose(values, self._random)]
        return Best(chosen.moves[0], chosen.moves[1] if len(chosen.moves) > 1 else None)


def _reread(game: Game, draw_rules: str) -> Game:
    """The same game under another reading of the draw rules."""
    start: Position = game.start
    other = Game(start.game, start.fen(), draw_rules=draw_rules)
    for move in game.moves:
        other.push(move)
    return other


def _first_lines(on_info: Callable[[Info], object], lines: int) -> Callable[[Info], object]:
    """A listener that passes on the first `lines` lines only."""
    def listen(info: Info) -> None:
        if info.multipv <= lines:
            on_info(info)
    return listen
