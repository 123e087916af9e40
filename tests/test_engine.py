"""The engine as protocols use it: commands from any thread, callbacks, options, time."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

import pytest
from searching import search

from bolshak import Best, Engine, Game, Info, Limits, OptionError, Position, deepening

ONE_MOVE = Position("russian", "W:Wh6:Bg7,c5,d2")
FINISHED = Position("russian", "W:Wa5,b6:Ba7,c7,d8,b8")
WON = Position("russian", "W:WKc3,Kd2:Ba5,h6")
START = Position("russian")


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    engine.set_option("Hash", "8")
    yield engine
    engine.close()


class Listener:
    """Collects what a search tells and when."""

    def __init__(self) -> None:
        self.infos: list[Info] = []
        self.bests: list[Best] = []
        self.ended = 0.0

    def info(self, info: Info) -> None:
        assert not self.bests
        self.infos.append(info)

    def best(self, best: Best) -> None:
        self.ended = time.monotonic()
        self.bests.append(best)


def start(engine: Engine, position: Position, limits: Limits) -> Listener:
    """Begin a search."""
    listener = Listener()
    engine.set_game(Game.from_position(position))
    engine.go(limits, listener.info, listener.best)
    return listener


def timed(engine: Engine, position: Position, limits: Limits) -> float:
    """ms that a search takes."""
    before = time.monotonic()
    search(engine, position, limits)
    return (time.monotonic() - before) * 1000


# go and stop.

def test_stop_is_quick(engine: Engine) -> None:
    delays = []
    for number in range(20):
        listener = start(engine, START, Limits(infinite=True))
        time.sleep(0.005 * (number % 5))
        stopped = time.monotonic()
        engine.stop()
        assert engine.wait(5)
        assert len(listener.bests) == 1 and listener.infos
        delays.append(listener.ended - stopped)
    assert sorted(delays)[len(delays) // 2] < 0.005


def test_stop_before_anything_was_searched(engine: Engine) -> None:
    for _ in range(50):
        listener = start(engine, START, Limits(infinite=True))
        engine.stop()
        assert engine.wait(5)
        assert listener.bests[0].move in START.legal_moves()
        assert listener.infos[-1].pv[0] == listener.bests[0].move


def test_a_stray_stop_ends_nothing(engine: Engine) -> None:
    engine.stop()
    engine.ponderhit()
    listener = start(engine, START, Limits(infinite=True))
    engine.ponderhit()
    assert not engine.wait(0.2)
    engine.stop()
    assert engine.wait(5) and len(listener.bests) == 1
    engine.stop()
    assert len(listener.bests) == 1


@pytest.mark.parametrize("position", [START, ONE_MOVE, WON, FINISHED])
@pytest.mark.parametrize("limits", [Limits(infinite=True), Limits(), Limits(infinite=True, depth=2),
                                    Limits(ponder=True, movetime=1), Limits(ponder=True, nodes=9),
                                    Limits(ponder=True, white_time=10, black_time=10)])
def test_the_move_is_held_back(engine: Engine, position: Position, limits: Limits) -> None:
    listener = start(engine, position, limits)
    assert not engine.wait(0.15)
    assert engine.searching and not listener.bests
    engine.stop()
    assert engine.wait(5)
    assert len(listener.bests) == 1 and listener.infos


def test_waiting_costs_no_processor_time(engine: Engine) -> None:
    start(engine, FINISHED, Limits(infinite=True))
    time.sleep(0.05)
    before = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - before < 0.1
    engine.stop()


def test_ponderhit_starts_the_clock(engine: Engine) -> None:
    listener = start(engine, START, Limits(ponder=True, movetime=150))
    time.sleep(0.3)
    assert not listener.bests
    hit = time.monotonic()
    engine.ponderhit()
    assert engine.wait(5)
    assert 0.14 < listener.ended - hit < 0.25


def test_ponderhit_on_a_finished_search_answers_at_once(engine: Engine) -> None:
    for position, limits in ((WON, Limits(ponder=True, white_time=1000, black_time=1000)),
                             (START, Limits(ponder=True, depth=3))):
        listener = start(engine, position, limits)
        time.sleep(0.2)
        hit = time.monotonic()
        engine.ponderhit()
        assert engine.wait(5)
        assert listener.ended - hit < 0.1


def test_a_new_go_ends_the_old_one(engine: Engine) -> None:
    first = start(engine, START, Limits(infinite=True))
    second = start(engine, START, Limits(depth=3))
    assert len(first.bests) == 1
    assert engine.wait(5) and len(second.bests) == 1


def test_commands_end_a_search(engine: Engine) -> None:
    commands = (engine.new_game, lambda: engine.set_option("Hash", "4"),
                lambda: engine.set_option("Threads", "2"), lambda: engine.set_game(Game()))
    for command in commands:
        listener = start(engine, START, Limits(infinite=True))
        command()
        assert len(listener.bests) == 1 and not engine.searching


def test_callbacks_cannot_deadlock(engine: Engine) -> None:
    errors: list[Exception] = []

    def on_best(best: Best) -> None:
        try:
            engine.go(Limits(depth=1), print, print)
        except RuntimeError as error:
            errors.append(error)

    engine.go(Limits(depth=30), lambda info: engine.stop(), on_best)
    assert engine.wait(5)
    assert len(errors) == 1


def test_a_failing_callback_does_not_end_the_engine(
    engine: Engine, caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(anything: object) -> None:
        raise ValueError("a test")

    engine.go(Limits(depth=2), fail, fail)
    assert engine.wait(5)
    assert search(engine, START, Limits(depth=2)).best.move is not None
    assert "a test" in caplog.text


@pytest.mark.parametrize("threads", [1, 3])
def test_stress(threads: int) -> None:
    engine = Engine()
    engine.set_option("Hash", "1")
    engine.set_option("Threads", str(threads))
    rng = random.Random(threads)
    asked = 0
    answers: list[Best] = []
    stop = threading.Event()

    def disturb() -> None:
        while not stop.is_set():
            rng.choice((engine.stop, engine.ponderhit, lambda: engine.wait(0.001),
                        lambda: engine.searching))()
            time.sleep(rng.random() * 0.002)

    others = [threading.Thread(target=disturb) for _ in range(2)]
    for thread in others:
        thread.start()
    positions = [START, ONE_MOVE, WON, FINISHED]
    end = time.monotonic() + 3
    while time.monotonic() < end:
        engine.set_game(Game.from_position(rng.choice(positions)))
        engine.go(rng.choice((Limits(infinite=True), Limits(depth=3), Limits(nodes=500),
                              Limits(ponder=True, depth=5), Limits(movetime=2))),
                  lambda info: None, answers.append)
        asked += 1
        if rng.random() < 0.1:
            engine.new_game()
        time.sleep(rng.random() * 0.003)
    stop.set()
    for thread in others:
        thread.join()
    engine.close()
    assert asked > 100
    assert len(answers) == asked


def test_close(engine: Engine) -> None:
    before = threading.active_count()
    other = Engine()
    other.set_option("Threads", "4")
    listener = start(other, START, Limits(infinite=True))
    other.close()
    assert len(listener.bests) == 1
    assert threading.active_count() == before
    with pytest.raises(RuntimeError):
        other.go(Limits(depth=1), print, print)
    other.close()


# Time.

def test_movetime_is_kept(engine: Engine) -> None:
    for wanted in (50, 200):
        assert wanted - 1 <= timed(engine, START, Limits(movetime=wanted)) < wanted + 20


@pytest.mark.parametrize("limits", [
    Limits(movetime=0), Limits(movetime=-5), Limits(movetime=1), Limits(white_time=0),
    Limits(white_time=-100, black_time=60_000), Limits(white_time=1, black_time=1),
    Limits(black_time=5), Limits(white_time=20, white_inc=0)])
def test_without_time_the_move_comes_at_once(engine: Engine, limits: Limits) -> None:
    search(engine, START, Limits(depth=1))
    found = search(engine, START, limits)
    assert found.best.move is not None and found.infos and found.last.pv
    assert timed(engine, START, limits) < 40


def test_the_first_limit_reached_ends_the_search(engine: Engine) -> None:
    assert timed(engine, START, Limits(depth=60, white_time=200, black_time=200)) < 200
    assert timed(engine, START, Limits(nodes=1000, movetime=60_000)) < 500
    assert search(engine, START, Limits(nodes=10**9, depth=3)).last.depth == 3


def test_clocks_go_by_colour(engine: Engine) -> None:
    black = Position("english")
    assert black.side == "B"
    assert timed(engine, black, Limits(white_time=600_000, black_time=50)) < 60
    assert timed(engine, START, Limits(white_time=50, black_time=600_000)) < 60


def test_a_single_move_is_played_at_once_on_a_clock(engine: Engine) -> None:
    found = search(engine, ONE_MOVE, Limits(white_time=600_000, black_time=600_000))
    assert len(found.infos) == 1
    deeper = search(engine, Position("russian", "W:Wc3,g1:Bd4,h8,a7"), Limits(depth=6))
    assert deeper.last.depth == 6
    engine.set_option("UCI_AnalyseMode", "true")
    found = search(engine, Position("russian", "W:Wc3,g1:Bd4,h8,a7"),
                   Limits(white_time=600, black_time=600))
    assert found.last.depth > 1


def test_a_proved_win_does_not_use_the_clock(engine: Engine) -> None:
    assert timed(engine, WON, Limits(white_time=600_000, black_time=600_000)) < 1000


def test_current_moves_come_in_long_searches(
    engine: Engine, monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not search(engine, START, Limits(movetime=200)).current
    assert deepening.TALKATIVE == 3_000_000_000             # ns
    monkeypatch.setattr(deepening, "TALKATIVE", 20_000_000)
    found = search(engine, START, Limits(movetime=200))
    assert found.current
    for current in found.current:
        assert current.move in START.legal_moves()
        assert 1 <= current.number <= 7


# Options.

def test_threads(engine: Engine) -> None:
    for threads in (4, 1, 2, 9, 1):
        engine.set_option("Threads", str(threads))
        engine.ready()
        found = search(engine, START, Limits(movetime=30))
        assert found.best.move in START.legal_moves()


def test_hash_that_cannot_be_had(engine: Engine) -> None:
    for _ in range(2):
        with pytest.raises(OptionError, match="Hash"):
            engine.set_option("Hash", "1048576")
        assert engine.get_option("Hash") == 8
        assert search(engine, START, Limits(depth=5)).last.depth == 5
    for bad in ("0", "-1", "99999999", "2147483648", "abc", ""):
        with pytest.raises(OptionError):
            engine.set_option("Hash", bad)
    engine.set_option("hash", "16")
    assert engine.get_option("Hash") == 16


def test_the_variant_sets_the_start_position(engine: Engine) -> None:
    engine.set_option("UCI_Variant", "Frisian")
    assert engine.game.position.game == "frisian"
    assert search(engine, engine.game, Limits(depth=3)).best.move is not None
    with pytest.raises(OptionError):
        engine.set_option("UCI_Variant", "chess")
    assert engine.game.position.game == "frisian"


def test_draw_rules_are_read_anew(engine: Engine) -> None:
    game = Game("russian", "W:WKa1:BKh4")
    game.push(game.position.legal_moves()[0])
    engine.set_game(game)
    engine.set_option("DrawRules", "lidraughts")
    assert engine.game.position.draw_rules == "lidraughts"
    assert len(engine.game.moves) == 1
    assert engine.game.position.key == game.position.key


def test_games_do_not_share_the_table(engine: Engine) -> None:
    fen = "W:W21-32:B1-12"
    alone = search(engine, Position("giveaway", fen), Limits(depth=8))
    engine.new_game()
    search(engine, Position("russian", fen), Limits(depth=10))
    after = search(engine, Position("giveaway", fen), Limits(depth=8))
    assert alone.last.score == after.last.score and alone.last.nodes == after.last.nodes


def test_set_game_makes_a_copy(engine: Engine) -> None:
    game = Game()
    engine.set_game(game)
    game.push(game.position.legal_moves()[0])
    assert len(engine.game.moves) == 0


def test_clear_hash(engine: Engine) -> None:
    first = search(engine, START, Limits(depth=9))
    engine.set_option("Clear Hash", None)
    assert search(engine, START, Limits(depth=9)).last.nodes == first.last.nodes


def test_weak_levels_err_but_play_legally(engine: Engine) -> None:
    engine.set_option("Skill Level", "0")
    moves = {search(engine, START, Limits(movetime=100)).move for _ in range(25)}
    assert len(moves) > 1 and moves <= set(START.legal_moves())
    engine.set_option("UCI_LimitStrength", "true")
    engine.set_option("UCI_Elo", "2600")
    assert search(engine, START, Limits(depth=8)).last.depth == 8


def test_evaluate(engine: Engine) -> None:
    engine.set_game(Game("russian", "W:Wc3,e3,g3:Bf6"))
    *_, (name, total) = engine.evaluate()
    assert name == "total" and total > 100


# Kings among kings: the captures of the first iteration alone would take minutes.
CROWDED = [
    ("nigerian", "B:W23,21,27,18,14,9,26,K1,37,29,40,50,17,6,35,34,16,28,42,K2:B33,4,10,38,11,K48,"
     "12,15,39,K47,44,32,13,24,41,45,19,K46,30,K49"),
    ("canadian", "W:W32,25,21,26,50,62,11,54,7,64,63,K3,33,17,16,48,46,69,59,27,39,72,19,34,12,47,"
     "K5,9,15:B31,36,40,41,56,18,14,37,2,52,38,53,44,8,35,29,6,10,57,65,K68,49,61,K71,22,43,66,23,"
     "55"),
    ("giveaway", "B:WK32,K12,K3,K16,K28,K20,K26,K24,K9,K13,K15,K7:BK29,K23,K19,K21,K4,K2,K10,K6,"
     "K30,K1,K31,K14"),
]


@pytest.mark.parametrize("game, fen", CROWDED)
@pytest.mark.parametrize("limits", [Limits(movetime=50), Limits(white_time=1, black_time=1),
                                    Limits(depth=1)], ids=["movetime", "clock", "depth"])
def test_the_first_iteration_ends(engine: Engine, game: str, fen: str, limits: Limits) -> None:
    engine.set_game(Game(game, fen))
    infos: list[Info] = []
    found: list[Best] = []
    engine.go(limits, infos.append, found.append)
    assert engine.wait(10)
    assert found[0].move in engine.game.position.legal_moves()
    assert infos and infos[-1].pv


def test_weak_play_shows_no_more_lines_than_asked(engine: Engine) -> None:
    engine.set_option("Skill Level", "3")
    for lines in (1, 2):
        engine.set_option("MultiPV", str(lines))
        infos: list[Info] = []
        engine.go(Limits(depth=6), infos.append, lambda best: None)
        assert engine.wait(10)
        assert {info.multipv for info in infos} == set(range(1, lines + 1))
