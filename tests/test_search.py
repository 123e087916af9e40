"""What the search finds: wins, losses, draws by rule, repetition, and the same every time."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest
from searching import check_line, search

from bolshak import Engine, Game, Limits, Position, games

DATA = Path(__file__).parent / "data"


def replayed(case: str, plies: int) -> Game:
    """The game of a row of cases/draws.jsonl after some plies."""
    for line in (DATA / "cases" / "draws.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["id"] == case:
            game = Game(record["variant"], record["fen"])
            for text in record["moves"][:plies]:
                game.push(text)
            return game
    raise LookupError(case)


# Wins and losses.

@pytest.mark.parametrize(("game", "fen", "mate", "plies"), [
    ("russian", "W:Wh6:Bg7,c5,d2", 1, 1),               # takes all three
    ("russian", "W:Wc3:Bd4,h8", None, None),
    ("international", "W:WK4:B13,20,32,37", None, None),
    ("breakthrough", "W:W12:B20", 2, 3),                # the first king wins
    ("giveaway", "W:Wc3:Bb6", -2, 3),                   # must take the last man
])
def test_forced_ends(engine: Engine, game: str, fen: str, mate: int | None,
                     plies: int | None) -> None:
    found = search(engine, Position(game, fen), Limits(depth=9))
    if mate is not None:
        assert found.last.score.mate == mate
        assert found.last.score.plies == plies
        assert found.last.wdl == ((1000, 0, 0) if mate > 0 else (0, 0, 1000))
    check_line(Position(game, fen), found.last.pv)


@cache
def outcome(position: Position, plies: int) -> int | None:
    """1, -1 or 0 for the side to move if the game ends by force within `plies`, else None."""
    result = position.verdict()
    if result is not None:
        return 0 if result.winner is None else 1 if result.winner == position.side else -1
    if plies == 0:
        return None
    outcomes = [outcome(position.play(move), plies - 1) for move in position.legal_moves()]
    if -1 in outcomes:
        return 1
    return -1 if all(value == 1 for value in outcomes) else None


def few_pieces(rng: random.Random, game: str) -> Position:
    """A random position with two to five pieces and a move for the side to move."""
    board = Position(game).board
    while True:
        squares = rng.sample(range(1, board.squares + 1), rng.randint(2, 5))
        sides: dict[str, list[int]] = {"wm": [], "wk": [], "bm": [], "bk": []}
        for number, square in enumerate(squares):
            side = "wb"[number % 2]
            far = board.far_row(side.upper())
            kind = "k" if square in far or rng.random() < 0.5 else "m"
            sides[side + kind].append(square)
        position = Position.from_pieces(game, rng.choice("WB"), sides["wm"], sides["wk"],
                                        sides["bm"], sides["bk"])
        if position.verdict() is None:
            return position


@pytest.mark.parametrize("game", ["russian", "english", "giveaway", "international", "frisian",
                                  "turkish", "thai"])
def test_announced_ends_are_real(engine: Engine, game: str) -> None:
    rng = random.Random(game)
    announced = 0
    for _ in range(60):
        position = few_pieces(rng, game)
        found = search(engine, position, Limits(depth=6))
        score = found.last.score
        check_line(position, found.last.pv)
        if score.mate is None or score.plies is None or score.plies > 5:
            continue
        announced += 1
        assert outcome(position, score.plies) == (1 if score.mate > 0 else -1), position
    assert announced > 5


def test_short_wins_are_found(engine: Engine) -> None:
    rng = random.Random(5)
    for _ in range(60):
        position = few_pieces(rng, "russian")
        for plies in (1, 2, 3, 4, 5):
            if (value := outcome(position, plies)) not in (None, 0):
                break
        else:
            continue
        found = search(engine, position, Limits(depth=12))
        assert found.last.score.mate is not None, position
        assert (found.last.score.mate > 0) == (value == 1)
        assert found.last.score.plies == plies


def test_a_finished_game_has_no_move(engine: Engine) -> None:
    for game, fen, mate in (("russian", "W:Wa5,b6:Ba7,c7,d8,b8", 0), ("russian", "W:W:BKh8", 0),
                            ("giveaway", "W:W:BKh8", 1), ("international", "B:W50:B", 0)):
        found = search(engine, Position(game, fen), Limits(depth=3))
        assert found.best.move is None
        assert len(found.infos) == 1
        assert (found.last.depth, found.last.score.mate, found.last.pv) == (0, mate, [])


def test_mate_limit_ends_the_search(engine: Engine) -> None:
    found = search(engine, Position("russian", "W:WKc3,Kd2:Ba5,h6"), Limits(mate=5))
    assert found.last.score.mate is not None
    assert 1 <= found.last.score.mate <= 5


# Draws.

def test_nothing_quiet_helps_two_plies_before_the_limit(engine: Engine) -> None:
    game = replayed("R1", 28)
    engine.set_option("MultiPV", "255")
    for depth in (2, 3, 5, 8):
        found = search(engine, game, Limits(depth=depth))
        lines = [info for info in found.infos if info.depth == depth]
        assert len(lines) == len(game.position.legal_moves())
        for info in lines:
            if not any(move.captured for move in info.pv):
                assert info.score.cp == 0, (depth, info)


def test_a_game_drawn_by_rule_has_a_move_and_no_score(engine: Engine) -> None:
    for case, plies in (("R1", 30), ("R4", 30), ("R7", 8)):
        game = replayed(case, plies)
        assert game.result() is not None
        found = search(engine, game, Limits(depth=10))
        assert found.move in game.position.legal_moves()
        assert all(info.score.cp == 0 for info in found.infos)


def test_third_repetition_is_seen_ahead(engine: Engine) -> None:
    game = replayed("R7", 7)
    engine.set_option("MultiPV", "255")
    found = search(engine, game, Limits(depth=4))
    back = next(info for info in found.infos if info.depth == 4
                and game.position.play(info.pv[0]).key == game.start.key)
    assert back.score.cp == 0


def test_a_won_ending_is_no_draw_by_repetition(engine: Engine) -> None:
    # Two positions of the past come back once, which is no draw yet: the win is still seen.
    found = search(engine, replayed("R1", 0), Limits(depth=4))
    assert found.last.score.cp is not None and found.last.score.cp > 300


# Determinism and limits.

FENS = ("W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
        "W:Wd4,a3,c3,e3,g3,d2,f2,h2,e1:Bb8,d8,h8,e7,g7,b6,h6,a5,g5",
        "W:Wa5,f2:Bf8,h6,d2")


def test_same_nodes_same_result(engine: Engine) -> None:
    for nodes in (1, 2, 17, 100, 1000, 5000, 20_011):
        results = set()
        for _ in range(2):
            engine.new_game()
            for fen in FENS:
                found = search(engine, Position("russian", fen), Limits(nodes=nodes))
                again = search(engine, Position("russian", fen), Limits(nodes=nodes))
                for one in (found, again):
                    assert one.last.nodes <= nodes
                    results.add((fen, one.last.nodes, one.last.score, one.move,
                                 tuple(one.last.pv)))
        assert len(results) == len(FENS)


def test_node_limits_are_exact(engine: Engine) -> None:
    for nodes in (1, 2, 3, 10, 1023, 1024, 1025, 4000):
        search(engine, Position("russian"), Limits(nodes=nodes))
        assert engine._control.nodes == nodes


def test_depth_limits(engine: Engine) -> None:
    for depth in (1, 2, 7):
        found = search(engine, Position("russian"), Limits(depth=depth))
        assert [i.depth for i in found.infos if i.bound == "exact"] == list(range(1, depth + 1))
    assert search(engine, Position("russian"), Limits(depth=0)).last.depth == 1


def test_search_moves(engine: Engine) -> None:
    position = Position("russian")
    wanted = position.legal_moves()[2:4]
    engine.set_option("MultiPV", "5")
    found = search(engine, position, Limits(depth=6, searchmoves=wanted))
    for depth in range(1, 7):
        lines = [info for info in found.infos if info.depth == depth]
        assert [info.multipv for info in lines] == [1, 2]
        assert {info.pv[0] for info in lines} == set(wanted)
    assert found.move in wanted


def test_lines_of_a_depth_are_complete_and_sorted(engine: Engine) -> None:
    position = Position("russian")
    engine.set_option("MultiPV", "20")
    found = search(engine, position, Limits(depth=9))
    for depth in range(1, 10):
        lines = [info for info in found.infos if info.depth == depth]
        assert [info.multipv for info in lines] == list(range(1, 8))
        scores = [info.score.cp for info in lines]
        assert scores == sorted(scores, reverse=True)
        assert len({info.pv[0] for info in lines}) == 7
    first = next(info for info in found.infos if info.depth == 9)
    assert found.move == first.pv[0]


# All games.

@pytest.mark.parametrize("name", games())
def test_every_game_is_searched(engine: Engine, name: str) -> None:
    rng = random.Random(name)
    game = Game(name)
    for _ in range(60):
        if game.result() is not None:
            break
        found = search(engine, game, Limits(nodes=300))
        check_line(game.position, found.last.pv)
        if found.best.ponder is not None:
            check_line(game.position, [found.move, found.best.ponder])
        moves = game.position.legal_moves()
        game.push(found.move if rng.random() < 0.7 else rng.choice(moves))


def test_lines_are_long_and_legal(engine: Engine) -> None:
    found = search(engine, Position("russian"), Limits(depth=14))
    for info in found.infos:
        check_line(Position("russian"), info.pv)
        assert info.bound != "exact" or len(info.pv) >= info.depth // 2


def test_tactics(engine: Engine) -> None:
    lines = (DATA / "tactics_russian.jsonl").read_text(encoding="utf-8").splitlines()
    solved = 0
    for record in map(json.loads, lines[::4]):
        game = Game("russian", record["fen"])
        found = search(engine, game, Limits(nodes=100_000))
        solved += found.move == game.copy().push(record["best"])
    assert solved >= 0.9 * len(lines[::4])
