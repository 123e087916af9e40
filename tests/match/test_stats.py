"""Elo, errors, likelihood of superiority: against published numbers and by other routes."""

from __future__ import annotations

import math
import random
from statistics import NormalDist, fmean, pvariance

import pytest

from bolshak.bench.match.stats import (
    UNKNOWN,
    Tally,
    combined,
    estimate,
    expected_score,
    logistic_elo,
    moments,
)

# Numbers that the tests of fastchess publish (app/tests/elo_test.cpp): loss, draw, win or pairs by
# points; normalized Elo and its error, Elo and its error, likelihood of superiority in per cent.
PUBLISHED = [
    ((89, 123, 76), -20.76, 40.13, None, None, 15.53),
    ((96, 111, 136), 49.77, 36.77, 40.70, 30.43, 99.60),
    ((356, 0, 34), -508.44, 34.48, None, None, None),
    ((34, 54, 63, 64, 75), 57.94, 28.28, 55.58, 27.65, 100.00),
    ((332, 433, 498, 333, 334), -9.17, 10.96, -8.64, 10.33, 5.05),
    ((7895, 8757, 5685, 568, 9999), -19.01, 2.65, -21.04, 2.95, None),
]


@pytest.mark.parametrize("counts, normalized, normalized_error, elo, elo_error, los", PUBLISHED)
def test_published_examples(counts, normalized, normalized_error, elo, elo_error, los):
    found = estimate(counts)
    assert found.normalized == pytest.approx(normalized, abs=0.006)
    assert found.normalized_error == pytest.approx(normalized_error, abs=0.006)
    if elo is not None:
        assert found.elo == pytest.approx(elo, abs=0.006)
        assert found.elo_error == pytest.approx(elo_error, abs=0.006)
    if los is not None:
        assert 100 * found.superiority == pytest.approx(los, abs=0.006)


def test_elo_and_score_are_inverse():
    for elo in (-700, -35.5, 0, 1, 200):
        assert logistic_elo(expected_score(elo)) == pytest.approx(elo)
    assert expected_score(400) == pytest.approx(10 / 11)
    assert logistic_elo(0.0) == -math.inf
    assert logistic_elo(1.0) == math.inf


@pytest.mark.parametrize("counts", [(3, 5, 9), (4, 0, 7, 2, 11)])
def test_moments_are_those_of_the_results_one_by_one(counts):
    results = [i / (len(counts) - 1) for i, n in enumerate(counts) for _ in range(n)]
    mean, variance = moments(counts)
    assert mean == pytest.approx(fmean(results))
    assert variance == pytest.approx(pvariance(results))


def test_independent_games_give_the_same_answer_as_games_and_as_pairs():
    """Where the games of a pair know nothing of each other, pairing must not matter."""
    chance = random.Random(7)
    games = chance.choices((0.0, 0.5, 1.0), (0.3, 0.3, 0.4), k=200_000)
    tally = Tally()
    for i in range(0, len(games), 2):
        tally.add_game(games[i])
        tally.add_game(games[i + 1])
        tally.add_pair(games[i], games[i + 1])
    by_games = estimate((tally.losses, tally.draws, tally.wins))
    by_pairs = tally.estimate()
    assert by_pairs.elo == pytest.approx(by_games.elo)
    assert by_pairs.elo_error == pytest.approx(by_games.elo_error, rel=0.01)
    assert by_pairs.normalized == pytest.approx(by_games.normalized, rel=0.01)
    assert by_pairs.normalized_error == pytest.approx(by_games.normalized_error, rel=0.01)


@pytest.mark.parametrize("weights", [(1, 2, 4, 2, 1.5), (0.2, 3, 10, 4, 0.3)])
def test_error_bars_cover_the_truth_in_95_of_100_matches(weights):
    """Simulated matches of 300 pairs: the interval holds the true Elo, LOS is a fair bet."""
    chance = random.Random(11)
    total = sum(weights)
    truth = logistic_elo(sum(i / 4 * w for i, w in enumerate(weights)) / total)
    covered, matches = 0, 2000
    for _ in range(matches):
        counts = [0] * 5
        for outcome in chance.choices(range(5), weights, k=300):
            counts[outcome] += 1
        found = estimate(counts)
        covered += abs(found.elo - truth) <= found.elo_error
    assert covered / matches == pytest.approx(0.95, abs=0.015)


def test_superiority_is_the_normal_tail_of_the_score():
    counts = (10, 30, 60, 40, 15)
    mean, variance = moments(counts)
    tail = NormalDist(mean, math.sqrt(variance / sum(counts))).cdf(0.5)
    assert estimate(counts).superiority == pytest.approx(1 - tail)


@pytest.mark.parametrize("counts, elo, superiority", [
    ((0, 5, 0), 0.0, 0.5), ((0, 0, 5), math.inf, 1.0), ((5, 0, 0), -math.inf, 0.0)])
def test_results_without_spread_have_no_error_bar(counts, elo, superiority):
    found = estimate(counts)
    assert (found.elo, found.superiority) == (elo, superiority)
    assert found.elo_error == math.inf


def test_nothing_played_is_unknown():
    assert estimate((0, 0, 0)) is UNKNOWN
    assert Tally().estimate() is UNKNOWN


def test_tally():
    tally = Tally()
    for first, second in ((1.0, 1.0), (0.0, 1.0), (0.5, 0.5), (0.5, 0.0)):
        tally.add_game(first)
        tally.add_game(second)
        tally.add_pair(first, second)
    assert (tally.wins, tally.draws, tally.losses) == (3, 3, 2)
    assert tally.pairs == [0, 1, 2, 0, 1]
    assert tally.decisive_middles == 1
    assert tally.games == 8
    assert tally.points == 4.5
    assert tally.draw_rate == 3 / 8
    assert tally.pair_ratio == 1.0
    back = tally.reversed()
    assert (back.wins, back.losses, back.pairs) == (2, 3, [1, 0, 2, 1, 0])
    both = combined([tally, back])
    assert (both.wins, both.draws, both.losses) == (5, 6, 5)
    assert both.pairs == [1, 1, 4, 1, 1]


def test_pair_ratio_without_losses():
    assert Tally(pairs=[0, 0, 3, 1, 0]).pair_ratio == math.inf
    assert Tally(pairs=[0, 0, 3, 0, 0]).pair_ratio == 1.0
