"""The game that a client sends whole with every move: only what is new in it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolshak import Game


class Replay:
    """Remembers the game that was sent last."""

    def __init__(self) -> None:
        self._key: object = None
        self._texts: list[str] = []
        self._game: Game | None = None

    def play(self, key: object, texts: list[str], start: Callable[[], Game],
             push: Callable[[Game, str], object]) -> Game:
        """A game of its own, with all moves made.

        key: what the game begins with, and how its moves are read; the remembered game is gone
        on with if it has the same. start: makes the game without moves. push: reads a move and
        makes it, or raises ValueError. Raises ValueError with the number of the bad move, and
        whatever `start` raises; then the remembered game stays.
        """
        known = 0
        if key == self._key and self._game is not None:
            game = self._game.copy()
            known = _common(self._texts, texts)
            for _ in range(len(self._texts) - known):
                game.pop()
        else:
            game = start()
        for number, text in enumerate(texts[known:], known + 1):
            try:
                push(game, text)
            except ValueError as error:
                raise ValueError(f"move {number} {error}") from error
        self._key, self._texts, self._game = key, texts, game.copy()
        return game


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the common beginning."""
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return length
