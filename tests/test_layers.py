"""The layers of ARCHITECTURE.md: an import upwards is a bug."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "engine"

# Lowest first; a module may import from its own row and from rows above it.
LAYERS = [
    ["types", "bits", "zobrist"],
    ["geometry", "rules", "games", "build"],
    ["draws", "kernels", "weights"],
    ["position", "game"],
    ["fen", "movetext", "hubtext", "notation"],
    ["pdn", "pdn_lines", "pdn_model", "pdn_read", "pdn_replay", "pdn_write"],
    ["tables"],
    ["control", "tt", "order", "clock"],
    ["context", "quiescence", "search", "worker"],
    ["report", "endgames", "deepening", "team"],
    ["options", "strength", "engine"],
]
RANK = {name: rank for rank, row in enumerate(LAYERS) for name in row}
# Positions turn text into values by asking notation inside a function; builds ask the core.
EXCEPTIONS = {("position", "notation"), ("game", "notation"), ("build", "position")}
CIMPORT = re.compile(r"^\s*from\s+(?:bolshak)?\.(\w+)\S*\s+c?import|^\s*from\s+bolshak\.(\w+)",
                     re.MULTILINE)


def layer(path: Path) -> str:
    """The name of the layer a source file belongs to."""
    relative = path.relative_to(ENGINE)
    return relative.parts[0] if len(relative.parts) > 1 else path.stem


def imported(path: Path) -> set[str]:
    """Names of the engine's own modules that a file imports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return {a or b for a, b in CIMPORT.findall(text)}
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".")
            if node.level == 1 or module[0] == "bolshak":
                found.add(module[0] if node.level == 1 else (module + [""])[1])
                if node.level == 1 and path.parent != ENGINE:
                    found.discard(module[0])        # a neighbour within its own folder
            elif node.level == 2:
                found.add(module[0])
    return found


def calls_print(path: Path) -> bool:
    """Whether a file calls print or touches the standard streams."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return bool(re.search(r"(?<![\w.])print\(|sys\.std", text))
    return any(isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
               or isinstance(node, ast.Attribute) and node.attr in ("stdout", "stderr")
               for node in ast.walk(ast.parse(text)))


SOURCES = sorted(path for pattern in ("*.py", "*.pyx", "*.pxd", "games/*.py", "kernels/*.p*")
                 for path in ENGINE.glob(pattern)
                 if path.stem not in ("__init__", "__main__") and path.suffix != ".pyi")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down(path: Path) -> None:
    name = layer(path)
    assert name.split("_")[0] in RANK or name in RANK, f"{name}: no layer in this test"
    rank = RANK.get(name, RANK.get(name.split("_")[0], -1))
    for other in imported(path) - {name}:
        lower = RANK.get(other, RANK.get(other.split("_")[0]))
        if lower is None or (name, other) in EXCEPTIONS:
            continue
        assert lower <= rank, f"{path.name} ({name}) imports {other}, which lies above it"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_never_prints(path: Path) -> None:
    assert not calls_print(path)
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"import.*bolshak\.(protocol|bench)|from bolshak\.(protocol|bench)", text)
