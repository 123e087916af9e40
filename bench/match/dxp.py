"""Engines that speak DamExchange (DXP): they listen on a TCP port, the referee connects.

The referee asks for every game and plays the moves of the opponent. DXP knows neither scores nor
depths, and of limits only minutes for the whole game; with other limits the engine follows its own
settings, and only the referee's watch counts.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Mapping

from bolshak import Game, notation

from .config import EngineConfig
from .faults import (
    CRASH,
    HANG,
    ILLEGAL,
    NO_MOVE,
    PROTOCOL,
    START,
    TIME,
    ConfigError,
    EngineFault,
    Interrupted,
)
from .history import History
from .limits import Clock
from .player import Player, Reply
from .process import EngineProcess, Stop

NAME = "Bolshak match"
ANSWER_GRACE = 5.0              # s for the answer to GAMEREQ and GAMEEND
LONGEST = 127                   # characters of a message
SIDES = {"W": "W", "B": "Z"}
PIECES = str.maketrans("bB", "zZ")


def game_request(game: Game, side: str, minutes: int) -> str:
    """GAMEREQ for a game from the current position, the engine playing `side`."""
    head = f"R01{NAME:<32}{SIDES[side]}{min(minutes, 999):03d}000"
    position = game.position
    if position == type(position)(position.game, draw_rules=position.draw_rules):
        return head + "A"
    text = notation.format_hub_position(position)
    return f"{head}B{SIDES[text[0]]}{text[1:].translate(PIECES)}"


def move_message(text: str) -> str:
    """MOVE from a Hub move, `32-28` or `28x17x22`; no time is told."""
    numbers = [int(word) for word in text.replace("-", "x").split("x")]
    victims = "".join(f"{number:02d}" for number in numbers[2:])
    return f"M0000{numbers[0]:02d}{numbers[1]:02d}{len(numbers) - 2:02d}{victims}"


def hub_move(message: str) -> str:
    """The Hub move of a MOVE message; ValueError if it is malformed."""
    fields = [int(message[i:i + 2]) for i in range(5, len(message), 2)]
    if len(fields) < 3 or len(fields) != 3 + fields[2] or len(message) % 2 == 0:
        raise ValueError(f"malformed move {message!r}")
    origin, target, _, *victims = fields
    return "x".join(map(str, (origin, target, *victims))) if victims else f"{origin}-{target}"


class DxpPlayer(Player):
    """A DXP engine, started with `{port}` in its command replaced, or waiting at an address."""

    def __init__(self, config: EngineConfig, game: str, draw_rules: str, stop: Stop) -> None:
        super().__init__(config, game, draw_rules, stop)
        self._process: EngineProcess | None = None
        self._socket: socket.socket | None = None
        self._buffer = b""
        self._told = 0                  # plies of the history that the engine knows
        self._playing = False

    def start(self) -> None:
        limit = self.config.limit
        if limit.base is not None and (limit.base % 60_000 or limit.increment or limit.moves):
            raise ConfigError(f"{self.config.name}: DXP knows whole minutes for the game only")
        host, port = self._address()
        if self.config.command:
            command = [word.replace("{port}", str(port)) for word in self.config.command]
            self._process = EngineProcess(command, self.config.directory, self.stop, listen=False)
        latest = time.perf_counter() + self.config.start_timeout
        while True:
            try:
                self._socket = socket.create_connection((host, port), timeout=1.0)
                break
            except OSError as error:
                self.stop.check()
                if time.perf_counter() > latest:
                    self.broken = True
                    raise EngineFault(START, f"{host}:{port}: {error}") from None
                time.sleep(0.05)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _address(self) -> tuple[str, int]:
        if self.config.address:
            host, _, port = self.config.address.rpartition(":")
            return host or "127.0.0.1", int(port)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return "127.0.0.1", int(probe.getsockname()[1])

    def new_game(self, game: Game, side: str, clock: Clock) -> None:
        minutes = (clock.limit.base or 0) // 60_000
        self._send(game_request(game, side, minutes))
        self._told = len(game.moves)
        try:
            answer = self._receive("A", time.perf_counter() + ANSWER_GRACE)
        except TimeoutError:
            self.broken = True
            raise EngineFault(HANG, "no answer to the game request") from None
        self.identity = answer[1:33].strip()
        if answer[33:34] != "0":
            self.broken = True
            reason = {"1": "version", "2": "not this game", "3": "no games"}.get(answer[33:34], "")
            raise EngineFault(PROTOCOL, f"refuses the game: {reason or answer[33:]!r}")
        self._playing = True

    def think(self, history: History, clocks: Mapping[str, Clock], patience: float) -> Reply:
        deadline = clocks[history.position.side].deadline
        limit = patience if deadline is None else deadline
        begin = time.perf_counter()
        for ply in range(self._told, history.ply):
            self._send(move_message(notation.format_hub_move(
                history.game.positions[ply], history.game.moves[ply], self.config.numbering)))
        try:
            message = self._receive("ME", begin + limit / 1000)
        except TimeoutError:
            self.broken = True
            raise EngineFault(HANG if deadline is None else TIME,
                              f"no move in {limit:.0f} ms") from None
        elapsed = (time.perf_counter() - begin) * 1000
        if message[0] == "E":
            self._playing = False
            self._send("E00")
            reason = {"1": "resigns", "2": "claims a draw", "3": "claims a win"}
            raise EngineFault(NO_MOVE, reason.get(message[1:2], "ends the game"))
        try:
            move = notation.parse_hub_move(
                history.position, hub_move(message), self.config.numbering)
        except ValueError as error:
            self.broken = True
            raise EngineFault(ILLEGAL, str(error)) from None
        self._told = history.ply + 1
        return Reply(move, elapsed)

    def end_game(self, history: History) -> None:
        if not self._playing:
            return
        self._playing = False
        try:
            self._send("E00")
            self._receive("E", time.perf_counter() + ANSWER_GRACE)
        except TimeoutError:
            self.broken = True

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            self._process.close("quit\n", 0.0 if self.broken else 1.0)

    def _send(self, message: str) -> None:
        assert self._socket is not None, "not started"
        try:
            self._socket.sendall(message.encode("ascii", "replace") + b"\0")
        except OSError:
            self.broken = True
            raise EngineFault(CRASH, "closed the connection") from None

    def _receive(self, kinds: str, deadline: float) -> str:
        """The next message of one of these kinds; TimeoutError after the deadline.

        Chat is ignored, a wish to take back is refused.
        """
        while True:
            head, found, rest = self._buffer.partition(b"\0")
            if not found:
                self._read_more(deadline)
                continue
            self._buffer = rest
            message = head.decode("ascii", "replace")
            if message[:1] in kinds and message:
                return message
            if message.startswith("B"):
                self._send("K1")

    def _read_more(self, deadline: float) -> None:
        assert self._socket is not None
        if len(self._buffer) > LONGEST:
            self.broken = True
            raise EngineFault(PROTOCOL, f"a message of more than {LONGEST} characters")
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        poll.register(self.stop.reader, select.POLLIN)
        events = poll.poll(max(0.0, (deadline - time.perf_counter()) * 1000))
        if self.stop.is_set:
            raise Interrupted
        if not events:
            raise TimeoutError
        try:
            chunk = self._socket.recv(1 << 12)
        except OSError:
            chunk = b""
        if not chunk:
            self.broken = True
            raise EngineFault(CRASH, "closed the connection")
        self._buffer += chunk
