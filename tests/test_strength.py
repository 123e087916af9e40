"""Limits of strength: what the levels are made of, and that they are levels."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bolshak.bench.levels import main, meet
from bolshak.bench.match.log import read_records
from bolshak.bench.match.record import FORFEIT
from bolshak.bench.match.runner import LOG
from bolshak.report import WIN
from bolshak.strength import FULL_ELO, SCALE, Handicap, handicap

ELO = range(800, FULL_ELO, 25)


def at(elo: int) -> Handicap:
    found = handicap(20, elo)
    assert found is not None
    return found


def test_the_ends_of_the_scale() -> None:
    assert (SCALE[0][0], SCALE[-1][0]) == (800, FULL_ELO) == (800, 2600)
    assert handicap(20, None) is None and handicap(0, 2600) is None
    assert handicap(0, None) == handicap(20, 800) == Handicap(*SCALE[0][1:])
    assert [at(elo).nodes for elo, _, _ in SCALE[:-1]] == [nodes for _, nodes, _ in SCALE[:-1]]


def test_skill_levels_lie_evenly_on_the_scale() -> None:
    for skill in range(20):
        assert handicap(skill, None) == handicap(0, 800 + 90 * skill)


def test_more_elo_is_more_nodes_and_less_noise() -> None:
    levels = [at(elo) for elo in ELO]
    for weaker, stronger in zip(levels, levels[1:], strict=False):
        assert weaker.nodes < stronger.nodes and weaker.noise > stronger.noise
    assert len({level.lines for level in levels}) == 1


def losses(elo: int, values: list[int]) -> list[int]:
    """What 2,000 choices give away, centi-men."""
    source = random.Random(5)
    return [values[0] - values[at(elo).choose(values, source)] for _ in range(2000)]


def test_errors_are_small_ones() -> None:
    """Nobody gives much away for nothing, and the strong hardly anything."""
    values = [50, 40, 0, -60, -2000]
    means = [sum(losses(elo, values)) / 2000 for elo in (800, 1200, 1600, 2000, 2400)]
    assert means == sorted(means, reverse=True) and 20 < means[0] < 80 and means[-1] < 1
    assert max(losses(800, values)) < 1000
    assert max(losses(1600, [0, -10, -200])) < 200


def test_a_win_that_was_seen_is_played() -> None:
    assert not any(losses(800, [WIN, WIN - 1, 500]))


def test_the_tool_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["0", "4", "8", "--skill", "--games=2", f"--output={tmp_path}"]
    assert main(arguments) == 0
    first = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1:3] for line in first[2:]] == [[" 4 ", " 0 "], [" 8 ", " 4 "]]
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines() == first


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("stronger", "weaker"), [(1200, 800), (1600, 1200), (2000, 1600)])
def test_four_hundred_points_win_clearly(stronger: int, weaker: int, tmp_path: Path) -> None:
    """Expected are 91 %; and nobody breaks a rule."""
    tally = meet(stronger, weaker, tmp_path, games=60)
    assert tally.games == 60 and tally.points > 0.75 * 60
    assert [record.reason for record in read_records(tmp_path / LOG, [])
            if record.ending == FORFEIT] == []
