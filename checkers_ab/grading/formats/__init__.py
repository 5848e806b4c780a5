"""Results as course systems read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from checkers_ab.grading.mark import Result

FORMATS = {"gradescope": "gradescope.json", "junit": "junit.xml", "autolab": "autolab.json"}
"""Every format, in the module of its name, with the file in which the results folder keeps it."""


def write_format(name: str, results: Sequence[Result], title: str) -> str:
    """Some results in a format; all but JUnit hold just one."""
    write: Callable[[Sequence[Result], str], str] = import_module(f"checkers_ab.grading.formats.{name}").write
    return write(results, title)
