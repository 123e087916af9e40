"""What every test needs: the shared data, the helper modules beside the tests, and one guard."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
sys.path.insert(0, str(TESTS))

from process import Uci  # noqa: E402

from bolshak import Engine  # noqa: E402

SHARED = Path(os.environ.get("BOLSHAK_SHARED", TESTS.parent.parent / "shared")) / "data"


@pytest.fixture(scope="session")
def shared_games() -> Path:
    """The folder of real games, which stays outside the repository."""
    folder = SHARED / "games"
    if not folder.is_dir():
        pytest.skip(f"no game files at {folder}: they are not part of the repository")
    return folder


@pytest.fixture
def engine() -> Iterator[Engine]:
    """An engine with a small table."""
    engine = Engine()
    engine.set_option("Hash", "8")
    yield engine
    engine.close()


@pytest.fixture
def uci() -> Iterator[Uci]:
    """The installed command, speaking the UCI dialect."""
    with Uci() as process:
        yield process
        process.quit()


def pytest_sessionfinish() -> None:
    """`import engine` from the repository would load a second copy of the package."""
    assert "engine" not in sys.modules and "protocol" not in sys.modules
