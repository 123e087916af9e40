"""A drawing of the board and the state of a game, for people. No line begins or ends blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolshak import Game, Position

FILES = "abcdefghijklmn"
SIDES = {"W": "white", "B": "black"}


def draw_board(position: Position) -> list[str]:
    """The board as White sees it: men `w` `b`, kings `W` `B`, free playing squares `.`; at the
    left the ranks, below the files, at the right the numbers of the row's first and last square.
    """
    board = position.board
    rows = []
    for index, row in enumerate(board.rows):
        squares = " ".join(" " if number is None else position.piece_at(number) or "."
                           for number in row)
        played = [number for number in row if number is not None]
        rows.append((str(board.ranks - index), squares, f"{played[0]}-{played[-1]}"))
    rank_width = max(len(rank) for rank, _, _ in rows)
    number_width = max(len(numbers) for _, _, numbers in rows)
    bottom = (" " * rank_width, " ".join(FILES[:board.files]), " " * number_width)
    edge = "+".join(["", *("-" * (len(cell) + 2) for cell in bottom), ""])
    lines = [f"| {rank:>{rank_width}} | {squares} | {numbers:>{number_width}} |"
             for rank, squares, numbers in [*rows, bottom]]
    return [edge, *lines[:-1], edge, lines[-1], edge]


def draw_game(game: Game) -> list[str]:
    """The board with variant, side to move, FEN, hash key, draw counters, number of legal moves,
    and the result of a game that is over."""
    position = game.position
    lines = draw_board(position)
    lines += [
        f"Variant: {position.game}",
        f"Side: {SIDES[position.side]}",
        f"Fen: {position.fen()}",
        f"Key: {position.key:016x}",
    ]
    for reason, (plies, limit) in position.counters.items():
        lines.append(f"Counter: {plies} of {limit} plies, {reason}")
    lines.append(f"Repetitions: {game.repetitions()}")
    lines.append(f"Legal moves: {len(position.legal_moves())}")
    result = game.result()
    if result is not None:
        winner = f" ({SIDES[result.winner]} wins)" if result.winner else ""
        lines.append(f"Result: {result}{winner}")
    return lines
