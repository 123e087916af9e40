"""A game in progress: a position, the moves that led to it, and what they mean for repetition."""

from __future__ import annotations

from .position import Move, Position, Result


class Game:
    """A start position and the moves made from it.

    game: name of the rules. fen: start, the game's own if None. FenError for a bad one.
    """

    def __init__(self, game: str = "russian", fen: str | None = None, *,
                 draw_rules: str = "federation") -> None:
        self.positions = [Position(game, fen, draw_rules=draw_rules)]
        self.moves: list[Move] = []

    @classmethod
    def from_position(cls, position: Position) -> Game:
        """A game that starts at a position."""
        game = cls.__new__(cls)
        game.positions = [position]
        game.moves = []
        return game

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    def push(self, move: Move | str) -> Move:
        """Makes a move, given as Move or as text in any form of protocols.md 2.6.

        MoveError for text that fits no legal move or more than one; ValueError for an illegal
        Move. The rules of drawing do not stop anybody from playing on.
        """
        if isinstance(move, str):
            from .notation import parse_move
            move = parse_move(self.position, move)
        self.positions.append(self.position.play(move))
        self.moves.append(move)
        return move

    def pop(self) -> Move:
        """Takes the last move back; IndexError if there is none."""
        move = self.moves.pop()
        self.positions.pop()
        return move

    def copy(self) -> Game:
        """An independent copy (positions and moves are immutable and shared)."""
        other = Game.from_position(self.start)
        other.positions = self.positions.copy()
        other.moves = self.moves.copy()
        return other

    def repetitions(self) -> int:
        """How often the current position, same side to move, has stood since the last capture or
        man move; this time counts as one."""
        position = self.position
        back = min(position.quiet_plies, len(self.moves))
        return 1 + sum(self.positions[-1 - ply].key == position.key
                       for ply in range(2, back + 1, 2))

    def result(self) -> Result | None:
        """How the game has ended, None while it goes on (rules.md 4). No move comes first, then
        the draw counters, then repetition."""
        verdict = self.position.verdict()
        if verdict is not None:
            return verdict
        limit = self.position.rules.repetition
        if limit and self.repetitions() >= limit:
            return Result(None, "third repetition")
        return None
