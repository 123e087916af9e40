"""Time for one move: never more than there is, and enough where there is plenty."""

from __future__ import annotations

from itertools import product

import pytest

from bolshak.clock import Budget, Patience, budget, expected_moves


@pytest.mark.parametrize("time", (1, 5, 19, 20, 21, 50, 100, 1000, 10_000, 3_600_000))
@pytest.mark.parametrize("increment", (0, 1, 10, 1000, 30_000))
@pytest.mark.parametrize("moves_to_go", (None, 1, 2, 5, 40, 1000))
def test_a_budget_stays_within_the_clock(
    time: int, increment: int, moves_to_go: int | None,
) -> None:
    for overhead, moves, ponder in product((0, 20, 500), (22.0, 38.0), (False, True)):
        found = budget(time, increment, moves_to_go=moves_to_go, overhead=overhead, moves=moves,
                       ponder=ponder)
        assert 0 <= found.target <= found.maximum <= max(time - overhead, 0)


@pytest.mark.parametrize("time", (0, -1, -100_000, 20))
def test_without_time_move_at_once(time: int) -> None:
    assert budget(time, 0, overhead=20) == Budget(0, 0)


def test_more_time_gives_more_time() -> None:
    targets = [budget(time, 0, overhead=20).target for time in (100, 1000, 10_000, 100_000)]
    assert targets == sorted(targets)
    assert budget(10_000, 200).target > budget(10_000, 0).target
    assert budget(10_000, 0, moves_to_go=5).target > budget(10_000, 0, moves_to_go=40).target
    assert budget(10_000, 0, ponder=True).target > budget(10_000, 0).target


def test_the_last_move_before_the_control_may_use_the_clock() -> None:
    assert budget(10_000, 0, moves_to_go=1).target > 8_000


def simulate(time: float, increment: float, moves: int, *, to_go: int | None = None,
             cost: float = 2.0, overrun: float = 1.0) -> float:
    """Least time left in a game where every move uses `overrun` times its target and `cost` ms."""
    least = time
    control = to_go
    for number in range(moves):
        left = None if control is None else control - number % control
        if control is not None and number and number % control == 0:
            time += 2000
        found = budget(int(time), int(increment), moves_to_go=left, overhead=20,
                       moves=expected_moves(max(24 - number // 3, 3), 24))
        time -= min(found.target * overrun, found.maximum) + cost
        least = min(least, time)
        time += increment
    return least


def test_no_game_is_lost_on_time() -> None:
    assert simulate(1000, 10, 200) > 0
    assert simulate(100, 10, 200) > 0
    assert simulate(2000, 0, 200, to_go=40) > 0
    assert simulate(10_000, 0, 300) > 0
    assert simulate(10_000, 0, 200, overrun=2.0) > 0


def test_patience_grows_with_trouble_and_shrinks_with_calm() -> None:
    calm, troubled = Patience(Budget(1000, 4000)), Patience(Budget(1000, 4000))
    for number in range(6):
        calm.note("a", 10)
        troubled.note("ab"[number % 2], -50 * number)
    assert calm.is_over(500)
    assert not troubled.is_over(900)
    assert troubled.is_over(1300)


def test_expected_moves_fall_with_the_pieces() -> None:
    assert expected_moves(24, 24) > expected_moves(12, 24) > expected_moves(2, 24) > 15
