"""The Hub protocol: each promise of protocols.md 3 through pipes to the installed command."""

from __future__ import annotations

import time

import pytest
from clients.hub_client import ERROR, HubClient

RUSSIAN = "W" + "b" * 12 + "e" * 8 + "w" * 12
INTERNATIONAL = "W" + "b" * 20 + "e" * 10 + "w" * 20
CHANGES = ["pos start", "level depth=2", "new-game", "init", "set-param name=threads value=1"]
PARAMETERS = {
    "variant": "value=normal type=enum",
    "threads": "value=1 type=int min=1 max=512",
    "tt-size": "value=22 type=int min=16 max=36",
    "ponder": "value=false type=bool",
    "book": "value=false type=bool",
    "book-ply": "value=4 type=int min=0 max=20",
    "book-margin": "value=4 type=int min=0 max=100",
    "bb-size": "value=8 type=int min=0 max=8",
    "bb-path": 'value="" type=string',
    "eval-file": 'value="" type=string',
    "numbering": 'value=auto type=enum values="auto board pdn"',
    "output-delay": "value=8 type=int min=0 max=50",
}


def russian(**parameters: object) -> HubClient:
    client = HubClient()
    client.hello(variant="russian", **parameters)
    return client


def test_handshake() -> None:
    with HubClient(delay=True) as hub:
        declared = hub.hello()
        assert list(declared) == list(PARAMETERS)
        for name, rest in PARAMETERS.items():
            assert declared[name].startswith(f"param name={name} {rest}")
        values = declared["variant"].partition('values="')[2].rstrip('"').split()
        assert values[0] == "normal"
        assert {"normal", "killer", "bt", "frisian", "losing", "russian", "brazilian", "standard",
                "fromposition", "american", "checkers", "frysk!", "turkish"} <= set(values)
        assert len(values) == len(set(values))
        hub.quit()


def test_first_line_decides_and_arguments_are_not_needed() -> None:
    with HubClient() as hub:
        first = hub.hello()
        again = hub.hello(threads=2, numbering="pdn", bb_size=4, ponder=True)
        assert first == again
        now = hub.hello()
        assert "value=2 " in now["threads"] and "value=pdn " in now["numbering"]
        assert "value=4 " in now["bb-size"] and "value=true " in now["ponder"]
        hub.quit()


def test_parameters_are_checked_and_bad_ones_ignored() -> None:
    with HubClient() as hub:
        before = hub.hello()
        hub.quietly(
            "set-param name=nope value=1", "set-param name=threads value=0",
            "set-param name=threads value=many", "set-param name=tt-size value=15",
            "set-param name=tt-size value=99999999999999999999", "set-param name=variant value=go",
            "set-param name=bb-path", "set-param value=1", "set-param", "set-param name=ponder",
            "set-param name=output-delay value=51", "set-param name=numbering value=roman",
            "set-param name=eval-file value=/no/such/file", "set-param name=initial-time value=600",
            "set-param name=ponder value=maybe", "set-param name=book-ply value=-1")
        assert hub.hello() == before
        hub.quietly("set-param name=tt-size value=16", 'set-param name=book value="true"')
        after = hub.hello()
        assert "value=16 " in after["tt-size"] and "value=true " in after["book"]
        hub.quit()


def test_dialects_are_read() -> None:
    """P44: quoted values, blanks, unknown commands and arguments, parameters before the rest."""
    with HubClient() as hub:
        hub.send('\tset-param   name=variant\tvalue="russian"  ', "")
        hub.hello()
        hub.quietly("handicap 5", "foo bar=1", "isready", "uci", '"', 'foo "unterminated')
        hub.send(f'pos  pos="{RUSSIAN}"   colour=blue moves="22-18   10-14"  flag')
        answer = hub.go("depth=3 foo=7 bar", mode="mcts")
        assert answer.move and answer.infos
        hub.send("level depth=2", "go")
        assert hub.answer().move
        hub.quit()


