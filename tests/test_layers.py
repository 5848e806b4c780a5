"""Who may import whom, and what a plain solve may load."""

from __future__ import annotations

import ast
import sys

import pytest

from tests.support import ROOT, run_command

PACKAGE = ROOT / "checkers_ab"
LAYERS = ["_typing", "core", "draw", "games", "logs", "judge", "explain", "page"]
LAYERS += ["exercise", "sandbox", "grading", "site", "cli"]
"""Imports point up this list only."""

PAGES = ("jinja2", "markupsafe")
"""Only the pages of grading are made with these."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def imported(path: str) -> set[str]:
    """The modules that a file of the package imports anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", [str(path.relative_to(ROOT)) for path in MODULES])
def test_imports_point_up(path: str) -> None:
    own = path.removesuffix(".py").split("/")[1:]
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "checkers_ab" and parts[1] in LAYERS and own[0] in LAYERS:
            assert LAYERS.index(parts[1]) <= LAYERS.index(own[0]), f"{path} imports {name}"
            assert parts[1] != "games" or own[0] not in ("logs", "judge", "explain", "page", "sandbox"), (
                f"{path} imports {name}: a game"
            )
            if own[0] == parts[1] == "games":
                assert parts[2] == own[1], f"{path} imports {name}: games never import each other"
        if parts[0] in ("click", "rich"):
            assert own[0] == "cli", f"{path} imports {name}"
        elif parts[0] in PAGES:
            assert own[0] == "grading", f"{path} imports {name}"
        elif own[0] == "core":
            assert parts[0] in {*sys.stdlib_module_names, "checkers_ab"}, f"{path} imports {name}"


@pytest.mark.parametrize("path", [str(path.relative_to(ROOT)) for path in MODULES if "cli" in path.parts])
def test_rich_is_imported_only_where_something_is_drawn(path: str) -> None:
    for statement in ast.parse((ROOT / path).read_text()).body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            assert "rich" not in ast.unparse(statement)


HEAVY = [
    "typing",
    "dataclasses",
    "inspect",
    "pathlib",
    "tempfile",
    "json",
    "tomllib",
    "contextlib",
    "click",
    "rich",
]


def modules_after(arguments: list[str]) -> set[str]:
    """What is loaded when a call ends, by a Python that has nothing of its own loaded."""
    code = "import sys; from checkers_ab.cli.main import main; main(); print(*sys.modules, sep='\\n', file=sys.stderr)"
    done = run_command(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"sys_path={str(ROOT)!r}; import sys; sys.path.insert(0, sys_path); {code}",
            *arguments,
        ]
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_a_plain_solve_loads_nothing_heavy() -> None:
    loaded = modules_after(["inputs/several-cases.txt"])
    assert "checkers_ab.logs.lines" in loaded
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "inputs/assignment.txt"],
        ["check", "inputs/assignment.txt", "expected/assignment.txt"],
        ["try", "--", sys.executable, "-m", "checkers_ab", "{input}"],
        ["grade", "doctor"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_jinja_is_loaded_only_where_pages_are_written(words: list[str]) -> None:
    code = "import sys; from checkers_ab.cli.main import main; main(); print(*sys.modules, sep='\\n', file=sys.stderr)"
    done = run_command([sys.executable, "-c", code, *words])
    loaded = set(done.stderr.split())
    assert "checkers_ab.cli.main" in loaded, done.stderr
    assert not loaded & {*PAGES}
