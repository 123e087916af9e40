"""DamExchange (DXP): the process as a TCP server or client that plays games.

One thread serves all sockets; the search and the reader of standard input leave calls for it in
a mailbox. Standard output gets a line for each game and for a failure, never a part of the
protocol. The loop talks to the loopback interface only, unless the user names another address.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterable, Mapping, Sequence
from threading import Thread

from bolshak.engine import Engine
from bolshak.protocol.dxp_link import Link, Mailbox, WireError
from bolshak.protocol.dxp_player import DxpPlayer, Series, State
from bolshak.protocol.hub_moves import Numbering
from bolshak.protocol.hub_params import DEFAULT_GAME
from bolshak.protocol.output import Output, quoted

HOST = "127.0.0.1"
PORT = 27531
CONNECT_TIME = 10.0             # seconds for the connection to be made
LARGEST = 999                   # minutes, moves: three digits in a message
FAILED = 1                      # exit code


class FlagError(ValueError):
    """A flag of the command line with a bad value."""


def run_dxp(engine: Engine, flags: Mapping[str, str], lines: Iterable[str],
            output: Output, complaints: Sequence[str] = ()) -> int:
    """Play as the flags say until all games are played, or `lines` ends or says `quit`.

    complaints: about flags that were obeyed already; nothing is played then. Returns the exit
    code: 0, or 1 when no connection or no game came about.
    """
    try:
        if complaints:
            raise FlagError(complaints[0])
        listens = "dxp-listen" in flags
        host, port = parse_address(flags["dxp-listen" if listens else "dxp-connect"])
        series = _series(engine, flags, initiator=not listens)
    except FlagError as error:
        output.line(f"dxp: {error}")
        return FAILED
    service = _Service(engine, series, output)
    Thread(target=service.watch, args=(lines,), daemon=True, name="stdin").start()
    try:
        if listens:
            service.listen(host, port)
        else:
            service.connect(host, port)
    except OSError as error:
        series.failure = f"{host}:{port}: {error.strerror or error}"
    if series.failure and not service.quitting:
        output.line(f"dxp: {series.failure}")
        return FAILED
    return 0


def parse_address(text: str) -> tuple[str, int]:
    """`[HOST:]PORT`, a HOST alone, or nothing: loopback and the port that DXP programs use.

    Raises FlagError.
    """
    host, colon, port = text.rpartition(":")
    if not colon and not text.isdigit():
        host, port = text, ""
    if port and not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 65536):
        raise FlagError(f"no port number: {quoted(port)}")
    return host.strip("[]") or HOST, int(port) if port else PORT


def _series(engine: Engine, flags: Mapping[str, str], *, initiator: bool) -> Series:
    if "variant" not in flags:
        engine.set_option("UCI_Variant", DEFAULT_GAME)      # the game that DXP was made for
    word = flags.get("dxp-initiator", "true" if initiator else "false").lower()
    if word not in ("", "true", "yes", "on", "1", "false", "no", "off", "0"):
        raise FlagError(f"--dxp-initiator is yes or no, not {quoted(word)}")
    numbering = flags.get("numbering", "auto").lower()
    if numbering not in ("auto", "board", "pdn"):
        raise FlagError(f"--numbering is auto, board or pdn, not {quoted(numbering)}")
    initiator = word in ("", "true", "yes", "on", "1")
    games = _number(flags, "dxp-games", default=1 if initiator else None, least=1)
    return Series(
        game=str(engine.get_option("UCI_Variant")), initiator=initiator,
        numbering=Numbering(numbering), games=games,
        minutes=_number(flags, "dxp-minutes", default=5) or 0,
        moves=_number(flags, "dxp-moves", default=0) or 0)


def _number(flags: Mapping[str, str], name: str, *, default: int | None,
            least: int = 0) -> int | None:
    text = flags.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) >= least):
        raise FlagError(f"--{name} is a number {least}..{LARGEST}, not {quoted(text)}")
    return int(text)


class _Service:
    """The loop over the sockets."""

    def __init__(self, engine: Engine, series: Series, output: Output) -> None:
        self._engine = engine
        self._series = series
        self._output = output
        self._mailbox = Mailbox()
        self.quitting = False           # `quit` or the end of input was read

    def watch(self, lines: Iterable[str]) -> None:
        """Read lines until `quit` or their end, in a thread of its own."""
        for line in lines:
            if line.strip() == "quit":
                break
        self._mailbox.post(self._quit)

    def listen(self, host: str, port: int) -> None:
        """Serve one connection after the other. Raises OSError when the port is not to be had."""
        with _listener(host, port) as listener:
            while self._series.games_left and not self.quitting:
                readable = _readable([listener, self._mailbox])
                if self._mailbox in readable:
                    self._mailbox.carry_out()
                elif listener in readable:
                    try:
                        connection = listener.accept()[0]
                    except OSError:
                        continue                # the peer has gone again already
                    self._serve(connection)
                    if self._series.failure:    # but the next peer may do better
                        self._report(self._series.failure)
                        self._series.failure = ""

    def connect(self, host: str, port: int) -> None:
        """Serve the one connection that this makes. Raises OSError when it cannot be made."""
        self._serve(socket.create_connection((host, port), timeout=CONNECT_TIME))

    def _quit(self) -> None:
        self.quitting = True

    def _serve(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link = Link(connection)
        player = DxpPlayer(self._engine, self._series, send=lambda text: self._send(link, text),
                           post=self._mailbox.post, report=self._report)
        player.start()
        while link.open and player.state is not State.OVER and not self.quitting:
            wait = None if player.deadline is None else \
                max(0.0, player.deadline - time.monotonic())
            readable = _readable([link, self._mailbox], [link] if link.has_unsent else [], wait)
            if link.has_unsent:
                link.flush()
            if self._mailbox in readable:
                self._mailbox.carry_out()
            if link in readable:
                self._take(link, player)
            player.tick()
        player.leave()
        link.close()

    def _take(self, link: Link, player: DxpPlayer) -> None:
        try:
            for text in link.receive():
                self._log(">", text)
                player.receive(text)
        except WireError as error:
            player.complain_and_leave(str(error))

    def _send(self, link: Link, text: str) -> None:
        self._log("<", text)
        link.send(text)

    def _log(self, mark: str, text: str) -> None:
        if self._output.log:
            self._output.log.note(mark, text)

    def _report(self, text: str) -> None:
        # Nobody may be reading: a line that would have to wait is not worth a game.
        try:
            _, writable, _ = select.select([], [1], [], 0)
        except (OSError, ValueError):
            return
        if writable:
            self._output.line(f"dxp: {text}")


def _readable(sources: Sequence[socket.socket | Link | Mailbox], unsent: Sequence[Link] = (),
              seconds: float | None = None) -> Sequence[socket.socket | Link | Mailbox]:
    """Wait until a source can be read, or one of `unsent` written, at most `seconds`."""
    return select.select(sources, unsent, [], seconds)[0]


def _listener(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(5)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener
