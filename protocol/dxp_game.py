"""One DXP game: the board, our clock, the set-up of other boards, and taking moves back."""

from __future__ import annotations

import time

from bolshak.engine import Limits
from bolshak.game import Game
from bolshak.position import Move
from bolshak.protocol.dxp_messages import BLACK, WHITE, BackRequest, GameEnd, GameRequest, MoveMade
from bolshak.protocol.hub_moves import Numbering, game_from_hub

UNTIMED_MOVE = 1000             # milliseconds for a move in a game of 0 minutes

# Colours and pieces: the letters of DXP by those of the Hub protocol.
_COLOURS = {"W": WHITE, "B": BLACK}
_TO_HUB = str.maketrans("wzWZe", "wbWBe")


class DxpGame:
    """A game under way.

    game: the board. our_side: "W" or "B". minutes: for the whole game, 0 = one second a move.
    moves: number of moves of each side after which the game ends, 0 = no limit.
    """

    def __init__(self, game: Game, our_side: str, minutes: int, moves: int) -> None:
        self.game = game
        self.our_side = our_side
        self.minutes = minutes
        self._moves = moves
        self._clocks = [minutes * 60_000]       # our time left before each ply, milliseconds
        self._since = 0.0                       # when our clock was started

    @property
    def our_turn(self) -> bool:
        """Whether we are to move."""
        return self.game.position.side == self.our_side

    def is_over(self) -> bool:
        """Whether the rules or the move limit have ended the game."""
        return self._limit_reached() or self.game.result() is not None

    def reason(self) -> str:
        """The result as GAMEEND tells it, seen from us."""
        result = self.game.result()
        if result is None:
            return GameEnd.UNKNOWN
        if result.winner is None:
            return GameEnd.DRAWN
        return GameEnd.WON if result.winner == self.our_side else GameEnd.LOST

    def start_clock(self) -> Limits:
        """Start our clock; the limits of a search for our move."""
        self._since = time.monotonic()
        if not self.minutes:
            return Limits(movetime=UNTIMED_MOVE)
        to_go = self._moves - len(self.game.moves) // 2 if self._moves else None
        if self.our_side == "W":
            return Limits(white_time=self._clocks[-1], white_inc=0, moves_to_go=to_go)
        return Limits(black_time=self._clocks[-1], black_inc=0, moves_to_go=to_go)

    def make_ours(self, move: Move, numbering: Numbering) -> MoveMade:
        """Stop our clock and make our move; the message that tells it."""
        used = round((time.monotonic() - self._since) * 1000)
        text = numbering.format(self.game.position, [move])[0]
        self._push(move, self._clocks[-1] - used)
        origin, target, *victims = map(int, text.replace("-", "x").split("x"))
        return MoveMade(round(used / 1000), origin, target, tuple(victims))

    def make_theirs(self, message: MoveMade, numbering: Numbering) -> None:
        """Make the opponent's move. Raises ValueError if it is not legal."""
        ends = f"{message.origin}", f"{message.target}"
        text = "x".join([*ends, *map(str, sorted(message.victims))]) if message.victims \
            else "-".join(ends)
        self._push(numbering.find(self.game.position, text), self._clocks[-1])

    def can_take_back(self, request: BackRequest) -> bool:
        """Whether the request names an earlier position of this game."""
        return 0 <= self._ply(request) < len(self.game.moves)

    def take_back(self, request: BackRequest) -> None:
        """Go back to an earlier position, with our clock as it was then."""
        ply = self._ply(request)
        while len(self.game.moves) > ply:
            self.game.pop()
        del self._clocks[ply + 1:]

    def _ply(self, request: BackRequest) -> int:
        # Move 1 is the first move of either side, whoever begins.
        first = _COLOURS[self.game.start.side]
        return 2 * (request.number - 1) + (request.side != first)

    def _push(self, move: Move, clock: int) -> None:
        self.game.push(move)
        self._clocks.append(clock)

    def _limit_reached(self) -> bool:
        return bool(self._moves) and len(self.game.moves) >= 2 * self._moves


def requested_game(request: GameRequest, name: str, draw_rules: str) -> DxpGame:
    """The game that a request asks the follower to play. Raises ValueError for a position that
    the game `name` does not have."""
    if request.squares is None:
        game = Game(name, draw_rules=draw_rules)
    else:
        side = "W" if request.side == WHITE else "B"
        game = game_from_hub(name, side + request.squares.translate(_TO_HUB), draw_rules)
    our_side = "W" if request.follower == WHITE else "B"
    return DxpGame(game, our_side, request.minutes, request.moves)
