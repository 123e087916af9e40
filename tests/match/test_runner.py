"""Whole matches between mock engines: results, log, PDN, faults, resumption, signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from bolshak import pdn
from bolshak.bench.match.config import Adjudication, MatchConfig, Openings
from bolshak.bench.match.display import Display
from bolshak.bench.match.faults import ConfigError, EngineFault
from bolshak.bench.match.limits import Limit
from bolshak.bench.match.log import read_lines, read_records
from bolshak.bench.match.record import ADJUDICATION, FORFEIT, RULES
from bolshak.bench.match.runner import LOG, PDN, Runner
from bolshak.bench.match.sprt import Sprt


class Quiet(Display):
    """Keeps what would be printed."""

    def __init__(self, config: MatchConfig) -> None:
        super().__init__(config)
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(text)


def run(config: MatchConfig) -> Runner:
    runner = Runner(config, Quiet(config))
    runner.run()
    return runner


def records(config: MatchConfig):
    return list(read_records(Path(config.output) / LOG, []))


def ids(config: MatchConfig) -> list[int]:
    return [r["id"] for r in read_lines(Path(config.output) / LOG) if r["type"] == "game"]


def test_match(match):
    config = match(games=20)
    runner = run(config)
    played = records(config)
    assert sorted(r.id for r in played) == list(range(20))
    assert runner.standings.games == 20
    assert {r.ending for r in played} == {RULES}
    tally = runner.standings.tally("one", "two")
    assert sum(tally.pairs) == 10
    assert tally.points == sum(r.points("one") for r in played)
    by_pair = Counter(r.id // 2 for r in played)
    assert set(by_pair.values()) == {2}
    played.sort(key=lambda r: r.id)
    for first, second in zip(played[::2], played[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.white, first.black) == (second.black, second.white)


def test_pdn_holds_every_game(match):
    config = match(games=6)
    run(config)
    entries = list(pdn.read_file(Path(config.output) / PDN))
    assert len(entries) == 6
    for entry, record in zip(entries, records(config), strict=True):
        replayed = pdn.replay(entry)
        assert replayed.problem is None
        assert len(replayed.game.moves) == len(record.opening.moves) + len(record.moves)
        assert replayed.result == record.result
        assert (entry.tags["White"], entry.tags["Black"]) == (record.white, record.black)
        assert entry.tags["Termination"] == f"rules: {record.reason}"
        commented = entry.moves[len(record.opening.moves):]
        assert [move.evaluation for move in commented] == [
            pytest.approx((c.score if side == "W" else -c.score) / 100)
            for side, c in zip("WB" * 200, record.comments, strict=False)]


@pytest.mark.parametrize("game", ["english", "international", "brazilian"])
def test_other_games(match, game):
    config = match(games=4, game=game)
    assert run(config).standings.games == 4
    assert all(pdn.replay(entry).problem is None
               for entry in pdn.read_file(Path(config.output) / PDN))


def test_round_robin(match, mock):
    engines = [mock(name, seed=name) for name in "abc"]
    config = match(*engines, games=4, event="round-robin")
    runner = run(config)
    assert runner.standings.games == 12
    assert all(runner.standings.total(name).games == 8 for name in "abc")
    assert len(runner.close_lines()) > 5


def test_gauntlet(match, mock):
    engines = [mock(name, seed=name) for name in "abc"]
    runner = run(match(*engines, games=2, event="gauntlet"))
    assert runner.standings.total("a").games == 4
    assert runner.standings.tally("b", "c").games == 0


@pytest.mark.parametrize("trouble", ["crash", "illegal", "none"])
def test_faults_lose_games_but_not_the_match(match, mock, trouble):
    config = match(mock("good"), mock("bad", trouble=trouble, at=4), games=8)
    runner = run(config)
    assert runner.standings.games == 8
    assert runner.standings.tally("good", "bad").wins == 8
    totals = runner.standings.totals["bad"]
    assert totals.crashes == 8
    assert totals.time_losses == 0
    assert {r.ending for r in records(config)} == {FORFEIT}
    assert any("bad forfeits" in line for line in runner.display.lines)


def test_a_crashed_engine_is_started_again(match, mock, tmp_path):
    bad = mock("bad", trouble="crash", at=3, once=tmp_path / "once", note=tmp_path / "note")
    config = match(mock("good"), bad, games=6, concurrency=1)
    run(config)
    assert Counter(r.ending for r in records(config)) == {FORFEIT: 1, RULES: 5}
    # The introduction, the one that crashed, and its successor.
    assert len((tmp_path / "note").read_text().split()) == 3


def test_restart(match, mock, tmp_path):
    engine = mock("fresh", settings={"restart": True}, note=tmp_path / "note")
    run(match(mock("other"), engine, games=6, concurrency=1))
    assert len((tmp_path / "note").read_text().split()) == 7


def test_time_losses(match, mock):
    config = match(mock("good", settings={"limit": Limit(base=5000)}),
                   mock("slow", settings={"limit": Limit(movetime=30)}, trouble="slow", at=2),
                   games=4)
    runner = run(config)
    assert runner.standings.totals["slow"].time_losses == 4
    assert runner.standings.totals["slow"].crashes == 0


def test_an_engine_that_cannot_start_ends_the_match(match, mock):
    with pytest.raises(EngineFault, match="cannot start"):
        run(match(mock("good"), mock("bad", trouble="exit")))


def test_sprt_stops_the_match(match, mock):
    config = match(mock("good", greedy=1), mock("bad", trouble="none", at=9), games=0,
                   sprt=Sprt(0, 50))
    runner = run(config)
    assert runner.complete
    assert config.sprt.verdict(runner.standings.tally("good", "bad").pairs) == "H1"
    played = runner.standings.games
    assert 4 < played < 400
    # Started again, it sees that all is said.
    assert run(config).standings.games == played


def test_adjudication_by_length_and_score(match, mock):
    config = match(games=4, adjudication=Adjudication(max_moves=5))
    run(config)
    assert {(r.ending, r.result, r.reason) for r in records(config)} == {
        (ADJUDICATION, "1/2-1/2", "5 moves")}
    scores = Adjudication(win_count=2, win_score=200)
    config = match(mock("one"), mock("two", seed=2), games=10, adjudication=scores,
                   output=config.output + "2")
    run(config)
    ended = [r for r in records(config) if r.ending == ADJUDICATION]
    assert ended
    for record in ended:
        assert record.reason == "both see a win"
        loser_last = record.comments[-1].score if record.comments[-1].score < 0 else \
            record.comments[-2].score
        assert loser_last <= -200


def test_draw_adjudication(match):
    rules = Adjudication(draw_move=3, draw_count=2, draw_score=1000)
    config = match(games=2, adjudication=rules)
    run(config)
    for record in records(config):
        assert (record.ending, record.reason, len(record.moves)) == (
            ADJUDICATION, "both see a draw", 6)


def test_resume_plays_only_what_is_left(match):
    config = match(games=4)
    run(config)
    before = (Path(config.output) / LOG).read_bytes()
    runner = run(match(games=10, output=config.output))
    assert sorted(ids(config)) == list(range(10))
    assert (Path(config.output) / LOG).read_bytes().startswith(before)
    assert runner.standings.games == 10
    assert len(list(pdn.read_file(Path(config.output) / PDN))) == 10
    assert run(match(games=10, output=config.output)).standings.games == 10
    assert len(ids(config)) == 10


def test_a_line_cut_short_is_played_again(match):
    config = match(games=6)
    run(config)
    log = Path(config.output) / LOG
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-2]) + lines[-2][:-40])
    (Path(config.output) / PDN).write_text("nonsense")
    run(config)
    assert sorted(ids(config)) == list(range(6))
    assert len(list(pdn.read_file(Path(config.output) / PDN))) == 6


def test_openings_are_those_of_the_first_start(match):
    """Also when the match is cut anywhere: pairs keep their opening."""
    config = match(games=12, openings=Openings("all:3"))
    run(config)
    whole = {r.id: r.opening for r in records(config)}
    log = Path(config.output) / LOG
    lines = log.read_bytes().splitlines(keepends=True)
    for cut in (3, 6, 9):
        log.write_bytes(b"".join(lines[:cut]))
        run(config)
        assert {r.id: r.opening for r in records(config)} == whole


def test_another_match_in_the_folder_is_left_alone(match):
    config = match(games=2)
    run(config)
    before = (Path(config.output) / LOG).read_bytes()
    with pytest.raises(ConfigError, match="other settings .*seed"):
        run(match(games=2, seed=9, output=config.output))
    assert (Path(config.output) / LOG).read_bytes() == before


def test_a_start_that_failed_does_not_block_the_next(match, mock):
    """Without a finished game there is nothing in the log to be kept."""
    config = match(mock("good"), mock("bad", trouble="exit"), games=2)
    with pytest.raises(EngineFault):
        run(config)
    corrected = match(mock("good"), mock("better", seed=2), games=2, output=config.output)
    assert run(corrected).standings.games == 2
    assert [line["type"] for line in read_lines(Path(config.output) / LOG)].count("match") == 1
    assert {record.white for record in records(corrected)} == {"good", "better"}


def test_two_runners_of_one_match(match):
    config = match(games=2)
    from bolshak.bench.match.log import MatchLog
    log = MatchLog(Path(config.output) / LOG, config.fingerprint())
    with pytest.raises(ConfigError, match="another runner"):
        run(config)
    log.close()


def test_a_file_that_is_no_log(match):
    config = match(games=2)
    Path(config.output).mkdir()
    (Path(config.output) / LOG).write_text("hello\n")
    with pytest.raises(ConfigError, match="not a line"):
        run(config)


# The command, killed and interrupted.

def command(folder: Path, mock_command, games: int, *words: str, **arguments) -> list[str]:
    program = " ".join(mock_command("uci", **arguments))
    return [sys.executable, "-m", "bolshak.bench.match", "--engine", f"cmd={program}", "name=a",
            "nodes=1", "--engine", f"cmd={program} --seed=3", "name=b", "nodes=1",
            "--games", str(games), "--openings", "all:3", "--concurrency", "2",
            "--output", str(folder), *words]


def finished_games(folder: Path) -> int:
    log = folder / LOG
    return log.read_bytes().count(b'{"type":"game"') if log.exists() else 0


def wait_for_games(folder: Path, count: int) -> None:
    limit = time.monotonic() + 60
    while finished_games(folder) < count:
        assert time.monotonic() < limit, "no games"
        time.sleep(0.02)


def running(note: Path) -> list[int]:
    """Engines that were started and live."""
    alive = []
    for word in note.read_text().split():
        try:
            state = Path(f"/proc/{word}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if state != "Z":
            alive.append(int(word))
    return alive


def gone(note: Path, seconds: float) -> bool:
    limit = time.monotonic() + seconds
    while running(note):
        if time.monotonic() > limit:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("trouble", ["", "deaf"])
def test_kill_9_in_the_middle(tmp_path, mock_command, trouble):
    """Several kills, then the rest: every game once, every engine gone, PDN complete."""
    folder, note = tmp_path / "match", tmp_path / "note"
    words = command(folder, mock_command, 24, "--no-report", delay=2, note=note, trouble=trouble,
                    at=10_000)
    for stop_at in (3, 8, 15):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        wait_for_games(folder, stop_at)
        process.kill()
        process.wait()
        assert gone(note, 5)
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "of 24 games are played" in done.stdout
    games = [r for r in read_lines(folder / LOG) if r["type"] == "game"]
    assert sorted(r["id"] for r in games) == list(range(24))
    assert len(list(pdn.read_file(folder / PDN))) == 24
    assert gone(note, 5)


@pytest.mark.parametrize("number, trouble", [(signal.SIGINT, ""), (signal.SIGTERM, "deaf")])
def test_interruption_leaves_nothing_running(tmp_path, mock_command, number, trouble):
    folder, note = tmp_path / "match", tmp_path / "note"
    words = command(folder, mock_command, 50, delay=5, note=note, trouble=trouble, at=10_000)
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    wait_for_games(folder, 3)
    begin = time.monotonic()
    os.kill(process.pid, number)
    output, _ = process.communicate(timeout=20)
    assert time.monotonic() - begin < 8
    assert process.returncode == 130
    assert "interrupted" in output
    assert "a against b" in output
    assert (folder / "report.html").exists()
    assert not running(note)
    again = subprocess.run([*words[:words.index("--games")], "--games", "10",
                            *words[words.index("--games") + 2:]],
                           capture_output=True, text=True, check=True)
    assert "are played" in again.stdout
    played = [r["id"] for r in read_lines(folder / LOG) if r["type"] == "game"]
    assert len(played) == len(set(played)) >= 10


def test_the_command_tells_mistakes(tmp_path):
    words = [sys.executable, "-m", "bolshak.bench.match", "--engine", "a", "nodes=1"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "bolshak match: a match needs two engines\n"


def test_a_reader_that_goes_away_ends_the_match(tmp_path, mock_command):
    folder, note = tmp_path / "match", tmp_path / "note"
    process = subprocess.Popen(command(folder, mock_command, 200, delay=1, note=note),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(20) == 141
    assert process.stderr.read() == b""
    process.stderr.close()
    assert gone(note, 5)
    assert finished_games(folder) < 200


def test_a_cluster_without_dask_is_told_how_to_get_it(match, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "bolshak.bench.match.cluster", raising=False)
    with pytest.raises(ConfigError, match=r"pip install '\.\[cluster\]' in the project folder"):
        run(match(cluster="tcp://127.0.0.1:1"))


def test_a_missing_program_is_told(tmp_path, mock_command):
    words = command(tmp_path / "m", mock_command, 2)
    words[words.index("name=a") - 1] = "cmd=no-such-engine"
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1
    assert "no-such-engine: No such file" in done.stderr


def test_the_log_is_json_lines_with_a_header(match):
    config = match(games=2)
    run(config)
    lines = [json.loads(line) for line in (Path(config.output) / LOG).read_text().splitlines()]
    assert [line["type"] for line in lines] == ["match", "session", "opening", "game", "game"]
    assert lines[0]["settings"]["game"] == "russian"
    assert lines[1]["engines"] == ["Mock 1", "Mock 1"]
