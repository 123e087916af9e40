"""Russian draughts and its nearest relations: flying kings, men that capture backwards, 8x8."""

from __future__ import annotations

from dataclasses import replace

from ..rules import AFTER, DIAGONALS, END, FORWARD_DIAGONALS, GO_ON, MOST, NO_MOVE, Rules
from .draws import FEDERATION, INTERNATIONAL, LIDRAUGHTS

RUSSIAN = Rules(
    name="russian",
    title="Russian draughts (shashki)",
    sources="Russian code of rules (articles 1.x); FMJD-64 7.2; PDN 3.0",
    files=8, ranks=8, a1=True,              # 1.1: the main road a1-h8 starts at White's left
    men=12, first="W", start="W:W21-32:B1-12",  # 1.2
    man_moves=FORWARD_DIAGONALS,            # 1.4
    man_captures=DIAGONALS,                 # 1.5: forward and backward
    king_moves=DIAGONALS, king_captures=DIAGONALS, flying=True,  # 1.4, 1.5
    priority=(),                            # 1.5.14: the choice among captures is free
    promotion=GO_ON,                        # 1.5: crowned in passing, goes on as a king
    removal=AFTER,                          # 1.5: Turkish strike, pieces go when the move is over
    ending=NO_MOVE,                         # 1.6: no piece or no move loses
    repetition=3,                           # 1.6: third repetition, F5
    draws=FEDERATION,                       # 1.6, newest text
    lidraughts_draws=LIDRAUGHTS,            # FMJD-64 7.2.3 to 7.2.8
    pdn_type=25, game_type="25,W,8,8,A0,0", letters=True, separator=":",  # PDN 3.0
    hub="russian",
)

GIVEAWAY = replace(
    RUSSIAN,
    name="giveaway",
    title="Giveaway draughts (poddavki)",
    sources="Russian rules with the goal turned round",
    inverted=True,                          # who has no piece or no move wins
    draws=(), lidraughts_draws=None,        # third repetition only, as in antidraughts
    pdn_type=None, game_type="", hub="",
)

DIAGONAL = replace(
    RUSSIAN,
    name="diagonal",
    title="Diagonal draughts",
    sources="Russian rules; the main road is empty, Black above it, White below",
    start="W:W12,16,19,20,23,24,26,27,28,30,31,32:B1,2,3,5,6,7,9,10,13,14,17,21",
    pdn_type=None, game_type="", hub="",
)

BRAZILIAN = replace(
    RUSSIAN,
    name="brazilian",
    title="Brazilian draughts",
    sources="FMJD-64: international rules on 64 squares; PDN 3.0",
    priority=(MOST,),                       # the most pieces must be taken
    promotion=END,                          # crowned only where the move ends
    pdn_type=26, game_type="26,W,8,8,A0,0", separator="x", hub="brazilian",
)

POOL = replace(
    RUSSIAN,
    name="pool",
    title="Pool checkers",
    sources="American Pool Checkers Association; counts of dctl",
    first="B", start="B:W21-32:B1-12",
    promotion=END,                          # dctl; one description says as in Russian
    pdn_type=23, game_type="23,B,8,8,N1,0", letters=False, separator="x", hub="",
)

JAMAICAN = replace(
    POOL,
    name="jamaican",
    title="Jamaican draughts",
    sources="pool on the mirrored board; PDN 3.0",
    a1=False,
    game_type="23,B,8,8,A1,1", letters=True,
)

FILIPINO = replace(
    BRAZILIAN,
    name="filipino",
    title="Filipino draughts (dama)",
    sources="Brazilian rules on the mirrored board; draws as in international, by analogy",
    a1=False,
    draws=INTERNATIONAL, lidraughts_draws=None,
    pdn_type=None, game_type="", letters=False, hub="",
)

SPANTSIRETI = replace(
    RUSSIAN,
    name="spantsireti",
    title="Spantsireti draughts",
    sources="Russian rules on 10 files and 8 ranks; PDN 3.0; draws by analogy",
    files=10, ranks=8, men=15, start="W:W26-40:B1-15",
    pdn_type=41, game_type="41,W,10,8,A0,0", hub="spantsireti",
)
