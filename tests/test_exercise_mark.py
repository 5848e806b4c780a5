"""Marking answers and traces, on paper and in files."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from checkers_ab.exercise.make import make_exercise
from checkers_ab.exercise.marking import mark
from checkers_ab.exercise.questions import parse_answer
from checkers_ab.exercise.sampling import Recipe
from checkers_ab.games.registry import make_game
from tests.support import refused, run

ROSTER = ["Ada Lovelace", "=cmd|'/C calc'!A0", "Zo\u00eb"]
Data = list[dict[str, Any]]


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exercises of a class of three."""
    folder = tmp_path_factory.mktemp("class")
    with (folder / "class.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["Name", "Login"], *([name, name[:2]] for name in ROSTER)])
    call = ("exercise", folder / "week", "--roster", folder / "class.csv", "--seed", "9", "--want", "ties:cut")
    done = run(*call, "--want", "depth:3", "--form", "sheet")
    assert done.returncode == 0, done.stderr
    return folder / "week"


def data_of(week: Path) -> Data:
    data: Data = json.loads((week / "exercises.json").read_text())
    return data


def keys(exercise: Mapping[str, Any]) -> dict[str, str]:
    return {question["name"]: question["key"] for question in exercise["questions"]}


def fill_in(week: Path, path: Path, answers: Sequence[Mapping[str, str]]) -> Path:
    """Fills in the table of answers as a spreadsheet does."""
    with (week / "answers.csv").open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(header)
        for row, given in zip(rows, answers, strict=False):
            table.writerow([*row[:2], *(given.get(name, "") for name in header[2:])])
    return path


def test_points_and_feedback(week: Path, tmp_path: Path) -> None:
    first, second, _ = data_of(week)
    wrong = {question["name"]: question["wrong"][0] for question in second["questions"]}
    answers = fill_in(week, tmp_path / "a.csv", [keys(first), {name: each["answer"] for name, each in wrong.items()}])
    done = run("exercise", "mark", week, answers)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == f"Ada Lovelace: {len(first['questions'])} of {len(first['questions'])}"
    assert lines[1] == f"{ROSTER[1]}: 0 of {len(wrong)}"
    told = dict(line.split(maxsplit=1) for line in lines[2:-1])
    assert {name: text for name, text in told.items() if name != "trace"} == {
        name: each["feedback"] for name, each in wrong.items() if name != "trace"
    }
    assert told["trace"].startswith("This is exactly the trace of a program that ")
    assert lines[-1] == f"Zo\u00eb: 0 of {len(data_of(week)[2]['questions'])}, nothing handed in"


def test_marks_as_csv_and_json(week: Path, tmp_path: Path) -> None:
    data = data_of(week)
    answers = fill_in(week, tmp_path / "a.csv", [{**keys(each), "count": "1000"} for each in data])
    out = tmp_path / "marks.csv"
    assert run("exercise", "mark", week, answers, "--format", "csv", "-o", out).returncode == 0
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines(keepends=True)))
    assert [row["student"] for row in rows] == [ROSTER[0], f"'{ROSTER[1]}", ROSTER[2]]
    assert {row["count"] for row in rows} == {"0"}
    assert all(int(row["points"]) == int(row["of"]) - 1 for row in rows)
    assert all("no common mistake leads to it" in row["feedback"] for row in rows)
    listed = json.loads(run("exercise", "mark", week, answers, "--format", "json").stdout)
    assert [each["student"] for each in listed] == ROSTER
    assert [each["points"] for each in listed] == [int(row["points"]) for row in rows]


def test_a_folder_of_traces(week: Path, tmp_path: Path) -> None:
    """By the name of the input's file, and by the student's; only the trace counts."""
    first, second, third = data_of(week)
    (tmp_path / f"{first['file']}.txt").write_text(keys(first)["trace"])
    (tmp_path / f"{third['student']}.txt").write_text(keys(third)["trace"].replace("h=", "h = ", 1) + "\nbye\n")
    assert run("exercise", "mark", week, tmp_path).stdout.splitlines() == [
        "Ada Lovelace: 1 of 1",
        f"{ROSTER[1]}: 0 of 1, nothing handed in",
        "Zo\u00eb: 1 of 1",
    ]
    lines = keys(second)["trace"].splitlines(keepends=True)
    (tmp_path / f"{second['exercise']}.txt").write_text("".join(lines[:-2]))
    (told,) = [line for line in run("exercise", "mark", week, tmp_path).stdout.splitlines() if line.startswith("  ")]
    assert told.startswith("  trace    Line ")
    assert told.endswith("The trace ends before its 'first move' line.")


