"""The subcommands `bench`, `perft` and `games`: for people at a terminal, no protocol."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from threading import Event

from bolshak import Position, games, rules
from bolshak.protocol.cli import FAILED, MISUSED, game_named, obey_terminal
from bolshak.protocol.uci_count import Counter
from bolshak.rules import Rules

DEEPEST = 127                   # plies
SIDES = {"W": "White", "B": "Black"}


class UsageError(Exception):
    """Arguments that cannot be understood; the message says which. `see`: the command that tells
    what can be."""

    def __init__(self, message: str, see: str = "bolshak --help") -> None:
        super().__init__(f"{message} (see {see})")


def _quietly(command: Callable[[list[str]], None], usage: str) -> Callable[[list[str]], int]:
    """Turn the ways in which a command can end into exit codes, and answer `--help`."""

    def run(arguments: list[str]) -> int:
        obey_terminal()
        if "--help" in arguments or "-h" in arguments:
            print(f"usage: bolshak {usage}")
            return 0
        try:
            command(arguments)
        except UsageError as error:
            print(f"bolshak: {error}", file=sys.stderr)
            return MISUSED
        except (ValueError, ImportError) as error:
            print(f"bolshak: {error}", file=sys.stderr)
            return FAILED
        return 0

    return run


def _depth(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= DEEPEST:
        return int(text)
    raise UsageError(f"depth '{text}' is no whole number in 1..{DEEPEST}")


def _game(name: str) -> str:
    game = game_named(name)
    if game is None:
        raise UsageError(f"unknown game '{name}'", "bolshak games")
    return game


def _speed(nodes: int, seconds: float) -> str:
    speed = nodes / max(seconds, 1e-6)
    return f"{nodes:>15,} nodes {seconds * 1000:>10,.0f} ms {speed:>14,.0f} nodes/s"


def bench(arguments: list[str]) -> None:
    """Search the fixed set of positions and print the number of nodes, which tells whether two
    builds search alike."""
    if len(arguments) > 1:
        raise UsageError(f"bench takes one argument, not {len(arguments)}")
    from bolshak.bench.benchmark import Bench

    depth = _depth(arguments[0]) if arguments else None
    result = Bench().run(depth, _print)
    print(f"bench nodes {result.nodes} time {result.time_ms} nps {result.speed}")


def _print(text: str) -> None:
    print(text, flush=True)


def perft(arguments: list[str]) -> None:
    """Count positions for every depth up to the one asked for."""
    wanted = _perft_arguments(arguments)
    game = _game(wanted["game"])
    depth = _depth(wanted["depth"])
    position = Position(game, wanted["fen"] or None)
    counter = Counter(position, Event(), turns=wanted["count"] == "turns")
    print(f"{position.game} {position.fen()}, counting {wanted['count']}")
    all_nodes, all_seconds = 0, 0.0
    for plies in range(1, depth + 1):
        start = time.perf_counter()
        nodes = counter.count(plies)
        seconds = time.perf_counter() - start
        all_nodes += nodes
        all_seconds += seconds
        _print(f"depth {plies:>3} {_speed(nodes, seconds)}")
    if wanted["divide"]:
        for text, nodes in counter.divide(depth):
            _print(f"{text}: {nodes}")
    print(f"total     {_speed(all_nodes, all_seconds)}")


def _perft_arguments(arguments: list[str]) -> dict[str, str]:
    wanted = {"depth": "", "game": "russian", "fen": "", "count": "moves", "divide": ""}
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        name, equals, value = argument.removeprefix("--").partition("=")
        if not argument.startswith("--"):
            if wanted["depth"]:
                raise UsageError(f"unexpected argument '{argument}'")
            wanted["depth"] = argument
        elif name == "divide" and not equals:
            wanted["divide"] = "yes"
        elif name in ("game", "fen", "count"):
            if not equals and not rest:
                raise UsageError(f"--{name} needs a value")
            wanted[name] = value if equals else rest.pop(0)
        else:
            raise UsageError(f"unknown flag '{argument}'")
    if not wanted["depth"]:
        raise UsageError("perft needs a depth")
    if wanted["count"] not in ("moves", "turns"):
        raise UsageError(f"--count={wanted['count']}: moves or turns")
    return wanted


def list_games(arguments: list[str]) -> None:
    """Print a table of the games, or everything about one."""
    if len(arguments) > 1:
        raise UsageError(f"games takes one argument, not {len(arguments)}")
    if arguments:
        describe_game(_game(arguments[0]))
        return
    rows = [("name", "board", "men", "first", "squares", "type", "hub", "title")]
    for name in games():
        record = rules(name)
        rows.append((
            name,
            _board_text(record),
            str(record.men),
            SIDES[record.first],
            "letters" if record.letters else "numbers",
            "-" if record.pdn_type is None else str(record.pdn_type),
            record.hub or "-",
            record.title,
        ))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def describe_game(name: str) -> None:
    """Print the board, the names and the draw rules of a game."""
    record = rules(name)
    print(f"{record.title}: {name}")
    print(f"other names: {', '.join(record.aliases) or 'none'}")
    print(f"board: {_board_text(record)}, {record.board.squares} squares"
          f"{', numbered from the side of White' if record.rotated else ''}")
    print(f"start: {Position(name).fen()}")
    print(f"first move: {SIDES[record.first]}")
    print(f"captures are written with {record.separator}, results {', '.join(record.results)}")
    print(f"PDN game type: {record.game_type or 'none'}")
    print(f"name in the Hub protocol: {record.hub or 'none'}")
    readings = {"federation": record.draws, "lidraughts": record.lidraughts_draws}
    for reading, clauses in readings.items():
        if clauses is not None:
            only = f" (DrawRules {reading})" if record.lidraughts_draws is not None else ""
            print(f"draws{only}:")
            for clause in clauses:
                if clause.reason:
                    print(f"  after {clause.limit} plies: {clause.reason}")
            if record.repetition:
                print(f"  at once: the same position {record.repetition} times")
    print(f"sources: {record.sources}")


def _board_text(record: Rules) -> str:
    """Size of a board, and which of its squares are played where it is not the usual half."""
    squares = " all" if record.every_square else "" if record.a1 else " mirrored"
    return f"{record.files}x{record.ranks}{squares}"


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "bench": _quietly(bench, "bench [DEPTH]\n\n"
                      "Search a fixed set of positions, to the depth of the signature or DEPTH."),
    "perft": _quietly(perft, "perft DEPTH [--game NAME] [--fen FEN] [--count moves|turns] "
                      "[--divide]\n\nCount the positions after 1..DEPTH plies."),
    "games": _quietly(list_games, "games [NAME]\n\nList the games, or all about one."),
}
