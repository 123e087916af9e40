"""The Hub protocol, version 2: one session over standard input and output.

Lines are carried out in order by the thread that calls `HubSession.run`; results of a search are
printed by the thread that searches. The text forms stand in `hub_line`, limits in `hub_level`,
parameters in `hub_params`, moves in `hub_moves`, pacing of the output in `hub_output`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Event

import bolshak
from bolshak.engine import Best, Engine, Info, Score
from bolshak.game import Game
from bolshak.position import Position
from bolshak.protocol.hub_level import Level
from bolshak.protocol.hub_line import Line, LineError, command_of, format_line, parse_line
from bolshak.protocol.hub_moves import HubReplay, Numbering
from bolshak.protocol.hub_output import HubOutput
from bolshak.protocol.hub_params import DEFAULT_GAME, GAME_BY_LENGTH, Parameters
from bolshak.protocol.output import Output

HIGHEST_SCORE = 89.0            # men; scores beyond 90 are proved wins
WIN_SCORE = 100.0               # men, less a hundredth for each ply to the end of the game
FAREWELL = 0.5                  # seconds that a search may take to print its last line at the end


class HubSession:
    """A conversation with one client.

    output_delay: smallest gap between two output lines in milliseconds, 0..50. numbering: "auto",
    "board" or "pdn". game: the game that the user has chosen at the start; without it the first
    position tells. complaints: errors from the command line, told before the first `ready`.
    """

    def __init__(self, engine: Engine, output: Output, *, numbering: str = "auto",
                 output_delay: int = 8, game: str | None = None,
                 complaints: Sequence[str] = ()) -> None:
        self._engine = engine
        self._parameters = Parameters(engine, numbering=numbering, output_delay=output_delay,
                                      game=game)
        self._output = HubOutput(output, output_delay)
        self._complaints = list(complaints)
        self._numbering = Numbering(numbering)
        self._replay = HubReplay(self._numbering)
        self._level = Level()
        self._finished = Event()            # clear while a search owes its `done`
        self._finished.set()
        self._commands = {
            "hub": self._hub,
            "init": self._init,
            "set-param": self._set_param,
            "new-game": self._new_game,
            "pos": self._pos,
            "level": self._set_level,
            "go": self._go,
            "stop": self._stop,
            "ponder-hit": self._ponder_hit,
            "ping": self._ping,
        }
        # What may come while a search runs; everything else stops the search first.
        self._undisturbing = {"hub", "stop", "ponder-hit", "ping"}

    def run(self, lines: Iterable[str]) -> int:
        """Carry out lines until `quit` or their end; the exit code."""
        if not self._parameters.game_chosen:
            self._parameters.use_game(DEFAULT_GAME)
        for text in lines:
            command = command_of(text)
            if command == "quit":
                self._engine.stop()
                return 0
            if command in self._commands:
                self._carry_out(command, text)
        self._engine.stop()
        self._finished.wait(FAREWELL)
        return 0

    def _carry_out(self, command: str, text: str) -> None:
        if command not in self._undisturbing:
            self._end_search()
        try:
            self._commands[command](parse_line(text))
        except LineError as error:
            self._error(str(error))
        except Exception as error:      # a bug, but no reason to lose the client's game
            self._error(f"{command}: internal error: {type(error).__name__}: {error}")

    def _error(self, text: str) -> None:
        text = text.replace('"', "'")
        self._output.line(f'error message="{text}"')

    # Commands when idle.

    def _hub(self, _line: Line) -> None:
        self._output.line(format_line(
            "id", name="Bolshak", version=bolshak.__version__, author="the Bolshak developers",
            country="none"))
        for text in self._parameters.lines():
            self._output.line(text)
        self._output.line("wait")

    def _init(self, _line: Line) -> None:
        while self._complaints:
            self._error(self._complaints.pop(0))
        try:
            self._engine.ready()
        except ValueError as error:     # no memory for the table: the old one stays
            self._error(str(error))
        self._output.line("ready")

    def _set_param(self, line: Line) -> None:
        name, value = line.value("name"), line.value("value")
        if name is None or value is None or not self._parameters.set(name, value):
            return
        self._numbering.choose(self._parameters.numbering)
        self._output.delay = self._parameters.output_delay

    def _new_game(self, _line: Line) -> None:
        self._engine.new_game()

    def _pos(self, line: Line) -> None:
        try:
            self._engine.set_game(self._position(line))
        except ValueError as error:
            self._error(f"pos: {error}")
            return
        self._level = Level()

    def _position(self, line: Line) -> Game:
        """The game that a `pos` line describes. Raises ValueError; nothing has changed then,
        except that the first good position string decides which game is played."""
        draw_rules = str(self._engine.get_option("DrawRules"))
        name = str(self._engine.get_option("UCI_Variant"))
        text = line.value("pos")
        if text is not None:
            if not self._parameters.game_chosen:
                name = GAME_BY_LENGTH.get(len(text), name)
        elif not line.flag("start"):
            raise ValueError("pos= is missing")
        game = self._replay.game(name, text, draw_rules, (line.value("moves") or "").split())
        if text is not None and not self._parameters.game_chosen:
            self._parameters.use_game(name)
            self._parameters.game_chosen = True
        return game

    def _set_level(self, line: Line) -> None:
        for error in self._level.add(line.arguments):
            self._error(error)

    # Searching.

    def _go(self, line: Line) -> None:
        mode = "think"
        if "ponder" in line.arguments or (self._level.ponder and not line.arguments):
            mode = "ponder"
        elif "analyze" in line.arguments:
            mode = "analyze"
        position = self._engine.game.position
        limits = self._level.limits(position.side, mode)
        self._level = Level()
        self._engine.set_option("UCI_AnalyseMode", "true" if mode == "analyze" else "false")
        self._output.forget_info()
        self._finished.clear()
        try:
            self._engine.go(
                limits,
                on_info=lambda info: self._print_info(position, info),
                on_best=lambda best: self._print_done(position, best))
        except BaseException:
            self._finished.set()
            raise

    def _end_search(self) -> None:
        if not self._finished.is_set():
            self._engine.stop()
            self._finished.wait()

    def _stop(self, _line: Line) -> None:
        self._engine.stop()

    def _ponder_hit(self, _line: Line) -> None:
        self._engine.ponderhit()

    def _ping(self, _line: Line) -> None:
        self._output.line("pong")

    def _print_info(self, position: Position, info: Info) -> None:
        # Clients take the last line for the result: no side lines, no bounds.
        if info.multipv == 1 and info.bound == "exact" and info.pv:
            texts = self._numbering.format(position, info.pv)
            self._output.info(format_info(info, " ".join(texts)))

    def _print_done(self, position: Position, best: Best) -> None:
        try:
            moves = [move for move in (best.move, best.ponder) if move is not None]
            texts = self._numbering.format(position, moves)
            self._output.done(format_line("done", **dict(zip(("move", "ponder"), texts,
                                                             strict=False))))
        finally:
            self._finished.set()        # whatever happens, nobody may wait for ever


def format_info(info: Info, pv: str) -> str:
    """One `info` line with all its fields in the order that clients match; `pv` is always in
    quotes. Times in seconds, speed in millions of nodes a second."""
    return (f"info depth={info.depth} mean-depth={info.mean_depth:.1f} "
            f"score={format_score(info.score)} nodes={info.nodes} time={info.time / 1000:.3f} "
            f'nps={info.nps / 1e6:.3f} pv="{pv}"')


def format_score(score: Score) -> str:
    """A score in men; a proved win in N plies is 100 less N hundredths."""
    if score.mate is not None:
        plies = abs(score.plies if score.plies is not None else 2 * score.mate)
        men = max(WIN_SCORE - plies / 100, HIGHEST_SCORE + 1.01)
        if score.mate <= 0:
            men = -men
    else:
        men = min(max((score.cp or 0) / 100, -HIGHEST_SCORE), HIGHEST_SCORE)
    return f"{men:.2f}"
