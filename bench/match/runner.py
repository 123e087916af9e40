"""The match itself: hands out games, keeps the log, stops when all is said."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

from .config import MatchConfig
from .display import Display
from .faults import START, ConfigError, EngineFault, Interrupted
from .log import MatchLog
from .openings import open_book
from .pdn_file import PdnFile
from .pool import LocalPool, Pool
from .record import Record
from .schedule import Fixture, Schedule
from .standings import Standings
from .summary import summary

LOG, PDN, REPORT = "games.jsonl", "games.pdn", "report.html"
TICK = 0.25                     # s between two looks at the display
ENDLESS = 1_000_000             # games of a test that stops by itself
DEFAULT_GAMES = 100
FAILED_STARTS = 5               # in a row, after which an engine is given up


class Runner:
    """Plays a match, or what is left of it."""

    def __init__(self, config: MatchConfig, display: Display, pool: Pool | None = None) -> None:
        """`pool`: where games are played, by default as the configuration says."""
        self.config = config
        self.display = display
        self.names = [engine.name for engine in config.engines]
        self.standings = Standings(self.names)
        self._book = open_book(config)
        self._schedule = Schedule(config.event, len(config.engines), self._games())
        self.interrupted = False
        self._pool = pool
        self._done: set[int] = set()
        self._next = 0
        self._failed_starts = 0
        self._folder = Path(config.output)

    def _games(self) -> int:
        if self.config.games:
            return self.config.games
        if self.config.sprt is not None:
            return ENDLESS
        return 2 * self._book.count if self._book.count else DEFAULT_GAMES

    @property
    def complete(self) -> bool:
        """Whether every game was played, or the test has ended."""
        return len(self._done) >= len(self._schedule) or self._decided()

    def run(self) -> None:
        """Play. Whatever ends it, log and PDN are complete up to the last finished game.

        Raises ConfigError, and EngineFault for an engine that does not start.
        """
        log = MatchLog(self._folder / LOG, self.config.fingerprint())
        try:
            pdn = PdnFile(self._folder / PDN, self.config)
            self._resume(log, pdn)
            if not self.complete:
                self._play(log, pdn)
        finally:
            log.close()

    def interrupt(self) -> None:
        """Stop soon, dropping the games in progress. May be called from a signal handler."""
        self.interrupted = True
        if self._pool is not None:
            self._pool.interrupt()

    def _resume(self, log: MatchLog, pdn: PdnFile) -> None:
        for record in log.load():
            self._done.add(record.id)
            self.standings.add(record)
        pdn.rewrite(log.load())
        if self._done:
            self.display.say(f"{len(self._done)} of {len(self._schedule)} games are played")

    def _play(self, log: MatchLog, pdn: PdnFile) -> None:
        if self._pool is None:
            self._pool = open_pool(self.config)
        try:
            self._introduce(self._pool, log)
            self._play_on(self._pool, log, pdn)
        except Interrupted:
            pass
        finally:
            self._pool.close()

    def _introduce(self, pool: Pool, log: MatchLog) -> None:
        """Make sure that all engines work, and tell who they are."""
        identities = []
        for index, name in enumerate(self.names):
            identities.append(pool.probe(index))
            self.display.say(f"{name}: {identities[-1] or 'ready'}, "
                             f"{self.config.engines[index].limit}")
        sprt = self.config.sprt
        log.add_session({"started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                         "games": len(self._schedule), "engines": identities,
                         "sprt": asdict(sprt) if sprt is not None else None})
        self.display.begin(len(self._schedule), self.standings)

    def _play_on(self, pool: Pool, log: MatchLog, pdn: PdnFile) -> None:
        running = 0
        while not self.interrupted and not self._decided():
            while running < pool.slots and (fixture := self._next_fixture()) is not None:
                self._know_opening(log, fixture.opening)
                pool.submit(fixture, log.openings[fixture.opening])
                running += 1
            if not running:
                return
            finished = pool.finished(TICK)
            if finished is None:
                self.display.tick(self.standings)
                continue
            running -= 1
            fixture, record = finished
            self._watch_starts(record)
            log.add_game(record, fixture.opening)
            pdn.add(record)
            self._done.add(record.id)
            self.standings.add(record)
            self.display.game(record, self.standings)

    def _next_fixture(self) -> Fixture | None:
        while self._next in self._done:
            self._next += 1
        if self._next >= len(self._schedule):
            return None
        self._next += 1
        return self._schedule.fixture(self._next - 1)

    def _know_opening(self, log: MatchLog, index: int) -> None:
        while len(log.openings) <= index:
            log.add_opening(self._book.get(len(log.openings), log.openings))

    def _decided(self) -> bool:
        sprt = self.config.sprt
        if sprt is None:
            return False
        return bool(sprt.verdict(self.standings.tally(*self.names).pairs))

    def _watch_starts(self, record: Record) -> None:
        """Give up rather than lose hundreds of games for an engine that has gone."""
        if record.fault != START:
            self._failed_starts = 0
            return
        self._failed_starts += 1
        if self._failed_starts >= FAILED_STARTS:
            raise EngineFault(START, f"{record.offender}, {FAILED_STARTS} times: {record.reason}")

    def close_lines(self) -> list[str]:
        """What there is to say at the end."""
        return summary(self.config, self.standings)


def open_pool(config: MatchConfig) -> Pool:
    """Where the games of this match are played."""
    if not config.cluster:
        return LocalPool(config)
    try:
        from .cluster import ClusterPool
    except ImportError as error:
        raise ConfigError("--cluster needs Dask: pip install '.[cluster]' in the project folder "
                          f"({error})") from None
    return ClusterPool(config)
