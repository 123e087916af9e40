"""The game in progress, in the forms in which engines are told about it."""

from __future__ import annotations

from bolshak import Game, Move, Position, notation


class History:
    """A game with the texts of its moves, kept up to date move by move.

    Engines get the position after the last capture that left no king on the board, and the moves
    since then. Nothing before it matters to anybody: no position from before the capture can
    come back, and no draw rule counts plies without kings over a capture. It keeps the lines
    short, and engines that read them slowly from wasting the time of the match.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        start = Position(game.start.game, draw_rules=game.start.draw_rules)
        self._base = 0                      # ply of the position that engines get
        self._where = ""                    # that position for UCI
        self._moves: list[str] = []         # texts of the moves since then
        self._hub_position = ""
        self._hub_numbering = ""
        self._hub_moves: list[str] = []
        self._rebase(game.start)
        if game.start == start:
            self._where = "startpos"
        for i in range(len(game.moves)):
            self._append(game.positions[i], game.moves[i], game.positions[i + 1])

    def push(self, move: Move) -> None:
        """Play a legal move."""
        before = self.game.position
        self.game.push(move)
        self._append(before, move, self.game.position)

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def ply(self) -> int:
        """Number of moves played, those of the opening included."""
        return len(self.game.moves)

    def uci(self) -> str:
        """What follows the word `position`."""
        if not self._moves:
            return self._where
        return f"{self._where} moves {' '.join(self._moves)}"

    def hub(self, numbering: str) -> tuple[str, str]:
        """Position string and moves of the Hub protocol, in one of its numberings."""
        if self._hub_numbering != numbering:
            self._hub_numbering = numbering
            self._hub_moves = []
        done = len(self._hub_moves)
        for i in range(self._base + done, self.ply):
            self._hub_moves.append(notation.format_hub_move(
                self.game.positions[i], self.game.moves[i], numbering))
        if not self._hub_position:
            self._hub_position = notation.format_hub_position(self.game.positions[self._base])
        return self._hub_position, " ".join(self._hub_moves)

    def _rebase(self, position: Position) -> None:
        """Begin the texts anew with `position`."""
        self._where = f"fen {position.fen()}"
        self._moves = []
        self._hub_position = ""
        self._hub_moves = []

    def _append(self, before: Position, move: Move, after: Position) -> None:
        if move.captured and not (after.white_kings or after.black_kings):
            self._base += len(self._moves) + 1
            self._rebase(after)
        else:
            self._moves.append(coordinate(before, move))


def coordinate(position: Position, move: Move) -> str:
    """Coordinate text of a legal move; quick for moves that capture nothing."""
    if not move.captured:
        name = position.board.name
        return name(move.origin) + name(move.target)
    return notation.format_move(position, move)
