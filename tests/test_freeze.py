"""The freeze: names, keys, exit codes and files that users rely on, as `freeze.toml` states them.

A name may be added; one that is frozen is never removed or changed. JSON keys and kinds of findings are exactly those.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from shlex import split
from typing import Any

import click
import pytest

import checkers_ab
from checkers_ab import Convention, format_trace, parse_board
from checkers_ab.cli.app import app
from checkers_ab.core.convention import ASSIGNMENT
from checkers_ab.exercise.forms import FORMS
from checkers_ab.exercise.questions import NAMES
from checkers_ab.games.registry import game_names, make_game, options_of
from checkers_ab.grading import adjust, planfile
from checkers_ab.grading.downloads import LAYOUTS
from checkers_ab.grading.plan import EXACT, pack_plan
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.report import KINDS
from tests.support import ROOT, run

FREEZE = tomllib.loads((ROOT / "tests/freeze.toml").read_text(encoding="utf-8"))
FREE = {"counts", "kinds", "outcomes", "failed", "unmatched", "owner", "costs", "environment", "picture"}
"""The keys of JSON objects whose own keys are names of cases, kinds and the like."""
OUTPUTS = [(output["call"], output.get("file", ""), output["keys"]) for output in FREEZE["json"]]


@cache
def parameters() -> dict[str, set[str]]:
    """The options of every command, and the choices of each option, by how it is called."""
    found: dict[str, set[str]] = {}

    def walk(command: click.Command, context: click.Context, called: str) -> None:
        found[called] = set()
        for each in command.get_params(context):
            options = {*each.opts, *each.secondary_opts} if isinstance(each, click.Option) else set()
            found[called] |= options
            if isinstance(each.type, click.Choice):
                found.update({f"{called} {option}": set(each.type.choices) for option in options})
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                walk(below, click.Context(below, parent=context), f"{called} {name}".strip())

    walk(app, click.Context(app), "")
    return found


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the calls of the freeze name: a board, traces of it, a plan with a class, exercises."""
    folder = tmp_path_factory.mktemp("desk")
    board, trace = ((ROOT / kind / "assignment.txt").read_text() for kind in ("inputs", "expected"))
    handed_in = {name: folder / "class" / name for name in ("ann", "ben")}
    for place in (folder / "cases", folder / "feedback", *handed_in.values()):
        place.mkdir(parents=True)
    wrong = trace.replace("h=-4", "h=9")
    strict = format_trace(parse_board(board), convention=Convention(cut="gt"))
    files = {
        "board.txt": board,
        "cases/one.txt": board,
        "class/ann/one.txt": trace,
        "class/ben/one.txt": strict,
        "right.txt": trace,
        "wrong.txt": wrong,
        "strict.txt": strict,
        "mixed.txt": "h=9".join(strict.rsplit("h=-4", 1)),
        "bad.txt": board.replace("+", "x", 1),
        "strict.toml": 'cut = "gt"\n',
        "bad.toml": 'cuts = "gt"\n',
        "plan.toml": '[cases]\npublic = ["cases"]\n[traces]\nfile = "{case}.txt"\n',
        "bad-plan.toml": "[cases]\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "packed.json").write_text(pack_plan(planfile.load_plan(str(folder / "plan.toml"))))
    for call in FREEZE["made"]["calls"]:
        done = run(*split(call), cwd=folder)
        assert done.returncode in (0, 1), done
    return folder


def paths(data: Any, here: str = "") -> Iterator[str]:
    """The paths of all keys in JSON data: `cases[].label`."""
    if isinstance(data, list):
        for each in data:
            yield from paths(each, f"{here}[]")
    elif isinstance(data, dict):
        for key, value in data.items():
            path = f"{here}.{key}".strip(".")
            yield path
            if key not in FREE:
                yield from paths(value, path)


def keys(output: str) -> list[str]:
    """The paths of all keys, those within a packed plan as well."""
    data = json.loads(output)
    if isinstance(data, dict) and isinstance(data.get("plan"), str) and data["plan"].startswith("{"):
        data["plan"] = json.loads(data["plan"])
    return sorted(set(paths(data)))


def test_public_names() -> None:
    assert set(FREEZE["library"]["names"]) <= set(checkers_ab.__all__)
    for name in FREEZE["library"]["names"]:
        getattr(checkers_ab, name)


@pytest.mark.parametrize("called", [*FREEZE["options"], *FREEZE["choices"]])
def test_commands_options_and_their_choices(called: str) -> None:
    frozen = FREEZE["options"] | FREEZE["choices"]
    assert set(frozen[called]) <= parameters()[called]


@pytest.mark.parametrize("code", FREEZE["exit"])
def test_exit_codes(code: str, desk: Path) -> None:
    trace = (desk / ("right.txt" if code == "42" else "wrong.txt")).read_text()
    ended = {call: run(*split(call), cwd=desk, stdin=trace).returncode for call in FREEZE["exit"][code]}
    assert ended == dict.fromkeys(ended, int(code))


@pytest.mark.parametrize(("call", "file", "expected"), OUTPUTS, ids=[call for call, *_ in OUTPUTS])
def test_json_keys(call: str, file: str, expected: list[str], desk: Path) -> None:
    """The call was made already if it left a file."""
    output = (desk / file).read_text() if file else run(*split(call), cwd=desk).stdout
    assert keys(output) == expected


def test_kinds_of_findings() -> None:
    assert list(KINDS) == FREEZE["findings"]["kinds"]


@pytest.mark.parametrize("name", FREEZE["games"])
def test_names_of_a_game(name: str) -> None:
    kit = make_game(name)
    there = {
        "labels": kit.labels.values(),
        "options": options_of(name),
        "evaluations": kit.evaluations,
        "orders": kit.orders,
        "conventions": kit.conventions,
        "move_orders": kit.move_orders,
        "scripts": kit.scripts,
        "wires": kit.wires,
        "features": (*kit.features, *kit.search_features),
        "mistakes": catalogue(kit),
    }
    assert name in game_names()
    for part, names in FREEZE["games"][name].items():
        assert set(names) <= set(there[part]), part
    assert set(FREEZE["mistakes"]["any_game"]) <= set(there["mistakes"])


def test_keys_of_plans_and_conventions() -> None:
    frozen = FREEZE["plan"]
    keys = {**planfile.KEYS, "points.costs": (*KINDS, EXACT)}
    for table, known in frozen["tables"].items():
        assert set(known) <= set(keys[table]), table
    assert set(frozen["layouts"]) <= set(LAYOUTS)
    assert set(frozen["adjustments"]) <= set(adjust.KEYS)
    assert set(FREEZE["convention"]["keys"]) <= set(vars(ASSIGNMENT))


def test_questions_and_forms_of_exercises() -> None:
    frozen = FREEZE["exercise"]
    assert list(NAMES) == frozen["questions"]
    assert frozen["forms"].items() <= FORMS.items()


def test_statuses_of_runs() -> None:
    """Each stands in the source, for the tests of the box try what leads to it."""
    folders = (ROOT / "checkers_ab/sandbox", ROOT / "checkers_ab/grading")
    source = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    for status in FREEZE["statuses"]["names"]:
        assert f'"{status}' in source, status


@pytest.mark.parametrize("folder", ["inputs", "expected"])
def test_golden_files(folder: str) -> None:
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in (ROOT / folder).iterdir()}
    assert FREEZE["golden"][folder].items() <= found.items()
