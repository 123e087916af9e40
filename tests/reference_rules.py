"""The games of rules.md section 2 as plain records, and the boards they are played on.

Only the reference model reads this.  It is written from the rule book, not from the engine, so that
a misread table there shows up as a difference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

# A direction is (files to the right, ranks up) as White sees it; Black's is the same upside down.
Direction = tuple[int, int]

FORWARD: tuple[Direction, ...] = ((0, 1),)
SIDEWAYS: tuple[Direction, ...] = ((-1, 0), (1, 0))
FORWARD_DIAGONALS: tuple[Direction, ...] = ((-1, 1), (1, 1))
ALL_DIAGONALS: tuple[Direction, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
ALL_ORTHOGONALS: tuple[Direction, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))
ALL_EIGHT: tuple[Direction, ...] = ALL_DIAGONALS + ALL_ORTHOGONALS


class Squares(Enum):
    """Which squares of the board are played on (rules.md 1.1)."""

    WITH_A1 = "the diagonal squares, a1 among them"
    WITHOUT_A1 = "the diagonal squares, a1 not among them"
    ALL = "every square"


class Promotion(Enum):
    """What happens to a man that touches its far row while capturing (rules.md 2)."""

    END = "goes on as a man, crowned only if the move ends there"
    GO_ON = "crowned at once, goes on as a king"
    STOP = "crowned, and the move ends there"


class Removal(Enum):
    """When captured pieces leave the board (rules.md 1.3, article 6)."""

    AFTER = "when the move is over; until then they block"
    AT_ONCE = "as soon as they are jumped"


class Priority(Enum):
    """Which captures must be preferred (rules.md 2.1 "which capture" and 3)."""

    MOST_PIECES = "the most pieces"
    HIGHEST_VALUE = "the highest value: man 100, king 199"
    WITH_KING = "made by a king"
    MOST_KINGS = "the most kings taken"
    KINGS_EARLIEST = "kings taken as early as possible"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One game.  Directions are White's; `priorities` are applied one after the other."""

    name: str
    start: str
    files: int = 8
    ranks: int = 8
    squares: Squares = Squares.WITH_A1
    rotated_numbers: bool = False
    man_moves: tuple[Direction, ...] = FORWARD_DIAGONALS
    man_captures: tuple[Direction, ...]
    king_moves: tuple[Direction, ...] = ALL_DIAGONALS
    king_captures: tuple[Direction, ...] = ALL_DIAGONALS
    flying_kings: bool = True
    priorities: tuple[Priority, ...] = ()
    promotion: Promotion
    removal: Removal = Removal.AFTER
    man_takes_king: bool = True
    may_turn_back: bool = True  # the next jump may go exactly opposite to the last one
    lands_directly_behind: bool = False  # Thai
    stops_behind_last_king: bool = False  # Killer
    king_run_limit: int | None = (
        None  # Frisian: quiet moves in a row by one king while men are left
    )
    goal_inverted: bool = False
    first_king_wins: bool = False
    one_piece_loses: bool = False


# The Russian family: free choice, a man may capture backward.
RUSSIAN = Rules(
    name="russian",
    start="W:W21-32:B1-12",
    man_captures=ALL_DIAGONALS,
    promotion=Promotion.GO_ON,
)
GIVEAWAY = replace(RUSSIAN, name="giveaway", goal_inverted=True)
DIAGONAL = replace(
    RUSSIAN,
    name="diagonal",
    start="W:W12,16,19,20,23,24,26,27,28,30,31,32:B1,2,3,5,6,7,9,10,13,14,17,21",
)
SPANTSIRETI = replace(RUSSIAN, name="spantsireti", files=10, start="W:W26-40:B1-15")
POOL = replace(RUSSIAN, name="pool", start="B:W21-32:B1-12", promotion=Promotion.END)
JAMAICAN = replace(POOL, name="jamaican", squares=Squares.WITHOUT_A1)

