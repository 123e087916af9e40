"""Endgame tables and draw counters: what is called won must be won by the rules of the game."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from searching import search

from bolshak import Engine, Limits, Position, rules
from bolshak.notation import format_move
from bolshak.tables import DATA, Tables
from bolshak.tables_check import random_positions
from bolshak.tables_plan import Army, Pair, family_of, pair_of, pairs
from bolshak.tables_rule import QUICK, Outlook, fits, goes_on

KINGS_LIMIT = {"russian": 30, "brazilian": 30, "pool": 30, "international": 50, "italian": 80}


def pair(first: str, second: str) -> Pair:
    """kkm, k -> the pair of these armies."""
    return pair_of(*(Army(text.count("m"), text.count("k")) for text in (first, second)))


# A king move too many.

@pytest.mark.parametrize(("game", "fen", "winning"), [
    ("brazilian", "B:WKh4:Bf8,Kh6,Kc3:H29:F1", {"f8g7", "f8e7"}),
    ("russian", "W:WKf8,Kd6,b2:Be3:H29:F1", {"b2c3"}),
    ("international", "W:WK4,17:B14:H49:F1", {"c7d8", "c7b8"}),
    ("italian", "W:W11,K22,K30:BK23:H79:F1", {"e6d7", "e6f7"}),
])
def test_a_man_moves_before_the_last_king_move(engine: Engine, game: str, fen: str,
                                              winning: set[str]) -> None:
    position = Position(game, fen)
    answer = Tables(game, [DATA]).answer(position)
    assert answer is not None and answer.value == 1 and answer.ruled in (1, None)
    assert format_move(position, search(engine, position, Limits(nodes=2000)).move) in winning


def test_a_win_with_no_time_left_is_drawn(engine: Engine) -> None:
    position = Position("russian", "W:WKd2:Bd8:H29:F1")
    tables = Tables("russian", [DATA])
    assert all(answer is not None and answer.ruled == 0 for _, answer in tables.moves(position))
    assert search(engine, position, Limits(depth=8)).last.score.cp == 0


@pytest.mark.parametrize("draw_rules", ["federation", "lidraughts"])
@pytest.mark.parametrize("game", KINGS_LIMIT)
def test_answers_agree_with_those_one_move_on(game: str, draw_rules: str) -> None:
    """With few moves left on the counter; by induction all answers that are given are right."""
    chance = random.Random(game + draw_rules)
    tables = Tables(game, [DATA], draw_rules=draw_rules)
    family = family_of(game)
    told = 0
    for number in range(2, tables.most + 1):
        for armies in pairs(number):
            for found in random_positions(family, armies, 12, chance):
                halfmoves = KINGS_LIMIT[game] - chance.randrange(1, 12)
                fen = f"{found.fen().split(':H')[0]}:H{halfmoves}:F1"
                position = Position(game, fen, draw_rules=draw_rules)
                answer = tables.answer(position)
                assert answer is not None
                if answer.ruled is None or position.verdict() is not None:
                    continue
                after = [move.ruled for _, move in tables.moves(position) if move is not None]
                known = [ruled for ruled in after if ruled is not None]
                assert not known or max(known) <= answer.ruled, fen
                if len(known) == len(after):
                    assert max(known, default=-1) == answer.ruled, fen
                told += 1
    assert told > 50


# Counters that go on over captures and crownings.

@pytest.mark.parametrize(("fen", "depth"), [("W:W12,K29:BK44", 8), ("W:WK11,20:BK19", 8)])
def test_killer_has_no_five_moves_to_waste(engine: Engine, fen: str, depth: int) -> None:
    """The man is crowned in time, the king not caught: 5 moves against two pieces are all."""
    position = Position("killer", fen)
    answer = Tables("killer", [DATA]).answer(position)
    assert answer is not None and (answer.value, answer.ruled) == (1, None)
    found = search(engine, position, Limits(depth=depth))
    assert found.last.score.cp is not None and found.last.score.cp < 8000


def test_patterns_by_numbers() -> None:
    clauses = {clause.reason: clause for clause in
               (*rules("russian").clauses(), *rules("international").clauses())}
    three = clauses["three kings against one, 15 moves"]
    assert fits(three, pair("kkk", "k")) and fits(three, pair("kkkm", "k"))
    assert not fits(three, pair("kkm", "k")) and not fits(three, pair("kkk", "m"))
    few = clauses["2 to 3 pieces, 5 moves"]
    assert fits(few, pair("km", "k")) and not fits(few, pair("mm", "k"))
    assert not fits(few, pair("kk", "kk"))
    two = clauses["lone king against two pieces, 5 moves"]
    assert fits(two, pair("km", "k")) and not fits(two, pair("mm", "k"))


def test_what_a_counter_outlasts() -> None:
    three, few, *_ = rules("russian").clauses()
    assert goes_on(three, pair("kkkm", "k"), pair("kkkk", "k"))     # a crowning
    assert goes_on(three, pair("kkkk", "k"), pair("kkk", "k"))      # a sacrifice
    assert not goes_on(three, pair("kkk", "k"), pair("kk", "k"))    # there it ends
    assert not goes_on(few, pair("km", "k"), pair("kk", "k"))       # a crowning begins it anew
    _, _, two = rules("international").clauses()
    assert goes_on(two, pair("km", "k"), pair("kk", "k"))


def test_outlook() -> None:
    clauses = rules("killer").clauses()
    longest = {pair("k", "k"): 3, pair("kk", "k"): 16, pair("km", "k"): 41}
    outlook = Outlook("killer", clauses, longest)
    assert not outlook.unsure(pair("k", "k"))
    assert outlook.unsure(pair("kk", "k")) and outlook.unsure(pair("km", "k"))
    assert outlook.unsure(pair("mm", "k"))                          # leads there
    assert max(outlook.tails(pair("km", "k"))) == 16 + 3
    assert not Outlook("international", clauses, longest).unsure(pair("kk", "k"))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", sorted(QUICK))
def test_two_pieces_beat_a_lone_king_quickly(game: str) -> None:
    """Every won position of two pieces with a king against a lone king, followed to the end by the
    tables against any defence: 9 plies at most."""
    tables = Tables(game, [DATA])
    known: dict[Position, int] = {}

    def plies(position: Position, wins: bool) -> int:
        moves = position.legal_moves()
        if not moves:
            return 0
        if position not in known:
            known[position] = 99                # the tables never go in circles
            after = [(move, position.play(move)) for move in moves]
            if wins:
                good = []
                for move, child in after:
                    answer = tables.answer(child)
                    if answer is not None and answer.value == -1:
                        step = 0 if move.captured or move.crowns else answer.distance or 0
                        good.append((step, child))
                least = min(step for step, _ in good)
                found = min(plies(child, False) for step, child in good if step == least)
            else:
                found = max(plies(child, True) for _, child in after)
            known[position] = 1 + found
        return known[position]

    squares = range(1, Position(game).board.squares + 1)
    longest = 0
    for first, second, third in permutations(squares, 3):
        for men, kings in (([], [first, second]), ([first], [second])):
            if not men and first > second:
                continue
            for side in "WB":
                try:
                    position = Position.from_pieces(game, side, men, kings, [], [third])
                except ValueError:
                    continue
                answer = tables.answer(position)
                if answer is not None and answer.value == (1 if side == "W" else -1):
                    longest = max(longest, plies(position, side == "W"))
    assert longest == 9
