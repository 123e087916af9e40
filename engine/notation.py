"""Text of squares, positions and moves: the one door to `fen`, `movetext` and `hubtext`."""

from __future__ import annotations

from .fen import FenError, NotationError, Setup, format_fen, parse_fen
from .hubtext import (
    NUMBERINGS,
    format_hub_move,
    format_hub_position,
    from_hub_number,
    hub_number,
    parse_hub_move,
    parse_hub_position,
)
from .movetext import MoveError, format_move, format_path, full_path, parse_move

__all__ = [
    "NUMBERINGS", "FenError", "MoveError", "NotationError", "Setup", "format_fen",
    "format_hub_move", "format_hub_position", "format_move", "format_path", "from_hub_number",
    "full_path", "hub_number", "parse_fen", "parse_hub_move", "parse_hub_position", "parse_move",
]
