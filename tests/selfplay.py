"""Fast games of the engine against itself, each move checked by the slow reference.

    python tests/selfplay.py [--games 20] [--nodes 20000] [--seed 1] [GAME...]

Every game must end by a rule, at the same ply and with the same winner for the engine's referee
and for the reference. Prints a line a game rule set; exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from agree import plain  # noqa: E402
from reference_draws import Game as ReferenceGame  # noqa: E402

import bolshak  # noqa: E402
from bolshak import Best, Engine, Game, Limits  # noqa: E402

OPENING = 6             # random plies
MOST = 1200             # plies; a game that goes on longer does not end by a rule


def best_move(engine: Engine, game: Game, nodes: int) -> Best:
    found: list[Best] = []
    engine.set_game(game.copy())
    engine.go(Limits(nodes=nodes), lambda info: None, found.append)
    engine.wait()
    return found[0]


def play(engine: Engine, name: str, nodes: int, chance: random.Random) -> tuple[str, int]:
    """One game: how it ended and after how many plies. AssertionError if the models differ."""
    game, model = Game(name), ReferenceGame(name)
    engine.new_game()
    while True:
        result, expected = game.result(), model.ending()
        assert (result is None) == (expected is None), (game.position.fen(), result, expected)
        if result is not None and expected is not None:
            assert result.winner == expected.winner
            return str(result), len(game.moves)
        if len(game.moves) == MOST:
            return "no end", MOST
        if len(game.moves) < OPENING:
            move = chance.choice(game.position.legal_moves())
        else:
            chosen = best_move(engine, game, nodes).move
            assert chosen is not None
            move = chosen
        model.push(plain(move))         # ValueError if the reference finds it illegal
        game.push(move)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(bolshak.games()))
    options = parser.parse_args(arguments)
    failed = False
    engine = Engine()
    engine.set_option("Hash", "16")
    for name in options.names:
        engine.set_option("UCI_Variant", name)
        chance = random.Random(options.seed)
        ends: Counter[str] = Counter()
        plies = 0
        for _ in range(options.games):
            reason, length = play(engine, name, options.nodes, chance)
            ends[reason] += 1
            plies += length
        failed |= "no end" in ends
        told = ", ".join(f"{count} {reason}" for reason, count in ends.most_common())
        print(f"{name:16}{options.games} games, {plies / options.games:.0f} plies each: {told}",
              flush=True)
    engine.close()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
