"""The wire of a DXP connection: messages that end in NUL over a TCP socket, and calls that other
threads leave for the thread that serves the sockets."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from bolshak.protocol.dxp_messages import LONGEST

CHUNK = 4096                    # bytes read at once
BACKLOG = 1 << 16               # bytes that may wait for a peer that does not read
FAREWELL = 0.3                  # seconds for a closing peer to take the last messages


class WireError(ValueError):
    """What came from the peer cannot be cut into messages."""


class MessageSplitter:
    """Cuts a stream of bytes into messages without their NUL."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[str]:
        """The messages that `chunk` completes. Raises WireError when one is too long; the ones
        before it are lost then."""
        *complete, self._rest = (self._rest + chunk).split(b"\0")
        if any(len(raw) > LONGEST for raw in (*complete, self._rest)):
            raise WireError(f"message of more than {LONGEST} bytes")
        return [raw.decode("latin-1") for raw in complete]

    def finish(self) -> None:
        """The stream has ended. Raises WireError in the middle of a message."""
        if self._rest:
            raise WireError("half a message at the end")


class Link:
    """One connection. Nothing here blocks, except `close` for a moment."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self._socket = connection
        self._splitter = MessageSplitter()
        self._unsent = b""
        self.open = True

    def fileno(self) -> int:
        """Descriptor for select."""
        return self._socket.fileno()

    @property
    def has_unsent(self) -> bool:
        """Whether something waits until the peer reads."""
        return bool(self._unsent)

    def send(self, text: str) -> None:
        """Send one message. A peer that is gone or does not read closes the link."""
        self._unsent += text.encode("latin-1", "replace") + b"\0"
        self.flush()
        if len(self._unsent) > BACKLOG:
            self.open = False

    def flush(self) -> None:
        """Send what waits, as far as the peer takes it."""
        try:
            while self._unsent and self.open:
                self._unsent = self._unsent[self._socket.send(self._unsent):]
        except BlockingIOError:
            pass
        except OSError:
            self.open = False

    def receive(self) -> list[str]:
        """The messages that have come. Raises WireError. At the end of the stream the link is
        no longer open."""
        try:
            chunk = self._socket.recv(CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            self.open = False
            return []
        if chunk:
            return self._splitter.feed(chunk)
        self._splitter.finish()         # raises while an error can still be sent
        self.open = False
        return []

    def close(self) -> None:
        """Close so that the peer still gets what was sent: unread input would reset the
        connection, so it is read first, for a moment."""
        self.open = False
        try:
            self._socket.settimeout(FAREWELL)
            if self._unsent:
                self._socket.sendall(self._unsent)
            self._socket.shutdown(socket.SHUT_WR)
            for _ in range(BACKLOG // CHUNK):
                if not self._socket.recv(CHUNK):
                    break
        except OSError:
            pass
        self._socket.close()


class Mailbox:
    """Calls from other threads for the thread that selects on this object."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._receiver, self._sender = socket.socketpair()
        self._receiver.setblocking(False)
        self._sender.setblocking(False)

    def fileno(self) -> int:
        """Descriptor for select: readable when calls wait."""
        return self._receiver.fileno()

    def post(self, call: Callable[[], None]) -> None:
        """Leave a call; any thread may do so."""
        self._calls.put(call)
        with suppress(OSError):         # so many unread wake-ups that one more says nothing new
            self._sender.send(b"\0")

    def carry_out(self) -> None:
        """Make the calls that wait."""
        with suppress(OSError):
            self._receiver.recv(CHUNK)
        while True:
            try:
                call = self._calls.get_nowait()
            except Empty:
                return
            call()
