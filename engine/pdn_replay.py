"""Playing the games of PDN files: which game it is, every move checked, text made canonical."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from .fen import FenError, NotationError, parse_fen
from .games import games, rules
from .movetext import MoveError, format_move, format_path, parse_move
from .pdn_model import PdnGame, PdnMove, Problem, Variation
from .pdn_read import is_ten_points

if TYPE_CHECKING:
    from .game import Game
    from .position import Move, Position
    from .rules import Rules

STYLES = ("pdn", "letters", "numbers", "coordinate", "hub")

# One server's private numbers: on an 8x8 board these are not Canadian, Thai and unassigned.
_PRIVATE = {27: "pool", 31: "portuguese", 32: "english"}
_FROM_POSITION = 99     # lidraughts: international rules from a set-up


class PdnError(NotationError):
    """A game that cannot be replayed at all: its variant or start position is unknown."""


@dataclass
class Replay:
    """A replayed game.

    game: after the last legal move. earlier: games cut off by a set-up inside the moves. problem:
    the first thing that stopped the replay, None if every move was legal. result: as in the file,
    or what replaying made of a last word that is a score or a move.
    """

    game: Game
    earlier: list[Game] = field(default_factory=list)
    problem: Problem | None = None
    result: str = "*"

    @property
    def plies(self) -> int:
        """Number of legal moves."""
        return sum(len(game.moves) for game in (*self.earlier, self.game))


# The variant.

def variant_of(game: PdnGame, default: str = "russian") -> str:
    """The game's name: by its Variant tag, else by its GameType, else `default`.

    PdnError if a tag names something we do not play.
    """
    if text := game.tags.get("Variant", "").strip():
        key = re.sub(r"[\s_]|draughts|checkers$", "", text.lower())
        if name := _names().get(key) or _names().get(text.lower()):
            return name
        if not game.tags.get("GameType", "").strip():
            raise PdnError(f"unknown Variant {text!r}")
    if not (text := game.tags.get("GameType", "").strip()):
        return default
    if name := _by_game_type(text):
        return name
    raise PdnError(f"unknown GameType {text!r}")


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    return {alias: name for name in reversed(games()) for alias in (*rules(name).aliases, name)}


def _by_game_type(text: str) -> str | None:
    """The game of ``25`` or ``25,W,8,8,A0,0``."""
    number_text, *rest = [part.strip() for part in text.split(",")]
    if not re.fullmatch("[0-9]{1,4}", number_text):
        return None
    number = int(number_text)
    small = rest[1:3] == ["8", "8"]
    mirrored = len(rest) == 5 and rest[4] == "1"
    if number == _FROM_POSITION:
        return "international"
    if number == 32 or (number == 27 and small) or (number == 31 and small and rest[0] == "W"):
        return _PRIVATE[number]
    found = [rules(name) for name in games() if rules(name).pdn_type == number]
    exact = [record for record in found if record.a1 != mirrored]
    best = next(iter(exact or found), None)
    return best.name if best else None


def guess_variant(game: PdnGame) -> str:
    """A game that fits the squares of a file without tags, for tools that were told nothing.

    The highest square tells the board; where that leaves several games, the one in which most moves
    are legal.
    """
    squares = " ".join([*(move.text for move in game.moves), game.tags.get("FEN", "")])
    if any(move.text[0].isalpha() for move in game.moves):
        return "russian"
    highest = max((int(number) for number in re.findall("[0-9]+", squares)), default=0)
    if highest > 50:
        return "canadian" if highest <= 72 else "southafrican"
    if highest > 32 or not game.moves:
        return "international"
    return max(("english", "international", "russian"), key=lambda name: _legal_plies(game, name))


def _legal_plies(game: PdnGame, variant: str) -> int:
    try:
        return replay(replace(game, tags={**game.tags, "Variant": variant})).plies
    except PdnError:
        return -1


# Replaying.

def start_position(pdn: PdnGame, variant: str) -> Position:
    """The position a game starts from; PdnError if its FEN is bad."""
    return _begin(pdn, variant).position


def _begin(pdn: PdnGame, variant: str, draw_rules: str = "federation") -> Game:
    from .game import Game
    fen = pdn.tags.get("FEN", "").strip()
    try:
        return Game(variant, fen or None, draw_rules=draw_rules)
    except FenError as error:
        raise PdnError(f"FEN: {error}") from None


def replay(pdn: PdnGame, default: str = "russian", draw_rules: str = "federation") -> Replay:
    """Play the main line of a game. PdnError if there is no position to start from."""
    from .game import Game
    variant = variant_of(pdn, default)
    done = Replay(_begin(pdn, variant, draw_rules), result=pdn.result)
    for index, move in enumerate(pdn.moves):
        try:
            if move.setup is not None:
                after = Game(variant, move.setup, draw_rules=draw_rules)
                done.earlier.append(done.game)
                done.game = after
            done.game.push(parse_move(done.game.position, move.text))
        except NotationError as error:
            if index == len(pdn.moves) - 1 and is_ten_points(move.text) and pdn.result == "*":
                done.result = move.text
            else:
                done.problem = Problem(move.line, move.column, f"move {index + 1}: {error}")
            break
    else:
        if pdn.score:
            _try_score(done, pdn)
    return done


def _try_score(done: Replay, pdn: PdnGame) -> None:
    """A last word such as ``2-8`` is a move if it is legal there, else the result."""
    try:
        done.game.push(parse_move(done.game.position, pdn.result))
    except MoveError:
        return
    done.result = "*"


# Canonical text.

Writer = Callable[["Position", "Move"], str]


def move_writer(style: str) -> Writer:
    """How moves are written: "pdn" as the game's files, or one of the other STYLES.

    "hub" is from, to and victims in the game's own numbers, so that a file reads back.
    """
    if style == "hub":
        return lambda position, move: format_path(
            position.board, (move.origin, move.target, *move.captured),
            "x" if move.captured else "-", False)
    if style == "coordinate":
        return format_move
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r}")
    letters = None if style == "pdn" else style == "letters"
    return lambda position, move: format_move(position, move, "pdn", letters)


def canonical(pdn: PdnGame, default: str = "russian", style: str = "pdn") -> PdnGame:
    """The same game as we would write it: GameType, FEN only if not the start, short captures.

    A line that cannot be replayed to its end keeps its texts from there on, and the problem is
    added to those of the game. PdnError if there is no position to start from.
    """
    variant = variant_of(pdn, default)
    position = start_position(pdn, variant)
    result = replace(pdn, tags=canonical_tags(pdn.tags, position), problems=list(pdn.problems))
    moves = list(pdn.moves)
    if pdn.score:
        end = replay(pdn, default)
        if end.result == "*" and end.problem is None:
            moves.append(PdnMove(pdn.result))
            result.result = "*"
        result.score = False
    elif moves and pdn.result == "*" and is_ten_points(moves[-1].text):
        end = replay(pdn, default)
        if end.problem is None and end.result != "*":
            result.result = moves.pop().text
    result.moves = _rewrite(moves, position, move_writer(style), result.problems)
    return result


def _rewrite(moves: list[PdnMove], start: Position, write: Writer, problems: list[Problem]
             ) -> list[PdnMove]:
    """Moves of one line, and of the variations in it, in another spelling."""
    rewritten: list[PdnMove] = []
    position: Position | None = start
    for move in moves:
        after = replace(move, nags=[*move.nags], comments=[*move.comments])
        if position is not None:
            try:
                if move.setup is not None:
                    position = type(position)(position.game, move.setup)
                    after.setup = position.fen()
                played = parse_move(position, move.text)
                after.text = write(position, played)
                after.variations = [
                    Variation(_rewrite(line.moves, position, write, problems), line.comments)
                    for line in move.variations]
                position = position.play(played)
            except NotationError as error:
                problems.append(Problem(move.line, move.column, str(error)))
                position = None
        rewritten.append(after)
    return rewritten


def canonical_tags(tags: dict[str, str], position: Position) -> dict[str, str]:
    """Tags with those that name the game and its start as they should be."""
    record = position.rules
    kept = {name: text for name, text in tags.items()
            if name not in ("GameType", "Variant", "FEN", "SetUp")}
    if record.game_type:
        kept["GameType"] = record.game_type
    if not record.game_type or _by_game_type(record.game_type) != record.name:
        kept["Variant"] = record.name
    if position.fen() != _start_fen(record):
        kept["SetUp"] = "1"
        kept["FEN"] = position.fen()
    return kept


def _start_fen(record: Rules) -> str:
    from .position import Position
    return Position(record.name).fen()


def from_game(game: Game, tags: dict[str, str] | None = None) -> PdnGame:
    """A played game as PDN; its result by the rules if it is over, else ``*``."""
    pdn = PdnGame(canonical_tags(tags or {}, game.start))
    position = game.start
    for move in game.moves:
        pdn.moves.append(PdnMove(format_move(position, move, "pdn")))
        position = position.play(move)
    if (ending := game.result()) is not None:
        won, drawn, lost = position.rules.results
        pdn.result = {"W": won, "B": lost}.get(ending.winner or "", drawn)
    return pdn


def first_number(pdn: PdnGame, default: str = "russian") -> tuple[int, bool]:
    """The number of the first move, and whether the second mover of a pair makes it."""
    fen = pdn.tags.get("FEN", "")
    try:
        record = rules(variant_of(pdn, default))
        if not fen.strip():
            return 1, False
        setup = parse_fen(record, fen)
    except ValueError:
        return 1, False
    return setup.move_number, setup.side != record.first
