"""The end of a game by rules.md 4, read off its whole history after every ply.

Each clause below is one row of the tables of 4.2 and 4.3 and looks through the complete game again
every time it is asked.  That is slow, and it is the point: the engine keeps counters, this model
keeps none.

Counts and limits are in plies.  The ply that starts a count is ply 0; the given start position is
ply 0 of every count, since nothing is known of what came before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from reference import Ending, Move, Position, Reference, is_king, opponent, owner


class Ply(NamedTuple):
    """One move of one side, with the positions around it."""

    before: Position
    move: Move
    after: Position

    def captures(self) -> bool:
        return bool(self.move.captured)

    def moves_man(self) -> bool:
        return not is_king(self.before.pieces[self.move.origin])

    def crowns(self) -> bool:
        return self.moves_man() and self.move.king_after

    def brings_first_king(self) -> bool:
        """Whether the ply crowns a man of a side that had no king."""
        return self.crowns() and force(self.after, self.before.side).kings == 1


class Force(NamedTuple):
    """What a side has on the board."""

    men: int
    kings: int

    @property
    def pieces(self) -> int:
        return self.men + self.kings


class Game:
    """A game as played so far: fed one move at a time, asked whether it is over."""

    def __init__(
        self, variant: str, start: Position | None = None, reading: str = "federation"
    ) -> None:
        """`reading`, of the draw articles, is "federation" or "lidraughts" (rules.md 4.2)."""
        self.reference = Reference(variant)
        self.main_road = self.reference.board.main_road()
        self.position = start or self.reference.start()
        self.plies: list[Ply] = []
        self._clauses = draw_clauses(variant, reading)

    def push(self, move: Move) -> Ending | None:
        """Play a legal move and say whether the game is over.

        A game goes on after a draw as long as moves come: players need not have claimed it.
        """
        if move not in self.reference.moves(self.position):
            raise ValueError(f"not a legal move: {move}")
        after = self.reference.play(self.position, move)
        self.plies.append(Ply(self.position, move, after))
        self.position = after
        return self.ending()

    def ending(self) -> Ending | None:
        """How the game has ended, if it has; a win comes before every draw (rules.md 4.1)."""
        ended = self.reference.ending(self.position)
        if ended:
            return ended
        reasons = self.draw_reasons()
        return Ending(None, reasons[0]) if reasons else None

    def draw_reasons(self) -> list[str]:
        """Every draw clause that the present position fulfils, in the order of rules.md."""
        return [name for name, holds in self._clauses.items() if holds(self)]

    # The history as the clauses ask for it

    def positions(self) -> list[Position]:
        """All positions from the start to the present one."""
        return [ply.before for ply in self.plies] + [self.position]

    def plies_since(self, happened: Callable[[Ply], bool]) -> list[Ply]:
        """The plies after the last one for which `happened` is true; all plies if there is none."""
        since: list[Ply] = []
        for ply in self.plies:
            if happened(ply):
                since = []
            else:
                since.append(ply)
        return since

    def plies_held(self, pattern: Callable[[Position], bool]) -> int:
        """Plies made since `pattern` came to hold, if it has held ever since; else 0."""
        held = 0
        for position in reversed(self.positions()):
            if not pattern(position):
                break
            held += 1
        return max(0, held - 1)


Clause = Callable[[Game], bool]

# What the clauses say about a position


def force(position: Position, side: str) -> Force:
    """Men and kings of a side."""
    own = [piece for piece in position.pieces.values() if owner(piece) == side]
    kings = sum(is_king(piece) for piece in own)
    return Force(len(own) - kings, kings)


def both_have_a_king(position: Position) -> bool:
    return all(force(position, side).kings > 0 for side in "WB")


def lone_king_against(position: Position, fits: Callable[[Force], bool]) -> bool:
    """Whether one side has a king and nothing else, and what the other side has `fits`."""
    return any(
        force(position, side) == Force(men=0, kings=1) and fits(force(position, opponent(side)))
        for side in "WB"
    )


def lone_king_holds_road(game: Game, position: Position, fits: Callable[[Force], bool]) -> bool:
    """`lone_king_against`, with that king on the main road and no other piece on it."""
    on_road = [piece for square, piece in position.pieces.items() if square in game.main_road]
    return any(
        on_road == [side]
        and force(position, side) == Force(men=0, kings=1)
        and fits(force(position, opponent(side)))
        for side in "WB"
    )


# Counts that several tables use


def capture_or_crowning(ply: Ply) -> bool:
    return ply.captures() or ply.crowns()


def capture_or_man_move(ply: Ply) -> bool:
    return ply.captures() or ply.moves_man()


def third_repetition(game: Game) -> bool:
    """The same position with the same side to move stands for the third time.

    The whole game is searched: no position from before a capture, a crowning or a man's step
    forward can come back, so "since the last irreversible move" gives the same number.
    """
    keys = [position.key() for position in game.positions()]
    return keys.count(keys[-1]) >= 3


def plies_without(event: Callable[[Ply], bool], limit: int) -> Clause:
    """`limit` plies have been made since the last `event`."""
    return lambda game: len(game.plies_since(event)) >= limit


def plies_with(pattern: Callable[[Position], bool], limit: int) -> Clause:
    """`limit` plies have been made since `pattern` came to hold, and it still holds."""
    return lambda game: game.plies_held(pattern) >= limit


# 4.2, the reading `federation`


def f1(game: Game) -> bool:
    """Lone king v three or more kings, men beside them allowed: 30 plies since this balance arose.

    Crowning a fourth king does not make the balance "three or more" anew.
    """

    def holds(position: Position) -> bool:
        return lone_king_against(position, lambda other: other.kings >= 3)

    return game.plies_held(holds) >= 30


def f2(game: Game) -> bool:
    """Both sides have a king, balance unchanged: 10, 60 or 120 plies by the number of pieces."""
    limit = {2: 10, 3: 10, 4: 60, 5: 60, 6: 120, 7: 120}.get(len(game.position.pieces))
    if limit is None or not both_have_a_king(game.position):
        return False
    return len(game.plies_since(capture_or_crowning)) >= limit


def f3(game: Game) -> bool:
    """Lone king on the main road v three pieces of any kind off it: 10 plies spent so."""

    def holds(position: Position) -> bool:
        return lone_king_holds_road(game, position, lambda other: other.pieces == 3)

    spent = [ply for ply in game.plies_since(capture_or_crowning) if holds(ply.after)]
    return holds(game.position) and len(spent) >= 10


FEDERATION: dict[str, Clause] = {
    "F1": f1,
    "F2": f2,
    "F3": f3,
    "F4": plies_without(capture_or_man_move, 30),
    "F5": third_repetition,
}

# 4.2, the reading `lidraughts`: one counter; the first row that fits the position gives its limit


def row_of(game: Game, position: Position) -> int:
    """The first row of the table that fits a position."""
    if lone_king_against(position, lambda other: other.pieces <= 2 and other.kings >= 1):
        return 1
    if lone_king_holds_road(game, position, lambda other: other.pieces == 3 and other.kings >= 1):
        return 2
    if lone_king_against(position, lambda other: other.men == 0 and other.kings >= 3):
        return 3
    if both_have_a_king(position):
        return {6: 4, 7: 4, 4: 5, 5: 5}.get(len(position.pieces), 6)
    return 7


def row_1_reset(ply: Ply) -> bool:
    """The capture that created it from more than three pieces, or a side's first king."""
    return (ply.captures() and len(ply.before.pieces) > 3) or ply.brings_first_king()


