"""The UCI dialect: one session from its first line to `quit` or the end of input.

The session is a thin layer. It reads commands, calls the engine, and prints what the engine
answers; results of a search are printed in the thread that they come from. Nothing but the
command loop changes the state of a session.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import Event

import bolshak
from bolshak import Game, Move, Position
from bolshak.engine import Best, CurrentMove, Engine, Info, Limits
from bolshak.notation import NotationError, parse_move
from bolshak.options import OptionError
from bolshak.protocol.drawing import draw_game
from bolshak.protocol.lines import LineReader, first_word
from bolshak.protocol.output import Output, cut
from bolshak.protocol.replay import Replay
from bolshak.protocol.uci_count import Interrupted, Job, perft_lines
from bolshak.protocol.uci_format import (
    best_line,
    current_line,
    info_line,
    moves_line,
    option_line,
    speed_text,
    variant_line,
)
from bolshak.protocol.uci_parse import (
    CommandError,
    GoRequest,
    parse_depth,
    parse_go,
    parse_position,
    parse_setoption,
    shortened,
)

AUTHOR = "the Bolshak developers"
LAST_WORDS = 0.7                # seconds that a search gets to end after the end of input

HELP = """\
uci: name, author and options of the engine
isready: answers readyok when all work is done
setoption name N [value V]: set an option
ucinewgame: forget everything learned from earlier searches
position startpos|fen F [moves M...]: set the board and play moves on it
go [depth N] [nodes N] [movetime MS] [mate N] [infinite]: search
go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]: search on a clock
go [ponder] [searchmoves M...]: think on the opponent's time, search some moves only
go perft N: the same as perft N
stop: end the search
ponderhit: the pondered move was played
d: draw the board
fen: the position as FEN
moves: all legal moves
eval: terms of the static evaluation
perft N: count the positions after N plies
bench [depth]: search a fixed set of positions
help: this list
quit: end the program"""


class UciSession:
    """Carries out the commands of one client.

    complaints: errors from the command line, told after the first command.
    """

    def __init__(
        self,
        engine: Engine,
        reader: LineReader,
        output: Output,
        complaints: Sequence[str] = (),
    ) -> None:
        self._engine = engine
        self._reader = reader
        self._output = output
        self._complaints = list(complaints)
        engine.on_notice = lambda text: output.line(f"info string {text}")
        self._job: Job | None = None
        self._waiting: deque[str] = deque()     # lines that came while a job runs
        self._replay = Replay()
        # Commands by name. Those in `_stopping` end a running search first.
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": self._d,
            "fen": self._fen,
            "moves": self._moves,
            "eval": self._eval,
            "perft": self._perft,
            "bench": self._bench,
            "help": self._help,
            "debug": self._nothing,
            "register": self._nothing,
            "flip": self._nothing,
        }
        self._stopping = {"position", "go", "setoption", "ucinewgame", "perft", "bench"}

    def run(self) -> None:
        """Obey until `quit` or the end of input. After `quit` threads may still be running."""
        for line in self._reader:
            if not self.obey(line):
                return
        while self._job:
            self._job.join()
            self._job_done()
        self._engine.stop()
        self._engine.wait(LAST_WORDS)

    def obey(self, line: str) -> bool:
        """Carry out one line. Return whether the session goes on."""
        word, arguments = first_word(line)
        if word == "quit":
            return False
        if not word:
            return True
        if self._job is None:
            self._carry_out(word, arguments)
        elif word == "isready":
            self._output.line("readyok")
        else:
            if word == "stop":
                self._job.stop()
            # A `go` that waits for the job may be what the `stop` is meant for.
            self._waiting.append(line)
        return True

    def _carry_out(self, word: str, arguments: str) -> None:
        try:
            if word not in self._commands:
                self._output.error(f"unknown command: {cut(word)}")
                return
            if word in self._stopping:
                self._end_search()
            self._commands[word](arguments)
        except (CommandError, NotationError, OptionError) as error:
            self._output.error(f"{word}: {error}")
        except Exception as error:      # a bug, but no reason to lose the client's game
            self._output.error(f"{word}: internal error: {type(error).__name__}: {error}")
        finally:
            self._complain()

    def _complain(self) -> None:
        while self._complaints:
            self._output.error(self._complaints.pop(0))

    def _end_search(self) -> None:
        if self._engine.searching:
            self._engine.stop()
            self._engine.wait()

    # Commands about the engine.

    def _uci(self, arguments: str) -> None:
        lines = [f"id name Bolshak {bolshak.__version__}", f"id author {AUTHOR}"]
        lines += (option_line(option) for option in self._engine.options)
        self._output.lines([*lines, "uciok"])

    def _isready(self, arguments: str) -> None:
        if not self._engine.searching:
            try:
                self._engine.ready()
            except OptionError as error:
                self._output.error(str(error))
        self._output.line("readyok")

    def _setoption(self, arguments: str) -> None:
        name, value = parse_setoption(arguments)
        self._engine.set_option(name, value)
        if name.lower() == "uci_variant":
            self._output.line(variant_line(self._engine.game.position))

    def _ucinewgame(self, arguments: str) -> None:
        self._engine.new_game()

    def _help(self, arguments: str) -> None:
        self._output.lines(HELP.splitlines())

    def _nothing(self, arguments: str) -> None:
        """Commands of the original protocol that have no meaning here."""

    # Commands about the position.

    def _position(self, arguments: str) -> None:
        fen, texts = parse_position(arguments)
        variant = self._style("UCI_Variant")
        draw_rules = self._style("DrawRules")

        def start() -> Game:
            try:
                return Game(variant, fen, draw_rules=draw_rules)
            except NotationError as error:
                raise CommandError(f"fen: {error}") from error

        try:
            game = self._replay.play((variant, draw_rules, fen), texts, start, Game.push)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self._engine.set_game(game)

    def _d(self, arguments: str) -> None:
        self._output.lines(draw_game(self._engine.game))

    def _fen(self, arguments: str) -> None:
        self._output.line(f"fen {self._root.fen()}")

    def _moves(self, arguments: str) -> None:
        self._output.line(moves_line(self._root, self._style()))

    def _eval(self, arguments: str) -> None:
        *terms, (_, total) = self._engine.evaluate()
        self._output.lines([*(f"{name} {value}" for name, value in terms), f"eval cp {total}"])

    # Commands about a search.

    def _go(self, arguments: str) -> None:
        request = parse_go(arguments)
        root = self._root
        searchmoves = self._read_searchmoves(request, root)
        if request.bad:
            self._output.error("go: " + shortened(request.bad, "; "))
        if "perft" in request.numbers:
            self._start_perft(request.numbers["perft"])
            return
        style = self._style()
        show_wdl = bool(self._engine.get_option("UCI_ShowWDL"))
        output = self._output

        def on_info(info: Info) -> None:
            output.line(info_line(root, info, style, show_wdl))

        def on_current(current: CurrentMove) -> None:
            output.line(current_line(root, current, style))

        def on_best(best: Best) -> None:
            output.line(best_line(root, best, style))

        numbers = request.numbers
        limits = Limits(
            depth=numbers.get("depth"),
            nodes=numbers.get("nodes"),
            movetime=numbers.get("movetime"),
            white_time=numbers.get("wtime"),
            black_time=numbers.get("btime"),
            white_inc=numbers.get("winc"),
            black_inc=numbers.get("binc"),
            moves_to_go=numbers.get("movestogo") or None,
            mate=numbers.get("mate"),
            infinite=request.infinite,
            ponder=request.ponder,
            searchmoves=searchmoves or None,
        )
        self._engine.go(limits, on_info=on_info, on_best=on_best, on_current=on_current)

    def _read_searchmoves(self, request: GoRequest, root: Position) -> list[Move]:
        moves: dict[Move, None] = {}
        refused = []
        for text in dict.fromkeys(request.searchmoves):
            try:
                moves[parse_move(root, text)] = None
            except NotationError as error:
                refused.append(str(error))
        if refused:
            request.bad.append("searchmoves " + shortened(refused, ", "))
        return list(moves)

    def _stop(self, arguments: str) -> None:
        if self._engine.searching:
            self._engine.stop()

    def _ponderhit(self, arguments: str) -> None:
        if self._engine.searching:
            self._engine.ponderhit()

    # Commands that count; they run in a thread of their own.

    def _perft(self, arguments: str) -> None:
        depth = parse_depth(arguments)
        if depth is None:
            raise CommandError("the depth is missing")
        self._start_perft(depth)

    def _start_perft(self, depth: int) -> None:
        root = self._root
        style = self._style()

        def work(stopped: Event) -> None:
            self._output.lines(perft_lines(root, depth, style, stopped))

        self._start(work)

    def _bench(self, arguments: str) -> None:
        from bolshak.bench.benchmark import Bench

        depth = parse_depth(arguments)
        bench = Bench()

        def work(stopped: Event) -> None:
            result = bench.run(depth, self._tell)
            if stopped.is_set():
                raise Interrupted
            self._output.line(f"bench {speed_text(result.nodes, result.time_ms)}")

        self._start(work, bench.stop)

    def _start(
        self, work: Callable[[Event], None], interrupt: Callable[[], None] | None = None
    ) -> None:
        def whole_work(stopped: Event) -> None:
            try:
                work(stopped)
            except Interrupted:
                self._tell("stopped")
            except Exception as error:
                self._output.error(f"internal error: {type(error).__name__}: {error}")

        def done() -> None:
            self._reader.post(self._job_done)

        self._job = Job(whole_work, interrupt=interrupt, done=done)

    def _job_done(self) -> None:
        # In the command loop: the lines that came meanwhile get their turn, up to the next job.
        self._job = None
        while self._waiting and self._job is None:
            word, arguments = first_word(self._waiting.popleft())
            self._carry_out(word, arguments)

    # State and output.

    def _tell(self, text: str) -> None:
        self._output.line(f"info string {text}")

    @property
    def _root(self) -> Position:
        return self._engine.game.position

    def _style(self, option: str = "MoveNotation") -> str:
        return str(self._engine.get_option(option))
