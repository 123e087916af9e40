"""An engine for tests: plays legal moves at random and misbehaves on request.

    mock_engine.py uci|hub|hub1 [--KEY=VALUE ...]
    mock_engine.py dxp --port=N [--KEY=VALUE ...]

trouble=KIND     crash, hang, illegal, garbage, none, slow, deaf (hangs, ignores SIGTERM and the end
                 of input), stay (answers, but ignores quit), mute (no handshake), exit (no start)
at=N             move of each game at which the trouble comes, 1 by default
once=FILE        only while FILE does not exist; it is made then
delay=MS         thinking time
seed=N           of the moves
greedy=1         captures the most, prefers crowning: stronger than chance
note=FILE        a line with the process id is added at the start
"""

from __future__ import annotations

import os
import random
import signal
import socket
import sys
import time
from pathlib import Path

from bolshak import Game, Move, Position, notation

ARGUMENTS = dict(word[2:].split("=", 1) for word in sys.argv[2:])


class Mock:
    """The part that all protocols share."""

    def __init__(self) -> None:
        self.game = Game(ARGUMENTS.get("game", "russian"))
        self.trouble = ARGUMENTS.get("trouble", "")
        self.at = int(ARGUMENTS.get("at", 1))
        self.delay = float(ARGUMENTS.get("delay", 0)) / 1000
        self.chance = random.Random(ARGUMENTS.get("seed", "0"))
        self.greedy = "greedy" in ARGUMENTS
        self.moves = 0
        if "note" in ARGUMENTS:
            with open(ARGUMENTS["note"], "a") as file:
                file.write(f"{os.getpid()}\n")
        if self.trouble == "exit":
            sys.exit("mock: cannot start")
        if self.trouble == "deaf":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def due(self) -> str:
        """The trouble that is due at this move, "" for none."""
        self.moves += 1
        if self.moves != self.at:
            return ""
        once = ARGUMENTS.get("once")
        if once is not None:
            if Path(once).exists():
                return ""
            Path(once).touch()
        return self.trouble

    def choose(self) -> Move | None:
        """The move to play, after the trouble that is due."""
        trouble = self.due()
        time.sleep(self.delay)
        if trouble == "crash":
            sys.exit("mock: crashed as asked")
        if trouble in ("hang", "deaf"):
            while True:
                time.sleep(60)
        if trouble == "slow":
            time.sleep(float(ARGUMENTS.get("late", 400)) / 1000)
        if trouble == "illegal":
            return None
        return self.pick(self.game.position)

    def pick(self, position: Position) -> Move:
        moves = position.legal_moves()
        if self.greedy:
            best = max((len(m.captured), m.crowns) for m in moves)
            moves = [m for m in moves if (len(m.captured), m.crowns) == best]
        return self.chance.choice(moves)

    def score(self) -> int:
        """Material in centi-men from the side to move."""
        p = self.game.position
        white = len(p.white_men) + 3 * len(p.white_kings)
        black = len(p.black_men) + 3 * len(p.black_kings)
        return 100 * (white - black) * (1 if p.side == "W" else -1)


def say(line: str) -> None:
    print(line, flush=True)


def uci(mock: Mock) -> None:
    variant = ARGUMENTS.get("game", "russian")
    pondering = False
    for line in lines(mock):
        words = line.split()
        if words[:1] == ["uci"] and mock.trouble != "mute":
            say("id name Mock 1")
            say("option name Hash type spin default 16 min 1 max 1024")
            say("option name Ponder type check default false")
            say("option name UCI_Variant type combo default russian var russian var brazilian "
                "var international var english")
            say("uciok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["ucinewgame"]:
            mock.moves = 0
        elif words[:3] == ["setoption", "name", "UCI_Variant"]:
            variant = words[-1]
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1:] if "moves" in words else []
            mock.game = Game(variant, words[2] if words[1] == "fen" else None)
            for move in moves:
                mock.game.push(move)
        elif words[:2] == ["go", "ponder"]:
            pondering = True
        elif words[:1] == ["go"] or (pondering and words[:1] in (["ponderhit"], ["stop"])):
            if words[0] == "stop":
                mock.moves -= 1
            pondering = False
            uci_answer(mock)


def uci_answer(mock: Mock) -> None:
    say(f"info depth 3 seldepth 5 multipv 1 score cp {mock.score()} nodes 1234 nps 1 pv x")
    move = mock.choose()
    if move is None:
        say("bestmove a1h8")
    elif mock.trouble == "garbage" and mock.moves == mock.at:
        say("bestmove")
    elif mock.trouble == "none" and mock.moves == mock.at:
        say("bestmove (none)")
    else:
        position = mock.game.position
        text = notation.format_move(position, move)
        after = position.play(move)
        replies = after.legal_moves()
        hope = f" ponder {notation.format_move(after, replies[0])}" if replies else ""
        say(f"bestmove {text}{hope}")


