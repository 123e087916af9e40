"""Looking into endgame tables: what they hold, and whether it is true."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from pathlib import Path

from .position import Position
from .tables import Answer, Tables
from .tables_format import VALUES, TableFile, TableStatistics
from .tables_plan import Army, Family, Pair, family_of

WON, DRAWN, LOST = 1, 0, -1


def derive(tables: Tables, position: Position) -> tuple[int, int | None] | None:
    """Value and distance of a position from what the tables say of its successors; None if they
    do not know all of them. Draw counters and repetition do not matter."""
    family: Family = tables.family
    moves = position.legal_moves()
    if not moves:
        return (WON if family.rules.inverted else LOST), 0
    pieces = sum(map(len, _squares(position)))
    if family.lone_pairs_drawn and pieces == 2 and not moves[0].captured:
        return DRAWN, None
    found: list[tuple[int, int | None]] = []
    for move in moves:
        answer = tables.answer(position.play(move))
        if answer is None:
            return None
        if move.captured or move.crowns:
            found.append((-answer.value, 1))
        else:
            found.append((-answer.value, None if answer.distance is None else answer.distance + 1))
    value = max(value for value, _ in found)
    distances = [plies for other, plies in found if other == value and plies is not None]
    if value == DRAWN or not distances:
        return value, None
    return value, min(distances) if value == WON else max(distances)


def _squares(position: Position) -> tuple[tuple[int, ...], ...]:
    return (position.white_men, position.white_kings, position.black_men, position.black_kings)


def random_positions(family: Family, pair: Pair, count: int, chance: random.Random,
                     ) -> Iterator[Position]:
    """Random positions of a pair, each side to move as often, without a capture."""
    board = family.rules.board
    squares = range(1, board.squares + 1)
    far = {side: board.far_row(side) for side in "WB"}
    made = 0
    while made < count:
        places = chance.sample(squares, pair.pieces)
        armies = [pair.first, pair.second]
        chance.shuffle(armies)
        groups = []
        for army in armies:
            groups += [places[:army.men], places[army.men:army.pieces]]
            places = places[army.pieces:]
        if not far["W"].isdisjoint(groups[0]) or not far["B"].isdisjoint(groups[2]):
            continue
        position = Position.from_pieces(family.name, chance.choice("WB"), *groups)
        made += 1
        if not position.can_capture(position.side):
            yield position


@dataclass(frozen=True)
class Check:
    """What a verification found: files and positions that were looked at, faults one a line."""

    files: int
    positions: int
    faults: list[str]


def verify(game: str, folders: list[Path], samples: int, seed: int = 1,
           report: Callable[[str], None] | None = None) -> Check:
    """Check the tables of a game: checksums of all files, and about so many random positions in
    each pair of armies against what their successors say. report: told about each pair."""
    family = family_of(game)
    tables = Tables(game, folders)
    faults = list(tables.problems)
    faults += [f"{file.path}: damaged" for file in tables.files if file.damaged()]
    chance = random.Random(seed)
    seen = 0
    for file in tables.files:
        if file.kind != VALUES:
            continue
        bad = 0
        for position in random_positions(family, file.pair, samples, chance):
            told = tables.answer(position)
            derived = derive(tables, position)
            seen += 1
            if derived is not None and not _agree(told, derived):
                bad += 1
                if bad == 1:
                    faults.append(f"{file.path}: {position.fen()} is {derived}, not "
                                  f"{told and (told.value, told.distance)}")
        if report:
            report(f"{file.pair}: {'ok' if not bad else f'{bad} wrong positions'}")
    return Check(len(tables.files), seen, faults)


def _agree(told: Answer | None, derived: tuple[int, int | None]) -> bool:
    if told is None or told.value != derived[0]:
        return False
    return told.distance is None or derived[1] is None or told.distance == derived[1]


# What is in the files

@dataclass(frozen=True)
class Line:
    """One table in numbers. mover, other: armies; sizes: bytes of values and distances of this
    pair, told with its first table; longest: the position of a longest win, None if there is no
    win or no file of distances."""

    pair: Pair
    mover: Army
    other: Army
    statistics: TableStatistics
    value_bytes: int
    distance_bytes: int
    longest: Position | None


def lines(game: str, folders: list[Path]) -> tuple[list[Line], list[str]]:
    """A line for each table of a game, smaller pairs first, and what is wrong with files."""
    family = family_of(game)
    tables = Tables(game, folders)
    by_pair: dict[Pair, dict[str, TableFile]] = {}
    for file in tables.files:
        by_pair.setdefault(file.pair, {})[file.kind] = file
    found = []
    for pair, files in by_pair.items():
        for table, stored in enumerate(next(iter(files.values())).tables):
            armies = (pair.first, pair.second) if table == 0 else (pair.second, pair.first)
            sizes = [len(files[kind].data) if kind in files and table == 0 else 0
                     for kind in ("wld", "dtc")]
            statistics = stored.statistics
            longest = None
            if statistics.longest_win >= 0:
                longest = position_at(family, pair, table, statistics.longest_at)
            found.append(Line(pair, *armies, statistics, sizes[0], sizes[1], longest))
    return found, tables.problems


def position_at(family: Family, pair: Pair, table: int, index: int) -> Position:
    """The position with an index in a table, White to move (kernels/problem.pxd)."""
    numbers: list[int] = []
    for army in (pair.second, pair.first):
        kings = family.places(Army(0, army.kings))
        index, place = divmod(index, kings)
        numbers.insert(0, place)
        index, place = divmod(index, family.places(army) // kings)
        numbers.insert(0, place)
    armies = [(pair.first, numbers[0], numbers[1]), (pair.second, numbers[2], numbers[3])]
    if table == 1:
        armies.reverse()
    bits = sorted(family.rules.board.bits[1:])
    groups = []
    for army, men, kings in armies:
        groups += [[family.rules.board.numbers[bits[i]] for i in subset(men, army.men)],
                   [family.rules.board.numbers[bits[i]] for i in subset(kings, army.kings)]]
        bits.reverse()                          # the other army sees the board turned round
    return Position.from_pieces(family.name, "W", *groups)


def subset(rank: int, size: int) -> list[int]:
    """The set of `size` numbers a < b < c ... with C(a, 1) + C(b, 2) + C(c, 3) ... = rank."""
    found: list[int] = []
    for k in range(size, 0, -1):
        n = k - 1
        while comb(n + 1, k) <= rank:
            n += 1
        rank -= comb(n, k)
        found.insert(0, n)
    return found
