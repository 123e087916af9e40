"""The state of a match in words, for lines, tables and the report."""

from __future__ import annotations

import math

from .config import MatchConfig
from .ratings import ratings
from .sprt import Sprt
from .standings import Standings
from .stats import Estimate, Tally

UNKNOWN = "–"                   # stands for a number that there is none of


def signed(value: float, digits: int = 1) -> str:
    """`+3.2`; `–` for an infinite value, which says no more than the score."""
    return f"{value:+.{digits}f}" if math.isfinite(value) else UNKNOWN


def with_error(value: float, error: float) -> str:
    """`+12.3 ± 4.5`; an error that nobody knows is left out."""
    known = math.isfinite(value) and math.isfinite(error)
    return f"{signed(value)} ± {error:.1f}" if known else signed(value)


def duration(seconds: float) -> str:
    """`1:02:03`, `4:05`."""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, secs = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{secs:02d}" if hours else f"{minutes}:{secs:02d}"


def count(value: float | None) -> str:
    """A large number in short: `850`, `12.3 k`, `4.56 M`."""
    if value is None:
        return UNKNOWN
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    if value >= 1e4:
        return f"{value / 1e3:.1f} k"
    return f"{value:.0f}"


def plies(depth: float | None) -> str:
    """An average depth: `12.3`, `–` if none was told."""
    return UNKNOWN if depth is None else f"{depth:.1f}"


def score_line(tally: Tally) -> str:
    """`110 won, 40 lost, 50 drawn: 67.5 %`."""
    rate = 100 * tally.points / tally.games if tally.games else 0.0
    return (f"{tally.wins} won, {tally.losses} lost, {tally.draws} drawn: "
            f"{tally.points:g} of {tally.games} ({rate:.1f} %)")


def strength_line(estimate: Estimate) -> str:
    """Elo, normalized Elo and likelihood of superiority."""
    return (f"Elo {with_error(estimate.elo, estimate.elo_error)}, "
            f"normalized {with_error(estimate.normalized, estimate.normalized_error)}, "
            f"LOS {100 * estimate.superiority:.1f} %")


def pair_line(tally: Tally) -> str:
    """Pairs by points of the first engine."""
    middle = f"{tally.pairs[2]} ({tally.decisive_middles} of them won and lost)"
    ratio = tally.pair_ratio
    return (f"pairs by points 0: {tally.pairs[0]}, 1/2: {tally.pairs[1]}, 1: {middle}, "
            f"3/2: {tally.pairs[3]}, 2: {tally.pairs[4]}; "
            f"won to lost {f'{ratio:.2f}' if math.isfinite(ratio) else UNKNOWN}")


def sprt_line(sprt: Sprt, tally: Tally) -> str:
    """Bounds, ratio and verdict of the test."""
    ratio = sprt.ratio(tally.pairs)
    verdict = sprt.verdict(tally.pairs)
    words = {"H1": f", H1 accepted: at least {sprt.elo1:g}",
             "H0": f", H0 accepted: at most {sprt.elo0:g}", "": ""}
    return (f"SPRT {sprt.model} [{sprt.elo0:g}, {sprt.elo1:g}]: LLR {ratio:.2f} "
            f"({sprt.lower:.2f}, {sprt.upper:.2f}){words[verdict]}")


def summary(config: MatchConfig, standings: Standings) -> list[str]:
    """The lines that close a match."""
    names = standings.names
    lines = []
    if len(names) == 2:
        tally = standings.tally(names[0], names[1])
        lines.append(f"{names[0]} against {names[1]}: {score_line(tally)}")
        lines.append(strength_line(tally.estimate()))
        lines.append(f"draws {100 * tally.draw_rate:.1f} %; {pair_line(tally)}")
        if config.sprt is not None:
            lines.append(sprt_line(config.sprt, tally))
    else:
        rated = ratings(standings)
        for place, name in enumerate(standings.ranking(), 1):
            value, error = rated[name]
            lines.append(f"{place:2d}. {name}: Elo {with_error(value, error)}, "
                         f"{score_line(standings.total(name))}")
    decided = standings.white_wins + standings.black_wins
    lines.append(f"{standings.games} games, {standings.plies} plies; White won "
                 f"{standings.white_wins}, Black {standings.black_wins}, "
                 f"{standings.games - decided} drawn")
    if standings.endings:
        endings = "; ".join(f"{reason}: {n}" for reason, n in standings.endings.most_common())
        lines.append(f"ends by {endings}")
    for name in names:
        total = standings.totals[name]
        lines.append(f"{name}: {count(total.speed)} nodes/s, depth {plies(total.depth)}, "
                     f"slowest move {total.slowest:.0f} ms, {total.time_losses} time losses, "
                     f"{total.crashes} other forfeits"
                     + (f" ({total.describe_faults()})" if total.faults else ""))
    return lines
