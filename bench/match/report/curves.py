"""How strength estimates and the test ratio moved while the match was played."""

from __future__ import annotations

import math
from typing import Any

from ..ratings import ratings
from ..sprt import Sprt
from ..standings import Standings

POINTS = 400                    # of a curve
RATED_POINTS = 80               # of curves for which all ratings are computed


class Curves:
    """Curves over the number of games; call `add` after each game."""

    def __init__(self, standings: Standings, sprt: Sprt | None, games: int) -> None:
        """`games`: how many there will be, which decides how many points are kept."""
        self._standings = standings
        self._sprt = sprt
        pair = len(standings.names) == 2
        self._step = max(1, math.ceil(games / (POINTS if pair else RATED_POINTS)))
        self._games = games
        self.sprt: list[tuple[int, float]] = []
        names = standings.names[:1] if pair else standings.names
        self.ratings: list[dict[str, Any]] = [{"name": name, "points": []} for name in names]

    def add(self) -> None:
        """Note the present state if it is time for a point."""
        games = self._standings.games
        if games % self._step and games != self._games:
            return
        names = self._standings.names
        if len(names) == 2:
            tally = self._standings.tally(*names)
            estimate = tally.estimate()
            self._note(0, games, estimate.elo, estimate.elo_error)
            if self._sprt is not None:
                self.sprt.append((games, round(self._sprt.ratio(tally.pairs), 3)))
            return
        rated = ratings(self._standings)
        for i, name in enumerate(names):
            self._note(i, games, *rated[name])

    def _note(self, curve: int, games: int, elo: float, error: float) -> None:
        if math.isfinite(elo):
            finite = round(error, 1) if math.isfinite(error) else None
            self.ratings[curve]["points"].append((games, round(elo, 1), finite))
