"""Files that are missing, broken or of another game: one clear line, and the rest still works."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tables_help import built

from bolshak import Position
from bolshak.tables import DATA, Tables
from bolshak.tables_check import random_positions, verify
from bolshak.tables_format import HEAD, read_file
from bolshak.tables_plan import Army, TablesError, family_of, pair_of

KINGS = Position("russian", "W:WKa1,Kc1:BKh8")
MEN = Position("russian", "W:Wa1:Bb8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of small tables that may be spoilt."""
    shutil.copytree(built("russian") / "russian", tmp_path / "russian")
    return tmp_path


def spoil(path: Path, place: int, change: int = 0x55) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= change
    path.write_bytes(data)


def one_problem(folder: Path, game: str = "russian") -> str:
    tables = Tables(game, [folder])
    (problem,) = tables.problems
    assert "\n" not in problem
    return problem


def test_whole_tables_have_no_problem(folder: Path) -> None:
    tables = Tables("russian", [folder])
    assert tables.pieces == 3 and not tables.problems and tables.answer(KINGS)


def test_no_folder_at_all() -> None:
    tables = Tables("russian", ["/nowhere/at/all"])
    assert tables.pieces == 0 and not tables.problems
    assert tables.answer(KINGS) is None and tables.best_moves(KINGS) == []


def test_a_missing_file_is_no_problem_but_a_gap(folder: Path) -> None:
    (folder / "russian" / "kk-k.wld").unlink()
    tables = Tables("russian", [folder])
    assert tables.pieces == 2 and not tables.problems
    assert tables.answer(KINGS) is None
    assert tables.answer(MEN) is not None


def test_missing_distances_leave_the_values(folder: Path) -> None:
    for path in folder.glob("russian/*.dtc"):
        path.unlink()
    tables = Tables("russian", [folder])
    answer = tables.answer(MEN)
    assert tables.pieces == 3 and answer is not None and answer.distance is None
    assert tables.best_moves(MEN)


@pytest.mark.parametrize("size", [0, 7, 60, 200, -1])
def test_truncated(folder: Path, size: int) -> None:
    path = folder / "russian" / "mm-k.wld"
    path.write_bytes(path.read_bytes()[:size])
    problem = one_problem(folder)
    assert problem.startswith(f"{path}: ")
    assert any(word in problem for word in ("empty", "not a table file", "truncated"))
    assert Tables("russian", [folder]).answer(MEN) is not None


def test_foreign(folder: Path) -> None:
    path = folder / "russian" / "mm-k.wld"
    shutil.copy(built("giveaway") / "giveaway" / "mm-k.wld", path)
    assert one_problem(folder) == f"{path}: tables of giveaway, not of russian"


def test_not_a_table(folder: Path) -> None:
    path = folder / "russian" / "mm-k.wld"
    path.write_bytes(b"GIF89a" * 100)
    assert one_problem(folder) == f"{path}: not a table file"


def test_another_version(folder: Path) -> None:
    path = folder / "russian" / "mm-k.dtc"
    spoil(path, 8, 0x40)
    assert "written by another version" in one_problem(folder)


def test_a_wrong_name(folder: Path) -> None:
    shutil.copy(folder / "russian" / "mm-m.wld", folder / "russian" / "mm-k.wld")
    assert one_problem(folder).endswith("mm-k.wld: holds mm-m.wld")


@pytest.mark.parametrize("place", [13, 17, 40, HEAD.size + 9, HEAD.size + 60])
def test_a_spoilt_header(folder: Path, place: int) -> None:
    spoil(folder / "russian" / "mm-k.wld", place)
    problem = one_problem(folder)
    assert any(word in problem for word in ("damaged", "truncated", "tables of")), problem


def test_a_spoilt_directory(folder: Path) -> None:
    family = family_of("russian")
    path = folder / "russian" / "mm-k.wld"
    stored = read_file(path, family).tables[0]
    spoil(path, stored.offset + stored.head - 3)
    assert one_problem(folder) == f"{path}: damaged"


def test_spoilt_blocks_are_found_by_verify(folder: Path) -> None:
    family = family_of("russian")
    path = folder / "russian" / "mm-k.wld"
    stored = read_file(path, family).tables[0]
    spoil(path, stored.offset + stored.head + 40)
    assert not Tables("russian", [folder]).problems
    assert f"{path}: damaged" in verify("russian", [folder], 5).faults


@pytest.mark.parametrize("seed", range(3))
def test_spoilt_blocks_never_crash_a_probe(folder: Path, seed: int) -> None:
    """Nothing is promised of the answers, only that there are some."""
    family = family_of("russian")
    chance = random.Random(seed)
    pair = pair_of(Army(2, 0), Army(0, 1))
    for kind in ("wld", "dtc"):
        path = folder / "russian" / f"{pair}.{kind}"
        data = bytearray(path.read_bytes())
        for stored in read_file(path, family).tables:
            start = stored.offset + stored.head
            for place in range(start, start + stored.blocks):
                data[place] = chance.randrange(256)
        path.write_bytes(data)
    tables = Tables("russian", [folder])
    for position in random_positions(family, pair, 5_000, chance):
        answer = tables.answer(position)
        assert answer is None or answer.value in (-1, 0, 1)


def test_several_folders_in_order(folder: Path, tmp_path: Path) -> None:
    (folder / "russian" / "kk-k.wld").unlink()
    assert Tables("russian", [folder, DATA]).pieces == 4
    with pytest.raises(TablesError, match="no tables for frisian"):
        Tables("frisian", [DATA])


def test_fewer_pieces_on_request() -> None:
    tables = Tables("russian", [DATA], 3)
    assert tables.pieces == 3
    assert tables.answer(Position("russian", "W:WKa1,Kc1:BKh8,Kb8")) is None


def test_the_package_ships_four_pieces() -> None:
    assert Tables("russian", [DATA]).pieces == 4
    assert not Tables("russian", [DATA]).problems
    assert sum(path.stat().st_size for path in DATA.glob("russian/*")) < 3_000_000


def test_opening_is_quick() -> None:
    """A process that never needs tables does not import them."""
    code = "import sys, bolshak; bolshak.Position(); print('bolshak.tables' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert out.stdout.strip() == "False"
