"""Draw clauses that several games share (rules.md 4.2 and 4.3)."""

from __future__ import annotations

from ..rules import (
                     BOTH_KINGS,
                     CAPTURE,
                     CROWNING,
                     EACH_PLY,
                     ENTER,
                     FIRST_CROWN,
                     KING_EACH,
                     KINGLESS,
                     LONE_ALL_KINGS,
                     LONE_KINGS,
                     LONE_PIECES,
                     MAN_MOVE,
                     OUTSIDE,
                     PIECE_EACH,
                     ROAD,
                     ROAD_KING,
                     TWO_KINGS_ONE,
                     Clause,
)

KINGS_15 = "15 king moves each"
ROAD_5 = "lone king on the main road, 5 moves"

# Federation text, clauses F1 to F4: each by itself, whichever comes first. The third repetition
# (F5) is `Rules.repetition`.
FEDERATION = (
    Clause("three kings against one, 15 moves", 30, OUTSIDE | ENTER, LONE_KINGS, counter=0),
    Clause("2 to 3 pieces, 5 moves", 10, CAPTURE | CROWNING, BOTH_KINGS, (2, 3), counter=1),
    Clause("4 to 5 pieces, 30 moves", 60, CAPTURE | CROWNING, BOTH_KINGS, (4, 5), counter=1),
    Clause("6 to 7 pieces, 60 moves", 120, CAPTURE | CROWNING, BOTH_KINGS, (6, 7), counter=1),
    Clause(ROAD_5, 10, CAPTURE | CROWNING, ROAD, counter=2, paused=True),
    Clause(KINGS_15, 30, CAPTURE | MAN_MOVE, counter=3),
)

# FMJD-64 articles 7.2.4 to 7.2.8 as lidraughts reads them: one counter (0) and one row that fits;
# counter 1 holds the plies of row 2 spent on the main road.
LIDRAUGHTS = (
    Clause(ROAD_5, 10, CAPTURE | FIRST_CROWN, ROAD_KING, counter=1, paused=True),
    Clause("lone king against two pieces, 5 moves", 10, ENTER, LONE_PIECES, (2, 3), row=True),
    Clause("lone king on the main road, 15 moves", 30, CAPTURE | FIRST_CROWN, ROAD_KING,
           row=True),
    Clause("three kings against one, 15 moves", 30, CAPTURE | CROWNING, LONE_ALL_KINGS, row=True),
    Clause("6 to 7 pieces, 60 moves", 120, CAPTURE | CROWNING, BOTH_KINGS, (6, 7), row=True),
    Clause("4 to 5 pieces, 30 moves", 60, CAPTURE | CROWNING, BOTH_KINGS, (4, 5), row=True),
    Clause(KINGS_15, 30, CAPTURE | MAN_MOVE, BOTH_KINGS, row=True),
    Clause("", 255, EACH_PLY, KINGLESS, row=True),
)

# lidraughts, international: 25 king moves each; 16 and 5 moves against a lone king.
INTERNATIONAL = (
    Clause("25 king moves each", 50, CAPTURE | MAN_MOVE, counter=0),
    Clause("lone king against three pieces, 16 moves", 32, OUTSIDE | ENTER, LONE_PIECES, (4, 4),
           counter=1),
    Clause("lone king against two pieces, 5 moves", 10, OUTSIDE | ENTER, LONE_PIECES, (2, 3),
           counter=2),
)

# lidraughts, Frisian; there is no repetition rule. Nothing there ends an ending of two kings each,
# so the last clause, which no player would live to see, is our choice.
FRISIAN = (
    Clause("two kings against one, 7 moves", 14, CAPTURE | CROWNING, TWO_KINGS_ONE, counter=0),
    Clause("one king each, 2 moves", 4, OUTSIDE | ENTER, KING_EACH, counter=1),
    Clause("100 king moves each", 200, CAPTURE | MAN_MOVE | CROWNING, counter=2),
)

# 40 moves without capture and crowning.
FORTY_QUIET = (Clause("40 moves without capture and crowning", 80, CAPTURE | CROWNING),)

# 40 king moves each.
FORTY_KINGS = (Clause("40 king moves each", 80, CAPTURE | MAN_MOVE),)

# 40 moves without capture.
FORTY_NO_CAPTURE = (Clause("40 moves without capture", 80, CAPTURE),)

ONE_EACH = (
    Clause("one piece each", 0, EACH_PLY, PIECE_EACH, (2, 2), counter=1),
    Clause("25 moves without capture", 50, CAPTURE, counter=0),
)
