"""The command line: which protocol to speak, the flags, and the subcommands.

Whatever a subcommand alone needs is imported when it is asked for: a client waits for the answer
to its first line.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bolshak.protocol.lines import PATIENCE, LineReader, words
from bolshak.protocol.output import Log, Output, leave, quoted

if TYPE_CHECKING:
    from bolshak.engine import Engine

USAGE = """\
usage: bolshak [uci|hub] [FLAG...]      play by a line protocol on standard input and output;
                                        without a word the first line decides
       bolshak --dxp-listen [[HOST:]PORT] [FLAG...]
       bolshak --dxp-connect [[HOST:]PORT] [FLAG...]
                                        play a DamExchange game over TCP
       bolshak bench [DEPTH]            search a fixed set of positions
       bolshak perft DEPTH [--game NAME] [--fen FEN] [--count moves|turns] [--divide]
                                        count the positions after 1..DEPTH plies
       bolshak games [NAME]             list the games, or all about one
       bolshak pdn ...                  read, check and convert game files
       bolshak match ...                let two engines play a match
       bolshak tables ...               build and check endgame tables
       bolshak --version
       bolshak --help

flags: --variant=NAME --threads=N --hash=MIB --log=FILE
       Hub: --numbering=auto|board|pdn --output-delay=MS
       DXP: --dxp-initiator --dxp-minutes=N --dxp-moves=N --dxp-games=N
            --numbering=auto|board|pdn"""

PROTOCOLS = ("uci", "hub")
DXP = ("dxp-listen", "dxp-connect")
TAKES_VALUE = {"variant", "threads", "hash", "numbering", "output-delay", "log", "dxp-minutes",
               "dxp-moves", "dxp-games", *DXP}
OPTION_FLAGS = (("threads", "Threads"), ("hash", "Hash"))       # flags that are engine options
OUTPUT_DELAY, LONGEST_DELAY = 8, 50                             # ms between two Hub lines
FAILED, MISUSED = 1, 2                                          # exit codes


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code. A protocol does not return: it ends the process."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    first = arguments[0] if arguments else ""
    if first in ("--help", "-h", "help"):
        obey_terminal()
        print(USAGE)
        return 0
    if first in ("--version", "-V"):
        from bolshak import __version__

        print(f"Bolshak {__version__}")
        return 0
    if first in ("bench", "perft", "games"):
        from bolshak.protocol.cli_commands import COMMANDS

        return COMMANDS[first](arguments[1:])
    if first in ("pdn", "match", "tables"):
        return _run_tool(first, arguments[1:])
    names, flags = parse_flags(arguments)
    if names and names[0] not in PROTOCOLS:
        print(f"bolshak: unknown command '{names[0]}' (see bolshak --help)", file=sys.stderr)
        return MISUSED
    converse(names[0] if names else None, flags)
    return 0


def obey_terminal() -> None:
    """End quietly on Ctrl-C, also in compiled code, and when the reader of the output has gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def parse_flags(arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Split arguments into words and flags. A flag is `--name=value`, `--name value` where a
    value belongs to it, or `--name`; a flag without a value has the empty one."""
    names: list[str] = []
    flags: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if not argument.startswith("-"):
            names.append(argument)
            continue
        name, equals, value = argument.lstrip("-").partition("=")
        if not equals and name in TAKES_VALUE and rest and not rest[0].startswith("-"):
            value = rest.pop(0)
        flags[name] = value
    return names, flags


def game_named(name: str) -> str | None:
    """The game with this name, Hub name or other name, in any case."""
    from bolshak import games, rules

    name = name.lower()
    if name in games():
        return name
    for game in games():
        record = rules(game)
        if name and name in (record.hub, *record.aliases):
            return game
    return None


def _run_tool(name: str, arguments: list[str]) -> int:
    """Run a tool of `bolshak.bench`, which may need extras that are not installed."""
    module = {"pdn": "pdn_tool", "match": "match", "tables": "tables"}[name]
    from importlib import import_module

    try:
        tool: Callable[[list[str]], int] = import_module(f"bolshak.bench.{module}").main
    except ImportError as error:
        extra = " (pip install '.[match]' in the project folder)" if name == "match" else ""
        print(f"bolshak {name}: not available here: {error}{extra}", file=sys.stderr)
        return FAILED
    return tool(arguments)


# Protocols.


def converse(protocol: str | None, flags: dict[str, str]) -> None:
    """Speak a protocol on standard input and output, then end the process.

    This thread only reads: so it sees signals and `quit` whatever the session is busy with.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: leave())
    complaints: list[str] = []
    log = _open_log(flags, complaints)
    output = Output(log=log)
    reader = LineReader(log)

    def work() -> None:
        code = FAILED
        try:
            code = _talk(protocol, flags, reader, output, complaints)
        except BaseException as error:
            _report(log, error)
        leave(code)

    session = threading.Thread(target=work, daemon=True, name="session")
    session.start()
    reader.serve()
    while session.is_alive() and output.stuck() < PATIENCE:
        session.join(0.1)
    leave()


