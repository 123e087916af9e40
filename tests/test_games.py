"""Real games: the slow reference replays them too, and ends in the same positions."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from agree import pieces_of, plain
from reference import Reference

from bolshak.pdn import read_file, replay

# File, game, number of games that the reference replays in the fast suite.
FILES = [
    ("russian_ussr1947.pdn", "russian", 153),
    ("brazilian_online.pdn", "brazilian", 25),
    ("frisian_online.pdn", "frisian", 3),
    ("antidraughts_selfplay.pdn", "antidraughts", 4),
    ("english_acf_1000.pdn", "english", 40),
    ("international_sur01.pdn", "international", 4),
]


def compare(path: Path, name: str, most: int | None) -> int:
    reference = Reference(name)
    plies = 0
    for pdn in islice(read_file(path), most):
        done = replay(pdn, name)
        assert done.problem is None, f"{path.name}:{pdn.line}: {done.problem}"
        game = done.game
        assert game.position.game == name
        model = reference.parse(game.start.fen(letters=False))
        for move in game.moves:
            legal = {(m.origin, m.target, m.captured): m for m in reference.moves(model)}
            model = reference.play(model, legal[plain(move)[:3]])
        assert pieces_of(game.position) == model.pieces
        assert game.position.side == model.side
        plies += len(game.moves)
    return plies


@pytest.mark.parametrize("name, game, most", FILES)
def test_replay(shared_games: Path, name: str, game: str, most: int) -> None:
    assert compare(shared_games / name, game, most) > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name, game, most", FILES)
def test_replay_all(shared_games: Path, name: str, game: str, most: int) -> None:
    assert compare(shared_games / name, game, None) > 0
