"""One game between two engines, watched by the rules."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from bolshak import Game, Result

from .adjudication import Adjudicator, Tables
from .config import Adjudication
from .faults import TIME, EngineFault
from .history import History
from .limits import Clock
from .player import Player
from .record import ADJUDICATION, FORFEIT, RULES, Comment, Opening, Record, encode

SCORES = {"W": "1-0", "B": "0-1", "": "1/2-1/2"}
OTHER = {"W": "B", "B": "W"}


@dataclass(frozen=True)
class Conditions:
    """What holds for every game of a match."""

    margin: int = 50                    # ms forgiven on each move
    patience: float = 120_000           # ms for a move without time limit
    adjudication: Adjudication = Adjudication()


class Referee:
    """Plays one game and keeps its record."""

    def __init__(self, number: int, opening: Opening, game: Game, players: Mapping[str, Player],
                 conditions: Conditions, tables: Tables | None = None) -> None:
        """`game` stands where the opening ends; `players` are those of "W" and "B"."""
        self._history = History(game)
        self._players = players
        self._conditions = conditions
        self._clocks = {side: Clock(player.config.limit, conditions.margin)
                        for side, player in players.items()}
        self._adjudicator = Adjudicator(conditions.adjudication, tables)
        self._record = Record(
            number, players["W"].config.name, players["B"].config.name, opening, "", "", "")

    def play(self) -> Record:
        """Play it to its end, whatever the engines do. Raises Interrupted only."""
        record = self._record
        record.started = time.time()
        begin = time.perf_counter()
        side = ""
        try:
            for side, player in self._players.items():
                player.new_game(self._history.game, side, self._clocks[side])
            while not record.result:
                side = self._history.position.side
                if not self._over_by_rule():
                    self._move(side)
        except EngineFault as fault:
            self._forfeit(side, fault)
        self._say_goodbye()
        record.seconds = time.perf_counter() - begin
        return record

    def _over_by_rule(self) -> bool:
        result: Result | None = self._history.game.result()
        if result is None:
            return False
        self._record.result = SCORES[result.winner or ""]
        self._record.ending = RULES
        self._record.reason = result.reason
        return True

    def _move(self, side: str) -> None:
        """Ask for a move, check it, make it."""
        player, clock, history = self._players[side], self._clocks[side], self._history
        reply = player.think(history, self._clocks, self._conditions.patience)
        if not clock.spend(reply.elapsed):
            raise EngineFault(TIME, f"{reply.elapsed:.0f} ms")
        history.push(reply.move)
        self._record.moves.append(encode(reply.move))
        left = round(clock.left) if clock.limit.base is not None else None
        self._record.comments.append(
            Comment(reply.score, reply.depth, reply.nodes, round(reply.elapsed, 1), left))
        verdict = self._adjudicator.verdict(side, reply.score, history.position)
        if verdict is not None and not self._over_by_rule():
            winner, reason = verdict
            self._record.result = SCORES[winner]
            self._record.ending = ADJUDICATION
            self._record.reason = reason
        elif player.config.ponder and reply.ponder is not None and not self._record.result:
            player.ponder(history, reply.ponder, self._clocks)

    def _forfeit(self, side: str, fault: EngineFault) -> None:
        record = self._record
        record.result = SCORES[OTHER[side]]
        record.ending = FORFEIT
        record.reason = str(fault)
        record.fault = fault.kind
        record.offender = self._players[side].config.name

    def _say_goodbye(self) -> None:
        """Let both engines stop; a fault now changes nothing but the engine's health."""
        for player in self._players.values():
            if not player.broken:
                try:
                    player.end_game(self._history)
                except EngineFault:
                    player.broken = True
