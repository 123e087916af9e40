"""The working tree against an older revision."""

from __future__ import annotations

import subprocess
import sys

import pytest

import bolshak
from bolshak.bench.match import baseline
from bolshak.bench.match.cli import configure, parser
from bolshak.bench.match.faults import ConfigError

SETUP = """
from setuptools import setup
setup(name="bolshak", version="1", py_modules=["prog"],
      entry_points={"console_scripts": ["bolshak = prog:main"]})
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with two revisions of a program of that name, and a cache of our own."""
    root = tmp_path / "source"
    root.mkdir()

    def commit(text: str) -> None:
        (root / "prog.py").write_text(f"def main():\n    print({text!r})\n")
        run("add", ".")
        run("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", text)

    def run(*words: str) -> None:
        subprocess.run(["git", "-C", str(root), *words], check=True)

    run("init", "-q")
    (root / "setup.py").write_text(SETUP)
    commit("first")
    run("tag", "old")
    commit("second")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(baseline, "repository", lambda: root)
    return root


@pytest.fixture
def quick_build(monkeypatch):
    """Stands in for the build, which needs an index; returns the commits that were built."""
    built = []

    def install(root, commit, folder):
        built.append(commit)
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "bolshak").touch()

    monkeypatch.setattr(baseline, "install", install)
    return built


def test_configuration(repository, quick_build):
    config = configure(parser().parse_args(["--baseline", "old", "--games", "10"]))
    ours, theirs = config.engines
    assert ours.name == "working tree"
    assert ours.command[0] == sys.executable
    assert theirs.command[0].endswith(f"{quick_build[0]}/bin/bolshak")
    assert config.sprt is None
    assert ours.limit.nodes == theirs.limit.nodes == 10_000
    assert quick_build[0][:10] in config.output
    again = configure(parser().parse_args(["--baseline", "old", "--each", "tc=1+0.01"]))
    assert len(quick_build) == 1            # cached
    assert again.sprt is not None
    assert again.engines[0].limit.base == 1000


def test_mistakes(repository, quick_build):
    with pytest.raises(ConfigError, match="no revision 'nowhere'"):
        configure(parser().parse_args(["--baseline", "nowhere"]))
    with pytest.raises(ConfigError, match="own engines"):
        configure(parser().parse_args(["--baseline", "old", "--engine", "x", "nodes=1"]))


def test_an_installed_copy_is_refused_even_within_a_work_tree(tmp_path, monkeypatch):
    """An environment often lies in the clone, whose revision says nothing about the copy."""
    work_tree, outside = tmp_path / "clone", tmp_path / "outside"
    subprocess.run(["git", "init", "-q", str(work_tree)], check=True)
    for folder in (work_tree / "engine", work_tree / ".venv" / "site-packages" / "bolshak",
                   outside / "bolshak"):
        folder.mkdir(parents=True)
        monkeypatch.setattr(bolshak, "__file__", str(folder / "__init__.py"))
        if folder.name == "engine":
            assert baseline.repository() == work_tree.resolve()
            continue
        with pytest.raises(ConfigError, match="pip install -e .` or build in place") as told:
            baseline.repository()
        assert "\n" not in str(told.value) and str(folder) in str(told.value)


@pytest.mark.slow
def test_a_revision_is_exported_and_installed(repository):
    commit = baseline.git(repository, "rev-parse", "old").strip()
    program = baseline.build(repository, commit)
    assert subprocess.run([str(program)], capture_output=True, text=True).stdout == "first\n"


def test_a_failed_build_is_told_and_not_kept(repository, monkeypatch):
    commit = baseline.git(repository, "rev-parse", "old").strip()
    monkeypatch.setattr(baseline, "run", lambda command, **env: (_ for _ in ()).throw(
        ConfigError("no compiler")))
    with pytest.raises(ConfigError, match="no compiler"):
        baseline.build(repository, commit)
    assert not (baseline.cache() / commit / "complete").exists()
