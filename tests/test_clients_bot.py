"""The conversation of lidraughts-bot (protocols.md 5.4), replayed move by move."""

from __future__ import annotations

import random
import time

import pytest
from clients.hub_client import HubClient

from bolshak import Game
from bolshak.notation import format_hub_move, format_hub_position, parse_hub_move

# What the bot sends as variant, and the game that is meant.
VARIANTS = {"normal": "international", "bt": "breakthrough", "losing": "antidraughts",
            "frisian": "frisian", "russian": "russian", "brazilian": "brazilian",
            "standard": "international", "frysk": "frysk", "antidraughts": "antidraughts",
            "breakthrough": "breakthrough"}

# Seconds left and increment of the bot, less 2 s and 0.1 s as it takes them off.
CLOCKS = [(5.0, 1.0), (1.31, 0.4), (0.05, 0.0), (0.0, 0.9), (-0.87, 0.0), (-2.0, -0.1),
          (-1.99, 0.9), (0.001, 0.001)]


def start_bot(variant: str) -> HubClient:
    hub = HubClient("--threads=1", "--numbering=board", "--book=off", delay=True)
    hub.ask("hub", last="wait")
    for name, value in (("book-ply", "20"), ("tt-size", "18"), ("bb-size", "7"),
                        ("variant", variant), ("initial-time", "600.0")):
        hub.send(f"set-param name={name} value={value}")
    assert hub.ask("init", last="ready") == ["ready"]
    return hub


class BotGame:
    """The bot's record of a game: it sends the start position and all moves each time."""

    def __init__(self, hub: HubClient, game: str, rng: random.Random) -> None:
        self.hub = hub
        self.game = Game(game)
        self.rng = rng
        self.start = format_hub_position(self.game.position)
        self.texts: list[str] = []

    def send(self, *more: str) -> None:
        texts = [*self.texts, *more]
        moves = f' moves="{" ".join(texts)}"' if texts else ""
        self.hub.send(f"pos pos={self.start}{moves}")

    def push(self, text: str) -> None:
        move = parse_hub_move(self.game.position, text)
        assert format_hub_move(self.game.position, move) == text
        self.game.push(move)
        self.texts.append(text)

    def opponent_moves(self, expected: str | None) -> None:
        """The expected move half the time, if it is legal."""
        position = self.game.position
        legal = [format_hub_move(position, move) for move in position.legal_moves()]
        assert expected is None or expected in legal
        hit = expected is not None and self.rng.random() < 0.5
        self.push(expected if hit and expected else self.rng.choice(legal))


@pytest.mark.parametrize("variant", [
    pytest.param(name, marks=() if name in ("normal", "russian") else pytest.mark.slow)
    for name in VARIANTS])
def test_bot_plays_a_game(variant: str) -> None:
    with start_bot(variant) as hub:
        bot = BotGame(hub, VARIANTS[variant], random.Random(variant))
        bot.send()
        answer = hub.go("move-time=0.3")
        number = 0
        while True:
            assert answer.move
            bot.push(answer.move)
            if bot.game.result() is not None:
                break
            clock, increment = CLOCKS[number % len(CLOCKS)]
            number += 1
            level = f"level time={clock} inc={increment}"
            before = len(bot.texts)
            if answer.ponder:
                bot.send(answer.ponder)
                hub.send(level, "go ponder")
                if bot.rng.random() < 0.3:
                    time.sleep(0.05)
            bot.opponent_moves(answer.ponder)
            hit = answer.ponder == bot.texts[before]
            if answer.ponder:
                hub.send("ponder-hit" if hit else "stop")
                answer = hub.answer(timeout=8)
            if bot.game.result() is not None:
                break
            if not hit:
                bot.send()
                hub.send(level, "go think")
                answer = hub.answer(timeout=8)
        hub.send("stop", "quit")
        assert hub.wait() == 0


@pytest.mark.parametrize(("time_left", "increment", "most"), [
    (-2.0, -0.1, 0.3), (-0.5, 0.0, 0.3), (0.0, 0.0, 0.3), (0.02, 0.0, 0.3), (0.5, 0.0, 0.6)])
def test_clocks_near_and_below_zero(time_left: float, increment: float, most: float) -> None:
    with start_bot("russian") as hub:
        hub.place("W" + "b" * 12 + "e" * 8 + "w" * 12)
        hub.go("depth=1")
        start = time.monotonic()
        assert hub.go(f"time={time_left} inc={increment}").move
        assert time.monotonic() - start < most


@pytest.mark.slow
def test_first_move_takes_ten_seconds() -> None:
    with start_bot("normal") as hub:
        hub.place()
        start = time.monotonic()
        assert hub.go("move-time=10").move
        assert 9.5 < time.monotonic() - start < 10.3


def test_bot_is_killed_while_it_ponders() -> None:
    """The bot kills the process group some seconds after `quit`: nothing may be left by then."""
    with start_bot("normal") as hub:
        hub.place()
        hub.send("level time=600.0 inc=0", "go ponder")
        time.sleep(0.2)
        start = time.monotonic()
        hub.send("stop", "quit")
        assert hub.wait() == 0
        assert time.monotonic() - start < 1.5