def test_broken_lines_are_told_and_change_nothing() -> None:
    with russian() as hub:
        hub.place(RUSSIAN, "22-18")
        for line in ('pos pos="' + RUSSIAN, f"pos pos={RUSSIAN} =3", 'level depth="3', 'go "think',
                     "level depth=deep", "level time=nan"):
            assert hub.error(line)
        assert hub.go("depth=1").infos[0]["pv"].split()[0] in ("9-13", "9-14", "10-14", "10-15",
                                                               "11-15", "11-16", "12-16")
        hub.quit()


@pytest.mark.parametrize("level", [
    "depth=4", "nodes=5000", "move-time=0.1", "move-time=1e-1", "move-time=0", "move-time=-3",
    "time=0.05 inc=0", "moves=0 time=1", "moves=40 time=1", "time=1e1", "time=5 inc=0.02",
    "time=0 inc=0", "time=-1.5 inc=0.1", "time=-1.5", "time=600.0 depth=5", "depth=0",
    "nodes=0", "depth=3 infinite", "depth=1000 nodes=2000", "time=1e300 nodes=1000",
    "time=0.05 inc=-7", "moves=5 time=0.2 inc=0",
])
def test_every_level_ends_the_search(level: str) -> None:
    """P45: one `done` in time."""
    with russian() as hub:
        hub.place(RUSSIAN)
        start = time.monotonic()
        assert hub.go(level).move
        assert time.monotonic() - start < 3
        hub.quietly("stop")
        hub.quit()


def test_level_lines_add_up_and_are_forgotten() -> None:
    with russian() as hub:
        hub.place(RUSSIAN)
        hub.send("level time=100", "level inc=1", "level moves=3", "level depth=4")
        answer = hub.go()
        assert answer.infos[-1]["depth"] == "4"
        hub.send("level depth=1")
        hub.place(RUSSIAN)                      # resets the level
        hub.send("go think")
        time.sleep(0.3)
        hub.send("stop")
        assert int(hub.answer().infos[-1]["depth"]) > 1
        hub.send("go think")                    # the search before has used its level up
        time.sleep(0.3)
        hub.send("ping", "stop")
        assert hub.read_until("pong")[-1] == "pong"
        assert hub.answer().move
        hub.quit()


def test_time_and_increment_may_be_used_together() -> None:
    """`inc` is given before the move: time 0 with an increment is not the last second."""
    with russian() as hub:
        hub.place(RUSSIAN)
        start = time.monotonic()
        hub.go("time=0 inc=2")
        used = time.monotonic() - start
        assert 0.2 < used < 2.0
        hub.quit()


def test_search_before_any_position() -> None:
    """P46."""
    with HubClient() as hub:
        hub.hello()
        assert hub.go("depth=2").move in {"31-26", "31-27", "32-27", "32-28", "33-28", "33-29",
                                          "34-29", "34-30", "35-30"}
        hub.quit()


@pytest.mark.parametrize("line", [
    "pos", "pos moves=22-18", "pos pos", "pos pos=", 'pos pos=""',
    f"pos pos={RUSSIAN[:-1]}", f"pos pos={RUSSIAN}w", "pos pos=" + "W" * 52,
    f"pos pos={INTERNATIONAL}", f"pos pos={RUSSIAN.replace('b', 'q', 1)}",
    f"pos pos=w{RUSSIAN[1:]}", f"pos pos=X{RUSSIAN[1:]}", "pos pos=Ww" + "e" * 31,
    "pos pos=W" + "w" * 13 + "e" * 19, f'pos pos={RUSSIAN} moves="22-18 29-25"',
    f'pos pos={RUSSIAN} moves="22-17 99-1"', f'pos pos={RUSSIAN} moves="c3-d4"',
    f'pos pos={RUSSIAN} moves="{"1-2" * 5000}"', "pos start moves=0-0",
])
def test_bad_positions_are_refused(line: str) -> None:
    """P46: `error`, and the old position is kept."""
    with russian() as hub:
        hub.place("W" + "e" * 8 + "b" + "e" * 20 + "w" + "e" * 2)
        hub.error(line)
        assert hub.go("depth=1").move in ("30-25", "30-26")
        hub.quit()


