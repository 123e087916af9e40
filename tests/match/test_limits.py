"""Time controls and clocks."""

from __future__ import annotations

import pytest

from bolshak.bench.match.limits import Clock, Limit, LimitError, parse_clock, parse_limit


@pytest.mark.parametrize("text, moves, base, increment", [
    ("10", 0, 10_000, 0), ("10+0.1", 0, 10_000, 100), ("40/60+0.5", 40, 60_000, 500),
    ("5:00", 0, 300_000, 0), ("20/1:30+1", 20, 90_000, 1000), ("0.05", 0, 50, 0)])
def test_clock_text(text, moves, base, increment):
    assert parse_clock(text) == (moves, base, increment)


@pytest.mark.parametrize("text", ["", "x", "10+", "/5", "-3", "1/2/3", "5 s"])
def test_bad_clock_text(text):
    with pytest.raises(LimitError, match="tc"):
        parse_clock(text)


def test_limits_combine():
    limit = parse_limit({"tc": "2+0.01", "depth": 9, "nodes": "10000"})
    assert limit == Limit(2000, 10, 0, None, 9, 10_000)
    assert str(limit) == "2+0.01 s, depth 9, 10000 nodes"


@pytest.mark.parametrize("keys", [
    {}, {"nodes": 0}, {"depth": -1}, {"movetime": "soon"}, {"tc": "1", "movetime": 10},
    {"nodes": "1e4"}])
def test_senseless_limits(keys):
    with pytest.raises(LimitError):
        parse_limit(keys)


def test_increment_comes_after_the_move():
    clock = Clock(Limit(base=1000, increment=100), margin=20)
    assert clock.deadline == 1020
    assert clock.spend(300)
    assert clock.left == 800
    assert clock.spend(790)
    assert clock.left == 110


def test_the_margin_is_forgiven_but_not_borrowed():
    clock = Clock(Limit(base=100), margin=20)
    assert clock.spend(115)
    assert clock.left == 0
    assert clock.spend(20)
    assert not clock.spend(21)


def test_moves_to_go():
    clock = Clock(Limit(base=1000, moves=2), margin=0)
    assert clock.moves_left == 2
    assert clock.spend(400)
    assert clock.moves_left == 1
    assert clock.spend(500)
    assert (clock.moves_left, clock.left) == (2, 1100)


def test_time_for_each_move():
    clock = Clock(Limit(movetime=50), margin=10)
    assert all(clock.spend(60) for _ in range(3))
    assert not clock.spend(61)


def test_no_time_limit():
    clock = Clock(Limit(nodes=5), margin=0)
    assert clock.deadline is None
    assert clock.spend(1e9)
