"""Plays games of py-draughts' HubEngine against random moves, in the client's own environment.

Prints one JSON object when all games have ended by rule.
"""

from __future__ import annotations

import argparse
import json
import random

from draughts import StandardBoard
from draughts.engines.hub import HubEngine
from loguru import logger


def play_game(engine: HubEngine, number: int, most: int) -> dict:
    """One game; the engine moves first in even games."""
    board = StandardBoard()
    plies = 0
    while not board.game_over and plies < most:
        if plies % 2 == number % 2:
            move, score = engine.get_best_move(board, with_evaluation=True)
            assert -100 <= score <= 100, score
        else:
            move = random.choice(list(board.legal_moves))
        board.push(move)
        plies += 1
    return {"plies": plies, "over": board.game_over, "result": board.result}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--sessions", type=int, default=1)
    parser.add_argument("--games", type=int, default=1, help="in each session")
    parser.add_argument("--plies", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    logger.remove()
    games = []
    for session in range(options.sessions):
        depth = 5 if session % 2 else None
        with HubEngine(options.program, time_limit=0.05, depth_limit=depth) as engine:
            assert engine.info.name == "Bolshak"
            assert engine.params["variant"].values[0] == "normal"
            assert engine.ping()
            for number in range(options.games):
                engine.new_game()
                games.append(play_game(engine, number, options.plies))
            process = engine.process
        games[-1]["code"] = process.returncode
    print(json.dumps({"games": games}))


if __name__ == "__main__":
    main()
