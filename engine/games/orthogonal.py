"""Games on all 64 squares: Turkish, Armenian, Gothic."""

from __future__ import annotations

from dataclasses import replace

from ..rules import (
                     AFTER,
                     ALL,
                     AT_ONCE,
                     END,
                     FORWARD,
                     FORWARD_DIAGONALS,
                     GO_ON,
                     MOST,
                     ORTHOGONALS,
                     SIDEWAYS,
                     Rules,
)
from .draws import FORTY_NO_CAPTURE, ONE_EACH

TURKISH = Rules(
    name="turkish",
    title="Turkish draughts (dama)",
    sources="kish; PDN 3.0",
    files=8, ranks=8, every_square=True,
    men=16, first="W", start="W:W41-56:B9-24",  # the back rows are empty
    man_moves=FORWARD | SIDEWAYS,
    man_captures=FORWARD | SIDEWAYS,
    king_moves=ORTHOGONALS, king_captures=ORTHOGONALS, flying=True,
    priority=(MOST,),                       # king and man count as one each
    promotion=END,                          # goes on sideways as a man
    removal=AT_ONCE,
    turn_back=False,                        # no 180-degree turn within a capture
    repetition=3,
    draws=ONE_EACH,                         # one piece each: at once
    pdn_type=30, game_type="30,W,8,8,A0,0", letters=True, separator="x",
    hub="turkish",
)

TURKISH_CONT = replace(
    TURKISH,
    name="turkish-cont",
    title="Turkish draughts, crowned in passing",
    promotion=GO_ON,
    pdn_type=None, game_type="", hub="",
)

ARMENIAN = replace(
    TURKISH,
    name="armenian",
    title="Armenian draughts (tama)",
    sources="popular descriptions; draws as in Turkish, by analogy",
    man_moves=FORWARD | SIDEWAYS | FORWARD_DIAGONALS,   # quiet steps diagonally, too
    king_moves=ALL,                         # captures stay orthogonal
    promotion=GO_ON,                        # unverified
    pdn_type=None, game_type="", hub="",
)

ARMENIAN_END = replace(
    ARMENIAN,
    name="armenian-end",
    title="Armenian draughts, crowned at the end of the move",
    promotion=END,
)

ARMENIAN_STRIKE = replace(
    ARMENIAN,
    name="armenian-strike",
    title="Armenian draughts, pieces removed after the move",
    sources="hcheckers",
    removal=AFTER, turn_back=True,
)

GOTHIC = Rules(
    name="gothic",
    title="Gothic checkers (altdeutsches Damespiel)",
    sources="popular descriptions (unverified); draws: our choice",
    files=8, ranks=8, every_square=True,
    men=16, first="W", start="W:W49-64:B1-16",
    man_moves=FORWARD_DIAGONALS,
    man_captures=FORWARD | SIDEWAYS | FORWARD_DIAGONALS,
    king_moves=ALL, king_captures=ALL, flying=False,
    priority=(),
    promotion=END,
    removal=AFTER,
    repetition=3,
    draws=FORTY_NO_CAPTURE,
    letters=False, separator="x",
)
