"""Games on the machines of a Dask cluster.

Each game is a task. If a worker dies, its games are played again elsewhere; whatever happens,
each game is handed over once. Workers need this package in the same version, and the engines at
the same paths. Each thread of a worker plays one game at a time.
"""

from __future__ import annotations

import time
import uuid
from queue import Empty, SimpleQueue
from typing import Any

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from .config import MatchConfig
from .faults import ConfigError, Interrupted
from .pool import Finished, Pool
from .record import Opening, Record
from .schedule import Fixture
from .workers import end_match, play_there, probe_there

ATTEMPTS = 5                    # to play a game whose workers die; the scheduler has its own
RETRIES = 2                     # of a task that fails by something else than an engine
CONNECT_TIMEOUT = 20.0          # s
FETCH_TIMEOUT = 10.0            # s for a finished record to arrive
COUNT_INTERVAL = 2.0            # s between two looks at the number of workers

# Dask is not annotated.
connect: Any = Client
future: Any = Future


class ClusterPool(Pool):
    """The workers of a scheduler."""

    def __init__(self, config: MatchConfig) -> None:
        """ConfigError if the scheduler cannot be reached or has no workers."""
        self._config = config
        self._match = uuid.uuid4().hex
        self._attempts: dict[int, int] = {}
        self._tasks: dict[str, tuple[Fixture, Opening]] = {}
        self._ended: SimpleQueue[Any] = SimpleQueue()
        self._interrupted = False
        self._counted = -COUNT_INTERVAL
        self._threads = 1
        try:
            self._client = connect(config.cluster, timeout=CONNECT_TIMEOUT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
        except (OSError, TimeoutError) as error:
            raise ConfigError(f"cluster {config.cluster}: {error}") from None

    @property
    def slots(self) -> int:
        """Threads of all workers, which may come and go, but not more than configured."""
        if time.monotonic() - self._counted >= COUNT_INTERVAL:
            self._counted = time.monotonic()
            self._threads = sum(self._client.nthreads().values())
        return max(1, min(self._threads, self._config.concurrency or self._threads))

    def probe(self, index: int) -> str:
        task = self._client.submit(probe_there, self._config, index, pure=False)
        while not task.done():
            if self._interrupted:
                raise Interrupted
            time.sleep(0.05)
        return str(task.result())

    def submit(self, fixture: Fixture, opening: Opening) -> None:
        attempt = self._attempts.get(fixture.id, 0)
        key = f"game-{fixture.id}-{attempt}-{self._match}"
        self._tasks[key] = fixture, opening
        task = self._client.submit(play_there, self._config, self._match, fixture, opening,
                                   key=key, pure=False, retries=RETRIES)
        task.add_done_callback(self._ended.put)

    def finished(self, seconds: float) -> Finished | None:
        try:
            task = self._ended.get(timeout=seconds)
        except Empty:
            return None
        fixture, opening = self._tasks[task.key]
        try:
            record: Record = task.result(timeout=FETCH_TIMEOUT)
        except TimeoutError:
            # The worker died with the record in its hands; the scheduler plays the game again.
            task.add_done_callback(self._ended.put)
            return None
        except Exception as error:
            del self._tasks[task.key]
            self._try_again(task, error, fixture, opening)
            return None
        del self._tasks[task.key]
        self._attempts.pop(fixture.id, None)
        return fixture, record

    def _try_again(self, task: Any, error: Exception, fixture: Fixture, opening: Opening
                   ) -> None:
        """Submit the game anew if it was lost with its workers, else raise its error."""
        lost = (isinstance(error, (KilledWorker, Interrupted))
                or task.status in ("cancelled", "lost"))
        attempt = self._attempts.get(fixture.id, 0) + 1
        if not lost or attempt >= ATTEMPTS:
            raise error
        self._attempts[fixture.id] = attempt
        self.submit(fixture, opening)

    def interrupt(self) -> None:
        self._interrupted = True

    def close(self) -> None:
        try:
            self._client.cancel([future(key, self._client) for key in self._tasks], force=True)
            self._client.run(end_match, self._match)
        except (OSError, TimeoutError, ValueError):
            pass                # no scheduler any more, or no workers
        self._client.close()
