"""One DXP connection as a state machine: who asks for games, and what each message does.

It knows no sockets and no threads: `DxpPlayer` is told what arrived, what time it is and what the
search found, all by one thread, and sends messages through a function.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from bolshak.engine import Best, Engine
from bolshak.game import Game
from bolshak.protocol.dxp_game import DxpGame, requested_game
from bolshak.protocol.dxp_messages import (
    BLACK,
    VERSION,
    WHITE,
    BackAnswer,
    BackRequest,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MessageError,
    MoveMade,
    format_message,
    parse_message,
)
from bolshak.protocol.hub_moves import Numbering
from bolshak.protocol.output import quoted

NAME = "Bolshak"
ANSWER_TIME = 60.0              # seconds for the answer to a request
SILENCE = 60.0                  # seconds beyond the game time that the opponent may be silent
ENDING_TIME = 5.0               # seconds for the answer to our GAMEEND
GAP = 0.03                      # seconds between our last message and a move, see `_found`


class State(Enum):
    """Where a connection stands. OVER: it is to be closed."""

    IDLE = auto()
    ASKED = auto()
    PLAYING = auto()
    ENDING = auto()
    OVER = auto()


@dataclass
class Series:
    """The games that are to be played, over all connections of the process.

    game: name of the game. initiator: whether we ask for games. minutes, moves: what we ask for.
    games: how many, None = no limit. failure: why the last connection came to nothing, if it did.
    """

    game: str
    initiator: bool
    numbering: Numbering
    minutes: int = 5
    moves: int = 0
    games: int | None = None
    started: int = 0
    failure: str = ""

    @property
    def games_left(self) -> bool:
        """Whether another game may start."""
        return self.games is None or self.started < self.games


class DxpPlayer:
    """Plays over one connection.

    send: sends the text of a message. post: leaves a call for the thread that owns this object.
    report: tells a person what happened.
    """

    def __init__(self, engine: Engine, series: Series, *, send: Callable[[str], None],
                 post: Callable[[Callable[[], None]], None],
                 report: Callable[[str], None]) -> None:
        self.state = State.IDLE
        self.deadline: float | None = None      # when `tick` has something to do, monotonic
        self._engine = engine
        self._series = series
        self._send_text = send
        self._post = post
        self._report = report
        self._play: DxpGame | None = None
        self._search = 0                        # number of the search whose result is awaited
        self._stop_sent = False                 # stop code of the GAMEEND that we sent
        self._last_sent = 0.0                   # when we sent something, monotonic

    # Events.

    def start(self) -> None:
        """The connection is there."""
        if not self._series.games_left:
            self._become(State.OVER)
        elif self._series.initiator:
            self._ask()

    def receive(self, text: str) -> None:
        """One message arrived."""
        if self.state is State.OVER:
            return
        try:
            message = parse_message(text)
        except MessageError as error:
            if text[:1] == "M" and self.state is State.PLAYING:
                self._refuse_move(str(error))
            else:
                self._complain(f"{error}: {quoted(text)}")
            return
        if isinstance(message, Chat):
            return                              # for a person; it is in the log
        match self.state, message:
            case State.IDLE, GameRequest():
                self._answer_request(message)
            case State.ASKED, GameAnswer():
                self._take_answer(message)
            case State.PLAYING, MoveMade():
                self._take_move(message)
            case State.PLAYING, BackRequest():
                self._take_back(message)
            case State.PLAYING, GameEnd():
                self._take_end(message)
            case State.ENDING, GameEnd():
                self._game_is_over(message.stop or self._stop_sent)
            case _:
                self._complain(f"{quoted(text)} is not expected now")

    def tick(self) -> None:
        """The deadline may have passed."""
        if self.deadline is None or time.monotonic() < self.deadline:
            return
        if self.state is State.ASKED:
            self._fail("no answer to the request for a game")
        elif self.state is State.PLAYING:
            self._end(GameEnd.UNKNOWN, stop=False, because="the opponent is silent")
        elif self.state is State.ENDING:
            self._game_is_over(self._stop_sent)

    def complain_and_leave(self, error: str) -> None:
        """What came cannot be read any more."""
        self._complain(error)
        self.leave()

    def leave(self) -> None:
        """The connection is gone, or the process ends: stop whatever goes on."""
        self._stop_search()
        if self.state is State.PLAYING:
            self._send(GameEnd(GameEnd.UNKNOWN, stop=True))
            self._report(f"game {self._series.started}: broken off")
        elif self.state is State.ASKED:
            self._series.failure = "the connection ended before a game began"
        self._become(State.OVER)

    # Starting a game.

    def _ask(self) -> None:
        # Colours change from game to game; White is ours in the first one.
        follower = BLACK if self._series.started % 2 == 0 else WHITE
        request = GameRequest(NAME, follower, self._series.minutes, self._series.moves)
        self._send(request)
        game = Game(self._series.game, draw_rules=self._draw_rules)
        self._play = DxpGame(game, "B" if follower == WHITE else "W", request.minutes,
                             request.moves)
        self._become(State.ASKED, ANSWER_TIME)

    def _take_answer(self, answer: GameAnswer) -> None:
        if answer.code != GameAnswer.YES:
            self._fail(f"{quoted(answer.name)} refused the game with code {answer.code}")
            return
        self._begin()

    def _answer_request(self, request: GameRequest) -> None:
        code = GameAnswer.YES
        if request.version > VERSION:
            code = GameAnswer.BAD_VERSION
        elif not self._series.games_left:
            code = GameAnswer.NO_GAMES
        else:
            try:
                self._play = requested_game(request, self._series.game, self._draw_rules)
            except ValueError:
                code = GameAnswer.NOT_THIS_GAME
        self._send(GameAnswer(NAME, code))
        if code == GameAnswer.YES:
            self._begin()

    def _begin(self) -> None:
        self._series.started += 1
        self._engine.new_game()
        self._become(State.PLAYING)
        self._go_on()

    # Playing.

    def _go_on(self) -> None:
        """Search if it is our turn, else wait for the opponent."""
        assert self._play is not None
        if not self._play.our_turn:
            self._become(State.PLAYING, 60 * self._play.minutes + SILENCE)
        elif self._play.is_over():
            self._end(self._play.reason(), stop=not self._series.games_left)
        else:
            self._become(State.PLAYING)
            self._start_search(self._play)

    def _start_search(self, play: DxpGame) -> None:
        self._search += 1
        number = self._search
        self._engine.set_game(play.game.copy())

        def found(best: Best) -> None:
            self._post(lambda: self._found(number, best))

        self._engine.go(play.start_clock(), on_info=lambda info: None, on_best=found)

    def _stop_search(self) -> None:
        # The number goes up, so that a result which is already on its way is not taken.
        self._search += 1
        self._engine.stop()
        self._engine.wait()

    def _found(self, number: int, best: Best) -> None:
        if number != self._search or self._play is None or best.move is None:
            return
        # Some programs lose a message that arrives together with the one before it.
        time.sleep(max(0.0, self._last_sent + GAP - time.monotonic()))
        self._send(self._play.make_ours(best.move, self._series.numbering))
        self._go_on()

    def _take_move(self, move: MoveMade) -> None:
        assert self._play is not None
        if self._play.our_turn:
            self._complain("it is not your turn")
            return
        try:
            self._play.make_theirs(move, self._series.numbering)
        except ValueError as error:
            self._refuse_move(str(error))
        else:
            self._go_on()

    def _refuse_move(self, error: str) -> None:
        self._complain(f"move {error}")
        self._end(GameEnd.UNKNOWN, stop=True, because=f"illegal move: {error}")

    def _take_back(self, request: BackRequest) -> None:
        assert self._play is not None
        if not self._play.can_take_back(request):
            self._send(BackAnswer(BackAnswer.NOT_SUPPORTED))
            return
        self._stop_search()
        self._play.take_back(request)
        self._send(BackAnswer(BackAnswer.YES))
        self._go_on()

    # Ending a game.

    def _end(self, reason: str, *, stop: bool, because: str = "") -> None:
        self._stop_search()
        self._send(GameEnd(reason, stop))
        self._stop_sent = stop
        words = {GameEnd.UNKNOWN: because or "no result", GameEnd.LOST: "lost",
                 GameEnd.DRAWN: "drawn", GameEnd.WON: "won"}
        self._report(f"game {self._series.started}: {words[reason]}")
        self._become(State.ENDING, ENDING_TIME)

    def _take_end(self, end: GameEnd) -> None:
        self._stop_search()
        self._send(GameEnd(GameEnd.UNKNOWN, end.stop))
        words = {GameEnd.UNKNOWN: "ended", GameEnd.LOST: "won", GameEnd.DRAWN: "drawn",
                 GameEnd.WON: "lost"}
        self._report(f"game {self._series.started}: {words[end.reason]}, says the opponent")
        self._game_is_over(end.stop)

    def _game_is_over(self, stop: bool) -> None:
        self._play = None
        if stop or not self._series.games_left:
            self._become(State.OVER)
        else:
            self._become(State.IDLE)
            if self._series.initiator:
                self._ask()

    def _fail(self, why: str) -> None:
        self._series.failure = why
        self._become(State.OVER)

    # Small things.

    @property
    def _draw_rules(self) -> str:
        return str(self._engine.get_option("DrawRules"))

    def _become(self, state: State, seconds: float | None = None) -> None:
        """Change the state; the deadline is `seconds` from now, or never."""
        self.state = state
        self.deadline = None if seconds is None else time.monotonic() + seconds

    def _send(self, message: Message) -> None:
        self._send_text(format_message(message))
        self._last_sent = time.monotonic()

    def _complain(self, error: str) -> None:
        self._send(Chat(f"error: {error}"))