# The international family: the most pieces, a man is crowned only where its move ends.
INTERNATIONAL = Rules(
    name="international",
    start="W:W31-50:B1-20",
    files=10,
    ranks=10,
    man_captures=ALL_DIAGONALS,
    priorities=(Priority.MOST_PIECES,),
    promotion=Promotion.END,
)
ANTIDRAUGHTS = replace(INTERNATIONAL, name="antidraughts", goal_inverted=True)
BREAKTHROUGH = replace(INTERNATIONAL, name="breakthrough", first_king_wins=True)
KILLER = replace(INTERNATIONAL, name="killer", stops_behind_last_king=True)
BRAZILIAN = replace(INTERNATIONAL, name="brazilian", files=8, ranks=8, start="W:W21-32:B1-12")
FILIPINO = replace(BRAZILIAN, name="filipino", squares=Squares.WITHOUT_A1)
CANADIAN = replace(INTERNATIONAL, name="canadian", files=12, ranks=12, start="W:W43-72:B1-30")
SRILANKAN = replace(CANADIAN, name="srilankan", squares=Squares.WITHOUT_A1)
SOUTHAFRICAN = replace(
    INTERNATIONAL, name="southafrican", files=14, ranks=14, start="W:W57-98:B1-42"
)
NIGERIAN = replace(INTERNATIONAL, name="nigerian", squares=Squares.WITHOUT_A1, priorities=())
GHANAIAN = replace(NIGERIAN, name="ghanaian", one_piece_loses=True)

# Frisian: captures in eight directions, weighed by value.
FRISIAN = replace(
    INTERNATIONAL,
    name="frisian",
    man_captures=ALL_EIGHT,
    king_captures=ALL_EIGHT,
    priorities=(Priority.HIGHEST_VALUE, Priority.WITH_KING),
    king_run_limit=3,
)
FRYSK = replace(FRISIAN, name="frysk", start="W:W46-50:B1-5")

# Games whose men capture forward only; crowning ends the move.
CZECH = Rules(
    name="czech",
    start="W:W21-32:B1-12",
    man_captures=FORWARD_DIAGONALS,
    priorities=(Priority.WITH_KING,),
    promotion=Promotion.STOP,
)
SLOVAK = replace(CZECH, name="slovak", start="W:W25-32:B1-8")
GERMAN = replace(CZECH, name="german", priorities=())
ENGLISH = replace(GERMAN, name="english", start="B:W21-32:B1-12", flying_kings=False)
ITALIAN = replace(
    CZECH,
    name="italian",
    squares=Squares.WITHOUT_A1,
    flying_kings=False,
    man_takes_king=False,
    priorities=(
        Priority.MOST_PIECES,
        Priority.WITH_KING,
        Priority.MOST_KINGS,
        Priority.KINGS_EARLIEST,
    ),
)
SPANISH = replace(
    CZECH,
    name="spanish",
    start="W:W1-12:B21-32",
    squares=Squares.WITHOUT_A1,
    rotated_numbers=True,
    priorities=(Priority.MOST_PIECES, Priority.MOST_KINGS),
)
PORTUGUESE = replace(SPANISH, name="portuguese")
ARGENTINIAN = replace(
    SPANISH, name="argentinian", priorities=(Priority.MOST_PIECES, Priority.WITH_KING)
)
THAI = replace(
    GERMAN,
    name="thai",
    start="B:W1-8:B25-32",
    rotated_numbers=True,
    removal=Removal.AT_ONCE,
    lands_directly_behind=True,
)
THAI_STRIKE = replace(THAI, name="thai-strike", removal=Removal.AFTER)
THAI_3ROWS = replace(THAI, name="thai-3rows", start="B:W1-12:B21-32")

# Games on all 64 squares.
TURKISH = Rules(
    name="turkish",
    start="W:W41-56:B9-24",
    squares=Squares.ALL,
    man_moves=FORWARD + SIDEWAYS,
    man_captures=FORWARD + SIDEWAYS,
    king_moves=ALL_ORTHOGONALS,
    king_captures=ALL_ORTHOGONALS,
    priorities=(Priority.MOST_PIECES,),
    promotion=Promotion.END,
    removal=Removal.AT_ONCE,
    may_turn_back=False,
)
TURKISH_CONT = replace(TURKISH, name="turkish-cont", promotion=Promotion.GO_ON)
ARMENIAN = replace(
    TURKISH,
    name="armenian",
    man_moves=FORWARD + SIDEWAYS + FORWARD_DIAGONALS,
    king_moves=ALL_EIGHT,
    promotion=Promotion.GO_ON,
)
ARMENIAN_END = replace(ARMENIAN, name="armenian-end", promotion=Promotion.END)
ARMENIAN_STRIKE = replace(
    ARMENIAN, name="armenian-strike", removal=Removal.AFTER, may_turn_back=True
)
GOTHIC = Rules(
    name="gothic",
    start="W:W49-64:B1-16",
    squares=Squares.ALL,
    man_captures=FORWARD + SIDEWAYS + FORWARD_DIAGONALS,
    king_moves=ALL_EIGHT,
    king_captures=ALL_EIGHT,
    flying_kings=False,
    promotion=Promotion.END,
)