def test_only_three_commands_do_not_disturb_a_search() -> None:
    """P47 and protocols.md 3.5: others end it with one `done` first."""
    with russian() as hub:
        hub.place(RUSSIAN)
        hub.send("go analyze")
        for _ in range(3):
            lines = hub.ask("ping", last="pong")
            assert not any(line.startswith("done") for line in lines)
        lines = hub.ask("hub", last="wait")
        assert not any(line.startswith("done") for line in lines)
        hub.send("ponder-hit")                  # nothing to hit
        hub.silent_of_done(0.2)
        for line in CHANGES:
            hub.send(line)
            assert hub.answer().move
            if line == "init":
                assert hub.read() == "ready"
            hub.quietly("stop", "ponder-hit")
            hub.send("go analyze")
        hub.send("go think")
        assert hub.answer().move
        hub.send("stop")
        assert hub.answer().move
        hub.quietly("stop", "ponder-hit", "stop")
        hub.quit()


def test_pondering() -> None:
    with russian() as hub:
        hub.place(RUSSIAN, "22-18", "10-14")
        hub.send("level time=0.6 inc=0", "go ponder")
        hub.silent_of_done(1.0)
        hub.send("ponder-hit")
        assert hub.answer(timeout=2).move
        hub.send("level time=0.6", "go ponder")
        hub.silent_of_done(0.3)
        hub.send("stop")
        assert hub.answer(timeout=2).move
        # A search by depth ends by itself; the hit comes too late and is forgotten.
        assert hub.go("depth=3", mode="ponder").move
        hub.quietly("ponder-hit")
        hub.send("level ponder time=0.5", "go")
        hub.silent_of_done(0.8)
        hub.send("ponder-hit")
        assert hub.answer(timeout=2).move
        hub.quit()


def test_stray_stop_does_not_end_the_next_search() -> None:
    with russian() as hub:
        hub.quietly("stop")
        hub.send("go analyze")
        hub.silent_of_done(0.4)
        hub.send("stop")
        assert hub.answer().move
        hub.quit()


def test_analysis_does_not_look_at_the_clock() -> None:
    with russian() as hub:
        hub.place(RUSSIAN)
        hub.send("level time=0.1 inc=0", "go analyze")
        hub.silent_of_done(0.6)
        hub.send("stop")
        assert hub.answer().move
        assert hub.go("depth=4", mode="analyze").infos[-1]["depth"] == "4"
        hub.quit()


CAPTURE = "W" + "".join(                        # Wh6 : Bg7 c5 d2, one capture: h6:f8:b4:e1
    {12: "w", 8: "b", 14: "b", 26: "b"}.get(square, "e") for square in range(1, 33))


@pytest.mark.parametrize("text", [
    "12x31x8x14x26", "12x31x26x14x8", "12x31x14x26x8", "12x31", "12x3x17x31", "12-31"])
def test_captures_in_every_dialect(text: str) -> None:
    """P48."""
    with russian() as hub:
        hub.place(CAPTURE)
        assert hub.go("depth=2").move == "12x31x8x14x26"
        hub.place(CAPTURE, text)
        answer = hub.go("depth=2")              # Black has nothing left
        assert answer.move is None and not answer.infos
        hub.quit()


@pytest.mark.parametrize(("text", "good"), [
    ("4x15", False), ("4-15", False), ("4x15x13x20x32", True), ("4x15x37x20x13", True),
    ("4x15x13x20", False), ("4x15x13x20x37x32", False)])
def test_ambiguous_captures_are_refused(text: str, good: bool) -> None:
    """P48: two captures from 4 to 15 take different pieces."""
    board = "W" + "".join({4: "W", 13: "b", 20: "b", 32: "b", 37: "b"}.get(n, "e")
                          for n in range(1, 51))
    with HubClient() as hub:
        hub.hello(variant="normal")
        if good:
            hub.quietly(f"pos pos={board} moves={text}")
        else:
            assert text.split("x")[0].split("-")[0] in hub.error(f"pos pos={board} moves={text}")
        hub.quit()


