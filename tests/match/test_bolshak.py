"""Bolshak itself in matches: every protocol, clocks, pondering, and what the runner costs."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

import pytest

from bolshak.bench.match.balance import Judge
from bolshak.bench.match.config import Adjudication, EngineConfig, Openings
from bolshak.bench.match.display import Display
from bolshak.bench.match.limits import Limit
from bolshak.bench.match.log import read_lines, read_records
from bolshak.bench.match.openings import open_book, start_of
from bolshak.bench.match.record import FORFEIT
from bolshak.bench.match.runner import LOG, Runner

UCI = (sys.executable, "-m", "bolshak", "uci")
HUB = (sys.executable, "-m", "bolshak", "hub", "--output-delay=0")


def bolshak(name: str, *words: str, **settings) -> EngineConfig:
    return EngineConfig(name, words or UCI, **{"limit": Limit(nodes=500), **settings})


def run(config) -> Runner:
    runner = Runner(config, Display(config))
    runner.run()
    return runner


def records(config):
    return list(read_records(Path(config.output) / LOG, []))


@pytest.mark.parametrize("game", ["russian", "international", "english", "turkish", "frisian",
                                  "giveaway", "canadian"])
def test_games(match, game):
    config = match(bolshak("uci"), bolshak("hub", *HUB), game=game, games=2,
                   openings=Openings("random:4"))
    run(config)
    assert [r.reason for r in records(config) if r.ending == FORFEIT] == []
    assert all(c.depth and c.nodes for r in records(config) for c in r.comments[:4])


def test_hub_with_pdn_numbers(match):
    pdn = bolshak("pdn", *HUB, "--numbering=pdn", numbering="pdn")
    config = match(pdn, bolshak("board", *HUB), games=2)
    run(config)
    assert [r.reason for r in records(config) if r.ending == FORFEIT] == []


def test_dxp(match):
    port = (sys.executable, "-m", "bolshak", "--dxp-listen", "127.0.0.1:{port}",
            "--variant=russian")
    config = match(bolshak("dxp", *port, limit=Limit(base=60_000)), bolshak("uci"), games=2,
                   concurrency=1, openings=Openings("random:20"),
                   adjudication=Adjudication(max_moves=4))
    run(config)
    assert [r.reason for r in records(config) if r.ending == FORFEIT] == []


@pytest.mark.parametrize("limit", [
    Limit(base=300, increment=10), Limit(base=400, moves=20), Limit(movetime=10), Limit(depth=4)])
def test_limits(match, limit):
    config = match(bolshak("a", limit=limit, ponder=True),
                   bolshak("b", *HUB, limit=limit, ponder=True), games=2, concurrency=1,
                   margin=1000)
    run(config)
    assert [r.reason for r in records(config) if r.ending == FORFEIT] == []


def test_options_reach_the_engine(match):
    config = match(bolshak("a", options={"Hash": "1", "MultiPV": "3"}),
                   bolshak("b", *HUB, options={"threads": "1", "tt-size": "18"}), games=2)
    assert run(config).standings.games == 2


def test_random_openings_are_balanced(match):
    config = match(openings=Openings("random:8", balance=30, nodes=2000))
    book = open_book(config)
    taken = []
    for index in range(12):
        taken.append(book.get(index, taken))
    judge = Judge("russian", "federation", 2000, 30)
    for opening in taken:
        assert len(opening.moves) == 8
        assert abs(judge.score(start_of(opening, "russian", "federation"))) <= 30
    assert len({opening.moves for opening in taken}) == 12
    again = open_book(config)
    assert [again.get(i, taken[:i]) for i in (0, 5, 11)] == [taken[i] for i in (0, 5, 11)]


def test_the_runner_costs_little_time(match):
    """Between an answer and the next question lie less than 2 ms, on average."""
    config = match(bolshak("a", limit=Limit(nodes=2000)), bolshak("b", limit=Limit(nodes=2000)),
                   games=6, concurrency=1)
    run(config)
    moves = thinking = seconds = 0.0
    for record in records(config):
        moves += len(record.moves)
        thinking += sum(comment.time for comment in record.comments)
        seconds += record.seconds
    assert (seconds * 1000 - thinking) / moves < 2


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_long_self_play(match):
    """1,000 games at 2,000 nodes a move: nobody forfeits, and memory stays flat."""
    samples = []

    class Sampler(Display):
        def game(self, record, standings) -> None:
            if standings.games % 250 == 0:
                samples.append(int(Path("/proc/self/statm").read_text().split()[1])
                               * resource.getpagesize())

    config = match(bolshak("a", limit=Limit(nodes=2000)), bolshak("b", limit=Limit(nodes=2000)),
                   games=1000, openings=Openings("random:8"))
    runner = Runner(config, Sampler(config))
    begin = time.monotonic()
    runner.run()
    print(f"{time.monotonic() - begin:.0f} s")
    assert runner.standings.games == 1000
    assert all(not totals.faults for totals in runner.standings.totals.values())
    assert samples[-1] - samples[0] < 8 << 20
    assert sum(line["type"] == "game" for line in read_lines(Path(config.output) / LOG)) == 1000
