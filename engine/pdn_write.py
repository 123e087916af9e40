"""Writing PDN: tags in a fixed order, lines of at most 80 columns, UTF-8 (rules.md 6.2).

The moves are written as they are: make a game canonical first (`pdn_replay.canonical`). What is
written reads back as the same game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from .pdn_model import PdnGame, PdnMove, Variation
from .pdn_replay import first_number

COLUMNS = 80

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "Variant")
_LAST = ("SetUp", "FEN")


def write_games(stream: TextIO, games: Iterable[PdnGame], default: str = "russian") -> int:
    """Write games one after the other, a blank line between them; returns their number."""
    count = 0
    for count, game in enumerate(games, 1):
        stream.write(("\n" if count > 1 else "") + format_game(game, default))
    return count


def format_game(game: PdnGame, default: str = "russian") -> str:
    """One game as text, with a line end after each line. default: as in `variant_of`."""
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in _ordered_tags(game)]
    lines.append("")
    page = _Page()
    number, second = first_number(game, default)
    page.comments(game.comments)
    page.line(game.moves, 2 * number + second)
    page.word(game.result)
    return "\n".join([*lines, *page.finish()]) + "\n"


def _ordered_tags(game: PdnGame) -> Iterator[tuple[str, str]]:
    tags = {**game.tags, "Result": game.result}
    middle = [name for name in tags if name not in _ROSTER and name not in _LAST]
    for name in (*_ROSTER, *middle, *_LAST):
        if name in tags:
            if not re.fullmatch(r"\w+", name):
                raise ValueError(f"{name!r} is no tag name")
            yield name, tags[name]


def _escaped(text: str) -> str:
    plain = " ".join(text.splitlines())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


class _Page:
    """Words filled into lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.current = ""
        self.opening = ""       # brackets to be set before the next word, without a blank

    def word(self, word: str) -> None:
        word, self.opening = self.opening + word, ""
        if not self.current:
            self.current = word
        elif len(self.current) + 1 + len(word) <= COLUMNS:
            self.current += " " + word
        else:
            self.end_line()
            self.current = word

    def end_line(self) -> None:
        self.lines.append(self.current)
        self.current = ""

    def finish(self) -> list[str]:
        if self.current:
            self.end_line()
        return self.lines

    def close(self) -> None:
        """A bracket behind the last word, on its line even if that makes it one too long."""
        if self.opening or not self.current:
            self.word(")")
        elif len(self.current) < COLUMNS:
            self.current += ")"
        else:
            head, _, last = self.current.rpartition(" ")
            if head:
                self.current = head
                self.end_line()
            self.current = last + ")"

    def comments(self, texts: Iterable[str]) -> None:
        for text in texts:
            plain = " ".join(text.split())
            if "{" in plain or "}" in plain:
                # Braces cannot stand in braces: a comment to the end of a line of its own.
                if self.opening:
                    self.word("")
                if self.current:
                    self.end_line()
                self.current = "; " + plain
                self.end_line()
            elif plain:
                for word in ("{" + plain + "}").split(" "):
                    self.word(word)

    def line(self, moves: list[PdnMove], half: int) -> None:
        """Moves of one line. half: twice the move number, plus 1 if the second mover begins."""
        restate = True
        for move in moves:
            if move.setup is not None:
                self.word(f'/FEN "{move.setup}"/')
                restate = True
            number = "" if half % 2 and not restate else f"{half // 2}{'...' if half % 2 else '.'} "
            self.word(number + move.text + move.marks)
            for nag in move.nags:
                self.word(f"${nag}")
            self.comments(move.comments)
            for variation in move.variations:
                self.variation(variation, half)
            restate = bool(move.comments or move.variations)
            half += 1

    def variation(self, variation: Variation, half: int) -> None:
        self.opening += "("
        self.comments(variation.comments)
        self.line(variation.moves, half)
        self.close()
