"""The public names with types: a program that uses all of them runs, and type checkers accept it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import typed_use
from tests.support import ROOT, need_program


def test_the_program_uses_every_public_name() -> None:
    typed_use.main()


def test_pyright_accepts_it_in_strict_mode() -> None:
    """As mypy does, which checks it with all other files."""
    need_program("node")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # there it looks for Python
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "tests/typed_use.py"],
        cwd=ROOT,
        env={**os.environ, "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1:] == ["0 errors, 0 warnings, 0 informations"], done.stdout + done.stderr
