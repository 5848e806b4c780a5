"""`checkers-ab try`: programs of students, right and wrong, and programs that misbehave."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from checkers_ab import format_trace
from checkers_ab.cli.try_.boards import load_boards
from checkers_ab.core.setting import Setting
from checkers_ab.games.registry import make_game
from checkers_ab.judge.coverage import Programs, unseen_mistakes
from checkers_ab.judge.mistakes import catalogue
from tests.sample_class.roster import Edit
from tests.support import PROGRAM, ROOT, need_program, refused, run, tree

KIT = make_game("checkers")
BOARDS = load_boards(KIT, None)
SOURCES = ROOT / "tests/try_programs"
SOLVER = (ROOT / "tests/sample_class/solvers/solver.py").read_text()
PYTHON = [sys.executable, "-I", "-S"]

CUT = Edit("if alpha >= beta:", "if alpha > beta:")
CROWN = Edit("board[target] = CROWNED.get((piece, target[0]), piece)", "board[target] = piece")
KINGS = Edit('"k": 2, "B": -1, "K": -2', '"k": 1, "B": -1, "K": -1')
FROM_ONE = Edit('return f"({row},{column})=>({to_row},{to_column})"',
                'return f"({row + 1},{column + 1})=>({to_row + 1},{to_column + 1})"')  # fmt: skip
WRONG: dict[str, list[Edit]] = {
    "captured-stays": [Edit("abs(start[0] - target[0]) == 2", "False")],
    "last-of-equals": [Edit("value > best_value if alice else value <", "value >= best_value if alice else value <=")],
    "kings-count-one, strict-cut": [KINGS, CUT],
    "no-crowning, counts-from-one": [CROWN, FROM_ONE],
}
"""Python programs by the names of their mistakes."""
UNKNOWN = {
    "cuts one early": (Edit("if alpha >= beta:", "if alpha >= beta - 1:"), r"Look at line \d+ of (\S+) \(early-cut\):"),
    "crashes where a side is blocked": (
        Edit("if not legal_moves(board, alice):", "if False:"),
        r"Make the program end without an error on (blocked-side-loses-1) \(exit code 1: IndexError",
    ),
}
"""Programs with mistakes that have no name, and the right next step for each."""


def attempt(*args: str | Path, cwd: Path, columns: int = 80) -> subprocess.CompletedProcess[str]:
    return run("try", *args, cwd=cwd, env={"COLUMNS": str(columns)})


def next_of(done: subprocess.CompletedProcess[str]) -> str:
    """What is to be done next, on one line."""
    return " ".join(done.stdout.partition("\nNext: ")[2].split())


def diagnosed(done: subprocess.CompletedProcess[str]) -> str:
    """The names of the mistakes that are told."""
    told = " ".join(done.stdout.partition("\n  This is exactly")[2].split())
    found = re.search(r"\(([a-z0-9:=, -]+)\)\. It explains all (\d+) cases\.", told)
    return found[1] if found and found[2] == "20" else ""


def hw4(folder: Path, *edits: Edit) -> list[str | Path]:
    """The command of a student's program in Python."""
    text = SOLVER
    for edit in edits:
        text = edit.apply(text)
    (folder / "hw4.py").write_text(text)
    return [*PYTHON, "hw4.py", "{input}", "{output}"]


def expect_named(done: subprocess.CompletedProcess[str], mistakes: str) -> None:
    """The mistakes are named, and the next step is the fix of the first."""
    assert done.returncode == 1, done
    assert diagnosed(done) == mistakes
    fix = catalogue(KIT)[mistakes.partition(",")[0]].fix.removesuffix(".")
    assert next_of(done).startswith(" ".join(fix.split())), done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("mistakes", WRONG)
def test_the_mistakes_of_a_program_are_named_and_the_first_is_to_be_fixed_next(mistakes: str, tmp_path: Path) -> None:
    expect_named(attempt(*hw4(tmp_path, *WRONG[mistakes]), cwd=tmp_path), mistakes)


