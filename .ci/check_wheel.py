"""Checks what a wheel holds: compiled modules, declarations, stubs, data; no generated C."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

MOST = 35_000_000       # bytes


def main(path: str) -> int:
    names = zipfile.ZipFile(path).namelist()
    wanted = ["bolshak/py.typed", "bolshak/types.pxd", "bolshak/position.pyi",
              "bolshak/kernels/movegen.pxd", "bolshak/bench/positions.txt",
              "bolshak/data/russian/kk-kk.dtc", "bolshak/data/turkish/kk-k.wld"]
    problems = [f"missing: {name}" for name in wanted if name not in names]
    for module in ("bolshak/position.", "bolshak/search.", "bolshak/kernels/russian.",
                   "bolshak/kernels/thai_strike."):
        if not any(n.startswith(module) and n.endswith(".so") for n in names):
            problems.append(f"not compiled: {module}")
    problems += [f"should not be there: {n}" for n in names if n.endswith((".c", ".pyx"))]
    problems += [f"outside the package: {n}" for n in names
                 if not n.startswith("bolshak/") and ".dist-info/" not in n]
    size = Path(path).stat().st_size
    if size > MOST:
        problems.append(f"{size} bytes, more than {MOST}")
    print(f"{Path(path).name}: {len(names)} files, {size / 1e6:.1f} MB")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
