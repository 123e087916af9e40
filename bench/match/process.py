"""Engine processes: line pipes with deadlines, and an end that leaves nothing behind."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from . import reaper
from .faults import CRASH, HANG, START, EngineFault, Interrupted

STDERR_KEPT = 1 << 20           # bytes of stderr after which its file is cut
OUTPUT_KEPT = 1 << 20           # bytes of one answer after which its beginning is forgotten
QUIT_GRACE = 1.0                # s between `quit` and SIGTERM
TERM_GRACE = 0.5                # s between SIGTERM and SIGKILL
WRITE_GRACE = 5.0               # s in which an engine must take a line


class Stop:
    """A flag that all games of a match look at, and that wakes those that wait for an engine."""

    def __init__(self) -> None:
        self.reader, self._writer = os.pipe()
        self.is_set = False

    def set(self) -> None:
        """Have every game end as soon as possible. May be called from a signal handler."""
        if not self.is_set:
            self.is_set = True
            os.write(self._writer, b"!")

    def close(self) -> None:
        """Give the pipe back once nobody looks at it any more."""
        os.close(self.reader)
        os.close(self._writer)

    def check(self) -> None:
        """Raise Interrupted once the flag is set."""
        if self.is_set:
            raise Interrupted


def find_program(command: Sequence[str]) -> list[str]:
    """The command with its program looked up in PATH, then beside this Python.

    A program name with a slash is left as it is.
    """
    program = command[0]
    if os.sep not in program:
        beside = Path(sys.executable).parent / program
        found = shutil.which(program)
        if found is not None:
            program = found
        elif os.access(beside, os.X_OK):
            program = str(beside)
    return [program, *command[1:]]


class EngineProcess:
    """A child process in a group of its own that is spoken to line by line.

    Not for use by two threads at once.
    """

    def __init__(self, command: Sequence[str], directory: str | None, stop: Stop, *,
                 listen: bool = True) -> None:
        """Start the program; EngineFault if that fails. Its output is dropped unless `listen`."""
        self._stop = stop
        self._stderr = tempfile.TemporaryFile("a+b")  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                find_program(command), cwd=directory, bufsize=0, start_new_session=True,
                stdin=subprocess.PIPE, stderr=self._stderr,
                stdout=subprocess.PIPE if listen else subprocess.DEVNULL)
        except OSError as error:
            self._stderr.close()
            raise EngineFault(START, f"{command[0]}: {error.strerror}") from None
        reaper.watch(self._process.pid)
        assert self._process.stdin is not None
        self._input = self._process.stdin.fileno()
        os.set_blocking(self._input, False)
        self._poll = select.poll()
        self._poll.register(stop.reader, select.POLLIN)
        self._output = -1
        if self._process.stdout is not None:
            self._output = self._process.stdout.fileno()
            self._poll.register(self._output, select.POLLIN)
        self._rest = b""
        self.closed = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, text: str) -> None:
        """Write `text` (whole lines); EngineFault if the engine is gone or does not read."""
        data = text.encode()
        limit = time.perf_counter() + WRITE_GRACE
        while data:
            try:
                data = data[os.write(self._input, data):]
            except BlockingIOError:
                if time.perf_counter() > limit:
                    raise EngineFault(HANG, "does not read its input") from None
                time.sleep(0.01)
            except OSError:
                raise EngineFault(CRASH, self.epitaph()) from None

    def read_until(self, word: bytes, deadline: float, nap: float = 0.0) -> list[bytes]:
        """Lines up to the first that begins with `word`, that one last; without ends.

        `deadline` is a time of `time.perf_counter`; what came until then is kept for the next
        call, as is what comes after the last line. Of very long output only the latter part is
        given back. `nap` is how many seconds more lines may gather before they are read, which
        saves the reader's time and costs the engine's. Raises TimeoutError after the deadline,
        EngineFault when the engine has closed its output, Interrupted when the match is stopped.
        """
        text = b"\n" + self._rest
        mark = b"\n" + word
        searched = 0
        while True:
            found = text.find(mark, searched)
            if found >= 0:
                searched = found
                end = text.find(b"\n", found + 1)
                if end >= 0:
                    self._rest = text[end + 1:]
                    return text[1:end].splitlines()
            else:
                searched = max(0, len(text) - len(word))
            if len(text) > OUTPUT_KEPT:
                text = text[len(text) - OUTPUT_KEPT // 2:]
                searched = 0
            if nap and len(text) > 1:
                time.sleep(nap)         # the engine has begun to talk
            wait = (deadline - time.perf_counter()) * 1000
            ready = self._poll.poll(wait if wait > 0.0 else 0)
            if self._stop.is_set:
                raise Interrupted
            if not ready:
                self._rest = text[1:]
                raise TimeoutError
            chunk = os.read(self._output, 1 << 16)
            if not chunk:
                raise EngineFault(CRASH, self.epitaph())
            text += chunk

    def epitaph(self) -> str:
        """How the process ended, and its last words on stderr."""
        self._wait(0.2)
        end = self._end()
        if end is None:
            how = "closed its output"
        elif end.si_code == os.CLD_EXITED:
            how = f"exit code {end.si_status}"
        else:
            how = f"killed by signal {end.si_status}"
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, self._stderr.tell() - 2000))
        words = self._stderr.read().decode(errors="replace").strip().splitlines()
        return f"{how}; {words[-1].strip()[:200]}" if words else how

    def trim_stderr(self) -> None:
        """Forget stderr output of a chatty engine, so that a long match needs no disk."""
        if os.fstat(self._stderr.fileno()).st_size > STDERR_KEPT:
            self._stderr.truncate(0)

    def _end(self) -> os.waitid_result | None:
        """How the process ended, None while it runs.

        It stays a zombie until `close`, so that its group keeps its number.
        """
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)

    def _wait(self, seconds: float) -> bool:
        limit = time.perf_counter() + seconds
        pause = 0.0005
        while self._end() is None:
            if time.perf_counter() > limit:
                return False
            time.sleep(pause)
            pause = min(0.02, pause * 2)
        return True

    def close(self, farewell: str = "", grace: float = QUIT_GRACE) -> None:
        """Say farewell, close the pipes and end the whole process group; never raises.

        Takes `grace` seconds at most for an engine that obeys, half a second more for others.
        """
        if self.closed:
            return
        self.closed = True
        with suppress(OSError):
            os.write(self._input, farewell.encode())
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        if not self._wait(grace):
            self._signal(signal.SIGTERM)
            self._wait(TERM_GRACE)
        self._signal(signal.SIGKILL)        # also what the engine itself has started
        self._process.wait()
        reaper.forget(self._process.pid)
        self._stderr.close()

    def _signal(self, number: int) -> None:
        with suppress(OSError):
            os.killpg(self._process.pid, number)
