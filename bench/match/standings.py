"""The state of an event, game by game, in constant memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from .faults import CRASH, FAULTS, TIME
from .record import Record
from .stats import Tally, combined


@dataclass
class EngineTotals:
    """What one engine did, over all its games."""

    moves: int = 0
    nodes: int = 0
    searched_ms: float = 0.0            # time of the moves for which nodes are known
    depths: int = 0
    depth_moves: int = 0            # moves for which a depth is known
    slowest: float = 0.0              # ms
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def speed(self) -> float | None:
        """Nodes per second on the referee's watch; None if no nodes were told."""
        return self.nodes * 1000 / self.searched_ms if self.searched_ms else None

    @property
    def depth(self) -> float | None:
        """Average depth in plies; None if none was told."""
        return self.depths / self.depth_moves if self.depth_moves else None

    @property
    def crashes(self) -> int:
        """Games lost by a dead or dumb engine."""
        return sum(self.faults[fault] for fault in FAULTS if fault != TIME)

    @property
    def time_losses(self) -> int:
        return self.faults[TIME]

    def describe_faults(self) -> str:
        """`2 crash, 1 time loss`, "" if there is none."""
        order = sorted(self.faults, key=lambda fault: (fault != CRASH, fault))
        return ", ".join(f"{self.faults[fault]} {fault}" for fault in order)


class Standings:
    """Results of all pairings."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.games = 0
        self.plies = 0
        self.white_wins = 0
        self.black_wins = 0
        self.endings: Counter[str] = Counter()
        self.totals = {name: EngineTotals() for name in names}
        self._tallies: dict[tuple[str, str], Tally] = {}
        self._half_pairs: dict[int, float] = {}     # points of the engine that comes first

    def add(self, record: Record) -> None:
        """Count a finished game. Ids tell which games are a pair: 2k and 2k + 1."""
        first, second = sorted((record.white, record.black), key=self.names.index)
        tally = self._tallies.setdefault((first, second), Tally())
        points = record.points(first)
        tally.add_game(points)
        pair = record.id // 2
        if pair in self._half_pairs:
            tally.add_pair(self._half_pairs.pop(pair), points)
        else:
            self._half_pairs[pair] = points
        self.games += 1
        self.plies += len(record.moves)
        self.white_wins += record.result == "1-0"
        self.black_wins += record.result == "0-1"
        self.endings[record.fault or record.reason] += 1
        if record.fault:
            self.totals[record.offender].faults[record.fault] += 1
        self._add_moves(record)

    def _add_moves(self, record: Record) -> None:
        mover = record.white if opening_side(record) == "W" else record.black
        other = record.black if mover == record.white else record.white
        for name, comments in ((mover, record.comments[::2]), (other, record.comments[1::2])):
            total = self.totals[name]
            for comment in comments:
                total.moves += 1
                total.slowest = max(total.slowest, comment.time)
                if comment.nodes is not None:
                    total.nodes += comment.nodes
                    total.searched_ms += comment.time
                if comment.depth is not None:
                    total.depths += comment.depth
                    total.depth_moves += 1

    def tally(self, first: str, second: str) -> Tally:
        """Results of `first` against `second`."""
        if (second, first) in self._tallies:
            return self._tallies[second, first].reversed()
        return self._tallies.get((first, second), Tally())

    def total(self, name: str) -> Tally:
        """Results of one engine against all others."""
        return combined(self.tally(name, other) for other in self.names if other != name)

    def ranking(self) -> list[str]:
        """Names, the highest score rate first."""
        def rate(name: str) -> float:
            total = self.total(name)
            return total.points / total.games if total.games else 0.0
        return sorted(self.names, key=rate, reverse=True)


def opening_side(record: Record) -> str:
    """The side that moves first after the opening."""
    side = record.opening.fen.strip()[0]
    if len(record.opening.moves) % 2:
        return "B" if side == "W" else "W"
    return side
