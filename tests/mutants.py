"""`make mutants MODULE=checkers_ab/core/order.py TESTS="tests/test_games.py" SAMPLE=25`: is a changed line noticed?

Each mutant is the module with one small change: another comparison, sign, number or truth value. The tests run on a
copy of the project; a mutant that they do not notice survives, and is printed. The exit code is 1 if one does.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import resource
import shutil
import signal
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis.strategies  # noqa: F401
import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("checkers_ab", "tests", "inputs", "expected", "docs", "pyproject.toml", "README.md", "Makefile")
PATIENCE = 600
"""Seconds for the tests of one mutant; one that runs longer is noticed."""
PAIRS: list[tuple[type[ast.AST], type[ast.AST]]] = [
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)),
    *((ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.LShift, ast.RShift)),
    (ast.BitAnd, ast.BitOr),
]
OTHERS = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
"""Operators, and what each becomes."""

Mutant = tuple[int, str, str]
"""The line, what has changed there, and the whole source."""


def mutants_of(source: str) -> Iterator[Mutant]:
    """All mutants of a module."""
    original = ast.parse(source)
    texts = _texts(original)
    for place, node in enumerate(ast.walk(original)):
        if id(node) in texts:
            continue
        tree = copy.deepcopy(original)
        twin = next(found for number, found in enumerate(ast.walk(tree)) if number == place)
        if _change(twin):
            line = getattr(node, "lineno", 0)
            yield line, f"{_shown(node)} becomes {_shown(twin)}", ast.unparse(tree)


def _texts(tree: ast.AST) -> set[int]:
    """What says nothing at run time: annotations."""
    parts = []
    for node in ast.walk(tree):
        parts += [getattr(node, "annotation", None), getattr(node, "returns", None)]
    return {id(below) for part in parts if isinstance(part, ast.AST) for below in ast.walk(part)}


def _change(node: ast.AST) -> bool:
    """Changes a node; False if there is nothing to change about it."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in OTHERS:
            node.ops = [OTHERS[type(operator)]()]  # type: ignore[list-item]
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in OTHERS:
            node.op = OTHERS[type(operator)]()  # type: ignore[assignment]
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.If() | ast.While() | ast.IfExp():
            node.test = ast.UnaryOp(op=ast.Not(), operand=node.test)
        case ast.UnaryOp(op=ast.USub()):
            node.op = ast.UAdd()
        case _:
            return False
    ast.fix_missing_locations(node)
    return True


def _shown(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


def copied(project: Path, folder: Path) -> Path:
    """A copy of what the tests need."""
    for name in PARTS:
        source = project / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        elif source.exists():
            shutil.copy(source, folder / name)
    return folder


def is_noticed(project: Path, tests: list[str], seconds: int = PATIENCE) -> bool:
    """True if a test of a project fails, or all need more than some seconds of the processor."""
    trial = get_context("fork").Process(target=_run_tests, args=(project, tests, seconds))
    trial.start()
    trial.join()
    return trial.exitcode != 0


def _run_tests(project: Path, tests: list[str], seconds: int) -> None:
    """In a process of its own, into which pytest and its plugins come along: they take longer than many tests."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.alarm(PATIENCE)
    os.chdir(project)
    sys.path.insert(0, str(project))
    os.environ["PYTHONPATH"] = str(project)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "checkers_ab")]:
        del sys.modules[name]
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    without = [word for name in ("cacheprovider", "randomly", "xdist") for word in ("-p", f"no:{name}")]
    sys.exit(pytest.main(["-x", "-q", "-W", "ignore::pytest.PytestAssertRewriteWarning", *without, *tests]))


def survivors(project: Path, module: str, tests: list[str], sample: int | None = None) -> Iterator[Mutant | None]:
    """The mutants of a module that no test notices, and None for each of the others.

    With a sample only so many are tried, always the same. ValueError if the tests fail without any.
    """
    made = list(mutants_of((project / module).read_text(encoding="utf-8")))
    if sample is not None and sample < len(made):
        made = sorted(random.Random(module).sample(made, sample))
    with TemporaryDirectory() as folder:
        place = copied(project, Path(folder))
        if is_noticed(place, tests):
            raise ValueError("the tests fail on the module as it is")
        usual = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = 5 + int(5 * (usual.ru_utime + usual.ru_stime))
        for time, mutant in enumerate(made, 1):
            (place / module).write_text(mutant[2], encoding="utf-8")
            os.utime(place / module, (time, time))  # else Python might take the compiled module of the one before
            yield None if is_noticed(place, tests, seconds) else mutant


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--sample", type=int, help="try only so many mutants")
    words = parser.parse_args()
    count = left = 0
    for mutant in survivors(ROOT, words.module, words.tests, words.sample):
        count += 1
        if mutant is not None:
            left += 1
            print(f"{words.module}:{mutant[0]}: survives: {mutant[1]}", flush=True)
    print(f"{words.module}: {count - left} of {count} noticed")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
