"""The games, one `Rules` record each. To add one: write its record, list it here, add test data."""

from __future__ import annotations

from ..rules import Rules
from .checkers import ARGENTINIAN, CZECH, ENGLISH, GERMAN, ITALIAN, PORTUGUESE, SLOVAK, SPANISH
from .frisian import FRISIAN, FRYSK
from .international import (
    ANTIDRAUGHTS,
    BREAKTHROUGH,
    CANADIAN,
    GHANAIAN,
    INTERNATIONAL,
    KILLER,
    NIGERIAN,
    SOUTHAFRICAN,
    SRILANKAN,
)
from .orthogonal import ARMENIAN, ARMENIAN_END, ARMENIAN_STRIKE, GOTHIC, TURKISH, TURKISH_CONT
from .russian import BRAZILIAN, DIAGONAL, FILIPINO, GIVEAWAY, JAMAICAN, POOL, RUSSIAN, SPANTSIRETI
from .thai import THAI, THAI_3ROWS, THAI_STRIKE


class UnknownGame(ValueError):
    """No game has this name."""


_RECORDS = (
    RUSSIAN, GIVEAWAY, DIAGONAL, BRAZILIAN, INTERNATIONAL, CANADIAN, POOL, ENGLISH, ITALIAN,
    SPANISH, PORTUGUESE, CZECH, THAI, TURKISH, ARMENIAN, FRISIAN, FRYSK, ANTIDRAUGHTS,
    BREAKTHROUGH, KILLER,
    SPANTSIRETI, FILIPINO, JAMAICAN, GERMAN, GOTHIC, ARGENTINIAN, SLOVAK, GHANAIAN, NIGERIAN,
    SRILANKAN, SOUTHAFRICAN,
    TURKISH_CONT, ARMENIAN_END, ARMENIAN_STRIKE, THAI_STRIKE, THAI_3ROWS,
)
_BY_NAME = {record.name: record for record in _RECORDS}


def games() -> tuple[str, ...]:
    """Names of all games, the home game first."""
    return tuple(_BY_NAME)


def rules(name: str) -> Rules:
    """The record of a game; UnknownGame if there is none of that name."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownGame(f"unknown game {name!r}") from None


def kernels() -> dict[str, Rules]:
    """One record for each compiled rule set, by the name of the first game that uses it."""
    first: dict[tuple[object, ...], Rules] = {}
    for record in _RECORDS:
        first.setdefault(record.kernel, record)
    return {record.name.replace("-", "_"): record for record in first.values()}


def kernel_of(record: Rules) -> str:
    """Name of the compiled rule set that plays this game."""
    return next(name for name, other in kernels().items() if other.kernel == record.kernel)
