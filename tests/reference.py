"""The slow, obvious model of every draughts game of rules.md: the oracle of the engine's tests.

A position is a dictionary from square number (rules.md 1.2) to piece: "w" and "b" are men, "W" and
"B" kings.  Moves are found by walking over that dictionary and trying everything; nothing is shared
with the engine and nothing is made fast at the price of being plain.  The games themselves are in
reference_rules.py, draws in reference_draws.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import NamedTuple

from reference_rules import VARIANTS, Board, Direction, Priority, Promotion, Removal

Pieces = dict[int, str]
KingRuns = dict[str, tuple[int, int]]


def opponent(side: str) -> str:
    """The other side; sides are "W" and "B"."""
    return "B" if side == "W" else "W"


def owner(piece: str) -> str:
    """The side a piece belongs to."""
    return piece.upper()


def is_king(piece: str) -> bool:
    """Whether a piece is a king: kings are upper case."""
    return piece.isupper()


@dataclass(frozen=True)
class Position:
    """Side to move, pieces by square, and the Frisian king runs.

    `king_runs` maps a side to (quiet moves in a row, square of the king that made them); a side
    whose count is zero is absent (rules.md 3, "Frisian limit").  Both dictionaries are read-only.
    """

    side: str
    pieces: Pieces
    king_runs: KingRuns = field(default_factory=dict)

    def squares(self, side: str) -> list[int]:
        """The squares of a side's pieces, ascending."""
        return sorted(square for square, piece in self.pieces.items() if owner(piece) == side)

    def key(self) -> tuple[object, ...]:
        """Equal for two positions exactly when they are the same position (rules.md 4.2)."""
        return self.side, frozenset(self.pieces.items()), frozenset(self.king_runs.items())


class Move(NamedTuple):
    """One move as rules.md 1.4 counts them; `captured` is in ascending order."""

    origin: int
    target: int
    captured: tuple[int, ...]
    king_after: bool


class Path(NamedTuple):
    """One way to make a move: every square stood on, and the victims in order of capture."""

    squares: tuple[int, ...]
    victims: tuple[int, ...]
    king_after: bool

    @property
    def move(self) -> Move:
        """The move this path makes."""
        return Move(self.squares[0], self.squares[-1], tuple(sorted(self.victims)), self.king_after)


class Ending(NamedTuple):
    """A finished game: the winner's side (None for a draw) and the rule that ended it."""

    winner: str | None
    reason: str


class _Capture(NamedTuple):
    """A capture in progress."""

    squares: tuple[int, ...]
    victims: tuple[int, ...]
    king: bool
    stopped: bool  # crowned, and that ends the move
    direction: Direction | None  # of the last jump
    pieces: Pieces  # what can be in the way: the capturing piece is lifted off


class _Jump(NamedTuple):
    """A single jump: over whom, and every square behind to land on, nearest first."""

    direction: Direction
    victim: int
    landings: tuple[int, ...]


