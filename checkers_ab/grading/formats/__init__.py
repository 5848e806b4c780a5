"""Results in the formats of course systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from checkers_ab.grading.mark import SubmissionResult

FORMATS = {"gradescope": "gradescope.json", "junit": "junit.xml", "autolab": "autolab.json"}
"""Every format with its file name in the results folder. Each is in the module of its name."""


def write_format(name: str, results: Sequence[SubmissionResult], title: str) -> str:
    """Results in a format. All but JUnit hold a single one."""
    write: Callable[[Sequence[SubmissionResult], str], str] = import_module(f"checkers_ab.grading.formats.{name}").write
    return write(results, title)
