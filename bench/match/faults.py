"""What can go wrong with an engine, as the referee sees it."""

from __future__ import annotations

CRASH = "crash"                 # the process ended or closed its output
HANG = "hang"                   # no answer, and none to `stop` either
ILLEGAL = "illegal move"        # a move that the rules do not allow, or no move text at all
NO_MOVE = "no move"             # gave up although a legal move exists
TIME = "time loss"
START = "no start"              # could not be started or did not finish its handshake
PROTOCOL = "protocol error"     # an answer that breaks the conversation off

FAULTS = (CRASH, HANG, ILLEGAL, NO_MOVE, TIME, START, PROTOCOL)


class EngineFault(Exception):
    """An engine broke down; the game is lost for it, the match goes on."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.detail = detail


class Interrupted(Exception):
    """The match is being stopped; the game in progress does not count."""


class ConfigError(ValueError):
    """A match that cannot be played as it was described."""
