"""Frisian draughts: captures along ranks and files as well as diagonals."""

from __future__ import annotations

from dataclasses import replace

from ..rules import AFTER, ALL, DIAGONALS, END, FORWARD_DIAGONALS, VALUE, WITH_KING, Rules
from .draws import FRISIAN as DRAWS

FRISIAN = Rules(
    name="frisian",
    title="Frisian draughts",
    sources="Frisian federation rules; lidraughts; counts of dctl; PDN 3.0",
    files=10, ranks=10, a1=True,
    men=20, first="W", start="W:W31-50:B1-20",
    man_moves=FORWARD_DIAGONALS,
    man_captures=ALL,                       # eight directions, forward and backward
    king_moves=DIAGONALS, king_captures=ALL, flying=True,
    priority=(VALUE, WITH_KING),            # a king is worth 199, a man 100; then with the king
    promotion=END,
    removal=AFTER,
    king_limit=3,                           # three quiet moves by one king while there is a man
    repetition=0,                           # no repetition rule
    draws=DRAWS,
    pdn_type=40, game_type="40,W,10,10,N2,0", letters=False, separator="x",
    results=("2-0", "1-1", "0-2"),
    hub="frisian",
)

FRYSK = replace(
    FRISIAN,
    name="frysk",
    title="Frysk! (Frisian with five men)",
    sources="lidraughts",
    men=5, start="W:W46-50:B1-5",
    pdn_type=97, game_type="97", aliases=("frysk!",),
)