def test_any_of_the_best_moves_is_right() -> None:
    from checkers_ab.exercise.make import make_exercises
    from checkers_ab.exercise.marking import mark
    from checkers_ab.exercise.sampling import Recipe, Sampler
    from tests.plain_solver import parse, worth

    sampler = Sampler(Recipe("tree", 2, ("ties:root", "branching:3", "depth:3")))
    told = 0
    for exercise in make_exercises(sampler, [str(place) for place in range(8)]):
        root = parse(exercise.state)
        best = max(worth(child, False) for child in root.children)
        for child in root.children:
            for found in mark(exercise, {"move": child.name}):
                assert found.points == (worth(child, False) == best)
                told += 1
    assert told


@pytest.mark.parametrize(
    ("game", "question", "texts", "others"),
    [
        ("tree", "value", ["3", " +3 ", "3.", "v = 3", "3.0"], ["-3", "4", "three", ""]),
        ("tree", "value", ["-3", "\u22123"], ["3"]),
        ("tree", "move", ["B", " B."], ["b", "C"]),
        ("tree", "visited", ["a, b, d", "a b d", "A,B,D", "(a, b, d)", "a; b; d"], ["a, d, b", "a, b"]),
        ("tree", "cuts", ["e, G", "G e", "{e, G}"], ["e, g", "E, G", "none"]),
        ("tree", "cuts", ["none", "None."], ["e"]),
        (
            "tree",
            "window",
            ["-inf, 3", "(-inf, 3)", "alpha=-inf, beta=3", "\u03b1 = -\u221e, \u03b2 = 3"],
            ["3, -inf", "3"],
        ),
        ("checkers", "visited", ["1, -1, 0", "1 -1 0"], ["1, -1", "1, x"]),
        (
            "checkers",
            "cuts",
            [
                "(5,2)=>(4,3) then (2,1)=>(3,0); (5,0)=>(4,1) then (2,1)=>(3,2)",
                "(5, 0)=>(4,1) then (2,1)=>(3,2)\n(5,2)=>(4,3) then (2,1)=>(3,0)",
            ],
            ["(5,2)=>(4,3) then (2,1)=>(3,0)"],
        ),
        ("tictactoe", "value", ["2/9"], ["-2/9", "2"]),
    ],
)
def test_answers_are_read_with_tolerance(game: str, question: str, texts: list[str], others: list[str]) -> None:
    kit = make_game(game)
    meanings = {parse_answer(kit, question, text) for text in texts}
    assert len(meanings) == 1
    assert None not in meanings
    assert not meanings & {parse_answer(kit, question, text) for text in others}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("", "a.csv:1: expected a line of headings with student or exercise"),
        ("student,colour\nAda,red\n", "a.csv:1: expected a line of headings with student or exercise"),
        ("student,value\n", "expected a row for each student"),
        ("student,value\nNobody,3\n", "a.csv:2: there is no exercise for Nobody: the answers may be of another run"),
        (
            "student,exercise,value\nAda Lovelace,x0000000,3\n",
            "a.csv:2: Ada Lovelace has another exercise than x0000000",
        ),
        ("exercise,value\nx0000000,3\n", "a.csv:2: there is no exercise for x0000000"),
        ("student,value\nAda Lovelace,3\nAda Lovelace,4\n", "a.csv:3: Ada Lovelace comes twice"),
        ("student,value\n,3\n", "a.csv:2: there is no exercise for nobody"),
        ("student,vlaue,move\n1,3,A\n", "a.csv:1: unknown heading vlaue: did you mean value?"),
    ],
)
def test_answers_that_can_not_be_used(week: Path, tmp_path: Path, table: str, words: str) -> None:
    (tmp_path / "a.csv").write_text(table)
    refused(run("exercise", "mark", week, "a.csv", cwd=tmp_path), words)


