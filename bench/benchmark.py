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

from bolshak import Info, Limits, Position, build_info
from bolshak.deepening import Deepening, Task
from bolshak.team import Team
from bolshak.tt import TranspositionTable
from bolshak.worker import SearchControl

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


def run_bench(
    depth: int | None = None,
    on_line: Callable[[str], object] | None = None,
    control: SearchControl | None = None,
) -> BenchResult:
    """Search the set with one thread and a table of 16 MiB.

    depth: plies, None = the depth of the signature. on_line: gets the build and a line for each
    position. control: may be stopped from another thread; the rest is then left out.
    """
    say = on_line or (lambda line: None)
    control = control or SearchControl()
    team = Team(TranspositionTable(HASH), control)
    build = build_info()
    say(f"compiler {build.get('compiler', 'unknown')}")
    say(f"flags {build.get('flags', 'unknown')}")
    say(f"cpu {cpu_name()}")
    nodes = 0
    start = time.perf_counter()
    fens = positions()
    for number, fen in enumerate(fens, 1):
        if control.stopped:
            break
        found: list[Info] = []
        position = Position("russian", fen)
        task = Task(root=position, past=[], limits=Limits(depth=depth or DEPTH), control=control,
                    lines=1, drawn=False, analyse=False, on_info=found.append, on_current=None,
                    start=time.monotonic_ns())
        team.forget()
        team.table.next_search()
        team.start(position, [], None)
        Deepening(task, team.main, team.table.hashfull).run()
        nodes += team.main.nodes
        last = found[-1]
        say(f"position {number}/{len(fens)} depth {last.depth} score {last.score.cp} "
            f"nodes {team.main.nodes} time {last.time}")
    return BenchResult(nodes, round((time.perf_counter() - start) * 1000))


def main(arguments: list[str] | None = None) -> int:
    """Run the bench; 1 if `--check` finds another total than the stored one."""
    parser = argparse.ArgumentParser(prog="benchmark", description="Search the bench set.")
    parser.add_argument("--depth", type=int, help="plies instead of the signature's depth")
    parser.add_argument("--check", action="store_true", help="compare with bench/signature.txt")
    parser.add_argument("--update", action="store_true", help="write bench/signature.txt")
    options = parser.parse_args(arguments)
    result = run_bench(options.depth, lambda line: print(line, flush=True))
    print(f"bench nodes {result.nodes} time {result.time_ms} nps {result.speed}")
    if options.update:
        (FOLDER / "signature.txt").write_text(f"{result.nodes}\n", encoding="utf-8")
    if options.check and result.nodes != signature():
        print(f"signature.txt says {signature()}")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
