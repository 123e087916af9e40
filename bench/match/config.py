"""What is to be played: engines, game, openings, event, and when to stop.

A configuration comes from a TOML file, from the command line, or from both (the command line wins).
All of it can be turned into plain data and back, for the log and for machines of a cluster.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

import bolshak
from bolshak.tables_plan import MOST_PIECES

from .faults import ConfigError
from .limits import Limit, LimitError, parse_limit
from .sprt import Sprt

PROTOCOLS = ("auto", "uci", "hub", "dxp")
EVENTS = ("match", "gauntlet", "round-robin")
ORDERS = ("random", "sequential")
LIMIT_KEYS = ("tc", "movetime", "depth", "nodes")


@dataclass(frozen=True)
class EngineConfig:
    """One engine. `command` may be empty for a DXP engine that waits at `address`."""

    name: str
    command: tuple[str, ...] = ()
    limit: Limit = field(default_factory=lambda: Limit(nodes=10_000))
    directory: str | None = None
    protocol: str = "auto"
    options: Mapping[str, str] = field(default_factory=dict)
    ponder: bool = False
    restart: bool = False               # a new process for each game
    variant: str = ""                   # what a Hub engine calls the game, if not the usual word
    numbering: str = "board"            # square numbers of Hub and DXP moves: board or pdn
    address: str = ""                   # HOST:PORT of a DXP engine that runs already
    start_timeout: float = 10.0         # s for each step of the handshake


@dataclass(frozen=True)
class Openings:
    """Where games start. `source` is a file, `random:PLIES`, `all:PLIES` or `start`."""

    source: str = "random:8"
    order: str = "random"
    plies: int = 0                      # of a PDN game, 0 = all
    balance: int = 50                   # centi-men that a made opening may be off
    nodes: int = 3000                   # of the search that finds it balanced


@dataclass(frozen=True)
class Adjudication:
    """Games that the referee ends before the rules do. Each part is off by default."""

    draw_move: int = 0                  # from this move number on (of one side) ...
    draw_count: int = 0                 # ... after so many moves of each side in a row ...
    draw_score: int = 0                 # ... with scores of at most so many centi-men: drawn
    win_count: int = 0                  # after so many moves of each side in a row ...
    win_score: int = 0                  # ... on which both see at least so many centi-men: won
    max_moves: int = 500                # moves of each side, then drawn; 0 = no end
    tables: str = ""                    # folder of endgame tables, or "package"
    table_pieces: int = 0               # most pieces to look up, 0 = all that there are

    def __post_init__(self) -> None:
        if not 0 <= self.table_pieces <= MOST_PIECES:
            raise ConfigError(f"table_pieces is a number 0..{MOST_PIECES}, not {self.table_pieces}")
        if self.table_pieces and not self.tables:
            raise ConfigError("table_pieces says nothing without tables=")


@dataclass(frozen=True)
class MatchConfig:
    """A whole match or tournament."""

    engines: tuple[EngineConfig, ...]
    game: str = "russian"
    draw_rules: str = "federation"
    event: str = "match"
    games: int = 0                      # for each pairing, made even; 0 = by the openings
    openings: Openings = Openings()
    seed: int = 1
    adjudication: Adjudication = Adjudication()
    sprt: Sprt | None = None
    margin: int = 50                    # ms forgiven on each move
    patience: int = 120_000             # ms for a move without time limit
    concurrency: int = 0                # games at once, 0 = half the cores
    output: str = "bolshak-match"       # folder
    cluster: str = ""                   # address of a Dask scheduler

    def __post_init__(self) -> None:
        if self.game not in bolshak.games():
            raise ConfigError(f"unknown game {self.game!r}")
        if len(self.engines) < 2:
            raise ConfigError("a match needs two engines")
        if self.event == "match" and len(self.engines) > 2:
            raise ConfigError("more than two engines: choose the event gauntlet or round-robin")
        names = [engine.name for engine in self.engines]
        if len(set(names)) < len(names):
            raise ConfigError(f"two engines have one name: {', '.join(names)}")
        if self.sprt is not None and len(self.engines) != 2:
            raise ConfigError("sprt needs exactly two engines")
        for value, known in ((self.event, EVENTS), (self.openings.order, ORDERS)):
            if value not in known:
                raise ConfigError(f"{value!r} is none of {', '.join(known)}")

    def fingerprint(self) -> dict[str, Any]:
        """What decides how the games go: all but their number, the machines and the files."""
        unimportant = ("games", "concurrency", "output", "cluster", "sprt")
        return {name: plain(value) for name, value in asdict(self).items()
                if name not in unimportant}


def plain(value: Any) -> Any:
    """The value with tuples as lists, as JSON gives it back."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


# Reading what people write.

