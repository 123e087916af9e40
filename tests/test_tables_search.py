"""Endgame tables as the search uses them: at the root, below it, and when something is wrong."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from process import Uci
from searching import Found, check_line, search
from tables_help import built

from bolshak import Engine, Game, Limits, Position
from bolshak.endgames import Endgames
from bolshak.notation import parse_move
from bolshak.tables import DATA, Tables
from bolshak.tables_check import random_positions
from bolshak.tables_plan import family_of, pairs

GAMES = ("russian", "giveaway", "diagonal", "brazilian", "pool", "english", "italian", "spanish",
         "portuguese", "czech", "thai", "international", "turkish", "armenian")
WON = 8000                      # centi-men from which on a score is a result
TRIANGLE = "W:WKa5,Kc3,Ke1:BKf8"    # won, 16 plies to the next capture


def with_tables(engine: Engine, game: str) -> Tables:
    """Let the engine play `game` with the tables of three pieces, which are returned."""
    folder = built(game)
    engine.set_option("UCI_Variant", game)
    engine.set_option("TablePath", str(folder))
    return Tables(game, [folder])


def value_of(found: Found) -> int:
    """1, 0 or -1 by the last score; estimates are beyond neither bound."""
    score = found.last.score
    if score.mate is not None:
        return 1 if score.mate > 0 else -1
    assert score.cp is not None
    return 1 if score.cp >= WON else -1 if score.cp <= -WON else 0


def some_positions(game: str, pieces: int, count: int, tables: Tables, value: int,
                   seed: int = 1) -> list[Position]:
    """Positions of that value for the side to move."""
    chance = random.Random(seed)
    family = family_of(game)
    found: list[Position] = []
    while len(found) < count:
        pair = chance.choice(pairs(pieces))
        for position in random_positions(family, pair, 5, chance):
            position = Position(game, position.fen())
            answer = tables.answer(position)
            if answer is not None and answer.ruled == value and len(found) < count:
                found.append(position)
    return found


# Play. The defender is the tables themselves, the judge is the rule book of the game.

@pytest.mark.parametrize("game", GAMES)
def test_won_endings_are_won(engine: Engine, game: str) -> None:
    tables = with_tables(engine, game)
    for position in some_positions(game, 3, 4, tables, 1):
        play = Game.from_position(position)
        while play.result() is None:
            if play.position.side == position.side:
                found = search(engine, play, Limits(nodes=300))
                assert value_of(found) == 1 and found.last.tbhits > 0, play.position.fen()
                play.push(found.move)
            else:
                play.push(tables.best_moves(play.position)[0])
        result = play.result()
        assert result is not None and result.winner == position.side, position.fen()


@pytest.mark.parametrize("game", GAMES)
def test_drawn_endings_are_not_lost(engine: Engine, game: str) -> None:
    tables = with_tables(engine, game)
    for position in some_positions(game, 3, 2, tables, 0):
        play = Game.from_position(position)
        while play.result() is None:
            if play.position.side == position.side:
                play.push(search(engine, play, Limits(nodes=300)).move)
            else:
                play.push(tables.moves(play.position)[0][0])
        result = play.result()
        assert result is not None and result.winner in (None, position.side), position.fen()


# Below the root.

@pytest.mark.parametrize("game", GAMES)
def test_captures_that_lead_into_the_tables(engine: Engine, game: str) -> None:
    """Four pieces with a capture: the tables of three know how it ends."""
    tables = with_tables(engine, game)
    chance = random.Random(5)
    seen = 0
    while seen < 12:
        squares = chance.sample(range(1, Position(game).board.squares + 1), 4)
        try:
            position = Position.from_pieces(game, "W", squares[:1], squares[1:2], squares[2:3],
                                            squares[3:])
        except ValueError:
            continue
        if not position.can_capture("W"):
            continue
        answer = tables.answer(position)
        if answer is None or answer.ruled is None:
            continue
        found = search(engine, position, Limits(depth=2))
        assert value_of(found) == answer.value, position.fen()
        assert found.last.tbhits > 0 or found.last.score.mate is not None
        check_line(position, found.last.pv)
        seen += 1


def test_the_package_knows_russian_endings_with_no_setting(engine: Engine) -> None:
    """Petrov's triangle, which no shallow search can win."""
    found = search(engine, Position("russian", TRIANGLE), Limits(depth=1))
    assert (found.last.score.cp or 0) >= WON and found.last.tbhits > 0
    engine.set_option("TablePieces", "0")
    found = search(engine, Position("russian", TRIANGLE), Limits(depth=1))
    assert abs(found.last.score.cp or 0) < WON and found.last.tbhits == 0


def test_tables_pieces_limits_what_is_asked(engine: Engine) -> None:
    for pieces, value in (("3", 0), ("4", 1)):
        engine.set_option("TablePieces", pieces)
        assert value_of(search(engine, Position("russian", TRIANGLE), Limits(depth=1))) == value


# Draw counters.

@pytest.mark.parametrize(("halfmoves", "value"), [(14, 1), (15, 0)])
def test_a_win_that_comes_too_late_is_a_draw(engine: Engine, halfmoves: int, value: int) -> None:
    position = Position("russian", f"{TRIANGLE}:H{halfmoves}")
    assert value_of(search(engine, position, Limits(depth=3))) == value


