"""Configurations from TOML and from the command line."""

from __future__ import annotations

import pytest

from bolshak.bench.match.cli import configure, parser
from bolshak.bench.match.config import Openings, parse_words, read_match
from bolshak.bench.match.faults import ConfigError
from bolshak.bench.match.limits import Limit
from bolshak.bench.match.sprt import Sprt

TOML = """
game = "brazilian"
event = "round-robin"
games = 20
openings = "random:6"

[each]
tc = "10+0.1"
[each.options]
Hash = 32

[sprt]
elo1 = 10

[adjudication]
draw_count = 5

[[engine]]
name = "one"
command = "bolshak --threads=1"

[[engine]]
command = ["bolshak", "hub"]
protocol = "hub"
nodes = 500
ponder = true
[engine.options]
Ponder = true
"""


def from_words(*words: str):
    return configure(parser().parse_args(words))


def test_file(tmp_path):
    file = tmp_path / "match.toml"
    file.write_text(TOML)
    config = from_words(str(file), "--games", "8", "--seed", "5")
    one, two = config.engines
    assert one.command == ("bolshak", "--threads=1")
    assert one.limit == Limit(10_000, 100)
    assert one.options == {"Hash": "32"}
    assert two.command == ("bolshak", "hub")
    assert two.limit == Limit(nodes=500)        # its own limit replaces the common one
    assert two.options == {"Hash": "32", "Ponder": "true"}
    assert two.ponder
    assert two.name == "bolshak"
    assert (config.game, config.event, config.games, config.seed) == (
        "brazilian", "round-robin", 8, 5)
    assert config.openings == Openings("random:6")
    assert config.sprt == Sprt(0, 10)
    assert config.adjudication.draw_count == 5
    assert config.output == str(tmp_path / "match")


def test_command_line():
    config = from_words(
        "--engine", "cmd=prog x", "nodes=100", "option.Move Overhead=5", "--engine", "other",
        "depth=3", "--openings", "all:3", "--order", "sequential", "--balance", "70",
        "--sprt", "elo0=-5", "elo1=5", "model=logistic", "--adjudicate", "win_count=4",
        "win_score=500", "--game", "english", "--output", "here")
    one, two = config.engines
    assert one.command == ("prog", "x")
    assert one.options == {"Move Overhead": "5"}
    assert two.command == ("other",)
    assert config.openings == Openings("all:3", "sequential", balance=70)
    assert config.sprt == Sprt(-5, 5, model="logistic")
    assert (config.adjudication.win_count, config.adjudication.win_score) == (4, 500)
    assert config.output == "here"


def test_engines_of_one_name_are_told_apart():
    same = from_words("--engine", "a", "nodes=1", "--engine", "a", "nodes=2")
    assert [engine.name for engine in same.engines] == ["a 1 nodes", "a 2 nodes"]
    twins = from_words("--engine", "a", "nodes=1", "--engine", "a", "nodes=1")
    assert [engine.name for engine in twins.engines] == ["a 1 nodes #1", "a 1 nodes #2"]


@pytest.mark.parametrize("words, message", [
    (["--engine", "a", "nodes=1"], "two engines"),
    (["--engine", "a", "nodes=1", "--engine", "b"], "no limit"),
    (["--engine", "a", "nodes=1", "colour=red", "--engine", "b", "nodes=1"], "colour"),
    (["--engine", "a", "nodes=1", "red", "--engine", "b", "nodes=1"], "KEY=VALUE"),
    (["--engine", "a", "nodes=x", "--engine", "b", "nodes=1"], "whole number"),
    (["--engine", "a", "ponder=maybe", "nodes=1", "--engine", "b", "nodes=1"], "true nor false"),
    (["--engine", "a", "proto=xboard", "nodes=1", "--engine", "b", "nodes=1"], "protocol"),
    (["--engine", "nodes=1", "--engine", "b", "nodes=1"], "no command"),
    (["--each", "nodes=1", "--engine", "a", "name=x", "--engine", "b", "name=x"], "one name"),
    (["--each", "nodes=1", "--engine", "a", "--engine", "b", "--engine", "c"], "round-robin"),
    (["--each", "nodes=1", "--engine", "a", "--engine", "b", "--game", "go"], "unknown game"),
    (["--each", "nodes=1", "--engine", "a", "--engine", "b", "--sprt", "elo0=9"], "elo0"),
    (["--each", "nodes=1", "--engine", "a", "--engine", "b", "--sprt", "elo2=9"], "elo2"),
    (["--each", "nodes=1", "--engine", "a", "--engine", "b", "--adjudicate", "win_count=x"],
     "no number"),
])
def test_mistakes_are_told(words, message):
    with pytest.raises(ConfigError, match=message):
        from_words(*words)


def test_bad_files(tmp_path):
    with pytest.raises(ConfigError, match="No such file"):
        from_words(str(tmp_path / "none.toml"))
    bad = tmp_path / "bad.toml"
    bad.write_text("game = ")
    with pytest.raises(ConfigError, match="bad.toml"):
        from_words(str(bad))
    bad.write_text('colour = "red"')
    with pytest.raises(ConfigError, match="colour"):
        from_words(str(bad))


def test_words():
    assert parse_words(["bolshak uci", "nodes=5", "option.A=b=c"]) == {
        "command": "bolshak uci", "nodes": "5", "options": {"A": "b=c"}}


def test_what_makes_a_match_the_same():
    table = {"engine": [{"cmd": "a", "nodes": 1}, {"cmd": "b", "nodes": 1}]}
    match = read_match(table)
    longer = read_match({**table, "games": 50, "concurrency": 9, "output": "x",
                         "sprt": {"elo1": 3}})
    other = read_match({**table, "seed": 2})
    assert match.fingerprint() == longer.fingerprint()
    assert match.fingerprint() != other.fingerprint()
