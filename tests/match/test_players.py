"""Single games against mock engines: every protocol, every way to misbehave."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bolshak import Game
from bolshak.bench.match.connect import start_player
from bolshak.bench.match.faults import (
    CRASH,
    HANG,
    ILLEGAL,
    NO_MOVE,
    START,
    TIME,
    ConfigError,
    EngineFault,
)
from bolshak.bench.match.limits import Limit
from bolshak.bench.match.process import Stop
from bolshak.bench.match.record import FORFEIT, RULES, Opening, replay
from bolshak.bench.match.referee import Conditions, Referee

PORT = {"port": "{port}"}
CLOCK = Limit(base=400)


@pytest.fixture
def play():
    """play(white, black, game="russian") -> record and players of one game."""
    running = []

    def one(white, black, game="russian", fen=None, **conditions):
        start = Game(game, fen)
        players = {}
        for side, config in (("W", white), ("B", black)):
            players[side] = start_player(config, game, "federation", Stop())
            running.append(players[side])
        opening = Opening("start", start.start.fen())
        conditions = Conditions(**{"patience": 1000, **conditions})
        record = Referee(0, opening, start, players, conditions).play()
        again = replay(game, "federation", opening.fen, record.moves)
        if record.ending == RULES:
            assert again.result() is not None
            assert again.result().reason == record.reason
        return record, players

    yield one
    for player in running:
        player.close()


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"


def test_uci(mock, play):
    record, players = play(mock("a"), mock("b", seed=5))
    assert (record.white, record.black, record.ending) == ("a", "b", RULES)
    assert players["W"].identity == "Mock 1"
    comment = record.comments[0]
    assert (comment.score, comment.depth, comment.nodes, comment.clock) == (0, 3, 1234, None)
    assert len(record.comments) == len(record.moves)


def test_uci_with_clock_and_ponder(mock, play):
    clock = {"limit": Limit(base=20_000, increment=10, moves=30), "ponder": True}
    record, _ = play(mock("a", settings=clock), mock("b", settings=clock, seed=5, greedy=1))
    assert record.ending == RULES
    assert all(comment.clock > 0 for comment in record.comments)


@pytest.mark.parametrize("protocol, game", [("hub", "international"), ("hub", "russian")])
def test_hub(mock, play, protocol, game):
    record, players = play(mock("a", protocol), mock("b", seed=5), game)
    assert record.ending == RULES
    assert players["W"].identity == "Mock 2"
    assert record.comments[0].nodes == 99


def test_hub_version_1(mock, play):
    record, players = play(mock("a", "hub1", {"protocol": "hub", "limit": Limit(depth=3)}),
                           mock("b", "hub"), "international")
    assert record.ending == RULES
    assert players["W"].identity == "Mock 1"
    assert (record.comments[0].depth, record.comments[0].nodes) == (12, 4321)


def test_hub_version_1_knows_no_node_limit(mock):
    with pytest.raises(ConfigError, match="node"):
        start_player(mock("a", "hub1"), "international", "federation", Stop())


@pytest.mark.parametrize("dxp_is_white", [True, False])
def test_dxp(mock, play, dxp_is_white):
    dxp = mock("dxp", "dxp", {"limit": Limit(base=60_000)}, **PORT)
    engines = (dxp, mock("b", "hub")) if dxp_is_white else (mock("b", "hub"), dxp)
    record, players = play(*engines)
    assert record.ending == RULES
    assert players["W" if dxp_is_white else "B"].identity == "Mock"


def test_dxp_from_a_position(mock, play):
    dxp = mock("dxp", "dxp", {"limit": Limit(base=60_000)}, **PORT)
    record, _ = play(dxp, mock("b"), fen="B:Wc1,d2,e1,f2,Ka1:Bb8,c7,d8,e7")
    assert record.ending == RULES


def test_dxp_clocks_have_minutes_only(mock):
    for limit in (Limit(base=90_000), Limit(base=60_000, increment=1)):
        with pytest.raises(ConfigError, match="minutes"):
            start_player(mock("a", "dxp", {"limit": limit}, **PORT), "russian", "federation",
                         Stop())


def test_players_serve_one_game_after_the_other(mock, play):
    """Also when a game was ended by the other engine's fault, in the middle of pondering."""
    config = mock("a", settings={"ponder": True})
    player = start_player(config, "russian", "federation", Stop())
    for seed in range(3):
        other = start_player(mock("b", seed=seed, trouble="crash", at=3), "russian",
                             "federation", Stop())
        game = Game()
        record = Referee(seed, Opening("", game.start.fen()), game, {"W": player, "B": other},
                         Conditions()).play()
        assert (record.result, record.fault) == ("1-0", CRASH)
        assert not player.broken
        other.close()
    player.close()


