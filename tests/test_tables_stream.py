"""Compression: what goes in comes out, wherever it is asked for."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolshak.tables import numbers_of
from bolshak.tables_pack import Row


def through(numbers: list[int | None], period: int = 8, symbols: int = 4096) -> list[int]:
    head, blocks = Row.of(numbers, period).pack(symbols)
    return numbers_of(head, blocks)


def same(numbers: list[int | None], found: list[int]) -> bool:
    return len(numbers) == len(found) and all(
        a is None or a == b for a, b in zip(numbers, found, strict=True))


NUMBERS = st.lists(st.one_of(st.integers(0, 2), st.none()), min_size=1, max_size=400)
RUNS = st.lists(st.tuples(st.one_of(st.integers(0, 60), st.none()), st.integers(1, 300)),
                min_size=1, max_size=60)


@settings(deadline=None)
@given(numbers=NUMBERS, period=st.integers(1, 40))
def test_any_small_numbers(numbers: list[int | None], period: int) -> None:
    assert same(numbers, through(numbers, period))


@settings(deadline=None)
@given(runs=RUNS, symbols=st.sampled_from([64, 1024, 4096]))
def test_runs(runs: list[tuple[int | None, int]], symbols: int) -> None:
    numbers = [number for number, times in runs for _ in range(times)]
    assert same(numbers, through(numbers, 32, symbols))


@pytest.mark.parametrize("number", [0, 2, 250])
def test_one_number_takes_no_block(number: int) -> None:
    numbers: list[int | None] = [None, number, None, *[number] * 100_000]
    head, blocks = Row.of(numbers, 32).pack()
    assert blocks == b"" and len(head) < 100
    assert set(numbers_of(head, blocks)) == {number}


def test_nothing_known_is_constant() -> None:
    assert through([None] * 50) == [0] * 50


def test_long_runs_cross_chunks_and_the_longest_symbol() -> None:
    numbers: list[int | None] = [*[1] * 300_000, 0, *[2] * 200_000, *[None] * 70_000, 1]
    assert same(numbers, through(numbers))


@pytest.mark.parametrize("seed", range(4))
def test_noise_needs_every_code(seed: int) -> None:
    chance = random.Random(seed)
    numbers = [min(int(chance.expovariate(0.05)), 250) for _ in range(60_000)]
    assert same(list(numbers), through(list(numbers)))


def test_rare_numbers_have_codes_of_bounded_length() -> None:
    numbers: list[int | None] = [i for i in range(24) for _ in range(1 << max(0, i - 6))]
    random.Random(1).shuffle(numbers)
    assert same(numbers, through(numbers, symbols=32))


def test_the_same_row_always_becomes_the_same_bytes() -> None:
    chance = random.Random(5)
    numbers = [chance.choice([0, 0, 0, 1, 2, None]) for _ in range(50_000)]
    assert Row.of(numbers, 28).pack() == Row.of(numbers, 28).pack()


def test_dont_cares_make_it_smaller() -> None:
    chance = random.Random(6)
    known = [chance.randrange(3) if i % 5 == 0 else 0 for i in range(50_000)]
    holes = [number if i % 5 or chance.random() < 0.5 else None for i, number in enumerate(known)]
    small, large = (sum(map(len, Row.of(row, 32).pack())) for row in (holes, known))
    assert small < 0.85 * large
