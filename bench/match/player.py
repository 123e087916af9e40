"""An engine that takes part in a match, whatever protocol it speaks."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bolshak import Game, Move

from .config import EngineConfig
from .faults import HANG, NO_MOVE, TIME, EngineFault
from .history import History
from .limits import Clock
from .process import EngineProcess, Stop

STOP_GRACE = 1.0                # s in which an engine must obey `stop`
NAP = 0.0005                    # s between two looks at an engine that no clock hurries
WIN = 30_000                    # centi-men of a mate score; one less for each move to it


@dataclass
class Reply:
    """A move, and what the engine said about it. Scores are from the mover's side."""

    move: Move
    elapsed: float                      # ms on the referee's watch
    score: int | None = None            # centi-men; wins are WIN less the moves to the end
    depth: int | None = None            # plies
    nodes: int | None = None
    ponder: Move | None = None          # the answer the engine would think about


class Player(ABC):
    """One running engine. Every method may raise EngineFault or Interrupted.

    After a fault the player is `broken`: close it and start another.
    """

    def __init__(self, config: EngineConfig, game: str, draw_rules: str, stop: Stop) -> None:
        self.config = config
        self.game = game
        self.draw_rules = draw_rules
        self.stop = stop
        self.identity = ""              # what the engine calls itself, with its version
        self.broken = False

    @abstractmethod
    def start(self) -> None:
        """Start the engine, set its options, wait until it is ready."""

    @abstractmethod
    def new_game(self, game: Game, side: str, clock: Clock) -> None:
        """A new game begins in which the engine plays `side` ("W" or "B")."""

    @abstractmethod
    def think(self, history: History, clocks: Mapping[str, Clock], patience: float) -> Reply:
        """The engine's move in the current position.

        `patience` is how many ms it may take where its limit says nothing about time.
        """

    def ponder(self, history: History, move: Move, clocks: Mapping[str, Clock]) -> None:
        """Let the engine think while the opponent does, in the hope of `move`."""
        raise NotImplementedError("this protocol does not ponder")

    @abstractmethod
    def end_game(self, history: History) -> None:
        """The game is over: stop thinking, say goodbye."""

    @abstractmethod
    def close(self) -> None:
        """End the engine and everything it has started. Never raises."""


class LinePlayer(Player):
    """An engine that speaks a line protocol on stdin and stdout: the part UCI and Hub share."""

    stop_command = "stop\n"
    answer_word = b""               # first word of the line that ends a search

    def __init__(self, config: EngineConfig, game: str, draw_rules: str, stop: Stop) -> None:
        super().__init__(config, game, draw_rules, stop)
        self._process: EngineProcess | None = None
        self._pondered: Move | None = None      # the move in whose hope the engine thinks
        self._pondered_ply = 0                  # ply of the history when that began

    @property
    def process(self) -> EngineProcess:
        assert self._process is not None, "not started"
        return self._process

    def spawn(self) -> EngineProcess:
        """Start the process."""
        self._process = EngineProcess(self.config.command, self.config.directory, self.stop)
        return self._process

    @contextmanager
    def exchange(self, kind: str, missing: str) -> Iterator[None]:
        """An exchange of lines after which the engine is broken, unless all goes well.

        A TimeoutError becomes a fault of this kind: `missing` tells what did not come.
        """
        healthy, self.broken = not self.broken, True
        try:
            yield
        except TimeoutError:
            raise EngineFault(kind, missing) from None
        self.broken = not healthy

    def handshake(self, word: bytes) -> list[bytes]:
        """The lines of an answer that ends with a line of this first word."""
        return self.process.read_until(word, time.perf_counter() + self.config.start_timeout)

    @abstractmethod
    def go(self, history: History, clocks: Mapping[str, Clock], ponder: Move | None) -> str:
        """The lines that start a search, in the position after `ponder` if that is given."""

    @abstractmethod
    def ponder_hit(self) -> str:
        """The line for the engine when the pondered move was played."""

    @abstractmethod
    def read_answer(self, history: History, answer: bytes, info: bytes, elapsed: float) -> Reply:
        """The reply from the line that ended the search and the last line with a score."""

    @abstractmethod
    def tells_score(self, line: bytes) -> bool:
        """Whether the line has depth, score and nodes of the first variation."""

    def think(self, history: History, clocks: Mapping[str, Clock], patience: float) -> Reply:
        if self._pondered is not None and self._hoped_for(history):
            command = self.ponder_hit()
        else:
            self._drop_ponder()
            command = self.go(history, clocks, None)
        self._pondered = None
        deadline = clocks[history.position.side].deadline
        limit = patience if deadline is None else deadline
        try:
            begin = time.perf_counter()
            self.process.send(command)
            answer, info = self._search_result(begin + limit / 1000,
                                               NAP if deadline is None else 0.0)
            elapsed = (time.perf_counter() - begin) * 1000
            return self.read_answer(history, answer, info, elapsed)
        except TimeoutError:
            raise self._late(deadline is not None, limit) from None
        except EngineFault as fault:
            self.broken = fault.kind != NO_MOVE
            raise

    def ponder(self, history: History, move: Move, clocks: Mapping[str, Clock]) -> None:
        self._pondered = move
        self._pondered_ply = history.ply
        self.process.send(self.go(history, clocks, move))

    def _hoped_for(self, history: History) -> bool:
        return (history.ply == self._pondered_ply + 1
                and history.game.moves[-1] == self._pondered)

    def _drop_ponder(self) -> None:
        """End a search of the wrong position."""
        if self._pondered is None:
            return
        self._pondered = None
        with self.exchange(HANG, "does not stop pondering"):
            self.process.send(self.stop_command)
            self._search_result(time.perf_counter() + STOP_GRACE)

    def _search_result(self, deadline: float, nap: float = 0.0) -> tuple[bytes, bytes]:
        """The line that ends the search and the last one with a score, empty if none came."""
        *lines, answer = self.process.read_until(self.answer_word, deadline, nap)
        info = next(filter(self.tells_score, reversed(lines)), b"")
        return answer, info

    def _late(self, timed: bool, limit: float) -> EngineFault:
        """The fault of an engine whose time is up, after an attempt to have it back."""
        try:
            self.process.send(self.stop_command)
            self._search_result(time.perf_counter() + STOP_GRACE)
        except TimeoutError:
            self.broken = True
            return EngineFault(HANG, f"no answer in {limit:.0f} ms, and none to stop")
        except EngineFault as fault:
            self.broken = True
            return fault
        detail = f"no answer in {limit:.0f} ms"
        return EngineFault(TIME, detail) if timed else EngineFault(HANG, detail)

    def end_game(self, history: History) -> None:
        self._drop_ponder()
        self.process.trim_stderr()

    def close(self) -> None:
        if self._process is not None:
            self._process.close("quit\n", 0.0 if self.broken else 1.0)
