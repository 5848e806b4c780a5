"""Running the sandbox as an ordinary user, in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.support import ROOT, let_pass, need_program

NOBODY = 65534
PYTHON = "/usr/bin/python3"
"""An interpreter that every user can start."""


def as_ordinary_user(script: str, folder: Path, *arguments: str) -> Any:
    """The output of a script, read as JSON: with a copy of this program in a folder, and the rights of nobody."""
    need_program(PYTHON)
    shutil.copytree(ROOT / "checkers_ab", folder / "checkers_ab", ignore=shutil.ignore_patterns("__pycache__"))
    let_pass(folder)
    for path in (folder / "checkers_ab").rglob("*"):
        path.chmod(0o755)
    done = subprocess.run(
        [PYTHON, "-c", script, *arguments],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)
