"""The reference model against the fact files: perft tables, tricky positions, draw cases.

The model is the oracle of the other tests, so it is itself tied to published counts and
hand-checked positions here, and to nothing of the engine.
"""

from __future__ import annotations

import csv
import json
import pathlib
import re
from functools import cache
from typing import Any

import pytest
from reference import Ending, Move, Path, Position, Reference, is_king
from reference_draws import Game

TESTS = pathlib.Path(__file__).parent
DATA = TESTS / "data"
# How many nodes to count in one test.  The reference does 20,000 to 200,000 a second, the more the
# more lines meet in the same positions.
FAST_NODES = 12_000
FAST_POSITION_NODES = 45_000
SLOW_NODES = 250_000


def table(name: str) -> list[list[str]]:
    """Rows of a .tsv file of tests/data, without header and comments."""
    with open(DATA / name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows[1:] if not row[0].startswith("#")]


def records(name: str) -> list[dict[str, Any]]:
    """Objects of a .jsonl file of tests/data."""
    with open(DATA / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@cache
def model_of(variant: str) -> Reference:
    return Reference(variant)


def path_text(path: Path, position: Position) -> str:
    """A path as moves_tricky.tsv writes it."""
    text = ("x" if path.victims else "-").join(map(str, path.squares))
    if path.victims:
        text += f" [{','.join(map(str, path.victims))}]"
    crowned = path.king_after and not is_king(position.pieces[path.squares[0]])
    return text + (" =K" if crowned else "")


def hub_text(move: Move) -> str:
    """A move as Hub writes it (rules.md 1.5)."""
    separator = "x" if move.captured else "-"
    return f"{move.origin}{separator}{'x'.join(map(str, (move.target, *move.captured)))}"


def squares_of(text: str, variant: str) -> tuple[int, ...]:
    """The squares of a move text, numeric or algebraic, in order."""
    return tuple(model_of(variant).board.number(square) for square in re.split("[-x:]", text))


# Perft


def start_rows(slow: bool) -> list[Any]:
    """perft_start.tsv depth by depth, as far as the reference counts in a second or in ten."""
    rows = []
    for variant, convention, _source, counts in table("perft_start.tsv"):
        for depth, nodes in enumerate(map(int, counts.split(",")), start=1):
            if slow and FAST_NODES < nodes <= SLOW_NODES or not slow and nodes <= FAST_NODES:
                name = f"{variant}-{convention}-{depth}"
                rows.append(pytest.param(variant, convention, depth, nodes, id=name))
    return rows


@pytest.mark.parametrize(("variant", "convention", "depth", "nodes"), start_rows(slow=False))
def test_perft_from_the_start(variant: str, convention: str, depth: int, nodes: int) -> None:
    model = model_of(variant)
    assert model.perft(model.start(), depth, convention) == nodes


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "convention", "depth", "nodes"), start_rows(slow=True))
def test_deep_perft_from_the_start(variant: str, convention: str, depth: int, nodes: int) -> None:
    test_perft_from_the_start(variant, convention, depth, nodes)


def position_rows(slow: bool) -> list[Any]:
    """perft_positions.tsv: every row once, the quick ones apart."""
    rows = []
    for variant, fen, depth, nodes in table("perft_positions.tsv"):
        if slow == (int(nodes) > FAST_POSITION_NODES):
            rows.append(pytest.param(variant, fen, int(depth), int(nodes), id=f"{variant}-{fen}"))
    return rows


@pytest.mark.parametrize(("variant", "fen", "depth", "nodes"), position_rows(slow=False))
def test_perft_from_played_positions(variant: str, fen: str, depth: int, nodes: int) -> None:
    model = model_of(variant)
    assert model.perft(model.parse(fen), depth) == nodes


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "fen", "depth", "nodes"), position_rows(slow=True))
def test_large_perft_from_played_positions(variant: str, fen: str, depth: int, nodes: int) -> None:
    test_perft_from_played_positions(variant, fen, depth, nodes)


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "turns", "paths"),
    [
        ("russian", "W:WK26:B14,15,22,23", 3, 4, 4),
        ("czech", "W:WK4:B8,22", 2, 2, 6),
    ],
)
def test_three_ways_to_count(variant: str, fen: str, moves: int, turns: int, paths: int) -> None:
    model = model_of(variant)
    position = model.parse(fen)
    counts = [model.perft(position, 1, convention) for convention in ("moves", "turns", "paths")]
    assert counts == [moves, turns, paths]


