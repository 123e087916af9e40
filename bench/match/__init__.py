"""Matches between draughts engines.

    config      what is to be played, from TOML and the command line
    limits      time controls and clocks
    process     engine processes (reaper: nothing survives the runner)
    player      an engine in a game: uci, hub, dxp; connect finds out which
    history     the game in the words of each protocol
    referee     one game; adjudication; record is what remains of it
    openings    where games start (balance: made ones must be fair)
    schedule    who plays whom; seat and pool: where (cluster: on many machines)
    log         the state of a match on disk; pdn_file, report: for people
    stats       Elo and its error; sprt: when to stop; ratings: more than two engines
    standings   results so far; summary and display: in words and tables
    runner      all of it together; cli: the command; baseline: against older revisions
"""

from __future__ import annotations

from .cli import main

__all__ = ["main"]
