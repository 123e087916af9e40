"""What endgame tables there are: armies, pairs of armies, games that share tables, sizes.

An army is the men and kings of one side. A pair of armies has two tables, one for each army that
is to move, and one if the armies are alike; colours do not matter, since the board can be turned
round. See kernels/problem.pxd for the index of a position.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb

from .games import games, rules
from .rules import NO_MOVE, PIECE_EACH, Rules

# The fields of a rule record that tables depend on, beside `priority`.
_FACTS = ("files", "ranks", "every_square", "man_moves", "man_captures", "king_moves",
          "king_captures", "flying", "promotion", "removal", "landing", "turn_back",
          "men_take_kings", "inverted")

MOST_PIECES = 8                 # of both sides, that the index and the files can take


class TablesError(ValueError):
    """Tables that cannot be built or read. The message says which and why in one line."""


@dataclass(frozen=True, order=True)
class Army:
    """Men and kings of one side."""

    men: int
    kings: int

    @property
    def pieces(self) -> int:
        """Men and kings."""
        return self.men + self.kings

    def __str__(self) -> str:
        return "k" * self.kings + "m" * self.men


@dataclass(frozen=True, order=True)
class Pair:
    """Two armies; the first is not the smaller one, nor, of equal ones, the one with fewer kings.
    Made by `pair_of`."""

    first: Army
    second: Army

    @property
    def pieces(self) -> int:
        """Pieces of both armies."""
        return self.first.pieces + self.second.pieces

    @property
    def men(self) -> int:
        """Men of both armies."""
        return self.first.men + self.second.men

    @property
    def tables(self) -> int:
        """1 for armies that are alike, else 2."""
        return 1 if self.first == self.second else 2

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


def pair_of(a: Army, b: Army) -> Pair:
    """The pair of two armies in any order."""
    if (a.pieces, a.kings) < (b.pieces, b.kings):
        a, b = b, a
    return Pair(a, b)


def pairs(pieces: int) -> list[Pair]:
    """All pairs with so many pieces of both sides, those with fewer men first."""
    found = {pair_of(a, b) for ours in range(1, pieces)
             for a in _armies(ours) for b in _armies(pieces - ours)}
    return sorted(found, key=lambda pair: (pair.men, -pair.first.pieces, pair))


def _armies(pieces: int) -> Iterator[Army]:
    for men in range(pieces + 1):
        yield Army(men, pieces - men)


def successors(pair: Pair) -> set[Pair]:
    """The other pairs that one move can lead to: by crowning a man, by capturing, or by both."""
    found = set()
    for own, other in ((pair.first, pair.second), (pair.second, pair.first)):
        after = [own] if own.men == 0 else [own, Army(own.men - 1, own.kings + 1)]
        left = [Army(men, kings) for men in range(other.men + 1)
                for kings in range(other.kings + 1) if men + kings]
        found |= {pair_of(mover, rest) for mover in after for rest in left}
    return found - {pair}


@dataclass(frozen=True)
class Family:
    """The games that share tables: same moves, same goal.

    name: of the first such game, also the name of the folder. mark: tells files of other rules
    apart. lone_pairs_drawn: one piece each is a draw by rule unless something can be captured.
    """

    name: str
    rules: Rules
    mark: int
    lone_pairs_drawn: bool

    def places(self, army: Army) -> int:
        """Placements of an army, those with two pieces on one square among them."""
        board = self.rules.board
        domain = board.squares - len(board.far_row("W"))
        return comb(domain, army.men) * comb(board.squares, army.kings)

    def index_size(self, pair: Pair) -> int:
        """Numbers in each table of a pair: positions and holes."""
        return self.places(pair.first) * self.places(pair.second)

    def positions(self, pair: Pair) -> int:
        """Legal placements in all tables of a pair: the exact number of positions."""
        board = self.rules.board
        row = len(board.far_row("W"))
        middle = board.squares - 2 * row
        a, b = pair.first, pair.second
        men = sum(comb(row, i) * comb(middle, a.men - i)
                  * comb(row, j) * comb(middle - (a.men - i), b.men - j)
                  for i in range(a.men + 1) for j in range(b.men + 1))
        free = board.squares - a.men - b.men
        return pair.tables * men * comb(free, a.kings) * comb(free - a.kings, b.kings)


def _draws_lone_pairs(record: Rules) -> bool:
    return any(clause.when == PIECE_EACH and clause.limit == 0 for clause in record.draws)


def _key(record: Rules) -> tuple[object, ...]:
    return (*record.kernel, record.inverted, _draws_lone_pairs(record))


@cache
def family_of(game: str) -> Family:
    """The family of a game. Raises TablesError for a game that has no tables, UnknownGame for an
    unknown name."""
    record = rules(game)
    if record.king_limit:
        raise TablesError(f"no tables for {game}: how often a king has moved is part of a position")
    if record.ending != NO_MOVE:
        raise TablesError(f"no tables for {game}: it can end while both sides have pieces")
    key = _key(record)
    name = next(other for other in games() if _key(rules(other)) == key)
    lone = _draws_lone_pairs(record)
    facts = [int(getattr(record, field)) for field in _FACTS] + [*record.priority, lone]
    return Family(name, record, zlib.crc32(repr(facts).encode()), lone)
