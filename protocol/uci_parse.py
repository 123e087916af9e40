"""From the text of UCI commands to values. Pure functions; they know no position.

Everything raises `CommandError` with what is wrong and where. Only `go` goes on without the bad
arguments, because a client that has sent it waits for a `bestmove`.
"""

from __future__ import annotations

from bolshak.protocol.lines import words
from bolshak.protocol.output import quoted

DEEPEST = 127                   # plies, for `depth` and `perft`
MOST_NODES = (1 << 63) - 1
LONGEST_TIME = 10**12           # ms; larger numbers mean the same
TOLD = 5                        # complaints of one line that are told in full

# Arguments of `go` with a number: least and largest value. Outside of them a clock is cut to
# the bound, anything else is refused.
CLOCKS = {"wtime", "btime", "winc", "binc", "movetime"}
NUMBERS = {
    "wtime": (-LONGEST_TIME, LONGEST_TIME),
    "btime": (-LONGEST_TIME, LONGEST_TIME),
    "winc": (0, LONGEST_TIME),
    "binc": (0, LONGEST_TIME),
    "movetime": (-LONGEST_TIME, LONGEST_TIME),
    "movestogo": (0, 10**6),
    "depth": (1, DEEPEST),
    "nodes": (1, MOST_NODES),
    "mate": (1, 10**6),
    "perft": (0, DEEPEST),
}
LIMITS = {"wtime", "btime", "movetime", "depth", "nodes", "mate"}   # each of them ends a search
KEYWORDS = {*NUMBERS, "searchmoves", "ponder", "infinite"}


class CommandError(ValueError):
    """A command that cannot be carried out. The message says what is wrong and where."""


class GoRequest:
    """The arguments of one `go`.

    numbers: values by keyword, times in ms. searchmoves: move texts, not yet read. bad: one text
    for each argument that was dropped.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.searchmoves: list[str] = []
        self.ponder = False
        self.infinite = False
        self.bad: list[str] = []


def parse_go(text: str) -> GoRequest:
    """Read the arguments of `go`. Unknown words are skipped, of a repeated argument the last
    counts. If bad arguments were the only ones that could have ended the search, it becomes a
    shortest possible one: their loss must not make it endless."""
    request = GoRequest()
    lost = False
    tokens = words(text)
    index = 0
    while index < len(tokens):
        keyword = tokens[index]
        index += 1
        if keyword == "ponder":
            request.ponder = True
        elif keyword == "infinite":
            request.infinite = True
        elif keyword == "searchmoves":
            while index < len(tokens) and tokens[index] not in KEYWORDS:
                request.searchmoves.append(tokens[index])
                index += 1
        elif keyword in NUMBERS:
            if index == len(tokens) or tokens[index] in KEYWORDS:
                request.bad.append(f"{keyword} has no value")
                lost = lost or keyword in LIMITS or keyword == "perft"
                continue
            try:
                request.numbers[keyword] = _go_number(keyword, tokens[index])
            except CommandError as error:
                request.bad.append(str(error))
                lost = lost or keyword in LIMITS or keyword == "perft"
            index += 1
    if not (LIMITS | {"perft"}) & request.numbers.keys():
        if lost and not request.infinite:
            request.numbers["movetime"] = 0
        elif not request.ponder:
            request.infinite = True
    return request


def shortened(complaints: list[str], separator: str) -> str:
    """The complaints in one text, only the first few of a long list."""
    text = separator.join(complaints[:TOLD])
    more = len(complaints) - TOLD
    return f"{text}{separator}and {more} more" if more > 0 else text


def _go_number(keyword: str, token: str) -> int:
    value = parse_number(token)
    if value is None:
        raise CommandError(f"{keyword} {quoted(token)} is no whole number")
    low, high = NUMBERS[keyword]
    if keyword in CLOCKS or keyword == "nodes" and value > high:
        return min(max(value, low), high)
    if not low <= value <= high:
        raise CommandError(f"{keyword} {quoted(token)} is not in {low}..{high}")
    return value


def parse_number(token: str) -> int | None:
    """A whole number with an optional sign, or None. Larger numbers than any bound are cut."""
    digits = token[1:] if token[0] in "+-" else token
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    value = int(digits) if len(digits) < 20 else 10**20
    return -value if token[0] == "-" else value


def parse_depth(text: str) -> int | None:
    """The depth after `perft` or `bench`, None if there is none."""
    tokens = words(text)
    if not tokens:
        return None
    value = parse_number(tokens[0])
    if value is None or not 0 <= value <= DEEPEST:
        raise CommandError(f"depth {quoted(tokens[0])} is no whole number in 0..{DEEPEST}")
    return value


def parse_setoption(text: str) -> tuple[str, str | None]:
    """Name and value of `setoption name N [value V]`. V runs to the end of the line and keeps
    its inner blanks; None if there is no word `value`."""
    text = f" {text} "
    plain = text.replace("\t", " ")
    name = plain.find(" name ")
    if name < 0:
        raise CommandError("the word 'name' is missing")
    name += len(" name ")
    while name < len(plain) and plain[name] == " ":
        name += 1
    if name == len(plain):
        raise CommandError("the name of the option is missing")
    end = plain.find(" value ", name)
    if end < 0:
        return " ".join(words(plain[name:])), None
    return " ".join(words(plain[name:end])), text[end + len(" value "):].strip(" \t")


def parse_position(text: str) -> tuple[str | None, list[str]]:
    """The FEN (None for `startpos`) and the moves of a `position` command."""
    tokens = words(text)
    end = tokens.index("moves") if "moves" in tokens else len(tokens)
    for index, word in enumerate(tokens[:end]):
        if word == "startpos":
            return None, tokens[end + 1:]
        if word == "fen":
            fen = " ".join(tokens[index + 1:end])
            if not fen:
                raise CommandError("the FEN is missing after 'fen'")
            return fen, tokens[end + 1:]
    found = f", not {quoted(tokens[0])}" if tokens else ""
    raise CommandError(f"expected 'startpos' or 'fen'{found}")
