"""Pyodide for the tests: the npm package, as .ci/run installs it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support import ROOT

VARIABLE = "CHECKERS_AB_PYODIDE"
USUAL = ROOT / "build/runtime/node_modules/pyodide"


def runtime_folder() -> Path | None:
    """The folder of the package; None if there is none."""
    folder = Path(os.environ.get(VARIABLE, USUAL))
    return folder if (folder / "pyodide.mjs").is_file() else None


def need_runtime() -> Path:
    """The folder of the package; without it a test is skipped, but fails where nothing may be skipped."""
    folder = runtime_folder()
    if folder is None:
        why = f"there is no pyodide in {USUAL}: npm install --prefix build/runtime pyodide, or set {VARIABLE}"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return folder
