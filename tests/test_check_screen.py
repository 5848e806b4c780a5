"""The screen of `check`: its size, its order, and the words of its messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkers_ab import make_game, parse_boards
from checkers_ab.core.setting import Setting
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import Report
from checkers_ab.judge.text import describe_report
from tests import naive
from tests.mistaken import Mistaken
from tests.support import ROOT, run

BOARD = (ROOT / "inputs/assignment.txt").read_text()
TRACE = (ROOT / "expected/assignment.txt").read_text()
KIT = make_game("checkers")


def judged(trace: str, boards: str = BOARD) -> Report:
    return Judge(Setting(KIT)).check(parse_boards(boards), trace)


def replaced(line: int, text: str) -> str:
    """The right trace with another line in place of one."""
    lines = TRACE.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


def kings_count_one(boards: str = BOARD) -> str:
    return Mistaken("kings-count-one").trace(naive.read(boards))


def test_the_usual_case_fits_a_screen(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(kings_count_one())
    done = run("check", "inputs/assignment.txt", tmp_path / "mine.txt", env={"COLUMNS": "80"})
    lines = done.stdout.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert lines[0] == "case1: wrong, 171 findings: 171 wrong-h"
    assert "  (kings-count-one)." in lines
    assert "  Rule 22: A board still in play after the last ply is worth Alice's men and" in lines
    assert lines.index("  To fix it: Count each king twice in h.") < lines.index("  line 4: wrong-h (rule 33)")
    assert lines[-1] == "  170 more, all explained by this (--all)"
    every = run("check", "inputs/assignment.txt", tmp_path / "mine.txt", "--all")
    assert (every.returncode, every.stderr, every.stdout.count(": wrong-h")) == (1, "", 171)


def test_the_board_is_the_one_after_the_move_with_its_squares_marked() -> None:
    text = describe_report(KIT, judged(kings_count_one()))
    assert "\n  1 [.]    .     .     .  " in text
    assert "\n  2    [.]    .     .     .  " in text
    assert "\n  3  .    [B]    .     .  " in text
    assert "B4 (1,0)=>(3,2)\n" in text


@pytest.mark.parametrize("width", [60, 100])
def test_sentences_are_wrapped_at_words(width: int) -> None:
    for trace in (kings_count_one(), TRACE.replace("h=-4", "h=-7")):
        report = judged(trace)
        wide, text = (describe_report(KIT, report, width=columns, trace=trace) for columns in (10_000, width))
        assert max(map(len, text.splitlines())) <= width
        assert set(text.replace(",", " ").split()) == set(wide.replace(",", " ").split())


def test_no_message_points_to_the_docs() -> None:
    for trace in (kings_count_one(), TRACE[:500], TRACE.replace("h=-4", "h=-7"), replaced(3, "|-|-A3: (4,1)=>(3,2).")):
        assert "docs/" not in describe_report(KIT, judged(trace), every=True, trace=trace)


def test_without_a_diagnosis_the_nearest_and_the_findings_are_listed() -> None:
    trace = TRACE.replace("h=-4", "h=-7")
    text = describe_report(KIT, judged(trace), trace=trace)
    assert "No known mistake explains this" in text
    assert "\n  Also:\n    line 32: wrong-h: " in text
    report = judged(trace)
    report.complete = False
    assert "stopped before its end" in " ".join(describe_report(KIT, report).split())


def test_missing_moves_are_marked() -> None:
    text = describe_report(
        KIT, judged("".join(TRACE.splitlines(keepends=True)[:3] + TRACE.splitlines(keepends=True)[4:]))
    )
    assert "expected  B4: (1,0)=>(3,2)\n" in text
    assert "\n  1 [B]    .     .     .  " in text
    assert "\n  3  .    [.]    .     .  " in text


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (6, "|-|-|-B4: (0,1)=>(1,2); h=1.", "no piece stands on (0,1): it left with B2 (0,1)=>(1,0) in line 2."),
        (4, "|-|-|-B4: (4,1)=>(5,2); h=1.", "no piece stands on (4,1): it was taken by A1 (5,2)=>(3,0) in line 1."),
        (
            32,
            "|-|-|-B4: (1,0)=>(2,1); h=1.",
            "it stood there only in another branch (line 2): is your board restored after each move?",
        ),
    ],
)
def test_an_illegal_move_says_where_the_piece_went(line: int, text: str, words: str) -> None:
    (message,) = [found.message for found in judged(replaced(line, text)).cases[0].findings if found.line == line]
    assert message.endswith(words)


def test_a_wrong_window_says_which_moves_set_its_ends() -> None:
    lines = TRACE.splitlines()
    wrong = replaced(221, lines[220].replace("alpha=-3", "alpha=9"))
    (finding,) = judged(wrong).cases[0].findings
    assert finding.message == (
        "The window that closed here is alpha=-3, beta=-4: "
        "alpha was set by A1 (5,2)=>(3,0) in line 1, beta was set by B4 (0,1)=>(1,0) in line 220."
    )


def test_several_cases_are_told_in_brief_and_the_file_is_diagnosed_once() -> None:
    boards = f"case1\n{BOARD}\ncase2\n{BOARD}"
    text = describe_report(KIT, judged(f"case1\n{kings_count_one()}\ncase2\n{kings_count_one()}", boards))
    assert text.count("wrong, 171 findings: 171 wrong-h") == 2
    assert text.count("counts a king as one piece") == 1
    assert "It explains all 2 cases." in " ".join(text.split())
    mixed = describe_report(KIT, judged(f"case1\n{kings_count_one()}\ncase2\n{TRACE}", boards))
    assert "On this board alone, it is the trace of a program that counts a king" in " ".join(mixed.split())
