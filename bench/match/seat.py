"""A place where games are played one after the other, with engines that stay for the next."""

from __future__ import annotations

from .adjudication import open_tables
from .config import MatchConfig
from .connect import start_player
from .faults import EngineFault
from .openings import start_of
from .player import Player
from .process import Stop
from .record import FORFEIT, Opening, Record
from .referee import OTHER, SCORES, Conditions, Referee
from .schedule import Fixture

KEPT = 4                        # engines kept running; the ones not used longest go first


class Seat:
    """Plays the games of one match. One thread at a time."""

    def __init__(self, config: MatchConfig, stop: Stop) -> None:
        self._config = config
        self._stop = stop
        self._conditions = Conditions(config.margin, config.patience, config.adjudication)
        self._tables = open_tables(config.adjudication)
        self._players: dict[int, Player] = {}

    def play(self, fixture: Fixture, opening: Opening) -> Record:
        """Play one game. Raises Interrupted, and ConfigError for an engine that cannot play it."""
        config = self._config
        self._make_room(fixture)
        players: dict[str, Player] = {}
        for side, index in (("W", fixture.white), ("B", fixture.black)):
            try:
                players[side] = self._player(index)
            except EngineFault as fault:
                return self._not_started(fixture, opening, side, fault)
        game = start_of(opening, config.game, config.draw_rules)
        referee = Referee(fixture.id, opening, game, players, self._conditions, self._tables)
        try:
            return referee.play()
        finally:
            for index in (fixture.white, fixture.black):
                player = self._players[index]
                if player.broken or player.config.restart or self._stop.is_set:
                    player.close()
                    del self._players[index]

    def _player(self, index: int) -> Player:
        player = self._players.pop(index, None)
        if player is None:
            config = self._config
            player = start_player(
                config.engines[index], config.game, config.draw_rules, self._stop)
        self._players[index] = player       # the latest stands last
        return player

    def _make_room(self, fixture: Fixture) -> None:
        idle = [i for i in self._players if i not in (fixture.white, fixture.black)]
        for index in idle[:max(0, len(idle) + 2 - KEPT)]:
            self._players.pop(index).close()

    def _not_started(self, fixture: Fixture, opening: Opening, side: str,
                     fault: EngineFault) -> Record:
        white, black = (self._config.engines[i].name for i in (fixture.white, fixture.black))
        return Record(fixture.id, white, black, opening, SCORES[OTHER[side]], FORFEIT, str(fault),
                      fault.kind, white if side == "W" else black)

    def close(self) -> None:
        """End all engines."""
        for player in self._players.values():
            player.close()
        self._players.clear()


def probe(config: MatchConfig, index: int, stop: Stop) -> str:
    """What the engine calls itself. EngineFault or ConfigError if it cannot play the match."""
    player = start_player(config.engines[index], config.game, config.draw_rules, stop)
    player.close()
    return player.identity
