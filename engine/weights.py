"""Weights of the hand-made evaluation, by game (terms of kernels/evaluate.pxd).

Units are centi-men; those of the terms in TENTHS are tenths of a centi-man.
"""

from __future__ import annotations

from .rules import Rules

TERMS = ("man", "king", "first king", "advance", "centre", "back row", "mobile men",
         "king mobility", "main road", "locked men", "tempo", "lead")
TENTHS = ("advance", "centre", "back row", "mobile men", "king mobility")

# man, king, first king, advance, centre, back row, mobile men, king mobility, main road, locked,
# tempo, lead
FLYING = (100, 200, 60, 15, 20, 40, 10, 25, 40, -2, 3, 2)
SHORT = (100, 130, 10, 15, 20, 60, 10, 20, 0, -2, 3, 2)
TURNED_ROUND = (-100, -120, 0, 0, 0, 0, 40, 30, 0, 5, 3, -1)


def weights_of(rules: Rules) -> tuple[int, ...]:
    """The weights of a game, in the order of TERMS."""
    if rules.inverted:
        return TURNED_ROUND
    return FLYING if rules.flying else SHORT
