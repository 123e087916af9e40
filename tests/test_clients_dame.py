"""A match over Hub against another engine, `dame hub` of the package dame-rs, on 10x10."""

from __future__ import annotations

import pytest
from clients.environments import environment
from clients.hub_client import HubClient

from bolshak import Game
from bolshak.notation import format_hub_move, parse_hub_move

REQUIREMENT = "dame-rs==0.2.0"
START = "W" + "b" * 20 + "e" * 10 + "w" * 20
LONGEST = 400                   # plies; an ending between engines has been decided long before


def play_game(white: HubClient, black: HubClient, level: str, opening: list[str],
              plies: int = LONGEST) -> Game:
    """One game; both engines must play legal moves, in any dialect that names one."""
    game = Game("international")
    texts: list[str] = []
    for text in opening:
        game.push(parse_hub_move(game.position, text))
        texts.append(text)
    while game.result() is None and len(game.moves) < plies:
        hub = white if game.position.side == "W" else black
        hub.place(START, *texts)
        answer = hub.go(level)
        assert answer.move, f"no move in {game.position.fen()}"
        move = parse_hub_move(game.position, answer.move)
        texts.append(format_hub_move(game.position, move))
        game.push(move)
    return game


@pytest.mark.parametrize(("games", "plies", "level"), [
    (2, 24, "depth=4"),
    pytest.param(10, LONGEST, "move-time=0.05", marks=[pytest.mark.slow,
                                                       pytest.mark.timeout(900)]),
])
def test_match(games: int, plies: int, level: str) -> None:
    program = environment(REQUIREMENT) / "dame"
    openings = [["32-28", "19-23"], ["33-29", "17-22"], ["31-27", "20-24"], ["34-30", "20-25"],
                ["32-27", "18-23"]]
    finished = 0
    with HubClient() as bolshak, HubClient(program=[str(program)]) as dame:
        bolshak.hello()
        dame.hello()
        for number in range(games):
            for hub in (bolshak, dame):
                hub.send("new-game")
            pair = (bolshak, dame) if number % 2 == 0 else (dame, bolshak)
            opening = openings[number // 2 % len(openings)]
            finished += play_game(*pair, level, opening, plies).result() is not None
        bolshak.quit()
        dame.send("quit")
    assert plies < LONGEST or finished == games
