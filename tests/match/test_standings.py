"""Totals over games: colours, pairs, faults, speed and depth."""

from __future__ import annotations

import pytest

from bolshak.bench.match.display import Display, LiveDisplay
from bolshak.bench.match.faults import CRASH, TIME
from bolshak.bench.match.record import FORFEIT, RULES, Comment, Opening, Record
from bolshak.bench.match.standings import Standings, opening_side
from bolshak.bench.match.summary import count, duration, summary, with_error

START = Opening("start", "W:Wc3:Bf6")


def record(number, result, **values) -> Record:
    white, black = ("a", "b") if number % 2 == 0 else ("b", "a")
    return Record(number, white, black, values.pop("opening", START), result,
                  values.pop("ending", RULES), values.pop("reason", "no legal move"), **values)


def test_pairs_are_found_whatever_the_order():
    standings = Standings(["a", "b"])
    for number, result in ((3, "0-1"), (0, "1-0"), (2, "1/2-1/2"), (1, "1-0"), (4, "1-0")):
        standings.add(record(number, result))
    tally = standings.tally("a", "b")
    assert (tally.wins, tally.draws, tally.losses) == (3, 1, 1)
    assert tally.pairs == [0, 0, 1, 1, 0]
    assert tally.decisive_middles == 1
    assert standings.tally("b", "a").pairs == [0, 1, 1, 0, 0]
    assert (standings.white_wins, standings.black_wins) == (3, 1)
    assert standings.ranking() == ["a", "b"]


@pytest.mark.parametrize("fen, moves, side", [
    ("W:Wc3:Bf6", (), "W"), ("W:Wc3:Bf6", ("22-18",), "B"), ("B:Wc3:Bf6", (), "B"),
    ("B:Wc3:Bf6", ("1-2", "3-4"), "B"), ("B:Wc3:Bf6", ("1-2",), "W")])
def test_side_after_the_opening(fen, moves, side):
    assert opening_side(record(0, "1-0", opening=Opening("", fen, moves))) == side


def test_speed_and_depth_belong_to_the_mover():
    comments = [Comment(10, 8, 1000, 10, None), Comment(5, 4, 300, 2, None),
                Comment(None, None, None, 90, None), Comment(5, 6, 100, 2, None)]
    standings = Standings(["a", "b"])
    # Black moves first here, and Black is b.
    opening = Opening("", "B:Wc3:Bf6")
    standings.add(record(0, "1-0", opening=opening, moves=["x"] * 4, comments=comments))
    a, b = standings.totals["a"], standings.totals["b"]
    assert (b.moves, b.nodes, b.speed, b.depth, b.slowest) == (2, 1000, 100_000, 8, 90)
    assert (a.moves, a.nodes, a.speed, a.depth, a.slowest) == (2, 400, 100_000, 5, 2)


def test_faults_are_counted():
    standings = Standings(["a", "b"])
    for number, fault in enumerate((TIME, CRASH, TIME)):
        standings.add(record(number, "0-1", ending=FORFEIT, reason=f"{fault}: x", fault=fault,
                             offender="b"))
    totals = standings.totals["b"]
    assert (totals.time_losses, totals.crashes) == (2, 1)
    assert totals.describe_faults() == "1 crash, 2 time loss"
    assert standings.endings == {TIME: 2, CRASH: 1}


def test_words():
    assert duration(59.6) == "1:00"
    assert duration(3725) == "1:02:05"
    assert count(950) == "950"
    assert count(12_345) == "12.3 k"
    assert count(4_560_000) == "4.56 M"
    assert with_error(12.34, 5.67) == "+12.3 ± 5.7"
    assert with_error(12.34, float("inf")) == "+12.3"
    assert with_error(float("-inf"), float("inf")) == "–"


def test_what_nobody_knows_is_a_dash(match):
    """After one pair that was won, played by engines that tell neither nodes nor depth."""
    config = match()
    names = [engine.name for engine in config.engines]
    standings = Standings(names)
    for number, result in enumerate(("1-0", "0-1")):
        standings.add(Record(number, names[number], names[1 - number], START, result, RULES, "",
                             moves=["x"] * 2, comments=[Comment(None, None, None, 9, None)] * 2))
    assert (standings.totals["one"].speed, standings.totals["one"].depth) == (None, None)
    lines = summary(config, standings)
    assert "Elo –, normalized –, LOS 100.0 %" in lines
    assert lines[2].endswith("won to lost –")
    for name, line in zip(names, lines[-2:], strict=True):
        assert line.startswith(f"{name}: – nodes/s, depth –, slowest move 9 ms")


def test_displays(match, capsys):
    """Lines and live table show the same numbers; a long match gets few lines."""
    config = match(games=200)
    names = [engine.name for engine in config.engines]
    standings = Standings(names)
    plain = Display(config)
    plain.begin(200, standings)
    for number in range(200):
        white, black = (names[number % 2], names[1 - number % 2])
        played = Record(number, white, black, START, "1-0", RULES, "no legal move")
        standings.add(played)
        plain.game(played, standings)
    plain.end(standings, summary(config, standings))
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith(tuple("0123456789"))]) < 30
    assert "100 won, 100 lost, 0 drawn: 100 of 200 (50.0 %)" in "\n".join(lines)

    console = pytest.importorskip("rich.console", reason="rich is not installed")
    screen = console.Console(force_terminal=True, width=110, record=True)
    live = LiveDisplay(config, screen)
    live.begin(200, standings)
    live.game(played, standings)
    live.end(standings, ["that is all"])
    shown = screen.export_text()
    assert "one" in shown and "200" in shown and "50.0" in shown
    assert "that is all" in shown
