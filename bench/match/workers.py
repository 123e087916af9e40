"""What runs on the workers of a cluster: games, with engines that stay for the next one.

Nothing here needs Dask, which only calls these functions, each game on a thread of a worker.
"""

from __future__ import annotations

import threading

from .config import MatchConfig
from .process import Stop
from .record import Opening, Record
from .schedule import Fixture
from .seat import Seat, probe

IDLE = 60.0                     # s without a game after which a thread's engines are ended


class Place:
    """The seat of one thread for one match."""

    def __init__(self, config: MatchConfig, match: str) -> None:
        self.match = match
        self._stop = Stop()
        self._seat = Seat(config, self._stop)
        self._lock = threading.Lock()           # held while a game is played
        self._timer: threading.Timer | None = None
        self.closed = False

    def play(self, fixture: Fixture, opening: Opening) -> Record:
        """Play a game, then wait for the next one, but not for long."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            try:
                return self._seat.play(fixture, opening)
            finally:
                self._timer = threading.Timer(IDLE, self.close)
                self._timer.daemon = True
                self._timer.start()

    def close(self) -> None:
        """Drop the game in progress and end the engines."""
        self._stop.set()
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            if not self.closed:
                self._seat.close()
                self._stop.close()
                self.closed = True


_places: dict[int, Place] = {}              # by thread
_places_lock = threading.Lock()


def play_there(config: MatchConfig, match: str, fixture: Fixture, opening: Opening) -> Record:
    """Play a game on this thread of this worker."""
    thread = threading.get_ident()
    with _places_lock:
        place = _places.get(thread)
    if place is not None and (place.match != match or place.closed):
        place.close()
        place = None
    if place is None:
        place = Place(config, match)
        with _places_lock:
            _places[thread] = place
    return place.play(fixture, opening)


def probe_there(config: MatchConfig, index: int) -> str:
    """Start the engine once on this worker and ask its name."""
    return probe(config, index, Stop())


def end_match(match: str) -> None:
    """End the engines of a match on this worker, in mid-game if need be."""
    with _places_lock:
        ended = [(thread, place) for thread, place in _places.items() if place.match == match]
        for thread, _ in ended:
            del _places[thread]
    for _, place in ended:
        place.close()
