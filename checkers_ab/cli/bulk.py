"""Large files: their traces are written by the compiled modules, where a wheel has them.

Loading them takes longer than a plain start, so that they pay only for many boards. They are the same modules, in a
folder of their own (see setup.py), where no import finds them unless it is asked to.
"""

from __future__ import annotations

import os

import checkers_ab.core
import checkers_ab.games.checkers
import checkers_ab.logs

COMPILED = os.path.join(os.path.dirname(checkers_ab.__file__), "compiled")


def how_built() -> str:
    """`compiled` or `plain Python`, the latter without a compiler and in an editable install."""
    return "compiled" if os.path.isdir(COMPILED) else "plain Python"


def use_compiled_modules() -> None:
    """Lets later imports find the compiled modules first. Without them nothing changes."""
    for package in (checkers_ab.core, checkers_ab.games.checkers, checkers_ab.logs):
        package.__path__.insert(0, os.path.join(COMPILED, *package.__name__.split(".")[1:]))
