"""The UCI session against a scripted engine: what reaches the engine, what is printed, and in
which order. No process, no search, no waiting."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from process import ERROR

from bolshak import Game, games
from bolshak.options import Option, OptionError, standard_options
from bolshak.protocol.lines import LineReader
from bolshak.protocol.output import Output
from bolshak.protocol.uci import UciSession


class Recorder(Output):
    """Keeps the lines instead of writing them."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def _write(self, text: str) -> bool:
        self.texts.append(text)
        return True

    def take(self) -> list[str]:
        texts, self.texts = self.texts, []
        return texts


class FakeEngine:
    """Records what it is told. A search lasts until the test, or a `stop`, ends it."""

    def __init__(self) -> None:
        self.options = standard_options(games())
        self.game = Game()
        self.calls: list[str] = []
        self.searching = False
        self.limits: Any = None
        self.callbacks: Any = None
        self.refuse = ""

    def set_option(self, name: str, value: str | None) -> None:
        option, parsed = self.options.parse(name, value)
        if option.name == self.refuse:
            raise OptionError(f"option {option.name}: refused")
        self.options.store(option, parsed)
        self.calls.append(f"set {option.name}={parsed}")
        if option.name == "UCI_Variant":
            self.game = Game(str(parsed))

    def get_option(self, name: str) -> int | bool | str:
        return self.options[name]

    def set_game(self, game: Game) -> None:
        self.calls.append("set_game")
        self.game = game

    def new_game(self) -> None:
        self.calls.append("new_game")

    def ready(self) -> None:
        self.calls.append("ready")

    def go(self, limits: Any, on_info: Any, on_best: Any, on_current: Any = None) -> None:
        assert not self.searching
        self.calls.append("go")
        self.searching = True
        self.limits = limits
        self.callbacks = SimpleNamespace(info=on_info, best=on_best, current=on_current)

    def finish(self) -> None:
        self.searching = False
        moves = self.game.position.legal_moves()
        self.callbacks.best(SimpleNamespace(move=moves[0] if moves else None, ponder=None))

    def stop(self) -> None:
        self.calls.append("stop")
        if self.searching:
            self.finish()

    def ponderhit(self) -> None:
        self.calls.append("ponderhit")

    def wait(self, timeout: float | None = None) -> bool:
        return not self.searching

    def evaluate(self) -> list[tuple[str, int]]:
        return [("men", 3), ("total", -4)]


class FakeBench:
    """A bench that ends when it is told to."""

    may_end = Event()

    def run(self, depth: int | None, on_line: Callable[[str], None]) -> Any:
        on_line("position 1")
        assert self.may_end.wait(10)
        return SimpleNamespace(nodes=1000, time_ms=10)

    def stop(self) -> None:
        self.may_end.set()


@pytest.fixture(autouse=True)
def fake_bench(monkeypatch: pytest.MonkeyPatch) -> type[FakeBench]:
    """The bench of every session here."""
    monkeypatch.setattr("bolshak.bench.benchmark.Bench", FakeBench)
    monkeypatch.setattr(FakeBench, "may_end", Event())
    return FakeBench


class Client:
    """A session with both its ends."""

    def __init__(self, complaints: list[str] | None = None) -> None:
        self.engine = FakeEngine()
        self.reader = LineReader()
        self.output = Recorder()
        self.session = UciSession(self.engine, self.reader, self.output,  # type: ignore[arg-type]
                                  complaints or [])

    def obey(self, *lines: str) -> None:
        """Carry out lines at once."""
        for line in lines:
            assert self.session.obey(line)

    def tell(self, *lines: str) -> list[str]:
        """Carry out lines at once; what they print."""
        self.obey(*lines)
        return self.output.take()

    def run(self, *lines: str) -> list[str]:
        """A whole session from its first line to the end of input."""
        for line in lines:
            self.reader.put(line)
        self.reader.put(None)
        self.session.run()
        return self.output.take()


@pytest.fixture
def client() -> Client:
    return Client()


def test_quit_ends_the_session() -> None:
    client = Client()
    assert client.run("isready", " quit ", "isready") == ["readyok"]


def test_complaints_of_the_command_line_follow_the_first_answer() -> None:
    client = Client(["--hash: bad"])
    assert client.tell("", "isready") == ["readyok", ERROR + "--hash: bad"]
    assert client.tell("isready") == ["readyok"]


def test_isready_waits_for_work_only_when_idle(client: Client) -> None:
    client.tell("isready")
    assert client.engine.calls == ["ready"]
    client.tell("go infinite")
    assert client.tell("isready") == ["readyok"]
    assert client.engine.calls == ["ready", "go"]


