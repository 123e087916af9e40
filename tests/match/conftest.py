"""Helpers for the tests of the match runner: mock engines and quick matches."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bolshak.bench.match.config import EngineConfig, MatchConfig, Openings
from bolshak.bench.match.limits import Limit

MOCK = Path(__file__).with_name("mock_engine.py")


@pytest.fixture
def mock_command() -> Callable[..., tuple[str, ...]]:
    """mock_command("uci", trouble="crash") -> command line of a mock engine."""

    def build(protocol: str = "uci", **arguments: Any) -> tuple[str, ...]:
        return (sys.executable, str(MOCK), protocol,
                *(f"--{key}={value}" for key, value in arguments.items()))

    return build


@pytest.fixture
def mock(mock_command: Callable[..., tuple[str, ...]]) -> Callable[..., EngineConfig]:
    """mock("name", "uci", settings={...}, trouble="crash") -> configuration of a mock engine."""

    def build(name: str, protocol: str = "uci", settings: dict[str, Any] | None = None,
              **arguments: Any) -> EngineConfig:
        values: dict[str, Any] = {"limit": Limit(nodes=1000), **(settings or {})}
        return EngineConfig(name, mock_command(protocol, **arguments), **values)

    return build


@pytest.fixture
def match(mock: Callable[..., EngineConfig], tmp_path: Path) -> Callable[..., MatchConfig]:
    """match(engine, engine, games=4) -> configuration of a match in a fresh folder."""

    def build(*engines: EngineConfig, **values: Any) -> MatchConfig:
        settings = {"games": 4, "openings": Openings("all:2"), "patience": 5000,
                    "concurrency": 2, "output": str(tmp_path / "match"), **values}
        return MatchConfig(engines or (mock("one"), mock("two", seed=2)), **settings)

    return build
