"""Everything the report shows, from the log, as plain data for its script."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bolshak

from ..faults import ConfigError
from ..limits import Limit
from ..log import read_lines, read_records
from ..ratings import ratings
from ..record import Opening, Record
from ..schedule import Schedule
from ..sprt import Sprt
from ..standings import Standings, opening_side
from ..stats import Tally
from ..summary import pair_line, score_line, sprt_line, strength_line
from .curves import Curves

RESULTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}    # half points of White


@dataclass
class Head:
    """What the log says beside openings and games."""

    settings: dict[str, Any]
    session: dict[str, Any]         # the latest
    games: int                      # finished

    @property
    def names(self) -> list[str]:
        return [engine["name"] for engine in self.settings["engines"]]

    @property
    def sprt(self) -> Sprt | None:
        table = self.session.get("sprt")
        return Sprt(**table) if table else None


def read_head(log: Path) -> Head:
    """Header and latest session; ConfigError if the file is no match log."""
    lines = read_lines(log)
    try:
        first = next(lines, None)
    except OSError as error:
        raise ConfigError(f"{log}: {error.strerror}") from None
    if first is None or first["type"] != "match":
        raise ConfigError(f"{log}: no match log")
    head = Head(first["settings"], {}, 0)
    for line in lines:
        if line["type"] == "session":
            head.session = line
        head.games += line["type"] == "game"
    return head


def collect(log: Path) -> dict[str, Any]:
    """The data of a log; ConfigError if it is none."""
    head = read_head(log)
    names, game = head.names, head.settings["game"]
    schedule = Schedule(head.settings["event"], len(names), 2)
    standings = Standings(names)
    curves = Curves(standings, head.sprt, head.games)
    openings: list[Opening] = []
    tallies: dict[int, OpeningTally] = defaultdict(OpeningTally)
    games = []
    for record in read_records(log, openings):
        standings.add(record)
        curves.add()
        opening = schedule.fixture(record.id).opening
        tallies[opening].add(record, names[0])
        games.append(game_data(record, opening, names))
    rated = strengths(standings)
    return {
        "title": f"{' – '.join(names)}: {bolshak.rules(game).title}",
        "facts": list(facts(head)),
        "summary": list(summary_lines(standings, head.sprt)),
        "board": board_data(game),
        "names": names,
        "engines": [engine_data(standings, name, rated[name], head)
                    for name in standings.ranking()],
        "cross": [[tally_data(standings.tally(a, b)) for b in names] for a in names],
        "curves": curves.ratings,
        "sprt": sprt_data(head.sprt, curves),
        "openings": [opening_data(opening, tallies[i]) for i, opening in enumerate(openings)],
        "games": games,
    }


def facts(head: Head) -> Iterator[tuple[str, str]]:
    """Settings of the match by their names."""
    settings = head.settings
    yield "Game", bolshak.rules(settings["game"]).title
    yield "Event", f"{settings['event']}, {head.games} of {head.session.get('games', '?')} games"
    yield "Started", str(head.session.get("started", "?"))
    identities = head.session.get("engines", [""] * len(settings["engines"]))
    for engine, identity in zip(settings["engines"], identities, strict=False):
        options = ", ".join(f"{k}={v}" for k, v in engine["options"].items())
        parts = [identity, " ".join(engine["command"]) or engine["address"],
                 str(Limit(**engine["limit"])), options, "ponders" if engine["ponder"] else ""]
        yield engine["name"], "; ".join(part for part in parts if part)
    openings = settings["openings"]
    yield "Openings", f"{openings['source']}, seed {settings['seed']}"
    rules = settings["adjudication"]
    if rules["draw_count"]:
        yield "Drawn", (f"from move {rules['draw_move']} after {rules['draw_count']} moves within "
                        f"{rules['draw_score']} centi-men")
    if rules["win_count"]:
        yield "Won", f"after {rules['win_count']} moves beyond {rules['win_score']} centi-men"
    if rules["tables"]:
        yield "Tables", rules["tables"]


def summary_lines(standings: Standings, sprt: Sprt | None) -> Iterator[str]:
    """The result in words, for two engines."""
    if len(standings.names) != 2:
        return
    tally = standings.tally(*standings.names)
    yield f"{standings.names[0]} {score_line(tally)}"
    yield strength_line(tally.estimate())
    yield f"draws {100 * tally.draw_rate:.1f} %; {pair_line(tally)}"
    if sprt is not None:
        yield sprt_line(sprt, tally)


def board_data(game: str) -> dict[str, Any]:
    """The board of the game and how its squares are named."""
    rules = bolshak.rules(game)
    board = rules.board
    return {
        "files": board.files, "ranks": board.ranks, "rows": board.rows,
        "names": ["", *(board.name(n) for n in range(1, board.squares + 1))],
        "letters": rules.letters, "separator": rules.separator, "results": rules.results,
    }


def engine_data(standings: Standings, name: str, rated: tuple[float, float], head: Head
                ) -> dict[str, Any]:
    """One row of the standings."""
    totals = standings.totals[name]
    return {
        "name": name, **tally_data(standings.total(name)),
        "elo": finite(rated[0]), "error": finite(rated[1]),
        "nps": None if totals.speed is None else round(totals.speed),
        "depth": None if totals.depth is None else round(totals.depth, 1),
        "slowest": round(totals.slowest), "faults": totals.describe_faults(),
    }


def strengths(standings: Standings) -> dict[str, tuple[float, float]]:
    """Elo and error: of two engines against each other, of more around the mean of all."""
    if len(standings.names) != 2:
        return ratings(standings)
    found = {name: standings.total(name).estimate() for name in standings.names}
    return {name: (estimate.elo, estimate.elo_error) for name, estimate in found.items()}


def finite(value: float) -> float | None:
    """A number as JSON has it: none for infinity."""
    return round(value, 1) if math.isfinite(value) else None


def tally_data(tally: Tally) -> dict[str, int]:
    """Won, drawn, lost."""
    return {"won": tally.wins, "drawn": tally.draws, "lost": tally.losses}


def sprt_data(sprt: Sprt | None, curves: Curves) -> dict[str, Any] | None:
    """Bounds and path of the test."""
    if sprt is None:
        return None
    return {"lower": sprt.lower, "upper": sprt.upper, "path": curves.sprt}


class OpeningTally:
    """Results from one opening."""

    def __init__(self) -> None:
        self.white = [0, 0, 0]          # games lost, drawn, won by White
        self.first_points = 0.0         # of the first engine, in its games
        self.first_games = 0

    def add(self, record: Record, first: str) -> None:
        self.white[RESULTS[record.result]] += 1
        if first in (record.white, record.black):
            self.first_points += record.points(first)
            self.first_games += 1


def opening_data(opening: Opening, tally: OpeningTally) -> dict[str, Any]:
    """One row of the openings."""
    return {"name": opening.name, "fen": opening.fen, "moves": " ".join(opening.moves),
            "white": tally.white[2], "drawn": tally.white[1], "black": tally.white[0],
            "points": tally.first_points, "games": tally.first_games}


def game_data(record: Record, opening: int, names: list[str]) -> dict[str, Any]:
    """A game in few letters, scores from White's side."""
    data: dict[str, Any] = {
        "id": record.id, "w": names.index(record.white), "b": names.index(record.black),
        "o": opening, "r": RESULTS[record.result], "e": record.ending, "why": record.reason,
        "m": " ".join(record.moves), "t": [comment.time for comment in record.comments],
    }
    if record.offender:
        data["by"] = names.index(record.offender)
    sign = 1 if opening_side(record) == "W" else -1
    scores: list[int | None] = []
    for comment in record.comments:
        scores.append(None if comment.score is None else sign * comment.score)
        sign = -sign
    columns: Mapping[str, list[Any]] = {
        "s": scores, "d": [comment.depth for comment in record.comments],
        "n": [comment.nodes for comment in record.comments],
        "c": [comment.clock for comment in record.comments]}
    data.update({key: column for key, column in columns.items()
                 if any(value is not None for value in column)})
    return data
