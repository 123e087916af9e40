"""The other end of a DXP connection for tests: sends and reads raw messages, on loopback only.

Every read has a timeout, after which the test fails with what was said so far.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

from process import TIMEOUT, Process

HOST = "127.0.0.1"
NAME = "Tester".ljust(32)
ACCEPTED = "A" + "Bolshak".ljust(32) + "0"
MESSAGE = re.compile(
    r"R01.{32}[WZ][0-9]{6}(?:A|B[WZ][wzWZe]+)|A.{32}[0-3]|M[0-9]{8}(?P<count>[0-9]{2})"
    r"(?P<victims>(?:[0-9]{2})*)|E[0-3][01]|K[012]|C.{0,126}")


def request(follower: str = "W", *, minutes: int = 1, moves: int = 999, setup: str = "A") -> str:
    """A GAMEREQ; `setup` is `A`, or `B` with side and squares. So many moves in so little time
    make quick ones."""
    return f"R01{NAME}{follower}{minutes:03}{moves:03}{setup}"


def move(origin: int, target: int, *victims: int, seconds: int = 0) -> str:
    """A MOVE."""
    taken = "".join(f"{victim:02}" for victim in victims)
    return f"M{seconds:04}{origin:02}{target:02}{len(victims):02}{taken}"


def free_port() -> int:
    """A port of the loopback interface that nobody listens to at the moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Peer:
    """A connection to the program; also a context manager."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(TIMEOUT)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = connection
        self.transcript: list[str] = []
        self._rest = b""

    def __enter__(self) -> Peer:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, *messages: str) -> None:
        """Send messages in one packet."""
        self.transcript += (f"> {message}" for message in messages)
        self.write(b"".join(message.encode("latin-1") + b"\0" for message in messages))

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.socket.sendall(data)

    def read(self, timeout: float = TIMEOUT) -> str:
        """The next message, which must be well formed; "" when the program has closed."""
        end = time.monotonic() + timeout
        while b"\0" not in self._rest:
            self.socket.settimeout(max(end - time.monotonic(), 0.01))
            try:
                chunk = self.socket.recv(4096)
            except TimeoutError:
                raise AssertionError(f"no message in {timeout} s\n{self._said()}") from None
            except ConnectionError:
                chunk = b""
            if not chunk:
                assert not self._rest, f"half a message {self._rest!r}"
                return ""
            self._rest += chunk
        raw, self._rest = self._rest.split(b"\0", 1)
        text = raw.decode("ascii")
        self.transcript.append(f"< {text}")
        match = MESSAGE.fullmatch(text)
        assert match and 1 <= len(text) <= 127, f"malformed {text!r}\n{self._said()}"
        if match["count"]:
            assert len(match["victims"]) == 2 * int(match["count"]), text
        return text

    def expect(self, beginning: str, timeout: float = TIMEOUT) -> str:
        """The next message, which must begin so."""
        text = self.read(timeout)
        assert text.startswith(beginning), \
            f"{text!r} instead of {beginning!r}\n{self._said()}"
        return text

    def closed(self, timeout: float = TIMEOUT) -> None:
        """Fail unless the program closes the connection without another message."""
        assert self.read(timeout) == ""

    def silent(self, seconds: float) -> None:
        """Fail if anything comes within so many seconds."""
        self.socket.settimeout(seconds)
        try:
            chunk = self.socket.recv(4096)
        except TimeoutError:
            return
        raise AssertionError(f"unexpected {chunk!r}\n{self._said()}")

    def chat_error(self) -> str:
        """The next message, which must be an error for a person."""
        return self.expect("Cerror: ")

    def _said(self) -> str:
        return "\n".join(self.transcript[-40:])


class DxpServer(Process):
    """`bolshak --dxp-listen` on a free port."""

    def __init__(self, *flags: str, variant: str = "international") -> None:
        self.port = free_port()
        super().__init__(f"--dxp-listen=127.0.0.1:{self.port}", f"--variant={variant}", *flags)

    def __enter__(self) -> DxpServer:
        super().__enter__()
        return self

    def connect(self) -> Peer:
        """A new connection; waits until the program listens."""
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                return Peer(socket.create_connection((HOST, self.port), timeout=TIMEOUT))
            except ConnectionRefusedError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)


@contextmanager
def waiting_peer() -> Iterator[tuple[int, socket.socket]]:
    """A port that the test listens to, for a program that connects."""
    with socket.create_server((HOST, 0)) as listener:
        listener.settimeout(TIMEOUT)
        yield int(listener.getsockname()[1]), listener


def accept(listener: socket.socket) -> Peer:
    """The connection that the program makes."""
    return Peer(listener.accept()[0])
