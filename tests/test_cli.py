"""The command line: choice of the protocol, flags, subcommands, and how fast it starts."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from process import Process, Uci, command, run

from bolshak import games
from bolshak.protocol.cli import game_named, parse_flags

START_TIME = 0.2                # seconds from the start of the process to uciok


def lines(*arguments: str, text: str = "") -> list[str]:
    """Output of a run that ends well."""
    result = run(*arguments, text=text)
    assert (result.returncode, result.stderr) == (0, b""), result
    return result.stdout.decode().splitlines()


# Protocols.


def test_the_first_line_decides() -> None:
    assert lines(text="uci\n")[-1] == "uciok"
    assert lines(text="isready")[-1] == "readyok"
    assert lines(text="\n \t\nhub\n")[-1] == "wait"
    assert lines(text="hub foo\n") == ["info string error: unknown command: hub"]


def test_a_word_decides_and_the_first_line_still_may() -> None:
    assert lines("hub", text="ping\n") == ["pong"]
    assert lines("uci", text="isready\n") == ["readyok"]
    assert lines("hub", text="uci\n")[-1] == "uciok"
    assert lines("uci", text="hub\n")[-1] == "wait"


def test_the_protocol_is_chosen_once() -> None:
    assert lines(text="isready\nhub\n") == ["readyok", "info string error: unknown command: hub"]


@pytest.mark.parametrize("arguments", [[], ["hub"], ["uci"], ["--variant=thai"], ["hub", "--x"]])
def test_no_input_no_output(arguments: list[str]) -> None:
    assert lines(*arguments) == []
    with Process(*arguments) as process:
        process.silent(0.4)
        process.close_input()
        assert process.wait() == 0


def test_both_ways_to_start() -> None:
    for module in ("bolshak", "bolshak.protocol"):
        with Uci(program=[sys.executable, "-m", module]) as uci:
            assert uci.ask("uci", last="uciok")
            uci.quit()


@pytest.mark.skipif(sys.platform != "linux", reason="reads the processor time of the process")
def test_uciok_comes_quickly() -> None:
    """Measured in processor time: others may be using the machine."""
    times = []
    for _ in range(3):
        with Uci() as uci:
            uci.ask("uci", last="uciok")
            times.append(uci.cpu_time())
            uci.quit()
    assert min(times) < START_TIME


def test_the_way_to_the_first_answer_imports_little() -> None:
    code = ("import bolshak.protocol.cli, sys;"
            "print(*{'argparse', 'asyncio', 'socket', 'numpy', 'bolshak.position',"
            " 'bolshak.engine', 'importlib.metadata'} & set(sys.modules))")
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True,
                            timeout=20)
    assert result.stdout.split() == []


# Flags.


def test_parse_flags() -> None:
    assert parse_flags(["hub", "--variant=russian", "--x", "--y=", "--hash", "16", "z"]) == (
        ["hub", "z"], {"variant": "russian", "x": "", "y": "", "hash": "16"})
    assert parse_flags(["--dxp-listen", "0.0.0.0:1", "--dxp-initiator"]) == (
        [], {"dxp-listen": "0.0.0.0:1", "dxp-initiator": ""})
    assert parse_flags(["--dxp-connect"]) == ([], {"dxp-connect": ""})
    assert parse_flags(["--log=a=b"]) == ([], {"log": "a=b"})


def test_game_names() -> None:
    assert all(game_named(game) == game for game in games())
    assert game_named("Normal") == "international"
    assert game_named("frysk!") == "frysk"
    assert game_named("checkers") == "english"
    assert game_named("chess") is None
    assert game_named("") is None


def test_flags_set_options() -> None:
    (fen,) = lines("--variant=turkish", "--threads=2", "--hash=16", "--foo=bar", text="fen\n")
    assert fen.startswith("fen W:Wa3,b3,c3")
    (fen,) = lines("--variant", "checkers", text="fen\n")
    assert fen.startswith("fen B:W21,22")


def test_bad_flags_are_told_after_the_first_answer() -> None:
    answer = lines("--hash=abc", "--variant=chess", "--log=/no/such/folder/file", text="isready\n")
    assert answer[0] == "readyok"
    assert len(answer) == 4
    assert all(line.startswith("info string error: --") for line in answer[1:])


def test_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    lines(f"--log={path}", text="isready\nfoo\nquit\n")
    noted = [line.split(maxsplit=1)[1] for line in path.read_text().splitlines()]
    assert [line for line in noted if line[0] == ">"] == ["> isready", "> foo", "> quit"]
    assert [line for line in noted if line[0] == "<"] == [
        "< readyok", "< info string error: unknown command: foo"]
    assert len(noted) == 5


# Subcommands.


def test_version_and_help() -> None:
    (version,) = lines("--version")
    assert re.fullmatch(r"Bolshak \d\S*", version)
    usage = lines("--help")
    assert usage[0].startswith("usage: bolshak ")
    for word in ("bench", "perft", "games", "pdn", "match", "tables", "--dxp-listen", "--log"):
        assert any(word in line for line in usage), word


def test_an_unknown_word() -> None:
    result = run("foo")
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.decode() == "bolshak: unknown command 'foo' (see bolshak --help)\n"


def test_perft() -> None:
    answer = lines("perft", "5", "--divide")
    row = re.compile(r"depth +\d+ +([\d,]+) nodes +\S+ ms +\S+ nodes/s")
    counts = [match[1] for match in map(row.fullmatch, answer) if match]
    assert counts == ["7", "49", "302", "1,469", "7,482"]
    divided = [int(line.split(": ")[1]) for line in answer if re.match(r"\w+: \d", line)]
    assert len(divided) == 7
    assert sum(divided) == 7482
    assert re.match(r"total +9,309 nodes", answer[-1])


def test_perft_of_another_game_and_position() -> None:
    assert " 11 nodes " in lines("perft", "1", "--game", "canadian")[1]
    fen = "W:WK26:B14,15,22,23"
    assert " 3 nodes " in lines("perft", "1", f"--fen={fen}")[1]
    assert " 4 nodes " in lines("perft", "1", "--fen", fen, "--count", "turns")[1]


@pytest.mark.parametrize("arguments", [
    [], ["0"], ["x"], ["128"], ["3", "4"], ["3", "--foo"], ["3", "--count", "paths"],
    ["3", "--game", "chess"], ["3", "--fen"], ["3", "--fen", "blah"],
])
def test_bad_perft_arguments(arguments: list[str]) -> None:
    result = run("perft", *arguments)
    assert result.returncode in (1, 2)
    assert result.stdout == b""
    assert re.fullmatch(r"bolshak: [^\n]+\n", result.stderr.decode())


def test_games() -> None:
    answer = lines("games")
    names = [line.split()[0] for line in answer[1:]]
    assert names == list(games())
    assert "Russian draughts" in answer[1]
    about = lines("games", "russian")
    assert any(line.startswith("start: W:Wa3,") for line in about)
    assert any("15 king moves each" in line for line in about)
    assert run("games", "chess").returncode == 2


def test_bench_is_the_same_every_time() -> None:
    nodes = set()
    for _ in range(2):
        match = re.fullmatch(r"bench nodes (\d+) time \d+ nps \d+", lines("bench", "3")[-1])
        assert match
        nodes.add(match[1])
    assert len(nodes) == 1


@pytest.mark.parametrize("name", ["pdn", "match", "tables"])
def test_tools_are_there_or_say_why_not(name: str) -> None:
    result = run(name, "--help")
    output = (result.stdout + result.stderr).decode()
    assert output
    assert "Traceback" not in output


@pytest.mark.parametrize("name", ["bench", "perft", "games"])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_of_a_subcommand(name: str, flag: str) -> None:
    assert lines(name, flag)[0].startswith(f"usage: bolshak {name} ")


@pytest.mark.parametrize("arguments", [["games", "foo"], ["perft", "3", "--game", "foo"]])
def test_an_unknown_game(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stderr == b"bolshak: unknown game 'foo' (see bolshak games)\n"


@pytest.mark.parametrize(("arguments", "code"), [
    ("games", -signal.SIGPIPE), ("tables probe W:WKa1,Kc1,Ke1:BKh2", 141), ("tables info", 141),
    ("pdn check a.pdn", 141)])
def test_a_closed_terminal(arguments: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "a.pdn").write_text("1. c3-d4 *")
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run([*command(), *arguments.split()], stdout=writer, cwd=tmp_path,
                                stderr=subprocess.PIPE, timeout=20)
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (code, b"")
