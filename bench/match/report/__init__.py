"""The HTML report of a match: one file that needs nothing else."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from pathlib import Path

from .data import collect

__all__ = ["build_report"]


def build_report(log: Path) -> str:
    """The report of a log as an HTML page; ConfigError if it is no match log."""
    data = collect(log)
    parts = files(__package__ or __name__)
    page = parts.joinpath("page.html").read_text(encoding="utf-8")
    # "<" never stands in the text of the script: no end tag can be faked by a name.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    scripts = [parts.joinpath(name).read_text(encoding="utf-8")
               for name in ("board.js", "charts.js", "report.js")]
    for mark, value in (
            ("{{title}}", escape(data["title"])), ("{{heading}}", escape(data["title"])),
            ("{{style}}", parts.joinpath("style.css").read_text(encoding="utf-8")),
            ("{{script}}", "\n".join(scripts)),
            ("{{data}}", text)):        # last: names may hold marks
        page = page.replace(mark, value, 1)
    return page
