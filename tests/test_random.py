"""The compiled generator against the slow reference, in random games and random set-ups."""

from __future__ import annotations

import random
import time

import pytest
from agree import pieces_of, plain, random_start
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import Position as ReferencePosition
from reference import Reference

import bolshak
from bolshak import Position

PLIES = 40
MANY = 50               # random games of each game in the slow suite: 2,000 positions
FEW = 3


def same_moves(reference: Reference, model: ReferencePosition, position: Position) -> list:
    """Moves of both, compared, as pairs in one order."""
    ours = {plain(move): move for move in position.legal_moves()}
    theirs = reference.moves(model)
    assert len(ours) == len(position.legal_moves())
    assert sorted(ours) == sorted(theirs), position.fen()
    return [(theirs_move, ours[theirs_move]) for theirs_move in sorted(theirs)]


def follow(game: str, seed: int, plies: int) -> None:
    """Random moves from the start or from a random set-up, both models side by side."""
    chance = random.Random(seed)
    reference = Reference(game)
    position = Position(game) if chance.random() < 0.4 else random_start(game, chance)
    model = reference.parse(position.fen(letters=False))
    for _ in range(plies):
        pairs = same_moves(reference, model, position)
        if not pairs:
            return
        theirs, ours = pairs[chance.randrange(len(pairs))]
        model, position = reference.play(model, theirs), position.play(ours)
        assert pieces_of(position) == model.pieces
        assert position.side == model.side
        fresh = Position(game, position.fen())
        assert fresh.key == position.key, "the incremental key is not that of the position"


@pytest.mark.parametrize("game", bolshak.games())
@settings(max_examples=FEW, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_random_games(game: str, seed: int) -> None:
    follow(game, seed, PLIES)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", bolshak.games())
@settings(max_examples=MANY, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_many_random_games(game: str, seed: int) -> None:
    follow(game, seed, PLIES)


@pytest.mark.parametrize("game", bolshak.games())
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_can_capture(game: str, seed: int) -> None:
    """`can_capture` is asked for both sides, whoever is to move."""
    chance = random.Random(seed)
    reference = Reference(game)
    for _ in range(10):
        position = random_start(game, chance)
        model = reference.parse(position.fen(letters=False))
        for side in "WB":
            turned = ReferencePosition(side, model.pieces, model.king_runs)
            assert position.can_capture(side) == reference.can_capture(turned)


@pytest.mark.timeout(60)
def test_many_orders_of_one_capture() -> None:
    """A king that takes 38 pieces in millions of orders: seconds without the table of hunt.pxd."""
    position = Position("southafrican", "W:WK5,K95,K92,K98:B53,28,37,54,51,13,52,38,66,10,67,25,24,"
                        "27,42,82,56,79,11,41,83,55,40,69,39,14,81,80,65,23,84,70,12,68,26,9")
    begin = time.process_time()
    moves = position.legal_moves()
    assert time.process_time() - begin < 2
    assert len(moves) == 4
    assert {len(move.captured) for move in moves} == {max(len(m.captured) for m in moves)}
