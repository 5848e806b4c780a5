"""What boards can show: coverage, what a right trace proves; and lines of one's own trace explained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checkers_ab.core.convention import Convention
from checkers_ab.core.setting import Setting
from checkers_ab.exercise.boards import Candidate
from checkers_ab.games.registry import make_game
from checkers_ab.judge.coverage import Programs, cover, written
from tests.support import INPUTS, ROOT, run

KIT = make_game("checkers")
PROGRAMS = Programs(Setting(KIT))
CASES = [case for path in INPUTS for case in KIT.parse_states(path.read_text())]
BOARD, TRACE = ROOT / "inputs/assignment.txt", ROOT / "expected/assignment.txt"


def test_the_inputs_show_every_mistake_and_tell_all_apart() -> None:
    coverage = cover(PROGRAMS, CASES)
    assert not coverage.unseen
    assert not coverage.alike
    assert "loose-cut" not in coverage.mistakes
    assert "loose-cut" in Programs(Setting(KIT, convention=Convention(cut="gt"))).possible()


def test_what_a_model_prints_differs_just_where_the_judge_says_so() -> None:
    for case in CASES:
        candidate, right = Candidate(PROGRAMS, case.state), written(PROGRAMS.model, PROGRAMS.wording, case.state)
        for name in PROGRAMS.possible():
            differs = all(written(model, PROGRAMS.wording, case.state) != right for model in PROGRAMS.variants(name))
            assert candidate.separates(name) == differs, (case.label, name)


def test_the_assignments_board_in_words_and_as_json() -> None:
    done = run("coverage", BOARD)
    assert done.returncode == 0
    assert done.stdout.startswith("1 board, 57 mistakes\n")
    assert "No board shows 13 of 57: men-jump-backwards," in done.stdout
    assert "  checkers-ab generate no-crowning --count 1 --want separates:no-crowning\n" in done.stdout
    assert "no-pruning and fresh-windows" in " ".join(done.stdout.split())
    data = json.loads(run("coverage", BOARD, ROOT / "inputs/several-cases.txt", "--json").stdout)
    assert len(data["boards"]) == 5
    assert {"name", "clause", "boards"} == set(data["mistakes"][0])
    assert len(data["commands"]) == len(data["unseen"]) < 13
    assert ["no-pruning", "fresh-windows"] in data["alike"]


def test_the_command_passes_the_options_on() -> None:
    done = run("coverage", BOARD, "--depth", "2", "--eval", "material")
    assert "generate no-crowning --depth 2 --eval material --count 1 --want separates:no-crowning" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Missing argument 'INPUT...'"),
        (("nowhere.txt",), "nowhere.txt: no such file"),
        (("-", "-"), "only one INPUT can be standard input"),
        ((str(TRACE),), "assignment.txt: this is a trace, not a board"),
    ],
)
def test_bad_input(words: tuple[str, ...], message: str) -> None:
    done = run("coverage", *words)
    assert done.returncode == 2
    assert message in done.stderr


def test_right_says_how_much_it_means() -> None:
    done = run("check", BOARD, TRACE)
    assert done.stdout.endswith(
        "This board never crowns a man and ends no game: it can't show 13 of 57 mistakes\n(checkers-ab coverage).\n"
    )
    assert "can't show" not in run("check", BOARD, TRACE, "--json").stdout
    several = run("check", ROOT / "inputs/several-cases.txt", ROOT / "expected/several-cases.txt")
    assert "can't show" not in several.stdout


# explain --trace


def explained(line: int, trace: Path) -> str:
    return run("explain", ROOT / "inputs/win-at-ply-3.txt", str(line), "--trace", trace).stdout


def test_a_line_of_ones_own_trace_is_explained(tmp_path: Path) -> None:
    right = ROOT / "expected/win-at-ply-3.txt"
    inner = explained(1, right)
    assert "Alice's (2,5)=>(1,4) (line 1) comes back with 3.\nalpha rises to 3" in inner
    assert "and a king counts twice." in explained(6, right)
    assert "nothing in them can matter" in explained(10, right)
    assert "worth inf to Alice" in explained(40, right)
    mine = tmp_path / "mine.txt"
    mine.write_text("my program\n" + right.read_text())
    assert "It is no part of a trace." in explained(1, mine) or "can't be followed" in explained(1, mine)
    assert "(line 2) comes back with 3." in explained(2, mine)


def test_a_line_of_utf_16_is_shown_as_text(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    trace.write_bytes((ROOT / "expected/win-at-ply-3.txt").read_text().encode("utf-16"))
    first = (ROOT / "expected/win-at-ply-3.txt").read_text().splitlines()[0]
    assert explained(1, trace).startswith(f"line 1: {first}\n")


def test_a_wrong_line_is_said_to_be(tmp_path: Path) -> None:
    lines = (ROOT / "expected/win-at-ply-3.txt").read_text().splitlines(keepends=True)
    lines[5] = lines[5].replace("h=3", "h=7")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("".join(lines))
    text = explained(6, wrong)
    assert "The trace says that the position is worth h=7 to Alice." in text
    assert "This line is wrong (wrong-h): h is 3 on the board" in text
    done = run("explain", ROOT / "inputs/win-at-ply-3.txt", "99", "--trace", wrong)
    assert done.returncode == 2
    assert "no line 99; the trace has 40 lines" in done.stderr


def test_trees_have_a_table_too() -> None:
    done = run("coverage", "--game", "tree", "((3 12 8)(2 4 6)(14 5 2))")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no-pruning" in done.stdout
