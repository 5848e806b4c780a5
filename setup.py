"""Compiles the engine where that can be done; everything else about the package stands in pyproject.toml.

The modules below are Python that mypyc turns into C. Without mypy or without a C compiler that works, the package is
installed as the Python that it is, only slower; `checkers-ab --version` says which it is. An editable install, and
whatever else builds no wheel, is left plain: there edits count at once.
"""

from __future__ import annotations

import os
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = [
    "checkers_ab/games/checkers/bits.py",
    "checkers_ab/games/checkers/chains.py",
    "checkers_ab/engine/evaluate.py",
    "checkers_ab/engine/frame.py",
    "checkers_ab/engine/kernel.py",
    "checkers_ab/engine/moves.py",
    "checkers_ab/engine/search.py",
    "checkers_ab/engine/table.py",
]
ALSO_PLAIN = {"checkers_ab.games.checkers.bits"}
"""Part of the library, but imported as Python: a plain solve needs it, and loading the library takes longer."""

FLAGS = [
    "-fno-semantic-interposition",  # a call within the library goes straight to its function, or becomes part of it
    "-Wno-error",  # what a compiler of another day warns of is no reason to do without it
]
BUILDS = {"bdist_wheel", "build", "build_ext", "install"}


def extensions() -> list[Extension]:
    """The modules as C; none where nothing is built or mypyc can't do it."""
    if not BUILDS & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify

        found: list[Extension] = mypycify(COMPILED, opt_level="3", debug_level="0", group_name="checkers_ab")
    except (Exception, SystemExit) as error:
        warn(f"mypyc can't compile it ({error!r})")
        return []
    for extension in found if os.name == "posix" else []:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return [extension for extension in found if extension.name not in ALSO_PLAIN]


class AllOrNone(build_ext):
    """Builds every extension or leaves all of them out: one alone could not be imported."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever a compiler may fail with
            warn(f"there is no C compiler that works ({type(error).__name__}, above)")
            for output in filter(os.path.exists, self.get_outputs()):
                os.remove(output)
            self.extensions = []


def warn(why: str) -> None:
    print(f"warning: checkers-ab is built as plain Python: {why}", file=sys.stderr)


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})