def _talk(
    protocol: str | None,
    flags: dict[str, str],
    reader: LineReader,
    output: Output,
    complaints: list[str],
) -> int:
    """Wait for the first line that is not blank, find out which protocol it is, and obey to the
    end. Returns the exit code."""
    if any(name in flags for name in DXP):
        from bolshak.protocol.dxp import run_dxp

        engine, _ = _new_engine(flags, complaints)
        return run_dxp(engine, flags, reader, output, complaints)
    first = next((line for line in reader if words(line)), None)
    if first is None:
        return 0
    reader.unget(first)
    name = " ".join(words(first))
    if name in PROTOCOLS:
        protocol = name
    engine, game = _new_engine(flags, complaints)
    if protocol == "hub":
        from bolshak.protocol.hub import HubSession

        return HubSession(
            engine, output, game=game, numbering=_numbering(flags, complaints),
            output_delay=_output_delay(flags, complaints), complaints=complaints,
        ).run(reader)
    from bolshak.protocol.uci import UciSession

    UciSession(engine, reader, output, complaints).run()
    return 0


def _new_engine(flags: dict[str, str], complaints: list[str]) -> tuple[Engine, str | None]:
    """An engine with the options of the flags, and the game that was chosen by a flag."""
    from bolshak.engine import Engine

    engine = Engine()
    game = None
    if "variant" in flags:
        game = game_named(flags["variant"])
        if game is None:
            complaints.append(f"--variant: unknown game {quoted(flags['variant'])}")
        else:
            engine.set_option("UCI_Variant", game)
    for flag, option in OPTION_FLAGS:
        if flag in flags:
            try:
                engine.set_option(option, flags[flag])
            except ValueError as error:
                complaints.append(f"--{flag}: {error}")
    return engine, game


def _numbering(flags: dict[str, str], complaints: list[str]) -> str:
    value = flags.get("numbering", "auto").lower()
    if value in ("auto", "board", "pdn"):
        return value
    complaints.append(f"--numbering is auto, board or pdn, not {quoted(value)}")
    return "auto"


def _output_delay(flags: dict[str, str], complaints: list[str]) -> int:
    value = flags.get("output-delay", str(OUTPUT_DELAY))
    if value.isascii() and value.isdigit() and len(value) < 4 and int(value) <= LONGEST_DELAY:
        return int(value)
    complaints.append(f"--output-delay is a number 0..{LONGEST_DELAY}, not {quoted(value)}")
    return OUTPUT_DELAY


def _open_log(flags: dict[str, str], complaints: list[str]) -> Log | None:
    """The file of `--log=`. Exceptions of all threads and the records of `logging` go there, or
    nowhere: clients that merge standard error into the output, or never read it, must not meet
    them."""
    log = None
    if flags.get("log"):
        try:
            log = Log(flags["log"])
        except OSError as error:
            complaints.append(f"--log: {error}")

    def report(error: BaseException | None) -> None:
        _report(log, error)

    sys.excepthook = lambda kind, error, trace: report(error)
    threading.excepthook = lambda details: report(details.exc_value)
    sys.unraisablehook = lambda details: report(details.exc_value)
    logging.getLogger("bolshak").addHandler(_LogHandler(log))
    return log


class _LogHandler(logging.Handler):
    """Takes what the engine has to log, so that it does not end up on standard error."""

    def __init__(self, log: Log | None) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        if self._log:
            for line in self.format(record).splitlines():
                self._log.note("!", line)


def _report(log: Log | None, error: BaseException | None) -> None:
    """Write an exception into the log."""
    if log and error:
        import traceback

        for part in traceback.format_exception(error):
            for line in part.splitlines():
                log.note("!", line)
