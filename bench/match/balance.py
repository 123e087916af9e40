"""Whether an opening gives both sides a fair game: the engine's own shallow search says so."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from bolshak import Game

if TYPE_CHECKING:
    from bolshak import Best, Engine, Info

HASH = 1                        # MiB; the searches are tiny, and clearing a table takes time


class Judge:
    """Searches a position with a fixed number of nodes, so that it always says the same."""

    def __init__(self, game: str, draw_rules: str, nodes: int, limit: int) -> None:
        """`limit`: centi-men that a balanced position may be off."""
        self._engine: Engine | None = None
        self._settings = {"Hash": str(HASH), "UCI_Variant": game, "DrawRules": draw_rules}
        self._nodes = nodes
        self._limit = limit

    def balanced(self, game: Game) -> bool:
        """Whether neither side is ahead by more than the limit."""
        score = self.score(game)
        return score is not None and abs(score) <= self._limit

    def score(self, game: Game) -> int | None:
        """Centi-men for the side to move, None if the search sees the end of the game."""
        from bolshak import Engine, Limits
        if self._engine is None:
            self._engine = Engine()
            for name, value in self._settings.items():
                self._engine.set_option(name, value)
        last: list[Info] = []
        done = Event()

        def on_info(info: Info) -> None:
            if info.multipv == 1:
                last[:] = [info]

        def on_best(best: Best) -> None:
            done.set()

        self._engine.new_game()
        self._engine.set_game(game.copy())
        self._engine.go(Limits(nodes=self._nodes), on_info, on_best)
        done.wait()
        return last[0].score.cp if last else None
