"""Near misses of the layout, and remarks: one finding each, and nothing else follows from them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from checkers_ab import CaseReport, Convention, Kit, Report, check, format_trace, make_game, parse_boards
from checkers_ab.core.setting import Setting
from checkers_ab.games.checkers.notation import near_coordinates
from checkers_ab.judge.check import Judge
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.text import describe_report
from tests import naive
from tests.mistaken import Mistaken
from tests.near_misses import ANY_GAME, CHECKERS, go_together
from tests.support import INPUTS, ROOT, refused, run
from tests.toys import nim

KIT = make_game("checkers")
EDITS = ANY_GAME | CHECKERS
BOARDS = (ROOT / "inputs/assignment.txt").read_text()
TRACE = (ROOT / "expected/assignment.txt").read_text()
LINES = TRACE.splitlines()
TREE = "((3 -12 8)(-2 4 6)(14 -5 2))"


def some_games() -> dict[str, tuple[Kit[Any, Any, Any], str, int | None]]:
    """A game with a text of states and a depth, by name."""
    found: dict[str, tuple[Kit[Any, Any, Any], str, int | None]] = {
        path.stem: (KIT, path.read_text(), None) for path in INPUTS
    }
    found["tree"] = make_game("tree"), TREE, None
    found["tree of MIN"] = make_game("tree:first=min"), "A(B(b1=-3 b2=12) C(c1=2 c2=4 D(-4 5)))", None
    for name, depth in (("tictactoe", 3), ("connect4", 3), ("skirmish:map=open", 2), ("amazons:size=4", 1)):
        kit = make_game(name)
        found[name] = kit, kit.format_state(kit.game.start()), depth
    return found


GAMES = some_games()


def traces_of(name: str) -> list[str]:
    kit, text, depth = GAMES[name]
    return [format_trace(case.state, game=kit, depth=depth) for case in kit.parse_states(text)]


def judge(name: str, trace: str) -> Report:
    kit, text, depth = GAMES[name]
    return check(text, trace, game=kit, depth=depth)


def kinds(case: CaseReport) -> list[str]:
    return [finding.kind for finding in case.findings]


def told(case: CaseReport) -> list[dict[str, str | int]]:
    return [finding.in_words() for finding in case.findings]


def expect_slips(name: str, edits: tuple[str, ...]) -> None:
    """Each near miss that a case shows is one finding of kind format, and nothing else is found."""
    traces = traces_of(name)
    written = list(traces)
    for edit in edits:
        written = [EDITS[edit](trace) for trace in written]
    report = judge(name, "".join(written))
    for case, trace in zip(report.cases, traces, strict=True):
        shown = sum(EDITS[edit](trace) != trace for edit in edits)
        assert kinds(case) == ["format"] * shown, (edits, told(case)[:4])
        assert case.counts == ({"format": shown} if shown else {})
        assert case.suspects == []
    assert report.diagnosis is None


# Right traces


@pytest.mark.parametrize("edit", EDITS)
def test_a_near_miss_is_one_finding(edit: str) -> None:
    for name, (kit, _, _) in GAMES.items():
        if kit is KIT or edit in ANY_GAME:
            expect_slips(name, (edit,))


@pytest.mark.parametrize("name", GAMES)
def test_three_near_misses_are_three_findings(name: str) -> None:
    edits = EDITS if GAMES[name][0] is KIT else ANY_GAME
    chance = random.Random(name)
    for some in chance.sample([three for three in combinations(edits, 3) if go_together(three)], 8):
        expect_slips(name, some)


def test_a_near_miss_says_how_often_and_where_first() -> None:
    (case,) = check(BOARDS, TRACE.replace("; alpha=", ", alpha=")).cases
    (finding,) = case.findings
    assert finding.in_words() == {
        "kind": "format",
        "line": 20,
        "message": "', alpha=' stands for '; alpha=', 21 times; first at line 20.",
        "expected": "; alpha=",
        "found": ", alpha=",
    }
    assert describe_report(KIT, Report([case])).startswith("case1: right but for its layout, 1 finding: 1 format\n")


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ("comma", "', h=' stands for '; h=', and the like, 192 times; first at line 4."),
        ("best move", "'best move:' stands for 'first move:'."),
        ("c3", f"'c3' stands for '(5,2)', and the like, {2 * TRACE.count('=>')} times; first at line 1."),
        ("->", f"'->' stands for '=>', {TRACE.count('=>')} times; first at line 1."),
        ("blanks", "The bars are written as blanks, 231 times; first at line 2."),
        ("periods", "'..' stands for '.', 234 times; first at line 1."),
        ("no beta", "beta is left out, 21 times; first at line 20."),
        ("cut:", "'cut:' stands for 'pruning', 21 times; first at line 20."),
    ],
)
def test_the_words_of_near_misses(edit: str, message: str) -> None:
    assert [finding.message for finding in check(BOARDS, EDITS[edit](TRACE)).cases[0].findings] == [message]


def test_what_fits_no_reading_stays_unreadable() -> None:
    for wrong in (
        LINES[3].replace("; h=", " h="),
        LINES[3].replace("; h=", "; worth="),
        LINES[3].replace("=>", "~>"),
        LINES[3].replace("=>", " "),  # the other lines have arrows
        LINES[3].replace(":", ""),
        "#" + LINES[3],
    ):
        (case,) = check(BOARDS, "\n".join([*LINES[:3], wrong, *LINES[4:]]) + "\n").cases
        assert [(finding.kind, finding.line) for finding in case.findings][:1] == [("format", 4)]
        assert "stands for" not in case.findings[0].message, wrong


def test_a_blank_for_the_first_arrow_alone_is_no_near_miss() -> None:
    (case,) = check(BOARDS, TRACE.replace("=>", " ", 1)).cases
    assert case.findings[0].message.startswith("This line can't be read")


def test_squares_with_letters_are_those_of_the_board() -> None:
    for row in range(8):
        for column in range(8):
            path, slips = near_coordinates(f"{'abcdefgh'[column]}{8 - row}->C3")
            assert path == ((row, column), (5, 2))
            assert [name for name, _, _ in slips] == ["square", "->", "square"]


def test_moves_of_a_game_without_a_pattern_of_its_own() -> None:
    kit = nim(evaluations={"rest": lambda state: state[0] % 4 - 2}, outcomes=(-9, 9))
    state = kit.format_state(kit.game.start())
    trace = format_trace(kit.game.start(), game=kit, depth=3)
    assert check(state, trace, game=kit, depth=3).valid
    assert {"pruning", "h=-1"} <= set(trace.replace(".", " ").split())
    for name, edit in ANY_GAME.items():
        if edit(trace) != trace:
            (case,) = check(state, edit(trace), game=kit, depth=3).cases
            assert kinds(case) == ["format"], (name, case.findings[:3])


def test_both_ends_of_the_window_left_out_are_wrong_windows() -> None:
    (case,) = check(BOARDS, ANY_GAME["no alpha"](TRACE).replace("; beta=", "; alpha=0, beta=")).cases
    assert set(case.counts) == {"wrong-window"}
    trace = "\n".join(line.partition("; alpha=")[0] for line in LINES)
    (case,) = check(BOARDS, trace).cases
    assert case.counts == {"wrong-window": 21}
    assert case.findings[0].found == "no window"


def test_the_end_of_a_window_that_is_there_is_judged() -> None:
    wrong = ANY_GAME["no beta"](TRACE).replace("alpha=-3.", "alpha=-5.", 1)
    assert wrong != ANY_GAME["no beta"](TRACE)
    (case,) = check(BOARDS, wrong).cases
    assert case.counts == {"format": 1, "wrong-window": 1}
    assert [finding.found for finding in case.findings if finding.kind == "wrong-window"] == ["alpha=-5"]


# Wrong traces

STUDENTS = [name for name in catalogue(KIT) if name not in ("loose-cut", "plies-from-zero")]
"""A label that counts from 0 is read by its bars, so a near miss of the bars or the label changes what it says."""


@pytest.mark.parametrize("name", STUDENTS)
def test_a_near_miss_hides_nothing_of_a_wrong_trace(name: str) -> None:
    chance = random.Random(name)
    judged = Judge(Setting(KIT))
    for path in chance.sample(INPUTS, 1):
        cases = parse_boards(path.read_text())
        trace = "".join(Mistaken(name).trace(naive.read(KIT.format_state(case.state))) for case in cases)
        plain = judged.check(cases, trace)
        for edit in chance.sample([edit for edit in EDITS if edit not in ("no alpha", "no beta", "c3")], 3):
            report = judged.check(cases, EDITS[edit](trace))
            for case, right in zip(report.cases, plain.cases, strict=True):
                extra = [one for one in told(case) if one not in told(right)]
                assert [one for one in told(case) if one not in extra] == told(right)
                assert [one["kind"] for one in extra] == ["format"] * len(extra)
                assert len(extra) <= 1
                assert case.suspects == right.suspects
            assert (report.diagnosis and report.diagnosis.mistakes) == (plain.diagnosis and plain.diagnosis.mistakes)


# Systematic slips


def test_wrong_letters_are_one_finding() -> None:
    (case,) = check(BOARDS, TRACE.replace("B2", "A2").replace("B4", "A4")).cases
    assert case.counts == {"format": 1}
    number = sum("B2" in line or "B4" in line for line in LINES)
    assert case.findings[0].message == f"The letter is A where Bill moves, {number} times; first at line 2."
    (case,) = check(BOARDS, TRACE.replace("A1", "x").replace("B2", "A2").replace("A3", "B3").replace("x", "A1")).cases
    assert [finding.line for finding in case.findings] == [2, 3]
    (case,) = check(TREE, traces_of("tree")[0].replace("MIN2", "MAX2"), game="tree").cases
    assert case.findings[0].message == "The label is MAX where MIN moves, 9 times; first at line 2."


def test_odd_bars_are_one_finding() -> None:
    (case,) = check(BOARDS, TRACE.replace("|-|-", "|-")).cases
    assert case.counts == {"format": 1}
    assert case.findings[0].line == 3
    assert "The bars do not fit the label: expected 2 before A3, found 1, and the like" in case.findings[0].message
    (case,) = check(BOARDS, "".join(f"|-{line}\n" if line[0] != "f" else line for line in LINES)).cases
    assert case.counts == {"format": 1}


# Remarks

REMARKS = [
    "Elapsed: 0.2 s",
    "Reading input.txt",
    "First, the board",
    "first of all",
    "best value so far: 3",
    "best move ordering is off",
    "=" * 40,
    "|------|",
    "Alice: 12 men",
    "a1 is empty",
    "max depth = 4",
    "b2: nothing to see",
    "next: Bill",
]


@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_is_one_finding_wherever_it_stands(remark: str) -> None:
    for place in (0, 1, 17, 18, len(LINES) - 1, len(LINES)):
        for end in ("\n", ""):
            text = "\n".join([*LINES[:place], remark, *LINES[place:]]) + end
            report = check(BOARDS, text)
            (case,) = report.cases
            assert [(finding.kind, finding.line) for finding in case.findings] == [("format", place + 1)], told(case)
            assert case.findings[0].message == "This line is no part of a trace."
            assert case.findings[0].found == remark
            assert (case.suspects, report.diagnosis) == ([], None)


def several() -> tuple[str, list[str]]:
    """Four boards, and their traces, each under its heading."""
    boards, traces = ((ROOT / folder / "several-cases.txt").read_text() for folder in ("inputs", "expected"))
    return boards, traces.split("\n\n")


@pytest.mark.parametrize("headed", [True, False])
def test_remarks_between_cases_lose_none(headed: bool) -> None:
    boards, parts = several()
    if not headed:
        parts = [part.partition("\n")[2] for part in parts]
    text = "Reading\n" + "\nElapsed: 1 s\n\nNext board\n".join(part.rstrip("\n") for part in parts) + "\nDone\n"
    report = check(boards, text)
    assert [set(case.counts) for case in report.cases] == [{"format"}] * 4
    assert sum(case.counts["format"] for case in report.cases) == 1 + 2 * 3 + 1
    assert report.diagnosis is None
    lines = text.split("\n")
    for finding in (finding for case in report.cases for finding in case.findings):
        assert finding.message == "This line is no part of a trace."
        assert finding.found == lines[finding.line - 1]


def test_remarks_before_a_heading_do_not_hide_a_missing_case() -> None:
    boards, parts = several()
    report = check(boards, "Reading\n\n" + "\n\n".join(parts[1:]))
    assert [kinds(case) for case in report.cases] == [["truncated"], ["format"], [], []]


def test_headings_in_front_of_some_cases_only() -> None:
    boards, parts = several()
    for bare in range(1, 4):
        text = "\n\n".join(part.partition("\n")[2] if place == bare else part for place, part in enumerate(parts))
        assert check(boards, text).valid
    text = "\n\n".join(part.partition("\n")[2] if place else part for place, part in enumerate(parts))
    assert check(boards, text).valid


def test_one_case_of_several_has_its_own_remarks(tmp_path: Path) -> None:
    _, parts = several()
    trace = tmp_path / "trace.txt"
    trace.write_text("\nElapsed: 1 s\n\n".join(parts))
    done = run("check", "inputs/several-cases.txt", trace, "--case", "2", "--json")
    (case,) = json.loads(done.stdout)["cases"]
    assert case["counts"] == {"format": 1}


def test_another_trace_is_surplus_and_what_is_printed_after_it_is_a_remark() -> None:
    (case,) = check(BOARDS, f"{TRACE}{TRACE}Done\n").cases
    assert [finding.line for finding in case.findings] == [235, 469]
    assert case.findings[0].message == "The trace is over, and the input has no other board."


def test_a_trace_that_a_remark_ends_is_truncated() -> None:
    (case,) = check(BOARDS, "\n".join(LINES[:20]) + "\nSegmentation fault").cases
    assert kinds(case) == ["format", "truncated"]
    (case,) = check(BOARDS, "Segmentation fault\n").cases
    assert kinds(case) == ["format", "truncated"]
    assert case.findings[1].message == "There is no trace for this case."


@pytest.mark.parametrize("edit", ["labels", "equals", "blanks", "comma", "cut", "->", "a blank", "c3"])
def test_a_near_trace_may_be_cut_within_any_line(edit: str) -> None:
    written = EDITS[edit](TRACE)
    for end in range(30, 1200, 29):
        (case,) = check(BOARDS, written[:end]).cases
        assert "truncated" in case.counts
        assert set(case.counts) <= {"truncated", "format", "wrong-h"}, (written[end - 40 : end], told(case))
        assert case.counts["format"] <= 1


def test_random_lines_give_no_right_trace_a_diagnosis() -> None:
    chance = random.Random(12)
    letters = "ABab123 .,:;=()|->hfirstmovepruningalphabeta\u2212\u2192\udcff\0\t"
    for _ in range(50):
        lines = list(LINES[:-1])
        for _ in range(chance.randint(1, 3)):
            junk = "".join(chance.choice(letters) for _ in range(chance.randint(1, 30)))
            lines.insert(chance.randrange(len(lines)), junk)
        report = check(BOARDS, "\n".join([*lines, LINES[-1]]) + "\n")
        assert report.diagnosis is None
        assert report.cases[0].suspects == []


# Encodings


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "be with a mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_utf_16_is_one_finding(tmp_path: Path, codec: str, end: str) -> None:
    boards, parts = several()
    text = "\n\n".join(parts).replace("\n", end)
    raw = f"\ufeff{text}".encode("utf-16-be") if codec == "be with a mark" else text.encode(codec)
    report = check(boards, raw.decode("utf-8", "surrogateescape"))
    assert [kinds(case) for case in report.cases] == [["format"], [], [], []]
    assert report.cases[0].findings[0].message == "The text is in UTF-16: save it as UTF-8."
    path = tmp_path / "trace.txt"
    path.write_bytes(raw)
    done = run("check", "inputs/several-cases.txt", path)
    assert done.returncode == 1
    assert done.stdout.startswith("Case 1: right but for its layout, 1 finding: 1 format\n")


def test_lines_of_utf_16_are_counted_right() -> None:
    text = TRACE.replace("=-", "=\u2212").replace("=>", "\u2192").replace("h=\u2212", "h=", 1)
    for end in ("\n", "\r\n"):
        raw = text.replace("\n", end).encode("utf-16")
        (case,) = check(BOARDS, raw.decode("utf-8", "surrogateescape")).cases
        assert case.counts["format"] == 3
        assert [finding.line for finding in case.findings if finding.kind != "format"][:1] == [4]


def test_latin_1_is_one_finding(tmp_path: Path) -> None:
    for text in (f"case 1: caf\xe9\n{TRACE}", TRACE.replace(": ", ":\xa0")):
        path = tmp_path / "trace.txt"
        path.write_bytes(text.encode("latin-1"))
        report = check(BOARDS, path.read_text("utf-8", "surrogateescape"))
        assert kinds(report.cases[0]) == ["format"]
        assert "The text is in Latin-1: save it as UTF-8" in report.cases[0].findings[0].message
        assert "right but for its layout, 1 finding" in run("check", "inputs/assignment.txt", path).stdout
    (case,) = check(BOARDS, f"Temps \udce9coul\udce9: 0.2 s\n{TRACE}").cases
    assert [finding.found for finding in case.findings] == ["Temps \xe9coul\xe9: 0.2 s"]


# Other conventions, JSON, and files that are mixed up


def test_near_misses_in_another_convention() -> None:
    convention = Convention(cut="gt")
    trace = format_trace(parse_boards(BOARDS)[0].state, convention=convention)
    (case,) = check(BOARDS, EDITS["comma"](trace), convention=convention).cases
    assert kinds(case) == ["format"]


def test_json_and_the_library_report_the_same(tmp_path: Path) -> None:
    text = "Reading\n" + EDITS["->"](EDITS["comma"](TRACE)) + "Elapsed\n"
    (tmp_path / "trace.txt").write_text(text)
    (case,) = json.loads(run("check", "inputs/assignment.txt", tmp_path / "trace.txt", "--json").stdout)["cases"]
    assert case["findings"] == told(check(BOARDS, text).cases[0])
    assert len(case["findings"]) == 4


def test_arguments_that_are_exchanged_are_recognised(tmp_path: Path) -> None:
    board, trace = ROOT / "inputs/opening.txt", ROOT / "expected/opening.txt"
    refused(run("check", trace, board), "the arguments are exchanged", f"check {board} {trace}")
    refused(run("check", trace, trace), "this is a trace, not a board")
    refused(run(trace), "this is a trace, not a board", f"checkers-ab check BOARD {trace}")
    refused(run("solve", "-", stdin=trace.read_text()), "<stdin>: this is a trace", "check BOARD - judges it")
    refused(run("check", board, board), "this is a board, not a trace", f"checkers-ab solve {board}")
    refused(run("explain", board, "3", "--trace", board), "this is a board, not a trace")
    refused(run("view", board, "--trace", board), "this is a board, not a trace")
    tree, mine = tmp_path / "a tree.txt", tmp_path / "trace.txt"
    tree.write_text(f"{TREE}\n")
    mine.write_text(traces_of("tree")[0])
    refused(run("check", "--game", "tree", mine, tree), f"check --game tree '{tree}' {mine}")
    refused(run("check", "--game", "tree", tree, tree), "this is a board, not a trace")
    refused(run("solve", "--game", "tree", mine), "this is a trace, not a board")


def test_what_is_neither_is_said_as_before(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("hello\n")
    refused(run(tmp_path / "text.txt"), "text.txt:1:")
    assert run("check", "inputs/opening.txt", tmp_path / "text.txt").returncode == 1
    assert run("check", "inputs/opening.txt", "/dev/null").returncode == 1


BLANKS = " " * 2_400
SLOW_LINES = {
    "right window": f"A1: pruning (1,2)=>(2,3); alpha={BLANKS}1{BLANKS},{BLANKS}beta={BLANKS}1x",
    "right h": f"A1: (1,2)=>(2,3); h{BLANKS}={BLANKS}1{BLANKS}.{BLANKS}x",
    "right first": f"first move:{BLANKS}x{BLANKS}.{BLANKS}x{BLANKS}y",
    "right moves": f"A1: pruning ({BLANKS}1{BLANKS},{BLANKS}2)=>{BLANKS}(x",
    "right label": "|-" * 3000 + f"|{BLANKS}- x:",
    "window": f"A1: prune (1,2)=>(2,3), alpha={BLANKS}1{BLANKS},{BLANKS}beta:{BLANKS}1x",
    "no moves": f"A1: cut{BLANKS}:{BLANKS}{',' * 2_400};{BLANKS}x",
    "h": f"A1: (1,2)=>(2,3), value{BLANKS}:{BLANKS}1{BLANKS}..{BLANKS}x",
    "commas": f"A1: {', ' * 4_000}h",
    "digits": f"A1: (1,2)=>(2,3){', h=' + '1' * 900}" * 9,
    "answer": f"best move -{BLANKS}x{BLANKS}..{BLANKS}x{BLANKS}y",
    "arrows": f"A1: {'a1 to ' * 1_500}x",
    "blanks": f"A1: {'a1 ' * 3_000}x",
    "places": f"A1: cut ({BLANKS}1{BLANKS},{BLANKS}2)->{BLANKS}(x",
    "parentheses": f"a1= {'(' * 9_000}",
    "label": "|-" * 3_000 + f"|{BLANKS}- x=",
    "dots": ". " * 4_900 + "x=",
    "minus": "a1= " + "\u2212" * 9_000,
    "bytes": "a1= " + "\udcff" * 9_000,
}


@pytest.mark.parametrize("line", SLOW_LINES.values(), ids=SLOW_LINES)
def test_no_line_takes_long_to_be_refused(line: str) -> None:
    (case,) = check(BOARDS, f"{line}\n" * 60).cases
    assert {"format", "truncated"} >= set(case.counts)


@pytest.mark.parametrize(
    ("found", "edit"),
    [
        (";;", lambda text: text.replace("; alpha", ";; alpha")),
        (",;", lambda text: text.replace("; alpha", ",; alpha")),
        ("a blank", lambda text: text.replace("), (", ") (")),
        (",,", lambda text: text.replace("), (", "),, (")),
    ],
)
def test_signs_between_pruned_moves_are_one_finding(found: str, edit: Callable[[str], str]) -> None:
    (case,) = check(BOARDS, edit(TRACE)).cases
    assert case.counts == {"format": 1}
    assert case.findings[0].message.startswith(f"{found!r} stands for ")


def test_what_can_not_be_read_is_never_praised() -> None:
    state = make_game("tree").parse_state("((3 12 8)(2 4 6)(14 5 2))")
    for log, old, new in (("trace", "h=12", "h=x"), ("table", "2,2,12", "2,2,x"), ("table", "2,2,12", "2,x,12")):
        text = format_trace(state, game="tree", log=log).replace(old, new)
        (case,) = check("((3 12 8)(2 4 6)(14 5 2))", text, game="tree", log=log).cases
        assert case.counts
        assert not case.right_but_for_layout
