"""How deep the engine gets in a given time.

    python -m bolshak.bench.depth [GAME] [--fen FEN] [--time MS] [--hash MiB] [--threads N]
"""

from __future__ import annotations

import argparse

from bolshak import Engine, Game, Info, Limits


def main(arguments: list[str] | None = None) -> int:
    """Print one line for each finished depth."""
    parser = argparse.ArgumentParser(prog="depth", description="Search one position.")
    parser.add_argument("game", nargs="?", default="russian")
    parser.add_argument("--fen")
    parser.add_argument("--time", type=int, default=5000, help="ms")
    parser.add_argument("--hash", type=int, default=64, help="MiB")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    engine = Engine()
    engine.set_option("Hash", str(options.hash))
    engine.set_option("Threads", str(options.threads))
    engine.set_game(Game(options.game, options.fen))

    def show(info: Info) -> None:
        if info.bound == "exact":
            score = f"mate {info.score.mate}" if info.score.cp is None else str(info.score.cp)
            print(f"depth {info.depth:>3} /{info.selective_depth:>3} score {score:>8}"
                  f" nodes {info.nodes:>12,} time {info.time:>6} nps {info.nps:>11,}", flush=True)

    engine.go(Limits(movetime=options.time), show, lambda best: None)
    engine.wait()
    engine.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
