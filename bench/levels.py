"""How far apart limited strengths are: neighbouring levels play each other.

    python -m bolshak.bench.levels [LEVEL...] [--skill] [--games N] [--movetime MS] [--game NAME]
                                   [--output FOLDER]

LEVEL is a value of UCI_Elo, with --skill one of Skill Level; each plays the one before it. An
interrupted run goes on when it is started again with the same arguments.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bolshak.bench.match.config import EngineConfig, MatchConfig, Openings
from bolshak.bench.match.display import Display
from bolshak.bench.match.limits import Limit
from bolshak.bench.match.record import Record
from bolshak.bench.match.runner import Runner
from bolshak.bench.match.standings import Standings
from bolshak.bench.match.stats import Tally
from bolshak.bench.match.summary import with_error

ELO = list(range(800, 2601, 200))
SKILL = list(range(0, 21, 2))
PLIES = 6                       # of the random openings
MARGIN = 1000                   # ms forgiven on a move: strength is measured here, not the clock


class Forfeits(Display):
    """Tells nothing but the games that no strength decided."""

    def say(self, text: str) -> None:
        pass

    def game(self, record: Record, standings: Standings) -> None:
        if record.fault:
            print(f"game {record.id + 1}: {record.offender} forfeits, {record.reason}", flush=True)


def limited(level: int, skill: bool, movetime: int) -> EngineConfig:
    """Bolshak at a level of UCI_Elo, or of Skill Level."""
    options = {"Skill Level": str(level)} if skill else \
        {"UCI_LimitStrength": "true", "UCI_Elo": str(level)}
    return EngineConfig(str(level), (sys.executable, "-m", "bolshak", "uci"),
                        Limit(movetime=movetime), options={"Hash": "16", **options})


def meet(stronger: int, weaker: int, output: Path, *, games: int, skill: bool = False,
         movetime: int = 1000, game: str = "russian") -> Tally:
    """The results of the stronger of two levels against the other, from a match that is kept in
    `output`. movetime: ms, for what has no other limit."""
    config = MatchConfig(
        (limited(stronger, skill, movetime), limited(weaker, skill, movetime)), game, games=games,
        openings=Openings(f"random:{PLIES}"), margin=MARGIN, output=str(output))
    runner = Runner(config, Forfeits(config))
    runner.run()
    return runner.standings.tally(str(stronger), str(weaker))


def main(arguments: list[str] | None = None) -> int:
    """Print one row for each pair of neighbours."""
    parser = argparse.ArgumentParser(prog="levels", description="Compare neighbouring levels.")
    parser.add_argument("levels", nargs="*", type=int, metavar="LEVEL")
    parser.add_argument("--skill", action="store_true", help="levels of Skill Level, not UCI_Elo")
    parser.add_argument("--games", type=int, default=200, help="for each pair")
    parser.add_argument("--movetime", type=int, default=1000, help="ms a move at most")
    parser.add_argument("--game", default="russian")
    parser.add_argument("--output", type=Path, default=Path("bolshak-levels"))
    options = parser.parse_args(arguments)
    levels = options.levels or (SKILL if options.skill else ELO)
    print("| level | against | won, drawn, lost | Elo |\n|---|---|---|---|", flush=True)
    for weaker, stronger in zip(levels, levels[1:], strict=False):
        tally = meet(stronger, weaker, options.output / f"{stronger}-{weaker}",
                     games=options.games, skill=options.skill, movetime=options.movetime,
                     game=options.game)
        estimate = tally.estimate()
        print(f"| {stronger} | {weaker} | {tally.wins}, {tally.draws}, {tally.losses} |"
              f" {with_error(estimate.elo, estimate.elo_error)} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
