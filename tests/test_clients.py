"""Complete games of the real client libraries against the installed command (protocols.md 5)."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from clients.dxp_peer import DxpServer
from clients.environments import environment, play
from process import command

# The client's name of each game, the name to send, and the numbering of pydraughts 0.6.7.
GAMES = {
    "russian": ("russian", "pdn"),
    "brazilian": ("brazilian", "pdn"),
    "standard": ("normal", "auto"),
    "english": ("english", "pdn"),
    "italian": ("italian", "auto"),
    "frisian": ("frisian", "auto"),
    "frysk!": ("frysk!", "auto"),
    "antidraughts": ("losing", "auto"),
    "breakthrough": ("bt", "auto"),
    "turkish": ("turkish", "pdn"),
}
RELEASES = ["0.5.7", "0.6.7"]
FAST = ["russian", "standard", "english", "turkish"]
AT_ONCE = 5                     # DXP games


def hub_games(release: str, game: str, *, games: int, plies: int = 10_000,
              timeout: float) -> dict[str, Any]:
    """Games of pydraughts over Hub with pondering, each to a result by the client's rules."""
    send, numbering = GAMES[game]
    report = play(environment(f"pydraughts=={release}"), "pydraughts_hub.py", command()[0], game,
                  f"--send={send}", f"--numbering={numbering if release == '0.6.7' else 'auto'}",
                  "--ponder", f"--games={games}", f"--plies={plies}", timeout=timeout)
    assert report["warnings"] == []
    assert report["code"] == 0
    assert report["id"]["name"] == "Bolshak"
    assert len(report["games"]) == games
    assert all(played["over"] or played["plies"] >= plies for played in report["games"])
    return report


# Hub.


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("game", FAST)
def test_pydraughts_plays_some_moves(release: str, game: str) -> None:
    hub_games(release, game, games=2, plies=10, timeout=120)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("game", GAMES)
def test_pydraughts_plays_ten_games(release: str, game: str) -> None:
    """P52."""
    report = hub_games(release, game, games=10, timeout=1500)
    assert all(played["over"] for played in report["games"])
    assert report["hits"] and report["misses"]


def test_py_draughts_plays_some_moves() -> None:
    report = play(environment("py-draughts==1.10.1"), "py_draughts_hub.py", command()[0],
                  "--sessions=2", "--plies=6", timeout=120)
    assert [game["code"] for game in report["games"]] == [0, 0]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_py_draughts_plays_whole_games() -> None:
    """P52: the client that loses lines which arrive together; 20 sessions, 20 games."""
    report = play(environment("py-draughts==1.10.1"), "py_draughts_hub.py", command()[0],
                  "--sessions=20", timeout=800)
    assert len(report["games"]) == 20
    assert all(game["over"] and game["code"] == 0 for game in report["games"])


# DXP.


def dxp_game(release: str, variant: str, log: Path, *, first: bool, plies: int = 10_000,
             seed: int = 1, timeout: float) -> dict[str, Any]:
    """One game of pydraughts over DXP; it must end by GAMEEND of both sides."""
    # Over DXP both releases use board numbers in English games.
    other = release == "0.6.7" and variant in ("russian", "brazilian", "turkish")
    numbering = "pdn" if other else "board"
    game = "international" if variant == "standard" else variant
    with DxpServer("--dxp-games=1", f"--numbering={numbering}", f"--log={log}",
                   variant=game) as server:
        server.connect().socket.close()                 # it listens now
        report = play(environment(f"pydraughts=={release}"), "pydraughts_dxp.py", server.port,
                      variant, f"--plies={plies}", f"--seed={seed}",
                      *(["--first"] if first else []), timeout=timeout)
        assert report["name"] == "Bolshak"
        assert server.wait(timeout=20) == 0
        assert server.rest() and "error" not in "".join(server.transcript)
    lines = [line.split(maxsplit=2)[1:] for line in log.read_text().splitlines()]
    ends = [mark for mark, *text in lines if text and re.fullmatch("E[0-3][01]", text[0])]
    assert sorted(ends) == ["<", ">"]
    assert not any(text and text[0].startswith("Cerror") for _, *text in lines)
    return report


@pytest.mark.parametrize("release", RELEASES)
def test_pydraughts_dxp_some_moves(release: str, tmp_path: Path) -> None:
    dxp_game(release, "russian", tmp_path / "log", first=True, plies=7, timeout=90)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("variant", ["standard", "russian", "brazilian", "english", "italian",
                                     "frisian", "antidraughts", "turkish"])
def test_pydraughts_dxp_ten_games(release: str, variant: str, tmp_path: Path) -> None:
    """P53: both colours, each game to its end. Clocks of whole minutes make the games long, so
    some are played at the same time."""
    def game(number: int) -> dict[str, Any]:
        return dxp_game(release, variant, tmp_path / f"log{number}", first=number % 2 == 0,
                        seed=number, timeout=300)

    environment(f"pydraughts=={release}")
    with ThreadPoolExecutor(AT_ONCE) as pool:
        reports = list(pool.map(game, range(10)))
    assert all(report["over"] or report["ended_by_engine"] for report in reports)