def hub(mock: Mock) -> None:
    game = ARGUMENTS.get("game", "international")
    for line in lines(mock):
        word, _, rest = line.partition(" ")
        if word == "hub":
            say('id name=Mock version=2 author="nobody" country=none')
            say('param name=variant value=normal type=enum values="normal russian brazilian"')
            say("param name=tt-size value=22 type=int min=16 max=30")
            say("wait")
        elif word == "set-param" and "name=variant" in rest:
            value = rest.rsplit("=", 1)[1].strip('"')
            game = "international" if value == "normal" else value
        elif word == "init":
            say("ready")
        elif word == "new-game":
            mock.moves = 0
        elif word == "ping":
            say("pong")
        elif word == "pos":
            place(mock, game, rest.split()[0][4:],
                  rest.split('"')[1].split() if "moves=" in rest else [])
        elif word == "go":
            say(f"info depth=3 mean-depth=2.5 score={mock.score() / 100:.2f} nodes=99 time=0.001 "
                f'nps=0.1 pv="x"')
            move = mock.choose()
            text = "1-50" if move is None else notation.format_hub_move(mock.game.position, move)
            say(f"done move={text}")


def hub1(mock: Mock) -> None:
    say("Mock 1 by nobody")
    for line in lines(mock):
        word, _, rest = line.partition(" ")
        if word == "hub":
            say("name Mock 1\nauthor nobody\ncountry none\nwait")
        elif word == "init":
            say("ready")
        elif word == "new":
            mock.moves = 0
        elif word == "pos":
            place(mock, "international", rest[0].upper() + rest[1:], [])
        elif word == "move":
            mock.game.push(notation.parse_hub_move(mock.game.position, rest))
        elif word == "go":
            say(f"info 12 9.5 {mock.score()} 4321 0.01 0.4 32-28 17-22")
            move = mock.choose()
            text = "1-50" if move is None else notation.format_hub_move(mock.game.position, move)
            say(f"move {text}")


def place(mock: Mock, game: str, text: str, moves: list[str]) -> None:
    rules = Position(game).rules
    setup = notation.parse_hub_position(rules, text)
    mock.game = Game.from_position(Position.from_pieces(
        game, setup.side, setup.white_men, setup.white_kings, setup.black_men, setup.black_kings))
    for move in moves:
        mock.game.push(notation.parse_hub_move(mock.game.position, move))


def dxp(mock: Mock) -> None:
    """Serves one connection after another until stdin is closed; answers with MOVE at once."""
    server = socket.create_server(("127.0.0.1", int(ARGUMENTS["port"])))
    while True:
        connection, _ = server.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        side, buffer = "W", b""
        while chunk := connection.recv(4096):
            *messages, buffer = (buffer + chunk).split(b"\0")
            for raw in messages:
                message = raw.decode()
                if message[0] == "R":
                    mock.moves = 0
                    side = "W" if message[35] == "W" else "B"
                    game = ARGUMENTS.get("game", "russian")
                    if message[42] == "B":
                        text = message[43:].translate(str.maketrans("zZ", "bB"))
                        place(mock, game, ("W" if message[43] == "W" else "B") + text[1:], [])
                    else:
                        mock.game = Game(game)
                    connection.sendall(f"A{'Mock':<32}0\0".encode())
                elif message[0] == "M":
                    squares = [int(message[i:i + 2]) for i in range(5, len(message), 2)]
                    text = ("x" if squares[2] else "-").join(
                        str(n) for n in (*squares[:2], *squares[3:]))
                    mock.game.push(notation.parse_hub_move(mock.game.position, text))
                elif message[0] == "E":
                    connection.sendall(b"E00\0")
                    continue
                if mock.game.position.side == side and mock.game.result() is None:
                    dxp_move(mock, connection)


def dxp_move(mock: Mock, connection: socket.socket) -> None:
    connection.sendall(b"Chello\0")
    move = mock.choose()
    if move is None:
        connection.sendall(b"M0000013200\0")
        return
    if mock.trouble == "resign" and mock.moves == mock.at:
        connection.sendall(b"E10\0")
        return
    text = notation.format_hub_move(mock.game.position, move)
    numbers = [int(n) for n in text.replace("-", "x").split("x")]
    fields = (*numbers[:2], len(numbers) - 2, *numbers[2:])
    mock.game.push(move)
    connection.sendall(f"M0000{''.join(f'{n:02d}' for n in fields)}\0".encode())


def lines(mock: Mock):
    """Input lines up to `quit` or the end; those who stay do not mind either."""
    for line in sys.stdin:
        if line.strip() == "quit" and mock.trouble not in ("stay", "deaf"):
            return
        yield line.strip()
    while mock.trouble in ("stay", "deaf"):
        time.sleep(60)


if __name__ == "__main__":
    {"uci": uci, "hub": hub, "hub1": hub1, "dxp": dxp}[sys.argv[1]](Mock())
