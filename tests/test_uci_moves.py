"""Moves in and out of the UCI dialect in random positions: every printed move is legal, and every
way to write a move is read as that move."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from process import Uci, best, scores

from bolshak import Game, Move, Position

GAMES = ("russian", "international", "brazilian", "turkish", "english", "frisian", "canadian",
         "giveaway", "spanish", "southafrican")
FAST, SLOW = 30, 1000           # positions of all games together
READ_AT_ONCE = 40               # questions sent before the answers are read


def random_games(count: int, seed: int) -> Iterator[Game]:
    """Games of random length, all of them with a legal move left. Games are taken by turns."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        game = Game(GAMES[made % len(GAMES)])
        for _ in range(chance.randrange(80)):
            moves = game.position.legal_moves()
            if not moves:
                break
            game.push(chance.choice(moves))
        if game.position.legal_moves():
            made += 1
            yield game


def pieces(fen: str) -> str:
    """A FEN without its counters."""
    return re.sub(r":[HF+].*", "", fen)


def after(position: Position, move: Move) -> str:
    """The pieces after a move."""
    return pieces(position.play(move).fen())


def choose_game(uci: Uci, game: str) -> None:
    uci.ask(f"setoption name UCI_Variant value {game}", last="info string variant")


def check_line(position: Position, texts: list[str]) -> None:
    """Fails (MoveError) if a move is not legal in its place."""
    game = Game(position.game, position.fen())
    for text in texts:
        game.push(text)


def check_search(uci: Uci, game: Game) -> None:
    position = game.position
    choose_game(uci, position.game)
    lines = uci.search(f"position fen {position.fen()}", "go nodes 3000")
    assert scores(lines)
    for line in scores(lines):
        check_line(position, line.partition(" pv ")[2].split())
    words = lines[-1].split()
    check_line(position, words[1::2])
    assert best(lines) in uci.moves()


@pytest.mark.parametrize("count", [FAST, pytest.param(SLOW, marks=pytest.mark.slow)])
def test_p39_printed_moves_are_legal(count: int) -> None:
    with Uci() as uci:
        for game in random_games(count, seed=39):
            check_search(uci, game)
        uci.quit()


def texts_of(position: Position, move: Move, printed: str, chance: random.Random) -> list[str]:
    """Ways to write a move whose full path was printed. Those of which only one part of the
    squares is left come last and begin with `?`: they may be ambiguous."""
    board = position.board
    names = re.findall(r"[a-z]\d+", printed)
    numbers = [str(board.number(name)) for name in names]
    assert (names[0], names[-1]) == (board.name(move.origin), board.name(move.target))
    sign = "x" if move.captured else "-"
    texts = [printed, printed.upper(), *(c.join(names) for c in "-:x*"), sign.join(numbers)]
    short = [names[0] + names[-1], sign.join((names[0], names[-1])),
             sign.join((numbers[0], numbers[-1]))]
    if move.captured:
        victims = list(map(str, move.captured))
        chance.shuffle(victims)
        short.append("x".join((numbers[0], numbers[-1], *victims)))
    if board.files == board.ranks == 8:
        short.append(names[0][0] + (":" if move.captured else "") + names[-1])
    return texts + ["?" + text for text in short]


def check_texts(uci: Uci, game: Game, chance: random.Random) -> tuple[int, int]:
    """Gives back every move in every form. Returns how many texts there were, and refusals."""
    position = game.position
    choose_game(uci, position.game)
    fen = position.fen()
    uci.send(f"position fen {fen}")
    moves = position.legal_moves()
    meant = {}
    for printed in uci.moves():
        uci.send(f"position fen {fen} moves {printed}")
        meant[printed] = pieces(uci.fen())
    assert sorted(meant.values()) == sorted(after(position, move) for move in moves)
    questions = [(text, printed) for printed in meant for move in moves
                 if after(position, move) == meant[printed]
                 for text in texts_of(position, move, printed, chance)]
    refused = 0
    for start in range(0, len(questions), READ_AT_ONCE):
        part = questions[start:start + READ_AT_ONCE]
        for text, _ in part:
            uci.send(f"position fen {fen}", f"position fen {fen} moves {text.lstrip('?')}", "fen")
        for text, printed in part:
            line = uci.read()
            if line.startswith("info string error: ") and text.startswith("?"):
                refused += 1
                assert " is ambiguous" in line, line
                line = uci.read()
                assert pieces(line) == f"fen {pieces(fen)}"
            else:
                assert pieces(line) == f"fen {meant[printed]}", (fen, text)
    return len(questions), refused


@pytest.mark.parametrize("count", [FAST, pytest.param(SLOW, marks=pytest.mark.slow)])
def test_p41_every_form_of_a_move_is_read(count: int) -> None:
    chance = random.Random(41)
    asked = refused = 0
    with Uci() as uci:
        for game in random_games(count, seed=41):
            texts, bad = check_texts(uci, game, chance)
            asked += texts
            refused += bad
        uci.quit()
    assert refused < asked / 20


def test_pdn_style_is_read_back() -> None:
    with Uci() as uci:
        uci.send("setoption name MoveNotation value pdn")
        for game in random_games(FAST, seed=8):
            position = game.position
            choose_game(uci, position.game)
            fen = position.fen()
            uci.send(f"position fen {fen}")
            texts = uci.moves()
            assert len(set(texts)) == len(texts) == len(position.legal_moves())
            fens = []
            for text in texts:
                uci.send(f"position fen {fen} moves {text}")
                fens.append(pieces(uci.fen()))
            assert sorted(fens) == sorted(
                after(position, move) for move in position.legal_moves())
        uci.quit()
