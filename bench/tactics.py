"""How many tactical positions the engine solves in a given time each.

    python -m bolshak.bench.tactics FILE [--time MS] [--nodes N] [--threads N]

FILE has one JSON object a line with "fen" and "best" (a move in any form), like
tests/data/tactics_russian.jsonl. A position is solved when the best move is played at the end.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bolshak import Best, Engine, Game, Info, Limits
from bolshak.notation import format_move, parse_move


def solve(engine: Engine, game: Game, limits: Limits) -> tuple[Best, Info | None]:
    """The engine's move and its last line of thought."""
    infos: list[Info] = []
    bests: list[Best] = []
    engine.new_game()
    engine.set_game(game)
    engine.go(limits, infos.append, bests.append)
    engine.wait()
    return bests[0], infos[-1] if infos else None


def main(arguments: list[str] | None = None) -> int:
    """Print what was not solved, and the share."""
    parser = argparse.ArgumentParser(prog="tactics", description="Solve tactical positions.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--time", type=int, default=1000, help="ms for each position")
    parser.add_argument("--nodes", type=int, help="nodes for each position instead of time")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--game", default="russian")
    options = parser.parse_args(arguments)
    engine = Engine()
    engine.set_option("Threads", str(options.threads))
    limits = Limits(nodes=options.nodes) if options.nodes else Limits(movetime=options.time)
    solved = total = 0
    for line in options.file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        game = Game(options.game, record["fen"])
        wanted = parse_move(game.position, record["best"])
        best, info = solve(engine, game, limits)
        total += 1
        if best.move == wanted:
            solved += 1
        else:
            played = "nothing" if best.move is None else format_move(game.position, best.move)
            print(f"{record.get('id', total)}: {played} instead of {record['best']}"
                  f" {info.score if info else ''} in {record['fen']}", flush=True)
    engine.close()
    print(f"{solved} of {total} solved, {100 * solved / max(total, 1):.1f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
