"""Where games start: lists from files, positions of given length, or made by chance.

An opening list is a sequence without end: a list of a file starts again at its end, in a new
order if the order is random. The opening of a given index depends on the configuration only,
so that an interrupted match goes on with the ones it would have had.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from bolshak import Game, Position, notation
from bolshak.pdn_read import read_file

from .balance import Judge
from .config import MatchConfig
from .faults import ConfigError
from .record import Opening, encode, replay

ATTEMPTS = 1000                 # random lines tried for one opening


class OpeningBook(ABC):
    """Openings by index, made when they are asked for."""

    count: int | None = None    # different ones, None if nobody knows

    @abstractmethod
    def get(self, index: int, known: Sequence[Opening]) -> Opening:
        """Opening number `index`; `known` are all those before it."""


class ListBook(OpeningBook):
    """A fixed list in a given or a random order."""

    def __init__(self, openings: list[Opening], shuffled: bool, seed: int) -> None:
        if not openings:
            raise ConfigError("openings: the list is empty")
        self._openings = openings
        self._shuffled = shuffled
        self._seed = seed
        self._round = -1
        self._order: list[int] = []
        self.count = len(openings)

    def get(self, index: int, known: Sequence[Opening]) -> Opening:
        lap, place = divmod(index, len(self._openings))
        if lap != self._round:
            self._round = lap
            self._order = list(range(len(self._openings)))
            if self._shuffled:
                random.Random(f"{self._seed}:{lap}").shuffle(self._order)
        return self._openings[self._order[place]]


class RandomBook(OpeningBook):
    """Random legal moves from the start, kept when a shallow search finds them balanced."""

    def __init__(self, game: str, draw_rules: str, plies: int, seed: int,
                 balanced: Callable[[Game], bool]) -> None:
        self._game = game
        self._draw_rules = draw_rules
        self._plies = plies
        self._seed = seed
        self._balanced = balanced
        self._seen: set[int] = set()
        self._counted = 0

    def get(self, index: int, known: Sequence[Opening]) -> Opening:
        for opening in known[self._counted:index]:
            self._seen.add(self._line(opening.moves).position.key)
            self._counted += 1
        chance = random.Random(f"{self._seed}:{index}")
        last = None
        for _ in range(ATTEMPTS):
            game = self._random_line(chance)
            if game is None:
                continue
            if self._balanced(game):
                last = game
                if game.position.key not in self._seen:
                    break
        if last is None:
            raise ConfigError(f"openings: no balanced line of {self._plies} plies found")
        return Opening(line_text(last), last.start.fen(), tuple(map(encode, last.moves)))

    def _line(self, codes: Iterable[str]) -> Game:
        start = Position(self._game, draw_rules=self._draw_rules)
        return replay(self._game, self._draw_rules, start.fen(), codes)

    def _random_line(self, chance: random.Random) -> Game | None:
        game = self._line(())
        for _ in range(self._plies):
            moves = game.position.legal_moves()
            if not moves:
                return None
            game.push(chance.choice(moves))
        return game if game.result() is None and game.position.legal_moves() else None


def every_position(game: str, draw_rules: str, plies: int) -> list[Opening]:
    """Every distinct position after so many plies from the start, with one way to it."""
    start = Game(game, draw_rules=draw_rules)
    level = {start.position: start}
    for _ in range(plies):
        following: dict[Position, Game] = {}
        for line in level.values():
            for move in line.position.legal_moves():
                longer = line.copy()
                longer.push(move)
                following.setdefault(longer.position, longer)
        level = following
    return [Opening(line_text(line) or "start", line.start.fen(), tuple(map(encode, line.moves)))
            for line in level.values() if line.result() is None]


def line_text(line: Game) -> str:
    """The moves of a game as PDN writes them, without numbers."""
    return " ".join(notation.format_move(position, move, "pdn")
                    for position, move in zip(line.positions, line.moves, strict=False))


def read_positions(path: Path, game: str, draw_rules: str) -> Iterator[Opening]:
    """Openings of a list of FENs, or of lines `name<TAB>fen`; `#` starts a comment line."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, found, fen = line.rpartition("\t")
        if found and number == 1 and fen.strip().lower() == "fen":
            continue
        try:
            position = Position(game, fen.strip(), draw_rules=draw_rules)
        except ValueError as error:
            raise ConfigError(f"{path}:{number}: {error}") from None
        if position.verdict() is not None:
            raise ConfigError(f"{path}:{number}: the game is over there")
        yield Opening(name.strip() or f"{path.stem} {number}", position.fen())


def read_pdn(path: Path, game: str, draw_rules: str, plies: int) -> Iterator[Opening]:
    """The games of a PDN file as openings, `plies` of each (0 = all)."""
    for number, entry in enumerate(read_file(path), 1):
        tags = entry.tags
        try:
            line = Game(game, tags.get("FEN"), draw_rules=draw_rules)
            for move in entry.moves[:plies or None]:
                line.push(move.text)
        except ValueError as error:
            raise ConfigError(f"{path}: game {number}: {error}") from None
        if line.result() is not None:
            raise ConfigError(f"{path}: game {number}: the game is over there")
        players = f"{tags.get('White', '?')} - {tags.get('Black', '?')}"
        name = tags.get("Opening") or tags.get("Event") or players
        yield Opening(f"{number} {name}", line.start.fen(), tuple(map(encode, line.moves)))


def open_book(config: MatchConfig) -> OpeningBook:
    """The opening list of a match; ConfigError if it cannot be had."""
    openings = config.openings
    game, rules = config.game, config.draw_rules
    shuffled = openings.order == "random"
    kind, found, number = openings.source.partition(":")
    if openings.source == "start":
        fen = Position(game, draw_rules=rules).fen()
        return ListBook([Opening("start", fen)], False, config.seed)
    if found and kind in ("random", "all"):
        if not number.isdecimal():
            raise ConfigError(f"openings: {number!r} is no number of plies")
        if kind == "random":
            judge = Judge(game, rules, openings.nodes, openings.balance)
            return RandomBook(game, rules, int(number), config.seed, judge.balanced)
        return ListBook(every_position(game, rules, int(number)), shuffled, config.seed)
    path = Path(openings.source)
    try:
        if path.suffix.lower() == ".pdn":
            found_openings = list(read_pdn(path, game, rules, openings.plies))
        else:
            found_openings = list(read_positions(path, game, rules))
    except FileNotFoundError:
        raise ConfigError(f"openings: {path} is no file: choose random:PLIES, all:PLIES, start "
                          "or a file") from None
    except OSError as error:
        raise ConfigError(f"openings: {path}: {error.strerror}") from None
    return ListBook(found_openings, shuffled, config.seed)


def start_of(opening: Opening, game: str, draw_rules: str) -> Game:
    """The game with the moves of the opening played."""
    return replay(game, draw_rules, opening.fen, opening.moves)