KINGS = "W" + "".join({48: "W", 1: "B", 36: "w", 37: "w", 41: "w", 42: "w"}.get(n, "e")
                      for n in range(1, 51))


def test_repetition_is_seen_in_the_history() -> None:
    """P49: a won position that stands for the third time is a draw."""
    shuffle = ["48-43", "1-6", "43-48", "6-1"]
    with HubClient() as hub:
        hub.hello(variant="normal")
        hub.place(KINGS)
        assert hub.go("depth=1").score > 2
        hub.place(KINGS, *shuffle, *shuffle)
        answer = hub.go("depth=1")
        assert answer.move and answer.score == 0
        hub.place(KINGS, *shuffle)
        assert hub.go("depth=1").move
        hub.quit()


def test_whole_game_and_its_end_give_the_same_position() -> None:
    moves = ["32-28", "19-23", "28x19x23", "14x23x19", "37-32", "10-14"]
    with HubClient() as hub:
        hub.hello(variant="normal", threads=1)
        hub.place(INTERNATIONAL, *moves)
        whole = hub.go("depth=6")
        hub.send("new-game")
        after = list(INTERNATIONAL)
        for square, piece in ((32, "e"), (19, "e"), (14, "e"), (23, "b"), (37, "e"), (32, "w"),
                              (10, "e"), (14, "b")):
            after[square] = piece
        hub.place("".join(after))
        again = hub.go("depth=6")
        assert (whole.move, whole.score) == (again.move, again.score)
        hub.quit()


@pytest.mark.parametrize(("variant", "board", "plies"), [
    # The one move that there is ends the game, for better or (antidraughts) worse.
    ("russian", CAPTURE, 1),
    ("normal", "W" + "".join({28: "w", 22: "b"}.get(n, "e") for n in range(1, 51)), 1),
    ("losing", "B" + "".join({28: "w", 22: "b"}.get(n, "e") for n in range(1, 51)), -1),
    ("bt", "W" + "".join({7: "w", 40: "b"}.get(n, "e") for n in range(1, 51)), 1),
])
def test_win_scores(variant: str, board: str, plies: int) -> None:
    """A win in N plies is 100 - 0.01 N, a loss the negative of it."""
    with HubClient() as hub:
        hub.hello(variant=variant)
        hub.place(board)
        score = hub.go("depth=4").score
        assert score == pytest.approx(100 - plies / 100 if plies > 0 else -100 - plies / 100)
        hub.quit()


@pytest.mark.parametrize("variant", ["russian", "losing"])
def test_finished_game_is_a_bare_done(variant: str) -> None:
    squares = 32 if variant == "russian" else 50
    with HubClient() as hub:
        hub.hello(variant=variant)
        hub.place("W" + "e" * (squares - 1) + "w")
        assert hub.go("depth=3").move
        hub.place("B" + "e" * (squares - 1) + "w")
        for mode in ("think", "analyze"):
            hub.send("level depth=3", f"go {mode}")
            answer = hub.answer()
            assert answer.move is None and not answer.infos
        hub.quit()


@pytest.mark.parametrize(("length", "move"), [
    (33, "21-17"), (41, "26-21"), (51, "31-26"), (65, "41-33"), (73, "43-37")])
def test_first_position_tells_the_game(length: int, move: str) -> None:
    starts = {33: RUSSIAN, 51: INTERNATIONAL, 41: "W" + "b" * 15 + "e" * 10 + "w" * 15,
              65: "W" + "e" * 8 + "b" * 16 + "e" * 16 + "w" * 16 + "e" * 8,
              73: "W" + "b" * 30 + "e" * 12 + "w" * 30}
    with HubClient() as hub:
        hub.hello()
        hub.error(f"pos pos={starts[length].replace('b', 'q', 1)}")     # decides nothing
        hub.place(starts[length], move)
        assert hub.go("depth=2").move
        for other, start in starts.items():
            if other != length:
                hub.error(f"pos pos={start}")
        hub.quit()


