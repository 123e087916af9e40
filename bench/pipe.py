"""The end of a tool whose output nobody reads any more, as in `bolshak tables info | head -1`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

READER_GONE = 141               # what a shell tells of a program that SIGPIPE has ended


def piped(command: Callable[[], int]) -> int:
    """Run a command that lets BrokenPipeError pass; returns its exit code. If the reader of the
    output goes away there is nothing left to say, and what is not written yet is dropped."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        return READER_GONE
