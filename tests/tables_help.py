"""Endgame tables that several test files need, built once for each session."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from bolshak.tables_build import Builder, Order

MEMORY = 4 << 30


def order(game: str, folder: Path, pieces: int = 3, *, threads: int = 2, distances: int = 5,
          memory: int = MEMORY) -> Order:
    """An order for small tables."""
    return Order(game, pieces, folder, threads, memory, distances)


@cache
def built(game: str, pieces: int = 3) -> Path:
    """A folder with all tables of a game up to so many pieces."""
    folder = Path(tempfile.mkdtemp(prefix="bolshak-tables-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Builder(order(game, folder, pieces)).run()
    return folder
