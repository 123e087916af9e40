"""What draw clauses may do to the wins of endgame tables.

The tables know the way to the next capture or crowning and nothing of counters. Most counters begin
anew there, so that comparing them with the distance is enough. Some go on, and then a win by the
tables may be none: those are found here, by numbers of pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .rules import (
    ANY,
    BOTH_KINGS,
    CAPTURE,
    CROWNING,
    EACH_PLY,
    KING_EACH,
    KINGLESS,
    LONE_ALL_KINGS,
    LONE_KINGS,
    LONE_PIECES,
    MAN_MOVE,
    TWO_KINGS_ONE,
    Clause,
)
from .tables_plan import Army, Pair, successors

LONE = Army(0, 1)
UNKNOWN_LENGTH = 255            # plies to a conversion that no file tells

# Three kings win within 15 moves wherever they stand (Petrov's triangle), and more pieces sooner.
PROVEN = (LONE_KINGS, LONE_ALL_KINGS)

# Families in which two pieces beat a lone king within 9 plies, if they do. The distances alone do
# not say so much: every win was followed to its end (tests/test_tables_rule.py).
QUICK = {"russian", "brazilian", "pool", "international", "canadian"}


def fits(clause: Clause, pair: Pair) -> bool:
    """Whether the pattern of a clause holds in every position of these armies (draws.pxd)."""
    least, most = clause.pieces
    if not least <= pair.pieces <= most:
        return False
    armies = pair.first, pair.second
    kings = [army.kings for army in armies]
    when = clause.when
    if when == ANY:
        return True
    if when == BOTH_KINGS:
        return all(kings)
    if when == KINGLESS:
        return not all(kings)
    if when == KING_EACH:
        return armies == (LONE, LONE)
    if when == TWO_KINGS_ONE:
        return pair.men == 0 and sorted(kings) == [1, 2]
    return any(lone == LONE and (
        when == LONE_KINGS and other.kings >= 3
        or when == LONE_ALL_KINGS and other.kings >= 3 and other.men == 0
        or when == LONE_PIECES and other.kings >= 1)
        for lone, other in (armies, armies[::-1]))


def goes_on(clause: Clause, before: Pair, after: Pair) -> bool:
    """Whether the counter of a clause goes on over the capture or crowning between two pairs."""
    event = CAPTURE if after.pieces < before.pieces else CROWNING | MAN_MOVE
    return (not clause.reset & (event | EACH_PLY) and not clause.paused
            and fits(clause, before) and fits(clause, after))


class Outlook:
    """What to expect of the wins of all pairs of a family.

    clauses: of the game. longest: greatest distance of each pair that has a table, in plies.
    """

    def __init__(self, family: str, clauses: Sequence[Clause],
                 longest: Mapping[Pair, int]) -> None:
        self._family = family
        self._clauses = clauses
        self._longest = longest
        self._tails: dict[tuple[Clause, Pair], int] = {}
        self._unsure: dict[Pair, bool] = {}

    def tails(self, pair: Pair) -> list[int]:
        """By clause: the plies for which its counter may go on after the next capture or crowning,
        at most; 0 = it does not."""
        return [self._tail(clause, pair) for clause in self._clauses]

    def unsure(self, pair: Pair) -> bool:
        """Whether a clause that goes on could stop a win, here or later."""
        if pair not in self._unsure:
            self._unsure[pair] = any(
                tail and self._length(pair) + tail > clause.limit and not self._proven(clause)
                for clause, tail in zip(self._clauses, self.tails(pair), strict=True)
            ) or any(self.unsure(after) for after in successors(pair))
        return self._unsure[pair]

    def _proven(self, clause: Clause) -> bool:
        return clause.when in PROVEN or (
            clause.when == LONE_PIECES and clause.pieces[1] <= 3 and self._family in QUICK)

    def _length(self, pair: Pair) -> int:
        return self._longest.get(pair, UNKNOWN_LENGTH)

    def _tail(self, clause: Clause, pair: Pair) -> int:
        key = clause, pair
        if key not in self._tails:
            self._tails[key] = max((self._length(after) + self._tail(clause, after)
                                    for after in successors(pair)
                                    if goes_on(clause, pair, after)), default=0)
        return self._tails[key]
