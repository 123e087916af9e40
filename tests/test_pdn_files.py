"""Every game of the shared collections is read and replayed, and survives being rewritten."""

from __future__ import annotations

import pathlib
import time

import pytest

from bolshak.pdn import (
    PdnError,
    canonical,
    format_game,
    guess_variant,
    read_file,
    read_games,
    replay,
)

GAMES = pathlib.Path(__file__).parents[2] / "shared" / "data" / "games"

pytestmark = pytest.mark.skipif(not GAMES.is_dir(),
                                reason="the game files stay outside the project (../shared)")

# file: games, legal moves, variant where the file does not say
COLLECTIONS = {
    "russian_ussr1947.pdn": (153, 8730, "russian"),
    "brazilian_online.pdn": (25, 1179, "russian"),
    "english_acf_1000.pdn": (1000, 48705, "russian"),
    "frisian_online.pdn": (14, 957, "russian"),
    "antidraughts_selfplay.pdn": (25, 1384, "russian"),
    "international_sur01.pdn": (77, 5496, "international"),
    "international_babasy1.pdn": (43, 4577, "international"),
    "parser/DUTCH96H.pdn": (13, 1381, "international"),
    "parser/PWCP_2.pdn": (51, 602, "international"),
    "parser/alphanumeric.pdn": (1, 1, "russian"),
    "parser/gameterminator.pdn": (1, 1, "international"),
    "parser/kurnik.pdn": (4, 535, "international"),
    "parser/linecomment.pdn": (1, 2, "international"),
    "parser/movestrength.pdn": (1, 3, "international"),
    "parser/nested_comment.pdn": (1, 3, "international"),
    "parser/string.pdn": (1, 1, "international"),
    "parser/unicode.pdn": (1, 2, "international"),
    "parser/variation.pdn": (1, 4, "international"),
}


@pytest.mark.parametrize("name", COLLECTIONS)
def test_every_move_is_legal(name: str) -> None:
    games, plies, default = COLLECTIONS[name]
    found = list(read_file(GAMES / name))
    assert len(found) == games
    total = 0
    for pdn in found:
        assert not pdn.problems
        done = replay(pdn, default)
        assert done.problem is None
        assert done.plies == len(pdn.moves)
        total += done.plies
    assert total == plies


@pytest.mark.parametrize("name", COLLECTIONS)
def test_rewritten_files_hold_the_same_games(name: str) -> None:
    default = COLLECTIONS[name][2]
    for pdn in list(read_file(GAMES / name))[:60]:
        ours = canonical(pdn, default)
        text = format_game(ours, default)
        again, = read_games(text)
        assert again == ours
        assert format_game(canonical(again), default) == text
        assert replay(again).game.position == replay(pdn, default).game.position
        assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("["))


def test_two_games_of_schildpad_are_ambiguous() -> None:
    """The file writes two captures short that fit two moves each; all others are legal."""
    problems = []
    for pdn in read_file(GAMES / "parser/schildpad.pdn"):
        done = replay(pdn, "international")
        if done.problem:
            problems.append(str(done.problem))
    assert [problem.split(": ")[0] for problem in problems] == ["52:70", "140:7"]
    assert all("ambiguous" in problem for problem in problems)


def test_positions_of_the_fen_file() -> None:
    unknown, kings, start = read_file(GAMES / "parser/fen.pdn")
    with pytest.raises(PdnError, match="side to move is unknown"):
        replay(unknown, "international")
    assert replay(kings, "international").game.position.white_kings == (15,)
    assert canonical(start, "international").tags == {"GameType": "20,W,10,10,N2,0"}


@pytest.mark.parametrize("name", [
    "russian_ussr1947.pdn", "international_sur01.pdn", "english_acf_1000.pdn",
    "parser/DUTCH96H.pdn", "parser/PWCP_2.pdn", "parser/variation.pdn"])
def test_the_squares_tell_the_game(name: str) -> None:
    expected = COLLECTIONS[name][2]
    for pdn in list(read_file(GAMES / name))[:40]:
        if "GameType" not in pdn.tags:
            assert guess_variant(pdn) == expected


def test_an_archive_is_read_fast_enough() -> None:
    """4 MB and 9,000 games in 5 seconds are wanted: this is a ninth, with room to spare."""
    begun = time.perf_counter()
    assert sum(1 for _ in read_file(GAMES / "english_acf_1000.pdn")) == 1000
    assert time.perf_counter() - begun < 2