def parse_words(words: Sequence[str]) -> dict[str, Any]:
    """`KEY=VALUE` words of the command line; a first word without `=` is the command.

    `option.NAME=VALUE` becomes an entry of the table `options`.
    """
    table: dict[str, Any] = {}
    for i, word in enumerate(words):
        key, found, value = word.partition("=")
        if not found or (i == 0 and " " in key):
            if i > 0:
                raise ConfigError(f"{word!r} is not KEY=VALUE")
            table["command"] = word
        elif key.startswith("option."):
            table.setdefault("options", {})[key[7:]] = value
        else:
            table[key] = value
    return table


def read_engine(table: Mapping[str, Any], common: Mapping[str, Any], number: int) -> EngineConfig:
    """An engine from its table, with `common` for what it leaves open."""
    merged = {**common, **table}
    merged["options"] = {**common.get("options", {}), **table.get("options", {})}
    if any(key in table for key in LIMIT_KEYS):
        for key in LIMIT_KEYS:
            if key not in table:
                merged.pop(key, None)
    values: dict[str, Any] = {}
    for key, value in merged.items():
        if key in LIMIT_KEYS:
            continue
        key = {"cmd": "command", "dir": "directory", "proto": "protocol"}.get(key, key)
        if key not in ENGINE_KEYS:
            raise ConfigError(f"engine {number}: unknown key {key!r}")
        values[key] = value
    command = values.get("command", ())
    values["command"] = tuple(shlex.split(command) if isinstance(command, str) else command)
    if not values["command"] and not values.get("address"):
        raise ConfigError(f"engine {number}: no command")
    values["options"] = {str(k): option_text(v) for k, v in values["options"].items()}
    for key in ("ponder", "restart"):
        if key in values:
            values[key] = truth(values[key], f"engine {number}: {key}")
    if "start_timeout" in values:
        values["start_timeout"] = float(values["start_timeout"])
    values.setdefault("protocol", "auto")
    if values["protocol"] not in PROTOCOLS:
        raise ConfigError(f"engine {number}: protocol is none of {', '.join(PROTOCOLS)}")
    try:
        values["limit"] = parse_limit(merged)
    except LimitError as error:
        raise ConfigError(f"engine {number}: {error}") from None
    values.setdefault("name", "")
    return EngineConfig(**values)


ENGINE_KEYS = {entry.name for entry in fields(EngineConfig)} - {"limit"}


def option_text(value: Any) -> str:
    """An option value as engines write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def truth(value: Any, where: str) -> bool:
    """A boolean, also as text; ConfigError for anything else."""
    word = str(value).lower()
    if word in ("true", "on", "1", "yes"):
        return True
    if word in ("false", "off", "0", "no"):
        return False
    raise ConfigError(f"{where}: {value!r} is neither true nor false")


def with_names(engines: Sequence[EngineConfig]) -> tuple[EngineConfig, ...]:
    """The engines with a name for each: the given one, else that of the program.

    Engines that would share a name are told apart by their limit, then by a number.
    """
    named = [e.name or (e.command[0].rsplit("/", 1)[-1] if e.command else e.address)
             for e in engines]
    for attempt in ("limit", "number"):
        doubled = {name for name in named if named.count(name) > 1}
        for i, engine in enumerate(engines):
            if named[i] in doubled and not engine.name:
                named[i] += f" {engine.limit}" if attempt == "limit" else f" #{i + 1}"
    return tuple(replace(engine, name=name) for engine, name in zip(engines, named, strict=True))


def read_section(kind: type[Any], table: Mapping[str, Any], where: str) -> Any:
    """A dataclass of numbers and texts from a table; ConfigError for keys it does not have."""
    values: dict[str, Any] = {}
    types = {entry.name: entry.type for entry in fields(kind)}
    for key, value in table.items():
        key = key.replace("-", "_")
        if key not in types:
            raise ConfigError(f"{where}: unknown key {key!r}")
        convert = {"int": int, "float": float}.get(str(types[key]), str)
        try:
            values[key] = convert(value)
        except ValueError:
            raise ConfigError(f"{where}: {key} {value!r} is no number") from None
    try:
        return kind(**values)
    except ValueError as error:
        raise ConfigError(str(error)) from None


def read_match(table: Mapping[str, Any]) -> MatchConfig:
    """A match from the tables of a TOML file, or of the command line in the same shape."""
    known = {entry.name for entry in fields(MatchConfig)} - {"engines"} | {"engine", "each"}
    values: dict[str, Any] = {}
    for key, value in table.items():
        key = key.replace("-", "_")
        if key not in known:
            raise ConfigError(f"unknown key {key!r}")
        values[key] = value
    common = values.pop("each", {})
    engines = [read_engine(entry, common, i)
               for i, entry in enumerate(values.pop("engine", []), 1)]
    if isinstance(values.get("openings"), str):
        values["openings"] = {"source": values["openings"]}
    for key, kind in (("openings", Openings), ("adjudication", Adjudication), ("sprt", Sprt)):
        if key in values:
            values[key] = read_section(kind, values[key], key)
    for key in ("games", "seed", "margin", "patience", "concurrency"):
        if key in values:
            values[key] = int(values[key])
    return MatchConfig(engines=with_names(engines), **values)
