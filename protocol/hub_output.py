"""Lines to a Hub client, paced.

One client waits for its descriptor although the next line already sits in its own buffer: lines
that arrive together are lost to it. So between two lines there is a gap, and a line also waits a
little for the client to have taken the line before.
"""

from __future__ import annotations

import os
import stat
import time
from array import array
from threading import Lock

from bolshak.protocol.output import Output

PATIENCE = 0.1                  # seconds a line waits at most for the client to read the last one
POLL = 0.0005                   # seconds between two looks at the pipe


class HubOutput:
    """Writes Hub lines through `output`, at least `delay` milliseconds apart (0 = at once).

    Any thread may call any method.
    """

    def __init__(self, output: Output, delay: int) -> None:
        self._output = output
        self._lock = Lock()
        self._last_info: str | None = None      # the newest info line that was dropped
        self.delay = delay

    @property
    def delay(self) -> int:
        """Smallest gap between two lines in milliseconds."""
        return self._delay

    @delay.setter
    def delay(self, milliseconds: int) -> None:
        self._delay = milliseconds
        self._output.gap = milliseconds / 1000

    def line(self, text: str) -> None:
        """Print one line when its turn has come."""
        with self._lock:
            self._write(text)

    def info(self, text: str) -> None:
        """Print one info line, or drop it if the last line was a moment ago. Never waits."""
        if self._lock.acquire(blocking=False):
            try:
                if self._is_read() and self._output.line(text, droppable=True):
                    self._last_info = None
                    return
            finally:
                self._lock.release()
        self._last_info = text

    def forget_info(self) -> None:
        """A new search begins: a dropped info line of the one before is not to be printed."""
        self._last_info = None

    def done(self, text: str) -> None:
        """Print the last line of a search, after its last info line."""
        with self._lock:
            info, self._last_info = self._last_info, None
            if info is not None:
                self._write(info)
            self._write(text)

    def _write(self, text: str) -> None:
        if self._delay > 0:
            end = time.monotonic() + PATIENCE
            while not self._is_read() and time.monotonic() < end:
                time.sleep(POLL)
        self._output.line(text)

    def _is_read(self) -> bool:
        """Whether the client has taken all that was written, as far as one can know."""
        return self._delay == 0 or unread_bytes(1) == 0


def unread_bytes(descriptor: int) -> int:
    """Bytes that wait in the pipe behind a descriptor; 0 where that cannot be told."""
    try:
        if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            return 0
        import fcntl
        import termios

        count = array("i", [0])
        fcntl.ioctl(descriptor, termios.FIONREAD, count)
        return count[0]
    except (ImportError, OSError):
        return 0
