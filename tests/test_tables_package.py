"""The endgame tables of the package: they are what their page says, and every game asks them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from searching import search
from tables_help import built

from bolshak import Engine, Limits, Position, games
from bolshak.tables import DATA, Tables
from bolshak.tables_plan import TablesError, family_of

# The page stays in the repository; an installed package holds the tables alone.
PAGE = Path(__file__).parent.parent / "engine" / "data" / "README.md"
ROWS = [[cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in PAGE.read_text().splitlines() if line.startswith("|")][2:]


@pytest.mark.parametrize(("game", "pieces", "files", "size", "checksum"), ROWS)
def test_the_page_tells_the_truth(game: str, pieces: str, files: str, size: str,
                                  checksum: str) -> None:
    paths = sorted((DATA / game).glob("*.*"))
    listed = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
                     for path in paths)
    assert len(paths) == int(files)
    assert sum(path.stat().st_size for path in paths) == int(size.replace(",", ""))
    assert hashlib.sha256(listed.encode()).hexdigest() == checksum
    assert Tables(game, [DATA]).pieces == Tables(game, [DATA]).most == int(pieces)


def test_nothing_else_is_there() -> None:
    assert {path.name for path in DATA.iterdir() if path.is_dir()} == {row[0] for row in ROWS}


@pytest.mark.parametrize("game", [row[0] for row in ROWS])
def test_the_builder_makes_the_same_files(game: str) -> None:
    for path in built(game).glob("*/*.*"):
        if path.suffix in (".wld", ".dtc"):
            assert path.read_bytes() == (DATA / game / path.name).read_bytes(), path.name


@pytest.mark.parametrize("game", games())
def test_with_no_setting(engine: Engine, game: str) -> None:
    """Two kings against one: each game that can have tables knows the result at once."""
    engine.set_option("UCI_Variant", game)
    try:
        family_of(game)
    except TablesError:
        position = Position(game)
        assert search(engine, position, Limits(depth=1)).last.tbhits == 0
        return
    board = Position(game).board
    kings = (board.rows[-1], board.rows[-3], board.rows[0])
    first, second, third = (next(n for n in row if n is not None) for row in kings)
    position = Position.from_pieces(game, "W", [], [first, second], [], [third])
    answer = Tables(game, [DATA]).answer(position)
    assert answer is not None
    found = search(engine, position, Limits(depth=1))
    assert found.last.tbhits > 0
    if answer.ruled == 0:
        assert found.last.score.cp == 0