# Moves


@pytest.mark.parametrize("row", table("moves_tricky.tsv"), ids=lambda row: f"{row[0]}-{row[1]}")
def test_tricky_moves(row: list[str]) -> None:
    variant, _tag, fen, algebraic_fen, move_count, moves, path_count, paths = row
    model = model_of(variant)
    position = model.parse(fen)
    assert model.parse(algebraic_fen) == position
    assert model.fen(position) == fen

    found = model.moves_with_paths(position)
    all_paths = [path_text(path, position) for ways in found.values() for path in ways]
    assert sorted(all_paths) == sorted(paths.split(" | ") if paths else [])
    assert len(all_paths) == int(path_count)

    expected = dict(tricky_move(text) for text in moves.split(" | ")) if moves else {}
    assert expected.keys() == {(hub_text(move), move_crowns(move, position)) for move in found}
    assert len(found) == int(move_count)
    for move, ways in found.items():
        via = expected[hub_text(move), move_crowns(move, position)]
        assert via in {"x".join(map(str, way.squares)) for way in ways} or not move.captured


def tricky_move(text: str) -> tuple[tuple[str, bool], str]:
    """((Hub text, crowned), one path) of a move such as "9x11 [6,7] via 9x2x11 =K" or "5-10"."""
    parts = re.fullmatch(r"([\dx-]+)(?: \[([\d,]+)\] via ([\dx]+))?( =K)?", text)
    assert parts, text
    ends, captured, via, crowned = parts.groups()
    hub = f"{ends}x{captured.replace(',', 'x')}" if captured else ends
    return (hub, bool(crowned)), via


def move_crowns(move: Move, position: Position) -> bool:
    return move.king_after and not is_king(position.pieces[move.origin])


@pytest.mark.parametrize("case", records("cases/moves.jsonl"), ids=lambda case: case["id"])
def test_reported_bugs(case: dict[str, Any]) -> None:
    model = model_of(case["variant"])
    found = model.moves_with_paths(model.parse(case["fen"]))
    assert len(found) == case["count"]
    assert {hub_text(move) for move in found} == set(case["hub"])
    columns = (case["moves"], case["victims"], case["king_after"])
    for text, victims, king_after in zip(*columns, strict=True):
        squares = squares_of(text, case["variant"])
        captured = tuple(sorted(model.board.number(str(victim)) for victim in victims))
        move = Move(squares[0], squares[-1], captured, king_after)
        assert squares in {path.squares for path in found[move]}


# Positions


@pytest.mark.parametrize("row", [row for row in table("cases/fen.tsv") if row[2] == "accept"])
def test_fen(row: list[str]) -> None:
    variant, fen, _expected, _note, canonical, legal_moves = row
    model = model_of(variant)
    position = model.parse(fen)
    assert model.fen(position) == canonical
    assert len(model.moves(position)) == int(legal_moves)


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "blah",
        "?:W29:B22",
        "W:WK",
        "W:W0:B51",
        "W:Wa2:Bh8",
        "W:Wc3:Bc3",
        "W:W24-21:B1",
        "w:wa1:",
    ],
)
def test_unreadable_fen(fen: str) -> None:
    with pytest.raises(ValueError):
        model_of("russian").parse(fen)


def play(game: Game, text: str) -> Ending | None:
    """Play the one legal move with the ends that `text` gives, as "c1-d2" or "32-28"."""
    origin, target = squares_of(text, game.reference.rules.name)
    legal = game.reference.moves(game.position)
    (move,) = [move for move in legal if (move.origin, move.target) == (origin, target)]
    return game.push(move)