def test_limits(client: Client) -> None:
    client.tell("go wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9")
    limits = client.engine.limits
    assert (limits.white_time, limits.black_time) == (1, 2)
    assert (limits.white_inc, limits.black_inc) == (3, 4)
    assert (limits.moves_to_go, limits.depth, limits.nodes) == (5, 6, 7)
    assert (limits.mate, limits.movetime) == (8, 9)
    assert not limits.infinite
    assert not limits.ponder
    assert limits.searchmoves is None
    client.tell("go ponder movestogo 0")
    assert client.engine.limits.ponder
    assert client.engine.limits.moves_to_go is None
    client.tell("go")
    assert client.engine.limits.infinite


def test_searchmoves(client: Client) -> None:
    errors = client.tell("go depth 2 searchmoves c3d4 a1f8 c3-d4 g3h4 zz depth x")
    assert len(errors) == 1
    assert errors[0].startswith(ERROR + "go: ")
    assert "'a1f8'" in errors[0]
    assert "'zz'" in errors[0]
    assert "depth 'x'" in errors[0]
    names = [client.engine.game.position.board.name(move.target)
             for move in client.engine.limits.searchmoves]
    assert names == ["d4", "h4"]
    assert client.tell("stop", "go depth 2 searchmoves a1f8")[-1].startswith(ERROR)
    assert client.engine.limits.searchmoves is None


@pytest.mark.parametrize("line", ["position startpos", "go depth 1", "setoption name Hash value 1",
                                  "ucinewgame", "perft 1", "bench 1", "position foo"])
def test_some_commands_stop_the_search_first(client: Client, line: str) -> None:
    FakeBench.may_end.set()
    client.tell("go infinite")
    assert client.tell(line)[0].startswith("bestmove ")
    assert client.engine.calls[1] == "stop"


@pytest.mark.parametrize("line", ["isready", "uci", "d", "fen", "moves", "eval", "help", "foo",
                                  "debug on", "ponderhit", ""])
def test_others_do_not(client: Client, line: str) -> None:
    client.tell("go infinite")
    client.tell(line)
    assert client.engine.searching
    assert "stop" not in client.engine.calls


def test_stop_and_ponderhit_reach_only_a_running_search(client: Client) -> None:
    assert client.tell("stop", "ponderhit") == []
    assert client.engine.calls == []
    client.tell("go ponder wtime 9 btime 9", "ponderhit")
    assert client.engine.calls == ["go", "ponderhit"]
    assert [line[:9] for line in client.tell("stop", "stop")] == ["bestmove "]
    assert client.engine.calls == ["go", "ponderhit", "stop"]


def test_end_of_input_stops_the_search(client: Client) -> None:
    lines = client.run("go infinite")
    assert [line[:9] for line in lines] == ["bestmove "]


def test_setoption(client: Client) -> None:
    assert client.tell("setoption name move  overhead value 50") == []
    assert client.engine.calls == ["set Move Overhead=50"]
    assert client.tell("setoption name TablePath value  a  b ") == []
    assert client.engine.get_option("TablePath") == "a  b"
    client.engine.refuse = "EvalFile"
    assert client.tell("setoption name EvalFile value x") == [
        ERROR + "setoption: option EvalFile: refused"]
    (line,) = client.tell("setoption name uci_variant value CANADIAN")
    assert line.startswith("info string variant canadian files 12 ranks 12 startpos W:W43,44,")


def test_a_bad_position_leaves_the_old_one(client: Client) -> None:
    client.tell("position startpos moves c3d4")
    game = client.engine.game
    for line in ("position", "position foo", "position fen", "position fen blah",
                 "position startpos moves c3d4 a1f8", "position startpos moves c3d4 d6c5 x"):
        (error,) = client.tell(line)
        assert error.startswith(ERROR + "position: ")
        assert client.engine.game is game
    assert len(game.moves) == 1


def test_the_game_is_kept_for_repetition(client: Client) -> None:
    there = "a1b2 b8a7 b2a1 a7b8 "
    fen = "position fen W:WKa1:BKb8 moves "
    client.tell(fen + there)
    assert client.engine.game.repetitions() == 2
    client.tell(fen + there * 2)
    assert client.engine.game.repetitions() == 3
    client.tell(fen)
    assert client.engine.game.repetitions() == 1


def test_going_on_does_not_touch_the_game_of_the_engine(client: Client) -> None:
    client.tell("position startpos moves c3d4")
    game = client.engine.game
    client.tell("position startpos moves c3d4 d6c5")
    assert len(game.moves) == 1
    assert client.engine.game is not game
    client.tell("position startpos moves c3d4 d6c5 zz")
    assert len(client.engine.game.moves) == 2


