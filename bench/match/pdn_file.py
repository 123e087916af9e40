"""The PDN file of a match: every game with scores, depths, times and how it ended.

After each move stands a comment such as `{[%eval 0.35] [%depth 12] [%emt 0:00:00.05]
[%clk 0:00:09.95]}`: the score in men from White's side (`#3` for a win in three moves, `#-3` for
Black's), the depth in plies, the time taken and the time left. What an engine does not tell is
left out.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

from bolshak import pdn, rules
from bolshak.pdn import PdnGame

from .config import MatchConfig
from .player import WIN
from .record import Comment, Record, replay
from .standings import opening_side

MATE = WIN - 1000               # scores beyond it tell the moves to the end


class PdnFile:
    """An open file at whose end games are added."""

    def __init__(self, path: Path, config: MatchConfig) -> None:
        self._config = config
        self._path = path
        self._limits = {engine.name: str(engine.limit) for engine in config.engines}

    def rewrite(self, records: Iterable[Record]) -> None:
        """Make the file anew with these games: it follows the log, whatever it held before."""
        fresh = self._path.with_suffix(".pdn.new")
        with open(fresh, "w", encoding="utf-8") as file:
            for record in records:
                file.write(self.text(record))
        os.replace(fresh, self._path)

    def add(self, record: Record) -> None:
        """Append a game."""
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(self.text(record))

    def text(self, record: Record) -> str:
        """A game as PDN, with a blank line after it."""
        config, opening = self._config, record.opening
        game = replay(config.game, config.draw_rules, opening.fen,
                      (*opening.moves, *record.moves))
        entry: PdnGame = pdn.from_game(game, self._tags(record))
        win, draw, loss = rules(config.game).results
        entry.result = {"1-0": win, "0-1": loss}.get(record.result, draw)
        side = opening_side(record)
        for move, comment in zip(entry.moves[len(opening.moves):], record.comments, strict=True):
            move.comments = [comment_text(comment, side)]
            side = "B" if side == "W" else "W"
        if opening.moves and entry.moves:
            entry.moves[len(opening.moves) - 1].comments = ["opening"]
        return pdn.format_game(entry, config.game) + "\n"

    def _tags(self, record: Record) -> dict[str, str]:
        started = time.gmtime(record.started)
        return {
            "Event": f"Bolshak {self._config.event}",
            "Date": time.strftime("%Y.%m.%d", started),
            "Round": f"{record.id // 2 + 1}.{record.id % 2 + 1}",
            "White": record.white,
            "Black": record.black,
            "Opening": record.opening.name,
            "WhiteTimeControl": self._limits.get(record.white, ""),
            "BlackTimeControl": self._limits.get(record.black, ""),
            "PlyCount": str(len(record.opening.moves) + len(record.moves)),
            "UTCTime": time.strftime("%H:%M:%S", started),
            "Termination": f"{record.ending}: {record.reason}"
                           + (f" ({record.offender})" if record.offender else ""),
        }


def comment_text(comment: Comment, side: str) -> str:
    """The comment of a move of `side`."""
    parts = []
    if comment.score is not None:
        parts.append(f"[%eval {white_score(comment.score, side)}]")
    if comment.depth is not None:
        parts.append(f"[%depth {comment.depth}]")
    if comment.nodes is not None:
        parts.append(f"[%nodes {comment.nodes}]")
    parts.append(f"[%emt {clock_text(comment.time)}]")
    if comment.clock is not None:
        parts.append(f"[%clk {clock_text(comment.clock)}]")
    return " ".join(parts)


def white_score(score: int, side: str) -> str:
    """A score of the mover in White's men, or as moves to the end."""
    value = score if side == "W" else -score
    if abs(score) > MATE:
        moves = WIN - abs(score)
        return f"#{moves}" if value > 0 else f"#-{moves}"
    return f"{value / 100:.2f}"


def clock_text(milliseconds: float) -> str:
    """`0:01:02.050`."""
    seconds = max(0.0, milliseconds) / 1000
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{int(hours)}:{int(minutes):02d}:{seconds:06.3f}"
