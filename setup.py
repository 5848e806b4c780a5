"""Compiles the trace where possible, and packs the boards; all else is in pyproject.toml.

mypyc compiles the modules below to C extensions. Without mypy or a working C compiler the package is installed as
plain Python, which is slower; `checkers-ab --version` shows which it is. Editable installs, and other commands that
build no wheel, stay plain Python, so that edits take effect at once. With CHECKERS_AB_PURE=1 in the environment a wheel
is plain Python, too, and one for every system.

The boards of `inputs/` become `checkers_ab/boards/` of a wheel. An editable install reads them where they are.

The links of the README lead to files of the repository. A package index shows the README without these: the links
become addresses, or plain words as long as the repository has none.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
import tomllib
from glob import glob

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

TRACE = [
    "checkers_ab/core/game.py",
    "checkers_ab/core/search.py",
    "checkers_ab/core/values.py",
    "checkers_ab/games/checkers/bits.py",
    "checkers_ab/games/checkers/board.py",
    "checkers_ab/games/checkers/material.py",
    "checkers_ab/games/checkers/notation.py",
    "checkers_ab/games/checkers/rules.py",
    "checkers_ab/logs/lines.py",
]
"""Imported as Python by default, for loading the library takes longer than the trace of a board. Their extensions are
in `checkers_ab/compiled/`, where `cli.main` finds them for large files."""

FLAGS = [
    "-fno-semantic-interposition",  # calls within the library are direct, or inlined
    "-Wno-error",  # new warnings of other compilers must not fail the build
]
BUILDS = {"bdist_wheel", "build", "build_ext", "install"}


def home() -> str:
    """The address of the repository: that of pyproject.toml, or CHECKERS_AB_HOME of the environment."""
    with open("pyproject.toml", "rb") as stream:
        stated: str = tomllib.load(stream)["tool"]["checkers-ab"]["home"]
    return os.environ.get("CHECKERS_AB_HOME", stated)


def urls(home: str) -> dict[str, str]:
    """The links of the package; none if the repository has no address."""
    if not home:
        return {}
    pages = {
        "Documentation": "blob/HEAD/README.md#all-pages",
        "Changelog": "blob/HEAD/CHANGELOG.md",
        "Issues": "issues",
    }
    return {"Homepage": home, "Source": home, **{name: f"{home}/{path}" for name, path in pages.items()}}


def readme(home: str) -> str:
    """The README for a package index, without links to files beside it."""
    with open("README.md", encoding="utf-8") as stream:
        text = stream.read()
    relative = r"\]\((?!https?://|#)([^)]+)\)"
    if home:
        text = re.sub(rf"(!\[[^]]*){relative}", rf"\1]({home}/raw/HEAD/\2)", text)
        return re.sub(rf"(\[[^]]*){relative}", rf"\1]({home}/blob/HEAD/\2)", text)
    text = re.sub(rf"!\[[^]]*{relative}\n+", "", text)
    return re.sub(rf"\[([^]]*){relative}", r"\1", text)


def extensions() -> list[Extension]:
    """The extensions to build; none if no wheel is built or mypyc fails."""
    if not BUILDS & set(sys.argv) or os.environ.get("CHECKERS_AB_PURE", "0") not in ("", "0"):
        return []
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if os.name == "posix" and not shutil.which(compiler):
        warn(f"no working C compiler ({compiler} is not installed)")
        return []
    try:
        from mypyc.build import mypycify

        found: list[Extension] = mypycify(TRACE, opt_level="3", debug_level="0", group_name="checkers_ab")
    except (Exception, SystemExit) as error:
        warn(f"mypyc can't compile it ({error!r})")
        return []
    apart = {name.removesuffix(".py").replace("/", ".") for name in TRACE}
    for extension in found:
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        if extension.name in apart:
            extension.name = extension.name.replace("checkers_ab.", "checkers_ab.compiled.", 1)
    return found


class AllOrNone(build_ext):
    """Builds all extensions or none: one alone can't be imported."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # compilers fail in many ways
            warn(f"no working C compiler ({type(error).__name__}, above)")
            for output in filter(os.path.exists, self.get_outputs()):
                os.remove(output)
            self.extensions = self.distribution.ext_modules = []


class Wheel(bdist_wheel):
    """A wheel whose name says what was built: for every system if nothing was compiled."""

    def run_command(self, command: str) -> None:
        super().run_command(command)
        if command == "build":
            self.root_is_pure = not self.distribution.has_ext_modules()


class WithBoards(build_py):
    """Copies the boards into the package that is built."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            boards = os.path.join(self.build_lib, "checkers_ab", "boards")
            self.mkpath(boards)
            for path in sorted(glob("inputs/*.txt")):
                self.copy_file(path, boards)


def warn(reason: str) -> None:
    print(f"warning: checkers-ab is built as plain Python: {reason}", file=sys.stderr)


setup(
    long_description=readme(home()),
    long_description_content_type="text/markdown",
    project_urls=urls(home()),
    ext_modules=extensions(),
    cmdclass={"bdist_wheel": Wheel, "build_ext": AllOrNone, "build_py": WithBoards},
    data_files=[("share/man/man1", ["docs/checkers-ab.1"])],
)
