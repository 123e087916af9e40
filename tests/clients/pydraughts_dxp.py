"""Plays one DXP game of pydraughts against a waiting engine, with random moves for the client.

Works with pydraughts 0.5.7 and 0.6.7. Prints one JSON object when the game has ended.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import threading
import time

from draughts.engine import DXPEngine
from pydraughts_hub import OLD, Board

PATIENCE = 60                   # seconds for one move of the engine


def status(engine):
    """The client's record of the game."""
    if OLD:
        from draughts.engines.dxp_communication import dxp_run

        return dxp_run.current
    return engine.sender.current


def engine_move(engine, board: Board):
    """The engine's move, or None when it ends the game instead."""
    found: list = []
    thread = threading.Thread(target=lambda: found.append(engine.play(board.board)), daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE
    while thread.is_alive():
        thread.join(0.01)
        if thread.is_alive() and status(engine).result is not None:
            return None
        if time.monotonic() > end:
            raise TimeoutError("no move of the engine")
    if OLD:
        # The client tells the move before it has made it, and drops an answer that is too quick.
        from draughts.engines.dxp_communication import dxp_run

        with dxp_run.lock:
            pass
    return found[0].move


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port")
    parser.add_argument("variant")
    parser.add_argument("--first", action="store_true", help="the client moves first")
    parser.add_argument("--plies", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    engine = DXPEngine(None, {"engine-opened": True, "ip": "127.0.0.1", "port": options.port},
                       initial_time=60)
    board = Board(options.variant)
    first = board.turn()

    def our_turn() -> bool:
        return (board.turn() == first) == options.first

    plies = 0
    ended_by_engine = False
    while not board.over() and plies < options.plies:
        if our_turn():
            board.push(random.choice(board.moves()))
        else:
            move = engine_move(engine, board)
            if move is None:
                ended_by_engine = True
                break
            board.push(move)
        plies += 1
    if not ended_by_engine:
        if board.board.move_stack and not our_turn():
            # The client made the last move: the engine has to see it before the end is told.
            threading.Thread(target=engine.play, args=(board.board,), daemon=True).start()
            end = time.monotonic() + 5
            while status(engine).started and time.monotonic() < end:
                time.sleep(0.01)
        if status(engine).started:
            threading.Thread(target=engine.quit, daemon=True).start()
            time.sleep(0.5)
    print(json.dumps({"plies": plies, "over": board.over(), "winner": board.winner(),
                      "ended_by_engine": ended_by_engine, "name": engine.id.get("name")}))
    sys.stdout.flush()
    os._exit(0)                 # the client's threads do not end by themselves


if __name__ == "__main__":
    main()
