"""Input lines: from bytes to text, and from the reading thread to the protocol.

Lines end in `\\n`, `\\r\\n` or a lone `\\r`, the last one may have no end, and there is no limit on
their length. A byte order mark at the very start is skipped. Bytes that are not UTF-8 become
surrogates, so that a path of the file system survives the way in and out; they never raise.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue

from bolshak.protocol.output import Log, leave

CHUNK = 1 << 16                 # bytes read at once
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
PATIENCE = 0.8                  # seconds that one line before `quit` may still take


class LineSplitter:
    """Cuts a stream of byte chunks into lines, in time linear in the number of bytes."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []       # the line that has no end yet
        self._returned = False              # the last byte was \r: a \n now belongs to it
        self._first = True

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that `chunk` completes, without their ends."""
        if not chunk:
            return []
        if self._returned and chunk[0] == 10:
            chunk = chunk[1:]
            self._returned = False
            if not chunk:
                return []
        self._returned = chunk[-1] == 13
        lines = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._parts.append(lines[0])
        if len(lines) == 1:
            return []
        lines[0] = b"".join(self._parts)
        self._parts = [lines.pop()]
        return self._without_mark(lines)

    def finish(self) -> list[bytes]:
        """The last line if it has no end."""
        rest = b"".join(self._parts)
        self._parts = []
        return self._without_mark([rest]) if rest else []

    def _without_mark(self, lines: list[bytes]) -> list[bytes]:
        if self._first:
            self._first = False
            lines[0] = lines[0].removeprefix(BYTE_ORDER_MARK)
        return lines


class LineReader:
    """The queue between the thread that reads lines and the one that carries them out.

    One thread calls `pump`; another iterates over the reader:

        for line in reader:             # ends at the end of input
            ...

    Any thread may `post` a call that the iterating thread is to make between two lines; so a
    protocol needs no lock of its own for what a search or a socket has to tell it.
    """

    def __init__(self, log: Log | None = None) -> None:
        self._queue: SimpleQueue[str | Callable[[], None] | None] = SimpleQueue()
        self._first: list[str] = []         # lines given back by `unget`, last one first
        self._ended = False
        self._taken = 0                     # queue entries taken, see `_guard`
        self._log = log

    def pump(self, descriptor: int = 0) -> None:
        """Read until the end of input."""
        self._pump(lambda: _read(descriptor), self._arrived)

    def serve(self) -> None:
        """Read standard input on behalf of a whole process, until its end. The process ends when
        the reader of standard output goes away, and soon after a line `quit`, even if the thread
        that iterates is stuck in an earlier line."""
        def arrived(raw: bytes) -> None:
            self._arrived(raw)
            if raw.strip(b" \t") == b"quit":
                self._guard()

        self._pump(_read_while_heard, arrived)

    def put(self, line: str | None) -> None:
        """Append a line, or with None the end of input."""
        self._queue.put(line)

    def post(self, call: Callable[[], None]) -> None:
        """Let the iterating thread make `call()` when the lines before it are done."""
        self._queue.put(call)

    def unget(self, line: str) -> None:
        """Give a line back; it is the next one. Only for the iterating thread."""
        self._first.append(line)

    def get(self) -> str | None:
        """The next line without its end, or None for ever after the end of input. Posted calls
        that come first are made."""
        if self._first:
            return self._first.pop()
        while not self._ended:
            item = self._queue.get()
            self._taken += 1
            if callable(item):
                item()
            elif item is None:
                self._ended = True
            else:
                return item
        return None

    def __iter__(self) -> Iterator[str]:
        while (line := self.get()) is not None:
            yield line

    def _pump(self, read: Callable[[], bytes], arrived: Callable[[bytes], None]) -> None:
        splitter = LineSplitter()
        while chunk := read():
            for line in splitter.feed(chunk):
                arrived(line)
        for line in splitter.finish():
            arrived(line)
        self.put(None)

    def _arrived(self, raw: bytes) -> None:
        line = raw.decode("utf-8", "surrogateescape")
        if self._log:
            self._log.note(">", line)
        self.put(line)

    def _guard(self) -> None:
        # Nothing after `quit` matters, so this thread has time to watch. The lines before it get
        # their turn, but one of them must not keep the process alive.
        while True:
            taken = self._taken
            time.sleep(PATIENCE)
            if self._taken == taken:
                leave()


def _read(descriptor: int) -> bytes:
    """Some bytes as soon as there are any; none at the end of input or when it is broken."""
    while True:
        try:
            return os.read(descriptor, CHUNK)
        except BlockingIOError:
            # Standard input was made non-blocking by somebody who shares it with us.
            select.select((descriptor,), (), ())
        except OSError:
            return b""


def _read_while_heard() -> bytes:
    """Bytes of standard input; ends the process when nobody reads standard output any more. A
    search that has nothing to tell would not notice it."""
    if not hasattr(select, "poll"):
        return _read(0)
    poll = select.poll()
    poll.register(0, select.POLLIN)
    poll.register(1, 0)                 # errors are always reported
    while True:
        events = dict(poll.poll())
        if events.get(1, 0) & (select.POLLERR | select.POLLNVAL):
            leave()
        if 0 in events:
            return _read(0)


def words(text: str) -> list[str]:
    """The words of a line. Only spaces and tabs separate; other odd characters belong to words."""
    return [word for word in text.replace("\t", " ").split(" ") if word]


def first_word(text: str) -> tuple[str, str]:
    """The first word of a line and what follows it, with the blanks inside as they are."""
    text = text.strip(" \t")
    end = min((i for i in (text.find(" "), text.find("\t")) if i >= 0), default=len(text))
    return text[:end], text[end:].lstrip(" \t")
