"""The engine's positions and moves in the words of the slow reference, for comparing the two."""

from __future__ import annotations

import random

from reference import Move as ReferenceMove
from reference import Position as ReferencePosition

import bolshak
from bolshak.geometry import Board
from bolshak.position import Move, Position


def plain(move: Move) -> ReferenceMove:
    """An engine move as the reference writes it."""
    return ReferenceMove(move.origin, move.target, move.captured, move.king or move.crowns)


def position_of(game: str, position: ReferencePosition, **options: object) -> Position:
    """A reference position as the engine's."""
    by_kind: dict[str, list[int]] = {kind: [] for kind in "wWbB"}
    for square, piece in position.pieces.items():
        by_kind[piece].append(square)
    runs = tuple(position.king_runs.get(side, (0, 0)) for side in "WB")
    return Position.from_pieces(game, position.side, by_kind["w"], by_kind["W"], by_kind["b"],
                                by_kind["B"], king_moves=runs, crowning_rows=True, **options)


def pieces_of(position: Position) -> dict[int, str]:
    """Square to piece, as the reference keeps it."""
    return {square: position.piece_at(square) for square in range(1, position.board.squares + 1)
            if position.piece_at(square)}


def random_start(game: str, chance: random.Random) -> Position:
    """A set-up that no play need have led to: a few pieces anywhere, many of them kings."""
    rules = bolshak.rules(game)
    board: Board = rules.board
    squares = list(range(1, board.squares + 1))
    chance.shuffle(squares)
    most = min(rules.most_pieces, board.squares // 4)
    pieces: dict[str, list[int]] = {}
    for side in "WB":
        chosen = [squares.pop() for _ in range(chance.randint(1, most))]
        kings = chance.random()
        pieces[side + "K"] = [n for n in chosen
                              if n in board.far_row(side) or chance.random() < kings]
        pieces[side] = [n for n in chosen if n not in pieces[side + "K"]]
    return Position.from_pieces(game, chance.choice("WB"), pieces["W"], pieces["WK"],
                                pieces["B"], pieces["BK"])
