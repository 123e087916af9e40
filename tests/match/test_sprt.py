"""The sequential test: against published ratios, an independent fit, and by simulation."""

from __future__ import annotations

import math
import random

import pytest

from bolshak.bench.match.sprt import Sprt, most_likely, most_likely_t_value
from bolshak.bench.match.stats import (
    NORMALIZED_ELO_PER_T,
    expected_score,
    moments,
    outcome_values,
)

# Ratios that the tests of fastchess publish (app/tests/sprt_test.cpp).
PUBLISHED = [
    ((36027, 68692, 36433), 0, 2, "normalized", 0.92),
    ((10650, 20431, 10871), -1.75, 0.25, "normalized", 2.30),
    ((21184, 40708, 21404), 0.5, 2.5, "logistic", -1.57),
    ((57030, 106593, 57433), 0, 2, "logistic", -2.59),
    ((365, 16618, 36229, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.98),
]
PAIRS = [0.04, 0.17, 0.55, 0.19, 0.05]      # a drawish match with openings that are not level


@pytest.mark.parametrize("counts, elo0, elo1, model, ratio", PUBLISHED)
def test_published_ratios(counts, elo0, elo1, model, ratio):
    assert Sprt(elo0, elo1, model=model).ratio(counts) == pytest.approx(ratio, abs=0.006)


@pytest.mark.parametrize("counts, elo0, elo1", [
    ((365, 16618, 36229, 16974, 390), 0, 2), ((20, 80, 190, 95, 30), 0, 10)])
def test_logistic_ratio_is_near_the_textbook_approximation(counts, elo0, elo1):
    """(s1 - s0)(2·mean - s0 - s1)·N / (2·variance), good where the bounds are close together."""
    s0, s1 = expected_score(elo0), expected_score(elo1)
    mean, variance = moments(counts)
    simple = (s1 - s0) * (2 * mean - s0 - s1) * sum(counts) / (2 * variance)
    assert Sprt(elo0, elo1, model="logistic").ratio(counts) == pytest.approx(simple, rel=0.03)


def test_the_fitted_score_is_the_likeliest_of_its_kind():
    """No small step that keeps sum and mean raises the likelihood."""
    values, target = outcome_values(5), 0.55
    fitted = most_likely(PAIRS, [v - target for v in values])
    assert sum(fitted) == pytest.approx(1)
    assert moments(fitted)[0] == pytest.approx(target)

    def likelihood(parts):
        return sum(p * math.log(q) for p, q in zip(PAIRS, parts, strict=True))

    for step in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1), (1, -1, -1, 1, 0)):
        for scale in (1e-4, -1e-4):
            moved = [q + scale * s for q, s in zip(fitted, step, strict=True)]
            assert sum(moved) == pytest.approx(1)
            assert moments(moved)[0] == pytest.approx(target)
            assert likelihood(moved) < likelihood(fitted)


@pytest.mark.parametrize("target", [-0.3, 0.0, 0.02, 0.5])
def test_the_fitted_t_value_is_right(target):
    mean, variance = moments(most_likely_t_value(PAIRS, target))
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(target, abs=1e-7)


@pytest.mark.parametrize("elo1", [1, 200])
def test_every_result_has_a_ratio(elo1):
    """Also results that no engine of that strength would ever have."""
    chance = random.Random(elo1)
    for round_number in range(150):
        counts = [0] * 5
        for _ in range(round_number % 4 + 1):
            counts[chance.randrange(5)] += chance.choice((1, 3, 50, 2000, 3_000_000))
        sprt = Sprt(-elo1, elo1)
        ratio, mirrored = sprt.ratio(counts), sprt.ratio(counts[::-1])
        assert math.isfinite(ratio)
        assert ratio == pytest.approx(-mirrored, rel=1e-4, abs=1e-4)


def test_bounds():
    sprt = Sprt(0, 5, alpha=0.05, beta=0.05)
    assert sprt.upper == pytest.approx(2.944, abs=0.001)
    assert sprt.lower == pytest.approx(-2.944, abs=0.001)
    lax = Sprt(0, 5, alpha=0.1, beta=0.02)
    assert lax.upper == pytest.approx(math.log(0.98 / 0.1))
    assert lax.lower == pytest.approx(math.log(0.02 / 0.9))


