"""Grading traces of any game: trees, tic-tac-toe, Connect Four, and a game of one's own that goes along."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.grading.grade import grade
from checkers_ab.grading.planfile import load_plan
from checkers_ab.grading.submissions import Submission
from tests.support import ROOT, files_shown, refused, run

STATE = "||||| Ann\n"
OWN = files_shown((ROOT / "docs/new-game.md").read_text())


def plan_for(folder: Path, game: str, state: str) -> Path:
    (folder / "cases").mkdir(parents=True, exist_ok=True)
    (folder / "cases/first.txt").write_text(state)
    (folder / "plan.toml").write_text(f'game = "{game}"\ndepth = 3\n[cases]\npublic = ["cases"]\n[traces]\n')
    return folder / "plan.toml"


def trace_of(folder: Path, game: str) -> str:
    done = run("solve", "--game", game, "--depth", "3", folder / "cases/first.txt", cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


STATES = {
    "tree": "((3 12 8)(2 4 6)(14 5 2))\n",
    "tictactoe": "XO.\n.X.\n..O\n",
    "connect4:width=4,height=4": "....\n....\n....\nRY..\n",
}


@pytest.mark.parametrize("game", STATES)
def test_traces_of_a_built_in_game_are_graded(game: str, tmp_path: Path) -> None:
    plan = plan_for(tmp_path, game, STATES[game])
    (tmp_path / "ada").mkdir()
    right = trace_of(tmp_path, game)
    for trace, status in ((right, "right"), (right.replace("first move", "best move"), "wrong")):
        (tmp_path / "ada/first.txt").write_text(trace)
        mark = grade(load_plan(str(plan)), Submission("ada", str(tmp_path / "ada")), None).marks[0]
        assert (mark.status, set(mark.kinds)) == (status, set() if status == "right" else {"format"})


def test_a_game_of_ones_own_goes_along_with_the_plan(tmp_path: Path) -> None:
    name, text = next(iter(OWN.items()))
    course, elsewhere = tmp_path / "course", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (course / "games").mkdir(parents=True)
    (course / "games" / name).write_text(text)
    plan = plan_for(course, f"games/{name}", STATE)
    (elsewhere / "ada").mkdir()
    (elsewhere / "ada/first.txt").write_text(trace_of(course, f"./games/{name}"))
    assert run("grade", "pack", plan, "-o", elsewhere / "autograder.zip", cwd=elsewhere).returncode == 0
    with zipfile.ZipFile(elsewhere / "autograder.zip") as archive:
        packed = archive.read("plan.json").decode()
    assert str(tmp_path) not in packed, "nothing of this machine goes along"
    (elsewhere / "plan.json").write_text(packed)
    (course / "games" / name).unlink()
    done = run("grade", "one", elsewhere / "plan.json", elsewhere / "ada", "--format", "json", cwd=elsewhere)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["marks"][0]["status"] == "right"
    refused(run("grade", "one", plan, elsewhere / "ada"), "no such file")


def test_a_game_that_needs_other_files_is_refused(tmp_path: Path) -> None:
    name, text = next(iter(OWN.items()))
    (tmp_path / "rules.py").write_text("")
    (tmp_path / name).write_text(f"import rules\n{text}")
    plan = plan_for(tmp_path, f"./{name}", STATE)
    with pytest.raises(
        InputError, match=r"plan.toml:1: the file of a game goes to other machines alone: it imports rules.py"
    ):
        load_plan(str(plan))