def test_a_row_without_a_name_and_code_but_with_one_exercise_is_nobodys(tmp_path: Path) -> None:
    assert run("exercise", tmp_path / "one", "--count", "1", "--form", "sheet").returncode == 0
    (tmp_path / "a.csv").write_text("student,value\n,3\n")
    refused(run("exercise", "mark", tmp_path / "one", tmp_path / "a.csv"), "there is no exercise for nobody")


def test_folders_that_can_not_be_used(week: Path, tmp_path: Path) -> None:
    (tmp_path / "traces").mkdir()
    refused(
        run("exercise", "mark", week, tmp_path / "traces"), "expected a file with a trace for each student, found none"
    )
    (tmp_path / "traces/somebody.txt").write_text("MAX1: B.\n")
    refused(run("exercise", "mark", week, tmp_path / "traces"), "somebody.txt: expected a trace", "another run")
    refused(run("exercise", "mark", tmp_path / "traces", "a.csv"), "exercises.json: no such file")
    refused(run("exercise", "mark", week, tmp_path / "absent.csv"), "absent.csv: no such file")
    for spoiled in ("{", "[]", '[{"student": "a"}]', "[" * 100_000):
        (tmp_path / "exercises.json").write_text(spoiled)
        refused(run("exercise", "mark", tmp_path, "a.csv"), "exercises.json: ")


def test_the_data_names_no_file_of_python(week: Path, tmp_path: Path) -> None:
    """A game by its path would run what is in that file."""
    data = data_of(week)
    data[0]["game"] = "./evil.py"
    (tmp_path / "evil.py").write_text("raise SystemExit('run')")
    (tmp_path / "exercises.json").write_text(json.dumps(data))
    (tmp_path / "a.csv").write_text("student,value\nAda Lovelace,3\n")
    refused(run("exercise", "mark", ".", "a.csv", cwd=tmp_path), "no exercises about './evil.py'")


def test_a_large_trace_is_not_read(week: Path, tmp_path: Path) -> None:
    (tmp_path / f"{data_of(week)[0]['file']}.txt").write_text("MAX1: B.\n" * 1_200_000)
    done = run("exercise", "mark", week, tmp_path)
    assert "trace    The trace has more than 100,000 characters." in done.stdout


def test_answers_are_marked_without_files() -> None:
    exercise = make_exercise(Recipe("tictactoe", 3), "4")
    assert all(one.points for one in mark(exercise, {question.name: question.key for question in exercise.questions}))
    for question in exercise.questions:
        marks = [mark(exercise, {question.name: wrong.answer}) for wrong in question.wrong]
        assert [one.points for (one,) in marks] == [0] * len(question.wrong)
    assert mark(exercise, {"colour": "red"}) == []


def test_students_are_found_whatever_the_case_and_the_coding_of_accents(week: Path, tmp_path: Path) -> None:
    trace = keys(data_of(week)[2])["trace"]
    (tmp_path / "traces/Ada lovelace").mkdir(parents=True)
    (tmp_path / "traces/Ada lovelace/mine.out").write_text("no trace\n")
    (tmp_path / "traces/zoe\u0308.txt").write_text(trace, encoding="utf-8")
    done = run("exercise", "mark", week, tmp_path / "traces", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert [each["points"] for each in json.loads(done.stdout)] == [0, 0, 1]
    (tmp_path / "a.csv").write_text("student,trace\nADA LOVELACE,x\n", encoding="utf-8")
    assert run("exercise", "mark", week, tmp_path / "a.csv").returncode == 0


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("student,visited,count\nAda Lovelace,a, b, c,3\n", "a.csv:2: expected 3 cells as in the headings, found 5"),
        ("student,value,value\nAda Lovelace,1,2\n", "a.csv:1: the heading value comes twice"),
        ("student,value\nAda\0,1\n", "a.csv:2: expected text, found a zero byte"),
    ],
)
def test_tables_that_can_be_misread_are_refused(week: Path, tmp_path: Path, table: str, words: str) -> None:
    (tmp_path / "a.csv").write_text(table)
    refused(run("exercise", "mark", week, tmp_path / "a.csv", "-o", tmp_path / "out"), words)
    assert not (tmp_path / "out").exists()
