"""The files of this program itself, which no box shows."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
DISTRIBUTION = "checkers-ab"


def own_files() -> list[str]:
    """The package, and what was installed with it beside it: compiled libraries and the list of its files."""
    try:
        recorded = distribution(DISTRIBUTION).files or []
    except PackageNotFoundError:
        recorded = []
    beside = [str(file.locate()) for file in recorded if len(file.parts) == 1]
    lists = {os.path.dirname(file.locate()) for file in recorded if file.parts[0].endswith(".dist-info")}
    return [str(PACKAGE), *beside, *sorted(lists)]
