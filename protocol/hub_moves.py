"""Moves and positions of a Hub client, and the numbering that it uses for squares in moves."""

from __future__ import annotations

import bolshak
from bolshak.game import Game
from bolshak.notation import format_hub_move, parse_hub_move, parse_hub_position
from bolshak.position import Move, Position
from bolshak.protocol.replay import Replay


class Numbering:
    """The numbering of moves: "board", "pdn", or "auto".

    "auto" means the numbers of the position string until a move arrives that is legal only in the
    other numbering; from then on it is "pdn" for good.
    """

    def __init__(self, name: str = "auto") -> None:
        self._name = name
        self._found = "board"

    def choose(self, name: str) -> None:
        """Change the setting."""
        self._name = name

    @property
    def current(self) -> str:
        """The numbering in use: "board" or "pdn"."""
        return self._found if self._name == "auto" else self._name

    @property
    def candidates(self) -> tuple[str, ...]:
        """The numberings in which a move may arrive, the one in use first."""
        undecided = self._name == "auto" and self._found == "board"
        return ("board", "pdn") if undecided else (self.current,)

    def settle(self, name: str) -> None:
        """A move was legal in this numbering, and not in the ones before it in `candidates`."""
        self._found = name

    def find(self, position: Position, text: str) -> Move:
        """The legal move whose own text is exactly `text`: all victims, in ascending order.
        Raises ValueError."""
        moves = position.legal_moves()
        for name in self.candidates:
            for move in moves:
                if format_hub_move(position, move, name) == text:
                    self.settle(name)
                    return move
        raise ValueError(f"{text} is not legal")

    def format(self, position: Position, moves: list[Move]) -> list[str]:
        """The texts of moves that are played one after the other from `position`."""
        texts = []
        for move in moves:
            texts.append(format_hub_move(position, move, self.current))
            if len(texts) < len(moves):
                position = position.play(move)
        return texts


class HubReplay:
    """Turns `pos` lines into games."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._replay = Replay()

    def game(self, name: str, position: str | None, draw_rules: str, texts: list[str]) -> Game:
        """The game of `name` that starts from a Hub position string (None: start position) and
        goes on with the moves `texts`. Raises ValueError."""
        def start() -> Game:
            if position is None:
                return Game(name, draw_rules=draw_rules)
            return game_from_hub(name, position, draw_rules)

        errors = []
        for numbering in self._numbering.candidates:
            def push(game: Game, text: str, numbering: str = numbering) -> None:
                game.push(parse_hub_move(game.position, text, numbering))

            try:
                game = self._replay.play((name, position, draw_rules, numbering), texts, start,
                                         push)
            except ValueError as error:
                errors.append(error)
            else:
                self._numbering.settle(numbering)
                return game
        raise errors[0]


def game_from_hub(name: str, text: str, draw_rules: str) -> Game:
    """A game of `name` that starts with a Hub position string. Raises ValueError."""
    setup = parse_hub_position(bolshak.rules(name), text)
    position = Position.from_pieces(
        name, setup.side, setup.white_men, setup.white_kings, setup.black_men, setup.black_kings,
        draw_rules=draw_rules)
    return Game.from_position(position)
