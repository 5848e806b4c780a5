"""Large files: their traces are written by the compiled modules, where a wheel has them.

Loading them takes longer than a plain start, so that they pay only for many boards. They are the same modules, in a
folder of their own (see setup.py), where no import finds them unless it is asked to.
"""

from __future__ import annotations

import os

import checkers_ab.core
import checkers_ab.games.checkers
import checkers_ab.trace


def use_compiled_modules() -> None:
    """Lets later imports find the compiled modules first. Without them nothing changes."""
    folder = os.path.join(os.path.dirname(checkers_ab.__file__), "compiled")
    for package in (checkers_ab.core, checkers_ab.games.checkers, checkers_ab.trace):
        package.__path__.insert(0, os.path.join(folder, *package.__name__.split(".")[1:]))