def row_2_reset(ply: Ply) -> bool:
    """A capture, or a side's first king; other promotions do not reset."""
    return ply.captures() or ply.brings_first_king()


ROW_RESETS: dict[int, Callable[[Ply], bool]] = {
    1: row_1_reset,
    2: row_2_reset,
    3: capture_or_crowning,
    4: capture_or_crowning,
    5: capture_or_crowning,
    6: capture_or_man_move,
    7: lambda ply: True,
}
ROW_LIMITS = {1: 10, 2: 30, 3: 30, 4: 120, 5: 60, 6: 30}


def counter(game: Game) -> int:
    """The one counter: a ply resets it if the row reached by that ply says so."""
    return len(game.plies_since(lambda ply: ROW_RESETS[row_of(game, ply.after)](ply)))


def plies_on_road(game: Game) -> int:
    """Plies after which row 2 held, since that row's own reset: time off the road clears none."""
    return sum(row_of(game, ply.after) == 2 for ply in game.plies_since(row_2_reset))


def lidraughts_row(row: int) -> Clause:
    """The position is in `row` and the counter has reached that row's limit."""

    def holds(game: Game) -> bool:
        if row_of(game, game.position) != row:
            return False
        return counter(game) >= ROW_LIMITS[row] or (row == 2 and plies_on_road(game) >= 10)

    return holds


