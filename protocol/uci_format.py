"""From values of the engine to lines of the UCI dialect. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bolshak.notation import format_move
from bolshak.options import EMPTY

if TYPE_CHECKING:
    from bolshak import Move, Position
    from bolshak.engine import Best, CurrentMove, Info, Score
    from bolshak.options import Option


def option_line(option: Option) -> str:
    """The line that declares an option."""
    line = f"option name {option.name} type {option.kind}"
    if option.kind == "button":
        return line
    if option.kind == "check":
        return f"{line} default {'true' if option.default else 'false'}"
    line += f" default {option.default if option.default != '' else EMPTY}"
    if option.kind == "spin":
        line += f" min {option.low} max {option.high}"
    for value in option.values:
        line += f" var {value}"
    return line


def variant_line(position: Position) -> str:
    """What is told about a variant when it has been chosen; `position` is its start position."""
    board = position.board
    return (f"info string variant {position.game} files {board.files} ranks {board.ranks}"
            f" startpos {position.fen()}")


def info_line(root: Position, info: Info, style: str, show_wdl: bool) -> str:
    """One result of a search in `root`. Without a move only the score applies."""
    fields = [f"info depth {info.depth}"]
    if info.pv:
        fields.append(f"seldepth {info.selective_depth} multipv {info.multipv}")
    fields.append(f"score {score_text(info.score)}")
    if info.bound != "exact":
        fields.append(f"{info.bound}bound")
    if show_wdl:
        fields.append("wdl {} {} {}".format(*info.wdl))
    if info.pv:
        fields.append(f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull}"
                      f" tbhits {info.tbhits} time {info.time}")
        fields.append("pv " + line_text(root, info.pv, style))
    return " ".join(fields)


def score_text(score: Score) -> str:
    """`cp X` in hundredths of a man, or `mate N` in moves, from the side to move."""
    return f"mate {score.mate}" if score.mate is not None else f"cp {score.cp}"


def line_text(root: Position, line: Iterable[Move], style: str) -> str:
    """Moves played one after the other from `root`."""
    texts = []
    for move in line:
        texts.append(format_move(root, move, style))
        root = root.play(move)
    return " ".join(texts)


def current_line(root: Position, current: CurrentMove, style: str) -> str:
    """The root move that a long search looks at."""
    move = format_move(root, current.move, style)
    return f"info depth {current.depth} currmove {move} currmovenumber {current.number}"


def best_line(root: Position, best: Best, style: str) -> str:
    """The end of a search."""
    if best.move is None:
        return "bestmove (none)"
    line = "bestmove " + format_move(root, best.move, style)
    if best.ponder is not None:
        line += " ponder " + format_move(root.play(best.move), best.ponder, style)
    return line


def sorted_moves(position: Position, style: str) -> list[tuple[str, Move]]:
    """All legal moves with their texts, sorted by text."""
    moves = ((format_move(position, move, style), move) for move in position.legal_moves())
    return sorted(moves, key=lambda pair: pair[0])


def moves_line(position: Position, style: str) -> str:
    """The answer to `moves`."""
    texts = [text for text, _ in sorted_moves(position, style)]
    return " ".join(["moves", str(len(texts)), *texts])


def speed_text(nodes: int, milliseconds: int) -> str:
    """`nodes X time MS nps R` of a count."""
    return (f"nodes {nodes} time {milliseconds}"
            f" nps {nodes * 1000 // max(milliseconds, 1)}")
