"""Thai draughts and the readings that sources disagree about."""

from __future__ import annotations

from dataclasses import replace

from ..rules import AFTER, AT_ONCE, BEHIND, DIAGONALS, FORWARD_DIAGONALS, STOP, Rules
from .draws import FORTY_NO_CAPTURE

THAI = Rules(
    name="thai",
    title="Thai draughts (makhos)",
    sources="PDN 3.0; popular descriptions; draws: our choice",
    files=8, ranks=8, a1=True, rotated=True,    # square 1 = g1
    men=8, first="B", start="B:W1-8:B25-32",
    man_moves=FORWARD_DIAGONALS,
    man_captures=FORWARD_DIAGONALS,
    king_moves=DIAGONALS, king_captures=DIAGONALS, flying=True,
    priority=(),
    promotion=STOP,
    removal=AT_ONCE,                        # each piece goes as soon as it is jumped
    landing=BEHIND,                         # a king lands directly behind its victim
    repetition=3,
    draws=FORTY_NO_CAPTURE,
    pdn_type=31, game_type="31,B,8,8,N2,0", letters=False, separator="-",
)

THAI_STRIKE = replace(
    THAI,
    name="thai-strike",
    title="Thai draughts, pieces removed after the move",
    removal=AFTER,
    pdn_type=None, game_type="",
)

THAI_3ROWS = replace(
    THAI,
    name="thai-3rows",
    title="Thai draughts with three rows of men",
    sources="the set-up of dctl",
    men=12, start="B:W1-12:B21-32",
    pdn_type=None, game_type="",
)
