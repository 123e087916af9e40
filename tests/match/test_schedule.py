"""Who plays whom."""

from __future__ import annotations

from collections import Counter

import pytest

from bolshak.bench.match.schedule import Schedule


@pytest.mark.parametrize("event, engines, pairings", [
    ("match", 2, {(0, 1)}), ("gauntlet", 4, {(0, 1), (0, 2), (0, 3)}),
    ("round-robin", 4, {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)})])
def test_everybody_plays_every_opening_with_both_colours(event, engines, pairings):
    schedule = Schedule(event, engines, 6)
    fixtures = [schedule.fixture(i) for i in range(len(schedule))]
    assert len(fixtures) == 6 * len(pairings)
    played = Counter((f.white, f.black, f.opening) for f in fixtures)
    assert set(played.values()) == {1}
    assert {tuple(sorted((w, b))) for w, b, _ in played} == pairings
    assert all(played[b, w, opening] for w, b, opening in played)


def test_pairs_stand_together():
    schedule = Schedule("round-robin", 3, 10)
    for i in range(0, len(schedule), 2):
        first, second = schedule.fixture(i), schedule.fixture(i + 1)
        assert first.pair == second.pair == i // 2
        assert (first.white, first.black) == (second.black, second.white)
        assert first.opening == second.opening


def test_an_odd_number_of_games_is_made_even():
    assert len(Schedule("match", 2, 7)) == 8


def test_more_games_do_not_change_the_first_ones():
    short, long = Schedule("gauntlet", 3, 4), Schedule("gauntlet", 3, 40)
    assert all(short.fixture(i) == long.fixture(i) for i in range(len(short)))
