"""Move text: every form in which people and programs write a move (protocols.md 2.6).

A *path* here is the list of squares a move visits: origin, then one landing square for each
captured piece. Where a flying king goes straight on to the next victim, the landing square named is
the one directly behind the victim; any other square of that run is read as well.

What a text names is settled in this order. Two squares that only one legal move joins are that
move. A path with all landing squares beats every other reading. What is left, a path with squares
left out or the Hub form with its victims, must agree on one move. Nothing is ever guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .fen import NotationError
from .geometry import Board
from .rules import BEHIND

if TYPE_CHECKING:
    from .position import Move, Position

LONGEST = 400           # characters; 42 captures with their separators take half of that

_SEPARATOR = r"\s*[-:x*]\s*"
_NAME = r"[a-n][0-9]{1,2}"
_NAMES = re.compile(f"{_NAME}(?:(?:{_SEPARATOR})?{_NAME})+")
_NUMBERS = re.compile(f"[0-9]{{1,3}}(?:{_SEPARATOR}[0-9]{{1,3}})+")
_DIGITS = re.compile("[0-9]{2,4}")
_COLLOQUIAL = re.compile(f"[a-h](?:(?:{_SEPARATOR})?[a-h][1-8])+")


class MoveError(NotationError):
    """Text that names no legal move, or more than one."""


class _Reading(NamedTuple):
    """What a text says, before the position is asked.

    squares: numbers in order of the text. file: file of the piece if the text gives only that, else
    None, and squares then lack the origin. victims: the squares behind the second may be victims.
    others: more ways to cut a text without separators.
    """

    squares: tuple[int, ...]
    file: int | None = None
    victims: bool = False
    others: tuple[tuple[int, ...], ...] = ()


def parse_move(position: Position, text: str) -> Move:
    """The one legal move that `text` names; MoveError if there is none or more than one.

    Reads names and numbers, full and shortened paths, with the separators ``- : x *`` or none, the
    Hub form ``12x31x8x14x26`` and, on 8x8, the colloquial ``cd4`` and ``c:e5``, in either case.
    """
    reading = _read(position.board, text)
    if reading.file is not None:
        found = _by_file(position, reading.file, reading.squares)
    elif reading.others:
        found = _distinct(move for squares in (reading.squares, *reading.others)
                          for move in _by_squares(position, squares, False))
    else:
        found = _by_squares(position, reading.squares, reading.victims)
    if len(found) == 1:
        return found[0]
    raise _fault(position, text, reading, found)


def format_move(position: Position, move: Move, style: str = "coordinate",
                letters: bool | None = None) -> str:
    """Text of a legal move, different for different moves of the position.

    style "coordinate": names of the origin and every landing square, ``h6f8b4e1``. style "pdn":
    ``a3-b4``, ``32-28``; captures ``c3:e5``, ``28x19`` where that is unique, else the full path.
    letters: names or numbers in "pdn", by default what the game's files use.
    """
    if style not in ("coordinate", "pdn"):
        raise ValueError(f"unknown style {style!r}")
    rules = position.rules
    if style == "pdn" and len(_between(position, move.origin, move.target)) == 1:
        path: tuple[int, ...] = (move.origin, move.target)
    else:
        path = full_path(position, move)
    if not path:
        return format_path(position.board, (move.origin, move.target, *move.captured), "x", False)
    if style == "coordinate":
        return format_path(position.board, path, "", True)
    return format_path(position.board, path, rules.separator if move.captured else "-",
                       rules.letters if letters is None else letters)


def format_path(board: Board, squares: Iterable[int], separator: str, letters: bool) -> str:
    """Names or numbers of squares, joined."""
    return separator.join(map(board.name if letters else str, squares))


def full_path(position: Position, move: Move) -> tuple[int, ...]:
    """Origin and every landing square of a move, always the same path of those it has.

    () if the core did not look at any path of the move: it stops at some thousands of a position.
    Such a move is written with its victims, as Hub does.
    """
    if len(move.captured) < 2:
        return move.origin, move.target
    paths = [tuple(landing for _, landing in path) for path in _paths(position, move)]
    return (move.origin, *min(paths)) if paths else ()


# Reading.

@lru_cache(maxsize=8192)
def _read(board: Board, text: str) -> _Reading:
    """The squares of a text. Cached: game files repeat the same few thousand texts."""
    if len(text) > LONGEST:
        raise MoveError(f"{_quote(text)} is no move: {len(text)} characters")
    plain = text.strip().lower()
    if _NAMES.fullmatch(plain):
        return _Reading(tuple(_named(board, text, match) for match in re.finditer(_NAME, plain)))
    if _NUMBERS.fullmatch(plain):
        numbers = re.finditer("[0-9]+", plain)
        return _Reading(tuple(_numbered(board, text, match) for match in numbers), victims=True)
    if _DIGITS.fullmatch(plain):
        cuts = [(int(plain[:i]), int(plain[i:])) for i in (1, 2) if 0 < len(plain) - i < 3]
        fits = [cut for cut in cuts if all(1 <= number <= board.squares for number in cut)]
        if fits:
            return _Reading(fits[0], others=tuple(fits[1:]))
    if board.files == board.ranks == 8 and _COLLOQUIAL.fullmatch(plain):
        squares = tuple(_named(board, text, match) for match in re.finditer(_NAME, plain[1:]))
        return _Reading(squares, file=ord(plain[0]) - ord("a"))
    raise MoveError(f"{_quote(text)} is no move{_first_fault(plain)}")


def _named(board: Board, text: str, match: re.Match[str]) -> int:
    try:
        return board.number(match[0])
    except ValueError:
        raise MoveError(f"{_quote(text)} is no move: {match[0]!r} is no playing square") from None


def _numbered(board: Board, text: str, match: re.Match[str]) -> int:
    number = int(match[0])
    if not 1 <= number <= board.squares:
        raise MoveError(f"{_quote(text)} is no move: no square {number} at offset {match.start()} "
                        f"(1..{board.squares})")
    return number


def _first_fault(plain: str) -> str:
    if not plain:
        return ": it is empty"
    strange = re.search(r"[^a-n0-9\s:x*-]", plain)
    return f": {strange[0]!r} at offset {strange.start()}" if strange else ""


# Resolving.

Legs = tuple[tuple[int, int], ...]


def _paths(position: Position, move: Move) -> list[Legs]:
    return _all_paths(position).get(move, [])


@lru_cache(maxsize=16)
def _all_paths(position: Position) -> dict[Move, list[Legs]]:
    """Paths of all moves; kept, since the moves of one position are often written in a row."""
    paths: dict[Move, list[Legs]] = position.all_paths()
    return paths


def _by_squares(position: Position, squares: tuple[int, ...], victims: bool) -> list[Move]:
    """Moves that a list of squares may mean."""
    origin, target = squares[0], squares[-1]
    fits = _between(position, origin, target)
    if len(squares) == 2:
        if len(fits) > 1:
            direct = [move for move in fits if len(move.captured) < 2]
            return direct or fits
        return fits
    complete: list[Move] = []
    partial: list[Move] = []
    for move in fits:
        best = max((_match(position, path, squares) for path in _paths(position, move)),
                   default=_NONE)
        if best == _COMPLETE:
            complete.append(move)
        elif best == _PARTIAL:
            partial.append(move)
    if complete or not victims:
        return complete or partial
    return _distinct([*partial, *by_victims(position, origin, squares[1], squares[2:])])


def by_victims(position: Position, origin: int, target: int, victims: Iterable[int]
               ) -> list[Move]:
    """Moves from origin to target that capture exactly these squares, given in any order."""
    captured = tuple(sorted(victims))
    return [move for move in _between(position, origin, target) if move.captured == captured]


def by_path(position: Position, squares: tuple[int, ...]) -> list[Move]:
    """Moves that a list of visited squares, complete or not, may mean."""
    return _by_squares(position, squares, False)


def _by_file(position: Position, file: int, squares: tuple[int, ...]) -> list[Move]:
    """Moves of pieces on a file. The text is loose, so a full path beats nothing here."""
    if len(squares) == 1:
        return [move for move in position.legal_moves()
                if move.target == squares[0] and position.board.file(move.origin) == file]
    origins = {move.origin for move in position.legal_moves()
               if position.board.file(move.origin) == file}
    return [move for origin in sorted(origins)
            for move in _by_squares(position, (origin, *squares), False)]


def _between(position: Position, origin: int, target: int) -> list[Move]:
    return [move for move in position.legal_moves()
            if move.origin == origin and move.target == target]


_NONE, _PARTIAL, _COMPLETE = 0, 1, 2


def _match(position: Position, path: Legs, squares: tuple[int, ...]) -> int:
    """How well the squares of a text, whose ends fit, follow one path of a move."""
    middle = squares[1:-1]
    landings = [_landings(position, path, leg) for leg in range(len(path) - 1)]
    if len(middle) == len(landings):
        matched = all(square in allowed for square, allowed in zip(middle, landings, strict=True))
        return _COMPLETE if matched else _NONE
    rest = iter(landings)       # each square must be found behind the one before
    found = all(any(square in allowed for allowed in rest) for square in middle)
    return _PARTIAL if found else _NONE


def _landings(position: Position, path: Legs, leg: int) -> tuple[int, ...]:
    """Squares that may stand for the landing square of a leg: all of a straight run of a king."""
    victim, landing = path[leg]
    run: tuple[int, ...] | None = position.board.between(victim, path[leg + 1][0])
    if run and landing in run and position.rules.landing != BEHIND:
        return run
    return (landing,)


def _distinct(moves: Iterable[Move]) -> list[Move]:
    return list(dict.fromkeys(moves))


# Errors.

def _fault(position: Position, text: str, reading: _Reading, found: list[Move]) -> MoveError:
    if found:
        letters = any(character.isalpha() and character not in "xX" for character in text)
        separator = position.rules.separator
        return ambiguous(text, (format_path(position.board, full_path(position, move), separator,
                                            letters) for move in found))
    if reading.file is None and not reading.others and _stops_early(position, reading.squares):
        return MoveError(f"{_quote(text)} is not legal: the capture goes on")
    return MoveError(f"{_quote(text)} is not legal")


def ambiguous(text: str, moves: Iterable[str]) -> MoveError:
    """The error for a text that fits several moves, which are given in full."""
    names = sorted(moves)
    listed = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
    return MoveError(f"{_quote(text)} is ambiguous: {listed}")


def _stops_early(position: Position, squares: tuple[int, ...]) -> bool:
    """Whether the squares begin a path of a legal capture."""
    for move in position.legal_moves():
        if move.origin != squares[0] or len(move.captured) < len(squares):
            continue
        for path in _paths(position, move):
            if all(square in _landings(position, path, leg)
                   for leg, square in enumerate(squares[1:])):
                return True
    return False


def _quote(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