def test_numbering_of_a_client_that_counts_from_a1() -> None:
    with russian(numbering="pdn") as hub:
        hub.place(RUSSIAN, "10-14", "22-18")
        assert hub.go("depth=4").origin <= 14
        hub.error(f"pos pos={RUSSIAN} moves=22-18")
        hub.quit()
    with HubClient("--numbering=pdn", "--variant=english") as hub:
        hub.hello()
        hub.place(RUSSIAN, "11-15")
        hub.quit()


def test_numbering_is_found_out_by_the_first_move() -> None:
    """P50: `auto` begins with board numbers and changes for good."""
    with russian() as hub:
        hub.place(RUSSIAN)
        assert hub.go("depth=2").origin > 20
        hub.place(RUSSIAN, "10-14")
        assert hub.go("depth=2").origin > 20         # Black's men, from a1
        hub.place(RUSSIAN)
        assert hub.go("depth=2").origin <= 12
        hub.error(f"pos pos={RUSSIAN} moves=22-18")
        hub.quit()


def test_bad_flags_are_told_before_the_first_ready() -> None:
    flags = {"--hash=abc": "--hash", "--threads=0": "--threads", "--variant=chess": "--variant",
             "--log=/no/such/folder/x": "--log", "--numbering=roman": "--numbering",
             "--output-delay=51": "--output-delay", '--hash="': "--hash"}
    for flag, name in flags.items():
        with HubClient(flag, delay=True) as hub:
            assert not any(line.startswith("error") for line in hub.ask("hub", last="wait"))
            error, ready = hub.ask("init", last="ready")
            assert ERROR.fullmatch(error) and error.startswith(f'error message="{name}'), error
            assert ready == "ready"
            assert hub.ask("init", last="ready") == ["ready"]
            hub.quit()
    with HubClient("--hash=abc", "--threads=0", "--variant=chess") as hub:
        assert len(hub.ask("init", last="ready")) == 4
        hub.quit()


def test_output_delay() -> None:
    """Lines come apart, one in each read; dropped `info` lines do not hide the last one."""
    with HubClient(delay=True) as hub:
        hub.send("hub")
        moments = []
        line = ""
        while line != "wait":
            moment, line = hub.read_timed()
            moments.append(moment)
        assert len(set(moments)) == len(moments)
        assert moments[-1] - moments[0] > 0.006 * (len(moments) - 1)
        hub.send("set-param name=variant value=russian", "init")
        assert hub.read() == "ready"
        hub.place(RUSSIAN)
        answer = hub.go("depth=7")
        assert answer.infos[-1]["depth"] == "7"
        assert len(answer.infos) < 7
        hub.send("set-param name=output-delay value=0")
        hub.send("new-game")
        hub.place(RUSSIAN)
        assert [info["depth"] for info in hub.go("depth=7").infos] == list("1234567")
        hub.quit()


def test_transcript() -> None:
    """The conversation of protocols.md 3.6."""
    with russian() as hub:
        hub.place(RUSSIAN)
        assert hub.go("time=2 inc=0.1").move
        hub.place(RUSSIAN, "22-18", "10-14")
        hub.send("level time=1.5 inc=0.1", "go ponder", "ping")
        assert hub.read_until("pong")[-1] == "pong"
        hub.send("ponder-hit")
        assert hub.answer().move
        hub.send("new-game", "set-param name=variant value=normal")
        hub.place(INTERNATIONAL, "32-28", "17-22")
        assert hub.go("move-time=0.1").move == "28x17x22"
        hub.place("B" + "b" * 16 + "wbbb" + "e" * 11 + "w" * 19)
        hub.send("go analyze", "stop")
        assert hub.answer().move in ("12x21x17", "11x22x17")
        hub.quit()
