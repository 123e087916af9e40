"""The transposition table: replacement, clearing, sizes, memory."""

from __future__ import annotations

import resource

import pytest

from bolshak.tt import TranspositionTable

UPPER, LOWER, EXACT = 1, 2, 3


def key_in_first_cluster(number: int) -> int:
    """Different keys that all fall into the first cluster of any table."""
    return number + 1


def test_what_is_stored_is_found() -> None:
    table = TranspositionTable(1)
    for key, entry in {5: (0x1234, -30999, 17, EXACT), 1 << 63: (0xFFFF, 31000, 127, LOWER),
                       (1 << 64) - 1: (1, 0, 0, UPPER)}.items():
        assert table.probe(key) is None
        table.put(key, *entry)
        assert table.probe(key) == entry


def test_key_zero_is_a_key_like_others() -> None:
    table = TranspositionTable(1)
    assert table.probe(0) is None
    table.put(0, 7, 8, 9, EXACT)
    assert table.probe(0) == (7, 8, 9, EXACT)


def test_a_new_entry_without_a_move_keeps_the_old_move() -> None:
    table = TranspositionTable(1)
    table.put(42, 99, 10, 5, LOWER)
    table.put(42, 0, -10, 6, UPPER)
    assert table.probe(42) == (99, -10, 6, UPPER)


def test_much_deeper_bounds_of_this_search_are_kept() -> None:
    table = TranspositionTable(1)
    table.put(42, 99, 10, 20, LOWER)
    table.put(42, 98, 11, 5, LOWER)
    assert table.probe(42) == (99, 10, 20, LOWER)
    table.put(42, 97, 12, 5, EXACT)
    assert table.probe(42) == (97, 12, 5, EXACT)


def test_the_shallowest_of_a_full_cluster_goes() -> None:
    table = TranspositionTable(1)
    for number, depth in enumerate((9, 3, 8, 7)):
        table.put(key_in_first_cluster(number), 1, 0, depth, EXACT)
    table.put(key_in_first_cluster(4), 1, 0, 1, EXACT)
    assert table.probe(key_in_first_cluster(1)) is None
    assert all(table.probe(key_in_first_cluster(n)) for n in (0, 2, 3, 4))


def test_old_searches_go_before_this_one() -> None:
    table = TranspositionTable(1)
    table.next_search()
    table.put(key_in_first_cluster(0), 1, 0, 10, EXACT)
    for _ in range(3):
        table.next_search()
    for number in (1, 2, 3, 4):
        table.put(key_in_first_cluster(number), 1, 0, 4, EXACT)
    assert table.probe(key_in_first_cluster(0)) is None


def test_clearing_forgets_everything_and_frees_the_places() -> None:
    table = TranspositionTable(1)
    for number in range(4):
        table.put(key_in_first_cluster(number), 1, 0, 100, EXACT)
    table.clear()
    assert all(table.probe(key_in_first_cluster(n)) is None for n in range(4))
    for number in range(4, 8):
        table.put(key_in_first_cluster(number), 1, 0, 0, UPPER)
    assert all(table.probe(key_in_first_cluster(n)) for n in range(4, 8))


def test_hashfull_counts_this_search_only() -> None:
    table = TranspositionTable(1)
    table.next_search()
    assert table.hashfull() == 0
    for cluster in range(250):
        for number in range(2):
            table.put((cluster << 50) + (1 << 49) + number, 1, 0, 1, EXACT)
    assert table.hashfull() == 500
    table.next_search()
    assert table.hashfull() == 0


def test_sizes_need_not_be_powers_of_two() -> None:
    table = TranspositionTable(3)
    assert table.mebibytes == 3
    keys = [n * 0x9E3779B97F4A7C15 % (1 << 64) for n in range(1, 2000)]
    for key in keys:
        table.put(key, 1, 2, 3, EXACT)
    assert all(table.probe(key) == (1, 2, 3, EXACT) for key in keys)


def test_resizing_clears() -> None:
    table = TranspositionTable(1)
    table.put(1, 1, 1, 1, EXACT)
    table.resize(2)
    assert table.mebibytes == 2
    assert table.probe(1) is None


def test_memory_that_is_not_there_leaves_the_old_table() -> None:
    table = TranspositionTable(2)
    with pytest.raises(MemoryError):
        table.resize(1 << 40)
    assert table.mebibytes == 2
    table.put(1, 1, 1, 1, EXACT)
    assert table.probe(1) == (1, 1, 1, EXACT)
    with pytest.raises(ValueError):
        table.resize(0)


def test_an_untouched_table_costs_no_memory() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = TranspositionTable(1024)
    table.clear()
    table.next_search()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 * 1024     # KiB