def test_draw_rules_count_as_another_start(client: Client) -> None:
    client.tell("position startpos moves c3d4", "setoption name DrawRules value lidraughts",
                "position startpos moves c3d4 d6c5")
    assert client.engine.game.position.draw_rules == "lidraughts"
    assert client.engine.game.start.draw_rules == "lidraughts"


def test_a_bug_is_told_and_survived(client: Client) -> None:
    def broken() -> None:
        raise RuntimeError("oops")

    client.engine.evaluate = broken  # type: ignore[method-assign,assignment]
    assert client.tell("eval") == [ERROR + "eval: internal error: RuntimeError: oops"]


def info(client: Client, **changes: Any) -> Any:
    position = client.engine.game.position
    first = position.legal_moves()[0]
    reply = position.play(first).legal_moves()[0]
    result = SimpleNamespace(
        depth=5, selective_depth=9, multipv=1, score=SimpleNamespace(cp=12, mate=None, plies=None),
        bound="exact", nodes=100, nps=5000, hashfull=3, tbhits=2, time=20, pv=[first, reply],
        wdl=(300, 500, 200), mean_depth=4.5)
    for name, value in changes.items():
        setattr(result, name, value)
    return result


def test_info_lines(client: Client) -> None:
    client.tell("go infinite")
    send = client.engine.callbacks.info
    send(info(client))
    send(info(client, bound="lower", score=SimpleNamespace(cp=None, mate=-3, plies=6)))
    send(info(client, depth=0, pv=[], score=SimpleNamespace(cp=None, mate=0, plies=0)))
    first, second, third = client.output.take()
    move, reply = first.split()[-2:]
    assert first == ("info depth 5 seldepth 9 multipv 1 score cp 12 nodes 100 nps 5000"
                     f" hashfull 3 tbhits 2 time 20 pv {move} {reply}")
    assert " score mate -3 lowerbound nodes " in second
    assert third == "info depth 0 score mate 0"
    client.tell("stop", "setoption name UCI_ShowWDL value true",
                "setoption name MoveNotation value pdn", "go infinite")
    client.engine.callbacks.info(info(client))
    (line,) = client.output.take()
    assert " score cp 12 wdl 300 500 200 nodes " in line
    assert line.endswith(f" pv {move[:2]}-{move[2:]} {reply[:2]}-{reply[2:]}")


def test_best_and_current_lines(client: Client) -> None:
    client.tell("go infinite")
    position = client.engine.game.position
    first = position.legal_moves()[0]
    reply = position.play(first).legal_moves()[0]
    client.engine.callbacks.current(SimpleNamespace(depth=20, move=first, number=3))
    client.engine.callbacks.best(SimpleNamespace(move=first, ponder=reply))
    current, bestmove = client.output.take()
    _, move, _, answer = bestmove.split()
    assert bestmove == f"bestmove {move} ponder {answer}"
    assert current == f"info depth 20 currmove {move} currmovenumber 3"


def test_eval(client: Client) -> None:
    assert client.tell("eval") == ["men 3", "eval cp -4"]


def test_lines_wait_while_bench_runs(client: Client) -> None:
    engine = client.engine
    client.obey("bench 3", "fen", "setoption name Hash value 32", "foo", "isready")
    assert "readyok" in client.output.texts
    assert engine.calls == []
    FakeBench.may_end.set()
    lines = client.run("moves")
    assert [line.split()[0] for line in lines if line != "readyok"] == [
        "info", "bench", "fen", "info", "moves"]
    assert "info string position 1" in lines
    assert "bench nodes 1000 time 10 nps 100000" in lines
    assert engine.calls[0] == "set Hash=32"


def test_stop_interrupts_bench_and_still_ends_a_waiting_search(client: Client) -> None:
    client.obey("bench", "go infinite", "stop", "fen")
    lines = client.run()
    assert "info string stopped" in lines
    assert not any(line.startswith("bench") for line in lines)
    assert [line.split()[0] for line in lines[-2:]] == ["bestmove", "fen"]


def test_jobs_follow_each_other(client: Client) -> None:
    lines = client.run("perft 1", "perft 2", "fen", "perft 3", "moves")
    heads = [line.split()[0] for line in lines if not line.split()[0].endswith(":")]
    assert heads == ["perft", "perft", "fen", "perft", "moves"]


def test_options_of_another_engine_are_told_as_they_are() -> None:
    from bolshak.protocol.uci_format import option_line

    assert option_line(Option("A B", "spin", -1, low=-5, high=5)) == (
        "option name A B type spin default -1 min -5 max 5")
