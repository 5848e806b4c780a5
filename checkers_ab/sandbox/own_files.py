"""The files of this program itself, which no box shows."""

from __future__ import annotations

import os
from collections.abc import Iterable
from glob import glob
from importlib.metadata import distributions
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
DISTRIBUTION = "checkers-ab"
PLACES = ("/usr/lib*/python3*/*-packages", "/usr/local/lib*/python3*/*-packages")
"""Folders from which the Python of a box imports. Another copy may be installed there."""


def own_files(places: Iterable[str] = PLACES) -> list[str]:
    """The package, and what was installed with it beside it: compiled libraries and the list of its files.

    Other copies that the Python of a box could import are among them.
    """
    shown = [folder for place in places for folder in sorted(glob(place))]
    copies = [*distributions(name=DISTRIBUTION), *distributions(name=DISTRIBUTION, path=shown)]
    installed = [copy for copy in copies if copy.read_text("RECORD")]  # a build leaves a list of sources beside them
    found = {str(copy.locate_file(file.parts[0])) for copy in installed for file in copy.files or []}
    return [str(PACKAGE), *sorted(path for path in found if os.path.basename(path) not in ("..", "__pycache__"))]