@pytest.mark.parametrize("trouble, kind, limit", [
    ("crash", CRASH, None), ("hang", HANG, None), ("hang", HANG, CLOCK), ("illegal", ILLEGAL, None),
    ("garbage", NO_MOVE, None), ("none", NO_MOVE, None), ("slow", TIME, CLOCK),
    ("deaf", HANG, CLOCK)])
def test_uci_troubles(mock, play, trouble, kind, limit):
    settings = {"limit": limit} if limit else {}
    bad = mock("bad", "uci", settings, trouble=trouble, at=3, late=700)
    record, players = play(bad, mock("good"))
    assert (record.result, record.ending) == ("0-1", FORFEIT)
    assert (record.fault, record.offender) == (kind, "bad")
    assert len(record.moves) == 4
    assert not players["B"].broken
    if kind in (CRASH, HANG, ILLEGAL):
        assert players["W"].broken


@pytest.mark.parametrize("trouble, kind", [
    ("crash", CRASH), ("hang", HANG), ("illegal", ILLEGAL), ("deaf", HANG)])
def test_hub_troubles(mock, play, trouble, kind):
    record, _ = play(mock("good"), mock("bad", "hub", trouble=trouble, at=2))
    assert (record.result, record.fault, record.offender) == ("1-0", kind, "bad")


@pytest.mark.parametrize("trouble, kind", [
    ("crash", CRASH), ("hang", HANG), ("illegal", ILLEGAL), ("resign", NO_MOVE)])
def test_dxp_troubles(mock, play, trouble, kind):
    bad = mock("bad", "dxp", trouble=trouble, at=2, **PORT)
    record, _ = play(mock("good"), bad)
    assert (record.result, record.fault, record.offender) == ("1-0", kind, "bad")


def test_a_crash_is_told_with_its_last_words(mock, play):
    record, _ = play(mock("bad", trouble="crash"), mock("good"))
    assert record.reason == "crash: exit code 1; mock: crashed as asked"


def test_overstepped_movetime(mock, play):
    settings = {"limit": Limit(movetime=100)}
    record, _ = play(mock("bad", settings=settings, trouble="slow", at=2, late=300), mock("good"))
    assert (record.fault, record.offender) == (TIME, "bad")


def test_margin(mock, play):
    settings = {"limit": Limit(movetime=100)}
    slow = mock("slow", settings=settings, trouble="slow", at=2, late=120)
    assert play(slow, mock("good"), margin=400)[0].ending == RULES


@pytest.mark.parametrize("trouble", ["mute", "exit"])
def test_engines_that_do_not_start(mock, trouble):
    config = mock("bad", "uci", {"start_timeout": 0.7}, trouble=trouble)
    with pytest.raises(EngineFault) as caught:
        start_player(config, "russian", "federation", Stop())
    assert caught.value.kind == START


def test_a_program_that_is_not_there(mock):
    config = mock("bad", "uci", {"directory": "/nowhere"})
    with pytest.raises(EngineFault, match="No such file"):
        start_player(config, "russian", "federation", Stop())


@pytest.mark.parametrize("settings, game, message", [
    ({"options": {"Colour": "red"}}, "russian", "Colour"), ({}, "turkish", "turkish")])
@pytest.mark.parametrize("protocol", ["uci", "hub"])
def test_engines_that_cannot_play_the_match(mock, settings, game, message, protocol):
    with pytest.raises(ConfigError, match=message):
        start_player(mock("a", protocol, settings), game, "federation", Stop())


@pytest.mark.parametrize("trouble", ["stay", "deaf", "hang"])
def test_nothing_survives_the_end(mock, tmp_path, trouble):
    note = tmp_path / "note"
    player = start_player(mock("a", note=note, trouble=trouble), "russian", "federation", Stop())
    process = int(note.read_text())
    assert alive(process)
    begin = time.monotonic()
    player.close()
    assert time.monotonic() - begin < 3
    assert not alive(process)


def test_children_of_an_engine_end_with_it(mock, tmp_path):
    shell = ("sh", "-c", f"sleep 1000 & echo $! > {tmp_path}/child; exec \"$@\"", "sh")
    config = mock("a", settings={"protocol": "uci"})
    config = replace(config, command=(*shell, *config.command))
    player = start_player(config, "russian", "federation", Stop())
    child = int((tmp_path / "child").read_text())
    assert alive(child)
    player.close()
    limit = time.monotonic() + 2
    while alive(child) and time.monotonic() < limit:
        time.sleep(0.01)
    assert not alive(child)
