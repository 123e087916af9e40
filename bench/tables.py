"""`bolshak tables`: build endgame tables, check them, and ask them.

    bolshak tables build --game russian --pieces 5      into ./tables; go on after an interruption
    bolshak tables verify tables --game russian
    bolshak tables info tables
    bolshak tables probe "W:WKa1,Kc1,Ke1:BKh2"

Exit codes: 0; 1 if tables are wrong, missing or cannot be built; 2 for a wrong command line;
130 if building was interrupted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import TracebackType

from bolshak import NotationError, Position, games
from bolshak.bench.pipe import piped
from bolshak.notation import format_move
from bolshak.tables import DATA, Answer, Tables
from bolshak.tables_build import Builder, Order, Progress, processors
from bolshak.tables_check import Line, lines, random_positions, verify
from bolshak.tables_plan import TablesError, family_of

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
WORDS = {1: "won", 0: "drawn", -1: "lost"}


def main(argv: list[str]) -> int:
    """Run a subcommand; returns the exit code."""
    return piped(lambda: _run(argv))


def _run(argv: list[str]) -> int:
    try:
        arguments = _parser().parse_args(argv)
    except SystemExit as exit_:         # argparse has said what is wrong
        return int(exit_.code or 0)
    command: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return command(arguments)
    except BrokenPipeError:
        raise
    except (TablesError, NotationError, OSError, MemoryError) as error:
        print(f"bolshak tables: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("bolshak tables: interrupted; the same command goes on with what is missing",
              file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bolshak tables",
                                     description="Endgame tables: build, check, ask.")
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="build the tables of a game")
    build.add_argument("--pieces", type=int, default=5, help="of both sides (default: 5)")
    build.add_argument("--threads", type=int, default=processors(),
                       help="default: one for each processor")
    build.add_argument("--memory", type=_bytes, default=4 << 30, metavar="SIZE",
                       help="most memory to use, like 500M or 4G (default: 4G)")
    build.add_argument("--out", type=Path, default=Path("tables"), metavar="DIR",
                       help="where to build (default: ./tables)")
    build.add_argument("--distances", type=int, default=5, metavar="N",
                       help="store distances, too, up to N pieces, 0 = never (default: 5)")
    build.set_defaults(run=_build)
    check = commands.add_parser("verify", help="checksums, and random positions against their "
                                               "successors")
    check.add_argument("--samples", type=int, default=500, help="positions of each pair of armies")
    check.add_argument("--seed", type=int, default=1, help="of the random positions")
    check.set_defaults(run=_verify)
    info = commands.add_parser("info", help="what the tables hold")
    info.add_argument("--speed", action="store_true", help="measure the time of a probe, too")
    info.set_defaults(run=_info)
    probe = commands.add_parser("probe", help="value, distance and best moves of a position")
    probe.add_argument("fen", metavar="FEN")
    probe.set_defaults(run=_probe)
    for command in (build, check, info, probe):
        command.add_argument("--game", choices=games(), default="russian", metavar="GAME",
                             help="default: russian")
    for command in (check, info):
        command.add_argument("folder", nargs="?", type=Path, metavar="DIR",
                             help="default: the tables of the package")
    probe.add_argument("--folder", type=Path, metavar="DIR",
                       help="where to look before the tables of the package")
    return parser


def _bytes(text: str) -> int:
    unit = UNITS.get(text[-1:].upper())
    try:
        return int(float(text[:-1]) * unit) if unit else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no size like 500M or 4G") from None


# Building.


def _build(arguments: argparse.Namespace) -> int:
    if arguments.threads < 1:
        raise TablesError(f"no building with {arguments.threads} threads")
    builder = Builder(Order(arguments.game, arguments.pieces, arguments.out, arguments.threads,
                            arguments.memory, arguments.distances))
    start = time.monotonic()
    with _display() as show:
        built = builder.run(show)
    positions = sum(map(builder.family.positions, builder.all))
    print(f"{builder.family.name}: {built} of {len(builder.all)} pairs of armies built in "
          f"{time.monotonic() - start:.1f} s, {positions:,} positions in "
          f"{arguments.out / builder.family.name}")
    return 0


def _display() -> AbstractContextManager[Callable[[Progress], None]]:
    """A bar on a terminal if there is rich, else a line every few seconds."""
    if sys.stderr.isatty():
        try:
            return _Bar()
        except ImportError:
            pass
    return nullcontext(_Lines())


class _Lines:
    def __init__(self, seconds: float = 5.0) -> None:
        self._every = seconds
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        if progress.seconds >= self._last + self._every:
            self._last = progress.seconds
            print(f"{progress.done:6.1%}  {progress.jobs[0]} of {progress.jobs[1]} pairs, "
                  f"{_clock(progress.seconds)} gone, {_clock(progress.left)} left: "
                  f"{' '.join(progress.working)}", file=sys.stderr, flush=True)


class _Bar:
    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bars

        self._bars = Bars(BarColumn(), TextColumn("{task.percentage:>5.1f}%"),
                          TextColumn("{task.description}"), console=Console(stderr=True))
        self._bar = self._bars.add_task("", total=1.0)

    def __enter__(self) -> Callable[[Progress], None]:
        self._bars.start()
        return self.show

    def show(self, progress: Progress) -> None:
        """Draw how far the work is."""
        self._bars.update(self._bar, completed=progress.done, description=(
            f"{progress.jobs[0]}/{progress.jobs[1]} pairs, {_clock(progress.seconds)} gone, "
            f"{_clock(progress.left)} left: {' '.join(progress.working)}"))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._bars.stop()


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# Looking.


def _folders(folder: Path | None) -> list[Path]:
    return [DATA] if folder is None else [folder]


def _nothing(game: str, folder: Path) -> TablesError:
    return TablesError(f"no tables of {game} in {folder}")


def _verify(arguments: argparse.Namespace) -> int:
    check = verify(arguments.game, _folders(arguments.folder), arguments.samples, arguments.seed,
                   print)
    for fault in check.faults:
        print(f"wrong: {fault}")
    if not check.files:
        raise _nothing(arguments.game, _folders(arguments.folder)[0])
    print(f"{check.files} files, {check.positions:,} positions: "
          f"{f'{len(check.faults)} faults' if check.faults else 'all right'}")
    return FAILED if check.faults else 0


def _info(arguments: argparse.Namespace) -> int:
    found, problems = lines(arguments.game, _folders(arguments.folder))
    for problem in problems:
        print(f"bolshak tables: {problem}", file=sys.stderr)
    if not found:
        raise _nothing(arguments.game, _folders(arguments.folder)[0])
    print("to move  against     positions    won  drawn   lost  captures   longest win"
          "     values  distances")
    for pieces in sorted({line.pair.pieces for line in found}):
        several = [line for line in found if line.pair.pieces == pieces]
        for line in several:
            print(_row(f"{line.mover!s:8} {line.other!s:8}", [line]),
                  f" {line.longest.fen() if line.longest else ''}".rstrip())
        print(_row(f"{pieces} pieces".ljust(17), several))
        print()
    if arguments.speed:
        _measure(arguments)
    return FAILED if problems else 0


def _row(title: str, several: list[Line]) -> str:
    everything = [[*line.statistics.quiet, *line.statistics.captures] for line in several]
    sums = [sum(column) for column in zip(*everything, strict=True)]
    positions = sum(sums)
    shares = [100 * (sums[i] + sums[i + 3]) / positions for i in range(3)]
    longest = max(line.statistics.longest_win for line in several)
    return (f"{title} {positions:12,} {shares[0]:6.1f} {shares[1]:6.1f} {shares[2]:6.1f}"
            f" {100 * sum(sums[3:]) / positions:9.1f} {longest if longest >= 0 else '-':>6} plies"
            f" {sum(line.value_bytes for line in several):12,}"
            f" {sum(line.distance_bytes for line in several):10,}")


def _measure(arguments: argparse.Namespace) -> None:
    import random

    family = family_of(arguments.game)
    tables = Tables(arguments.game, _folders(arguments.folder))
    chance = random.Random(1)
    for pieces in range(2, tables.pieces + 1):
        pairs = [file.pair for file in tables.files
                 if file.pair.pieces == pieces and file.kind == "wld"]
        sizes = [family.positions(pair) for pair in pairs]
        asked = [position for pair in chance.choices(pairs, sizes, k=20_000)
                 for position in random_positions(family, pair, 1, chance)]
        print(f"{pieces} pieces: {tables.speed(asked):.0f} ns a probe, {len(asked):,} positions")


def _probe(arguments: argparse.Namespace) -> int:
    position = Position(arguments.game, arguments.fen)
    folders = [DATA]
    if arguments.folder:
        folders.insert(0, arguments.folder)
        if not Tables(arguments.game, [arguments.folder]).files:
            print(f"bolshak tables: {_nothing(arguments.game, arguments.folder)}", file=sys.stderr)
    tables = Tables(arguments.game, folders)
    for problem in tables.problems:
        print(f"bolshak tables: {problem}", file=sys.stderr)
    answer = tables.answer(position)
    if answer is None:
        raise TablesError(f"no table for {position.fen()}")
    print(f"{position.fen()}: {_words(answer)}")
    for move, after in tables.moves(position):
        print(f"  {format_move(position, move)}: {'?' if after is None else _words(after)}")
    return 0


def _words(answer: Answer) -> str:
    text = WORDS[answer.value]
    if answer.distance is not None:
        text += f", {answer.distance} plies to the next capture or crowning"
    if answer.ruled is None:
        text += ": perhaps too late, draw counters decide"
    elif answer.ruled != answer.value:
        text += ": too late, drawn by rule"
    return text
