"""Classes for the tests of grading: plans with submissions, and what a run of them has written."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

from tests.sample_class.making import make_class
from tests.sample_class.roster import HERE
from tests.support import ROOT, wait_until


def sample_plan(folder: Path) -> Path:
    """The sample plan in a folder of its own, with a shorter time limit."""
    shutil.copytree(HERE / "cases", folder / "cases")
    text = (HERE / "plan.toml").read_text()
    assert "time = 5\n" in text
    (folder / "plan.toml").write_text(text.replace("time = 5\n", "time = 1.5\n"))
    return folder / "plan.toml"


def grades(results: Path) -> dict[str, dict[str, str]]:
    with open(results / "grades.csv", newline="", encoding="utf-8") as stream:
        return {row["name"]: row for row in csv.DictReader(stream)}


def result_of(results: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((results / "students" / name / "result.json").read_text())
    return found


def small_class(folder: Path, *names: str) -> tuple[Path, Path]:
    """A plan and a class of right and wrong programs without a hostile one."""
    make_class(folder / "all")
    (folder / "class").mkdir()
    for name in names or ("ada", "bo.zip", "cyd", "dee", "eli", "gus", "hal", "kim", "lou", "mia", "ned", "pia"):
        (folder / "all" / name).rename(folder / "class" / name)
    return sample_plan(folder), folder / "class"


def wait_for_results(results: Path, count: int) -> None:
    wait_until(lambda: len(list(results.glob("students/*/result.json"))) >= count, "results")


def traces_plan(folder: Path, *more: str) -> tuple[Path, Path]:
    (folder / "cases").mkdir()
    for name, board in (("first", "win-at-ply-1"), ("second", "assignment")):
        shutil.copy(ROOT / f"inputs/{board}.txt", folder / f"cases/{name}.txt")
    text = '[cases]\npublic = ["cases"]\n[traces]\nfile = "traces/{case}.txt"\n'
    (folder / "plan.toml").write_text("\n".join([*more, text]))
    ada = folder / "class/ada/traces"
    ada.mkdir(parents=True)
    shutil.copy(ROOT / "expected/win-at-ply-1.txt", ada / "first.txt")
    shutil.copy(ROOT / "expected/assignment.txt", ada / "second.txt")
    return folder / "plan.toml", folder / "class"
