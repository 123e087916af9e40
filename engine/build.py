"""How the installed engine was compiled."""

from __future__ import annotations


def build_info() -> dict[str, str]:
    """Compiler and flags of the compiled core."""
    from . import position
    return position.build_info()
