"""Positions and moves as the Hub protocol writes them (protocols.md 3.4 and 3.5).

A position is the side and one character for each playing square along the rows from the top left,
as White sees the board. Moves are numbered along that string ("board"), or as one family of clients
does ("pdn"): from a1 in games written with letters, backwards in English, else as the game is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .fen import FenError, Pieces, Setup, make_setup
from .movetext import MoveError, ambiguous, by_path, by_victims

if TYPE_CHECKING:
    from .position import Move, Position
    from .rules import Rules

NUMBERINGS = ("board", "pdn")

_PIECES = {"w": ("W", False), "W": ("W", True), "b": ("B", False), "B": ("B", True)}
_MOVE = re.compile(r"[0-9]{1,3}(?:[-x][0-9]{1,3})+")


def hub_number(rules: Rules, number: int, numbering: str = "board") -> int:
    """The number of a square in Hub moves; `number` is the game's own."""
    return _tables(rules, numbering)[0][number - 1]


def from_hub_number(rules: Rules, number: int, numbering: str = "board") -> int:
    """The game's own number of a square of Hub moves; ValueError if it is off the board."""
    if not 1 <= number <= rules.board.squares:
        raise ValueError(f"no square {number} (1..{rules.board.squares})")
    return _tables(rules, numbering)[1][number - 1]


_known: dict[tuple[str, str], tuple[tuple[int, ...], tuple[int, ...]]] = {}


def _tables(rules: Rules, numbering: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hub numbers by the game's numbers, and the other way round."""
    key = rules.name, numbering
    if key not in _known:
        order = _order(rules, numbering)
        _known[key] = tuple(order.index(n) + 1 for n in range(1, len(order) + 1)), order
    return _known[key]


def _order(rules: Rules, numbering: str) -> tuple[int, ...]:
    """The game's numbers in the order of Hub numbers."""
    board = rules.board
    if numbering == "board":
        return board.hub_order
    if numbering != "pdn":
        raise ValueError(f"unknown numbering {numbering!r}: board or pdn")
    if rules.letters:
        return tuple(number for row in reversed(board.rows) for number in row if number is not None)
    if rules.name == "english":
        return tuple(reversed(board.hub_order))
    return tuple(range(1, board.squares + 1))


def parse_hub_position(rules: Rules, text: str) -> Setup:
    """Read a position string; FenError names the wrong character and its offset."""
    order = rules.board.hub_order
    if len(text) != len(order) + 1:
        raise FenError(f"position of {len(text)} characters, {rules.name} has {len(order) + 1}")
    if text[0] not in "WB":
        raise FenError(f"side to move must be W or B, not {text[0]!r} at offset 0")
    pieces: Pieces = {}
    for offset, (character, number) in enumerate(zip(text[1:], order, strict=True), 1):
        if character in _PIECES:
            pieces[number] = _PIECES[character]
        elif character != "e":
            raise FenError(f"{character!r} at offset {offset} is none of w b W B e")
    return make_setup(rules, text[0], pieces)


def format_hub_position(position: Position) -> str:
    """The position string, for example ``Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww``."""
    return position.side + "".join(position.piece_at(number) or "e"
                                   for number in position.board.hub_order)


def parse_hub_move(position: Position, text: str, numbering: str = "board") -> Move:
    """The one legal move of a Hub text; MoveError if there is none or more than one.

    From, to and the captured squares in any order. Captures without victims, or with the squares of
    the path in their place, are read if exactly one fits; the reading with victims comes first.
    """
    if not _MOVE.fullmatch(text):
        raise MoveError(f"{text[:40]!r} is no Hub move")
    try:
        squares = tuple(from_hub_number(position.rules, int(number), numbering)
                        for number in re.split("[-x]", text))
    except ValueError as error:
        raise MoveError(f"{text!r} is no move: {error}") from None
    if len(squares) > 2:
        origin, target, *victims = squares
        found = by_victims(position, origin, target, victims) or by_path(position, squares)
    else:
        found = [move for move in position.legal_moves()
                 if (move.origin, move.target) == squares]
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(text, (format_hub_move(position, move, numbering) for move in found))
    raise MoveError(f"{text!r} is not legal")


def format_hub_move(position: Position, move: Move, numbering: str = "board") -> str:
    """``32-28``, or ``28x17x22``: from, to and all victims in ascending order."""
    numbers = _tables(position.rules, numbering)[0]
    origin, target = numbers[move.origin - 1], numbers[move.target - 1]
    if not move.captured:
        return f"{origin}-{target}"
    victims = sorted(numbers[number - 1] for number in move.captured)
    return "x".join(map(str, (origin, target, *victims)))