@pytest.mark.parametrize("what", UNKNOWN)
def test_a_mistake_without_a_name_is_shown_where_it_first_is(what: str, tmp_path: Path) -> None:
    edit, step = UNKNOWN[what]
    done = attempt(*hw4(tmp_path, edit), cwd=tmp_path)
    assert (done.returncode, diagnosed(done)) == (1, "")
    found = re.match(step, next_of(done))
    assert found, done.stdout
    first = re.search(r"^(\S+) +wrong ", done.stdout, re.MULTILINE)
    assert first
    assert found[1] == first[1]
    assert f"checkers-ab try --case {found[1]} {sys.executable} -I -S hw4.py {{input}} {{output}}" in next_of(done)
    assert attempt("--case", found[1], *hw4(tmp_path, edit), cwd=tmp_path).stdout.startswith(f"{found[1]}: wrong")


def test_a_program_whose_layout_alone_is_wrong_is_told_what_to_write(tmp_path: Path) -> None:
    done = attempt(*hw4(tmp_path, Edit("; h=", ", h=")), cwd=tmp_path)
    assert (done.returncode, diagnosed(done)) == (1, "")
    assert next_of(done).startswith("Only the layout is wrong. In line 5 of assignment: ', h=' stands for '; h='")


def test_a_program_in_cpp_that_reads_headings_from_standard_input(tmp_path: Path) -> None:
    compiler = need_program("g++")
    subprocess.run([compiler, SOURCES / "hw4.cpp", "-o", tmp_path / "hw4"], check=True)
    expect_named(attempt("./hw4", cwd=tmp_path), "beta-not-handed-down")


def test_a_program_in_java_with_two_mistakes(tmp_path: Path) -> None:
    need_program("java")
    subprocess.run([need_program("javac"), "-d", tmp_path, SOURCES / "Hw4.java"], check=True)
    done = attempt("java", "-XX:TieredStopAtLevel=1", "-cp", ".", "Hw4", cwd=tmp_path)
    expect_named(done, "kings-count-one, strict-cut")


def test_a_right_program_in_another_order_passes(tmp_path: Path) -> None:
    done = attempt(*hw4(tmp_path, Edit("return jumps or steps", "return (jumps or steps)[::-1]")), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n20 of 20 right\n" in done.stdout
    assert next_of(done).startswith("Try it on new boards: checkers-ab generate more && checkers-ab try --boards more")


def test_the_boards_are_in_play_and_come_with_headings() -> None:
    assert len(BOARDS) == 20
    assert [board.heading for board in BOARDS] == [f"case{number}" for number in range(1, 21)]
    assert len({board.name for board in BOARDS}) == 20
    assert all(KIT.game.utility(board.state) is None for board in BOARDS)


def test_the_boards_show_every_mistake() -> None:
    assert unseen_mistakes(Programs(Setting(KIT)), [board.state for board in BOARDS]) == []


def test_a_program_that_reads_no_headings_gets_none(tmp_path: Path) -> None:
    done = attempt(*hw4(tmp_path, Edit('line[:4].lower() == "case"', "False")), cwd=tmp_path)
    assert done.returncode == 0
    assert "The boards are given without a heading" in done.stdout


def test_the_page_on_try_shows_a_real_screen(tmp_path: Path) -> None:
    shown = re.search(r"```text\n\$ checkers-ab (.*)\n((?:.*\n)+?)```", (ROOT / "docs/try.md").read_text())
    assert shown
    hw4(tmp_path, KINGS, CUT)
    done = run(*shown[1].split(), cwd=tmp_path, env={"COLUMNS": "80"})
    assert re.sub(r"\d+\.\d\d s", "0.02 s", done.stdout) == re.sub(r"\d+\.\d\d s", "0.02 s", shown[2])


# How the program gets the board, and where its trace comes from

SHOWS = "import sys; print(sys.argv[1:], sys.stdin.readline(), file=sys.stderr)"


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ([], r"\['[^']*/input.txt'\]"),
        (["-v"], r"\['-v', '[^']*/input.txt'\]"),
        (["{input}", "x"], r"\['[^']*/input.txt', 'x'\]"),
        (["--in={input}", "--out={output}"], r"\['--in=[^']*/input.txt', '--out=[^']*/output.txt'\]"),
    ],
)
def test_the_board_is_a_file_and_on_standard_input(words: list[str], arguments: str, tmp_path: Path) -> None:
    (tmp_path / "shows.py").write_text(SHOWS)
    done = attempt("--case", "opening", *PYTHON, "shows.py", *words, cwd=tmp_path)
    assert re.search(rf"^{arguments} case12$", done.stdout, re.MULTILINE), done.stdout


