"""What a set of results says about strength: Elo, its error, likelihood of superiority.

Scores are numbers from 0 (all lost) to 1 (all won). Results of single games make a *trinomial*
sample (loss, draw, win). Two games from one opening with colours reversed are not independent,
so a match of pairs is a *pentanomial* sample: pairs by points 0, 1/2, 1, 3/2, 2. Its variance is
smaller when openings are unbalanced, and it is the right one.

Elo here is logistic: expected score 1 / (1 + 10^(-elo/400)). Normalized Elo divides the score
surplus by the standard deviation of one game, so that it measures how many games a proof takes:
M. Van den Bergh, "Normalized Elo", 2020.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
NORMALIZED_ELO_PER_T = 800.0 / math.log(10.0)


def expected_score(elo: float) -> float:
    """Score that a player `elo` points stronger expects from a game."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def logistic_elo(score: float) -> float:
    """Elo difference that explains a score; infinite for 0 and 1."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400.0 * math.log10(score / (1.0 - score))


def moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of a sample with `counts[i]` results worth `i / (len(counts) - 1)`."""
    total = sum(counts)
    values = outcome_values(len(counts))
    mean = sum(n * value for n, value in zip(counts, values, strict=True)) / total
    variance = sum(n * (value - mean) ** 2 for n, value in zip(counts, values, strict=True)) / total
    return mean, variance


def outcome_values(outcomes: int) -> list[float]:
    """Scores of the outcomes of a trinomial (3) or pentanomial (5) sample, ascending."""
    return [i / (outcomes - 1) for i in range(outcomes)]


@dataclass(frozen=True)
class Estimate:
    """A strength difference; errors are half widths of 95 % intervals, infinite if unknown."""

    score: float            # 0 to 1
    elo: float              # logistic
    elo_error: float
    normalized: float       # normalized Elo
    normalized_error: float
    superiority: float      # likelihood that the first player is the stronger one, 0 to 1


UNKNOWN = Estimate(0.5, 0.0, math.inf, 0.0, math.inf, 0.5)


def estimate(counts: Sequence[float]) -> Estimate:
    """Estimate from trinomial (loss, draw, win) or pentanomial counts, worst result first."""
    total = sum(counts)
    if total == 0:
        return UNKNOWN
    mean, variance = moments(counts)
    elo = logistic_elo(mean)
    if variance == 0.0:
        superiority = 0.5 if mean == 0.5 else float(mean > 0.5)
        normalized = 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)
        return Estimate(mean, elo, math.inf, normalized, math.inf, superiority)
    error = math.sqrt(variance / total)
    low = logistic_elo(mean - Z95 * error)
    high = logistic_elo(mean + Z95 * error)
    # One result stands for this many games; a pair has half the variance of a game.
    games = (len(counts) - 1) / 2
    scale = NORMALIZED_ELO_PER_T / math.sqrt(games)
    return Estimate(
        score=mean,
        elo=elo,
        elo_error=(high - low) / 2,
        normalized=(mean - 0.5) / math.sqrt(variance) * scale,
        normalized_error=Z95 * scale / math.sqrt(total),
        superiority=NORMAL.cdf((mean - 0.5) / error),
    )


@dataclass
class Tally:
    """Results of one engine against another, seen from the first one."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)   # by half points 0..4
    # Of the middle ones, pairs of a win and a loss; the others are two draws.
    decisive_middles: int = 0

    def add_game(self, points: float) -> None:
        """Count a game that gave the first engine 0, 0.5 or 1 point."""
        if points == 1.0:
            self.wins += 1
        elif points == 0.5:
            self.draws += 1
        else:
            self.losses += 1

    def add_pair(self, first: float, second: float) -> None:
        """Count a complete pair by the points of its two games."""
        self.pairs[round(2 * (first + second))] += 1
        if {first, second} == {0.0, 1.0}:
            self.decisive_middles += 1

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def draw_rate(self) -> float:
        return self.draws / self.games if self.games else 0.0

    @property
    def pair_ratio(self) -> float:
        """Pairs won divided by pairs lost; infinite when none was lost."""
        won, lost = self.pairs[3] + self.pairs[4], self.pairs[0] + self.pairs[1]
        if lost == 0:
            return math.inf if won else 1.0
        return won / lost

    def estimate(self) -> Estimate:
        """From the pairs if any is complete, else from the single games."""
        if sum(self.pairs):
            return estimate(self.pairs)
        return estimate((self.losses, self.draws, self.wins))

    def reversed(self) -> Tally:
        """The same results seen from the other side."""
        return Tally(self.losses, self.draws, self.wins, self.pairs[::-1], self.decisive_middles)


def combined(tallies: Iterable[Tally]) -> Tally:
    """Sum of tallies, for the total of one engine over its opponents."""
    total = Tally()
    for tally in tallies:
        total.wins += tally.wins
        total.draws += tally.draws
        total.losses += tally.losses
        total.decisive_middles += tally.decisive_middles
        total.pairs = [a + b for a, b in zip(total.pairs, tally.pairs, strict=True)]
    return total
