"""Games of the program against itself on real clocks: none may be lost on time, and no process
may be left over. A clock starts when `go` is written and stops when `bestmove` is read.

BOLSHAK_TIME_GAMES is the number of games at each time control in the slow tests (200); two games
run at once, so that both cores of a small machine are busy.
"""

from __future__ import annotations

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from process import Process

from bolshak import Game

GAMES = int(os.environ.get("BOLSHAK_TIME_GAMES", "200"))
MARGIN = 20                     # milliseconds that the machine may take away from a move
LONGEST = 300                   # plies
AT_ONCE = 2                     # games
BUSY = 2                        # runnable processes per core beyond which times mean little


@dataclass(frozen=True)
class Control:
    """A time control: start time and increment in ms; moves = 0 is the whole game."""

    time: int
    inc: int = 0
    moves: int = 0
    overhead: int = 20

    def __str__(self) -> str:
        moves = f"{self.moves}/" if self.moves else ""
        return f"{moves}{self.time / 1000}+{self.inc / 1000} overhead {self.overhead}"


CONTROLS = [Control(100, 10), Control(1000), Control(2000, moves=40), Control(1000, 10),
            Control(100, 10, overhead=10), Control(1000, overhead=10)]


class Player:
    """One program with its clock."""

    def __init__(self, process: Process, control: Control) -> None:
        self.process = process
        self.control = control
        self.left = float(control.time)         # milliseconds
        self.moves = 0
        self.lowest = float("inf")              # least time left after a move

    def setup(self, game: str) -> None:
        self.process.ask("uci", last="uciok")
        for name, value in (("Hash", 16), ("Move Overhead", self.control.overhead),
                            ("UCI_Variant", game)):
            self.process.send(f"setoption name {name} value {value}")
        self.process.ask("ucinewgame", "isready", last="readyok")

    def move(self, side: str, position: str, other: float) -> str:
        """The program's move; its clock has run meanwhile."""
        own, opposite = ("w", "b") if side == "W" else ("b", "w")
        self.process.send(position)
        command = (f"go {own}time {max(int(self.left), 0)} {opposite}time {max(int(other), 0)} "
                   f"winc {self.control.inc} binc {self.control.inc}")
        if self.control.moves:
            command += f" movestogo {self.control.moves - self.moves % self.control.moves}"
        start = time.monotonic()
        self.process.send(command)
        while True:
            moment, line = self.process.read_timed(timeout=30)
            if line.startswith("bestmove "):
                break
        self.left -= 1000 * (moment - start)
        self.lowest = min(self.lowest, self.left)
        self.moves += 1
        self.left += self.control.inc
        if self.control.moves and self.moves % self.control.moves == 0:
            self.left += self.control.time
        return line.split()[1]


def play_game(name: str, control: Control, seed: int, fen: str | None = None,
              plies: int = LONGEST) -> float:
    """Play one game, from a position or after a few random moves; the least time that a side had
    left, in ms. From a position the game goes on after a draw, as long as there are moves."""
    rng = random.Random(seed)
    game = Game(name, fen)
    if fen is None:
        for _ in range(4):
            game.push(rng.choice(game.position.legal_moves()))
    start = f"position fen {game.position.fen()}"
    game = Game(name, game.position.fen())
    texts: list[str] = []
    with Process("uci") as one, Process("uci") as two:
        players = {"W": Player(one, control), "B": Player(two, control)}
        for player in players.values():
            player.setup(name)
        while len(game.moves) < plies and (
                game.position.legal_moves() if fen else game.result() is None):
            side = game.position.side
            other = players["B" if side == "W" else "W"]
            position = f"{start} moves {' '.join(texts)}" if texts else start
            text = players[side].move(side, position, other.left)
            game.push(text)
            texts.append(text)
            if players[side].lowest <= -MARGIN:
                lost_on_time(f"{control}: {side} lost on time at ply {len(texts)}: "
                             f"{players[side].lowest:.1f} ms")
        for player in players.values():
            player.process.quit()
    return min(player.lowest for player in players.values())


def lost_on_time(what: str) -> None:
    """Fail, unless the machine had so much else to do that the clock proves nothing."""
    load = os.getloadavg()[0]
    if load > BUSY * (os.cpu_count() or 1):
        pytest.skip(f"{what}, but the load of the machine is {load:.1f}")
    pytest.fail(what)


def play_match(name: str, control: Control, games: int, fen: str | None = None,
               plies: int = LONGEST) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = [pool.submit(play_game, name, control, seed, fen, plies)
                   for seed in range(games)]
        for result in results:
            result.result()


def children() -> set[int]:
    """Running programs that this process has started. Linux only."""
    tasks = Path(f"/proc/{os.getpid()}/task")
    return {int(child) for task in tasks.iterdir()
            for child in (task / "children").read_text().split()}


@pytest.mark.parametrize("control", CONTROLS[:3], ids=str)
def test_no_game_is_lost_on_time(control: Control) -> None:
    before = children()
    play_match("russian", control, 2, plies=40)
    assert children() <= before


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("control", CONTROLS, ids=str)
def test_no_game_of_many_is_lost_on_time(control: Control) -> None:
    before = children()
    play_match("russian", control, GAMES)
    assert children() <= before


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", ["international", "canadian", "turkish", "english", "frisian"])
def test_other_games_keep_the_time(name: str) -> None:
    play_match(name, Control(100, 10), 4)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_long_king_endings() -> None:
    """P40: sudden death with 150 moves of kings that cannot win."""
    play_match("russian", Control(10_000), 4, fen="W:WKa1,Kc1:BKh8,Kf8")
