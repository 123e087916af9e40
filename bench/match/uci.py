"""Engines that speak the UCI dialect of draughts."""

from __future__ import annotations

from collections.abc import Mapping

from bolshak import Game, Move, notation

from .faults import HANG, ILLEGAL, NO_MOVE, START, ConfigError, EngineFault
from .history import History, coordinate
from .limits import Clock
from .player import WIN, LinePlayer, Reply


class UciPlayer(LinePlayer):
    """A UCI engine. The game is chosen by the option UCI_Variant."""

    answer_word = b"bestmove"

    def start(self) -> None:
        process = self.spawn()
        with self.exchange(START, "no uciok or readyok in time"):
            process.send("uci\n")
            lines = self.handshake(b"uciok")
            self._configure([line.decode(errors="replace") for line in lines])
            self._wait_ready()

    def _configure(self, lines: list[str]) -> None:
        options: dict[str, str] = {}            # declarations by name in lower case
        for line in lines:
            if line.startswith("id name "):
                self.identity = line[8:].strip()
            elif line.startswith("option name ") and " type " in line:
                name, _, declaration = line[12:].partition(" type ")
                options[name.strip().lower()] = declaration
        variant = options.get("uci_variant")
        if variant is not None and self.game not in variant.split():
            raise ConfigError(f"{self.config.name}: does not play {self.game}")
        if variant is None and self.game != "russian":
            raise ConfigError(f"{self.config.name}: has no UCI_Variant and plays one game only")
        settings = {"UCI_Variant": self.game} if variant is not None else {}
        if "drawrules" in options:
            settings["DrawRules"] = self.draw_rules
        if self.config.ponder and "ponder" in options:
            settings["Ponder"] = "true"
        for name, value in self.config.options.items():
            if name.lower() not in options:
                raise ConfigError(f"{self.config.name}: has no option {name!r}")
            settings[name] = value
        self.process.send("".join(
            f"setoption name {name} value {value}\n" for name, value in settings.items()))

    def _wait_ready(self) -> None:
        self.process.send("isready\n")
        for line in self.handshake(b"readyok"):
            if line.startswith(b"info string error"):
                raise ConfigError(f"{self.config.name}: {line[12:].decode(errors='replace')}")

    def new_game(self, game: Game, side: str, clock: Clock) -> None:
        with self.exchange(HANG, "no readyok"):
            self.process.send("ucinewgame\nisready\n")
            self.handshake(b"readyok")

    def go(self, history: History, clocks: Mapping[str, Clock], ponder: Move | None) -> str:
        position = history.uci()
        side = history.position.side
        if ponder is not None:
            text = coordinate(history.position, ponder)
            position += f" {text}" if " moves " in position else f" moves {text}"
            # The move after the opponent's is ours.
            side = "B" if side == "W" else "W"
        words = ["go ponder" if ponder is not None else "go"]
        for colour in "WB":
            clock = clocks[colour]
            if clock.limit.base is not None:
                words.append(f"{colour.lower()}time {max(1, int(clock.left))}")
                if clock.limit.increment:
                    words.append(f"{colour.lower()}inc {clock.limit.increment}")
        clock = clocks[side]
        if clock.limit.base is None:
            words = words[:1]           # the opponent's clock must not become ours
        elif clock.limit.moves:
            words.append(f"movestogo {clock.moves_left}")
        for name in ("movetime", "depth", "nodes"):
            value = getattr(clock.limit, name)
            if value is not None:
                words.append(f"{name} {value}")
        return f"position {position}\n{' '.join(words)}\n"

    def ponder_hit(self) -> str:
        return "ponderhit\n"

    def tells_score(self, line: bytes) -> bool:
        return b" score " in line and (b" multipv " not in line or b" multipv 1 " in line)

    def read_answer(self, history: History, answer: bytes, info: bytes, elapsed: float) -> Reply:
        position = history.position
        words = answer.decode(errors="replace").split()
        text = words[1] if len(words) > 1 else "(none)"
        if text in ("(none)", "0000"):
            raise EngineFault(NO_MOVE, answer.decode(errors="replace").strip())
        try:
            move = notation.parse_move(position, text)
        except ValueError as error:
            raise EngineFault(ILLEGAL, str(error)) from None
        reply = Reply(move, elapsed)
        read_info(info.decode(errors="replace"), reply)
        if self.config.ponder and words[2:3] == ["ponder"] and len(words) > 3:
            reply.ponder = legal_or_none(history, move, words[3])
        return reply


def legal_or_none(history: History, move: Move, text: str) -> Move | None:
    """The pondered answer to `move`, None if it makes no sense."""
    try:
        return notation.parse_move(history.position.play(move), text)
    except ValueError:
        return None


def read_info(line: str, reply: Reply) -> None:
    """Take score, depth and nodes from an `info` line; what is unreadable stays unknown."""
    words = line.split()
    for i, word in enumerate(words[:-1]):
        if word == "pv":
            break
        try:
            if word == "cp":
                reply.score = int(words[i + 1])
            elif word == "mate":
                mate = int(words[i + 1])
                reply.score = WIN - mate if mate > 0 else -WIN - mate
            elif word == "depth":
                reply.depth = int(words[i + 1])
            elif word == "nodes":
                reply.nodes = int(words[i + 1])
        except ValueError:
            pass