# The root.

def test_lines_stand_by_what_the_tables_say(engine: Engine) -> None:
    position = Position("russian", TRIANGLE)
    engine.set_option("MultiPV", "100")
    found = search(engine, position, Limits(depth=2))
    last = [info for info in found.infos if info.depth == 2]
    assert len(last) == len(position.legal_moves())
    tables = Tables("russian", [DATA])
    expected = dict(tables.moves(position))
    scores = [info.score.cp or 0 for info in last]
    assert scores == sorted(scores, reverse=True)
    for info in last:
        answer = expected[info.pv[0]]
        assert answer is not None and answer.value == ((info.score.cp or 0) >= WON)
    assert found.move == tables.best_moves(position)[0]


def test_searchmoves_are_respected(engine: Engine) -> None:
    position = Position("russian", TRIANGLE)
    drawn, won, other = (parse_move(position, text) for text in ("c3b4", "c3f6", "c3d2"))
    found = search(engine, position, Limits(depth=2, searchmoves=[drawn, won, other]))
    assert found.move == won and value_of(found) == 1
    found = search(engine, position, Limits(depth=2, searchmoves=[drawn, other]))
    assert found.move in (drawn, other) and value_of(found) == 0


def test_a_won_ending_takes_no_time(engine: Engine) -> None:
    found = search(engine, Position("russian", TRIANGLE),
                   Limits(white_time=3_600_000, black_time=3_600_000))
    assert found.last.time < 1000


def test_weaker_play_does_not_ask(engine: Engine) -> None:
    engine.set_option("Skill Level", "3")
    assert search(engine, Position("russian", TRIANGLE), Limits(depth=2)).last.tbhits == 0


def test_the_nearest_end_is_not_a_matter_of_tables(engine: Engine) -> None:
    """The tables know the way to the next capture or crowning, not to the end of the game."""
    found = search(engine, Position("russian", "W:WKc3,Kd2:Ba5,h6"), Limits(mate=5))
    assert found.last.score.mate is not None and found.last.tbhits == 0


def test_several_threads_ask(engine: Engine) -> None:
    engine.set_option("Threads", "4")
    for fen in (TRIANGLE, "W:WKa5,Kc3,g3,h2:Bb8,h8,Kf8"):
        position = Position("russian", fen)
        found = search(engine, position, Limits(movetime=200))
        assert found.last.tbhits > 0
        check_line(position, found.last.pv)


# Files that are missing, damaged, or of another game.

def opened(path: object, game: str = "russian") -> Endgames:
    endgames = Endgames()
    assert endgames.open(str(path), 8, Position(game))
    assert not endgames.open(str(path), 8, Position(game))
    return endgames


def test_two_folders(tmp_path: Path) -> None:
    assert opened(f"{tmp_path}:{built('english')}", "english").problem == ""


def test_a_folder_with_nothing(tmp_path: Path) -> None:
    endgames = opened(tmp_path)
    assert endgames.problem == f"TablePath: no endgame tables of russian in '{tmp_path}'"
    assert endgames.tables is not None          # those of the package
    assert endgames.tables.most == 4


def test_a_game_without_tables(tmp_path: Path) -> None:
    assert "no tables for frysk" in opened(tmp_path, "frysk").problem
    assert opened("", "frysk").problem == ""


def test_damaged_files_are_told_in_one_line(uci: Uci, tmp_path: Path) -> None:
    folder = tmp_path / "english"
    folder.mkdir()
    for path in built("english").glob("english/*"):
        (folder / path.name).write_bytes(path.read_bytes()[:-9])
    uci.send("setoption name UCI_Variant value english")
    uci.ready()
    uci.send(f"setoption name TablePath value {tmp_path}")
    (line,) = uci.ready()
    assert line.startswith("info string TablePath: ") and "english" in line
    assert line.endswith(" more)")
    uci.send("position fen W:WK1:BK32", "go depth 4")
    assert not [line for line in uci.read_until("bestmove") if "string" in line]
    uci.send("setoption name TablePath value /nowhere")
    told = uci.search("go depth 2")
    assert told[0] == "info string TablePath: no endgame tables of english in '/nowhere'"
    assert not [line for line in told[1:] if "string" in line]


@pytest.mark.parametrize("path", ["a" * 300, "/" + "b/" * 3000, "/", "/dev/null", "/proc/self/mem",
                                  "/nowhere:" * 400, "."])
def test_odd_paths_are_told_in_one_short_line(path: str) -> None:
    endgames = opened(path)
    assert endgames.problem.startswith("TablePath: no endgame tables of russian in '")
    assert len(endgames.problem) < 160
    assert endgames.tables is not None and endgames.tables.most == 4


def test_no_table_has_one_piece(tmp_path: Path) -> None:
    endgames = Endgames()
    endgames.open(str(tmp_path), 1, Position("russian"))
    assert endgames.problem == "" and endgames.tables is None


def test_pipes_are_no_tables(tmp_path: Path) -> None:
    (tmp_path / "russian").mkdir()
    os.mkfifo(tmp_path / "russian" / "kk-k.wld")
    assert opened(tmp_path).tables is not None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "russian").mkdir(mode=0o000)
    assert "no endgame tables" in opened(tmp_path).problem
