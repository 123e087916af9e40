"""A helper process that outlives the runner just long enough to end its engines.

The runner tells it, line by line, which process groups it has started (`+123`) and which are gone
(`-123`). When the runner ends, however it ends, the pipe closes and all groups left are killed. So
an engine that hangs with its input closed does not survive a `kill -9` of the runner.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

_lock = threading.Lock()
_helper: subprocess.Popen[bytes] | None = None


def watch(group: int) -> None:
    """Have process group `group` killed when this process ends."""
    _tell(f"+{group}\n")


def forget(group: int) -> None:
    """Process group `group` is gone; its number may come back as somebody else's."""
    _tell(f"-{group}\n")


def _tell(line: str) -> None:
    global _helper
    with _lock:
        if _helper is None or _helper.poll() is not None:
            _helper = subprocess.Popen(
                [sys.executable, "-I", "-S", __file__], stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                bufsize=0, start_new_session=True)
        assert _helper.stdin is not None
        with suppress(OSError):         # somebody killed it: the next call starts another
            _helper.stdin.write(line.encode())


def main() -> None:
    """Read lines until the end of input, then kill the groups that were not forgotten."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.add(group)
        else:
            groups.discard(group)
    for group in groups:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
