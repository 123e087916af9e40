"""Writing PDN: layout, and that what is written reads back as the same game."""

from __future__ import annotations

import io
import random

import pytest

import bolshak
from bolshak.notation import format_move
from bolshak.pdn import (
    PdnGame,
    PdnMove,
    Variation,
    canonical,
    format_game,
    from_game,
    read_games,
    replay,
    write_games,
)


def game(text: str) -> PdnGame:
    only, = read_games(text)
    return only


def test_layout() -> None:
    pdn = game('[Site "s"] [FEN "B:Wc3:Bd6."] [Event "e"] [Result "1-0"] '
               "1... d6-c5! $3 {why} (d6e5)")
    assert format_game(canonical(pdn)) == "\n".join([
        '[Event "e"]', '[Site "s"]', '[Result "1-0"]', '[GameType "25,W,8,8,A0,0"]', '[SetUp "1"]',
        '[FEN "B:Wc3:Bd6"]', "", "1... d6-c5! $3 {why} (1... d6-e5) 1-0", ""])


def test_numbers_are_repeated_after_comments_and_variations() -> None:
    text = "1. 32-28 {x} 1... 19-23 (1... 18-23 2. 38-32) 2. 28x19 14x23 3. 37-32 *"
    pdn = game(text)
    assert format_game(pdn, "international").splitlines()[-1] == text


def test_first_number() -> None:
    assert "\n1. 11-15 23-19 *" in format_game(game('[GameType "21"] 11-15 23-19'))
    assert "\n1... 23-19 *" in format_game(game('[GameType "21"] [FEN "W:W23:B1"] 23-19'))
    assert "\n40... d6-c5 41. c3-b4 *" in format_game(
        game('[FEN "B:Wc3:Bd6:H0:F40"] d6-c5 c3-b4'))


def test_quotes_backslashes_and_line_ends_in_tags() -> None:
    pdn = PdnGame({"White": 'a "b" \\ c', "Black": "x\ny"})
    text = format_game(pdn)
    assert '[White "a \\"b\\" \\\\ c"]' in text
    assert game(text).tags == {"White": 'a "b" \\ c', "Black": "x y"}
    with pytest.raises(ValueError, match="tag name"):
        format_game(PdnGame({"a b": "c"}))


@pytest.mark.parametrize("comment", [
    "plain", "a { b", "a } b", "{", "}", "a { b } c", "; x", "% y", "1. 32-28",
    "word " * 60 + "end", "x" * 200, '[Event "x"]', "(", ")", "$1 !? *", "\u0436 \u00e9",
    "[%clk 0:01:00]",
])
def test_any_comment_reads_back(comment: str) -> None:
    pdn = PdnGame(moves=[
        PdnMove("32-28", comments=[comment, comment], variations=[
            Variation([PdnMove("33-28", comments=[comment])], [comment])]),
        PdnMove("19-23", comments=[comment])], comments=[comment], result="1-0")
    again = game(format_game(pdn, "international"))
    assert again == pdn and not again.problems


def test_lines_have_at_most_80_columns() -> None:
    moves = [PdnMove("32-28", "!?", [1, 2], ["some words that go on"], [
        Variation([PdnMove("33-28", comments=["a longer remark (really)"])] * 3)])
        for _ in range(40)]
    text = format_game(PdnGame(moves=moves), "international")
    assert max(map(len, text.splitlines())) <= 80
    assert not any(line != line.strip() for line in text.splitlines())
    assert game(text).moves == moves


def test_several_games_and_default() -> None:
    out = io.StringIO()
    assert write_games(out, [game("1. 32-28 *"), game("1. 33-28 1-0")], "international") == 2
    assert [only.result for only in read_games(out.getvalue())] == ["*", "1-0"]
    assert "\n\n[Result" in out.getvalue()


def test_setup_inside_the_moves_reads_back() -> None:
    pdn = game('[GameType "20"] 1. 32-28 19-23 /FEN "B:W32,33:B1,3"/ 1-6 *')
    text = format_game(canonical(pdn))
    assert '/FEN "B:W32,33:B1,3"/' in text
    assert game(text) == canonical(pdn)


def random_line(rng: random.Random, position: bolshak.Position, length: int, depth: int
                ) -> list[PdnMove]:
    moves: list[PdnMove] = []
    for _ in range(length):
        legal = position.legal_moves()
        if not legal:
            break
        move = rng.choice(legal)
        written = PdnMove(format_move(position, move, "pdn"))
        if rng.random() < 0.2:
            written.marks = rng.choice(["!", "?!", "(?)", "*"])
        if rng.random() < 0.2:
            written.nags = [rng.randrange(200)]
        if rng.random() < 0.2:
            written.comments = [rng.choice(["a remark", "{ odd", "[%clk 0:00:09]",
                                            "x " * 50 + "y"])]
        if depth and rng.random() < 0.2:
            written.variations = [Variation(
                random_line(rng, position, rng.randint(1, 5), depth - 1),
                ["first"] if rng.random() < 0.3 else [])]
        moves.append(written)
        position = position.play(move)
    return moves


@pytest.mark.parametrize("name", bolshak.games())
def test_round_trip(name: str) -> None:
    """Text, game and text again are the same, and every move is legal when it is read."""
    rng = random.Random(f"pdn {name}")
    for _ in range(4):
        played = bolshak.Game(name)
        for _ in range(rng.choice([0, 0, 30])):
            if legal := played.position.legal_moves():
                played.push(rng.choice(legal))
        start = played.position
        pdn = from_game(bolshak.Game(name, start.fen()), {"Event": "e"})
        pdn.moves = random_line(rng, start, 60, 2)
        pdn.result = rng.choice(start.rules.results)
        text = format_game(pdn)
        again = game(text)
        assert again == pdn and not again.problems
        assert format_game(again) == text
        done = replay(again)
        assert done.problem is None and done.plies == len(pdn.moves)
        assert canonical(again) == pdn
        for style in ("numbers", "coordinate", "hub"):
            other = game(format_game(canonical(pdn, style=style)))
            assert canonical(other) == pdn
