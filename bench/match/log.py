"""The JSON-lines log of a match: its only state, so that it goes on after any interruption.

First line the header, then sessions (a start of the runner), openings and games in the order in
which they came up. A line counts once its newline is written; what follows the last newline is a
line that an interruption cut short, and is dropped. One process at a time may write.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from .faults import ConfigError
from .record import Opening, Record

VERSION = 1
SYNC_INTERVAL = 1.0             # s between two flushes to the disk


class MatchLog:
    """An open log, locked against a second runner."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Open or begin the log; ConfigError if it belongs to another match or runner."""
        self.path = path
        self.openings: list[Opening] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = open(path, "a+b", buffering=0)  # noqa: SIM115
        self._synced = time.monotonic()
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise ConfigError(f"{path}: another runner plays this match") from None
        self._drop_torn_line()
        if not self._is_of(settings):
            self._write({"type": "match", "version": VERSION, "settings": settings})

    def _drop_torn_line(self) -> None:
        size = self._file.seek(0, os.SEEK_END)
        end = size
        while end > 0:
            begin = max(0, end - (1 << 16))
            self._file.seek(begin)
            newline = self._file.read(end - begin).rfind(b"\n")
            if newline >= 0:
                end = begin + newline + 1
                break
            end = begin
        if end < size:
            self._file.truncate(end)

    def _is_of(self, settings: Mapping[str, Any]) -> bool:
        """Whether the log has a header. One of a match with other settings is a ConfigError if a
        game was finished; else its start failed, and the log is emptied."""
        first = next(read_lines(self.path), None)
        if first is None:
            return False
        if first.get("type") != "match" or first.get("version") != VERSION:
            raise ConfigError(f"{self.path}: no match log of this version")
        ours = json.loads(json.dumps(settings))
        differing = [key for key in ours if ours[key] != first["settings"].get(key)]
        if differing and not any(line["type"] == "game" for line in read_lines(self.path)):
            self._file.truncate(0)
            return False
        if differing:
            raise ConfigError(
                f"{self.path}: belongs to a match with other settings ({', '.join(differing)}): "
                "choose another --output, or --overwrite it")
        return True

    def _write(self, data: Mapping[str, Any]) -> None:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        self._file.write(text.encode() + b"\n")
        now = time.monotonic()
        if now - self._synced > SYNC_INTERVAL:
            self._synced = now
            os.fsync(self._file.fileno())

    def load(self) -> Iterator[Record]:
        """The games so far, in the order in which they ended; also fills `openings`."""
        self.openings = []
        return read_records(self.path, self.openings)

    def add_session(self, data: Mapping[str, Any]) -> None:
        """Note a start of the runner, with what may differ from the last one."""
        self._write({"type": "session", **data})

    def add_opening(self, opening: Opening) -> None:
        """Note the next opening; its index is its place in the order of notes."""
        self._write({"type": "opening", "index": len(self.openings), "name": opening.name,
                     "fen": opening.fen, "moves": " ".join(opening.moves)})
        self.openings.append(opening)

    def add_game(self, record: Record, opening: int) -> None:
        """Note a finished game; once this returns it is never played again."""
        self._write({"type": "game", **record.to_data(opening)})

    def close(self) -> None:
        """Flush and unlock."""
        os.fsync(self._file.fileno())
        self._file.close()


def opening_from_data(data: Mapping[str, Any]) -> Opening:
    """The opening of a log line."""
    return Opening(data["name"], data["fen"], tuple(str(data["moves"]).split()))


def read_records(path: Path, openings: list[Opening]) -> Iterator[Record]:
    """The games of a log. `openings` is filled on the way."""
    for data in read_lines(path):
        if data["type"] == "opening":
            openings.append(opening_from_data(data))
        elif data["type"] == "game":
            yield Record.from_data(data, openings[data["opening"]])


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The complete lines of a log as data; ConfigError for one that is no JSON object."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                data = json.loads(line)
            except ValueError:
                data = None
            if not isinstance(data, dict) or "type" not in data:
                raise ConfigError(f"{path}:{number}: not a line of a match log")
            yield data