@pytest.mark.parametrize(
    ("start", "moves", "fen"),
    [
        # A king counts on; a move of a man or a capture clears; another king begins anew.
        ("W:WK48,50:B5", "48-42 5-10 42-48", "B:WK48,50:B10:+0+248"),
        ("W:WK48,50:B5", "48-42 5-10 50-45", "B:WK42,45:B10"),
        ("W:WK48,50:B5", "48-42 5-10 42-48 10-15 48-42 15-20 42-15", "B:WK15,50:B"),
        ("W:WK48,K49,50:B5", "48-42 5-10 49-44", "B:WK42,K44,50:B10:+0+144"),
        # No men, no count.
        ("W:WK48:B5", "48-42 5-10", "W:WK42:B10"),
        # A count that the FEN brings, and one for a king that is not there.
        ("B:W50:BK5,11:+205+0", "5-28", "W:W50:B11,K28:+328+0"),
        ("B:W50:BK5,11:+250+0", "5-28", "W:W50:B11,K28:+128+0"),
    ],
)
def test_frisian_king_runs(start: str, moves: str, fen: str) -> None:
    game = Game("frisian", model_of("frisian").parse(start))
    for text in moves.split():
        play(game, text)
    assert model_of("frisian").fen(game.position) == fen


# The end of the game


@pytest.mark.parametrize(
    ("variant", "fen", "ending"),
    [
        ("russian", "W:Wa5,b6:Ba7,c7,d8,b8", Ending("B", "no move")),
        ("giveaway", "W:Wa5,b6:Ba7,c7,d8,b8", Ending("W", "no move")),
        ("antidraughts", "B:W50:B", Ending("B", "no move")),
        ("international", "B:W50:B", Ending("W", "no move")),
        ("breakthrough", "B:WK1,28:B32", Ending("W", "first king")),
        ("breakthrough", "B:WK1:B", Ending("W", "first king")),
        ("ghanaian", "W:W41,42:BK26", Ending("W", "one piece left")),
        ("nigerian", "W:W41,42:BK26", None),
        ("turkish", "W:WK57:BK16", Ending(None, "one piece each")),
        ("turkish", "W:WK57:BK41", None),
    ],
)
def test_ending_by_position(variant: str, fen: str, ending: Ending | None) -> None:
    assert Game(variant, model_of(variant).parse(fen)).ending() == ending


# The clause that ends each game of cases/draws.jsonl, by reading of the draw articles.
DRAW_CASES: dict[str, dict[str, str | None]] = {
    "federation": {"R1": "F1", "R3": "F3", "R4": "F4", "R7": "F5"},
    "lidraughts": {"R1": "row 3", "R3": "row 2", "R4": None, "R7": "row 8"},
}


@pytest.mark.parametrize("reading", DRAW_CASES)
@pytest.mark.parametrize("case", records("cases/draws.jsonl"), ids=lambda case: case["id"])
def test_draw_cases(case: dict[str, Any], reading: str) -> None:
    model = model_of(case["variant"])
    game = Game(case["variant"], model.parse(case["fen"]), reading)
    endings = [play(game, text) for text in case["moves"]]
    clause = DRAW_CASES[reading][case["id"]]
    assert not any(endings[:-1])
    assert endings[-1] == (Ending(None, clause) if clause else None)
    assert model.fen(game.position) == case["fen_after"]


KINGS = "c1-d2 b8-a7 d2-c1 a7-b8"
KINGS_AND_A_MAN = KINGS + " a1-b2 b8-a7 c1-d2 a7-b8 d2-c1 b8-a7"
KINGS_10X10 = "47-41 3-8 41-47 8-3"
KING_V_MEN = "a3-b4 h8-g7 b4-a5 g7-h8 a5-b6 h8-g7 h2-g3 g7-h8 g3-h4 h8-g7"
# The lone king holds the main road for seven plies, is away for two, and comes back for three.
ROAD_WITH_PAUSE = "g1-h2 h8-g7 h2-g1 g7-h8 g1-h2 h8-g7 h2-g1 g7-h6 g1-h2 h6-g7 h2-g1 g7-h8"


