"""The fixed bench: a set of positions searched to a fixed depth by one thread.

The node total is a checksum of what the search does: it is the same on every machine, and a change
that is said to be without effect must leave it as it is (bench/signature.txt). The time is a
measure of speed.

    bolshak bench [DEPTH]
    python -m bolshak.bench.benchmark [--depth N] [--check] [--update]
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bolshak import Engine, Game, Info, Limits, build_info

FOLDER = Path(__file__).parent
DEPTH = 15                      # plies
HASH = 16                       # MiB


@dataclass(frozen=True)
class BenchResult:
    """nodes searched in time_ms milliseconds."""

    nodes: int
    time_ms: int

    @property
    def speed(self) -> int:
        """Nodes per second."""
        return self.nodes * 1000 // max(self.time_ms, 1)


def positions() -> list[str]:
    """The FENs of the set, all Russian."""
    lines = (FOLDER / "positions.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def signature() -> int:
    """The node total that this version must give at its own depth."""
    return int((FOLDER / "signature.txt").read_text(encoding="utf-8"))


def cpu_name() -> str:
    """The processor as the system calls it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


class Bench:
    """One run of the set on an engine of its own: one thread, a table of 16 MiB."""

    def __init__(self) -> None:
        self._engine = Engine()
        self._engine.set_option("Threads", "1")
        self._engine.set_option("Hash", str(HASH))
        self._stopped = False

    def stop(self) -> None:
        """End the run early, from any thread; the rest of the set is left out."""
        self._stopped = True
        self._engine.stop()

    def run(self, depth: int | None = None,
            on_line: Callable[[str], object] = lambda line: None) -> BenchResult:
        """Search every position. depth: plies, None = the depth of the signature. on_line: gets
        the build and a line for each position."""
        build = build_info()
        on_line(f"compiler {build['compiler']}")
        on_line(f"flags {build['flags']}")
        on_line(f"cpu {cpu_name()}")
        self._engine.ready()
        nodes = 0
        start = time.perf_counter()
        fens = positions()
        for number, fen in enumerate(fens, 1):
            if self._stopped:
                break
            last = self._search(fen, depth or DEPTH)
            nodes += last.nodes
            on_line(f"position {number}/{len(fens)} depth {last.depth} score {last.score.cp} "
                    f"nodes {last.nodes} time {last.time}")
        result = BenchResult(nodes, round((time.perf_counter() - start) * 1000))
        self._engine.close()
        return result

    def _search(self, fen: str, depth: int) -> Info:
        found: list[Info] = []
        self._engine.new_game()
        self._engine.set_game(Game("russian", fen))
        self._engine.go(Limits(depth=depth), found.append, lambda best: None)
        self._engine.wait()
        return found[-1]


def main(arguments: list[str] | None = None) -> int:
    """Run the bench; 1 if `--check` finds another total than the stored one."""
    parser = argparse.ArgumentParser(prog="benchmark", description="Search the bench set.")
    parser.add_argument("--depth", type=int, help="plies instead of the signature's depth")
    parser.add_argument("--check", action="store_true", help="compare with bench/signature.txt")
    parser.add_argument("--update", action="store_true", help="write bench/signature.txt")
    options = parser.parse_args(arguments)
    result = Bench().run(options.depth, lambda line: print(line, flush=True))
    print(f"bench nodes {result.nodes} time {result.time_ms} nps {result.speed}")
    if options.update:
        (FOLDER / "signature.txt").write_text(f"{result.nodes}\n", encoding="utf-8")
    if options.check and result.nodes != signature():
        print(f"signature.txt says {signature()}")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
