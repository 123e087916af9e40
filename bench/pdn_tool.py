"""`bolshak pdn`: check game files and convert them.

    bolshak pdn check games.pdn                     every move legal? first fault of each game
    bolshak pdn convert games.pdn                   the same games in canonical PDN
    bolshak pdn convert games.pdn --notation numbers
    bolshak pdn convert games.pdn --to fen --at end final positions, one FEN a line

Files are read as a stream, so their size does not matter. ``-`` is standard input. Exit codes: 0;
1 if something in a file is wrong; 2 for a wrong command line or a file that cannot be opened.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TextIO

from bolshak import pdn
from bolshak.bench.pipe import piped
from bolshak.notation import format_fen, format_hub_position

MISUSED = 2


def main(argv: list[str]) -> int:
    """Run a subcommand; returns the exit code."""
    return piped(lambda: _run(argv))


def _run(argv: list[str]) -> int:
    try:
        arguments = _parser().parse_args(argv)
    except SystemExit as exit_:         # argparse has said what is wrong
        return int(exit_.code or 0)
    try:
        return _check(arguments) if arguments.command == "check" else _convert(arguments)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"bolshak pdn: {error}", file=sys.stderr)
        return MISUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bolshak pdn",
                                     description="Check and convert game files.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="replay every game and report what is wrong")
    convert = commands.add_parser("convert", help="write canonical PDN, another notation, or FENs")
    for command in (check, convert):
        command.add_argument("files", nargs="+", metavar="FILE",
                             help="PDN file, - for standard input")
        command.add_argument("--variant", type=_named, metavar="GAME",
                             help="game of files that do not say; without it the squares tell")
    convert.add_argument("--to", choices=("pdn", "fen"), default="pdn", help="what to write")
    convert.add_argument("--notation", choices=pdn.STYLES, default="pdn",
                         help="how moves and FENs are written (default: as files of the game are)")
    convert.add_argument("--at", choices=("start", "end", "all"), default="end",
                         help="which positions of a game become FENs (default: end)")
    convert.add_argument("--output", metavar="FILE",
                         help="where to write (default: standard output)")
    return parser


def _named(name: str) -> str:
    try:
        return pdn.variant_of(pdn.PdnGame({"Variant": name}))
    except pdn.PdnError:
        raise argparse.ArgumentTypeError(f"unknown game {name!r}") from None


def _games(name: str) -> Iterator[pdn.PdnGame]:
    return pdn.read_games(sys.stdin.buffer) if name == "-" else pdn.read_file(name)


def _variant(arguments: argparse.Namespace, game: pdn.PdnGame) -> str:
    """The game to assume where the tags say nothing."""
    return str(arguments.variant or pdn.guess_variant(game))


def _report(name: str, number: int, problem: pdn.Problem) -> str:
    return f"{name}:{problem.line}:{problem.column}: game {number}: {problem.message}"


# Check.

def _check(arguments: argparse.Namespace) -> int:
    faults = 0
    for name in arguments.files:
        games = moves = wrong = 0
        for games, game in enumerate(_games(name), 1):
            problems = list(game.problems)
            try:
                done = pdn.replay(game, _variant(arguments, game))
                moves += done.plies
                if done.problem:
                    problems.append(done.problem)
            except pdn.PdnError as error:
                problems.append(pdn.Problem(game.line, 1, str(error)))
            for problem in sorted(problems, key=lambda problem: (problem.line, problem.column)):
                print(_report(name, games, problem))
            wrong += bool(problems)
        if games:
            print(f"{name}: {games} games, {moves} moves, {wrong} games with problems")
        else:
            print(f"bolshak pdn: {name}: no game found", file=sys.stderr)
        faults += wrong or not games
    return int(bool(faults))


# Convert.

def _convert(arguments: argparse.Namespace) -> int:
    faults = 0
    with ExitStack() as stack:
        out: TextIO = sys.stdout
        if arguments.output:
            out = stack.enter_context(open(arguments.output, "w", encoding="utf-8", newline="\n"))
        elif hasattr(out, "reconfigure"):
            out.reconfigure(encoding="utf-8")
        written = 0
        for name in arguments.files:
            for number, game in enumerate(_games(name), 1):
                try:
                    problem = (_write_fens if arguments.to == "fen" else _write_game)(
                        out, game, arguments, written)
                    written += 1
                except pdn.PdnError as error:
                    problem = pdn.Problem(game.line, 1, str(error))
                if problem:
                    faults += 1
                    print(_report(name, number, problem), file=sys.stderr)
    return int(bool(faults))


def _write_game(out: TextIO, game: pdn.PdnGame, arguments: argparse.Namespace, written: int
                ) -> pdn.Problem | None:
    variant = _variant(arguments, game)
    known = len(game.problems)
    canonical = pdn.canonical(game, variant, arguments.notation)
    if written:
        out.write("\n")
    out.write(pdn.format_game(canonical, variant))
    return next(iter(canonical.problems[known:] or canonical.problems), None)


def _write_fens(out: TextIO, game: pdn.PdnGame, arguments: argparse.Namespace, written: int
                ) -> pdn.Problem | None:
    done = pdn.replay(game, _variant(arguments, game))
    positions = [position for part in (*done.earlier, done.game) for position in part.positions]
    if arguments.at != "all":
        positions = [positions[0 if arguments.at == "start" else -1]]
    letters = {"pdn": None, "numbers": False}.get(arguments.notation, True)
    for position in positions:
        hub = arguments.notation == "hub"
        out.write((format_hub_position(position) if hub else format_fen(position, letters)) + "\n")
    return done.problem
