"""Playing weaker than one can, with errors that look like a person's.

A handicap limits the nodes of a search, so that shots are overlooked, and adds noise to the
scores of the best lines, so that the second best move is played now and then. It never hides a
win that was seen.

What makes which strength was measured in matches of Russian draughts, for the table SCALE
(`python -m bolshak.bench.levels`; README, "Results"). The scale is relative: a step of 200 points
of UCI_Elo is a step of about 200 Elo between neighbours up to 2400, and 800 is no rating of any
federation. 2600 is full strength, as far above 2400 as the time for a move allows.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from .report import WIN

LINES = 5                       # lines that the noise chooses from
FULL_LEVEL, FULL_ELO = 20, 2600         # from here on there is no handicap

# UCI_Elo; nodes of a search, enough to compare LINES moves; noise, the standard deviation of the
# error of a score in centi-men.
SCALE = [
    (800, 200, 300.0),
    (1000, 400, 100.0),
    (1200, 850, 68.0),
    (1400, 1_850, 47.0),
    (1600, 4_200, 31.0),
    (1800, 11_500, 19.0),
    (2000, 33_000, 11.0),
    (2200, 108_000, 6.1),
    (2400, 300_000, 3.7),
    (2600, 850_000, 2.2),
]


@dataclass(frozen=True)
class Handicap:
    """How a level below full strength plays. nodes: limit of a search. noise: standard deviation
    of the error of a score, centi-men. lines: number of lines to search."""

    nodes: int
    noise: float
    lines: int = LINES

    def choose(self, values: Sequence[int], source: random.Random) -> int:
        """Index of the line to play, from the scores of the lines, best first."""
        if values[0] >= WIN:
            return 0                            # nobody misses a win that he has seen
        seen = [value + source.gauss(0.0, self.noise) for value in values]
        return max(range(len(seen)), key=seen.__getitem__)


def handicap(skill: int, elo: int | None) -> Handicap | None:
    """The handicap for `Skill Level` 0..20, or for UCI_Elo 800..2600 if `elo` is not None; None
    for full strength. The levels lie evenly between the ends of the scale."""
    lowest = SCALE[0][0]
    wanted = lowest + (FULL_ELO - lowest) * skill / FULL_LEVEL if elo is None else float(elo)
    if wanted >= FULL_ELO:
        return None
    row = max(bisect_right(SCALE, wanted, key=lambda entry: entry[0]) - 1, 0)
    (below, nodes, noise), (above, more, less) = SCALE[row:row + 2]
    share = max(wanted - below, 0.0) / (above - below)
    return Handicap(round(nodes * (more / nodes) ** share), noise * (less / noise) ** share)
