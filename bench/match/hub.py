"""Engines that speak Hub, version 1 (Scan 2.0) or 2 (Scan 3 and later).

Both begin with the line `hub`, and the answer tells which one it is. Version 1 has bare words
instead of `name=value`, integers in milliseconds, no node limit, and plays 10x10 only.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress

import bolshak
from bolshak import Game, Move, notation

from .config import EngineConfig
from .faults import ILLEGAL, NO_MOVE, START, ConfigError, EngineFault
from .history import History
from .limits import Clock, Limit
from .player import WIN, LinePlayer, Reply
from .process import Stop

ARGUMENT = re.compile(r'([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?')
WINNING = 90.0                  # men; a score beyond it tells the plies to the end
HIGHEST = 100.0                 # men; the score of a game that is won at once


def arguments(line: str) -> dict[str, str]:
    """The arguments of a version 2 line, after its first word; flags have the value ""."""
    rest = line.split(None, 1)[1] if len(line.split(None, 1)) > 1 else ""
    return {m[1]: m[2] if m[2] is not None else m[3] or "" for m in ARGUMENT.finditer(rest)}


def quoted(value: str) -> str:
    """A value as version 2 wants it."""
    return f'"{value}"' if not value or re.search(r"[\s=]", value) else value


class Dialect(ABC):
    """The differences between the versions of the protocol."""

    answer_word: bytes

    @abstractmethod
    def identity(self, lines: list[str]) -> str:
        """Name and version from the lines of the handshake."""

    @abstractmethod
    def settings(self, config: EngineConfig, game: str, lines: list[str]) -> str:
        """Lines that set the game and the options; ConfigError for what cannot be set."""

    @abstractmethod
    def position(self, position: str, moves: str) -> str:
        """Lines that set the position."""

    @abstractmethod
    def level(self, limit: Limit, clock: Clock) -> str:
        """The line that limits the search."""

    @abstractmethod
    def answer(self, line: str) -> tuple[str, str]:
        """Move and pondered move from the last line of a search, each may be ""."""

    @abstractmethod
    def tells_score(self, line: bytes) -> bool:
        """Whether it is a line of search information."""

    @abstractmethod
    def read_info(self, line: str, reply: Reply) -> None:
        """Take score, depth and nodes from such a line."""

    new_game: str
    think: str
    ponder: str


class Hub1(Dialect):
    """Scan 2.0: `pos`, `move`, `level`, `go`, and the answer `move M [P]`."""

    answer_word = b"move"
    new_game = "new\n"
    think = "go\n"
    ponder = "ponder\n"

    def identity(self, lines: list[str]) -> str:
        return next((line[5:].strip() for line in lines if line.startswith("name ")), "")

    def settings(self, config: EngineConfig, game: str, lines: list[str]) -> str:
        if game != "international":
            raise ConfigError(f"{config.name}: Hub version 1 plays international only")
        if config.limit.nodes is not None:
            raise ConfigError(f"{config.name}: Hub version 1 knows no node limit")
        return "".join(f"set {name} {value}\n" for name, value in config.options.items())

    def position(self, position: str, moves: str) -> str:
        side = position[0].lower()
        played = "".join(f"move {move}\n" for move in moves.split())
        return f"pos {side}{position[1:]}\n{played}"

    def level(self, limit: Limit, clock: Clock) -> str:
        lines = ""
        if limit.base is not None:
            time = max(0, int(clock.left) - limit.increment)
            lines += f"level {clock.moves_left if limit.moves else 0} {time} {limit.increment}\n"
        if limit.movetime is not None:
            lines += f"time {limit.movetime}\n"
        if limit.depth is not None:
            lines += f"depth {limit.depth}\n"
        return lines

    def answer(self, line: str) -> tuple[str, str]:
        words = line.split()[1:] + ["", ""]
        return words[0], words[1]

    def tells_score(self, line: bytes) -> bool:
        return line.startswith(b"info ")

    def read_info(self, line: str, reply: Reply) -> None:
        # info depth mean-depth score nodes seconds speed pv...
        words = line.split()
        try:
            depth, score, nodes = int(words[1]), int(words[3]), int(words[4])
        except (IndexError, ValueError):
            return
        reply.depth, reply.score, reply.nodes = depth, score, nodes


class Hub2(Dialect):
    """Scan 3: `pos pos=P moves="..."`, `level`, `go think`, and the answer `done move=M`."""

    answer_word = b"done"
    new_game = "new-game\n"
    think = "go think\n"
    ponder = "go ponder\n"

    def identity(self, lines: list[str]) -> str:
        for line in lines:
            if line.split(None, 1)[:1] == ["id"]:
                fields = arguments(line)
                return f"{fields.get('name', '')} {fields.get('version', '')}".strip()
        return ""

    def settings(self, config: EngineConfig, game: str, lines: list[str]) -> str:
        declared = {}
        for line in lines:
            if line.startswith("param "):
                fields = arguments(line)
                declared[fields.get("name", "")] = fields
        settings = {}
        if "variant" in declared:
            settings["variant"] = self._variant(config, game, declared["variant"])
        elif game != "international":
            raise ConfigError(f"{config.name}: has no variant and plays international only")
        if config.ponder and "ponder" in declared:
            settings["ponder"] = "true"
        for name, value in config.options.items():
            if name not in declared:
                raise ConfigError(f"{config.name}: has no parameter {name!r}")
            settings[name] = value
        return "".join(
            f"set-param name={name} value={quoted(value)}\n" for name, value in settings.items())

    @staticmethod
    def _variant(config: EngineConfig, game: str, declared: Mapping[str, str]) -> str:
        rules = bolshak.rules(game)
        known = declared.get("values", "").split()
        names = [config.variant] if config.variant else [rules.hub, game, *rules.aliases]
        names = [name for name in names if name]
        for name in names:
            if name in known or (name and not known):
                return name
        raise ConfigError(f"{config.name}: does not play {game}")

    def position(self, position: str, moves: str) -> str:
        played = f' moves="{moves}"' if moves else ""
        return f"pos pos={position}{played}\n"

    def level(self, limit: Limit, clock: Clock) -> str:
        words = []
        if limit.base is not None:
            # Engines add the increment before they move; on our clock it is there already.
            words.append(f"time={max(1, clock.left - limit.increment) / 1000:.3f}")
            if limit.increment:
                words.append(f"inc={limit.increment / 1000:g}")
            if limit.moves:
                words.insert(0, f"moves={clock.moves_left}")
        if limit.movetime is not None:
            words.append(f"move-time={limit.movetime / 1000:g}")
        if limit.depth is not None:
            words.append(f"depth={limit.depth}")
        if limit.nodes is not None:
            words.append(f"nodes={limit.nodes}")
        return f"level {' '.join(words)}\n"

    def answer(self, line: str) -> tuple[str, str]:
        fields = arguments(line)
        return fields.get("move", ""), fields.get("ponder", "")

    def tells_score(self, line: bytes) -> bool:
        return line.startswith(b"info ") and b"score=" in line

    def read_info(self, line: str, reply: Reply) -> None:
        fields = arguments(line)
        try:
            reply.score = centimen(float(fields["score"]))
            reply.depth = int(fields["depth"])
            reply.nodes = int(float(fields["nodes"]))
        except (KeyError, ValueError):
            pass


def centimen(score: float) -> int:
    """A score in men, where 100 less 0.01 for each ply is a win, as the referee counts it."""
    if abs(score) <= WINNING:
        return round(score * 100)
    plies = max(0, round((HIGHEST - abs(score)) * 100))
    value = WIN - (plies + 1) // 2
    return value if score > 0 else -value


class HubPlayer(LinePlayer):
    """A Hub engine of either version."""

    def __init__(self, config: EngineConfig, game: str, draw_rules: str, stop: Stop) -> None:
        super().__init__(config, game, draw_rules, stop)
        self._dialect: Dialect = Hub2()

    def start(self) -> None:
        process = self.spawn()
        with self.exchange(START, "no wait or ready in time"):
            process.send("hub\n")
            lines = [line.decode(errors="replace")
                     for line in self.handshake(b"wait")]
            if any(line.startswith("name ") for line in lines):
                self._dialect = Hub1()
            self.answer_word = self._dialect.answer_word
            self.identity = self._dialect.identity(lines)
            process.send(self._dialect.settings(self.config, self.game, lines) + "init\n")
            self.handshake(b"ready")

    def new_game(self, game: Game, side: str, clock: Clock) -> None:
        with self.exchange(START, ""):
            self.process.send(self._dialect.new_game)

    def go(self, history: History, clocks: Mapping[str, Clock], ponder: Move | None) -> str:
        position, moves = history.hub(self.config.numbering)
        side = history.position.side
        command = self._dialect.think
        if ponder is not None:
            text = notation.format_hub_move(history.position, ponder, self.config.numbering)
            moves = f"{moves} {text}" if moves else text
            side = "B" if side == "W" else "W"
            command = self._dialect.ponder
        clock = clocks[side]
        level = self._dialect.level(clock.limit, clock)
        return self._dialect.position(position, moves) + level + command

    def ponder_hit(self) -> str:
        return "ponder-hit\n"

    def tells_score(self, line: bytes) -> bool:
        return self._dialect.tells_score(line)

    def read_answer(self, history: History, answer: bytes, info: bytes, elapsed: float) -> Reply:
        text, hope = self._dialect.answer(answer.decode(errors="replace"))
        if not text:
            raise EngineFault(NO_MOVE, answer.decode(errors="replace").strip())
        try:
            move = notation.parse_hub_move(history.position, text, self.config.numbering)
        except ValueError as error:
            raise EngineFault(ILLEGAL, str(error)) from None
        reply = Reply(move, elapsed)
        if info:
            self._dialect.read_info(info.decode(errors="replace"), reply)
        if hope and self.config.ponder:
            after = history.position.play(move)
            with suppress(ValueError):
                reply.ponder = notation.parse_hub_move(after, hope, self.config.numbering)
        return reply
