"""The command `bolshak pdn`: check and convert."""

from __future__ import annotations

import io
import pathlib

import pytest

from bolshak.bench.pdn_tool import main
from bolshak.pdn import read_games

GOOD = '[GameType "25"]\n\n1. c3d4 d6c5 2. b2c3 1-0\n'
BAD = '[GameType "25"]\n\n1. c3d4 d6c5\n2. a1h8 *\n'
LONG = '[GameType "25"]\n[FEN "W:Wh6:Bg7,c5,d2"]\n\n1. h6:f8:b4:e1 1-0\n'


@pytest.fixture
def file(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "games.pdn"
    path.write_text(GOOD + "\n" + BAD + "\n" + LONG)
    return path


def test_check(file: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{file}:8:4: game 2: move 3: 'a1h8' is not legal",
        f"{file}: 3 games, 6 moves, 1 games with problems"]


def test_check_without_problems(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pdn"
    path.write_text("1. 32-28 19-23 *")
    assert main(["check", str(path)]) == 0          # the squares tell the game
    assert main(["check", "--variant", "standard", str(path), str(path)]) == 0
    assert main(["check", "--variant", "italian", str(path)]) == 1
    assert capsys.readouterr().out.count("1 games, 2 moves, 0 games with problems") == 3


def test_check_reports_what_cannot_be_read_or_started(
        tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pdn"
    path.write_text('[GameType "20"]\n1. 32-28 oops 19-23\n\n[GameType "50"]\n*\n'
                    '[FEN "?:W1:B2"]\n*')
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert f"{path}:2:10: game 1: cannot read 'oops'" in out
    assert f"{path}:4:1: game 2: unknown GameType '50'" in out
    assert f"{path}:6:1: game 3: FEN: the side to move is unknown" in out
    assert "3 games, 2 moves, 3 games with problems" in out


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_check_of_a_file_without_a_game(
        text: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pdn"
    path.write_text(text)
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr() == ("", f"bolshak pdn: {path}: no game found\n")


def test_convert_to_canonical_pdn(file: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.err == f"{file}:8:4: game 2: 'a1h8' is not legal\n"
    first, second, third = read_games(captured.out)
    assert [move.text for move in first.moves] == ["c3-d4", "d6-c5", "b2-c3"]
    assert [move.text for move in second.moves] == ["c3-d4", "d6-c5", "a1h8"]
    assert [move.text for move in third.moves] == ["h6:e1"]


@pytest.mark.parametrize(("notation", "text"), [
    ("numbers", "12:31"), ("coordinate", "h6f8b4e1"), ("hub", "12x31x8x14x26"),
    ("letters", "h6:e1")])
def test_convert_to_another_notation(notation: str, text: str, tmp_path: pathlib.Path) -> None:
    source, target = tmp_path / "a.pdn", tmp_path / "b.pdn"
    source.write_text(LONG.replace("[FEN", '[White "\u0436"]\n[FEN'), encoding="utf-8")
    assert main(["convert", str(source), "--notation", notation, "--output", str(target)]) == 0
    only, = read_games(target.read_text(encoding="utf-8"))
    assert only.moves[0].text == text and only.tags["White"] == "\u0436"


def test_convert_to_fen(file: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["convert", str(file), "--to", "fen"])
    ends = capsys.readouterr().out.splitlines()
    assert len(ends) == 3 and ends[2] == "B:WKe1:B"
    main(["convert", str(file), "--to", "fen", "--at", "start", "--notation", "numbers"])
    assert capsys.readouterr().out.splitlines()[2] == "W:W12:B8,14,26"
    main(["convert", str(file), "--to", "fen", "--at", "all"])
    assert len(capsys.readouterr().out.splitlines()) == 4 + 3 + 2
    main(["convert", str(file), "--to", "fen", "--notation", "hub"])
    assert capsys.readouterr().out.splitlines()[2] == "B" + "e" * 30 + "We"


def test_convert_skips_games_that_cannot_start(
        tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pdn"
    path.write_text('[FEN "?:W1:B2"]\n*\n\n' + GOOD)
    assert main(["convert", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith(f"{path}:1:1: game 1: FEN: the side to move is unknown")
    only, = read_games(captured.out)
    assert len(only.moves) == 3


def test_standard_input(monkeypatch: pytest.MonkeyPatch,
                        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert main(["check", "-"]) == 0
    assert capsys.readouterr().out == "-: 1 games, 3 moves, 0 games with problems\n"


@pytest.mark.parametrize("arguments", [
    [], ["check"], ["nonsense"], ["check", "--variant", "halma", "x"], ["check", "/no/such/file"],
    ["convert", "--to", "pgn", "x"]])
def test_misuse(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "convert" in capsys.readouterr().out
