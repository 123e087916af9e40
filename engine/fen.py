"""FEN: positions as text, read and written (rules.md 6.1, protocols.md 2.5).

Reading knows nothing of move generation: it turns text into a `Setup`, which a `Position` is built
from, and refuses what cannot be a position of the game. Two points where the sources differ:

- `W:B:W..:B..` (old files double the side letter): the *second* letter is the side to move. The
  programs that write it put a constant `W:` before the real side, and a position of their own
  test suite, `W:B:WK2,28,31,44:B20,K50`, is one where Black's king captures. The letter counts
  as doubled only if that colour is listed again further on: `W:W:BK5` is a White without pieces.
- The most pieces of a side are those that fit the board (12 on 8x8, 20 on 10x10), also in games
  such as Frysk! that start with fewer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .position import Position
    from .rules import Rules

MAX_HALFMOVES = 100     # H is kept in 0..100, F in 1..500 (rules.md 6.1)
MAX_MOVE_NUMBER = 500

KingMoves = tuple[tuple[int, int], tuple[int, int]]
NO_KING_MOVES: KingMoves = ((0, 0), (0, 0))

_ITEM = re.compile(r"(K?)(?:([0-9]+)(?:-([0-9]+))?|([a-n][0-9]+))")
_TAG = re.compile(r'\s*\[\s*FEN\s+"([^"]*)"\s*\]\s*', re.IGNORECASE)
_KING_MOVES = re.compile(r"\+([0-9])([a-n]?[0-9]{1,2})?\+([0-9])([a-n]?[0-9]{1,2})?")


class NotationError(ValueError):
    """Text that is no square, move or position; the message names the token and its place."""


class FenError(NotationError):
    """Text that is no position of the game."""


@dataclass(frozen=True)
class Setup:
    """A position as it stands in a text, before it is given to the core.

    Squares are numbers of the game's board, ascending. halfmoves: plies for the kings-only draw
    rule, 0..100. move_number: 1..500, told but not used. king_moves: Frisian counters of White and
    Black, each (quiet moves in a row, square of the king), (0, 0) when there are none.
    """

    side: str
    white_men: tuple[int, ...] = ()
    white_kings: tuple[int, ...] = ()
    black_men: tuple[int, ...] = ()
    black_kings: tuple[int, ...] = ()
    halfmoves: int = 0
    move_number: int = 1
    king_moves: KingMoves = NO_KING_MOVES


class _Field(NamedTuple):
    """One part of a FEN between colons, and the offset of each of its characters in the text."""

    text: str
    offsets: tuple[int, ...]
    end: int        # offset of the character behind the field

    def where(self, index: int = 0) -> str:
        return f"at offset {self.offsets[index] if index < len(self.offsets) else self.end}"

    def cut(self, start: int, stop: int) -> _Field:
        end = self.offsets[stop] if stop < len(self.offsets) else self.end
        return _Field(self.text[start:stop], self.offsets[start:stop], end)


Pieces = dict[int, tuple[str, bool]]        # square: side, whether it is a king


def parse_fen(rules: Rules, text: str) -> Setup:
    """Read a FEN of the game `rules`.

    Squares may be numbers or names, also mixed; ranges are of numbers. Raises FenError, which names
    the offending token and its offset in `text`, for anything that rules.md 6.1 refuses.
    """
    head, *fields = _fields(text)
    side = _side(head)
    if len(fields) > 2 and fields[0].text in ("W", "B") and any(
            field.text[:1] == fields[0].text for field in fields[1:]):
        side = fields.pop(0).text
    pieces: Pieces = {}
    listed: set[str] = set()
    halfmoves, move_number = 0, 1
    king_moves: _Field | None = None
    for field in fields:
        kind = field.text[:1]
        if kind in ("W", "B"):
            if kind in listed:
                raise FenError(f"pieces of {kind} are listed twice, again {field.where()}")
            listed.add(kind)
            _place(rules, field, pieces)
        elif kind in ("w", "b"):
            raise FenError(f"{_quote(field.text)} {field.where()}: colours are written W and B; "
                           "lower case cannot be told from file letters")
        elif not listed:
            raise FenError(f"{_quote(field.text)} {field.where()} is no list of pieces")
        elif kind == "H":
            halfmoves = min(_number(field), MAX_HALFMOVES)
        elif kind == "F":
            move_number = min(max(_number(field), 1), MAX_MOVE_NUMBER)
        elif kind == "+" and rules.king_limit:
            king_moves = field
        # Any other trailing field is another program's private matter.
    if not listed:
        raise FenError(f"no list of pieces after the side to move, {head.where(1)}")
    setup = make_setup(rules, side, pieces, halfmoves, move_number)
    if king_moves is None:
        return setup
    return _with_king_moves(rules, setup, king_moves)


def make_setup(rules: Rules, side: str, pieces: Pieces, halfmoves: int = 0,
               move_number: int = 1) -> Setup:
    """The `Setup` of these pieces; FenError if the game cannot have them."""
    for colour, title in (("W", "White"), ("B", "Black")):
        mine = [number for number, (owner, _) in pieces.items() if owner == colour]
        if len(mine) > rules.most_pieces:
            raise FenError(f"{title} has {len(mine)} pieces, "
                           f"{rules.name} has room for {rules.most_pieces}")
        far_row = rules.board.far_row(colour)
        for number in sorted(mine):
            if number in far_row and not pieces[number][1]:
                raise FenError(f"man of {title} on its own crowning row, "
                               f"square {_both_names(rules, number)}")

    def select(colour: str, king: bool) -> tuple[int, ...]:
        return tuple(sorted(number for number, piece in pieces.items() if piece == (colour, king)))

    return Setup(side, select("W", False), select("W", True), select("B", False), select("B", True),
                 halfmoves, move_number)


def format_fen(position: Position, letters: bool | None = None, *, move_number: int = 1) -> str:
    """Canonical FEN (rules.md 6.1): White's list first, ascending numbers, no ranges.

    letters: names (True) or numbers (False) of squares; by default what the game's files use.
    move_number: written only together with a half-move count that is not 0.
    """
    rules, board = position.rules, position.board
    if letters is None:
        letters = rules.letters

    def group(colour: str, men: tuple[int, ...], kings: tuple[int, ...]) -> str:
        items = sorted([(number, "") for number in men] + [(number, "K") for number in kings])
        return colour + ",".join(crown + (board.name(number) if letters else str(number))
                                 for number, crown in items)

    parts = [position.side, group("W", position.white_men, position.white_kings),
             group("B", position.black_men, position.black_kings)]
    if position.halfmoves:
        parts.append(f"H{min(position.halfmoves, MAX_HALFMOVES)}:F{move_number}")
    if rules.king_limit:
        white, black = position.king_moves
        if white[0] or black[0]:
            parts.append("".join(f"+{count}{f'{square:02}' if count else ''}"
                                 for count, square in (black, white)))
    return ":".join(parts)


# Parts of a FEN.

def _fields(text: str) -> list[_Field]:
    """The fields of a FEN without blanks, wrapping and dots that mean nothing."""
    start, stop = 0, len(text)
    if text.startswith("\ufeff"):
        start = 1
    if tag := _TAG.fullmatch(text, start):
        start, stop = tag.span(1)
    body = text[start:stop].strip()
    start += len(text[start:stop]) - len(text[start:stop].lstrip())
    if len(body) > 1 and body[0] in "\"'" and body[-1] == body[0]:
        body, start = body[1:-1], start + 1
    characters = [(character, offset) for offset, character in enumerate(body, start)
                  if not character.isspace()]
    while characters and characters[-1][0] == ".":
        characters.pop()
    if not characters:
        raise FenError("empty FEN")
    whole = _Field("".join(character for character, _ in characters),
                   tuple(offset for _, offset in characters), characters[-1][1] + 1)
    return list(_split(whole, ":"))


def _split(field: _Field, separator: str) -> Iterator[_Field]:
    start = 0
    for part in field.text.split(separator):
        yield field.cut(start, start + len(part))
        start += len(part) + 1


def _side(head: _Field) -> str:
    if head.text in ("W", "B"):
        return head.text
    if head.text == "?":
        raise FenError(f"the side to move is unknown: '?' {head.where()}")
    hint = "; lower case cannot be read safely" if head.text in ("w", "b") else ""
    raise FenError(f"side to move must be W or B, not {_quote(head.text)} {head.where()}{hint}")


def _place(rules: Rules, group: _Field, pieces: Pieces) -> None:
    """Add the pieces of one colour."""
    colour = group.text[0]
    group = group.cut(1, len(group.text.rstrip(".")))
    if not group.text:
        return
    for item in _split(group, ","):
        match = _ITEM.fullmatch(item.text)
        if not match or _is_broken(item):
            raise FenError(_item_fault(item))
        crown, first, last, name = match.groups()
        for number in _squares(rules, item, first, last, name):
            if number in pieces:
                raise FenError(f"square {_both_names(rules, number)} is named twice, "
                               f"again {item.where()}")
            pieces[number] = colour, bool(crown)


def _squares(rules: Rules, item: _Field, first: str, last: str | None, name: str | None) -> range:
    board = rules.board
    if name:
        try:
            number = board.number(name)
        except ValueError:
            raise FenError(f"{name!r} {item.where()} is no playing square") from None
        return range(number, number + 1)
    bounds = []
    for digits in (first, last or first):
        number = int(digits[:9])    # nine digits are off every board; int() refuses thousands
        if not 1 <= number <= board.squares:
            raise FenError(f"square {_quote(digits)} {item.where()} is not on the board "
                           f"(1..{board.squares})")
        bounds.append(number)
    if bounds[1] < bounds[0]:
        raise FenError(f"range {_quote(item.text)} {item.where()} is descending")
    return range(bounds[0], bounds[1] + 1)


def _is_broken(item: _Field) -> bool:
    """Whether a blank stands between two digits: `3 1` is more likely two squares than one."""
    return any(item.text[i - 1:i + 1].isdigit() and item.offsets[i] > item.offsets[i - 1] + 1
               for i in range(1, len(item.text)))


def _item_fault(item: _Field) -> str:
    """Why an entry of a list is no piece."""
    text = item.text
    if _is_broken(item):
        return f"blank inside the number {_quote(text)} {item.where()}"
    if not text:
        return f"empty entry {item.where()}"
    if text == "K":
        return f"K without a square {item.where()}"
    if re.fullmatch(r"[GP][a-n]?[0-9]+", text):
        return (f"{_quote(text)} {item.where()}: captured pieces that are still on the board are "
                "not read; give the position before or after the capture")
    if re.fullmatch(r"K?[a-n][0-9]+-.*", text):
        return f"range {_quote(text)} {item.where()}: ranges are of numbers only"
    return f"{_quote(text)} {item.where()} is no square"


def _number(field: _Field) -> int:
    digits = field.text[1:]
    if not re.fullmatch("[0-9]+", digits):
        raise FenError(f"{_quote(field.text)} {field.where()}: {field.text[0]} wants a number")
    return int(digits[:9])


def _with_king_moves(rules: Rules, setup: Setup, field: _Field) -> Setup:
    """Add Frisian counters: Black's count and king square first, then White's."""
    place = f"king moves {_quote(field.text)} {field.where()}"
    match = _KING_MOVES.fullmatch(field.text)
    if not match:
        raise FenError(f"{place} are not +n[square]+n[square]")
    counters = []
    for count_text, square_text, kings, men in (
            (match[3], match[4], setup.white_kings, setup.white_men),
            (match[1], match[2], setup.black_kings, setup.black_men)):
        count = int(count_text)
        if count > rules.king_limit:
            raise FenError(f"{place}: at most {rules.king_limit}")
        if square_text:
            square = next((king for king in kings if square_text.lstrip("0") in
                           (str(king), rules.board.name(king))), 0)
        else:
            square = kings[0] if len(kings) == 1 else 0
        if not count or not men or not kings:
            counters.append((0, 0))     # nothing is counted then (rules.md 3, Frisian limit)
        elif square:
            counters.append((count, square))
        else:
            raise FenError(f"{place}: no such king on the board")
    return replace(setup, king_moves=(counters[0], counters[1]))


def _both_names(rules: Rules, number: int) -> str:
    return f"{number} ({rules.board.name(number)})"


def _quote(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:21] + "...")
