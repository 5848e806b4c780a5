"""The judge: what it accepts, what it refuses, and what it says of it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab import (
    ASSIGNMENT,
    HANDOUT,
    Board,
    Case,
    CaseReport,
    Convention,
    format_board,
    format_trace,
    make_game,
    parse_board,
    parse_boards,
)
from checkers_ab.core.setting import Setting
from checkers_ab.judge.check import Judge
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.report import KINDS
from tests import naive
from tests.mistaken import Mistaken, in_some_layout
from tests.support import INPUTS, ROOT, boards

MANY = 100
KIT = make_game("checkers")
MISTAKES = catalogue(KIT)


def input_cases() -> list[Case[Board]]:
    """Every board in inputs/."""
    return [case for path in INPUTS for case in parse_boards(path.read_text())]


def assignment() -> Board:
    return parse_board((ROOT / "inputs/assignment.txt").read_text())


def judge(
    board: Board, trace: str, convention: Convention = ASSIGNMENT, depth: int = 4, *, diagnosed: bool = False
) -> CaseReport:
    case = Case("case1", 1, False, board, [])
    return Judge(Setting(KIT, depth, convention)).check([case], trace, diagnosed=diagnosed).cases[0]


def judge_all(cases: list[Case[Board]], text: str) -> list[CaseReport]:
    return Judge(Setting(KIT)).check(cases, text).cases


def kinds(report: CaseReport) -> list[str]:
    return [finding.kind for finding in report.findings]


# What must be accepted


def test_traces_in_any_order_and_any_tolerated_layout_are_accepted() -> None:
    chance = random.Random(20)
    for _ in range(MANY):
        board = None
        while board is None:
            board = KIT.random_state(chance)
        solver = Mistaken(shuffle=chance, hard=chance.random() < 0.5, root_goes_on=chance.random() < 0.5)
        trace = in_some_layout(solver.solve(naive.read(format_board(board))), chance)
        verdict = judge(board, trace)
        assert verdict.valid, f"{format_board(board)}\n{trace}\n{verdict.findings[:2]}"


@given(boards(), st.randoms(use_true_random=False))
def test_so_are_those_of_boards_with_many_kings(board: Board, chance: random.Random) -> None:
    solver = Mistaken(shuffle=chance, hard=chance.random() < 0.5, root_goes_on=chance.random() < 0.5)
    trace = in_some_layout(solver.solve(naive.read(format_board(board))), chance)
    assert judge(board, trace).findings == []


@given(boards(), st.integers(1, 5))
def test_our_own_traces_are_accepted_in_every_convention(board: Board, depth: int) -> None:
    for convention in (ASSIGNMENT, HANDOUT, Convention(cut="gt", order="handout")):
        trace = format_trace(board, depth=depth, convention=convention)
        assert judge(board, trace, convention, depth).findings == []


@given(boards(), st.booleans(), st.randoms(use_true_random=False))
def test_the_strict_cut_of_another_course(board: Board, hard: bool, chance: random.Random) -> None:
    trace = Mistaken("strict-cut", hard=hard, shuffle=chance).trace(naive.read(format_board(board)))
    assert judge(board, trace, Convention(cut="gt")).findings == []


WIN = (ROOT / "inputs/win-at-ply-1.txt").read_text()


def test_a_root_that_is_searched_on_after_a_win_is_accepted() -> None:
    trace = "A1: (4,3)=>(2,5); h=inf.\nA1: (4,5)=>(2,3); h=inf.\nfirst move: (4,3)=>(2,5).\n"
    assert judge(parse_board(WIN), trace).valid


def test_so_are_all_the_lines_below_a_root_that_is_searched_on() -> None:
    chance = random.Random(3)
    for case in input_cases():
        for _ in range(5):
            solver = Mistaken(shuffle=chance, root_goes_on=True)
            assert judge(case.state, solver.trace(naive.read(format_board(case.state)))).findings == []


def test_a_first_move_that_was_cut_but_is_optimal_is_accepted() -> None:
    trace = format_trace(parse_board(WIN)).replace("first move: (4,3)=>(2,5)", "first move: (4,5)=>(2,3)")
    assert judge(parse_board(WIN), trace).valid


# What must be refused: for each kind a trace that shows it alone

SMALL = parse_board((ROOT / "inputs/every-move-loses.txt").read_text())
LINES = format_trace(SMALL).splitlines()
TIE = parse_board((ROOT / "inputs/tie-is-a-bound.txt").read_text())
TIE_LINES = format_trace(TIE).splitlines()
JUMP = parse_board((ROOT / "inputs/mandatory-jump.txt").read_text())
JUMP_LINES = format_trace(JUMP).splitlines()
CUT = next(number for number, line in enumerate(TIE_LINES) if "pruning" in line)


def changed(lines: list[str], number: int, *new: str) -> str:
    """The trace with one line replaced, counted from 0."""
    return "\n".join([*lines[:number], *new, *lines[number + 1 :]]) + "\n"


def leaves_of_a_node(lines: list[str]) -> tuple[int, int]:
    """Where the leaves of the first node at the last ply begin and end."""
    start = next(number for number, line in enumerate(lines) if "B4" in line)
    end = next(number for number in range(start, len(lines)) if "B4" not in lines[number])
    return start, end


def early_cut() -> str:
    """The brothers of the first leaf are cut while everything is open."""
    start, end = leaves_of_a_node(JUMP_LINES)
    moves = ", ".join(line.split(": ")[1].split(";")[0] for line in JUMP_LINES[start + 1 : end])
    cut = f"|-|-|-B4: pruning {moves}; alpha=-inf, beta={JUMP_LINES[start].split('h=')[1]}"
    return "\n".join([*JUMP_LINES[: start + 1], cut, *JUMP_LINES[end:]]) + "\n"


SEARCHED_ON = [f"|-|-|-B4: {move}; h=1." for move in ("(3,4)=>(4,5)", "(5,4)=>(6,3)", "(5,4)=>(6,5)")]

ALONE = {
    "format": (SMALL, changed(LINES, 3, LINES[3].replace("h=", "value ")), 4),
    "illegal-move": (SMALL, changed(LINES, 3, LINES[3].replace("(3,4)=>(5,2)", "(3,4)=>(5,3)")), 4),
    "missed-jump": (JUMP, changed(JUMP_LINES, 0, "A1: (5,6)=>(4,5)."), 1),
    "missing-move": (SMALL, changed(LINES, 5), 6),
    "repeated-move": (SMALL, changed(LINES, 3, LINES[3], LINES[3]), 5),
    "wrong-h": (SMALL, changed(LINES, 3, LINES[3].replace("-inf", "-5")), 4),
    "early-cut": (JUMP, early_cut(), 5),
    "missed-cut": (TIE, changed(TIE_LINES, CUT, *SEARCHED_ON), CUT + 1),
    "wrong-window": (TIE, changed(TIE_LINES, CUT, TIE_LINES[CUT].replace("alpha=", "alpha=-")), CUT + 1),
    "wrong-first-move": (TIE, changed(TIE_LINES, len(TIE_LINES) - 1, "first move: (5,0)=>(4,1)."), len(TIE_LINES)),
    "truncated": (SMALL, "\n".join(LINES[:8]) + "\n", 9),
}


def test_every_kind_is_shown_alone() -> None:
    assert set(ALONE) == set(KINDS)


@pytest.mark.parametrize("kind", ALONE)
def test_a_trace_with_one_fault_has_one_finding(kind: str) -> None:
    board, trace, line = ALONE[kind]
    assert [(finding.kind, finding.line) for finding in judge(board, trace).findings] == [(kind, line)]


OTHER_FAULTS = {
    "no h at the last ply": (SMALL, changed(LINES, 3, LINES[3].replace("; h=-inf", "")), ["wrong-h"]),
    "h where the game goes on": (SMALL, changed(LINES, 1, LINES[1].replace(".", "; h=3.")), ["wrong-h"]),
    "one bar too few": (SMALL, changed(LINES, 3, LINES[3].removeprefix("|-")), ["format"]),
    "the other side's letter": (SMALL, changed(LINES, 0, LINES[0].replace("A1", "B1")), ["format"]),
    "a remark": (SMALL, changed(LINES, 0, "searching ...", LINES[0]), ["format"]),
    "an ending that is none": (SMALL, changed(LINES, 1, LINES[1], "|-|-A3: h=-inf."), ["format"]),
    "a line below nothing": (SMALL, changed(LINES, 1), ["missing-move"]),
    "a repeated branch": (SMALL, "\n".join([*LINES[:6], *LINES]) + "\n", ["repeated-move"]),
    "a missing pruning line": (TIE, changed(TIE_LINES, CUT), ["missing-move"]),
    "pruning, then searching on": (TIE, changed(TIE_LINES, CUT, TIE_LINES[CUT], *SEARCHED_ON), ["repeated-move"]),
    "none, though there is a move": (SMALL, changed(LINES, len(LINES) - 1, "first move: none."), ["wrong-first-move"]),
    "no legal first move": (
        SMALL,
        changed(LINES, len(LINES) - 1, "first move: (0,1)=>(1,0)."),
        ["wrong-first-move"],
    ),
    "two traces": (SMALL, "\n".join(LINES * 2) + "\n", ["format"]),
    "nothing": (SMALL, "", ["truncated"]),
    "cut within a line": (SMALL, "\n".join(LINES[:8]) + "\n|-|-A3: (4,7)=", ["truncated"]),
    "NUL bytes": (SMALL, changed(LINES, 3, "\0\0\0", LINES[3]), ["format"]),
    "ten megabytes on a line": (SMALL, "x" * 10_000_000 + "\n" + "\n".join(LINES), ["format"]),
    "a move for a game that is over": (
        Board(0, 1, 1),
        "A1: (5,0)=>(4,1); h=0.\nfirst move: (5,0)=>(4,1).\n",
        ["illegal-move", "wrong-first-move"],
    ),
}


@pytest.mark.parametrize("name", OTHER_FAULTS)
def test_other_faults(name: str) -> None:
    board, trace, expected = OTHER_FAULTS[name]
    verdict = judge(board, trace)
    assert kinds(verdict) == expected, verdict.findings


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("(5,8)=>(4,7)", "(5,8) is not on the board"),
        ("(5,5)=>(4,4)", "(5,5) is a light square"),
        ("(5,0)=>(4,1)", "no piece stands on (5,0)"),
        ("(4,1)=>(5,0)", "Bill's man stands on (4,1), and it is Alice's move"),
        ("(5,2)=>(2,5)", "one square diagonally"),
        ("(5,2)=>(4,1)", "Bill's man stands on (4,1)"),
        ("(7,0)=>(5,2)", "Alice's man stands on (5,2)"),
        ("(7,2)=>(5,4)", "there is nothing to jump over"),
        ("(5,2)=>(6,1)", "a man moves forward only"),
        ("(5,2)=>(3,0)=>(1,2)", "one jump is a whole move"),
    ],
)
def test_an_illegal_move_is_explained(move: str, reason: str) -> None:
    verdict = judge(assignment(), f"A1: {move}.\n")
    assert kinds(verdict)[0] == "illegal-move"
    assert reason in verdict.findings[0].message


def test_jumping_over_an_own_piece_is_explained() -> None:
    board = parse_board((ROOT / "inputs/opening.txt").read_text())
    assert "an own piece" in judge(board, "A1: (6,1)=>(4,3).\n").findings[0].message


def test_a_missed_jump_names_the_jumps() -> None:
    finding = judge(assignment(), "A1: (7,0)=>(6,1).\n").findings[0]
    assert finding.kind == "missed-jump"
    assert finding.expected == "(5,2)=>(3,0), (5,2)=>(3,4)"


def test_a_finding_knows_its_scene() -> None:
    board, trace, _ = ALONE["wrong-h"]
    scene = judge(board, trace).findings[0].scene
    assert scene is not None
    assert [step.line for step in scene.path] == [1, 2, 3, 4]
    assert scene.window == (float("-inf"), float("inf"))
    assert scene.state.side.name == "MAX", "it is the state after the move"


def test_the_trace_of_another_board_is_recognised() -> None:
    verdict = judge(assignment(), (ROOT / "expected/opening.txt").read_text())
    assert not verdict.valid
    assert verdict.other_board


def test_a_slip_of_the_pen_is_one_finding_and_so_is_what_follows_from_a_wrong_value() -> None:
    lines = format_trace(assignment()).splitlines()
    slips = 0
    for number, line in enumerate(lines):
        if "h=-3" in line:
            findings = judge(assignment(), changed(lines, number, line.replace("h=-3", "h=-2"))).findings
            assert [(finding.kind, finding.line) for finding in findings] == [("wrong-h", number + 1)]
            slips += 1
    assert slips > 20


def test_a_stray_line_hides_nothing_and_is_no_other_board() -> None:
    wrong = re.sub("alpha=[^,]*, beta=[^.]*", "alpha=7, beta=7", format_trace(assignment()))
    verdict = judge(assignment(), "Loading\n" + wrong)
    assert kinds(verdict) == ["format"] + ["wrong-window"] * 21
    assert not verdict.other_board
    assert judge(assignment(), "Loading\n" + format_trace(assignment()), diagnosed=True).suspects == []
    strict = "Loading\n" + Mistaken("strict-cut").trace(naive.read(format_board(assignment())))
    assert judge(assignment(), strict, diagnosed=True).suspects[0] == ("strict-cut",)


def test_squares_in_the_middle_of_a_first_move_count() -> None:
    trace = format_trace(assignment()).replace("first move: (5,2)=>(3,0)", "first move: (5,2)=>(9,9)=>(3,0)")
    assert kinds(judge(assignment(), trace)) == ["wrong-first-move"]


@given(boards())
def test_the_strict_cut_prints_no_window_that_is_open(board: Board) -> None:
    trace = format_trace(board, convention=Convention(cut="gt"))
    closed = re.sub(r"alpha=([^,]*), beta=([^.]*)\.", r"alpha=\2, beta=\2.", trace)
    assert closed == trace or not judge(board, closed, Convention(cut="gt")).valid


@pytest.mark.parametrize(
    "infinity",
    ["9223372036854775807", "1.7976931348623157e308", "1.79769e+308", "3.4028235E38", "100.5", "99", "1e999"],
)
def test_what_programs_print_for_infinity(infinity: str) -> None:
    for name in ("win-at-ply-1", "every-move-loses"):
        board = parse_board((ROOT / f"inputs/{name}.txt").read_text())
        assert judge(board, format_trace(board).replace("inf", infinity)).findings == []


def test_a_value_that_is_no_whole_number_is_a_wrong_one() -> None:
    assert kinds(judge(SMALL, changed(LINES, 3, LINES[3].replace("-inf", "-4.5")))) == ["wrong-h"]


def test_a_dropped_or_doubled_line_is_one_finding() -> None:
    lines = format_trace(assignment()).splitlines()
    assert kinds(judge(assignment(), changed(lines, 19, lines[19], lines[19]))) == ["repeated-move"]
    dropped = judge(assignment(), changed(lines, 20))
    assert len(dropped.findings) == 1
    assert "line of the move at ply 3 missing" in dropped.findings[0].message
    assert kinds(judge(assignment(), changed(lines, 20, lines[20].replace("A3", "A4")))) == ["format"]


def test_a_cut_that_comes_early_is_not_a_missed_one_too() -> None:
    lines = format_trace(assignment()).splitlines()
    early = [*lines[:18], lines[19], lines[18], *lines[20:]]
    assert kinds(judge(assignment(), "\n".join(early) + "\n")) == ["early-cut"]


def test_the_answer_may_be_misspelled_but_that_is_all_that_is_said() -> None:
    trace = format_trace(assignment()).replace("first move: (5,2)=>(3,0).", "first move (5,2)=>(3,0).")
    assert kinds(judge(assignment(), trace)) == ["format"]
    assert "expected 'first move: '" in judge(assignment(), trace.rstrip()).findings[0].message


def test_the_line_of_a_finished_game_has_the_other_sides_letter() -> None:
    board = parse_board(WIN)
    right = (
        "A1: (4,3)=>(2,5).\n|-B2: h=inf.\nA1: pruning (4,5)=>(2,3); alpha=inf, beta=inf.\nfirst move: (4,3)=>(2,5).\n"
    )
    assert judge(board, right).valid
    assert kinds(judge(board, right.replace("|-B2", "|-A2"))) == ["format"]


# Mutations


def mutants(lines: list[str], chance: random.Random) -> list[tuple[str, list[str]]]:
    """The trace with one thing changed, by what was done to it."""
    found = []
    place = chance.randrange(len(lines))
    digits = [at for at, letter in enumerate(lines[place]) if letter.isdigit() and lines[place][at - 1] in "(,"]
    if digits:
        at = chance.choice(digits)
        digit = chance.choice([d for d in "01234567" if d != lines[place][at]])
        found.append(
            ("coordinate", [*lines[:place], lines[place][:at] + digit + lines[place][at + 1 :], *lines[place + 1 :]])
        )
    for what in ("h=", "alpha=", "beta="):
        marked = [number for number, line in enumerate(lines) if what in line]
        if marked:
            number = chance.choice(marked)
            head, _, tail = lines[number].partition(what)
            value, separator, rest = tail.partition("," if what == "alpha=" else ".")
            other = chance.choice([v for v in ["-inf", "inf", *map(str, range(-5, 6))] if v != value])
            found.append((what, [*lines[:number], head + what + other + separator + rest, *lines[number + 1 :]]))
    found.append(("drop", lines[:place] + lines[place + 1 :]))
    found.append(("repeat", [*lines[:place], lines[place], *lines[place:]]))
    target = chance.choice([t for t in range(len(lines)) if t != place])
    others = lines[:place] + lines[place + 1 :]
    found.append(("move", [*others[:target], lines[place], *others[target:]]))
    found.append(("cut", lines[: chance.randrange(len(lines))]))
    return found


def really_equal(board: Board, original: list[str], mutant: list[str]) -> bool:
    """Whether a mutant is another correct trace: of a fail-hard search, in another order, or with another best move."""
    if mutant == Mistaken(hard=True).trace(naive.read(format_board(board))).splitlines():
        return True
    if original[:-1] == mutant[:-1]:
        solver = Mistaken("no-pruning")
        plain = naive.read(format_board(board))
        values = {}
        for move in solver.moves(plain, True):
            child = solver.play(plain, move)
            over = solver.outcome(child, False)
            values[f"first move: {solver.text(move)}."] = (
                solver.search(child, False, 2, -naive.INF, naive.INF)[0] if over is None else over
            )
        return values[mutant[-1]] == max(values.values())
    different = [number for number, (a, b) in enumerate(zip(original, mutant, strict=True)) if a != b]
    span = range(different[0], different[-1] + 1)
    prefixes = {line.split(":")[0] for number in span for line in (original[number], mutant[number])}
    return sorted(original) == sorted(mutant) and len(prefixes) == 1


def test_mutants_are_refused() -> None:
    chance = random.Random(5)
    tried, accepted = 0, []
    while tried < 800:
        board = KIT.random_state(chance)
        if board is None:
            continue
        lines = format_trace(board).splitlines()
        if len(lines) < 3:
            continue
        for what, mutant in mutants(lines, chance):
            if mutant == lines:
                continue
            tried += 1
            if judge(board, "".join(f"{line}\n" for line in mutant)).valid:
                accepted.append((what, board, lines, mutant))
    for what, board, lines, mutant in accepted:
        assert len(lines) == len(mutant), what
        assert really_equal(board, lines, mutant), what
    print(f"{tried} mutants, accepted: {Counter(what for what, *_ in accepted)}")
    assert len(accepted) <= 0.005 * tried


# Mistakes


STUDENTS = [name for name in MISTAKES if name != "loose-cut"]
"""The last one can be made only where the course asks for the strict cut."""


def test_the_usual_cut_where_a_course_asks_for_the_strict_one() -> None:
    verdict = judge(assignment(), format_trace(assignment()), Convention(cut="gt"), diagnosed=True)
    assert verdict.suspects == [("loose-cut",)]


@pytest.mark.parametrize("name", STUDENTS)
def test_in_any_order_of_moves_too(name: str) -> None:
    chance = random.Random(name)
    for case in chance.sample(input_cases(), 8):
        trace = Mistaken(name, shuffle=chance, hard=chance.random() < 0.5).trace(naive.read(format_board(case.state)))
        verdict = judge(case.state, trace, diagnosed=True)
        assert verdict.valid or not trace or (name,) in verdict.suspects


def test_alpha_may_be_lowered_before_the_program_looks_at_the_window() -> None:
    for case in input_cases():
        trace = Mistaken("alpha-lowered-first").trace(naive.read(format_board(case.state)))
        verdict = judge(case.state, trace, diagnosed=True)
        assert verdict.valid or not trace or ("alpha-lowered",) in verdict.suspects


def test_no_right_trace_is_diagnosed() -> None:
    for case in input_cases():
        assert judge(case.state, format_trace(case.state), diagnosed=True).suspects == []


def test_every_mistake_says_what_to_do_and_names_a_paragraph() -> None:
    page = (ROOT / "docs/homework.md").read_text()
    for mistake in MISTAKES.values():
        assert f"**{mistake.rule}.**" in page
        assert mistake.fix.endswith(".")
    assert len(MISTAKES) == 58
    for kind, paragraph in KINDS.items():
        assert f"**{KIT.paragraphs.get(kind, paragraph)}.**" in page


# Several traces in one text


def test_cases_are_taken_in_order_with_headings_or_without() -> None:
    cases = parse_boards((ROOT / "inputs/several-cases.txt").read_text())
    headed = (ROOT / "expected/several-cases.txt").read_text()
    bare = "".join(format_trace(case.state) for case in cases)
    for text in (headed, bare):
        verdicts = judge_all(cases, text)
        assert [verdict.valid for verdict in verdicts] == [True] * 4


def test_a_trace_that_another_case_interrupts_is_truncated_and_the_next_is_judged() -> None:
    cases = parse_boards((ROOT / "inputs/several-cases.txt").read_text())
    lines = (ROOT / "expected/several-cases.txt").read_text().splitlines(keepends=True)
    second = lines.index("case2\n")
    text = "".join(lines[: second - 3] + lines[second:])
    verdicts = judge_all(cases, text)
    assert [kinds(verdict) for verdict in verdicts] == [["truncated"], [], [], []]


def several() -> tuple[list[Case[Board]], list[str]]:
    cases = parse_boards((ROOT / "inputs/several-cases.txt").read_text())
    return cases, (ROOT / "expected/several-cases.txt").read_text().split("\n\n")


def judged(cases: list[Case[Board]], text: str, others: Collection[int] = ()) -> list[list[str]]:
    report = Judge(Setting(KIT)).check(cases, text, others=others)
    return [kinds(case) for case in report.cases]


def test_headings_tell_which_case_is_missing() -> None:
    cases, parts = several()
    for missing in range(4):
        text = "\n\n".join(part for place, part in enumerate(parts) if place != missing)
        assert judged(cases, text) == [["truncated"] if place == missing else [] for place in range(4)]


def test_what_is_too_much_in_one_case_does_not_spoil_the_next() -> None:
    cases, parts = several()
    parts[0] += "\nfirst move: none."
    assert judged(cases, "\n\n".join(parts)) == [["format"], [], [], []]


def test_one_case_is_found_in_the_traces_of_all() -> None:
    cases, parts = several()
    others = {case.number for case in cases} - {cases[2].number}
    assert judged([cases[2]], "\n\n".join(parts), others=others) == [[]]


def test_a_heading_with_another_number_does_not_matter_when_there_is_but_one_board() -> None:
    assert judge(SMALL, "Case 77: mine\n" + format_trace(SMALL)).valid


def test_a_case_without_a_trace_is_named_by_the_line_after_the_last() -> None:
    cases, parts = several()
    verdicts = judge_all(cases, parts[0] + "\n")
    assert [verdict.findings[0].line for verdict in verdicts[1:]] == [parts[0].count("\n") + 2] * 3
    assert verdicts[1].findings[0].message == "There is no trace for this case."