def test_options_after_the_command_are_the_programs(tmp_path: Path) -> None:
    (tmp_path / "shows.py").write_text(SHOWS)
    done = attempt("--case", "opening", *PYTHON, "shows.py", "--case", "5", "--help", cwd=tmp_path)
    assert "['--case', '5', '--help', " in done.stdout


def test_boards_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/one.txt").write_text((ROOT / "inputs/assignment.txt").read_text())
    (tmp_path / "mine/two.txt").write_text((ROOT / "inputs/blocked-side-loses.txt").read_text())
    done = attempt("--boards", "mine", *hw4(tmp_path), cwd=tmp_path)
    assert re.findall(r"^(\S+) +right", done.stdout, re.MULTILINE) == ["one", "two-1", "two-2"]
    assert attempt("--boards", "mine/one.txt", *hw4(tmp_path), cwd=tmp_path).returncode == 0
    refused(attempt("--boards", "mine/three.txt", "true", cwd=tmp_path), "mine/three.txt: no such file")
    refused(attempt("--boards", ".", "true", cwd=tmp_path), "hw4.py:1:")
    (tmp_path / "empty/inputs").mkdir(parents=True)
    refused(attempt("--boards", "empty", "true", cwd=tmp_path), "no file in this folder", "--boards empty/inputs")


def test_another_game(tmp_path: Path) -> None:
    done = attempt("--game", "tree", PROGRAM, "solve", "--game", "tree", "{input}", cwd=tmp_path)
    assert done.returncode == 0, done
    assert "\n10 of 10 right\n" in done.stdout
    assert "checkers-ab generate --game tree more && checkers-ab try --game tree --boards" in next_of(done)


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "amazons:size=6", "skirmish:map=open"])
def test_every_game_has_boards(game: str) -> None:
    kit = make_game(game)
    boards = load_boards(kit, None)
    assert len(boards) == 10
    assert boards == load_boards(kit, None)
    assert [case.state for board in boards for case in kit.parse_states(board.text)] == [one.state for one in boards]


def test_depth_and_convention_are_those_of_check(tmp_path: Path) -> None:
    program = (PROGRAM, "--depth", "2", "--convention", "handout", "{input}")
    assert (
        attempt("--depth", "2", "--convention", "handout", "--case", "opening", *program, cwd=tmp_path).returncode == 0
    )
    done = attempt("--boards", ROOT / "inputs/opening.txt", *program, cwd=tmp_path)
    assert done.returncode == 1


# What it shows and keeps


def test_one_case_in_full_is_shown_as_check_shows_it(tmp_path: Path) -> None:
    done = attempt("--case", "opening", *hw4(tmp_path, CUT), cwd=tmp_path)
    attempt("--case", "opening", "--keep", "kept", *hw4(tmp_path, CUT), cwd=tmp_path)
    assert tree(tmp_path / "kept") == ["opening.stderr", "opening.trace"]
    checked = run("check", ROOT / "inputs/opening.txt", tmp_path / "kept/opening.trace", env={"COLUMNS": "80"})
    shown, note = done.stdout.split("\n  This board alone is little evidence")
    assert shown == checked.stdout.replace("case1:", "opening:")
    assert "Without --case all boards decide." in note
    every = attempt("--case", "opening", "--all", *hw4(tmp_path, CUT), cwd=tmp_path).stdout
    assert len(every) > len(done.stdout)
    refused(attempt("--case", "opning", "true", cwd=tmp_path), "--case opning: no such board; did you mean 'opening'?")
    refused(attempt("--all", "true", cwd=tmp_path), "--all is for --case")