class Reference:
    """The rules of one game: positions in and out, legal moves, their consequences and perft."""

    def __init__(self, variant: str) -> None:
        self.rules = VARIANTS[variant]
        self.board = Board(self.rules)

    # Positions (rules.md 2.2 and 6.1)

    def start(self) -> Position:
        """The position the game starts from."""
        return self.parse(self.rules.start)

    def parse(self, fen: str) -> Position:
        """Read a FEN, numeric or algebraic; ValueError says what is wrong.

        The clock fields H and F are read over: a game's history is kept in reference_draws.py.
        Any number of pieces and men on their crowning row are accepted, which 6.1 tells the engine
        to refuse, because rows of moves_tricky.tsv have them.
        """
        side, *fields = re.sub(r"[\s.\"'\ufeff]", "", fen).split(":")
        if side not in ("W", "B"):
            raise ValueError(f"side to move must be W or B: {side!r}")
        if not fields:
            raise ValueError("no pieces")
        pieces: Pieces = {}
        king_runs: KingRuns = {}
        for text in fields:
            if text[:1] in ("W", "B"):
                for square, piece in self._parse_group(text):
                    if square in pieces:
                        raise ValueError(f"square {square} is named twice")
                    pieces[square] = piece
            elif runs := re.fullmatch(r"\+(\d)(\w*)\+(\d)(\w*)", text):
                for run_side, count, name in (("B", runs[1], runs[2]), ("W", runs[3], runs[4])):
                    if count != "0":
                        king_runs[run_side] = int(count), self.board.number(name)
            elif not re.fullmatch(r"[HF]\d+", text):
                raise ValueError(f"unknown field: {text!r}")
        return Position(side, pieces, self._live_king_runs(king_runs, pieces))

    def fen(self, position: Position) -> str:
        """Canonical numeric FEN (rules.md 6.1)."""
        groups = [position.side]
        for side in ("W", "B"):
            items = [
                f"K{square}" if is_king(position.pieces[square]) else str(square)
                for square in position.squares(side)
            ]
            groups.append(side + ",".join(items))
        if position.king_runs:
            runs = [position.king_runs.get(side) for side in ("B", "W")]
            groups.append("".join(f"+{run[0]}{run[1]:02}" if run else "+0" for run in runs))
        return ":".join(groups)

    def _parse_group(self, text: str) -> Iterator[tuple[int, str]]:
        side, items = text[0], text[1:]
        for item in items.split(",") if items else ():
            parts = re.fullmatch(r"(K?)([a-z]?\d+)(?:-(\d+))?", item)
            if not parts:
                raise ValueError(f"not a piece: {item!r}")
            crown, first, last = parts.groups()
            if last and (not first.isdecimal() or int(last) < int(first)):
                raise ValueError(f"a range is numeric and ascending: {item!r}")
            piece = side if crown else side.lower()
            names = range(int(first), int(last) + 1) if last else (first,)
            for name in names:
                yield self.board.number(str(name)), piece

    # Legal moves (rules.md 1.3)

    def moves(self, position: Position) -> list[Move]:
        """The distinct legal moves (rules.md 1.4)."""
        return list(self.moves_with_paths(position))

    def moves_with_paths(self, position: Position) -> dict[Move, list[Path]]:
        """Every legal move with all the ways to make it."""
        found: dict[Move, list[Path]] = {}
        for path in self.paths(position):
            found.setdefault(path.move, []).append(path)
        return found

    def turns(self, position: Position) -> list[Path]:
        """One path for each way that the convention "turns" of rules.md 1.4 tells apart."""
        found: dict[tuple[object, ...], Path] = {}
        for path in self.paths(position):
            found.setdefault((path.move, path.victims, self._turning_squares(path)), path)
        return list(found.values())

    def paths(self, position: Position) -> list[Path]:
        """Every legal way to move, told apart by all landing squares; none after the game's end."""
        if self._ended_by_material(position):
            return []
        captures = list(self._captures(position))
        if not captures:
            return list(self._quiet_moves(position))
        for priority in self.rules.priorities:
            ranks = [_rank(priority, path, position.pieces) for path in captures]
            best = max(ranks)
            captures = [path for path, rank in zip(captures, ranks, strict=True) if rank == best]
        return captures

    def can_capture(self, position: Position) -> bool:
        """Whether the side to move has a capture."""
        return any(self._captures(position))

    def _quiet_moves(self, position: Position) -> Iterator[Path]:
        side = position.side
        for origin in position.squares(side):
            if self._run_is_exhausted(position, origin):
                continue
            king = is_king(position.pieces[origin])
            for direction in self._directions(side, king, capturing=False):
                line = self.board.line(origin, direction)
                reach = line if king and self.rules.flying_kings else line[:1]
                for target in _empty_run(reach, position.pieces):
                    yield Path((origin, target), (), king or self.board.is_far_row(target, side))

    def _captures(self, position: Position) -> Iterator[Path]:
        for origin in position.squares(position.side):
            # The square a capturing piece left counts as empty (rules.md 1.3, article 7).
            begun = _Capture(
                squares=(origin,),
                victims=(),
                king=is_king(position.pieces[origin]),
                stopped=False,
                direction=None,
                pieces=_without(position.pieces, origin),
            )
            yield from self._complete(begun, position.side)

    def _complete(self, capture: _Capture, side: str) -> Iterator[Path]:
        """Every complete capture that continues `capture` (rules.md 1.3, articles 4 and 5)."""
        jumps = list(self._jumps(capture, side))
        if not jumps and capture.victims:
            crowned = self.board.is_far_row(capture.squares[-1], side)
            yield Path(capture.squares, capture.victims, capture.king or crowned)
        for jump in jumps:
            landed = [self._land(capture, jump, square, side) for square in jump.landings]
            going_on = [after for after in landed if any(self._jumps(after, side))]
            if self.rules.stops_behind_last_king and is_king(capture.pieces[jump.victim]):
                landed = landed[:1]
            for after in going_on or landed:
                yield from self._complete(after, side)

    def _jumps(self, capture: _Capture, side: str) -> Iterator[_Jump]:
        """The single jumps open to the capturing piece now (rules.md 1.3, article 3)."""
        if capture.stopped:
            return
        flying = capture.king and self.rules.flying_kings
        for direction in self._directions(side, capture.king, capturing=True):
            if not self.rules.may_turn_back and capture.direction == (-direction[0], -direction[1]):
                continue
            line = self.board.line(capture.squares[-1], direction)
            approach = len(_empty_run(line, capture.pieces)) if flying else 0
            if approach == len(line) or not self._may_take(capture, line[approach], side):
                continue
            behind = line[approach + 1 :]
            if not flying or self.rules.lands_directly_behind:
                behind = behind[:1]
            landings = _empty_run(behind, capture.pieces)
            if landings:
                yield _Jump(direction, line[approach], landings)

    def _may_take(self, capture: _Capture, victim: int, side: str) -> bool:
        piece = capture.pieces.get(victim)
        if piece is None or owner(piece) == side or victim in capture.victims:
            return False
        return capture.king or not is_king(piece) or self.rules.man_takes_king

    def _land(self, capture: _Capture, jump: _Jump, square: int, side: str) -> _Capture:
        """The capture after one more jump that ends on `square`."""
        pieces = capture.pieces
        if self.rules.removal is Removal.AT_ONCE:
            pieces = _without(pieces, jump.victim)
        touches_far_row = not capture.king and self.board.is_far_row(square, side)
        return _Capture(
            squares=(*capture.squares, square),
            victims=(*capture.victims, jump.victim),
            king=capture.king or (touches_far_row and self.rules.promotion is Promotion.GO_ON),
            stopped=touches_far_row and self.rules.promotion is Promotion.STOP,
            direction=jump.direction,
            pieces=pieces,
        )

    def _directions(self, side: str, king: bool, capturing: bool) -> tuple[Direction, ...]:
        if king:
            return self.rules.king_captures if capturing else self.rules.king_moves
        directions = self.rules.man_captures if capturing else self.rules.man_moves
        return directions if side == "W" else tuple((files, -ranks) for files, ranks in directions)

    def _turning_squares(self, path: Path) -> tuple[int, ...]:
        """The squares of a path at which its direction changes."""
        headings = [self._heading(*leg) for leg in pairwise(path.squares)]
        between = zip(path.squares[1:-1], pairwise(headings), strict=True)
        return tuple(square for square, (before, after) in between if before != after)

    def _heading(self, origin: int, target: int) -> Direction:
        file, rank = self.board.place_of[origin]
        target_file, target_rank = self.board.place_of[target]
        return _sign(target_file - file), _sign(target_rank - rank)

    # Playing on

    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move; legality is not checked."""
        pieces = _without(position.pieces, move.origin, *move.captured)
        pieces[move.target] = position.side if move.king_after else position.side.lower()
        runs = dict(position.king_runs)
        count, square = runs.pop(position.side, (0, None))
        if not move.captured and is_king(position.pieces[move.origin]):
            runs[position.side] = (count + 1 if square == move.origin else 1, move.target)
        return Position(opponent(position.side), pieces, self._live_king_runs(runs, pieces))

    def perft(self, position: Position, depth: int, convention: str = "moves") -> int:
        """Number of lines of `depth` plies, told apart by `convention` (rules.md 1.4).

        Lines that meet in one position are counted on from there once; that saves most of the time.
        """
        known: dict[tuple[object, int], int] = {}

        def count(reached: Position, plies: int) -> int:
            if plies == 0:
                return 1
            key = reached.key(), plies
            if key not in known:
                moves = self._told_apart(reached, convention)
                if plies == 1:
                    known[key] = len(moves)
                else:
                    known[key] = sum(count(self.play(reached, move), plies - 1) for move in moves)
            return known[key]

        return count(position, depth)

    def _told_apart(self, position: Position, convention: str) -> list[Move]:
        """The legal moves, each as often as "moves", "turns" or "paths" counts it."""
        if convention == "moves":
            return self.moves(position)
        if convention == "turns":
            return [path.move for path in self.turns(position)]
        if convention == "paths":
            return [path.move for path in self.paths(position)]
        raise ValueError(f"unknown convention: {convention!r}")

    def ending(self, position: Position) -> Ending | None:
        """The end of the game by the position alone (rules.md 4.1), draws left aside."""
        ended = self._ended_by_material(position)
        if ended or self.moves(position):
            return ended
        stuck = position.side
        return Ending(stuck if self.rules.goal_inverted else opponent(stuck), "no move")

    def _ended_by_material(self, position: Position) -> Ending | None:
        # In a game only one side can have crowned, or be down to one piece.  A position set up so
        # that both are is decided as if the side that has just moved had been first.
        mover, waiting = position.side, opponent(position.side)
        if self.rules.first_king_wins:
            for side in (waiting, mover):
                if side in position.pieces.values():
                    return Ending(side, "first king")
        if self.rules.one_piece_loses:
            for side in (mover, waiting):
                if len(position.squares(side)) <= 1:
                    return Ending(opponent(side), "one piece left")
        return None

    # The Frisian limit (rules.md 3)

    def _run_is_exhausted(self, position: Position, origin: int) -> bool:
        count, square = position.king_runs.get(position.side, (0, None))
        limit = self.rules.king_run_limit
        return limit is not None and square == origin and count >= limit

    def _live_king_runs(self, runs: KingRuns, pieces: Pieces) -> KingRuns:
        """`runs` without those of a king that is gone or of a side that has no men left."""
        if self.rules.king_run_limit is None:
            return {}
        return {
            side: (count, square)
            for side, (count, square) in runs.items()
            if pieces.get(square) == side and side.lower() in pieces.values()
        }


def _rank(priority: Priority, path: Path, pieces: Pieces) -> list[int]:
    """How well a capture meets a priority, compared as lists; the highest rank is required."""
    kings_taken = [int(is_king(pieces[victim])) for victim in path.victims]
    if priority is Priority.MOST_PIECES:
        return [len(path.victims)]
    if priority is Priority.HIGHEST_VALUE:
        return [sum(199 if king else 100 for king in kings_taken)]
    if priority is Priority.WITH_KING:
        return [int(is_king(pieces[path.squares[0]]))]
    if priority is Priority.MOST_KINGS:
        return [sum(kings_taken)]
    return kings_taken  # KINGS_EARLIEST: victim by victim


def _empty_run(squares: tuple[int, ...], pieces: Pieces) -> tuple[int, ...]:
    """The leading squares that are empty."""
    return tuple(takewhile(lambda square: square not in pieces, squares))


def _without(pieces: Pieces, *gone: int) -> Pieces:
    return {square: piece for square, piece in pieces.items() if square not in gone}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
