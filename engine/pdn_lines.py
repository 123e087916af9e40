"""Lines of a PDN file: any encoding of rules.md 6.2, any line end, few of them in memory."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterable, Iterator
from typing import BinaryIO, TextIO, cast

Source = str | BinaryIO | TextIO | Iterable[str] | Iterable[bytes]


def decoded_lines(source: Source) -> Iterator[str]:
    """The lines of a stream, or of a text, without their ends.

    Bytes are UTF-8; a line that is not is read as CP1251 if it looks Cyrillic, else as Latin-1.
    Then names may come out wrong, but moves are ASCII. A byte order mark is dropped.
    """
    wrapper: io.TextIOWrapper | None = None
    lines = cast("Iterable[str | bytes]", source)
    if isinstance(source, str):
        lines = io.StringIO(source, newline=None)
    elif isinstance(source, (io.RawIOBase, io.BufferedIOBase)):
        # Latin-1 maps bytes to the same code points, so the wrapper splits lines at all three
        # kinds of line end and loses nothing.
        wrapper = io.TextIOWrapper(cast(BinaryIO, source), encoding="latin-1", newline=None)
        lines = wrapper
    try:
        for number, line in enumerate(lines):
            if isinstance(line, bytes):
                text = _decode(line)
            elif wrapper is not None and not line.isascii():
                text = _decode(line.encode("latin-1"))
            else:
                text = line
            if number == 0:
                text = text.removeprefix("\ufeff")
            yield text.rstrip("\r\n")
    finally:
        if wrapper is not None and not wrapper.closed:
            wrapper.detach()        # the stream belongs to the caller


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # Cyrillic words are runs of high bytes; in Latin-1 a high byte stands among ASCII letters.
    high = {i for i, byte in enumerate(line) if byte >= 0xC0}
    neighbours = sum(i + 1 in high for i in high)
    return line.decode("cp1251" if neighbours * 2 > len(high) else "latin-1", errors="replace")


class Lines:
    """An iterator of lines that counts them and can look ahead."""

    def __init__(self, source: Source) -> None:
        self._lines = decoded_lines(source)
        self._ahead: deque[str] = deque()
        self.number = 0         # of the line returned last, from 1

    def next(self) -> str | None:
        """The next line, None at the end."""
        line = self._ahead.popleft() if self._ahead else next(self._lines, None)
        if line is not None:
            self.number += 1
        return line

    def peek(self, index: int) -> str | None:
        """The line `index` lines after the next one, None beyond the end."""
        while len(self._ahead) <= index:
            line = next(self._lines, None)
            if line is None:
                return None
            self._ahead.append(line)
        return self._ahead[index]
