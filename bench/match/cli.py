"""The command `bolshak match`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from ..pipe import piped
from .config import EVENTS, ORDERS, MatchConfig, parse_words, read_match
from .display import open_display
from .faults import ConfigError, EngineFault
from .runner import LOG, REPORT, Runner
from .toml import read_toml

FAILED, MISUSED, INTERRUPTED = 1, 2, 130

EPILOG = """\
engine words (also for --each, and as keys of [[engine]] and [each] in a file):
  cmd="PROGRAM ARGUMENTS"   dir=FOLDER   name=TEXT   proto=uci|hub|dxp (detected if left out)
  tc=[MOVES/][MIN:]SEC[+INC]   movetime=MS   depth=PLIES   nodes=N   (the first limit reached ends)
  ponder=true   restart=true   option.NAME=VALUE   address=HOST:PORT (DXP)   start_timeout=SEC
  variant=WORD (Hub name of the game)   numbering=board|pdn

example:
  bolshak match --engine cmd=bolshak name=full nodes=10000 \\
                --engine cmd=bolshak name=half nodes=5000 \\
                --games 200 --openings random:8 --output half

An interrupted match goes on when it is started again with the same arguments.
"""


def parser() -> argparse.ArgumentParser:
    """The arguments of `bolshak match`."""
    p = argparse.ArgumentParser(
        prog="bolshak match", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Let draughts engines play each other, and tell which one is stronger.")
    p.add_argument("file", nargs="?", type=Path, help="TOML file; arguments overrule it")
    p.add_argument("--engine", nargs="+", action="append", metavar="KEY=VALUE", default=[],
                   help="an engine; a first word without = is its command")
    p.add_argument("--each", nargs="+", metavar="KEY=VALUE", help="holds for every engine")
    p.add_argument("--game", help="name of the rules (russian)")
    p.add_argument("--draw-rules", choices=("federation", "lidraughts"))
    p.add_argument("--event", choices=EVENTS)
    p.add_argument("--games", type=int, help="for each pairing (as openings or sprt ask)")
    p.add_argument("--openings", metavar="SOURCE",
                   help="random:PLIES, all:PLIES, start, or a file: FENs, .tsv (name, FEN), .pdn")
    p.add_argument("--order", choices=ORDERS, help="of the openings of a file (random)")
    p.add_argument("--opening-plies", type=int, help="plies taken from a PDN game (all)")
    p.add_argument("--balance", type=int, help="centi-men a made opening may be off (50)")
    p.add_argument("--seed", type=int, help="of everything random (1)")
    p.add_argument("--concurrency", type=int, help="games at once (half the cores)")
    p.add_argument("--sprt", nargs="*", metavar="KEY=VALUE",
                   help="elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic")
    p.add_argument("--adjudicate", nargs="+", metavar="KEY=VALUE",
                   help="draw_move= draw_count= draw_score= win_count= win_score= max_moves= "
                        "tables=FOLDER|package table_pieces=")
    p.add_argument("--margin", type=int, help="ms forgiven on each move (50)")
    p.add_argument("--patience", type=int, help="ms for a move without time limit (120000)")
    p.add_argument("--output", metavar="FOLDER", help="for log, PDN and report (bolshak-match)")
    p.add_argument("--overwrite", action="store_true", help="forget an older match in the folder")
    p.add_argument("--no-report", action="store_true", help="write no HTML report")
    p.add_argument("--report", metavar="LOG", type=Path,
                   help="only write the HTML report of this log, beside it")
    p.add_argument("--cluster", metavar="ADDRESS", help="Dask scheduler, tcp://HOST:PORT")
    p.add_argument("--baseline", metavar="REV",
                   help="play this working tree against a git revision of it")
    return p


def tables_of(options: argparse.Namespace) -> dict[str, Any]:
    """The configuration of file and arguments in the shape of a TOML file."""
    table = read_toml(options.file) if options.file is not None else {}
    if options.file is not None and "output" not in table:
        table["output"] = str(options.file.with_suffix(""))
    if options.engine:
        table["engine"] = [parse_words(words) for words in options.engine]
    if options.each:
        table["each"] = {**table.get("each", {}), **parse_words(options.each)}
    if options.sprt is not None:
        table["sprt"] = parse_words(options.sprt)
    if options.adjudicate:
        table["adjudication"] = {**table.get("adjudication", {}), **parse_words(options.adjudicate)}
    for name in ("game", "draw_rules", "event", "games", "seed", "concurrency", "margin",
                 "patience", "output", "cluster"):
        value = getattr(options, name)
        if value is not None:
            table[name] = value
    openings = table.get("openings", {})
    if isinstance(openings, str):
        openings = {"source": openings}
    for key, name in (("source", "openings"), ("order", "order"), ("plies", "opening_plies"),
                      ("balance", "balance")):
        value = getattr(options, name)
        if value is not None:
            openings[key] = value
    if openings:
        table["openings"] = openings
    return table


def configure(options: argparse.Namespace) -> MatchConfig:
    """The match that the arguments describe; ConfigError if they do not."""
    table = tables_of(options)
    if options.baseline is not None:
        from .baseline import add_baseline
        add_baseline(table, options.baseline)
    return read_match(table)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return piped(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    options = parser().parse_args(argv)
    try:
        if options.report is not None:
            return write_report(options.report)
        config = configure(options)
        if options.overwrite:
            (Path(config.output) / LOG).unlink(missing_ok=True)
        return play(config, report=not options.no_report)
    except (ConfigError, EngineFault) as error:
        print(f"bolshak match: {error}", file=sys.stderr)
        return MISUSED if isinstance(error, ConfigError) else FAILED


def play(config: MatchConfig, report: bool) -> int:
    """Play the match to its end or to the first signal."""
    display = open_display(config)
    runner = Runner(config, display)

    def on_signal(number: int, frame: FrameType | None) -> None:
        if runner.interrupted:
            raise KeyboardInterrupt
        runner.interrupt()

    previous = {number: signal.signal(number, on_signal)
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        runner.run()
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        display.end(runner.standings, runner.close_lines() if runner.standings.games else [])
    folder = Path(config.output)
    if report and runner.standings.games:
        write_report(folder / LOG)
    if runner.interrupted:
        display.say("interrupted; start it again to go on")
        return INTERRUPTED
    display.say(f"{'log, PDN and report' if report else 'log and PDN'} are in {folder}")
    return 0


def write_report(log: Path) -> int:
    """Write the HTML report of a log beside it."""
    from .report import build_report
    (log.parent / REPORT).write_text(build_report(log), encoding="utf-8")
    return 0
