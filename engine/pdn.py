"""PDN game files: read as a stream, replayed, written (rules.md 6.2).

    for game in pdn.read_file("games.pdn"):
        done = pdn.replay(game, default="international")
        print(done.game.position.fen(), done.problem or done.result)
"""

from __future__ import annotations

from .pdn_model import PdnGame, PdnMove, Problem, Variation
from .pdn_read import read_file, read_games
from .pdn_replay import (
    STYLES,
    PdnError,
    Replay,
    canonical,
    from_game,
    guess_variant,
    replay,
    start_position,
    variant_of,
)
from .pdn_write import format_game, write_games

__all__ = [
    "STYLES", "PdnError", "PdnGame", "PdnMove", "Problem", "Replay", "Variation", "canonical",
    "format_game", "from_game", "guess_variant", "read_file", "read_games", "replay",
    "start_position", "variant_of", "write_games",
]
