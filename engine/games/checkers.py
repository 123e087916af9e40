"""Games of 8x8 whose men capture only forward: English, Italian, Spanish, Czech and relations."""

from __future__ import annotations

from dataclasses import replace

from ..rules import (
                     AFTER,
                     DIAGONALS,
                     FORWARD_DIAGONALS,
                     KING_EARLIEST,
                     MOST,
                     MOST_KINGS,
                     STOP,
                     WITH_KING,
                     Rules,
)
from .draws import FORTY_KINGS, FORTY_QUIET

ENGLISH = Rules(
    name="english",
    title="English draughts (American checkers)",
    sources="WCDF rules; PDN 3.0; draws: popular rules",
    files=8, ranks=8, a1=True,
    men=12, first="B", start="B:W21-32:B1-12",  # Black moves first
    man_moves=FORWARD_DIAGONALS,
    man_captures=FORWARD_DIAGONALS,         # men never capture backward
    king_moves=DIAGONALS, king_captures=DIAGONALS, flying=False,
    priority=(),                            # the choice is free
    promotion=STOP,                         # crowning ends the move
    removal=AFTER,
    repetition=3,
    draws=FORTY_QUIET,
    pdn_type=21, game_type="21,B,8,8,N1,0", letters=False, separator="x",
    aliases=("american", "checkers"),
)

ITALIAN = Rules(
    name="italian",
    title="Italian draughts (dama)",
    sources="FID rules; PDN 3.0; draws as pydraughts applies them",
    files=8, ranks=8, a1=False,             # a1 is not played
    men=12, first="W", start="W:W21-32:B1-12",
    man_moves=FORWARD_DIAGONALS,
    man_captures=FORWARD_DIAGONALS,
    men_take_kings=False,                   # a man cannot take a king
    king_moves=DIAGONALS, king_captures=DIAGONALS, flying=False,
    priority=(MOST, WITH_KING, MOST_KINGS, KING_EARLIEST),
    promotion=STOP,
    removal=AFTER,
    repetition=3,
    draws=FORTY_KINGS,
    pdn_type=22, game_type="22,W,8,8,N2,1", letters=False, separator="x",
)

SPANISH = Rules(
    name="spanish",
    title="Spanish draughts",
    sources="dctl; PDN 3.0; draws by analogy with Italian",
    files=8, ranks=8, a1=False, rotated=True,   # square 1 = h1
    men=12, first="W", start="W:W1-12:B21-32",
    man_moves=FORWARD_DIAGONALS,
    man_captures=FORWARD_DIAGONALS,
    king_moves=DIAGONALS, king_captures=DIAGONALS, flying=True,
    priority=(MOST, MOST_KINGS),            # who captures does not matter
    promotion=STOP,
    removal=AFTER,
    repetition=3,
    draws=FORTY_KINGS,
    pdn_type=24, game_type="24,W,8,8,N1,1", letters=False, separator="x",
)

PORTUGUESE = replace(
    SPANISH,
    name="portuguese",
    title="Portuguese draughts",
    sources="as Spanish; PDN 3.0",
    pdn_type=28, game_type="28,W,8,8,N1,1",
)

ARGENTINIAN = replace(
    SPANISH,
    name="argentinian",
    title="Argentinian draughts",
    sources="popular descriptions (unverified)",
    priority=(MOST, WITH_KING),
    pdn_type=None, game_type="",
)

CZECH = Rules(
    name="czech",
    title="Czech draughts",
    sources="Czech draughts federation; dctl; PDN 3.0; draws by analogy with Italian",
    files=8, ranks=8, a1=True,
    men=12, first="W", start="W:W21-32:B1-12",
    man_moves=FORWARD_DIAGONALS,
    man_captures=FORWARD_DIAGONALS,
    king_moves=DIAGONALS, king_captures=DIAGONALS, flying=True,
    priority=(WITH_KING,),                  # with a king before with a man, else free
    promotion=STOP,
    removal=AFTER,
    repetition=3,
    draws=FORTY_KINGS,
    pdn_type=29, game_type="29,W,8,8,A0,0", letters=True, separator="x",
)

SLOVAK = replace(
    CZECH,
    name="slovak",
    title="Slovak draughts",
    sources="as Czech with two rows of men (unverified)",
    men=8, start="W:W25-32:B1-8",
    pdn_type=None, game_type="",
)

GERMAN = replace(
    CZECH,
    name="german",
    title="German draughts",
    sources="popular descriptions (unverified); draws as in English, by analogy",
    priority=(),
    draws=FORTY_QUIET,
    pdn_type=None, game_type="",
)
