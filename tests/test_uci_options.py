"""The option registry: types, bounds, case, and that a refused value changes nothing."""

from __future__ import annotations

import pytest

from bolshak.options import Option, OptionError, Options, standard_options
from bolshak.protocol.uci_format import option_line

GAMES = ("russian", "giveaway", "canadian")


def registry() -> Options:
    return standard_options(GAMES)


def test_lines_are_those_of_the_specification() -> None:
    assert [option_line(option) for option in registry()] == [
        "option name Threads type spin default 1 min 1 max 512",
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 255",
        "option name UCI_Variant type combo default russian var russian var giveaway var canadian",
        "option name DrawRules type combo default federation var federation var lidraughts",
        "option name Move Overhead type spin default 20 min 0 max 5000",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1800 min 800 max 2600",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_AnalyseMode type check default false",
        "option name TablePath type string default <empty>",
        "option name TablePieces type spin default 8 min 0 max 8",
        "option name EvalFile type string default <empty>",
        "option name MoveNotation type combo default coordinate var coordinate var pdn",
    ]


@pytest.mark.parametrize(("name", "text", "value"), [
    ("hash", "16", 16),
    ("HASH", "+0016", 16),
    ("move overhead", "0", 0),
    ("Ponder", "TRUE", True),
    ("Ponder", "on", True),
    ("Ponder", "1", True),
    ("Ponder", "Off", False),
    ("Ponder", "0", False),
    ("uci_variant", "Canadian", "canadian"),
    ("TablePath", "a  b", "a  b"),
    ("TablePath", "<empty>", ""),
    ("TablePath", "", ""),
    ("TablePath", None, ""),
])
def test_good_values(name: str, text: str | None, value: object) -> None:
    options = registry()
    option, parsed = options.parse(name, text)
    options.store(option, parsed)
    assert options[name] == value
    assert type(options[name]) is type(value)


@pytest.mark.parametrize(("name", "text"), [
    ("Hash", None), ("Hash", ""), ("Hash", "0"), ("Hash", "-1"), ("Hash", "99999999"),
    ("Hash", "2147483648"), ("Hash", "9" * 100_000), ("Hash", "abc"), ("Hash", "16.0"),
    ("Hash", "1 6"), ("Hash", "-"), ("Hash", "\u0663"),
    ("Ponder", "yes"), ("Ponder", None), ("Ponder", "2"),
    ("UCI_Variant", "chess"), ("UCI_Variant", None),
    ("Nope", "1"), ("", "1"),
])
def test_refused_values(name: str, text: str | None) -> None:
    options = registry()
    before = [options[option.name] for option in options if option.kind != "button"]
    with pytest.raises(OptionError) as caught:
        options.parse(name, text)
    assert len(str(caught.value)) < 250
    assert [options[option.name] for option in options if option.kind != "button"] == before


def test_buttons_ignore_values() -> None:
    options = registry()
    for text in (None, "", "x"):
        option, value = options.parse("clear hash", text)
        options.store(option, value)
        assert option.name == "Clear Hash"


def test_typed_access() -> None:
    options = Options([Option("A", "spin", 3, low=1, high=9), Option("B", "check", True),
                       Option("C", "string", "x")])
    assert (options.number("a"), options.flag("b"), options.text("c")) == (3, True, "x")
    assert len(options) == 3
