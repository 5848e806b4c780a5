"""Submissions that do not fit a plan: what the plan names, what is there instead, and what is wrong with a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from checkers_ab.core.text import printable
from checkers_ab.grading.plan import GradingPlan, Program
from checkers_ab.sandbox.unpack import IGNORED

BOM = b"\xef\xbb\xbf"
MOST_NAMED = 4
"""Files that are named; others are only counted."""
MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_FILE = re.compile(r"[\w*?./+-]*[\w*?]\.(?:py|java|cpp|cc|cxx|c|sh|pl|js|rb|jar|class)\b")
KINDS = {
    ".java": ("java", "Java"),
    ".cpp": ("cpp", "C++"),
    ".cc": ("cpp", "C++"),
    ".cxx": ("cpp", "C++"),
    ".py": ("python", "Python"),
}
"""Languages that `grade init --for` knows, by the endings of their files."""


def why_unfit(plan: GradingPlan, folder: Path) -> str:
    """Sentences about a submission that could not be built or started, for the student; empty if all seems right."""
    if plan.program is None:
        return ""
    files = _files(folder)
    return " ".join([*_missing(plan.program, files), *_odd(plan.program, folder, files)])


def suggestion(plan: GradingPlan, folder: Path) -> str:
    """A hint for the grader about a submission without the files that the plan names; empty if it has them."""
    if plan.program is None:
        return ""
    files = _files(folder)
    wanted = [name for name in _wanted(plan.program) if not _has(files, name)]
    if not wanted:
        return ""
    found = next((KINDS[path.suffix] for path in files if path.suffix in KINDS), None)
    plan_for = f": a plan for {found[1]} is written by checkers-ab grade init --for {found[0]}" if found else ""
    return f"no {wanted[0]}; {_there(files)}{plan_for}"


def _files(folder: Path) -> list[Path]:
    """The files of a submission by their paths in it, those at the top first."""
    found = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    kept = [path for path in found if not set(path.parts) & set(IGNORED)]
    return sorted(kept, key=lambda path: (len(path.parts), path.as_posix()))


def _wanted(program: Program) -> Iterator[str]:
    """The files that the commands of a plan name and do not make themselves."""
    build = program.build[-1] if program.build[:2] == ("/bin/sh", "-c") else " ".join(program.build)
    if re.match(r"\s*make\b", build):
        yield "Makefile"
    run = " ".join(program.run)
    yield from dict.fromkeys(name.removeprefix("./") for name in _FILE.findall(f"{build} {run}"))
    started = program.run[0].removeprefix("./")
    if not program.build and started != program.run[0] and not _FILE.fullmatch(started):
        yield started


def _has(files: list[Path], name: str) -> bool:
    if name == "Makefile":
        return any(path.as_posix() in MAKEFILES for path in files)
    plain = name.removeprefix("./")
    # A pattern of `find` is looked for in every folder.
    return any(fnmatch(path.as_posix(), plain) or ("*" in plain and fnmatch(path.name, plain)) for path in files)


def _missing(program: Program, files: list[Path]) -> Iterator[str]:
    wanted = list(_wanted(program))
    missing = [name for name in wanted if not _has(files, name)]
    if not missing or (any("*" in name for name in missing) and len(missing) < len(wanted)):
        return
    elsewhere = next((path for path in files if path.name == missing[0] and len(path.parts) > 1), None)
    if elsewhere:
        yield f"{printable(missing[0])} is in the folder {printable(elsewhere.parent.as_posix())}, not at the top."
    else:
        yield f"There is no {printable(missing[0])} in the submission; {_there(files)}."
    if any(path.suffix == ".class" for path in files) and not any(path.suffix == ".java" for path in files):
        yield "A .class file is what the compiler makes: hand in the .java file."


def _there(files: list[Path]) -> str:
    top = [path.name for path in files if len(path.parts) == 1]
    names = top or [path.as_posix() for path in files]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    where = "at the top" if top else "below the top"
    return f"{', '.join(map(printable, names[:MOST_NAMED])) or 'nothing'}{more} {where}"


def _odd(program: Program, folder: Path, files: list[Path]) -> Iterator[str]:
    """Sentences about files that a system can't run or compile as they are."""
    started = program.run[0].removeprefix("./")
    for path in files:
        name = path.as_posix()
        if name != started and path.suffix != ".java" and name not in MAKEFILES:
            continue
        with open(folder / path, "rb") as stream:
            first = stream.readline(1000)
        shown = printable(name)
        if first.startswith(BOM):
            yield f"{shown} begins with a byte-order mark: save it as UTF-8 without one."
        if first.removeprefix(BOM).startswith(b"#!") and first.endswith(b"\r\n"):
            yield f"{shown} has Windows line ends, so its interpreter is not found: save it with Unix line ends."
        if name in MAKEFILES and first.endswith(b"\r\n"):
            yield f"{shown} has Windows line ends: save it with Unix line ends."
