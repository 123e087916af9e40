"""The messages of the DamExchange protocol (DXP), version 1, as values and as text.

A message is 1..127 characters of the codes 1..127; the NUL that ends it on the wire is not part
of it. Numbers are padded with zeros on the left, names with blanks on the right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 127                   # characters of a message without its NUL
NAME = 32                       # characters of a name
VERSION = 1
LONGEST_TIME = 9999             # seconds of a MOVE
WHITE, BLACK = "W", "Z"         # colour letters of the protocol


class MessageError(ValueError):
    """Text that is no message of the protocol."""


@dataclass(frozen=True)
class GameRequest:
    """The initiator asks for a game.

    follower: colour of the other player. minutes: for the whole game, 0..999. moves: number of
    moves of each side, 0 = no limit. side: who moves first in a set-up. squares: the set-up, one
    of `w z W Z e` per square; None = start position.
    """

    name: str
    follower: str
    minutes: int = 0
    moves: int = 0
    side: str = WHITE
    squares: str | None = None
    version: int = VERSION


@dataclass(frozen=True)
class GameAnswer:
    """The follower's answer; code: one of the constants below."""

    name: str
    code: str

    YES, BAD_VERSION, NOT_THIS_GAME, NO_GAMES = "0", "1", "2", "3"


@dataclass(frozen=True)
class MoveMade:
    """A move; squares are numbers, `victims` in any order. seconds: time used."""

    seconds: int
    origin: int
    target: int
    victims: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameEnd:
    """The game is over. reason: as the sender sees it. stop: no further game is wanted."""

    reason: str
    stop: bool

    UNKNOWN, LOST, DRAWN, WON = "0", "1", "2", "3"


@dataclass(frozen=True)
class Chat:
    """Text for a person, at most 126 characters."""

    text: str


@dataclass(frozen=True)
class BackRequest:
    """The sender wants to go back to the position before move `number` (first = 1) of `side`."""

    number: int
    side: str


@dataclass(frozen=True)
class BackAnswer:
    """The answer to a BackRequest; code: one of the constants below."""

    code: str

    YES, NOT_SUPPORTED, CONTINUE = "0", "1", "2"


Message = GameRequest | GameAnswer | MoveMade | GameEnd | Chat | BackRequest | BackAnswer

_REQUEST = re.compile(
    r"R(?P<version>[0-9]{2})(?P<name>.{32})(?P<follower>[WZ])(?P<minutes>[0-9]{3})"
    r"(?P<moves>[0-9]{3})(?:A|B(?P<side>[WZ])(?P<squares>[wzWZe]+))", re.DOTALL)
_NEWER_REQUEST = re.compile(r"R(?P<version>[0-9]{2})")
_ANSWER = re.compile(r"A(?P<name>.{32})(?P<code>[0-9])", re.DOTALL)
_MOVE = re.compile(r"M(?P<seconds>[0-9]{4})(?P<origin>[0-9]{2})(?P<target>[0-9]{2})"
                   r"(?P<count>[0-9]{2})(?P<victims>(?:[0-9]{2})*)")
_END = re.compile(r"E(?P<reason>[0-3])(?P<stop>[01])")
_BACK_REQUEST = re.compile(r"B(?P<number>[0-9]{3})(?P<side>[WZ])")
_BACK_ANSWER = re.compile(r"K(?P<code>[0-2])")


def parse_message(text: str) -> Message:
    """Read one message. Raises MessageError.

    Blanks at the end may be missing or too many: some programs strip their messages. Of a request
    of a newer version only the version is read.
    """
    text = text.rstrip(" ")
    kind = text[:1]
    if kind == "C":
        return Chat(text[1:])
    if kind == "R":
        return _parse_request(text)
    if kind == "A" and (match := _ANSWER.fullmatch(text)):
        return GameAnswer(match["name"].rstrip(), match["code"])
    if kind == "M":
        return _parse_move(text)
    if kind == "E" and (match := _END.fullmatch(text)):
        return GameEnd(match["reason"], match["stop"] == "1")
    if kind == "B" and (match := _BACK_REQUEST.fullmatch(text)):
        return BackRequest(int(match["number"]), match["side"])
    if kind == "K" and (match := _BACK_ANSWER.fullmatch(text)):
        return BackAnswer(match["code"])
    raise MessageError("unknown message" if kind not in ("A", "E", "B", "K")
                       else f"malformed message {kind}")


def format_message(message: Message) -> str:
    """The text of a message without its NUL, cut where the protocol has a limit."""
    match message:
        case GameRequest():
            setup = "A" if message.squares is None else f"B{message.side}{message.squares}"
            return (f"R{message.version:02}{_name(message.name)}{message.follower}"
                    f"{message.minutes:03}{message.moves:03}{setup}")
        case GameAnswer():
            return f"A{_name(message.name)}{message.code}"
        case MoveMade():
            victims = "".join(f"{square:02}" for square in message.victims)
            return (f"M{min(max(message.seconds, 0), LONGEST_TIME):04}{message.origin:02}"
                    f"{message.target:02}{len(message.victims):02}{victims}")
        case GameEnd():
            return f"E{message.reason}{int(message.stop)}"
        case Chat():
            text = "".join(c if " " <= c <= "~" else "?" for c in message.text)
            return "C" + text[:LONGEST - 1]
        case BackRequest():
            return f"B{message.number:03}{message.side}"
        case BackAnswer():
            return f"K{message.code}"


def _parse_request(text: str) -> GameRequest:
    newer = _NEWER_REQUEST.match(text)
    if newer and int(newer["version"]) > VERSION:
        return GameRequest("", WHITE, version=int(newer["version"]))
    match = _REQUEST.fullmatch(text)
    if match is None:
        raise MessageError("malformed message R")
    return GameRequest(
        match["name"].rstrip(), match["follower"], int(match["minutes"]), int(match["moves"]),
        match["side"] or WHITE, match["squares"], int(match["version"]))


def _parse_move(text: str) -> MoveMade:
    match = _MOVE.fullmatch(text)
    if match is None or len(match["victims"]) != 2 * int(match["count"]):
        raise MessageError("malformed message M")
    victims = tuple(int(match["victims"][i:i + 2]) for i in range(0, len(match["victims"]), 2))
    if len(set(victims)) != len(victims):
        raise MessageError("malformed message M: a victim twice")
    return MoveMade(int(match["seconds"]), int(match["origin"]), int(match["target"]), victims)


def _name(name: str) -> str:
    return f"{name[:NAME]:<{NAME}}"
