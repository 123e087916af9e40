"""The working tree against an older revision of itself: is my change stronger?

The revision is built once, in a virtual environment below the user's cache folder, and kept. The
working tree is what this Python imports, so build it first.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bolshak

from .faults import ConfigError

ARCHIVE_VERSION = "0.0.0"       # an exported revision has no history to take its version from
PACKAGE = "engine"              # folder of the package in the work tree
INSTALLING = "install with `pip install -e .` or build in place"
DEFAULTS: dict[str, Any] = {    # what a regression test looks like if nothing else is said
    "each": {"nodes": 10_000},
    "sprt": {"elo0": 0.0, "elo1": 5.0},
}


def add_baseline(table: dict[str, Any], revision: str) -> None:
    """Make the match in `table` one of the working tree against `revision`.

    ConfigError if the table names engines itself, or the revision cannot be built.
    """
    if table.get("engine"):
        raise ConfigError("--baseline brings its own engines: leave --engine out")
    root = repository()
    commit = git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").strip()
    if not commit:
        raise ConfigError(f"no revision {revision!r} in {root}")
    program = build(root, commit)
    for key, value in DEFAULTS.items():
        if key == "each" or not table.get("games"):
            table.setdefault(key, value)
    table.setdefault("output", f"bolshak-match-{commit[:10]}")
    table["engine"] = [
        {"name": "working tree", "command": [sys.executable, "-m", "bolshak", "uci"],
         "protocol": "uci"},
        {"name": commit[:10], "command": [str(program), "uci"], "protocol": "uci"},
    ]


def repository() -> Path:
    """The repository that this package is imported from; ConfigError if it is an installed copy."""
    source = bolshak.__file__
    folder = Path(source).resolve().parent if source else Path.cwd()
    root = git(folder, "rev-parse", "--show-toplevel").strip()
    if not root:
        raise ConfigError(f"--baseline needs a git work tree, {folder} is in none: {INSTALLING}")
    if folder != Path(root).resolve() / PACKAGE:        # an environment within the work tree
        raise ConfigError(f"--baseline needs a git work tree, {folder} is an installed copy: "
                          f"{INSTALLING}")
    return Path(root)


def git(folder: Path, *arguments: str) -> str:
    """Output of a git command, "" if it fails."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True,
                              text=True, check=False)
    except OSError as error:
        raise ConfigError(f"git: {error.strerror}") from None
    return done.stdout if done.returncode == 0 else ""


def cache() -> Path:
    """The folder of all builds."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "bolshak" / "baselines"


def build(root: Path, commit: str) -> Path:
    """The command `bolshak` of a commit, built if it is not there yet."""
    folder = cache() / commit
    program = folder / "bin" / "bolshak"
    done = folder / "complete"
    cache().mkdir(parents=True, exist_ok=True)
    with open(cache() / f"{commit}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)        # two matches of one revision build it once
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            print(f"building {commit[:10]} in {folder}", flush=True)
            install(root, commit, folder)
            done.touch()
    return program


def install(root: Path, commit: str, folder: Path) -> None:
    """Export the commit and install it in a fresh virtual environment."""
    with tempfile.TemporaryDirectory(prefix="bolshak-") as source:
        archive = Path(source) / "source.tar"
        tree = Path(source) / "tree"
        tree.mkdir()
        run(["git", "-C", str(root), "archive", "--output", str(archive), commit])
        shutil.unpack_archive(archive, tree, "tar")
        run([sys.executable, "-m", "venv", str(folder)])
        run([str(folder / "bin" / "pip"), "install", "--quiet", str(tree)],
            SETUPTOOLS_SCM_PRETEND_VERSION=ARCHIVE_VERSION)


def run(command: Sequence[str], **environment: str) -> None:
    """Run a command; ConfigError with the end of its output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        words = (done.stderr or done.stdout).strip().splitlines()
        raise ConfigError(f"{' '.join(command[:4])}: {' | '.join(words[-5:])}")
