"""Lines of the Hub protocol: `command name=value name="some value" flag`.

Blanks are any run of spaces and tabs. A value in double quotes may hold blanks and `=`; there is
no way to write a double quote inside a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bolshak.protocol.output import quoted

_BLANKS = " \t"
_ARGUMENT = re.compile(
    r'[ \t]*'
    r'(?P<name>[^ \t="]+)'
    r'(?:(?P<equals>=)(?:"(?P<quoted>[^"]*)"|(?P<bare>[^ \t"]*)))?'
    r'(?=[ \t]|$)',
)


class LineError(ValueError):
    """A line that cannot be cut into arguments; the message shows the place."""


@dataclass(frozen=True)
class Line:
    """One line: the command, and its arguments in the order in which they came.

    A flag has the value None. Of an argument that comes twice the last value counts.
    """

    command: str
    arguments: dict[str, str | None] = field(default_factory=dict)

    def value(self, name: str) -> str | None:
        """The value of an argument; None if it is missing or a flag."""
        return self.arguments.get(name)

    def flag(self, name: str) -> bool:
        """Whether the argument is there without a value."""
        return name in self.arguments and self.arguments[name] is None


def command_of(text: str) -> str:
    """The first word of a line, also of one that is otherwise broken; "" for a blank line."""
    return _first_word(text.strip(_BLANKS))


def parse_line(text: str) -> Line:
    """Cut a line into command and arguments. Raises LineError."""
    text = text.strip(_BLANKS)
    command = _first_word(text)
    arguments: dict[str, str | None] = {}
    end = len(command)
    while end < len(text):
        match = _ARGUMENT.match(text, end)
        if match is None:
            place = len(text) - len(text[end:].lstrip(_BLANKS))
            word = _first_word(text[place:place + 80])
            raise LineError(f"{command}: cannot read {quoted(word)} at column {place + 1}")
        value = match["quoted"] if match["quoted"] is not None else match["bare"]
        arguments[match["name"]] = value
        end = match.end()
    return Line(command, arguments)


def _first_word(text: str) -> str:
    return re.split("[ \t]", text, maxsplit=1)[0]


def format_line(command: str, **arguments: object) -> str:
    """A line with `name=value` arguments in the given order; `_` in a name becomes `-`."""
    words = [command]
    words += [f"{name.replace('_', '-')}={format_value(str(value))}"
              for name, value in arguments.items()]
    return " ".join(words)


def format_value(value: str) -> str:
    """A value as it is written: in quotes when it is empty or holds a blank or `=`.

    Double quotes cannot be written and become single ones.
    """
    value = value.replace('"', "'")
    if not value or any(c in value for c in " \t="):
        return f'"{value}"'
    return value
