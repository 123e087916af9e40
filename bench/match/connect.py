"""Starting an engine, whatever it speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .config import EngineConfig
from .dxp import DxpPlayer
from .faults import START, ConfigError, EngineFault
from .hub import HubPlayer
from .player import Player
from .process import Stop
from .uci import UciPlayer

PLAYERS: dict[str, type[Player]] = {"uci": UciPlayer, "hub": HubPlayer, "dxp": DxpPlayer}
DETECTION_TIMEOUT = 5.0         # s for an engine to show that it understands the first word

_detected: dict[tuple[Sequence[str], str | None], str] = {}


def likely_protocols(config: EngineConfig) -> list[str]:
    """Protocols to try, the likeliest first."""
    if config.protocol != "auto":
        return [config.protocol]
    words = " ".join(config.command[1:])
    if config.address or "dxp" in words or "{port}" in words:
        return ["dxp"]
    if config.command in ((), None):
        raise ConfigError(f"{config.name}: no command")
    return ["hub", "uci"] if "hub" in words.split() else ["uci", "hub"]


def start_player(config: EngineConfig, game: str, draw_rules: str, stop: Stop) -> Player:
    """Start an engine; EngineFault or ConfigError if it does not come up.

    A protocol that is not given is found by asking, once for each command.
    """
    key = config.command, config.directory
    if config.protocol == "auto" and key in _detected:
        config = replace(config, protocol=_detected[key])
    protocols = likely_protocols(config)
    faults = []
    for protocol in protocols:
        trial = config
        if len(protocols) > 1:
            trial = replace(config, start_timeout=min(config.start_timeout, DETECTION_TIMEOUT))
        player = PLAYERS[protocol](trial, game, draw_rules, stop)
        try:
            player.start()
        except EngineFault as fault:
            player.close()
            faults.append(f"{protocol}: {fault.detail}")
            continue
        except BaseException:
            player.close()
            raise
        _detected[key] = protocol
        return player
    raise EngineFault(START, "; ".join(faults))
