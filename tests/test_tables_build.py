"""The builder: resumable, alone in its folder, polite when something would not do."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import pytest
from tables_help import built, order

from bolshak import tables_build
from bolshak.tables_build import Builder, Progress
from bolshak.tables_format import read_file
from bolshak.tables_plan import TablesError, family_of, pairs

COMMAND = [sys.executable, "-c",
           "import sys; from bolshak.bench.tables import main; sys.exit(main(sys.argv[1:]))"]


def contents(folder: Path) -> dict[str, bytes]:
    """Name to content of the table files."""
    return {path.name: path.read_bytes() for path in folder.glob("*/*.???")}


def test_threads_do_not_change_the_files(tmp_path: Path) -> None:
    Builder(order("russian", tmp_path, threads=1)).run()
    assert contents(tmp_path) == contents(built("russian"))
    assert len(contents(tmp_path)) == 2 * 9


def test_values_alone_and_distances_later(tmp_path: Path) -> None:
    assert Builder(order("english", tmp_path, distances=0)).run() == 9
    assert {path.suffix for path in tmp_path.glob("english/*.???")} == {".wld"}
    assert Builder(order("english", tmp_path, distances=2)).run() == 3
    assert len(list(tmp_path.glob("english/*.dtc"))) == 3
    assert Builder(order("english", tmp_path)).run() == 6
    assert contents(tmp_path) == contents(built("english"))


def test_only_what_is_missing_is_built(tmp_path: Path) -> None:
    shutil.copytree(built("russian"), tmp_path, dirs_exist_ok=True)
    assert Builder(order("russian", tmp_path)).run() == 0
    (tmp_path / "russian" / "km-m.wld").unlink()
    damaged = tmp_path / "russian" / "mm-k.wld"
    damaged.write_bytes(damaged.read_bytes()[:-100])
    (tmp_path / "russian" / "kk-k.wld.part").write_bytes(b"half a file")
    assert Builder(order("russian", tmp_path)).run() == 2
    assert contents(tmp_path) == contents(built("russian"))
    assert not list(tmp_path.glob("*/*.part"))


@pytest.mark.parametrize("moment", [1, 9, 20])
def test_killed_and_run_again(tmp_path: Path, moment: int) -> None:
    """kill -9 after some files: all of them are whole, and the rest is built later."""
    command = [*COMMAND, "build", "--pieces", "4", "--out", str(tmp_path), "--distances", "0"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len(contents(tmp_path)) < moment and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    family = family_of("russian")
    before = contents(tmp_path)
    for name in before:
        assert not read_file(tmp_path / "russian" / name, family).damaged()
    assert subprocess.run(command, stdout=subprocess.DEVNULL, timeout=240).returncode == 0
    after = contents(tmp_path)
    assert len(after) == 23 and before.items() <= after.items()
    whole = contents(built("russian", 4))
    assert after == {name: data for name, data in whole.items() if name.endswith("wld")}


def test_an_interrupted_build_says_so(tmp_path: Path) -> None:
    command = [*COMMAND, "build", "--pieces", "5", "--out", str(tmp_path)]
    # Tests that run in the background of a shell inherit that SIGINT is ignored.
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    deadline = time.monotonic() + 120
    while len(contents(tmp_path)) < 6:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == ("bolshak tables: interrupted; the same command goes on "
                                       "with what is missing")


def test_two_builders_in_one_folder(tmp_path: Path) -> None:
    builder = Builder(order("russian", tmp_path))
    with builder._alone(), pytest.raises(TablesError, match="somebody else is building here"):
        Builder(order("russian", tmp_path)).run()


def test_too_little_memory(tmp_path: Path) -> None:
    with pytest.raises(TablesError, match=r"6 pieces need 2\.\d GiB of memory, only 1\.0 GiB"):
        Builder(order("russian", tmp_path, 6, memory=1 << 30)).run()
    assert not contents(tmp_path)


def test_memory_that_the_machine_has_not(tmp_path: Path,
                                         monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_build, "_free_memory", lambda: 50 << 20)
    with pytest.raises(TablesError, match="3 pieces need 0.1 GiB of memory, only 0.0 GiB are free"):
        Builder(order("russian", tmp_path)).run()


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(10, 9, 1))
    with pytest.raises(TablesError, match="on the disk, only 0.0 GiB are free"):
        Builder(order("russian", tmp_path)).run()


@pytest.mark.parametrize("pieces", [0, 1, 9])
def test_numbers_of_pieces_that_make_no_sense(tmp_path: Path, pieces: int) -> None:
    with pytest.raises(TablesError, match=f"tables have 2 to 8 pieces, not {pieces}"):
        Builder(order("russian", tmp_path, pieces))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OSError, match="Permission denied"):
        Builder(order("russian", tmp_path)).run()


def test_progress_rises_to_the_end(tmp_path: Path) -> None:
    seen: list[Progress] = []
    Builder(order("russian", tmp_path, 4)).run(seen.append, seconds=0.02)
    shares = [progress.done for progress in seen]
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1)
    assert seen[-1].jobs == (23, 23) and seen[-1].left == pytest.approx(0, abs=0.1)
    assert all(0 <= share <= 1 + 1e-9 for share in shares)


def test_every_job_waits_for_what_it_rests_on() -> None:
    builder = Builder(order("russian", Path("nowhere"), 5))
    place = {pair: i for i, pair in enumerate(builder.all)}
    from bolshak.tables_plan import successors
    assert all(place[other] < place[pair] for pair in builder.all for other in successors(pair))
    assert set(builder.all) == {pair for n in range(2, 6) for pair in pairs(n)}
