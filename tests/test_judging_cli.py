"""check, explain, generate and validate as a user meets them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from checkers_ab import format_trace, make_game, parse_boards
from checkers_ab.core.setting import Setting
from checkers_ab.exercise.boards import NUMBERS, Candidate, feature_names, parse_wish
from checkers_ab.explain.line import explain_line
from checkers_ab.judge.coverage import Programs
from checkers_ab.judge.text import first_sentence, load_rules
from tests import naive
from tests.mistaken import Mistaken
from tests.support import INPUTS, ROOT, refused, run, run_command, tree

BOARD = ROOT / "inputs/assignment.txt"
TRACE = ROOT / "expected/assignment.txt"
KIT = make_game("checkers")


@pytest.fixture
def mistaken(tmp_path: Path) -> Path:
    """The trace of a program that counts a king as one piece."""
    path = tmp_path / "mine.txt"
    path.write_text(Mistaken("kings-count-one").trace(naive.read(BOARD.read_text())))
    return path


# check


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_every_expected_trace_is_right(path: Path) -> None:
    done = run("check", path, ROOT / "expected" / path.name)
    assert done.returncode == 0, done.stdout
    assert "wrong" not in done.stdout


def test_check_from_standard_input() -> None:
    assert run("check", BOARD, "-", stdin=TRACE.read_text()).returncode == 0
    assert run("check", "-", TRACE, stdin=BOARD.read_text()).returncode == 0
    done = run("check", "-", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "can't both be standard input" in done.stderr


def test_check_json(mistaken: Path) -> None:
    good = json.loads(run("check", BOARD, TRACE, "--json").stdout)
    right = {"label": "case1", "valid": True, "findings": [], "counts": {}, "suspects": []}
    assert good == {"valid": True, "diagnosis": None, "nearest": None, "complete": True, "cases": [right]}
    done = run("check", BOARD, mistaken, "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    (case,) = report["cases"]
    assert case["valid"] is False
    assert set(case["findings"][0]) == {"kind", "line", "message", "expected", "found"}
    assert case["counts"] == {"wrong-h": 171}
    assert case["suspects"] == [["kings-count-one"]]
    assert report["diagnosis"] == {
        "mistakes": [
            {
                "name": "kings-count-one",
                "clause": "counts a king as one piece",
                "fix": "Count each king twice in h.",
                "rule": 22,
            }
        ],
        "sentence": "This is exactly the trace of a program that counts a king as one piece.",
        "alternatives": [],
    }


def test_check_one_case_at_another_depth_in_another_convention(tmp_path: Path) -> None:
    options = ["--case", "2", "--depth", "5", "--convention", "handout"]
    (tmp_path / "trace.txt").write_text(run("inputs/several-cases.txt", *options).stdout)
    assert run("check", "inputs/several-cases.txt", tmp_path / "trace.txt", *options).returncode == 0
    assert run("check", "inputs/several-cases.txt", tmp_path / "trace.txt", *options[:2]).returncode == 1


def test_exact_demands_the_bytes(tmp_path: Path) -> None:
    several = ROOT / "inputs/several-cases.txt"
    text = (ROOT / "expected/several-cases.txt").read_text()
    assert run("check", several, "-", "--exact", stdin=text).stdout.startswith("the same, byte for byte: ")
    (tmp_path / "crlf.txt").write_bytes(text.replace("\n", "\r\n").encode())
    assert run("check", several, tmp_path / "crlf.txt").returncode == 0
    exact = run("check", several, tmp_path / "crlf.txt", "--exact")
    assert exact.returncode == 1
    assert exact.stdout.startswith("line 1 is the first that differs\n  expected  Case 1\n  found     Case 1\\r\n")
    assert "-Case 1\n" in exact.stdout
    other = text.replace("h=0.", "h= 0.", 1)
    cases = json.loads(run("check", several, "-", "--exact", "--json", stdin=other).stdout)["cases"]
    assert [case["valid"] for case in cases].count(False) == 1
    short = json.loads(run("check", several, "-", "--exact", "--json", stdin=text[:-10]).stdout)
    assert short["valid"] is False
    assert run("check", several, "-", "--exact", stdin=text + "more\n").returncode == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab check inputs/assignment.txt nowhere.txt", "nowhere.txt: no such file"),
        ("checkers-ab check inputs/assignment.txt inputs", "inputs: is a directory"),
        ("checkers-ab check inputs/assignment.txt", "Missing argument 'TRACE'"),
        ("checkers-ab explain inputs/assignment.txt 235", "no line 235; the trace has 234 lines"),
        ("checkers-ab generate new --want cute:20", "unknown feature 'cute:20'; did you mean 'cuts:N'?"),
        ("checkers-ab generate new --want line:40", "unknown feature 'line:40'; did you mean 'lines:N'?"),
        ("checkers-ab generate new --want lines", "expected numbers after 'lines', such as lines:20, lines:5..40"),
        ("checkers-ab generate new --want cuts:x", "expected numbers after 'cuts', such as cuts:20, cuts:5..40"),
        ("checkers-ab generate new --want lines:..", "expected numbers after 'lines'"),
        ("checkers-ab generate new --want lines:٣", "expected numbers after 'lines'"),
        ("checkers-ab generate new --want lines:40..5", "lines:40..5 fits no number: the lower end of a range"),
        ("checkers-ab generate new --want separates:nothing", "unknown feature 'separates:nothing'"),
        ("checkers-ab generate new --want xyzxyz", "there are jump, choice"),
        ("checkers-ab generate inputs", "inputs: expected a new or empty folder"),
        ("checkers-ab generate /dev/null/x", "not a directory"),
        ("checkers-ab generate new --time 0", "--time"),
        ("checkers-ab generate ''", "expected the name of a new folder"),
        ("checkers-ab generate new --seed -3", "--seed"),
        ("checkers-ab validate inputs/assignment.txt x nowhere", "nowhere: expected a folder for the messages"),
        ("checkers-ab validate nowhere.txt x docs < /dev/null", "nowhere.txt: no such file"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0\0\0\0",
        "\x1b[31mred\x1b[0m\n",
        "x" * 10_000_000,
        "A1: (5,2)=>(3,0)",
        "A1: (5,2)=>(3,0); h=.\n",
        "A1: (99999999999999999999,2)=>(3,0).\n",
        "A999: (5,2)=>(3,0).\n",
        "A0: (5,2)=>(3,0).\n",
        "|-" * 5000 + "A1: (5,2)=>(3,0).\n",
        "A1: pruning ; alpha=, beta=.\n",
        "A1: (5,2)=>(3,0); h=" + "9" * 400 + ".\n",
        "first move: ((((.\n",
        "\udcff\udcfe\n",
    ],
    ids=range(14),
)
def test_hostile_traces_are_refused_and_nothing_of_them_reaches_the_terminal(text: str) -> None:
    for options in ([], ["--all"], ["--json"], ["--exact"]):
        done = run("check", BOARD, "-", *options, stdin=text)
        assert done.returncode == 1, done.stderr
        assert done.stderr == ""
        assert all(character.isprintable() or character == "\n" for character in done.stdout)
        assert len(done.stdout) < 20_000


def test_a_long_trace_is_checked_in_flat_memory(tmp_path: Path) -> None:
    trace = tmp_path / "long.txt"
    run("inputs/opening.txt", "--depth", "9", "-o", trace)
    lines = trace.read_text().count("\n")
    measured = (
        "import resource, subprocess, sys; print(subprocess.run(sys.argv[1:]).returncode, "
        "resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = run_command(
        ["python", "-c", measured, "checkers-ab", "check", "inputs/opening.txt", str(trace), "--depth", "9"]
    )
    assert done.stdout.splitlines()[0] == f"case1: right, {lines} lines"
    code, memory = map(int, done.stdout.splitlines()[1].split())
    assert code == 0
    assert memory < 100_000


# explain


def test_explain_a_leaf_a_cut_a_label_a_blank_line_and_the_answer() -> None:
    def explained(name: str, line: int, *options: str) -> str:
        return run("explain", f"inputs/{name}.txt", str(line), *options).stdout

    def expected(name: str) -> list[str]:
        return (ROOT / f"expected/{name}.txt").read_text().splitlines()

    leaf = explained("assignment", 6)
    assert "This is the last ply: the position is worth h=-3 to Alice." in leaf
    assert "Alice has 4 men and 0 kings, Bill 5 men and 1 king, and a king counts twice." in leaf
    assert "The window is now alpha=-4, beta=-3." in leaf
    assert "alpha was set by A3 (3,0)=>(2,1) (line 3)" in leaf
    assert "The game ends here: Alice has won, Bill has no piece, so h=inf." in explained("win-at-ply-1", 1)
    assert "Nothing can be better than that" in explained("win-at-ply-1", 2)
    assert "It is the label of Case 1." in explained("several-cases", 1)
    assert "It separates" in explained("win-at-ply-1", 3, "--convention", "handout")
    assert "The first move: (5,2)=>(3,0), worth -3 to Alice." in explained("assignment", 234)
    assert "later, and that is only a bound." in explained("tie-is-a-bound", len(expected("tie-is-a-bound")))
    assert "The game was over before the first move." in explained("game-over", 2)
    assert "line 43" in explained("several-cases", 60)
    assert "(line 4)" in explained("several-cases", 21, "--case", "2")


def test_explain_other_games_with_their_pictures(tmp_path: Path) -> None:
    tree = ("explain", "--game", "tree", "((3 12 8)(2 4 6)(14 5 2))")
    cut = run(*tree, "7").stdout
    assert cut.startswith(
        "line 7: |-MIN2: pruning 2, 3; alpha=3, beta=2.\n\nMIN leaves out 2, 3 at ply 2, after MAX1 2.\n"
    )
    assert "MIN has already found MIN2 1 (line 6), so this position is worth 2 or less.\n" in cut
    assert "But MAX need not let it come to this: with MAX1 1 (line 1) MAX has 3 already.\n" in cut
    assert "[o]" in cut
    leaf = run(*tree, "3").stdout
    assert "The game ends here: this is a leaf, worth 12, so h=12.\n" in leaf
    assert "That is no less than beta=3 (line 2), so the window stays.\n" in leaf
    assert "The first move: 1, worth 3 to MAX.\n" in run(*tree, "12").stdout
    refused(run(*tree, "13"), "<tree>: no line 13; the trace has 12 lines")
    refused(run(*tree, "1", "--depth", "1"), "<tree>: the node after 1 has no value: search to the leaves")
    (tmp_path / "cells.txt").write_text("XX.\n.O.\nO..\n")
    cells = ("explain", tmp_path / "cells.txt", "--game", "tictactoe", "--depth", "1")
    won = run(*cells, "1").stdout
    assert "The game ends here: X has won, so h=1.\n" in won
    assert "before\n  3  X  X [.]\n" in won
    assert "after\n  3  X  X [X]\n" in won
    assert "X can still fill" in run(*cells, "2").stdout
    (tmp_path / "mine.py").write_text("def none(state):\n    return 0\n")
    own = run(*cells, "2", "--eval", tmp_path / "mine.py:none").stdout
    assert "the position is worth h=0 to X." in own
    assert "X can still fill" not in own


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "skirmish", "amazons:size=4"])
def test_explain_every_line_of_a_trace_of_another_game(game: str) -> None:
    kit = make_game(game)
    state = kit.game.start()
    lines = format_trace(state, game=kit, depth=1).splitlines()
    for number, text in enumerate(lines, 1):
        found = explain_line(Setting(kit, 1), state, number)
        assert found.lines == [f"{line}\n" for line in lines]
        assert found.explanation is not None, text
        assert not any("{" in sentence for sentence in found.explanation.sentences)


# generate


def folder_texts(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.txt")}


def test_generated_boards_have_what_was_wanted_and_their_traces_are_right(tmp_path: Path) -> None:
    wishes = ["unique-best", "cuts:10", "kings", "separates:kings-count-one"]
    call = ["--count", "12", "--seed", "3", *(word for wish in wishes for word in ("--want", wish))]
    for name in ("first", "second"):
        assert run("generate", tmp_path / name, *call).returncode == 0
    assert folder_texts(tmp_path / "first") == folder_texts(tmp_path / "second")
    boards = []
    for path in sorted((tmp_path / "first/inputs").iterdir()):
        expected = (tmp_path / "first/expected" / path.name).read_text()
        assert run(path).stdout == expected
        board = parse_boards(path.read_text())[0].state
        assert all(parse_wish(KIT, wish)(Candidate(Programs(Setting(KIT)), board)) for wish in wishes)
        boards.append(board)
    assert len(boards) == len({frozenset({board, KIT.mirrored(board)}) for board in boards}) == 12
    assert folder_texts(tmp_path / "first") != (
        run("generate", tmp_path / "third", "--count", "12", "--seed", "4") and folder_texts(tmp_path / "third")
    )


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_can_be_bound_from_below_above_and_both(name: str) -> None:
    trace = TRACE.read_text().splitlines()
    number = {"cuts": sum("pruning" in line for line in trace), "lines": len(trace)}[name]
    candidate = Candidate(Programs(Setting(KIT)), parse_boards(BOARD.read_text())[0].state)
    for fits in ("{0}", "{0}..", "..{0}", "{0}..{0}", "0..{0}", "{0}..999999999"):
        assert parse_wish(KIT, f"{name}:{fits.format(number)}")(candidate), fits
    for fails in (f"{number + 1}", f"{number + 1}..", f"..{number - 1}", f"0..{number - 1}", f"{number + 1}..500"):
        assert not parse_wish(KIT, f"{name}:{fails}")(candidate), fails


def test_generate_one_file_of_cases(tmp_path: Path) -> None:
    assert run("generate", tmp_path / "new", "--count", "11", "--headings").returncode == 0
    assert sorted(folder_texts(tmp_path / "new")) == ["expected/cases.txt", "inputs/cases.txt"]
    assert run(tmp_path / "new/inputs/cases.txt").stdout == (tmp_path / "new/expected/cases.txt").read_text()


def test_a_wish_that_cannot_be_met_in_time_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    done = run("generate", tmp_path / "new", "--want", "kings", "--want", "cuts:100000", "--time", "0.3")
    assert (done.returncode, done.stdout) == (1, "")
    assert "found 0 of 10 boards in 0.3 s, so nothing was written" in done.stderr
    assert "had kings, of these 0 had cuts:100000" in done.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("feature", feature_names(KIT))
def test_every_feature_can_be_wished_for(feature: str, tmp_path: Path) -> None:
    done = run("generate", tmp_path / "new", "--count", "1", "--want", feature)
    assert done.returncode == 0, done.stderr


# validate


@pytest.mark.parametrize(("trace", "code"), [("right", 42), ("wrong", 43)])
def test_validate_speaks_the_contest_systems_language(trace: str, code: int, mistaken: Path, tmp_path: Path) -> None:
    feedback = tmp_path / "feedback"
    feedback.mkdir()
    text = TRACE.read_text() if trace == "right" else mistaken.read_text()
    done = run("validate", BOARD, TRACE, f"{feedback}/", "case_sensitive", "--more", stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")
    team = (feedback / "teammessage.txt").read_text()
    judge = (feedback / "judgemessage.txt").read_text()
    assert team == ("" if code == 42 else "case1: line 4: wrong-h\n")
    assert ("case1: right" in judge) == (code == 42)
    assert sorted(os.listdir(feedback)) == ["judgemessage.txt", "teammessage.txt"]


def test_a_trace_of_more_than_20_mb_is_read_by_nobody(tmp_path: Path) -> None:
    trace, feedback = tmp_path / "trace.txt", tmp_path / "feedback"
    trace.write_bytes(b"first move: none.\n" * 1_200_000)
    feedback.mkdir()
    for command, *words in (["check"], ["explain", "1", "--trace"], ["view", "--trace"]):
        refused(
            run(command, BOARD, *words, trace, cwd=tmp_path),
            "trace.txt: a trace has at most 20 MB, and this one has more",
        )
    done = run("validate", BOARD, TRACE, feedback, stdin=trace.read_text())
    assert (done.returncode, done.stdout, done.stderr) == (43, "", "")
    for name in ("judgemessage.txt", "teammessage.txt"):
        assert (feedback / name).read_text() == "<stdin>: a trace has at most 20 MB, and this one has more\n"


def test_a_control_character_is_a_blank_wherever_it_stands(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    for blank in "\x1c\x1d\x1e\x1f\x85\xa0":
        trace.write_text(TRACE.read_text().replace("(5,2)=>(3,0)", f"({blank}5{blank},2{blank}){blank}=>(3,{blank}0)"))
        assert run("check", BOARD, trace).returncode == 0
        trace.write_text(trace.read_text().replace("=>", f"{blank}->"))
        assert "right but for its layout" in run("check", BOARD, trace).stdout


def test_the_answer_of_a_trace_without_a_value_is_explained(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    trace.write_text("first move: (5,2)=>(3,0).\n")
    done = run("explain", BOARD, "1", "--trace", trace)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The first move: (5,2)=>(3,0).\n" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files is limited by the system")
@pytest.mark.parametrize("words", ["generate {} --count 3", "exercise make {} --count 3"])
@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_leaves_nothing_behind(words: str, there: bool, tmp_path: Path) -> None:
    folder = tmp_path / "below" / "new"
    if there:
        folder.mkdir(parents=True)
    # A file may have 4 KB: the system refuses the rest of a larger one as it does where the disk is full.
    done = run_command(f"ulimit -f 4; checkers-ab {words.format(folder)}", cwd=tmp_path)
    refused(done, ": file too large")
    assert tree(tmp_path) == (["below", "below/new"] if there else [])


# rule


def test_a_rule_is_printed_by_its_number() -> None:
    done = run("rule", "22", env={"COLUMNS": "60"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Rule 22: A board still in play after the last ply is worth\n")
    assert " ".join(done.stdout.split()).endswith("the board after the last move, always from Alice's side.")
    assert '| `cut` | `"ge"`, `"gt"`, `"never"` |' in run("rule", "44").stdout
    assert "formats.md" not in run("rule", "8").stdout


def test_rules_are_listed_in_a_line_each() -> None:
    listed = run("rule", env={"COLUMNS": "60"}).stdout.splitlines()
    assert [int(line.split()[0]) for line in listed] == list(load_rules())
    assert listed[12] == "14  One jump is a whole move."
    assert max(map(len, listed)) <= 60


def test_an_unknown_rule_says_which_there_are() -> None:
    refused(
        run("rule", "9"), "there is no rule 9; there are 1 to 8, 10 to 16, 20 to 38, 40 to 44, 50 to 53 and 60 to 63"
    )


def test_the_rules_that_come_with_the_program_are_those_of_the_docs() -> None:
    assert (ROOT / "checkers_ab/judge/rules.md").read_text() == (ROOT / "docs/homework.md").read_text()
    assert first_sentence(13) == "Who has a jump must jump."
    assert first_sentence(34).endswith("alpha=-3, beta=-4.`")
