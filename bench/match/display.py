"""What a person sees while a match runs: plain lines, or a live table on a terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from .config import MatchConfig
from .record import Record
from .standings import Standings
from .summary import UNKNOWN, duration, plies, sprt_line, strength_line, with_error

if TYPE_CHECKING:
    from rich.console import Console

REFRESH = 1.0                   # s between two drawings of the table
LINES = 20                      # progress lines of a match without terminal


class Display:
    """Plain lines: one for each game of a short match, about 20 of a long one."""

    def __init__(self, config: MatchConfig) -> None:
        self.config = config
        self.total = 0
        self.played = 0             # before this session
        self._begun = time.monotonic()
        self._last_line = 0

    def begin(self, total: int, standings: Standings) -> None:
        """The match starts or goes on."""
        self.total = total
        self.played = standings.games
        self._begun = time.monotonic()
        self._last_line = self.played

    def say(self, text: str) -> None:
        """A line for the reader."""
        print(text, flush=True)

    def game(self, record: Record, standings: Standings) -> None:
        """A game has ended."""
        if record.fault:
            self.say(f"game {record.id + 1}: {record.offender} forfeits, {record.reason}")
        step = max(1, self.total // LINES)
        if standings.games // step > self._last_line // step or standings.games == self.total:
            self.say(self._progress(standings))
        self._last_line = standings.games

    def tick(self, standings: Standings) -> None:
        """Called often, whether something happened or not."""

    def end(self, standings: Standings, lines: list[str]) -> None:
        """The match is over or interrupted."""
        for line in lines:
            self.say(line)

    def remaining(self, games: int) -> float | None:
        """Seconds until the last game at the speed so far."""
        done = games - self.played
        if not done:
            return None
        return (time.monotonic() - self._begun) / done * (self.total - games)

    def elapsed(self) -> float:
        return time.monotonic() - self._begun

    def _progress(self, standings: Standings) -> str:
        words = [f"{standings.games}/{self.total}"]
        if len(standings.names) == 2:
            tally = standings.tally(*standings.names)
            words.append(f"+{tally.wins} -{tally.losses} ={tally.draws}")
            estimate = tally.estimate()
            words.append(f"Elo {with_error(estimate.elo, estimate.elo_error)}")
            if self.config.sprt is not None:
                words.append(f"LLR {self.config.sprt.ratio(tally.pairs):.2f}")
        else:
            leader = standings.ranking()[0]
            words.append(f"{leader} leads with {standings.total(leader).points:g}")
        rest = self.remaining(standings.games)
        words.append(duration(self.elapsed()))
        if rest is not None and rest > 0:
            words.append(f"{duration(rest)} to go")
        return ", ".join(words)


class LiveDisplay(Display):
    """A table that is drawn anew every second. Needs rich."""

    def __init__(self, config: MatchConfig, console: Console) -> None:
        super().__init__(config)
        from rich.live import Live
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._drawn = 0.0
        self._latest = ""
        self._running = False

    def begin(self, total: int, standings: Standings) -> None:
        super().begin(total, standings)
        self._live.start()
        self._running = True
        self._draw(standings)

    def say(self, text: str) -> None:
        self._console.print(text, highlight=False, markup=False)

    def game(self, record: Record, standings: Standings) -> None:
        self._latest = (f"game {record.id + 1}: {record.white} - {record.black} "
                        f"{record.result}, {record.reason}")
        if record.fault:
            self.say(f"game {record.id + 1}: {record.offender} forfeits, {record.reason}")
        self.tick(standings)

    def tick(self, standings: Standings) -> None:
        if time.monotonic() - self._drawn >= REFRESH:
            self._draw(standings)

    def end(self, standings: Standings, lines: list[str]) -> None:
        if self._running:
            self._live.stop()
            self._running = False
            self._console.print(self._table(standings))
        super().end(standings, lines)

    def _draw(self, standings: Standings) -> None:
        from rich.console import Group
        from rich.text import Text
        parts: list[Any] = [self._table(standings), self._bar(standings)]
        if len(standings.names) == 2:
            tally = standings.tally(*standings.names)
            parts.append(Text(strength_line(tally.estimate())))
            if self.config.sprt is not None:
                parts.append(Text(sprt_line(self.config.sprt, tally)))
        parts.append(Text(self._latest, style="dim", no_wrap=True, overflow="ellipsis"))
        self._live.update(Group(*parts), refresh=True)
        self._drawn = time.monotonic()

    def _table(self, standings: Standings) -> Any:
        from rich.table import Table
        table = Table(title=f"{self.config.game} {self.config.event}")
        table.add_column("engine", no_wrap=True)
        for heading in ("games", "won", "drawn", "lost", "points", "%", "nodes/s", "depth",
                        "time", "faults"):
            table.add_column(heading, justify="right")
        for name in standings.ranking():
            tally, totals = standings.total(name), standings.totals[name]
            rate = 100 * tally.points / tally.games if tally.games else 0.0
            table.add_row(
                name, str(tally.games), str(tally.wins), str(tally.draws), str(tally.losses),
                f"{tally.points:g}", f"{rate:.1f}",
                UNKNOWN if totals.speed is None else f"{totals.speed:,.0f}", plies(totals.depth),
                str(totals.time_losses), str(totals.crashes))
        return table

    def _bar(self, standings: Standings) -> Any:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        rest = self.remaining(standings.games)
        line = Table.grid(padding=(0, 1))
        line.add_row(
            f"{standings.games}/{self.total}",
            ProgressBar(total=max(1, self.total), completed=standings.games, width=40),
            duration(self.elapsed()), "" if rest is None else f"{duration(rest)} to go")
        return line


def open_display(config: MatchConfig) -> Display:
    """The live table where standard output is a terminal and rich is there, else plain lines."""
    if sys.stdout.isatty():
        try:
            from rich.console import Console
        except ImportError:
            return Display(config)
        return LiveDisplay(config, Console())
    return Display(config)
