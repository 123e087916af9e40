"""Virtual environments for the real clients, one for each, made with plain pip.

They are kept under BOLSHAK_CLIENT_CACHE, or in a folder of the system's temporary files, and made
once. A client process has no time limits of its own, so `play` puts one around it.
"""

from __future__ import annotations

import fcntl
import getpass
import json
import os
import re
import signal
import subprocess
import tempfile
import venv
from pathlib import Path
from typing import Any

import pytest

INSTALL_TIME = 300              # seconds
NO_INDEX = re.compile("ConnectionError|NewConnectionError|Temporary failure|timed out|"
                      "Could not find a version|No matching distribution|Network is unreachable")
SCRIPTS = Path(__file__).parent


def environment(requirement: str) -> Path:
    """The folder of programs of an environment that has a requirement such as
    `pydraughts==0.5.7`. Skips the test where no package index can be reached."""
    cache = os.environ.get("BOLSHAK_CLIENT_CACHE")
    folder = Path(cache) if cache else \
        Path(tempfile.gettempdir()) / f"bolshak-clients-{getpass.getuser()}"
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / requirement.replace("==", "-")
    with open(f"{place}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "complete").exists():
            _install(requirement, place)
    return place / "bin"


def _install(requirement: str, place: Path) -> None:
    venv.create(place, with_pip=True, clear=True)
    result = subprocess.run(
        [place / "bin" / "python", "-m", "pip", "install", "--quiet", requirement],
        capture_output=True, text=True, timeout=INSTALL_TIME, check=False)
    if result.returncode and NO_INDEX.search(result.stderr):
        pytest.skip(f"{requirement} cannot be had here: {result.stderr.strip()[-200:]}")
    assert result.returncode == 0, result.stderr
    (place / "complete").touch()


def play(programs: Path, script: str, *arguments: object, timeout: float) -> dict[str, Any]:
    """Run a client script in its environment and return its report, the JSON object in its last
    line. The client and the programs that it started are killed at the time limit."""
    process = subprocess.Popen(
        [programs / "python", SCRIPTS / script, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    late = ""
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        late = f"still running after {timeout} s"
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
    if late:
        output, errors = process.communicate()
        pytest.fail(f"{script} {arguments}: {late}\n{output[-2000:]}\n{errors[-4000:]}")
    assert process.returncode == 0, f"{script} {arguments}\n{output[-2000:]}\n{errors[-4000:]}"
    report: dict[str, Any] = json.loads(output.splitlines()[-1])
    return report
