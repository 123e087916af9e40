"""The fixed bench: its signature, its stop, and the build it tells of."""

from __future__ import annotations

import pytest

from bolshak.bench.benchmark import Bench, positions, signature


def test_the_signature_is_that_of_this_search() -> None:
    """The node total changes only with the search: store the new one with `--update`."""
    assert Bench().run().nodes == signature()


def test_the_set() -> None:
    assert len(positions()) == 21


def test_two_runs_are_alike() -> None:
    assert Bench().run(10).nodes == Bench().run(10).nodes


def test_build_and_positions_are_told() -> None:
    lines: list[str] = []
    Bench().run(2, lines.append)
    assert [line.split()[0] for line in lines[:3]] == ["compiler", "flags", "cpu"]
    assert "-O3" in lines[1] or "-O1" in lines[1]
    assert len(lines) == 3 + 21


@pytest.mark.parametrize("after", [1, 5])
def test_it_is_stopped(after: int) -> None:
    bench = Bench()
    lines: list[str] = []

    def on_line(line: str) -> None:
        lines.append(line)
        if line.startswith(f"position {after}/"):
            bench.stop()

    assert 0 < bench.run(12, on_line).nodes < Bench().run(12).nodes
    assert len(lines) == 3 + after