LIDRAUGHTS: dict[str, Clause] = {
    **{f"row {row}": lidraughts_row(row) for row in ROW_LIMITS},
    "row 8": third_repetition,
}

# 4.3, the other games


def lone_king_v_three(position: Position) -> bool:
    return lone_king_against(position, lambda other: other.pieces == 3 and other.kings >= 1)


def lone_king_v_one_or_two(position: Position) -> bool:
    return lone_king_against(position, lambda other: other.pieces <= 2 and other.kings >= 1)


def two_kings_v_one(position: Position) -> bool:
    return lone_king_against(position, lambda other: other == Force(men=0, kings=2))


def king_v_king(position: Position) -> bool:
    return lone_king_against(position, lambda other: other == Force(men=0, kings=1))


def one_piece_each(game: Game) -> bool:
    """Turkish: one piece each and the side to move cannot capture: at once."""
    if any(force(game.position, side).pieces != 1 for side in "WB"):
        return False
    return not game.reference.can_capture(game.position)


REPETITION: dict[str, Clause] = {"third repetition": third_repetition}
INTERNATIONAL: dict[str, Clause] = {
    "50 plies, kings only": plies_without(capture_or_man_move, 50),
    "32 plies, king v three": plies_with(lone_king_v_three, 32),
    "10 plies, king v one or two": plies_with(lone_king_v_one_or_two, 10),
    **REPETITION,
}
FRISIAN: dict[str, Clause] = {
    "14 plies, two kings v one": plies_with(two_kings_v_one, 14),
    "4 plies, king v king": plies_with(king_v_king, 4),
    # Our choice: rules.md leaves an ending of two kings each without an end.
    "200 plies, kings only": plies_without(capture_or_man_move, 200),
}
ENGLISH: dict[str, Clause] = {
    "80 plies, no capture or crowning": plies_without(capture_or_crowning, 80),
    **REPETITION,
}
ITALIAN: dict[str, Clause] = {
    "80 plies, kings only": plies_without(capture_or_man_move, 80),
    **REPETITION,
}
TURKISH: dict[str, Clause] = {
    "one piece each": one_piece_each,
    **REPETITION,
    "50 plies, no capture": plies_without(Ply.captures, 50),
}
THAI: dict[str, Clause] = {
    "80 plies, no capture": plies_without(Ply.captures, 80),
    **REPETITION,
}

# Which table a game follows; its switches (rules.md 2.1) follow it.
RUSSIAN_GAMES = ("russian", "diagonal", "brazilian", "pool", "spantsireti", "jamaican")
OTHER_GAMES: dict[str, dict[str, Clause]] = {
    "international": INTERNATIONAL,
    "canadian": INTERNATIONAL,
    "killer": INTERNATIONAL,
    "filipino": INTERNATIONAL,
    "srilankan": INTERNATIONAL,
    "southafrican": INTERNATIONAL,
    "frisian": FRISIAN,
    "frysk": FRISIAN,
    "english": ENGLISH,
    "german": ENGLISH,
    "italian": ITALIAN,
    "spanish": ITALIAN,
    "portuguese": ITALIAN,
    "argentinian": ITALIAN,
    "czech": ITALIAN,
    "slovak": ITALIAN,
    "turkish": TURKISH,
    "armenian": TURKISH,
    "thai": THAI,
    "gothic": THAI,
    "ghanaian": THAI,
    "nigerian": THAI,
    "antidraughts": REPETITION,
    "giveaway": REPETITION,
    "breakthrough": {},
}


def draw_clauses(variant: str, reading: str) -> dict[str, Clause]:
    """The automatic draws of a game by name, in the order of rules.md."""
    game = variant.partition("-")[0]
    if game in RUSSIAN_GAMES:
        return {"federation": FEDERATION, "lidraughts": LIDRAUGHTS}[reading]
    return OTHER_GAMES[game]
