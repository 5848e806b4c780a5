"""The log `table` is judged in its own order of moves, row by row, and the mistake that changes it is named."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from checkers_ab import check, format_trace
from checkers_ab.core.convention import Convention, TableStyle
from checkers_ab.core.errors import InputError, ValueMissingError
from checkers_ab.core.order import Ordered
from checkers_ab.core.search import minimax
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import StepTeller
from checkers_ab.core.values import INF, OPEN, format_value
from checkers_ab.explain.line import explain_line, explain_own_line
from checkers_ab.games.registry import make_game
from checkers_ab.grading.judge import judge as judge_trace
from checkers_ab.grading.planfile import load_plan
from checkers_ab.judge.check import Judge
from checkers_ab.judge.coverage import written
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.report import Report
from checkers_ab.logs.base import find_log
from tests.support import INPUTS, refused, run
from tests.toys import nim

TREE = "((3 12 8)(2 4 6)(14 5 2))"
TREES = (TREE, "(((5 6)(7 4 5))((3)(6))((6)(5 9)(7 5)))", "((((4 6)(7 9))((1 2)(0 1)))(((8 1)(0 6))((5 4)(2 9))))")
HEADER = "Node,Depth,Value,Alpha,Beta\n"


def judge(game: str, log: str = "table", **style: Any) -> Judge:
    return Judge(Setting(make_game(game), convention=Convention(table=TableStyle(**style))), log)


def cases(game: str) -> list[Any]:
    texts = TREES if game == "tree" else [path.read_text() for path in INPUTS]
    if game == "tictactoe":
        texts = ["XO.\n.X.\nO..\n", "XXX\nOO.\n...\n"]
    return [case for text in texts for case in make_game(game).parse_states(text)]


def table(judge: Judge, state: Any, seed: int) -> str:
    """The right table of a state, with the moves of each node shuffled."""
    lines: list[str] = []
    setting, chance = judge.wording.setting, random.Random(seed)
    teller: StepTeller[Any, Any] = StepTeller(judge.log.writer(setting, lines.append), setting.cutoff)
    game = Ordered(judge.kit.game, lambda *_: chance.random() if seed else 0)
    result = minimax(
        game,
        state,
        setting.depth,
        evaluate=setting.evaluate,
        window=OPEN,
        cutoff=setting.cutoff,
        observer=teller,
    )
    teller.finish(result, game.to_move(state).opponent)
    return "".join(lines)


@pytest.mark.parametrize("at_cut", ["before", "after"])
@pytest.mark.parametrize("game", ["tree", "checkers", "tictactoe"])
def test_a_right_table_is_accepted_in_any_order_of_moves(game: str, at_cut: str) -> None:
    judging = judge(game, at_cut=at_cut)
    for case, seed in product(cases(game), (0, 1, 2)):
        report = judging.check([case], table(judging, case.state, seed))
        assert report.valid, (case.label, seed, report.cases[0].findings[:1])


@pytest.mark.parametrize("game", ["tree", "checkers"])
def test_a_table_of_minimax_has_no_window_and_no_cut(game: str) -> None:
    convention = Convention(cut="never", table=TableStyle(columns=3))
    judging = Judge(Setting(make_game(game), None if game == "tree" else 2, convention), "table")
    for case in cases(game)[:2]:
        text = table(judging, case.state, 1)
        assert judging.check([case], text).valid
        *rows, _, root = text.splitlines(keepends=True)
        assert not judging.check([case], "".join([*rows, root])).valid


Tree = tuple[Any, ...]
"""A leaf with its name and value, or a node with its name and children."""


def aimas(node: Tree, depth: int = 0, alpha: float = -INF, beta: float = INF) -> tuple[float, list[str]]:
    """The value of a tree and the rows of its table, as a program writes them that returns before it updates."""

    def row(value: float) -> str:
        name, *numbers = node[0], value, alpha, beta
        return f"{name},{depth}," + ",".join(format_value(number).replace("inf", "Infinity") for number in numbers)

    if not isinstance(node[1], tuple):
        return node[1], [row(node[1])]
    best, better = (-INF, max) if depth % 2 == 0 else (INF, min)
    rows = [row(best)]
    for child in node[1:]:
        value, below = aimas(child, depth + 1, alpha, beta)
        best, rows = better(best, value), rows + below
        low, high = (max(alpha, best), beta) if better is max else (alpha, min(beta, best))
        if low >= high:
            return best, [*rows, row(best)]
        alpha, beta = low, high
        rows.append(row(best))
    return best, rows


def orders(node: Tree) -> Iterator[Tree]:
    """A tree with the children of each node in any order."""
    if not isinstance(node[1], tuple):
        yield node
        return
    for children in permutations(node[1:]):
        for below in product(*map(orders, children)):
            yield (node[0], *below)


BRACKETS = str.maketrans("()", "[]")


def named(text: str) -> Tree:
    """A textbook tree; nodes are named by their place."""

    def name(children: Any, label: str) -> Tree:
        if not isinstance(children, list):
            return label, children
        return (label, *(name(child, str(place)) for place, child in enumerate(children, 1)))

    return name(
        json.loads(re.sub(r"[ )]+(?=[\d(])", lambda gap: gap[0].replace(" ", "") + ",", text).translate(BRACKETS)),
        "root",
    )


def changed(rows: list[str], values: list[str]) -> Iterator[tuple[int | None, list[str]]]:
    """Tables with one change, and the place of the row if a number in it has been changed."""
    for place, row in enumerate(rows):
        cells = row.split(",")
        for cell, others in enumerate((("1", "2", "3", "root"), "0123", values, values, values)):
            for other in others:
                if other != cells[cell]:
                    new = ",".join([*cells[:cell], other, *cells[cell + 1 :]])
                    yield place if cell > 1 else None, [*rows[:place], new, *rows[place + 1 :]]
        yield None, [*rows[:place], *rows[place + 1 :]]
        for other_place in range(len(rows)):
            yield None, [*rows[:other_place], row, *rows[other_place:]]
            exchanged = rows.copy()
            exchanged[place], exchanged[other_place] = exchanged[other_place], row
            yield None, exchanged


@pytest.mark.parametrize("text", [TREE, "(((1 2)(3 0))((2 2) 5))", "((4 4)(4 1)(5 4))"])
def test_a_table_with_one_change_is_refused_unless_it_is_that_of_another_order(text: str) -> None:
    judging = judge("tree")
    (case,) = judging.kit.parse_states(text)
    right = {tuple(aimas(tree)[1]) for tree in orders(named(text))}
    rows = aimas(named(text))[1]
    values = ["-Infinity", "Infinity", "0", "2", "3", "5", "12"]
    for place, new in changed(rows, values):
        report = judging.check([case], HEADER + "\n".join(new) + "\n", diagnosed=False)
        assert report.valid == (tuple(new) in right), new
        if place is not None:
            assert report.cases[0].findings[0].line == place + 2, (new, report.cases[0].findings)


def findings(text: str, *, tree: str = TREE, **keywords: Any) -> list[tuple[str, int, str, str, str]]:
    """The findings about a table, in words."""
    report = check(tree, HEADER + text, game="tree", log="table", **keywords)
    return [(one.kind, one.line, one.message, one.expected, one.found) for one in report.cases[0].findings]


def rows(tree: str = TREE) -> list[str]:
    return [f"{row}\n" for row in aimas(named(tree))[1]]


def test_findings_quote_the_row_as_the_table_writes_it() -> None:
    table = rows()
    table[4] = "2,2,13,-Infinity,3\n"
    table[11] = "2,1,2,3,2\n"
    ends = "This move ends the game, so the value of 2 is 12."
    shown = "The window after this move is alpha=3, beta=inf, that before the update that closes it"
    assert findings("".join(table)) == [
        (
            "wrong-value",
            6,
            ends,
            "2,2,12,-Infinity,3",
            "2,2,13,-Infinity,3",
        ),
        (
            "wrong-window",
            13,
            f"{shown}: alpha was set by 1 in line 3.",
            "2,1,2,3,Infinity",
            "2,1,2,3,2",
        ),
    ]


def test_one_mistake_is_one_finding_with_a_count() -> None:
    text = TREES[2]
    judging = judge("tree")
    (case,) = judging.kit.parse_states(text)
    fresh = next(iter(_variants(judging, "fresh-windows")))
    report = judging.check([case], "".join(map(str, written(fresh, judging.wording, case.state))))
    kinds = [finding.kind for finding in report.cases[0].findings]
    assert kinds.count("wrong-window") <= 3
    assert len(kinds) == len(report.cases[0].findings) < 8


def test_rows_that_are_missing_or_too_much_are_named() -> None:
    table = rows()
    assert findings("".join(table[1:]))[0][:3] == ("missing-row", 2, "The root is not shown first.")
    (missing,) = findings("".join(table[:3] + table[4:]))
    assert missing == (
        "missing-row",
        5,
        "1 is not shown again after its last move.",
        "1,1,3,-Infinity,3",
        "another row",
    )
    (surplus,) = findings("".join([*table[:4], table[3], *table[4:]]))
    assert surplus[:2] == ("surplus-row", 6)
    every_second = "".join(row for row in table if row.split(",")[1] == "2" or "inity,3,I" not in row)
    assert sum(kind == "missing-row" for kind, *_ in findings(every_second)) <= 1


def test_a_table_that_ends_too_early_is_cut_short_and_is_no_mistake_of_search() -> None:
    table = rows()
    for end in range(1, len(table)):
        report = check(TREE, HEADER + "".join(table[:end]), game="tree", log="table")
        assert report.cases[0].findings[-1].kind == "truncated"
        assert report.diagnosis is None
    assert findings("")[0][::2] == ("truncated", "The table is empty.", "the end of the text")


def test_several_tables_stand_under_headings_or_each_under_its_header() -> None:
    text = HEADER + "".join(rows())
    for apart in ("", "\ncase 2\n"):
        report = check(f"case 1\n{TREE}\ncase 2\n{TREE}", text + apart + text, game="tree", log="table")
        assert report.valid, (apart, [case.findings for case in report.cases])
        report = check(f"case 1\n{TREE}\ncase 2\n{TREE}", text + apart + text[:-5], game="tree", log="table")
        assert [case.valid for case in report.cases] == [True, False]
    (surplus,) = check(TREE, text + text, game="tree", log="table").cases[0].findings
    assert (surplus.kind, surplus.message) == ("format", "The table is over, and the input has no other board.")


def _variants(judge: Judge, name: str) -> list[Any]:
    mistakes = catalogue(judge.kit, judge.models[0], judge.log, judge.wording.setting)
    return [model for right in judge.models for model in mistakes[name].variants(right)]


def diagnosed(judge: Judge, cases: list[Any], model: Any) -> tuple[bool, Report]:
    """The report on the tables of a program, and True if one of them is wrong."""
    reports = []
    for case in cases:
        try:
            reports.append(
                judge.check([case], "".join(map(str, written(model, judge.wording, case.state))), diagnosed=False)
            )
        except ValueMissingError:
            continue
    wrong = [report for report in reports if not report.valid][:6]
    return bool(wrong), judge.diagnose(*wrong)


def sets_of(report: Report) -> list[tuple[str, ...]]:
    return [report.diagnosis.mistakes, *report.diagnosis.alternatives] if report.diagnosis else []


@pytest.mark.parametrize("game", ["tree", "checkers"])
@pytest.mark.parametrize(("log", "at_cut"), [("table", "before"), ("table", "after"), ("leaves", "before")])
def test_every_mistake_that_a_log_shows_is_named(game: str, log: str, at_cut: str) -> None:
    judging = judge(game, log, at_cut=at_cut)
    some = cases(game)[:12]
    names = catalogue(judging.kit, judging.models[0], judging.log, judging.wording.setting)
    told = {
        (name, place): (name,) in sets_of(report)
        for name in names
        for place, model in enumerate(_variants(judging, name))
        for wrong, report in [diagnosed(judging, some, model)]
        if wrong
    }
    assert sum(told.values()) >= 0.95 * len(told), [one for one, named in told.items() if not named]
    assert len(told) > (10 if game == "tree" else 30)
    assert not names.keys() & {"last-of-equals", "no-first-move-line", "letters-exchanged"}


@pytest.mark.parametrize("log", ["table", "leaves"])
def test_two_mistakes_at_once_are_explained(log: str) -> None:
    judging = judge("checkers", log)
    some = cases("checkers")[:5]
    names = catalogue(judging.kit, judging.models[0], judging.log, judging.wording.setting)
    chance = random.Random(7)
    explained = []
    for pair in [chance.sample(list(names), 2) for _ in range(24)]:
        models = list(judging.models)
        for name in pair:
            models = [changed for model in models for changed in names[name].variants(model)]
        for model in models[:1]:
            wrong, report = diagnosed(judging, some, model)
            if wrong:
                explained.append(bool(report.diagnosis))
    assert sum(explained) >= 0.9 * len(explained) > 9


def test_the_diagnosis_names_the_log() -> None:
    judging = judge("tree")
    (model,) = _variants(judging, "value-is-the-bound")
    _, report = diagnosed(judging, cases("tree"), model)
    assert report.diagnosis is not None
    assert report.diagnosis.sentence == (
        "This is exactly the table of a program that has no value of its own in a node, and shows alpha or beta for it."
    )


def test_another_log_than_was_asked_for_is_said_to_be_one() -> None:
    (case,) = make_game("tree").parse_states(TREE)
    for log, other in permutations(("trace", "table", "leaves"), 2):
        written_so = format_trace(case.state, game="tree", log=other)
        (found,) = check(TREE, written_so, game="tree", log=log).cases[0].findings
        nouns = find_log(log).noun, find_log(other).noun
        assert (found.kind, found.message) == ("truncated", f"This is a {nouns[1]}, not a {nouns[0]}.")
    for prose in ("hello world\n", "9 7 5 hello\n"):
        assert "This is a" not in str(check("(1, 1)", prose, game=nim()).cases[0].findings)


@pytest.mark.parametrize("game", ["tree", "checkers", "tictactoe"])
@pytest.mark.parametrize("cut", ["ge", "gt", "never"])
def test_each_row_is_explained_also_of_a_table_of_ones_own(game: str, cut: str) -> None:
    chance, setting = random.Random(game), Setting(make_game(game), None if game == "tree" else 2, Convention(cut=cut))
    judging = Judge(setting, log := find_log("table"))
    for case in cases(game)[:2]:
        lines = table(judging, case.state, 0).splitlines(keepends=True)
        for line in range(1, min(len(lines), 40) + 1):
            ours = explain_line(setting, case.state, line, log=log)
            own = explain_own_line(setting, [case], "".join(lines), line, log=log)
            assert (ours.lines, own.before, own.after) == (lines, ours.explanation.before, ours.explanation.after)
            assert own.sentences[: len(ours.explanation.sentences)] == ours.explanation.sentences
        for _ in range(10):
            one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
            damaged = [*lines[:one], lines[other], *lines[one + chance.randrange(2) :]]
            for line in (one + 1, min(one + 2, len(damaged))):
                assert explain_own_line(setting, [case], "".join(damaged), line, log=log).sentences


def test_explain_says_of_a_row_what_came_back_and_what_is_then_left_out(tmp_path: Path) -> None:
    def explained(line: int, *words: str, log: str = "table") -> list[str]:
        done = run("explain", "--game", "tree", "--log", log, TREE, str(line), *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.split("\nbefore\n")[0].splitlines()[2:]

    assert explained(1) == ["It stands for no step of the search."]
    assert explained(2)[0] == "The value begins with -inf, the worst for MAX, who is to move."
    assert explained(11)[2:4] == [
        "alpha was set by MAX1 1 (line 3): MAX can have 3 already.",
        "The value begins with inf, the worst for MIN, who is to move.",
    ]
    cut = explained(13)
    assert cut[:2] == ["MIN's 1 (line 12) comes back with 2.", "The best value of this position is now 2."]
    assert "The line shows the window before that: alpha=3, beta=inf." in cut
    assert "MIN leaves out 2, 3 at ply 2, after MAX1 2." in cut
    assert explained(1, log="leaves")[3:5] == ["MIN tries 1: h=2.", "alpha=3 >= beta=2: the other 2 moves are cut."]
    (tmp_path / "own.csv").write_text(HEADER + "".join(rows()).replace("\n2,1,2,3,I", "\n2,1,4,3,I"))
    own = explained(13, "--trace", "own.csv")
    assert own[: len(cut)] == cut
    assert own[len(cut)].startswith("This line is wrong (wrong-value): The value of 2 after this move is 2.")
    (tmp_path / "own.txt").write_text("1 2 3 1 1 2 3\n")
    words = ("--game", "tree", "--log", "leaves", TREE)
    for command in (
        ["explain", *words, "1", "--trace", "own.txt"],
        ["view", *words, "--trace", "own.txt"],
        ["view", *words],
    ):
        refused(run(*command, cwd=tmp_path), "a list of leaves can't be followed line by line", "check --log leaves")


def test_the_commands_that_coverage_prints_make_boards_for_the_log(tmp_path: Path) -> None:
    words = ("--game", "tree", "--log", "table", "((3 12)(4 2))", "--json")
    commands = json.loads(run("coverage", *words, cwd=tmp_path).stdout)["commands"]
    command = next(command for command in commands if "value-is-the-bound" in command)
    done = run(*command.split()[1:], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "value-is-the-bound/expected/board-1.txt").read_text().startswith(HEADER)


def test_nothing_is_said_of_who_set_the_window_of_a_leaf() -> None:
    text = HEADER + "".join(rows()).replace("2,2,12,-Infinity,3", "2,2,12,1,3")
    found = check(TREE, text, game="tree", log="table").cases[0].findings[0]
    assert found.message == "The window that is handed down is alpha=-inf, beta=3."


def test_control_characters_of_a_table_are_escaped() -> None:
    text = HEADER + "".join(rows()).replace("root", "root\x1b[31m", 1)
    assert all(
        finding.message.isprintable() for finding in check(TREE, text, game="tree", log="table").cases[0].findings
    )


def test_a_plan_has_tables_judged(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(TREE + "\n")
    plan = 'game = "tree"\nlog = "table"\n[cases]\npublic = ["board.txt"]\n[traces]\nfile = "{case}.csv"\n'
    costs = "[points.costs]\nmissing-row = 0.25\n"
    (tmp_path / "plan.toml").write_text(plan + costs)
    read = load_plan(str(tmp_path / "plan.toml"))
    right, _ = judge_trace(read, read.cases[0], HEADER + "".join(rows()))
    wrong, _ = judge_trace(read, read.cases[0], HEADER + "".join(rows()[:-1]))
    assert (right.status, right.message) == ("right", "The table is right.")
    assert wrong.message == "Line 22, truncated: The table ends before its search does."
    cheaper, _ = judge_trace(read, read.cases[0], HEADER + "".join(rows()[1:]))
    assert (dict(cheaper.kinds), read.costs) == ({"missing-row": 1}, {"missing-row": 0.25})
    for changed_plan, complaint in (
        (plan.replace("table", "tabel"), "did you mean 'table'"),
        (f"{plan}[points]\nfirst_move = 1\n", "names no first move"),
        (plan.replace('"table"', '"leaves"') + costs, "unknown key 'missing-row'"),
    ):
        (tmp_path / "plan.toml").write_text(changed_plan)
        with pytest.raises(InputError, match=complaint):
            load_plan(str(tmp_path / "plan.toml"))
