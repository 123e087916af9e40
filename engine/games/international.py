"""International draughts and the games that differ from it by board, goal or one rule."""

from __future__ import annotations

from dataclasses import replace

from ..rules import (
                     AFTER,
                     BEHIND_KING,
                     DIAGONALS,
                     END,
                     FIRST_KING,
                     FORWARD_DIAGONALS,
                     LAST_PIECE,
                     MOST,
                     Rules,
)
from .draws import FORTY_NO_CAPTURE
from .draws import INTERNATIONAL as DRAWS

INTERNATIONAL = Rules(
    name="international",
    title="International draughts",
    sources="FMJD official rules; PDN 3.0; draws as lidraughts applies them",
    files=10, ranks=10, a1=True,            # square 46 = a1 is in White's left corner
    men=20, first="W", start="W:W31-50:B1-20",
    man_moves=FORWARD_DIAGONALS,
    man_captures=DIAGONALS,                 # forward and backward
    king_moves=DIAGONALS, king_captures=DIAGONALS, flying=True,
    priority=(MOST,),                       # the most pieces, kings and men alike
    promotion=END,                          # a man that passes the far row stays a man
    removal=AFTER,                          # Turkish strike
    repetition=3,
    draws=DRAWS,
    pdn_type=20, game_type="20,W,10,10,N2,0", letters=False, separator="x",
    results=("2-0", "1-1", "0-2"),
    hub="normal", aliases=("normal", "standard", "fromposition"),
)

KILLER = replace(
    INTERNATIONAL,
    name="killer",
    title="Killer draughts",
    sources="international rules; counts of dctl",
    landing=BEHIND_KING,                    # last victim a king: stop directly behind it
    pdn_type=None, game_type="", hub="killer", aliases=(),
)

ANTIDRAUGHTS = replace(
    INTERNATIONAL,
    name="antidraughts",
    title="Antidraughts (losing international draughts)",
    sources="lidraughts",
    inverted=True,
    draws=(),                               # third repetition only
    pdn_type=98, game_type="98", hub="losing", aliases=("losing",),
)

BREAKTHROUGH = replace(
    INTERNATIONAL,
    name="breakthrough",
    title="Breakthrough draughts",
    sources="lidraughts",
    ending=FIRST_KING,                      # the first king on the board wins
    repetition=0, draws=(),                 # cannot last: no kings
    pdn_type=96, game_type="96", hub="bt", aliases=("bt",),
)

CANADIAN = replace(
    INTERNATIONAL,
    name="canadian",
    title="Canadian draughts",
    sources="international rules on 12x12; PDN 3.0; draws by analogy",
    files=12, ranks=12, men=30, start="W:W43-72:B1-30",
    pdn_type=27, game_type="27,W,12,12,N2,0", hub="canadian", aliases=(),
)

SRILANKAN = replace(
    CANADIAN,
    name="srilankan",
    title="Sri Lankan draughts",
    sources="Canadian rules on the mirrored board; draws by analogy",
    a1=False, pdn_type=None, game_type="", hub="",
)

SOUTHAFRICAN = replace(
    INTERNATIONAL,
    name="southafrican",
    title="South African draughts",
    sources="international rules on 14x14; counts of dctl",
    files=14, ranks=14, men=42, start="W:W57-98:B1-42",
    pdn_type=None, game_type="", hub="", aliases=(),
)

GHANAIAN = replace(
    INTERNATIONAL,
    name="ghanaian",
    title="Ghanaian draughts (damii)",
    sources="popular descriptions (unverified)",
    a1=False,
    priority=(),                            # the choice is free
    ending=LAST_PIECE,                      # a side left with one piece has lost
    draws=FORTY_NO_CAPTURE,                 # our choice
    pdn_type=None, game_type="", hub="", aliases=(),
)

NIGERIAN = replace(
    GHANAIAN,
    name="nigerian",
    title="Nigerian draughts",
    sources="popular descriptions (unverified)",
    ending=0,
)
