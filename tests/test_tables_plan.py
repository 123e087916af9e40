"""What tables there are: numbers of positions, names, dependencies, families of games."""

from __future__ import annotations

import pytest

from bolshak.tables_check import subset
from bolshak.tables_plan import (
    Army,
    TablesError,
    family_of,
    pair_of,
    pairs,
    successors,
)

# Legal placements with one side to move, both sides having a piece (strength.md 3).
POSITIONS = {2: 3_488, 3: 196_032, 4: 6_209_316, 5: 139_450_808, 6: 2_426_085_676,
             7: 34_243_113_624}
ON_TEN = {2: 8_845, 3: 806_300, 4: 41_971_200, 5: 1_570_600_750}


@pytest.mark.parametrize(("game", "numbers"), [("russian", POSITIONS), ("english", POSITIONS),
                                               ("international", ON_TEN)])
def test_numbers_of_positions_are_exact(game: str, numbers: dict[int, int]) -> None:
    family = family_of(game)
    for pieces, number in numbers.items():
        assert sum(map(family.positions, pairs(pieces))) == number


def test_tables_by_number_of_pieces() -> None:
    assert [sum(pair.tables for pair in pairs(n)) for n in range(4, 9)] == [25, 44, 70, 104, 147]


def test_names() -> None:
    assert [str(pair) for pair in pairs(2)] == ["k-k", "k-m", "m-m"]
    assert str(pair_of(Army(1, 0), Army(1, 2))) == "kkm-m"
    assert len({str(pair) for n in range(2, 7) for pair in pairs(n)}) == sum(
        len(pairs(n)) for n in range(2, 7))


def test_successors_are_smaller_or_have_fewer_men() -> None:
    for n in range(2, 6):
        for pair in pairs(n):
            for other in successors(pair):
                assert (other.pieces, other.men) < (pair.pieces, pair.men)
    two_each = pair_of(Army(1, 1), Army(1, 1))
    assert sorted(map(str, successors(two_each))) == ["kk-k", "kk-km", "kk-m", "km-k", "km-m"]


def test_games_with_the_same_rules_share_tables() -> None:
    assert family_of("diagonal") is not None
    assert family_of("diagonal").name == "russian"
    assert family_of("giveaway").name == "giveaway", "who loses all pieces wins: other tables"
    assert family_of("portuguese").name == "spanish"
    assert family_of("filipino").name == "brazilian"
    assert family_of("giveaway").mark != family_of("russian").mark


@pytest.mark.parametrize("game", ["frisian", "frysk", "breakthrough", "ghanaian"])
def test_games_whose_positions_hold_more_have_no_tables(game: str) -> None:
    with pytest.raises(TablesError, match=f"no tables for {game}"):
        family_of(game)


def test_subset_is_the_inverse_of_the_index() -> None:
    from math import comb

    seen = set()
    for rank in range(comb(9, 4)):
        chosen = subset(rank, 4)
        assert sum(comb(n, i + 1) for i, n in enumerate(chosen)) == rank
        assert chosen == sorted(set(chosen)) and chosen[-1] < 9
        seen.add(tuple(chosen))
    assert len(seen) == comb(9, 4)
