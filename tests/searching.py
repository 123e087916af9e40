"""Helpers of the search tests: one synchronous search through the engine."""

from __future__ import annotations

from dataclasses import dataclass, field

from bolshak import Best, CurrentMove, Engine, Game, Info, Limits, Move, Position


@dataclass
class Found:
    """What one search told."""

    best: Best
    infos: list[Info] = field(default_factory=list)
    current: list[CurrentMove] = field(default_factory=list)

    @property
    def last(self) -> Info:
        """The last line of thought."""
        return self.infos[-1]

    @property
    def move(self) -> Move:
        """The best move; there must be one."""
        assert self.best.move is not None
        return self.best.move


def search(engine: Engine, game: Game | Position, limits: Limits) -> Found:
    """Search to the end and return what was told."""
    engine.set_game(game if isinstance(game, Game) else Game.from_position(game))
    infos: list[Info] = []
    bests: list[Best] = []
    current: list[CurrentMove] = []
    engine.go(limits, infos.append, bests.append, current.append)
    assert engine.wait(60)
    assert len(bests) == 1
    return Found(bests[0], infos, current)


def check_line(position: Position, moves: list[Move]) -> None:
    """Every move must be legal in its place, and no game goes on after its end."""
    for move in moves:
        assert move in position.legal_moves()
        position = position.play(move)
