"""The parameters of the Hub protocol and what they stand for in the engine."""

from __future__ import annotations

from dataclasses import dataclass

import bolshak
from bolshak.engine import Engine
from bolshak.protocol.hub_line import format_line

NUMBERINGS = ("auto", "board", "pdn")
DEFAULT_GAME = "international"          # the game that the written protocol knows
FIRST_NAMES = ("normal", "killer", "bt", "frisian", "losing", "russian", "brazilian")

# Games whose name a client need not send: the length of a position string tells them.
GAME_BY_LENGTH = {33: "russian", 41: "spantsireti", 51: "international", 65: "turkish",
                  73: "canadian"}

TABLE_SHIFT = 16                # 2^16 entries of 16 bytes are one MiB


@dataclass(frozen=True)
class Parameter:
    """One `param` line: kind is bool, int, string or enum; option is the engine's option."""

    name: str
    kind: str
    option: str = ""
    low: int = 0
    high: int = 0
    values: tuple[str, ...] = ()


def game_names() -> dict[str, str]:
    """Every name that the parameter `variant` takes, in lower case, with the game it means."""
    names: dict[str, str] = {name: name for name in bolshak.games()}
    for game in bolshak.games():
        rules = bolshak.rules(game)
        for alias in (rules.hub, *rules.aliases):
            if alias:
                names.setdefault(alias.lower(), game)
    first = {name: names[name] for name in FIRST_NAMES}
    return first | names


class Parameters:
    """Current values of all parameters.

    numbering, output_delay (milliseconds): values at the start. game: the game that the user has
    chosen at the start, or None.
    """

    def __init__(self, engine: Engine, *, numbering: str = "auto", output_delay: int = 8,
                 game: str | None = None) -> None:
        self._engine = engine
        self._games = game_names()
        self._variant = game or "normal"
        self.game_chosen = game is not None
        self._table = {parameter.name: parameter for parameter in (
            Parameter("variant", "enum", values=tuple(self._games)),
            Parameter("threads", "int", "Threads", low=1, high=512),
            Parameter("tt-size", "int", low=16, high=36),
            Parameter("ponder", "bool", "Ponder"),
            Parameter("book", "bool"),
            Parameter("book-ply", "int", low=0, high=20),
            Parameter("book-margin", "int", low=0, high=100),
            Parameter("bb-size", "int", "TablePieces", low=0, high=8),
            Parameter("bb-path", "string", "TablePath"),
            Parameter("eval-file", "string", "EvalFile"),
            Parameter("numbering", "enum", values=NUMBERINGS),
            Parameter("output-delay", "int", low=0, high=50),
        )}
        # Parameters that the engine has no option for.
        self._own = {"book": "false", "book-ply": "4", "book-margin": "4",
                     "numbering": numbering, "output-delay": str(output_delay)}

    @property
    def numbering(self) -> str:
        """One of NUMBERINGS."""
        return self._own["numbering"]

    @property
    def output_delay(self) -> int:
        """Smallest gap between two output lines in milliseconds."""
        return int(self._own["output-delay"])

    def lines(self) -> list[str]:
        """The `param` lines with the current values."""
        return [self._line(parameter) for parameter in self._table.values()]

    def set(self, name: str, value: str) -> bool:
        """Set one parameter; return whether name and value were good. Never raises."""
        parameter = self._table.get(name.lower())
        if parameter is None:
            return False
        text = _checked(parameter, value)
        if text is None:
            return False
        if parameter.name == "variant":
            return self._choose(text)
        if parameter.name == "tt-size":
            return self._set_option("Hash", str(1 << int(text) - TABLE_SHIFT))
        if parameter.option:
            return self._set_option(parameter.option, text)
        self._own[parameter.name] = text
        return True

    def use_game(self, game: str) -> bool:
        """Make `game` the one that is played from now on."""
        if self._engine.get_option("UCI_Variant") == game:
            return True
        return self._set_option("UCI_Variant", game)

    def _choose(self, variant: str) -> bool:
        if not self.use_game(self._games[variant]):
            return False
        self._variant = variant
        self.game_chosen = True
        return True

    def _set_option(self, name: str, value: str) -> bool:
        try:
            self._engine.set_option(name, value)
        except ValueError:
            return False
        return True

    def _value(self, parameter: Parameter) -> str:
        if parameter.name == "variant":
            return self._variant
        if parameter.name == "tt-size":
            return str(int(self._engine.get_option("Hash")).bit_length() - 1 + TABLE_SHIFT)
        if parameter.option:
            value = self._engine.get_option(parameter.option)
            return str(value).lower() if parameter.kind == "bool" else str(value)
        return self._own[parameter.name]

    def _line(self, parameter: Parameter) -> str:
        arguments = {"name": parameter.name, "value": self._value(parameter),
                     "type": parameter.kind}
        if parameter.kind == "int":
            arguments |= {"min": str(parameter.low), "max": str(parameter.high)}
        if parameter.kind == "enum":
            arguments["values"] = " ".join(parameter.values)
        return format_line("param", **arguments)


def _checked(parameter: Parameter, value: str) -> str | None:
    """The value as it is stored, or None if the parameter does not take it."""
    if parameter.kind == "string":
        return value
    value = value.strip().lower()
    if parameter.kind == "enum":
        return value if value in parameter.values else None
    if parameter.kind == "bool":
        return value if value in ("true", "false") else None
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        return None
    return str(int(value)) if parameter.low <= int(value) <= parameter.high else None
