"""Board shapes: square numbers, names, lines, and the ghost-square bits of the compiled core.

Squares have three faces. *Numbers* 1..N are those of FEN and PDN (numbering of rules.md 1.2: row
by row from Black's back row, or the same list backwards). *Names* are file letter and rank digit
from White's lower left corner. *Bits* are the positions in a bit board; nobody outside the
compiled core and this module sees them.

On boards where only one colour of squares is played, the bits leave a gap (a ghost square) at
the end of rows, so that each diagonal step is one constant shift and a piece that runs off the
board falls on a bit that no square uses. Mirrored boards (a1 not a playing square) share the
layout: their files are counted from the other side.
"""

from __future__ import annotations

from functools import cached_property

FILES = "abcdefghijklmn"


class Board:
    """The squares of one board shape.

    files, ranks: 8..14. every_square: all squares are played, not only one colour. a1: whether a1
    is a playing square. rotated: numbers run backwards, from White's side. wide_rows: one more
    ghost square in each row, which orthogonal captures between squares of one colour need.
    """

    def __init__(self, files: int, ranks: int, *, every_square: bool = False, a1: bool = True,
                 rotated: bool = False, wide_rows: bool = False) -> None:
        self.files = files
        self.ranks = ranks
        self.every_square = every_square
        self.a1 = a1
        self.rotated = rotated
        # Ghost-bit distance of one step up-left; one step up-right is `right` bits further.
        self.step = files if every_square else files // 2 + wide_rows
        self.right = 2 if every_square else 1
        places = [(file, rank) for rank in reversed(range(ranks)) for file in range(files)
                  if every_square or (file + rank) % 2 == (0 if a1 else 1)]
        self.squares = len(places)
        if rotated:
            places.reverse()
        self._places = places
        self._numbers = {place: number for number, place in enumerate(places, 1)}

    def file(self, number: int) -> int:
        """File of a square, 0 = a."""
        return self._places[number - 1][0]

    def rank(self, number: int) -> int:
        """Rank of a square, 0 = White's first row."""
        return self._places[number - 1][1]

    def name(self, number: int) -> str:
        """Name of a square, for example ``c3``."""
        file, rank = self._places[number - 1]
        return f"{FILES[file]}{rank + 1}"

    def number(self, name: str) -> int:
        """Number of the square with this name; ValueError if it is no playing square."""
        try:
            return self._by_name[name]
        except KeyError:
            raise ValueError(f"{name!r} is no playing square of this board") from None

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {self.name(number): number for number in range(1, self.squares + 1)}

    def at(self, file: int, rank: int) -> int | None:
        """Number of the playing square there, or None."""
        return self._numbers.get((file, rank))

    def far_row(self, side: str) -> frozenset[int]:
        """Squares where men of side "W" or "B" are crowned."""
        rank = self.ranks - 1 if side == "W" else 0
        return frozenset(n for n in range(1, self.squares + 1) if self.rank(n) == rank)

    def between(self, a: int, b: int) -> tuple[int, ...] | None:
        """Playing squares strictly between two squares of one diagonal, rank or file, in order
        from a to b; None where they share no line."""
        (file, rank), (to_file, to_rank) = self._places[a - 1], self._places[b - 1]
        across, up = to_file - file, to_rank - rank
        if a == b or (across and up and abs(across) != abs(up)):
            return None
        length = max(abs(across), abs(up))
        line = (self.at(file + across // length * i, rank + up // length * i)
                for i in range(1, length))
        return tuple(number for number in line if number is not None)

    @cached_property
    def rows(self) -> tuple[tuple[int | None, ...], ...]:
        """Square numbers as White sees the board, top row first; None = not a playing square."""
        return tuple(tuple(self.at(file, rank) for file in range(self.files))
                     for rank in reversed(range(self.ranks)))

    @cached_property
    def hub_order(self) -> tuple[int, ...]:
        """Playing squares along the rows from the top left, as position strings list them."""
        return tuple(number for row in self.rows for number in row if number is not None)

    # Bits of the compiled core.

    def bit(self, number: int) -> int:
        """Index of a square in a bit board."""
        file, rank = self._places[number - 1]
        if self.every_square:
            return rank * (self.files + 1) + file
        if not self.a1:
            file = self.files - 1 - file
        return ((2 * self.step + 1) * rank + file) // 2

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """Bit index by square number; entry 0 is unused."""
        return (0, *(self.bit(number) for number in range(1, self.squares + 1)))

    @cached_property
    def numbers(self) -> dict[int, int]:
        """Square number by bit index."""
        return {self.bit(number): number for number in range(1, self.squares + 1)}

    def mask(self, numbers: frozenset[int] | range | None = None) -> int:
        """Bit board of some squares, of all by default."""
        chosen = range(1, self.squares + 1) if numbers is None else numbers
        return sum(1 << self.bit(number) for number in chosen)

    @cached_property
    def main_road(self) -> frozenset[int]:
        """The diagonal from White's corner square, for example a1-h8; empty on 64 squares."""
        if self.every_square:
            return frozenset()
        length = min(self.files, self.ranks)
        return frozenset(self._numbers[i if self.a1 else self.files - 1 - i, i]
                         for i in range(length))
