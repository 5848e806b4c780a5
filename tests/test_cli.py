"""The program as a user meets it: a process, its output, its errors."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from checkers_ab import __version__
from checkers_ab.cli.main import COMMANDS, how_built
from tests.support import PROGRAM, ROOT, let_work, refused, run, run_command, wait_until

ASSIGNMENT = ROOT / "inputs/assignment.txt"
EXPECTED = (ROOT / "expected/assignment.txt").read_text()
SEVERAL = ROOT / "inputs/several-cases.txt"


@pytest.mark.parametrize(
    "call",
    [
        *("checkers-ab inputs/assignment.txt", "checkers-ab solve inputs/assignment.txt"),
        *("checkers-ab --depth 4 inputs/assignment.txt", "checkers-ab inputs/assignment.txt --depth 4"),
        *("checkers-ab - < inputs/assignment.txt", "cat inputs/assignment.txt | checkers-ab solve -"),
        *("checkers-ab -- inputs/assignment.txt", "checkers-ab inputs/assignment.txt -o -"),
        *("python -m checkers_ab inputs/assignment.txt", "NO_COLOR=1 checkers-ab inputs/assignment.txt"),
        "PYTHONIOENCODING=utf-16 checkers-ab inputs/assignment.txt",
    ],
)
def test_every_way_to_ask_for_a_trace(call: str) -> None:
    done = run_command(call)
    assert (done.stdout, done.stderr, done.returncode) == (EXPECTED, "", 0)


def test_a_file_called_like_a_command(tmp_path: Path) -> None:
    shutil.copy(ASSIGNMENT, tmp_path / "solve")
    assert run("./solve", cwd=tmp_path).stdout == EXPECTED
    refused(run("solve", cwd=tmp_path), "Missing argument 'INPUT'")


def test_depth() -> None:
    shallow = run(ASSIGNMENT, "--depth", "1").stdout
    assert shallow == "A1: (5,2)=>(3,0); h=-3.\nA1: (5,2)=>(3,4); h=-3.\nfirst move: (5,2)=>(3,0).\n"
    assert "\n|-|-|-|-A5: " in run("--depth", "5", ASSIGNMENT).stdout
    for depth in ("0", "13", "four"):
        refused(run("--depth", depth, ASSIGNMENT), f"--depth: expected a whole number, 1 to 12, found {depth!r}")


def test_one_case_of_several() -> None:
    parts = run(SEVERAL).stdout.split("\n\n")
    assert run(SEVERAL, "--case", "7").stdout == parts[2] + "\n"
    assert run(ASSIGNMENT, "--case", "1").stdout == EXPECTED
    refused(run(SEVERAL, "--case", "9"), "several-cases.txt: no case 9", "cases 1, 2, 7, 12")
    refused(run(ASSIGNMENT, "--case", "2"), "no case 2; the file has case 1")
    refused(run(SEVERAL, "--case", "-1"), "--case")


def test_two_cases_with_one_number_are_an_error_only_when_that_number_is_asked_for(tmp_path: Path) -> None:
    board = ASSIGNMENT.read_text()
    (tmp_path / "twice.txt").write_text(f"case3\n{board}case 03\n{board}case4\n{board}")
    refused(run("twice.txt", "--case", "3", cwd=tmp_path), "2 cases have the number 3")
    assert run("twice.txt", "--case", "4", cwd=tmp_path).stdout == f"case4\n{EXPECTED}"


def test_conventions(tmp_path: Path) -> None:
    assert "  h=" in run(ASSIGNMENT, "--convention", "handout").stdout
    (tmp_path / "ours.toml").write_text('between_pruned = " and "\n')
    assert " and (" in run(ASSIGNMENT, "--convention", tmp_path / "ours.toml").stdout
    refused(run(ASSIGNMENT, "--convention", "handot"), "handot: no such convention", "assignment and handout")
    (tmp_path / "wrong.toml").write_text("cut = 1")
    refused(run(ASSIGNMENT, "--convention", tmp_path / "wrong.toml"), "wrong.toml: cut must be")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    refused(run(ASSIGNMENT, "--convention", tmp_path / "binary.toml"), "binary.toml: expected UTF-8 text")
    refused(run(ASSIGNMENT, "--convention", tmp_path), "is a directory")
    (tmp_path / "mark.toml").write_bytes(b'\xef\xbb\xbfcut = "gt"')
    assert run(ASSIGNMENT, "--convention", tmp_path / "mark.toml").returncode == 0
    for name, text in {"digits.toml": "cut = " + "9" * 5000, "deep.toml": "cut = " + "[" * 60_000}.items():
        (tmp_path / name).write_text(text)
        refused(run(ASSIGNMENT, "--convention", tmp_path / name), f"{name}: not TOML")
    refused(run(ASSIGNMENT, "--convention", "/dev/zero"), "/dev/zero: not TOML")


def test_infinity_may_be_spelled_beyond_ascii_whatever_the_locale(tmp_path: Path) -> None:
    (tmp_path / "sign.toml").write_text('infinity = "∞"', encoding="utf-8")
    done = run(
        "inputs/win-at-ply-1.txt",
        "--convention",
        tmp_path / "sign.toml",
        env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    )
    assert "h=∞." in done.stdout


def test_a_game_that_is_over_says_who_has_won() -> None:
    done = run(ROOT / "inputs/game-over.txt")
    assert done.returncode == 0
    assert done.stdout.count("first move: none.\n") == 4
    for number, verdict in enumerate(
        [
            "Bill has won, Alice has no piece",
            "Alice has won, Bill has no piece",
            "Bill has won, Alice has no legal move",
            "Bill has won, Alice has no piece",
        ],
        1,
    ):
        assert f"game-over.txt: case {number}: the game is over: {verdict}\n" in done.stderr


def test_a_man_on_its_far_row_is_a_warning() -> None:
    done = run("inputs/man-on-far-row.txt")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "inputs/man-on-far-row.txt:1:2: warning: a man A on its far row can't move: it should be a king",
        "inputs/man-on-far-row.txt:8:5: warning: a man B on its far row can't move: it should be a king",
    ]


BILL = (ROOT / "inputs/assignment.txt").read_text() + "bill to move\n"


@pytest.mark.parametrize(
    "call",
    [
        *("checkers-ab {}", "checkers-ab solve {}", "checkers-ab check {} expected/assignment.txt"),
        *("checkers-ab explain {} 1", "checkers-ab tree {}", "checkers-ab view {}"),
        "checkers-ab validate {} x . < expected/assignment.txt",
    ],
)
def test_what_searches_for_alice_refuses_a_board_with_bill_to_move(call: str, tmp_path: Path) -> None:
    bill = tmp_path / "bill.txt"
    bill.write_text(BILL)
    refused(
        run_command(call.format(bill)),
        f"{bill}: case1: Bill is to move, and the search is for a move of Alice's",
        "hint: exchange the sides",
    )


def test_only_the_chosen_case_must_be_alices_move() -> None:
    cases = BILL.removesuffix("bill to move\n") + BILL
    assert run("solve", "-", "--case", "1", stdin=cases).returncode == 0
    refused(run("solve", "-", "--case", "2", stdin=cases), "<stdin>: case2: Bill is to move")


def test_statistics_go_to_stderr() -> None:
    done = run(ASSIGNMENT, "--stats")
    assert done.stdout == EXPECTED
    figures = dict(line.rsplit(None, 1) for line in done.stderr.splitlines()[1:])
    assert {name.strip(): figure for name, figure in figures.items() if "seconds" not in name} == {
        "nodes": "213",
        "leaves": "171",
        "cuts": "21",
        "moves cut": "162",
        "effective branching": "3.515",
        "minimax nodes": "1,006",
    }
    assert "\x1b" not in run(ASSIGNMENT, "--stats", env={"FORCE_COLOR": "1"}).stderr
    assert "1,000,000 or more" in run("inputs/opening.txt", "--depth", "8", "--stats", "--first-move").stderr


@pytest.mark.parametrize("options", ["--stats", "--stats --json", "--depth 0"])
def test_a_stderr_that_takes_nothing_changes_nothing_else(options: str) -> None:
    for nowhere in ("2>/dev/full", "2>&-"):
        done = run_command(f"checkers-ab inputs/assignment.txt {options} {nowhere}")
        silent = run_command(f"checkers-ab inputs/assignment.txt {options} 2>/dev/null")
        assert done.returncode == silent.returncode
        assert len(done.stdout) == pytest.approx(len(silent.stdout), abs=10)  # the time taken may have other digits


def test_json() -> None:
    cases = json.loads(run(SEVERAL, "--json").stdout)["cases"]
    assert [case["label"] for case in cases] == ["Case 1", "case2", "CASE07", "case 12"]
    alone = json.loads(run(ASSIGNMENT, "--json").stdout)["cases"][0]
    assert alone["trace"] == EXPECTED.splitlines()
    assert (alone["first_move"], alone["value"]) == ("(5,2)=>(3,0)", -3)
    assert alone["statistics"]["minimax_nodes"] == 1006
    over = json.loads(run("inputs/game-over.txt", "--json").stdout)["cases"]
    assert [case["value"] for case in over] == ["-inf", "inf", "-inf", "-inf"]
    assert over[0]["first_move"] is None
    assert over[0]["trace"] == ["first move: none."]


def test_output_is_written_whole(tmp_path: Path) -> None:
    assert run(ASSIGNMENT, "-o", "trace.txt", cwd=tmp_path).stdout == ""
    assert (tmp_path / "trace.txt").read_text() == EXPECTED
    assert [path.name for path in tmp_path.iterdir()] == ["trace.txt"]
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "trace.txt").stat().st_mode & 0o777 == 0o666 & ~umask


def test_output_replaces_a_file_keeps_its_mode_and_follows_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "real.txt").chmod(0o640)
    (tmp_path / "link.txt").symlink_to("real.txt")
    assert run(ASSIGNMENT, "-o", tmp_path / "link.txt").returncode == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == EXPECTED
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_to_and_not_replaced() -> None:
    assert run(ASSIGNMENT, "-o", "/dev/stdout").stdout == EXPECTED
    assert run(ASSIGNMENT, "-o", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()


def test_output_to_stdout_by_its_name_appends_where_the_shell_does(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("kept\n")
    run_command(f"checkers-ab inputs/assignment.txt -o /dev/stdout >> {tmp_path}/log")
    assert (tmp_path / "log").read_text() == "kept\n" + EXPECTED


def test_output_to_a_file_that_may_be_written_but_not_read(tmp_path: Path) -> None:
    (tmp_path / "out.txt").touch(mode=0o200)
    powerless = "setpriv --bounding-set -dac_override,-dac_read_search" if os.geteuid() == 0 else ""
    assert run_command(f"{powerless} checkers-ab {ASSIGNMENT} -o {tmp_path}/out.txt").returncode == 0


def test_an_output_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    trace.write_text("precious")
    command = f"ulimit -f 1; exec checkers-ab {ASSIGNMENT} --depth 6 -o {trace}"
    refused(run_command(command), "trace.txt: can't write the output: file too large")
    assert trace.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["trace.txt"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab inputs/assignment.txt > /dev/full", "can't write the output: no space left on device"),
        ("checkers-ab inputs/assignment.txt --json > /dev/full", "can't write the output: no space left on device"),
        ("checkers-ab inputs/assignment.txt -o /dev/full", "/dev/full: can't write the output: no space left"),
        ("checkers-ab inputs/assignment.txt -o no/where.txt", "no/where.txt: can't write the output: there is no"),
        ("checkers-ab inputs/assignment.txt -o inputs/", "found the name of a folder"),
        ("checkers-ab inputs/assignment.txt -o inputs", "inputs: can't write the output: is a directory"),
        ("checkers-ab inputs/assignment.txt -o inputs/../inputs/assignment.txt", "this is the input"),
        ("checkers-ab inputs/assignment.txt >&-", "standard output is closed"),
        ("checkers-ab - <&-", "<stdin>: standard input is closed"),
        ("checkers-ab - < /dev/null", "<stdin>:1:1: expected a board, found an empty file"),
        ("checkers-ab inputs", "inputs: is a directory, expected a file"),
        ("checkers-ab nowhere.txt", "nowhere.txt: no such file"),
        ("checkers-ab inputs/assignment.txt/x", "not a directory"),
        ("checkers-ab ''", "'': no such file"),
        ("checkers-ab $'new\\nline'", "'new\\nline': no such file"),
        ("checkers-ab /dev/zero", "/dev/zero:1:1: expected UTF-8 text, found '\\x00'"),
        ("head -c 100000000 /dev/zero | tr '\\0' + | checkers-ab -", "<stdin>:1:"),
        (f"checkers-ab {PROGRAM.replace('checkers-ab', 'python')}", "expected UTF-8 text"),
        ("checkers-ab a b", "unexpected extra argument"),
        ("checkers-ab --nonsense", "No such option"),
        ("checkers-ab", "Usage: checkers-ab"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)


@pytest.mark.parametrize(
    "call", ["checkers-ab slove", "checkers-ab slove inputs/assignment.txt", "checkers-ab --depth 6 slove"]
)
def test_a_missing_file_that_is_nearly_a_command_suggests_it(call: str) -> None:
    refused(run_command(call), "slove: no such file", "did you mean the command 'solve'?")


def test_an_unreadable_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(ASSIGNMENT.read_text())
    secret.chmod(0)
    powerless = "setpriv --bounding-set -dac_override,-dac_read_search" if os.geteuid() == 0 else ""
    refused(run_command(f"{powerless} checkers-ab {secret}"), "secret.txt: permission denied")


def test_a_board_with_an_error_is_named_by_line_and_column(tmp_path: Path) -> None:
    board = ASSIGNMENT.read_text().splitlines()
    (tmp_path / "input.txt").write_text("\n".join([*board[:2], "+O+OBO+O", *board[3:]]))
    done = run("input.txt", cwd=tmp_path)
    refused(done)
    assert done.stderr.splitlines()[0] == "input.txt:3:5: a light square must be '+', found 'B'"
    assert done.stderr.splitlines()[1].startswith("  hint: ")


def test_nothing_is_written_when_only_the_last_board_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(ASSIGNMENT.read_text() * 3 + "+B")
    refused(run("input.txt", cwd=tmp_path), "input.txt:25:3: a row has 8 squares, this one has 2")


@pytest.mark.parametrize("options", ["", "--depth 8", "--json --depth 6"])
def test_a_closed_pipe_ends_it_quietly(options: str) -> None:
    done = run_command(f"set -o pipefail; checkers-ab inputs/opening.txt {options or '--depth 7'} | head -1")
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
    assert done.returncode == 141


@pytest.mark.parametrize("output", [[], ["-o", "trace.txt"]])
def test_ctrl_c_ends_it_at_once_with_130(output: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(
        [PROGRAM, str(ROOT / "inputs/assignment.txt"), "--depth", "12", *output],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        let_work(process, 0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_half_written_output(number: int, tmp_path: Path) -> None:
    with subprocess.Popen(
        [PROGRAM, str(ROOT / "inputs/assignment.txt"), "--depth", "12", "-o", "trace.txt"], cwd=tmp_path
    ) as process:
        wait_until(lambda: any(tmp_path.iterdir()), "a file")
        process.send_signal(number)
        assert process.wait(timeout=60) == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_version_and_help() -> None:
    for option in ("--version", "-V"):
        assert run(option).stdout == f"checkers-ab {__version__} ({how_built()})\n"
    for call in (["--help"], ["-h"], *([command, "--help"] for command in COMMANDS)):
        text = run(*call, env={"COLUMNS": "80"}).stdout
        assert text.index("\n  checkers-ab ") < text.index("Options:"), "examples come first"
        assert max(map(len, text.splitlines())) <= 80


def test_a_fault_of_our_own_is_told_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import checkers_ab.logs.lines as w\n"
        "def broken(*_): raise ZeroDivisionError('on purpose')\n"
        "w.TraceWriter.leaf = broken\n"
    )
    done = run(ASSIGNMENT, env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 3
    assert "a fault of our own: ZeroDivisionError: on purpose" in done.stderr
    assert "Traceback" not in done.stderr
    debugged = run(ASSIGNMENT, env={"PYTHONPATH": str(tmp_path), "CHECKERS_AB_DEBUG": "1"})
    assert "Traceback" in debugged.stderr


def test_ten_thousand_boards_and_depth_nine_stay_small(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text((ROOT / "inputs/single-jump-only.txt").read_text() * 10_000)
    for call in (["many.txt"], [str(ROOT / "inputs/crowning-by-step.txt"), "--depth", "9"]):
        measured = (
            "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        done = run_command(["python", "-c", measured, PROGRAM, *call], cwd=tmp_path)
        assert int(done.stdout) < 60_000, done
