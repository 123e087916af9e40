"""What is known of Russian endings, and play by the tables to the very end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from bolshak import Game, Position
from bolshak.tables import DATA, Tables
from bolshak.tables_check import lines, random_positions
from bolshak.tables_plan import family_of, pairs

ROAD = frozenset({29, 25, 22, 18, 15, 11, 8, 4})            # a1-h8
LIST = Path(__file__).parent / "data" / "tables_theory.tsv"

# Won, drawn and lost for the mover in per cent, by number of pieces (strength.md 3).
SHARES = {2: (37.0, 43.2, 19.8), 3: (34.4, 48.5, 17.0), 4: (38.8, 41.0, 20.2)}


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables("russian", [DATA])


def quiet_kings(number: int) -> list[Position]:
    """Kings against one king, White to move, nobody attacked."""
    found = []
    for king in range(1, 33):
        others = [square for square in range(1, 33) if square != king]
        for kings in combinations(others, number):
            position = Position.from_pieces("russian", "W", [], kings, [], [king])
            if not position.can_capture("W") and not position.can_capture("B"):
                found.append(position)
    return found


def images(position: Position) -> set[tuple[tuple[int, ...], int]]:
    """The same position of kings, turned round and mirrored at the main road."""
    board = position.board
    (king,) = position.black_kings
    found = set()
    for mirrored in (False, True):
        for turned in (False, True):
            def image(n: int, mirrored: bool = mirrored, turned: bool = turned) -> int:
                n = (board.at(board.rank(n), board.file(n)) or 0) if mirrored else n
                return 33 - n if turned else n

            found.add((tuple(sorted(map(image, position.white_kings))), image(king)))
    return found


def listed(ending: str) -> dict[tuple[tuple[int, ...], int], int]:
    """Distance by position, for all that are on the list and their images."""
    known = {}
    for line in LIST.read_text().splitlines()[1:]:
        title, fen, distance, number = line.split("\t")
        if title == ending:
            same = images(Position("russian", fen))
            assert len(same) == int(number)
            known.update(dict.fromkeys(same, int(distance)))
    return known


def test_shares_of_results() -> None:
    found, problems = lines("russian", [DATA])
    assert not problems
    for pieces, shares in SHARES.items():
        totals = [0, 0, 0]
        for line in found:
            if line.pair.pieces == pieces:
                for i in range(3):
                    totals[i] += line.statistics.quiet[i] + line.statistics.captures[i]
        assert [round(100 * total / sum(totals), 1) for total in totals] == list(shares)


def test_longest_wins_are_where_they_are_said_to_be(tables: Tables) -> None:
    for line in lines("russian", [DATA])[0]:
        if line.longest is not None:
            answer = tables.answer(line.longest)
            assert answer is not None
            assert (answer.value, answer.distance) == (1, line.statistics.longest_win)


def test_petrovs_triangle(tables: Tables) -> None:
    """Three kings against one off the main road: always won, the king is lost within 15 moves."""
    longest = 0
    seen = 0
    for position in quiet_kings(3):
        if position.black_kings[0] not in ROAD:
            seen += 1
            answer = tables.answer(position)
            assert answer is not None and answer.value == answer.ruled == 1
            assert answer.distance is not None
            longest = max(longest, answer.distance)
    assert seen == 49_676
    assert longest == 22, "plies to the decisive sacrifice being taken: before the 15th move"


def test_the_main_road_draws(tables: Tables) -> None:
    """Except for shots at once, all of them on the list; if the road is not the king's alone, it
    is attacked there or lost."""
    known = listed("three kings on the road")
    results: Counter[tuple[bool, int]] = Counter()
    for position in quiet_kings(3):
        (king,) = position.black_kings
        if king in ROAD:
            alone = ROAD.isdisjoint(position.white_kings)
            answer = tables.answer(position)
            assert answer is not None
            results[alone, answer.value] += 1
            if alone:
                assert known.get((position.white_kings, king)) == answer.distance
    assert results == {(True, 0): 10_696, (True, 1): 388, (False, 1): 872}
    assert len(known) == 388


def test_two_kings_against_one(tables: Tables) -> None:
    """A draw save for the short shots of the list, none longer than 7 plies."""
    known = listed("two kings")
    assert len(known) == 408 and max(known.values()) == 7
    results: Counter[int] = Counter()
    for position in quiet_kings(2):
        answer = tables.answer(position)
        assert answer is not None
        results[answer.value] += 1
        assert known.get((position.white_kings, position.black_kings[0])) == answer.distance
    assert results == {0: 7_922, 1: 408}


def test_kings_win_within_the_draw_rules() -> None:
    """With fresh counters no win of at most four pieces is too long for the federation's rules:
    5 moves up to three pieces, 15 against a lone king, 30 for four pieces."""
    for line in lines("russian", [DATA])[0]:
        mover, other = line.mover, line.other
        longest = max(line.statistics.longest_win, line.statistics.longest_loss)
        if mover.kings and other.kings:
            limit = 10 if line.pair.pieces <= 3 else 60
            if (mover.kings, other.kings) in ((3, 1), (1, 3)):
                limit = 30
            assert longest <= limit, line


def test_a_win_that_takes_too_long_is_a_draw(tables: Tables) -> None:
    fen = "W:WKa1,Kc1,Ke1:BKh2"
    answer = tables.answer(Position("russian", fen))
    assert answer is not None
    assert (answer.value, answer.distance, answer.ruled) == (1, 18, 1)
    for halfmoves, ruled in ((12, 1), (13, 0)):         # 30 plies of king moves are a draw
        late = tables.answer(Position("russian", f"{fen}:H{halfmoves}:F40"))
        assert late is not None and (late.value, late.ruled) == (1, ruled)
    unruled = tables.answer(Position("russian", f"{fen}:H13:F40", draw_rules="lidraughts"))
    assert unruled is not None and unruled.value == 1


def play_out(tables: Tables, position: Position, chance: random.Random) -> tuple[str | None, int]:
    """The winner when one side follows the tables and the other defends by them or at random."""
    game = Game.from_position(position)
    strong = position.side
    plies = 0
    while (result := game.result()) is None:
        best = tables.best_moves(game.position)
        assert best, game.position.fen()
        if game.position.side == strong:
            game.push(best[0])
        else:
            moves = best if chance.random() < 0.7 else game.position.legal_moves()
            game.push(chance.choice(moves))
        plies += 1
        assert plies < 200
    return result.winner, plies


@pytest.mark.parametrize("seed", range(5))
def test_wins_are_finished(tables: Tables, seed: int) -> None:
    """By best moves alone, against the draw rules and the third repetition."""
    chance = random.Random(seed)
    family = family_of("russian")
    played = 0
    for pair in [pair for n in (2, 3, 4) for pair in pairs(n)]:
        for position in random_positions(family, pair, 6, chance):
            answer = tables.answer(position)
            if answer is not None and answer.ruled == 1:
                winner, _ = play_out(tables, position, chance)
                assert winner == position.side, position.fen()
                played += 1
    assert played > 20


def test_best_moves_keep_the_value(tables: Tables) -> None:
    chance = random.Random(11)
    family = family_of("russian")
    for pair in pairs(4):
        for position in random_positions(family, pair, 30, chance):
            answer = tables.answer(position)
            assert answer is not None
            best = tables.best_moves(position)
            everything = tables.moves(position)
            assert bool(best) == bool(everything)
            for move, after in everything:
                assert after is not None
                assert after.value <= answer.value
                if move in best:
                    assert after.value == answer.value
                    if answer.value:
                        assert after.distance == answer.distance
