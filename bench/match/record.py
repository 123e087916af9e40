"""A finished game as plain data, and the code in which moves are kept.

The code of a move is its Hub form with the game's own square numbers, `22-18` or `28x17x22` (from,
to, victims), and a final `K` when a man was crowned: enough to draw the game without rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from bolshak import Game, Move, Position

RULES = "rules"                 # how a game ended: by the rules ...
ADJUDICATION = "adjudication"   # ... by the referee's tables or limits ...
FORFEIT = "forfeit"             # ... by a fault of one engine


def encode(move: Move) -> str:
    """The code of a move."""
    squares = (move.origin, move.target, *move.captured)
    text = ("x" if move.captured else "-").join(map(str, squares))
    return f"{text}K" if move.crowns else text


def decode(position: Position, code: str) -> Move:
    """The legal move with this code; ValueError if there is none."""
    origin, target, *captured = map(int, code.rstrip("K").replace("-", "x").split("x"))
    for move in position.legal_moves():
        if (move.origin, move.target, *move.captured) == (origin, target, *captured):
            return move
    raise ValueError(f"no legal move {code} in {position.fen()}")


def replay(game: str, draw_rules: str, fen: str, codes: Iterable[str]) -> Game:
    """The game with these moves."""
    played = Game(game, fen, draw_rules=draw_rules)
    for code in codes:
        played.push(decode(played.position, code))
    return played


@dataclass(frozen=True)
class Opening:
    """Where a game starts: a position and moves made from it."""

    name: str
    fen: str
    moves: tuple[str, ...] = ()


@dataclass
class Comment:
    """What is known about one move; times in ms, the score from the mover's side."""

    score: int | None
    depth: int | None
    nodes: int | None
    time: float
    clock: int | None               # left after the move


COLUMNS = [entry.name for entry in fields(Comment)]


@dataclass
class Record:
    """One finished game."""

    id: int
    white: str                      # names of the engines
    black: str
    opening: Opening
    result: str                     # 1-0, 0-1 or 1/2-1/2, White's points first
    ending: str                     # RULES, ADJUDICATION or FORFEIT
    reason: str
    fault: str = ""                 # one of faults.FAULTS
    offender: str = ""              # name of the engine at fault
    moves: list[str] = field(default_factory=list)      # codes, without those of the opening
    comments: list[Comment] = field(default_factory=list)   # one for each of them
    started: float = 0.0            # seconds since the epoch
    seconds: float = 0.0

    def points(self, name: str) -> float:
        """What the engine got out of it: 0, 0.5 or 1."""
        white = {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)
        return white if name == self.white else 1.0 - white

    def to_data(self, opening: int) -> dict[str, Any]:
        """For the log, where openings are kept once and named by their index."""
        data: dict[str, Any] = {"id": self.id, "white": self.white, "black": self.black,
                                "opening": opening, "result": self.result, "ending": self.ending,
                                "reason": self.reason}
        if self.fault:
            data.update(fault=self.fault, offender=self.offender)
        data["moves"] = " ".join(self.moves)
        data["comments"] = {name: [getattr(comment, name) for comment in self.comments]
                            for name in COLUMNS}
        data["started"] = round(self.started, 3)
        data["seconds"] = round(self.seconds, 3)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any], opening: Opening) -> Record:
        """The record that `to_data` gave."""
        values = {k: v for k, v in data.items() if k != "type"}
        values["opening"] = opening
        values["moves"] = str(data["moves"]).split()
        values["comments"] = [Comment(*row) for row in zip(
            *(data["comments"][name] for name in COLUMNS), strict=True)]
        return cls(**values)
