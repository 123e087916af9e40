"""Playing weaker than one can, with errors that look like a person's.

A handicap limits the nodes of a search, so that shots are overlooked, and adds noise to the
scores of several lines, so that the second best move is played now and then.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .report import WIN

FULL_LEVEL = 20
FEWEST_NODES = 60               # nodes at level 0; each level searches GROWTH times more
GROWTH = 1.5
NOISE = 90.0                    # centi-men, standard deviation at level 0
LINES = 5                       # lines that the noise chooses from

LOW_ELO, HIGH_ELO = 800, 2600   # of levels 0 and 20


@dataclass(frozen=True)
class Handicap:
    """How a level below full strength plays; level is 0.0 up to, not including, 20.0."""

    level: float

    @property
    def nodes(self) -> int:
        """Node limit of a search."""
        return round(FEWEST_NODES * float(GROWTH ** self.level))

    @property
    def lines(self) -> int:
        """Number of lines to search."""
        return LINES

    @property
    def noise(self) -> float:
        """Standard deviation of the error of a score, centi-men."""
        return NOISE * (1 - self.level / FULL_LEVEL)

    def choose(self, values: Sequence[int], source: random.Random) -> int:
        """Index of the line to play, from the scores of the lines, best first."""
        if values[0] >= WIN:
            return 0                            # nobody misses a win that he has seen
        seen = [value + source.gauss(0.0, self.noise) for value in values]
        return max(range(len(seen)), key=seen.__getitem__)


def handicap(skill: int, elo: int | None) -> Handicap | None:
    """The handicap for `Skill Level` 0..20, or for UCI_Elo if `elo` is not None; None for full
    strength."""
    level = float(skill)
    if elo is not None:
        level = FULL_LEVEL * (elo - LOW_ELO) / (HIGH_ELO - LOW_ELO)
    return Handicap(max(level, 0.0)) if level < FULL_LEVEL else None
