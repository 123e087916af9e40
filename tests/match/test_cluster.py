"""A match on a real Dask scheduler with two workers on loopback, one of which is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bolshak import pdn
from bolshak.bench.match.display import Display
from bolshak.bench.match.faults import ConfigError
from bolshak.bench.match.log import read_records
from bolshak.bench.match.record import RULES
from bolshak.bench.match.runner import LOG, PDN, Runner

pytest.importorskip("distributed", reason="Dask is not installed: extra [cluster]")

DASK = str(Path(sys.executable).with_name("dask"))


class Cluster:
    """A scheduler and its workers, as processes."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        # A session of its own, so that the end of it is the end of all its processes.
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen([DASK, *words], stdout=log, stderr=log, start_new_session=True)

    def add_worker(self) -> subprocess.Popen[bytes]:
        number = len(self.workers)
        worker = self._start(
            "worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard",
            "--local-directory", str(self.folder / f"worker{number}"))
        self.workers.append(worker)
        return worker

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            self.kill(process)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    try:
        yield cluster
    finally:
        cluster.close()


class KillsAWorker(Display):
    """Kills a worker when a few games are over."""

    def __init__(self, config, cluster: Cluster, games: int) -> None:
        super().__init__(config)
        self.cluster = cluster
        self.games = games

    def say(self, text: str) -> None:
        pass

    def game(self, record, standings) -> None:
        if standings.games == self.games:
            self.cluster.kill(self.cluster.workers[0])


def wait_until_gone(note: Path) -> None:
    limit = time.monotonic() + 10
    for word in note.read_text().split():
        while os.path.exists(f"/proc/{word}"):
            if Path(f"/proc/{word}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                break
            assert time.monotonic() < limit, f"engine {word} still runs"
            time.sleep(0.1)


@pytest.mark.timeout(240)
def test_a_killed_worker_loses_and_doubles_no_game(cluster, match, mock, tmp_path):
    note = tmp_path / "note"
    engines = (mock("a", delay=5, note=note), mock("b", delay=5, seed=3, note=note))
    config = match(*engines, games=30, concurrency=0, cluster=cluster.address)
    cluster.add_worker()
    cluster.add_worker()
    runner = Runner(config, KillsAWorker(config, cluster, 6))
    runner.run()
    assert cluster.workers[0].returncode == -signal.SIGKILL
    played = list(read_records(Path(config.output) / LOG, []))
    assert sorted(record.id for record in played) == list(range(30))
    assert Counter(record.ending for record in played) == {RULES: 30}
    assert runner.standings.games == 30
    assert len(list(pdn.read_file(Path(config.output) / PDN))) == 30
    wait_until_gone(note)


def test_no_scheduler(match, monkeypatch):
    from bolshak.bench.match import cluster
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.5)
    config = match(cluster="tcp://127.0.0.1:9")
    with pytest.raises(ConfigError, match="cluster"):
        Runner(config, KillsAWorker(config, None, -1)).run()