@pytest.mark.parametrize("counts, verdict", [
    ((0, 0, 0, 0, 0), ""), ((1, 1, 1, 1, 1), ""), ((10, 60, 300, 200, 60), "H1"),
    ((60, 200, 300, 60, 10), "H0"), ((0, 0, 5, 0, 0), "")])
def test_verdict(counts, verdict):
    assert Sprt(0, 10).verdict(counts) == verdict


@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_one_sided_results_neither_fail_nor_decide_at_once(model):
    sprt = Sprt(0, 5, model=model)
    for counts in ((0, 0, 0, 0, 1), (3, 0, 0, 0, 0), (0, 0, 400, 0, 0), (0, 0, 0, 0, 2000),
                   (0, 0, 500_000, 0, 0), (900_000, 0, 0, 0, 0)):
        assert math.isfinite(sprt.ratio(counts))
    assert sprt.verdict((0, 0, 0, 0, 2)) == ""


@pytest.mark.parametrize("bad", [
    {"elo0": 5, "elo1": 5}, {"alpha": 0}, {"beta": 0.6}, {"model": "bayesian"}, {"elo1": 201}])
def test_senseless_tests_are_refused(bad):
    with pytest.raises(ValueError, match="sprt"):
        Sprt(**bad)


# Simulation.

def truth(model: str, elo: float) -> list[float]:
    """A distribution of pairs whose strength is exactly `elo`."""
    if model == "normalized":
        return most_likely_t_value(PAIRS, elo / NORMALIZED_ELO_PER_T * math.sqrt(2))
    score = expected_score(elo)
    return most_likely(PAIRS, [value - score for value in outcome_values(5)])


def run(sprt: Sprt, weights: list[float], jump: float, chance: random.Random) -> str:
    """Verdict of one simulated test. The ratio moves by less than `jump` with each pair, so that
    it need not be computed while it is far from both bounds."""
    counts, wait = [0] * 5, 1
    while True:
        for outcome in chance.choices(range(5), weights, k=wait):
            counts[outcome] += 1
        ratio = sprt.ratio(counts)
        if ratio >= sprt.upper:
            return "H1"
        if ratio <= sprt.lower:
            return "H0"
        wait = max(1, int(min(sprt.upper - ratio, ratio - sprt.lower) / jump))


def error_rate(sprt: Sprt, elo: float, wrong: str, runs: int) -> float:
    """Rate of the wrong verdict where the strength is `elo`."""
    weights = truth(sprt.model, elo)
    _, variance = moments(weights)
    if sprt.model == "normalized":
        t = (sprt.elo1 - sprt.elo0) / NORMALIZED_ELO_PER_T * math.sqrt(2)
        largest = t * 0.5 / math.sqrt(variance)
    else:
        largest = (expected_score(sprt.elo1) - expected_score(sprt.elo0)) * 0.5 / variance
    chance = random.Random(2026)
    return sum(run(sprt, weights, 1.5 * largest, chance) == wrong for _ in range(runs)) / runs


@pytest.mark.parametrize("model, elo1, runs", [("normalized", 80, 100), ("logistic", 45, 300)])
def test_error_rates_of_a_coarse_test(model, elo1, runs):
    sprt = Sprt(0, elo1, model=model)
    assert error_rate(sprt, 0, "H1", runs) <= 0.1
    assert error_rate(sprt, elo1, "H0", runs) <= 0.1


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("model, elo1, runs", [("normalized", 20, 2500), ("logistic", 12, 6000)])
def test_error_rates_are_five_per_cent(model, elo1, runs):
    sprt = Sprt(0, elo1, model=model)
    assert error_rate(sprt, 0, "H1", runs) == pytest.approx(0.05, abs=0.01)
    assert error_rate(sprt, elo1, "H0", runs) == pytest.approx(0.05, abs=0.01)
