"""Who plays whom, when, from which opening."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Fixture:
    """One game to be played. `white` and `black` are indices of engines."""

    id: int                     # 0 up, in the order of play
    pair: int                   # the two games of a pair differ in colours only
    opening: int
    white: int
    black: int


class Schedule:
    """The games of an event, by number. Each pairing plays the same openings, in pairs of games.

    Games 2k and 2k+1 are a pair. All pairings play opening 0, then all play opening 1, and so on,
    so that an event that is cut short is fair to everybody.
    """

    def __init__(self, event: str, engines: int, games: int) -> None:
        """`games`: number for each pairing, made even."""
        if event == "round-robin":
            self.pairings = list(combinations(range(engines), 2))
        else:
            self.pairings = [(0, other) for other in range(1, engines)]
        self.rounds = (games + 1) // 2

    def __len__(self) -> int:
        return 2 * self.rounds * len(self.pairings)

    def fixture(self, number: int) -> Fixture:
        """Game number `number`."""
        pair, second = divmod(number, 2)
        opening, pairing = divmod(pair, len(self.pairings))
        first, other = self.pairings[pairing]
        white, black = (other, first) if second else (first, other)
        return Fixture(number, pair, opening, white, black)
