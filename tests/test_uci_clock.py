"""Games on short clocks: nobody loses on time. Slow, and only meaningful on a quiet machine."""

from __future__ import annotations

import time

import pytest
from process import Uci, best

from bolshak import Game

MARGIN = 20                     # ms that a clock may be overrun
KING_ENDING = "W:WKa1,Kc1,Kb2:BKh8,Kf8"


def play(base: float, increment: float, *, moves_to_go: int = 0, fen: str | None = None,
         plies: int = 300) -> float:
    """Play one game, each side by its own process. Returns the least time that was ever left on
    a clock when the move had been made, in ms. The game goes on after a draw by rule."""
    with Uci() as white, Uci() as black:
        players = {"W": white, "B": black}
        for player in players.values():
            player.send("setoption name Hash value 16")
            player.ready()
        game = Game("russian", fen)
        clocks = {"W": base, "B": base}
        made = {"W": 0, "B": 0}
        least = base
        start = f"fen {fen}" if fen else "startpos"
        texts: list[str] = []
        while game.position.legal_moves() and len(texts) < plies:
            side = game.position.side
            left = moves_to_go - made[side] % moves_to_go if moves_to_go else 0
            go = (f"go wtime {round(clocks['W'])} btime {round(clocks['B'])}"
                  f" winc {round(increment)} binc {round(increment)}")
            if left:
                go += f" movestogo {left}"
            begin = time.monotonic()
            players[side].send(f"position {start} moves {' '.join(texts)}", go)
            move = best(players[side].read_until("bestmove"))
            clocks[side] -= (time.monotonic() - begin) * 1000
            least = min(least, clocks[side])
            clocks[side] += increment
            made[side] += 1
            if left == 1:
                clocks[side] += base
            texts.append(move)
            game.push(move)
        for player in players.values():
            player.quit()
        return least


@pytest.mark.slow
@pytest.mark.parametrize(("base", "increment", "moves_to_go", "fen"), [
    (1000, 10, 0, None),
    (100, 10, 0, None),
    (2000, 0, 40, None),
    (10_000, 0, 0, KING_ENDING),
])
def test_p40_no_loss_on_time(base: float, increment: float, moves_to_go: int,
                             fen: str | None) -> None:
    assert play(base, increment, moves_to_go=moves_to_go, fen=fen) > -MARGIN


def test_a_few_moves_on_a_short_clock() -> None:
    assert play(500, 10, plies=12) > 0