VARIANTS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        RUSSIAN, GIVEAWAY, DIAGONAL, SPANTSIRETI, POOL, JAMAICAN,
        INTERNATIONAL, ANTIDRAUGHTS, BREAKTHROUGH, KILLER, BRAZILIAN, FILIPINO,
        CANADIAN, SRILANKAN, SOUTHAFRICAN, NIGERIAN, GHANAIAN, FRISIAN, FRYSK,
        CZECH, SLOVAK, GERMAN, ENGLISH, ITALIAN, SPANISH, PORTUGUESE, ARGENTINIAN,
        THAI, THAI_STRIKE, THAI_3ROWS,
        TURKISH, TURKISH_CONT, ARMENIAN, ARMENIAN_END, ARMENIAN_STRIKE, GOTHIC,
    )
}  # fmt: skip


class Board:
    """Squares of one game by number (rules.md 1.2), by letters, and along straight lines."""

    def __init__(self, rules: Rules) -> None:
        self.files, self.ranks = rules.files, rules.ranks
        playing = [
            (file, rank)
            for rank in reversed(range(rules.ranks))
            for file in range(rules.files)
            if _is_playing(file, rank, rules.squares)
        ]
        if rules.rotated_numbers:
            playing.reverse()
        self.place_of = dict(enumerate(playing, start=1))
        self.number_at = {place: number for number, place in self.place_of.items()}
        # On a diagonal board the next playing square of a rank or file is two away (rules.md 2).
        self._orthogonal_step = 1 if rules.squares is Squares.ALL else 2
        self._lines = {
            (square, direction): self._line(square, direction)
            for square in self.place_of
            for direction in ALL_EIGHT
        }

    def line(self, square: int, direction: Direction) -> tuple[int, ...]:
        """Squares from `square` (not included) to the edge, nearest first."""
        return self._lines[square, direction]

    def is_far_row(self, square: int, side: str) -> bool:
        """Whether a man of `side` is crowned on `square`."""
        rank = self.place_of[square][1]
        return rank == (self.ranks - 1 if side == "W" else 0)

    def main_road(self) -> frozenset[int]:
        """The long diagonal from White's playing corner: a1-h8, or h1-a8 on a mirrored board."""
        if (0, 0) in self.number_at:
            corner, direction = (0, 0), (1, 1)
        else:
            corner, direction = (self.files - 1, 0), (-1, 1)
        square = self.number_at[corner]
        return frozenset((square, *self.line(square, direction)))

    def name(self, square: int) -> str:
        """Square in letters, such as "c3"."""
        file, rank = self.place_of[square]
        return f"{chr(ord('a') + file)}{rank + 1}"

    def number(self, text: str) -> int:
        """Square from a number or from letters; ValueError if there is no such playing square."""
        if text.isdecimal():
            square = int(text)
        else:
            square = self.number_at.get((ord(text[0]) - ord("a"), int(text[1:]) - 1), 0)
        if square not in self.place_of:
            raise ValueError(f"no such square: {text!r}")
        return square

    def _line(self, square: int, direction: Direction) -> tuple[int, ...]:
        step = self._orthogonal_step if 0 in direction else 1
        file, rank = self.place_of[square]
        squares: list[int] = []
        while True:
            file, rank = file + step * direction[0], rank + step * direction[1]
            if (file, rank) not in self.number_at:
                return tuple(squares)
            squares.append(self.number_at[file, rank])


def _is_playing(file: int, rank: int, squares: Squares) -> bool:
    if squares is Squares.ALL:
        return True
    same_colour_as_a1 = (file + rank) % 2 == 0
    return same_colour_as_a1 == (squares is Squares.WITH_A1)
