"""Lines to standard output, whole and at once, from any thread.

Every protocol prints through one `Output`. A line is written with one system call under one lock
and without a buffer, so that lines of the input loop and of search threads never mix, nothing is
left to flush, and the process can leave at any moment without losing text.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Lock

LONGEST_TOKEN = 60              # characters of a bad word that an error line repeats


def leave(code: int = 0) -> None:
    """End the process now, whatever its threads do. Nothing is buffered, so nothing is lost."""
    os._exit(code)


def cut(token: str) -> str:
    """A word of the input as an error line shows it: not longer than a person wants to read."""
    return token if len(token) <= LONGEST_TOKEN else token[:LONGEST_TOKEN] + "..."


def quoted(token: str) -> str:
    """The same in quotes."""
    return f"'{cut(token)}'"


def printable(text: str) -> str:
    """`text` as one line without blanks at its ends.

    Control characters and Unicode line ends become `?`: a reader that splits at them would see
    two lines. So do the stand-ins for bytes that were not UTF-8.
    """
    text = text.strip()
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\t" else "?" for c in text)


class Log:
    """The file of `--log=FILE`: every line read (`>`) and written (`<`), with seconds since the
    start. Raises `OSError` when the file cannot be opened; later failures are ignored."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self._start = time.monotonic()

    def note(self, mark: str, text: str) -> None:
        seconds = time.monotonic() - self._start
        with suppress(OSError):
            os.write(self._file, f"{seconds:9.3f} {mark} {printable(text)}\n".encode())


class Output:
    """Writes whole lines to a file descriptor.

    descriptor: where to, standard output by default.
    gap: least time between two lines in seconds (0 = none); see `line`.
    on_closed: called once when the reader has gone away; by default the process ends quietly.
    log: also gets every line.
    """

    def __init__(
        self,
        descriptor: int = 1,
        *,
        gap: float = 0.0,
        on_closed: Callable[[], None] = leave,
        log: Log | None = None,
    ) -> None:
        self.gap = gap
        self.closed = False
        self.log = log
        self._descriptor = descriptor
        self._on_closed = on_closed
        self._lock = Lock()
        self._last = float("-inf")      # when the last line was written, monotonic seconds
        self._since = 0.0               # when the line that is being written was begun, or 0

    def line(self, text: str, *, droppable: bool = False) -> bool:
        """Print one line and return whether it was written.

        A line that comes less than `gap` seconds after the last one waits for its turn; a
        droppable one is dropped instead. Nothing is written once the reader has gone.
        """
        return self.lines((text,), droppable=droppable)

    def lines(self, texts: Iterable[str], *, droppable: bool = False) -> bool:
        """Print lines with no line of another thread between them. See `line`."""
        with self._lock:
            for text in texts:
                if not self._turn(droppable) or not self._write(printable(text)):
                    return False
        return True

    def error(self, text: str) -> None:
        """Print the error line of the UCI dialect."""
        self.line(f"info string error: {text}")

    def stuck(self) -> float:
        """Seconds that the line being written has waited for its reader; 0 if there is none."""
        since = self._since
        return time.monotonic() - since if since else 0.0

    def _turn(self, droppable: bool) -> bool:
        if self.gap > 0:
            early = self._last + self.gap - time.monotonic()
            if early > 0:
                if droppable:
                    return False
                time.sleep(early)
        return True

    def _write(self, text: str) -> bool:
        if self.closed:
            return False
        data = (text + "\n").encode()
        self._since = time.monotonic()
        try:
            while data:
                data = data[os.write(self._descriptor, data):]
        except BlockingIOError:
            self._write_slowly(data)
        except OSError:
            self._close()
        self._since = 0.0
        if self.closed:
            return False
        if self.gap > 0:
            self._last = time.monotonic()
        if self.log:
            self.log.note("<", text)
        return True

    def _write_slowly(self, data: bytes) -> None:
        # Standard output was made non-blocking by somebody who shares it with us.
        try:
            while data:
                select.select((), (self._descriptor,), ())
                with suppress(BlockingIOError):
                    data = data[os.write(self._descriptor, data):]
        except OSError:
            self._close()

    def _close(self) -> None:
        self.closed = True
        self._on_closed()
