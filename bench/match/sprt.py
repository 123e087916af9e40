"""Sequential probability ratio test on game pairs.

Generalised test of M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution" and "Normalized Elo" (2020): the log-likelihood ratio compares
the most likely pentanomial distribution whose strength is `elo1` with the one whose strength is
`elo0`. Nothing but the strength is assumed about either; the draw rate and the balance of the
openings are taken from the results themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .stats import NORMALIZED_ELO_PER_T, expected_score, moments, outcome_values

MODELS = ("normalized", "logistic")

# An outcome never seen is counted as this many results, or the ratio would be infinite.
ABSENT = 1e-3

# The fit of normalized Elo converges for every result up to here, and at 300 no longer.
LARGEST = 200


@dataclass(frozen=True)
class Sprt:
    """Test of H0 "strength is elo0" against H1 "strength is elo1".

    `alpha` is the probability to accept H1 where H0 is true, `beta` the reverse. Raises
    ValueError for bounds that make no test.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"sprt: elo0 {self.elo0:g} must be below elo1 {self.elo1:g}")
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise ValueError("sprt: alpha and beta must lie between 0 and 0.5")
        if self.model not in MODELS:
            raise ValueError(f"sprt: model {self.model!r} is none of {', '.join(MODELS)}")
        if max(abs(self.elo0), abs(self.elo1)) > LARGEST:
            raise ValueError(f"sprt: elo0 and elo1 must lie within {LARGEST} of zero")

    @property
    def lower(self) -> float:
        """H0 is accepted at this ratio or below."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this ratio or above."""
        return math.log((1.0 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """Log-likelihood ratio of trinomial or pentanomial counts, worst result first."""
        total = sum(counts)
        if total == 0:
            return 0.0
        seen = [n if n > 0 else ABSENT for n in counts]
        total = sum(seen)
        observed = [n / total for n in seen]
        fit = self._fit_score if self.model == "logistic" else self._fit_t_value
        null, alternative = fit(observed, self.elo0), fit(observed, self.elo1)
        return total * sum(
            p * math.log(p1 / p0) for p, p0, p1 in zip(observed, null, alternative, strict=True))

    def verdict(self, counts: Sequence[float]) -> str:
        """"H0", "H1", or "" while the test goes on."""
        ratio = self.ratio(counts)
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else ""

    @staticmethod
    def _fit_score(observed: Sequence[float], elo: float) -> list[float]:
        target = expected_score(elo)
        return most_likely(observed, [value - target for value in outcome_values(len(observed))])

    @staticmethod
    def _fit_t_value(observed: Sequence[float], elo: float) -> list[float]:
        games = (len(observed) - 1) / 2
        return most_likely_t_value(observed, elo / NORMALIZED_ELO_PER_T * math.sqrt(games))


def most_likely(observed: Sequence[float], deviations: Sequence[float]) -> list[float]:
    """The distribution nearest to `observed` under which `deviations` average to zero.

    It is p / (1 + x·d) for the one x that satisfies the condition and keeps all parts positive.
    """
    low, high = -1.0 / max(deviations), -1.0 / min(deviations)

    def slope(x: float) -> float:
        return sum(p * d / (1.0 + x * d) for p, d in zip(observed, deviations, strict=True))

    x = falling_root(slope, low, high)
    return [p / (1.0 + x * d) for p, d in zip(observed, deviations, strict=True)]


def most_likely_t_value(observed: Sequence[float], target: float) -> list[float]:
    """The distribution nearest to `observed` with (mean - 1/2) / deviation equal to `target`.

    The condition is not linear; it is made so around the last solution until that stands still.
    """
    values = outcome_values(len(observed))
    fitted = [1.0 / len(observed)] * len(observed)
    for _ in range(30):
        mean, variance = moments(fitted)
        sigma = math.sqrt(variance)
        deviations = [
            value - 0.5 - target * sigma * (1.0 + ((mean - value) / sigma) ** 2) / 2.0
            for value in values
        ]
        last, fitted = fitted, most_likely(observed, deviations)
        if max(abs(a - b) for a, b in zip(last, fitted, strict=True)) < 1e-9:
            break
    return fitted


def falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Root of a function that falls from +infinity at `low` to -infinity at `high`.

    Bisection keeps the bracket, a secant step through its ends makes it fast (Illinois rule).
    """
    margin = (high - low) * 1e-12
    a, b = low + margin, high - margin
    value_a, value_b = function(a), function(b)
    side = 0
    x = (a + b) / 2
    for step in range(200):
        value = function(x)
        if abs(value) < 1e-13 or b - a < 1e-14 * (high - low):
            break
        if value > 0.0:
            a, value_a = x, value
            if side > 0:
                value_b /= 2
            side = 1
        else:
            b, value_b = x, value
            if side < 0:
                value_a /= 2
            side = -1
        x = (a + b) / 2 if step % 4 == 3 else a + (b - a) * value_a / (value_a - value_b)
    return x
