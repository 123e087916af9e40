"""Plays games of pydraughts' HubEngine against random moves, in the client's own environment.

Works with pydraughts 0.5.7 and 0.6.7, which differ in their game objects. Prints one JSON object
when all games have ended by rule; any exception, also one of the client, ends it with a traceback.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import threading

import draughts
from draughts.engine import HubEngine, Limit

OLD = not hasattr(draughts, "Board")
PATIENCE = 30                   # seconds for one answer of the engine
KING_LIMIT = 3                  # Frisian: quiet moves in a row of one king, unknown to the client

# Limits that games take in turn. Small, but each has its own form of `level` line.
LIMITS = [
    {"depth": 5},
    {"movetime": 0.03},
    {"nodes": 3000},
    {"time": 2.0, "inc": 0.02},
    {"time": 3.0},
]


class Warnings(logging.Handler):
    """Collects what the client complains about, such as lines that it did not expect."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


class Board:
    """The one interface to the game objects of both releases."""

    def __init__(self, variant: str, board=None) -> None:
        self.variant = variant
        self.frisian = variant.startswith("fr")
        self.board = board or (draughts.Game(variant) if OLD else draughts.Board(variant))
        # Quiet moves in a row by one king and its square, for the side to move and the other.
        self.kings = [(0, 0), (0, 0)]

    def copy(self) -> Board:
        other = Board(self.variant, self.board.copy())
        other.kings = list(self.kings)
        return other

    def over(self) -> bool:
        return self.board.is_over()

    def winner(self) -> int | None:
        return self.board.get_winner() if OLD else self.board.winner()

    def turn(self) -> int:
        return self.board.whose_turn() if OLD else self.board.turn

    def moves(self) -> list:
        """Legal moves, less those that the Frisian limit forbids."""
        if OLD:
            moves, captures = self.board.legal_moves()
            moves = [draughts.Move(self.board, board_move=move, possible_moves=moves,
                                   possible_captures=captures) for move in moves]
        else:
            moves = self.board.legal_moves()
        return [move for move in moves if not self.forbidden(move)]

    def push(self, move) -> None:
        if self.frisian:
            self.kings = [self.kings[1], self._count(move)]
        self.board.push(move.board_move if OLD else move)

    def _pieces(self):
        searcher = self.board.board.searcher if OLD else self.board._game.board.searcher
        return searcher.uncaptured_pieces

    def _count(self, move) -> tuple[int, int]:
        origin, target = move.board_move[0][0], move.board_move[-1][1]
        piece = next(piece for piece in self._pieces() if piece.position == origin)
        if move.captures or not piece.king:
            return 0, 0
        count, square = self.kings[0]
        return (count + 1 if square == origin else 1), target

    def forbidden(self, move) -> bool:
        if not self.frisian:
            return False
        side = self.turn()
        men = any(piece.player == side and not piece.king for piece in self._pieces())
        return men and self._count(move)[0] > KING_LIMIT


def search(engine, board: Board, limit, ponder: bool):
    """`engine.play` with a time limit, which the client lacks."""
    found: list = []

    def work() -> None:
        try:
            found.append(engine.play(board.board, limit, ponder))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread, found


def result_of(thread: threading.Thread, found: list):
    thread.join(PATIENCE)
    if not found:
        raise TimeoutError("no answer of the engine")
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


def play_game(engine, variant: str, number: int, options, tally: dict) -> dict:
    """One game; the engine moves first in even games."""
    board = Board(variant)
    first = board.turn()
    engine_first = number % 2 == 0
    limit = Limit(**LIMITS[number % len(LIMITS)])
    ready = None                                # the answer of a ponder search that was hit
    plies = 0
    while not board.over() and plies < options.plies:
        moves = board.moves()
        if not moves:
            break
        if (board.turn() == first) != engine_first:
            board.push(random.choice(moves))
            plies += 1
            continue
        answer = ready or result_of(*search(engine, board, limit, False))
        ready = None
        board.push(answer.move)
        plies += 1
        if not options.ponder or answer.ponder is None or board.over():
            continue
        # Think on the predicted move while the opponent chooses one.
        thinking = board.copy()
        thinking.push(answer.ponder)
        if thinking.over() or board.forbidden(answer.ponder):
            continue
        thread, found = search(engine, thinking, limit, True)
        if random.random() < 0.5:
            board.push(answer.ponder)
            plies += 1
            engine.ponderhit()
            ready = result_of(thread, found)
            tally["hits"] += 1
        else:
            while engine._last_sent != "go ponder":
                pass
            engine.stop()
            result_of(thread, found)
            tally["misses"] += 1
    return {"plies": plies, "over": board.over(), "winner": board.winner()}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("variant", help="the client's name of the game")
    parser.add_argument("--send", help="the variant to send, by default the client's name")
    parser.add_argument("--numbering", default="auto")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--plies", type=int, default=10_000)
    parser.add_argument("--ponder", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    warnings = Warnings()
    logging.getLogger("pydraughts").addHandler(warnings)
    engine = HubEngine([options.program, "hub", f"--numbering={options.numbering}"])
    engine.setoption("variant", options.send or options.variant)
    engine.setoption("ponder", options.ponder)
    engine.setoption("tt-size", 16)
    engine.init()
    engine.ping()
    tally = {"hits": 0, "misses": 0}
    games = [play_game(engine, options.variant, number, options, tally)
             for number in range(options.games)]
    engine.quit()
    engine.p.wait(10)
    print(json.dumps({"games": games, "warnings": warnings.texts, "id": engine.id,
                      "code": engine.p.returncode, **tally}))


if __name__ == "__main__":
    main()