@pytest.mark.parametrize(
    ("variant", "reading", "fen", "cycle", "plies", "clause"),
    [
        ("russian", "federation", "W:WKc1,Ke1,Kg1,a1:BKb8", KINGS, 30, "F1"),
        ("russian", "federation", "W:WKc1:BKb8", KINGS, 10, "F2"),
        ("russian", "federation", "W:WKc1,a1:BKb8", KINGS_AND_A_MAN, 10, "F2"),
        ("russian", "federation", "W:WKc1,a1:BKb8,h8", KINGS, 60, "F2"),
        ("russian", "federation", "W:WKc1,a1,g1:BKb8,f8,h8", KINGS, 120, "F2"),
        ("russian", "federation", "W:WKc1,Ke1,Kg1:BKh8", ROAD_WITH_PAUSE, 12, "F3"),
        ("pool", "federation", "W:Wa3,g1,h2:BKh8", KING_V_MEN, 10, "F3"),
        ("diagonal", "federation", "W:WKc1,a1:BKb8,h8", KINGS, 30, "F4"),
        ("brazilian", "federation", "W:WKc1,a1:BKb8,h8", KINGS, 8, "F5"),
        ("russian", "lidraughts", "W:WKc1,a1:BKb8", KINGS, 10, "row 1"),
        ("russian", "lidraughts", "W:WKc1,Ke1,Kg1:BKh8", ROAD_WITH_PAUSE, 12, "row 2"),
        ("russian", "lidraughts", "W:WKc1,Ke1,Kg1,Ka1:BKb8", KINGS, 30, "row 3"),
        ("russian", "lidraughts", "W:WKc1,a1,g1:BKb8,f8,h8", KINGS, 120, "row 4"),
        ("russian", "lidraughts", "W:WKc1,Ke1,a1:BKb8", KINGS, 60, "row 5"),
        ("pool", "lidraughts", "W:WKc1,a1,e1,g1:BKb8,d8,f8,h8", KINGS, 30, "row 6"),
    ],
)
def test_draw_articles(
    variant: str, reading: str, fen: str, cycle: str, plies: int, clause: str
) -> None:
    """Going round a cycle of moves, the clause comes to hold exactly at ply `plies`."""
    game = Game(variant, model_of(variant).parse(fen), reading)
    moves = cycle.split()
    for ply in range(plies):
        assert clause not in game.draw_reasons(), ply
        play(game, moves[ply % len(moves)])
    assert clause in game.draw_reasons()


@pytest.mark.parametrize(
    ("variant", "fen", "cycle", "plies", "clause"),
    [
        ("international", "W:WK47,K48,50:BK3,K4", KINGS_10X10, 50, "50 plies, kings only"),
        ("killer", "W:WK47,K48,50:BK3", KINGS_10X10, 32, "32 plies, king v three"),
        ("antidraughts", "W:WK47,48:BK3", KINGS_10X10, 8, "third repetition"),
        ("canadian", "W:WK67,71:BK3", "67-61 3-9 61-67 9-3", 10, "10 plies, king v one or two"),
        ("frisian", "W:WK46,K47:BK4", "47-42 4-15 42-47 15-4", 14, "14 plies, two kings v one"),
        ("frysk", "W:WK47:BK4", "47-42 4-15 42-47 15-4", 4, "4 plies, king v king"),
        ("english", "W:WK32:BK1", "32-28 1-5 28-32 5-1", 80, "80 plies, no capture or crowning"),
        ("italian", "W:WK32:BK1", "32-28 1-5 28-32 5-1", 80, "80 plies, kings only"),
        ("turkish", "W:WK57,60:BK7", "57-49 7-8 49-57 8-7", 50, "50 plies, no capture"),
        ("thai-strike", "W:WK1,9:BK32", "1-5 32-28 5-1 28-32", 80, "80 plies, no capture"),
    ],
)
def test_draws_of_other_games(variant: str, fen: str, cycle: str, plies: int, clause: str) -> None:
    test_draw_articles(variant, "federation", fen, cycle, plies, clause)


def test_a_win_comes_before_the_draw() -> None:
    game = Game("international", model_of("international").parse("B:WK7,39,44:BK50"))
    for text in ["50-45", "7-1", "45-50", "1-7"] * 7 + ["50-45", "7-1", "45-50"]:
        play(game, text)
    # The 32nd ply fills the count, and shuts the lone king in.
    assert play(game, "1-45") == Ending("W", "no move")
    assert "32 plies, king v three" in game.draw_reasons()
