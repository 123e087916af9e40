"""A slow solver of endgames over the reference rules: an oracle for the endgame tables.

Every position of some material is listed, its moves are found by reference.py, and results spread
ply by ply by looking at all undecided positions again and again. Nothing is shared with the engine.
A position is kept as its mover sees it: the mover is White, or the board has been turned round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count

from reference import Pieces, Position, Reference

WON, DRAWN, LOST = 1, 0, -1

Key = tuple[tuple[int, str], ...]           # (square, piece), ascending
Material = tuple[int, int, int, int]        # men and kings of the mover, then of the other side
Result = tuple[int, int | None]             # value, plies to the next capture or crowning
Step = tuple[Key, bool]                     # position after a move; was it a capture or crowning?


def key_of(pieces: Pieces) -> Key:
    """A position with White to move."""
    return tuple(sorted(pieces.items()))


def material_of(key: Key) -> Material:
    """What stands on the board."""
    letters = [piece for _, piece in key]
    return (letters.count("w"), letters.count("W"), letters.count("b"), letters.count("B"))


def materials(pieces: int) -> list[Material]:
    """Everything that so many pieces of both sides can be."""
    return [(men, own - men, other, pieces - own - other)
            for own in range(1, pieces) for men in range(own + 1)
            for other in range(pieces - own + 1)]


class SlowSolver:
    """Values and distances of all positions of one game, solved material by material.

    lone_pairs_drawn: one piece each is a draw by rule where nothing can be captured.
    """

    def __init__(self, game: str, lone_pairs_drawn: bool = False) -> None:
        self.reference = Reference(game)
        self.squares = len(self.reference.board.place_of)
        self.results: dict[Key, Result] = {}
        self._lone_pairs_drawn = lone_pairs_drawn
        self._solved: set[Material] = set()

    def turned(self, pieces: Pieces) -> Pieces:
        """The board turned round, colours changed."""
        swap = {"w": "b", "W": "B", "b": "w", "B": "W"}
        return {self.squares + 1 - square: swap[piece] for square, piece in pieces.items()}

    def solve(self, material: Material) -> None:
        """Find the results of all positions of a material, whoever is to move."""
        if material in self._solved:
            return
        both = {material, material[2:] + material[:2]}
        self._solved |= both
        steps = {key: list(self.steps(dict(key))) for m in both for key in self.positions(m)}
        left = {material_of(key) for moves in steps.values() for key, final in moves if final}
        for after in left:
            if after[0] + after[1]:
                self.solve(after)
        undecided = set(steps)
        if self._lone_pairs_drawn and sum(material) == 2:
            undecided -= {key for key in steps if self._is_drawn_by_rule(key, steps[key])}
        for plies in count():
            found = {key: result for key in undecided
                     if (result := self._decided(steps[key], plies)) is not None}
            self.results.update(found)
            undecided -= set(found)
            if not found and plies > 1:
                break
        for key in steps:
            self.results.setdefault(key, (DRAWN, None))

    def positions(self, material: Material) -> Iterator[Key]:
        """All positions of a material."""
        free = range(1, self.squares + 1)

        def place(pieces: dict[int, str], rest: tuple[tuple[str, int], ...]) -> Iterator[Key]:
            if not rest:
                yield key_of(pieces)
                return
            (piece, number), *others = rest
            allowed = [square for square in free if square not in pieces and not (
                piece.islower() and self.reference.board.is_far_row(square, piece.upper()))]
            for chosen in combinations(allowed, number):
                yield from place(pieces | dict.fromkeys(chosen, piece), tuple(others))

        yield from place({}, tuple(zip("wWbB", material, strict=True)))

    def steps(self, pieces: Pieces) -> Iterator[Step]:
        """Where White's moves lead, seen by the side that is to move then."""
        position = Position("W", pieces)
        for move in self.reference.moves(position):
            after = self.reference.play(position, move)
            crowned = move.king_after and pieces[move.origin] == "w"
            yield key_of(self.turned(after.pieces)), bool(move.captured) or crowned

    def derive(self, moves: list[tuple[Result, bool]]) -> Result:
        """The result of a position from those after its moves."""
        if not moves:
            return self._stuck(), 0
        seen = [(-value, 1 if final else None if plies is None else plies + 1)
                for (value, plies), final in moves]
        best = max(value for value, _ in seen)
        distances = [plies for value, plies in seen if value == best and plies is not None]
        if best == DRAWN:
            return DRAWN, None
        return best, (min if best == WON else max)(distances)

    def _stuck(self) -> int:
        return WON if self.reference.rules.goal_inverted else LOST

    def _decided(self, moves: list[Step], plies: int) -> Result | None:
        # The result if it is reached in exactly so many plies; less far ones are known already.
        if not moves:
            return (self._stuck(), 0) if plies == 0 else None
        worst = 0
        all_lose = True
        for after, final in moves:
            value, left = self._known(after)
            length = 1 if final else left + 1
            if value == LOST and length == plies:
                return WON, plies
            if value != WON or length > plies:
                all_lose = False
            worst = max(worst, length)
        return (LOST, plies) if all_lose and worst == plies else None

    def _known(self, key: Key) -> tuple[int | None, int]:
        if not any(piece in "wW" for _, piece in key):
            return self._stuck(), 0
        value, plies = self.results.get(key, (None, None))
        return value, plies or 0

    def _is_drawn_by_rule(self, key: Key, moves: list[Step]) -> bool:
        return bool(moves) and not self.reference.can_capture(Position("W", dict(key)))
