"""Running the sandbox as an ordinary user, in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.support import ROOT, need_program

NOBODY = 65534
PYTHON = "/usr/bin/python3"
"""An interpreter that every user can start."""


def as_ordinary_user(script: str, *arguments: str) -> Any:
    """The output of a script, read as JSON: with a copy of this program, and the rights of nobody.

    The copy is in a folder of its own: those of pytest are closed again when other tests start beside these.
    """
    need_program(PYTHON)
    with tempfile.TemporaryDirectory() as folder:
        without = shutil.ignore_patterns("__pycache__")
        copy = Path(shutil.copytree(ROOT / "checkers_ab", f"{folder}/checkers_ab", ignore=without))
        for path in (Path(folder), *copy.rglob("*")):
            path.chmod(0o755)
        done = subprocess.run(
            [PYTHON, "-c", script, *arguments],
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done
    return json.loads(done.stdout)
