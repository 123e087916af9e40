"""Bolshak: a draughts engine for Russian draughts and thirty other games."""

from __future__ import annotations

from importlib import import_module

from .games import UnknownGame, games, rules
from .geometry import Board

# Names that pull in compiled code are imported when they are first asked for: a protocol process
# answers its first line before it needs any of them.
_LAZY = {
    "Move": "position", "Position": "position", "Result": "position",
    "Game": "game",
    "FenError": "notation", "MoveError": "notation", "NotationError": "notation",
    "Engine": "engine", "Limits": "engine", "Info": "engine", "Score": "engine", "Best": "engine",
    "CurrentMove": "engine",
    "Option": "options", "OptionError": "options", "Options": "options",
    "build_info": "build",
}

__all__ = ["Board", "UnknownGame", "__version__", "board", "games", "rules", *_LAZY]


def board(name: str) -> Board:
    """The board of a game; UnknownGame if there is none of that name."""
    return rules(name).board


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version
        return version("bolshak")
    if name in _LAZY:
        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