def test_what_is_kept_never_replaces_other_files(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    refused(attempt("--keep", ".", "true", cwd=tmp_path), ".: expected a new folder")
    assert tree(tmp_path) == ["notes.txt"]
    command = hw4(tmp_path)
    for _ in range(2):
        assert attempt("--keep", "kept", "--case", "assignment", *command, cwd=tmp_path).returncode == 0
    assert (
        tmp_path / "kept/assignment.trace"
    ).read_text() == f"case1\n{(ROOT / 'expected/assignment.txt').read_text()}"


def test_the_page_is_that_of_the_first_wrong_board(tmp_path: Path) -> None:
    done = attempt("--page", *hw4(tmp_path, CUT), cwd=tmp_path)
    assert done.stdout.endswith("The page of assignment, with the trace on it: assignment.html\n")
    assert "missed-cut" in (tmp_path / "assignment.html").read_text()
    (tmp_path / "assignment.html").write_text("mine")
    one = ("--page", "--case", "assignment")
    done = attempt(*one, *hw4(tmp_path, CUT), cwd=tmp_path)
    assert "assignment.html: there is a file of that name, and it is no page of ours" in done.stderr
    assert (tmp_path / "assignment.html").read_text() == "mine"
    assert "every board is right" in attempt(*one, *hw4(tmp_path), cwd=tmp_path).stderr


# Programs that misbehave


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["./nothing"], ["./nothing: no such program"]),
        (["./hw3"], ["./hw3: no such program", "did you mean ./hw4?"]),
        (["hw4"], ["hw4: no such program", "written ./hw4"]),
        (["./hw4 {input}"], ["without quotes"]),
        (["./hw4"], ["./hw4: this file can't be run as a program", "chmod +x ./hw4"]),
        (["./hw4.py"], ["can't be run as a program", "checkers-ab try python3 ./hw4.py"]),
        (["hw4.py"], ["no such program", "checkers-ab try python3 hw4.py"]),
        (["./hw4.cpp"], ["can't be run as a program", "g++ -O2 ./hw4.cpp"]),
        (["./empty"], ["./empty: this file can't be run as a program", "#!/usr/bin/env python3"]),
        (["./lost"], ["./lost: ", "names an interpreter that is not there"]),
        (["."], [".: is a folder, expected a program"]),
        (["sleeep", "1"], ["sleeep: no such program", "did you mean sleep?"]),
        (["python3", "hw5.py"], ["hw5.py: no such file", "did you mean hw4.py?"]),
        ([], ["Missing argument"]),
        (["--time", "0", "true"], ["--time: expected a number of seconds above 0"]),
        (["--watch", "true"], ["--watch: no word of the command is a file"]),
    ],
)
def test_a_program_that_cannot_be_started(command: list[str], words: list[str], tmp_path: Path) -> None:
    for name in ("hw4", "hw4.py", "hw4.cpp"):
        (tmp_path / name).touch()
    (tmp_path / "empty").write_text("text\n")
    (tmp_path / "lost").write_text("#!/nowhere/python\n")
    for name in ("empty", "lost"):
        (tmp_path / name).chmod(0o755)
    refused(attempt(*command, cwd=tmp_path), *words)


