"""Every game over Hub: position strings, moves of random games in both numberings, replies."""

from __future__ import annotations

import random

import pytest
from clients.hub_client import HubClient

import bolshak
from bolshak import Game
from bolshak.notation import format_hub_move, format_hub_position, parse_hub_move

# (board number, number from a1) of squares, independent of the code under test: protocols.md 3.4.
NUMBERS = {
    "russian": {22: 10, 18: 14, 1: 29, 4: 32, 29: 1, 32: 4},
    "brazilian": {22: 10, 18: 14, 1: 29, 4: 32, 29: 1, 32: 4},
    "turkish": {41: 17, 33: 25, 1: 57, 64: 8},
    "english": {22: 11, 18: 15, 1: 32, 32: 1},
    "italian": {22: 22, 18: 18, 1: 1, 32: 32},
    "international": {32: 32, 28: 28, 1: 1, 50: 50},
    "frisian": {32: 32, 1: 1, 50: 50},
}
NAMES = {"international": "normal", "killer": "killer", "breakthrough": "bt",
         "frisian": "frisian", "antidraughts": "losing", "russian": "russian",
         "brazilian": "brazilian"}


def random_game(name: str, seed: int, plies: int) -> list[tuple[Game, list[str], list[str]]]:
    """Positions of a game of random moves: the game so far, and its moves in both numberings."""
    rng = random.Random(f"{name} {seed}")
    game = Game(name)
    texts: dict[str, list[str]] = {"board": [], "pdn": []}
    stages = []
    while game.result() is None and len(game.moves) < plies:
        move = rng.choice(game.position.legal_moves())
        for numbering, moves in texts.items():
            moves.append(format_hub_move(game.position, move, numbering))
        game.push(move)
        stages.append((game.copy(), list(texts["board"]), list(texts["pdn"])))
    return stages


@pytest.mark.parametrize("name", bolshak.games())
def test_every_game_is_played(name: str) -> None:
    """Start position, a random middle and end of a game: legal replies and legal lines."""
    with HubClient() as hub:
        hub.hello(variant=name, tt_size=16)
        start = format_hub_position(Game(name).position)
        assert len(start) == bolshak.board(name).squares + 1
        stages = random_game(name, 1, 60)
        for game, moves, _ in [stages[0], stages[len(stages) // 2], stages[-1]]:
            hub.place(start, *moves)
            answer = hub.go("depth=3")
            position = game.position
            if not position.legal_moves():
                assert answer.move is None
                continue
            assert answer.move and answer.infos
            for info in answer.infos:
                line = position
                for text in info["pv"].split():
                    line = line.play(parse_hub_move(line, text))
            assert answer.infos[-1]["pv"].split()[0] == answer.move
            played = position.play(parse_hub_move(position, answer.move))
            if answer.ponder:
                parse_hub_move(played, answer.ponder)
            # The position alone, without the moves that led to it, is the same position.
            hub.place(format_hub_position(position))
            assert hub.go("depth=1").move
        hub.quit()


@pytest.mark.parametrize(("name", "alias"), NAMES.items())
def test_names_of_the_protocol(name: str, alias: str) -> None:
    with HubClient() as hub:
        hub.hello(variant=alias)
        hub.place(format_hub_position(Game(name).position))
        assert hub.go("depth=2").move
        hub.quit()


@pytest.mark.parametrize("name", NUMBERS)
def test_both_numberings(name: str) -> None:
    """P50: the same moves in both numberings, and what `auto` makes of them."""
    board = bolshak.board(name)
    for seed in range(4):
        stages = random_game(name, seed, 80)
        game, moves, others = stages[-1]
        for text, other in zip(moves, others, strict=True):
            squares = [text.replace("-", "x").split("x"), other.replace("-", "x").split("x")]
            for number, expected in NUMBERS[name].items():
                if number == int(squares[0][0]):
                    assert int(squares[1][0]) == expected
            assert all(1 <= int(square) <= board.squares for pair in squares for square in pair)
        start = format_hub_position(Game(name).position)
        for numbering, texts in (("board", moves), ("pdn", others), ("auto", others)):
            with HubClient(f"--numbering={numbering}", f"--variant={name}") as hub:
                hub.hello()
                for length in (1, len(texts)):
                    hub.place(start, *texts[:length])
                    answer = hub.go("depth=1")
                    position = stages[length - 1][0].position
                    used = "board" if numbering == "board" else "pdn"
                    if position.legal_moves():
                        assert answer.move
                        parse_hub_move(position, answer.move, used)
                    else:
                        assert answer.move is None
                hub.quit()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", ["russian", "brazilian", "turkish", "english"])
def test_numbering_of_a_hundred_games_is_found_out(name: str) -> None:
    """P50: `auto` settles after the first move received, for good. 100 games in all."""
    start = format_hub_position(Game(name).position)
    for seed in range(25):
        stages = random_game(name, seed, 40)
        for column in (1, 2):
            with HubClient(f"--variant={name}") as hub:
                hub.hello(tt_size=16)
                for game, *texts in stages[::7]:
                    hub.place(start, *texts[column - 1])
                    answer = hub.go("depth=1")
                    if game.position.legal_moves():
                        numbering = ("board", "pdn")[column - 1]
                        move = parse_hub_move(game.position, answer.move or "", numbering)
                        assert format_hub_move(game.position, move, numbering) == answer.move
                    else:
                        assert answer.move is None
                hub.quit()
