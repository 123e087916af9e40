"""Ratings of several engines from all their results."""

from __future__ import annotations

import random

import pytest

from bolshak.bench.match.ratings import ratings
from bolshak.bench.match.record import RULES, Opening, Record
from bolshak.bench.match.schedule import Schedule
from bolshak.bench.match.standings import Standings
from bolshak.bench.match.stats import expected_score

OPENING = Opening("start", "W:Wc3:Bf6")


def event(strengths: dict[str, float], games: int, seed: int, draws: float = 0.0) -> Standings:
    """A round robin of engines with these true ratings."""
    names = list(strengths)
    standings = Standings(names)
    schedule = Schedule("round-robin", len(names), games)
    chance = random.Random(seed)
    for number in range(len(schedule)):
        fixture = schedule.fixture(number)
        white, black = names[fixture.white], names[fixture.black]
        expected = expected_score(strengths[white] - strengths[black])
        drawn = draws * min(expected, 1 - expected) * 2
        roll = chance.random()
        result = "1/2-1/2" if roll < drawn else "1-0" if roll < drawn / 2 + expected else "0-1"
        standings.add(Record(number, white, black, OPENING, result, RULES, ""))
    return standings


def test_two_engines_differ_by_what_their_score_says():
    standings = event({"a": 60, "b": -60}, 400, 1, draws=0.5)
    rated = ratings(standings)
    estimate = standings.tally("a", "b").estimate()
    assert rated["a"][0] - rated["b"][0] == pytest.approx(estimate.elo, abs=0.01)
    assert rated["a"][0] == pytest.approx(-rated["b"][0])
    assert 2 * rated["a"][1] == pytest.approx(estimate.elo_error, rel=0.02)


def test_true_ratings_lie_within_the_errors():
    truth = {"a": 150.0, "b": 40.0, "c": -30.0, "d": -160.0}
    inside = trials = 0
    for seed in range(60):
        rated = ratings(event(truth, 100, seed, draws=0.6))
        for name, value in truth.items():
            inside += abs(rated[name][0] - value) <= rated[name][1]
            trials += 1
    assert inside / trials == pytest.approx(0.95, abs=0.04)


def test_extremes_stay_finite():
    standings = Standings(["a", "b", "c"])
    assert ratings(standings)["a"][0] == 0
    for number in range(4):
        white, black = ("a", "b") if number % 2 == 0 else ("b", "a")
        standings.add(Record(number, white, black, OPENING,
                             "1-0" if white == "a" else "0-1", RULES, ""))
    rated = ratings(standings)
    assert rated["a"][0] > 300 > -300 > rated["b"][0]
    assert rated["a"][1] > 0