@pytest.mark.parametrize(
    ("script", "more", "row", "step"),
    [
        ("exit 3", [], "exit code 3", "Make the program end without an error on assignment (exit code 3):"),
        ("echo oh no >&2; kill -9 $$", [], "crashed with signal 9: oh no", "Make the program end without an error"),
        ("yes", [], "stopped: wrote more than 20 MB", "Find out why the program does not stop writing"),
        ("yes > $0", ["{output}"], "stopped: wrote more than 20 MB", "Find out why the program does not stop writing"),
        ("true", [], "printed nothing", "Print the trace, or name a file for it with {output}:"),
        ("echo x > out.txt", [], "printed nothing; it wrote out.txt", "Print the trace, or name a file"),
        ("echo x > out.txt", ["{output}"], "{output} is empty; it wrote out.txt", "Write the trace to the file that"),
        ("echo x", ["{output}"], "{output} is empty; it printed instead", "Write the trace to the file that {output}"),
        ("cat kept", [], "illegal-move", "Read the board from standard input, or from the last argument: the program"),
        ("cat kept", ["{input}"], "illegal-move", "Read the board from the file {input}: the program prints the same"),
    ],
)
def test_a_program_that_misbehaves(script: str, more: list[str], row: str, step: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for name in ("assignment", "tie-is-a-bound"):
        (tmp_path / f"mine/{name}.txt").write_text((ROOT / f"inputs/{name}.txt").read_text())
    (tmp_path / "kept").write_text((ROOT / "expected/win-at-ply-3.txt").read_text())
    done = attempt("--boards", "mine", "sh", "-c", script, *more, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    rows = done.stdout.splitlines()[1:3]
    assert all(row in line for line in rows), done.stdout
    assert next_of(done).startswith(step)
    assert "exactly the trace" not in done.stdout


def test_after_two_time_outs_the_rest_is_not_run(tmp_path: Path) -> None:
    done = attempt("--time", "0.2", "sh", "-c", "echo 'A1: (5,2)=>(3,0).'; sleep 1000", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.count("did not end: stopped after 0.2 s") == 2
    assert "\n18 more not run: 2 took too long; --time gives the program more.\n" in done.stdout
    assert "\n0 of 2 right\n" in done.stdout
    assert next_of(done).startswith("Find out why the program does not end on assignment, or give it more time with")


@pytest.mark.parametrize("leaves", ["sleep 1000 &", "setsid sleep 1000 & setsid sh -c 'sleep 1000; true' &"])
def test_what_a_program_leaves_running_is_ended_and_that_is_said(leaves: str, tmp_path: Path) -> None:
    left = tmp_path / "left"
    mark = f"CHECKERS_AB_LEFT={left}"
    done = attempt("--case", "opening", "sh", "-c", f"export {mark}; {PROGRAM} $0; {leaves}", cwd=tmp_path)
    assert done.returncode == 0
    assert not running_with(mark)
    done = attempt("--boards", ROOT / "inputs/opening.txt", "sh", "-c", f"{PROGRAM} $0; {leaves}", cwd=tmp_path)
    assert "Processes that the program left running were ended: opening." in done.stdout


def running_with(mark: str) -> list[str]:
    """The processes that have a variable in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(process.name)
        except OSError:
            continue
    return found


def test_a_run_adds_less_than_ten_milliseconds(tmp_path: Path) -> None:
    """Of processor time, which does not depend on what else a machine does."""
    for board in BOARDS:
        (tmp_path / board.heading).write_text(format_trace(board.state))
    script = 'read heading; exec cat "$heading"'

    def used(*options: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert attempt(*options, "sh", "-c", script, cwd=tmp_path).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    one = min(used("--case", "assignment") for _ in range(2))
    assert (min(used() for _ in range(2)) - one) / 19 < 0.01


@pytest.mark.parametrize("harm", ['mkdir "$2"', 'rm -rf "$(dirname "$1")"'])
def test_a_program_that_harms_its_own_files_is_told_of_each_board(harm: str, tmp_path: Path) -> None:
    (tmp_path / "hw4").write_text(f"#!/bin/sh\n{harm}\n")
    (tmp_path / "hw4").chmod(0o755)
    done = attempt("./hw4", "{input}", "{output}", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.count("{output} is empty") >= 20
