"""Extensions of Bolshak: staging of .pxd files, one kernel for each rule set, flags.

Environment: BOLSHAK_MARCH=native (or another -march) builds for one kind of CPU;
BOLSHAK_DEBUG=1 compiles C asserts in; BOLSHAK_SANITIZE=1 adds the address and
undefined-behaviour sanitizers; BOLSHAK_ANNOTATE=1 writes Cython's HTML reports.
"""

from __future__ import annotations

import os
import shutil
import sys
import types
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).parent.resolve()
BUILD = Path("build")
STAGE = BUILD / "pxd"
PACKAGES = {"bolshak": "engine", "bolshak.kernels": "engine/kernels"}
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": True,
}


def stage(source: Path, target: Path) -> None:
    """Copies a file if it differs, keeping its time, so that only what changed is rebuilt."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_bytes() != source.read_bytes():
        shutil.copy2(source, target)


def stage_declarations() -> None:
    """Lays the .pxd files out by dotted name, which is how Cython looks for them."""
    for package, folder in PACKAGES.items():
        place = STAGE.joinpath(*package.split("."))
        place.mkdir(parents=True, exist_ok=True)
        (place / "__init__.py").touch()
        for source in Path(folder).glob("*.pxd"):
            stage(source, place / source.name)


def flags() -> list[str]:
    """Compiler flags."""
    chosen = ["-O3", "-fno-strict-aliasing", "-Wno-unused-function"]
    if os.environ.get("BOLSHAK_MARCH"):
        chosen.append(f"-march={os.environ['BOLSHAK_MARCH']}")
    if os.environ.get("BOLSHAK_DEBUG") or os.environ.get("BOLSHAK_SANITIZE"):
        chosen += ["-UNDEBUG", "-O1", "-g"]
    if os.environ.get("BOLSHAK_SANITIZE"):
        chosen += ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    return chosen


def records() -> types.ModuleType:
    """The module bolshak.games, imported without the compiled package around it."""
    package = types.ModuleType("bolshak")
    package.__path__ = [str(ROOT / "engine")]
    sys.modules["bolshak"] = package
    try:
        import bolshak.games
        return bolshak.games
    finally:
        for name in [n for n in sys.modules if n == "bolshak" or n.startswith("bolshak.")]:
            del sys.modules[name]


def halves(name: str, mask: int) -> list[tuple[str, str]]:
    """A bit board as two constants of 64 bits."""
    return [(f"{name}_LOW", f"{mask & (1 << 64) - 1:#x}ULL"),
            (f"{name}_HIGH", f"{mask >> 64:#x}ULL")]


def constants(rules) -> list[tuple[str, str]]:
    """The rule record as C constants (engine/kernels/constants.pxd reads them)."""
    board = rules.board
    numbers = {
        "BOARD_WIDE": max(board.bits) >= 64,
        "BOARD_EVERY": board.every_square,
        "BOARD_FILES": board.files,
        "BOARD_RANKS": board.ranks,
        "BOARD_STEP": board.step,
        "BOARD_RIGHT": board.right,
        "BOARD_TOP": max(board.bits),
        "BOARD_HAS_ROAD": bool(board.main_road),
        "RULE_MAN_MOVES": rules.man_moves,
        "RULE_MAN_CAPTURES": rules.man_captures,
        "RULE_KING_MOVES": rules.king_moves,
        "RULE_KING_CAPTURES": rules.king_captures,
        "RULE_FLYING": rules.flying,
        "RULE_PRIORITY": sum(set(rules.priority)),
        "RULE_PROMOTION": rules.promotion,
        "RULE_REMOVAL": rules.removal,
        "RULE_LANDING": rules.landing,
        "RULE_TURN_BACK": rules.turn_back,
        "RULE_MEN_TAKE_KINGS": rules.men_take_kings,
        "RULE_KING_LIMIT": rules.king_limit,
        "RULE_ENDING": rules.ending,
    }
    return [(name, str(int(value))) for name, value in numbers.items()] \
        + halves("BOARD", board.mask()) \
        + halves("BOARD_ROAD", board.mask(board.main_road)) \
        + halves("BOARD_FAR_WHITE", board.mask(board.far_row("W"))) \
        + halves("BOARD_FAR_BLACK", board.mask(board.far_row("B")))


def extensions() -> list[Extension]:
    """All compiled modules: one for each .pyx, and one kernel for each rule set."""
    link = ["-fsanitize=address,undefined"] if os.environ.get("BOLSHAK_SANITIZE") else []
    records_changed = [str(p) for p in sorted(Path("engine").glob("games/*.py"))]
    records_changed += ["engine/rules.py", "engine/geometry.py"]
    built = []
    template = Path("engine/kernels/kernel.pyx")
    for name, rules in records().kernels().items():
        source = BUILD / "kernels" / f"{name}.pyx"
        stage(template, source)
        built.append(Extension(f"bolshak.kernels.{name}", [str(source)], extra_link_args=link,
                               define_macros=constants(rules), extra_compile_args=flags(),
                               depends=records_changed))
    told = [("BOARD_WIDE", "0"), ("BOLSHAK_FLAGS", '"{}"'.format(" ".join(flags())))]
    for path in sorted(Path("engine").glob("*.pyx")):
        built.append(Extension(f"bolshak.{path.stem}", [str(path)], extra_link_args=link,
                               define_macros=told, extra_compile_args=flags()))
    return built


os.chdir(ROOT)
stage_declarations()
setup(ext_modules=cythonize(
    extensions(), build_dir=str(BUILD / "cython"), include_path=[str(STAGE)],
    compiler_directives=DIRECTIVES, annotate=bool(os.environ.get("BOLSHAK_ANNOTATE")),
    nthreads=os.cpu_count() if sys.platform == "linux" else 0),
    options={"build_ext": {"parallel": os.cpu_count()}})
