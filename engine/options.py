"""The options of the engine: names, types, bounds, defaults and current values.

Names and the values of checks and combos are case-free. Parsing a text and storing the value are
two steps, so that an engine can refuse a readable value (a bad file, no memory) and keep the old
one:

    option, value = options.parse("hash", "128")
    ...                                     # do what the value asks for, or raise OptionError
    options.store(option, value)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Value = int | bool | str

EMPTY = "<empty>"                           # how an empty string is written in the protocols
TRUE = ("true", "on", "1")
FALSE = ("false", "off", "0")
DIGITS = 19                                 # more digits than any bound has


class OptionError(ValueError):
    """An unknown option, or a value that it does not take. The message names both."""


class Option:
    """One option; immutable.

    kind: "spin" (int in low..high), "check" (bool), "combo" (one of values), "string", "button".
    default: of the type of the kind; "" for a button.
    """

    __slots__ = ("name", "kind", "default", "low", "high", "values")

    def __init__(
        self,
        name: str,
        kind: str,
        default: Value = "",
        *,
        low: int = 0,
        high: int = 0,
        values: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.low = low
        self.high = high
        self.values = tuple(values)

    def __repr__(self) -> str:
        return f"Option({self.name!r}, {self.kind!r}, {self.default!r})"

    def parse(self, text: str | None) -> Value:
        """The value that `text` stands for; None when no value was given. Raises OptionError."""
        if self.kind == "button":
            return ""
        if self.kind == "string":
            return "" if text is None or text == EMPTY else text
        if not text:
            raise OptionError(f"option {self.name} needs a value")
        if self.kind == "spin":
            return self._parse_spin(text)
        word = text.lower()
        if self.kind == "check":
            if word in TRUE or word in FALSE:
                return word in TRUE
            raise self._refused(text, "neither true nor false")
        for value in self.values:
            if value.lower() == word:
                return value
        raise self._refused(text, "unknown")

    def _parse_spin(self, text: str) -> int:
        digits = text[1:] if text[0] in "+-" else text
        if not (digits.isascii() and digits.isdigit()):
            raise self._refused(text, "no whole number")
        digits = digits.lstrip("0") or "0"
        if len(digits) <= DIGITS:
            value = -int(digits) if text[0] == "-" else int(digits)
            if self.low <= value <= self.high:
                return value
        raise self._refused(text, f"not in {self.low}..{self.high}")

    def _refused(self, text: str, why: str) -> OptionError:
        shown = text if len(text) <= 60 else text[:60] + "..."
        return OptionError(f"option {self.name}: value '{shown}' is {why}")


class Options:
    """An ordered registry of options with their current values."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._options = tuple(options)
        self._by_name = {option.name.lower(): option for option in self._options}
        self._values: dict[str, Value] = {o.name: o.default for o in self._options}

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)

    def find(self, name: str) -> Option:
        """The option of that name in any case. Raises OptionError for an unknown one."""
        try:
            return self._by_name[name.lower()]
        except KeyError:
            shown = name if len(name) <= 60 else name[:60] + "..."
            raise OptionError(f"unknown option '{shown}'") from None

    def parse(self, name: str, text: str | None) -> tuple[Option, Value]:
        """The option and the value that `text` stands for; nothing is stored."""
        option = self.find(name)
        return option, option.parse(text)

    def store(self, option: Option, value: Value) -> None:
        """Make `value`, as `parse` gave it, the current value."""
        if option.kind != "button":
            self._values[option.name] = value

    def __getitem__(self, name: str) -> Value:
        """The current value. Raises OptionError for an unknown name."""
        return self._values[self.find(name).name]

    def number(self, name: str) -> int:
        """The current value of a spin."""
        return int(self[name])

    def flag(self, name: str) -> bool:
        """The current value of a check."""
        return bool(self[name])

    def text(self, name: str) -> str:
        """The current value of a combo or a string."""
        return str(self[name])


def standard_options(games: Sequence[str]) -> Options:
    """The options of the engine in the order in which they are listed to a client; `games` are
    the values of UCI_Variant, the first one is its default."""
    return Options((
        Option("Threads", "spin", 1, low=1, high=512),
        Option("Hash", "spin", 64, low=1, high=1 << 20),                    # MiB
        Option("Clear Hash", "button"),
        Option("Ponder", "check", False),
        Option("MultiPV", "spin", 1, low=1, high=255),
        Option("UCI_Variant", "combo", games[0], values=games),
        Option("DrawRules", "combo", "federation", values=("federation", "lidraughts")),
        Option("Move Overhead", "spin", 20, low=0, high=5000),              # ms
        Option("Skill Level", "spin", 20, low=0, high=20),
        Option("UCI_LimitStrength", "check", False),
        Option("UCI_Elo", "spin", 1800, low=800, high=2600),
        Option("UCI_ShowWDL", "check", False),
        Option("UCI_AnalyseMode", "check", False),
        Option("TablePath", "string", ""),
        Option("TablePieces", "spin", 8, low=0, high=8),
        Option("EvalFile", "string", ""),
        Option("MoveNotation", "combo", "coordinate", values=("coordinate", "pdn")),
    ))
