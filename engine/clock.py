"""Time for one move.

A budget has a target, which decides whether another iteration is begun, and a maximum, at which
the search is cut off. Both are ms from `go`, or from `ponderhit`.
"""

from __future__ import annotations

from dataclasses import dataclass

FEWEST_MOVES = 22               # moves still to be played that are expected, with no pieces left
MOST_MOVES = 38                 # ... and with all pieces on the board
EAGERNESS = 1.3                 # an iteration is seldom begun at the end of the target
PONDERING = 1.2                 # some moves will be guessed
MAXIMUM = 4                     # times the target
SHARE = 0.7                     # of the time left, at most, for one move
LAST_SHARE = 0.9                # ... for the last one before the time control
RESERVE_MOVES = 50              # without enough increment keep the overhead of so many moves
RESERVE_SHARE = 8               # least target: the time left / (RESERVE_SHARE * expected moves)

BEGIN = 0.6                     # share of the target after which no iteration is begun
STEADY = 0.9                    # the best move stays: less time each iteration ...
LEAST = 0.6
CHANGED = 1.3                   # it changes, or its score drops: more time
MOST = 2.0
DROP = 30                       # centi-men


@dataclass(frozen=True)
class Budget:
    """target and maximum in ms; 0 and 0: move at once."""

    target: float
    maximum: float


def expected_moves(pieces: int, full: int) -> float:
    """Own moves still to be played, from the number of pieces and that of the start position."""
    return FEWEST_MOVES + (MOST_MOVES - FEWEST_MOVES) * min(1.0, pieces / full)


def budget(
    time: int,
    increment: int,
    *,
    moves_to_go: int | None = None,
    overhead: int = 0,
    moves: float = 30.0,
    ponder: bool = False,
) -> Budget:
    """The budget for a clock of `time` ms with `increment` ms added after each move.

    moves_to_go: moves to the next time control, None or 0 = the game. overhead: ms that each
    move costs beside thinking. moves: own moves expected to the end, see `expected_moves`.
    """
    left = time - overhead
    if left <= 0:
        return Budget(0, 0)
    last = moves_to_go == 1
    if moves_to_go:
        moves = min(moves, float(moves_to_go))
    gain = increment - overhead
    reserve = moves if moves_to_go or gain >= 0 else max(moves, RESERVE_MOVES)
    pool = left + (reserve - 1) * gain
    target = max(pool / moves * (1.0 if moves_to_go else EAGERNESS),
                 left / (RESERVE_SHARE * moves))
    if ponder:
        target *= PONDERING
    most = left * (LAST_SHARE if last else SHARE)
    return Budget(min(target, most), min(MAXIMUM * target, most))


class Patience:
    """Decides after each iteration whether the target allows another one."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._factor = 1.0
        self._best: object = None
        self._score: int | None = None

    def note(self, best: object, score: int) -> None:
        """Take in the best move and the score of a finished iteration."""
        worried = self._score is not None and score < self._score - DROP
        if self._best is not None and (best != self._best or worried):
            self._factor = min(MOST, self._factor * CHANGED)
        else:
            self._factor = max(LEAST, self._factor * STEADY)
        self._best = best
        self._score = score

    def is_over(self, elapsed: float) -> bool:
        """Whether no further iteration should begin `elapsed` ms after the start."""
        return elapsed >= self.budget.target * self._factor * BEGIN
