"""The command `bolshak tables`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tables_help import built

from bolshak.bench.tables import _bytes, _clock, _Lines, main
from bolshak.tables_build import Progress


def test_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["build", "--game", "czech", "--pieces", "3", "--out", str(tmp_path),
                 "--threads", "1", "--memory", "500M"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert out.startswith("czech: 9 of 9 pairs of armies built in ")
    assert "199,520 positions" in out
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("czech: 0 of 9 pairs")


@pytest.mark.parametrize(("arguments", "message"), [
    (["--game", "frisian"], "no tables for frisian: how often a king has moved"),
    (["--pieces", "12"], "tables have 2 to 8 pieces, not 12"),
    (["--threads", "0"], "no building with 0 threads"),
    (["--memory", "50M"], "pieces need 0.1 GiB of memory, only 0.0 GiB are allowed"),
])
def test_build_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                       arguments: list[str], message: str) -> None:
    assert main(["build", "--out", str(tmp_path), "--pieces", "3", *arguments]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("bolshak tables: ") and message in line


@pytest.mark.parametrize("arguments", [
    [], ["nothing"], ["build", "--game", "chess"], ["build", "--memory", "much"], ["probe"]])
def test_misuse(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err


def test_info(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info"]) == 0
    out = capsys.readouterr().out
    for number in ("3,488", "196,032", "6,209,316"):
        assert number in out
    (line,) = (line for line in out.splitlines() if line.startswith("kkk      k "))
    assert "143,840" in line and "22 plies" in line and "W:WK" in line


def test_info_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"bolshak tables: no tables of russian in {tmp_path}\n"


def test_verify(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(built("thai")), "--game", "thai", "--samples", "20"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "k-k: ok" and out[-1].startswith("18 files, ")
    assert out[-1].endswith("positions: all right")


def test_verify_finds_a_wrong_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(built("thai"), tmp_path, dirs_exist_ok=True)
    path = tmp_path / "thai" / "mm-m.wld"
    path.write_bytes(path.read_bytes()[:-9])
    assert main(["verify", str(tmp_path), "--game", "thai", "--samples", "5"]) == 1
    assert f"wrong: {path}: truncated" in capsys.readouterr().out


def test_verify_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "none"
    assert main(["verify", str(folder)]) == 1
    assert capsys.readouterr() == ("", f"bolshak tables: no tables of russian in {folder}\n")


def test_probe_in_a_folder_without_tables(tmp_path: Path,
                                          capsys: pytest.CaptureFixture[str]) -> None:
    """It is told, and the tables of the package answer."""
    assert main(["probe", "W:WKa1,Kc1,Ke1:BKh2", "--folder", str(tmp_path)]) == 0
    out, errors = capsys.readouterr()
    assert out.startswith("W:WKa1,Kc1,Ke1:BKh2: won, 18 plies")
    assert errors == f"bolshak tables: no tables of russian in {tmp_path}\n"


def test_probe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "W:WKa1,Kc1,Ke1:BKh2"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "W:WKa1,Kc1,Ke1:BKh2: won, 18 plies to the next capture or crowning"
    assert len(out) == 22 and out[1].endswith("won, 18 plies to the next capture or crowning")
    assert out[-1].endswith(": drawn")


def test_probe_tells_of_the_draw_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "W:WKa1,Kc1,Ke1:BKh2:H20:F60"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.endswith("won, 18 plies to the next capture or crowning: too late, drawn by rule")


@pytest.mark.parametrize(("fen", "message"), [
    ("W:WKa1,Kc1,Ke1:BKh2,Kb8,Kd8", "no table for "),
    ("nonsense", "")])
def test_probe_of_what_is_not_there(fen: str, message: str,
                                    capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", fen]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("bolshak tables: ") and message in line


def test_sizes() -> None:
    assert _bytes("4G") == 4 << 30
    assert _bytes("500m") == 500 << 20
    assert _bytes("1.5K") == 1536
    assert _bytes("77") == 77


def test_times() -> None:
    assert [_clock(s) for s in (None, 0, 61, 3_725)] == ["?", "0:00", "1:01", "1:02:05"]


def test_lines_of_progress(capsys: pytest.CaptureFixture[str]) -> None:
    show = _Lines(5.0)
    for seconds in (1.0, 6.0, 7.0, 12.0):
        show(Progress(0.25, (3, 9), ("kk-k", "km-k"), seconds))
    lines = capsys.readouterr().err.splitlines()
    assert lines == [" 25.0%  3 of 9 pairs, 0:06 gone, 0:18 left: kk-k km-k",
                     " 25.0%  3 of 9 pairs, 0:12 gone, 0:36 left: kk-k km-k"]
