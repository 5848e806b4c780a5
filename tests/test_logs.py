"""Logs other than the trace: what they write, to the byte, and what is read from the files of others."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from checkers_ab import Convention, ConventionError, OptionError, Side, format_trace, make_game, parse_convention
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import Step, tell_search
from checkers_ab.logs.base import Log, find_log, log_names
from checkers_ab.logs.events import Back, Entered, Event, Heading, NearMiss, Row, Unreadable
from tests.support import PROGRAM, ROOT, files_shown, importing, install, refused, run

INF = float("inf")
TREE = "((3 12 8)(2 4 6)(14 5 2))"
TABLE = """\
Node,Depth,Value,Alpha,Beta
root,0,-Infinity,-Infinity,Infinity
1,1,Infinity,-Infinity,Infinity
1,2,3,-Infinity,Infinity
1,1,3,-Infinity,3
2,2,12,-Infinity,3
1,1,3,-Infinity,3
3,2,8,-Infinity,3
1,1,3,-Infinity,3
root,0,3,3,Infinity
2,1,Infinity,3,Infinity
1,2,2,3,Infinity
2,1,2,3,Infinity
root,0,3,3,Infinity
3,1,Infinity,3,Infinity
1,2,14,3,Infinity
3,1,14,3,14
2,2,5,3,14
3,1,5,3,5
3,2,2,3,5
3,1,2,3,5
root,0,3,3,Infinity
"""
GAMES = ["checkers", "tictactoe", "connect4", "skirmish", "tree"]
COURSES = {
    "usual": Convention(),
    "after": Convention(table={"at_cut": "after", "infinity": "oo", "header": ""}),
    "strict": Convention(cut="gt"),
    "minimax": Convention(cut="never", table={"columns": 3}),
}


def states_of(name: str, count: int = 8) -> list[Any]:
    kit, chance = make_game(name), random.Random(name)
    if name == "tree":
        leaves = [[[chance.randint(-9, 9) for _ in range(3)] for _ in range(3)] for _ in range(4 * count)]
        return [kit.parse_state(json.dumps(leaves[place : place + 4])) for place in range(0, 4 * count, 4)]
    states = [kit.random_state(chance) for _ in range(2 * count)]
    return [state for state in states if state is not None][:count]


def written(log: Log, setting: Setting[Any, Any, Any], state: Any) -> str:
    parts: list[str] = []
    log.write_search(setting, state, parts.append)
    return "".join(parts)


def naive_table(setting: Setting[Any, Any, Any], root: Any) -> list[str]:
    """The table as AIMA's program would print it, written without anything of ours but the game."""
    kit, style = setting.kit, setting.convention.table
    rows = [style.header] if style.header else []

    def print_row(name: str, depth: int, *numbers: Any) -> None:
        texts = [
            ("-" * (number < 0) + style.infinity) if abs(number) == INF else kit.format_value(number)
            for number in numbers
        ]
        rows.append(",".join([name, str(depth), *texts][: style.columns]))

    def closed(alpha: Any, beta: Any) -> bool:
        return bool({"ge": alpha >= beta, "gt": alpha > beta, "never": False}[setting.convention.cut])

    def value_of(state: Any, name: str, depth: int, alpha: Any, beta: Any) -> Any:
        value = kit.game.utility(state)
        if value is None and depth == setting.depth:
            value = setting.evaluate(state)
        if value is not None:
            print_row(name, depth, value, alpha, beta)
            return value
        maximizing = kit.game.to_move(state) is Side.MAX
        best = -INF if maximizing else INF
        print_row(name, depth, best, alpha, beta)
        for move in kit.game.moves(state):
            value = value_of(kit.game.play(state, move), kit.format_move(move), depth + 1, alpha, beta)
            best = max(best, value) if maximizing else min(best, value)
            new = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if closed(*new):
                print_row(name, depth, best, *(new if style.at_cut == "after" else (alpha, beta)))
                break
            alpha, beta = new
            print_row(name, depth, best, alpha, beta)
        return best

    value_of(root, "root", 0, -INF, INF)
    return rows


# Writing


def test_the_table_of_a_textbook_tree() -> None:
    kit = make_game("tree")
    assert format_trace(kit.parse_state(TREE), game=kit, log="table") == TABLE


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.parametrize("name", GAMES)
def test_tables_are_those_of_a_program_that_prints_as_it_goes(name: str, course: str) -> None:
    setting = Setting(make_game(name), None if name == "tree" else 3, COURSES[course])
    for state in states_of(name):
        assert written(find_log("table"), setting, state).splitlines() == naive_table(setting, state)


@pytest.mark.parametrize(
    ("log", "text"), [("table", TABLE.splitlines()[0] + "\nroot,0,1,-Infinity,Infinity\n"), ("leaves", "\n")]
)
def test_a_game_that_is_over(log: str, text: str) -> None:
    kit = make_game("tictactoe")
    assert format_trace(kit.parse_state("XXX\nOO.\n...\n"), game=kit, log=log) == text


def test_the_leaves_of_a_textbook_tree_are_on_one_line() -> None:
    kit = make_game("tree")
    assert format_trace(kit.parse_state(TREE), game=kit, log="leaves") == "1 2 3 1 1 2 3\n"


def test_leaves_whose_moves_hold_a_blank_stand_one_a_line() -> None:
    kit = make_game("skirmish")
    text = format_trace(kit.game.start(), game=kit, depth=1, log="leaves")
    assert text.splitlines() == [kit.format_move(move) for move in kit.game.moves(kit.game.start())]


def test_several_cases_stand_under_headings(tmp_path: Path) -> None:
    (tmp_path / "trees.txt").write_text(f"case 1\n{TREE}\n\ncase 2\n(3 12)\n")
    table = run("solve", "--game", "tree", "--log", "table", "trees.txt", cwd=tmp_path).stdout
    first, second = table.split("\ncase 2\n")
    assert first == f"case 1\n{TABLE}"
    assert second.startswith("Node,Depth,Value,Alpha,Beta\nroot,0,")
    events = [event for event in read("table", table) if isinstance(event, Heading) or getattr(event, "opening", False)]
    assert [type(event) for event in events] == [Heading, Back, Heading, Back]


def test_a_table_costs_little_more_than_two_traces() -> None:
    kit = make_game("checkers")
    setting = Setting(kit)
    states = [case.state for case in kit.parse_states((ROOT / "inputs/several-cases.txt").read_text())] * 3

    def seconds(log: Log) -> float:
        start = process_time()
        for state in states:
            log.write_search(setting, state, len)
        return process_time() - start

    logs = [find_log("trace"), find_log("table")]
    trace, table = (min(times) for times in zip(*[[seconds(log) for log in logs] for _ in range(7)], strict=True))
    assert table < 3 * trace


# Reading


def read(log: str, text: str, setting: Setting[Any, Any, Any] | None = None) -> list[Event]:
    return [*find_log(log).read(StringIO(text), setting or Setting(make_game("tree")))]


def shown_by(steps: list[Step], kit: Any, *, at_cut: str) -> Iterator[tuple[Any, ...]]:
    """What the rows of a table show: kind, ply, move, value, window."""
    for step in steps:
        key = kit.move_key(kit.format_move(step.path[-1])) if step.path else None
        window = step.before if step.closed and at_cut == "before" else (step.alpha, step.beta)
        if step.kind in ("enter", "leaf") and step.path:
            yield "entered", len(step.path), key, step.value, *window, step.kind == "leaf"
        elif step.kind in ("enter", "leaf", "back"):
            yield "back", len(step.path) + 1, key, step.value, *window, step.kind != "back"


@pytest.mark.parametrize("course", ["usual", "after", "strict"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_from_a_table_is_what_was_searched(name: str, course: str) -> None:
    kit = make_game(name)
    setting = Setting(kit, None if name == "tree" else 3, COURSES[course])
    for state in states_of(name):
        steps: list[Step] = []
        tell_search(setting, state, steps.append)
        events = read("table", written(find_log("table"), setting, state), setting)
        found = [("entered" if isinstance(event, Entered) else "back", *event[1:]) for event in events]
        assert found == [*shown_by(steps, kit, at_cut=setting.convention.table.at_cut)]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_from_leaves_is_what_was_searched(name: str) -> None:
    kit = make_game(name)
    setting, log = Setting(kit, None if name == "tree" else 3), find_log("leaves")
    for state in states_of(name):
        text, steps = written(log, setting, state), list[Step]()
        tell_search(setting, state, steps.append)
        rows = [log.row(step, lambda move: kit.move_key(kit.format_move(move))) for step in steps]
        expected = [row for row in rows if row is not None]
        for given in (text, text if name == "skirmish" else text.replace(" ", "\n")):
            assert [event.shown for event in read("leaves", given, setting) if isinstance(event, Row)] == expected


def test_what_is_read_from_a_trace_that_is_told_in_steps() -> None:
    setting, parts = Setting(make_game("tree")), list[str]()
    state = setting.kit.parse_state(TREE)
    tell_search(setting, state, find_log("trace").writer(setting, parts.append))
    assert "".join(parts) == written(find_log("trace"), setting, state)


# What is wrong with a table


ROWS = TABLE.splitlines()
NEAR = {
    "without a header": (ROWS[1:], [("header", 1, 1)]),
    "another header": ([ROWS[0].replace("Node", "State"), *ROWS[1:]], [("header", 1, 1)]),
    "semicolons": ([row.replace(",", ";") for row in ROWS], [("semicolons", 1, 22)]),
    "tabs": ([row.replace(",", "\t") for row in ROWS], [("tabs", 1, 22)]),
    "blanks": ([row.replace(",", ", ") for row in ROWS], [("blanks", 1, 22)]),
    "inf": ([row.replace("Infinity", "inf") for row in ROWS], [("infinity", 2, 16)]),
    "one infinity": ([*ROWS[:3], ROWS[3].replace("Infinity", "∞", 1), *ROWS[4:]], [("infinity", 4, 1)]),
    "Root": ([row.replace("root", "Root") for row in ROWS], [("root", 2, 4)]),
    "minus sign": ([row.replace("-", "\N{MINUS SIGN}") for row in ROWS], [("minus", 2, 8)]),
}


@pytest.mark.parametrize("near", NEAR)
def test_near_misses_are_read_for_what_they_mean(near: str) -> None:
    rows, expected = NEAR[near]
    events = read("table", "\n".join(rows) + "\n")
    misses = [event for event in events if isinstance(event, NearMiss)]
    names = dict.fromkeys(miss.name for miss in misses)
    assert [
        (name, misses[0].line, len({miss.line for miss in misses if miss.name == name})) for name in names
    ] == expected
    right = [event[1:] for event in read("table", TABLE)]
    assert [event[1:] for event in events if not isinstance(event, NearMiss)] == right


def test_three_columns_for_five_show_no_window() -> None:
    events = read("table", "\n".join(row.rsplit(",", 2)[0] for row in ROWS))
    assert {event.name for event in events if isinstance(event, NearMiss)} == {"header", "columns"}
    assert {event[4:6] for event in events if isinstance(event, Entered)} == {(None, None)}


def test_five_columns_for_three_are_read_without_the_window() -> None:
    setting = Setting(make_game("tree"), convention=COURSES["minimax"])
    events = read("table", TABLE, setting)
    assert {event.name for event in events if isinstance(event, NearMiss)} == {"header", "columns"}
    assert {event[4:6] for event in events if isinstance(event, Entered)} == {(None, None)}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("1,2,three,-Infinity,3", "expected a number for Value, found 'three'"),
        ("1,2,3,-Infinity,", "expected a number for Beta, found ''"),
        ("1,two,3,-Infinity,3", "expected a depth, found 'two'"),
        ("(1),2,3,-Infinity,3", "expected a move such as"),
        ("1,3,-Infinity,3", "expected the cells Node,Depth,Value,Alpha,Beta"),
    ],
)
def test_a_row_that_cant_be_read_says_what_was_expected(wrong: str, reason: str) -> None:
    events = read("table", "\n".join([*ROWS[:3], wrong, *ROWS[4:]]) + "\n")
    (found,) = [event for event in events if isinstance(event, Unreadable)]
    assert (found.line, found.text, found.last) == (4, wrong, False)
    assert reason in found.reason
    assert found.ply in (1, 2)


def test_a_depth_that_jumps_and_a_row_that_is_missing_leave_the_other_rows_as_they_are() -> None:
    jumped = read("table", "\n".join([*ROWS[:3], "1,4,3,-Infinity,Infinity", *ROWS[4:]]))
    assert (jumped[2].line, getattr(jumped[2], "ply", 0)) == (4, 4)
    assert [*jumped[:2], *jumped[3:]][2:] == read("table", TABLE)[3:]
    missing = read("table", "\n".join([*ROWS[:3], *ROWS[4:]]))
    assert [event[1:] for event in missing[3:]] == [event[1:] for event in read("table", TABLE)[4:]]


def test_a_trace_is_no_table_and_is_told_once() -> None:
    setting = Setting(make_game("checkers"))
    trace = (ROOT / "expected/assignment.txt").read_text()
    (told,) = read("table", trace, setting)
    assert isinstance(told, Unreadable)
    assert (told.line, told.ply, told.reason) == (1, 0, "this is a trace: expected a table")


def test_a_remark_is_no_row_and_a_text_that_ends_within_a_row_says_so() -> None:
    events = read("table", f"Reading input.txt\n{TABLE}Elapsed: 0.2 s\n3,1,2")
    assert [(event.line, event.ply, event.last) for event in events if isinstance(event, Unreadable)] == [
        (1, None, False),
        (24, None, False),
        (25, 2, True),
    ]


def test_moves_of_checkers_in_another_spelling() -> None:
    setting = Setting(make_game("checkers"), 1)
    (case,) = setting.kit.parse_states((ROOT / "inputs/assignment.txt").read_text())
    for log in ("table", "leaves"):
        text = written(find_log(log), setting, case.state)
        events = read(log, text.replace("=>", "->"), setting)
        assert {event.name for event in events if isinstance(event, NearMiss)} == {"->"}
        assert [event for event in events if not isinstance(event, NearMiss)][-1][:2] == read(log, text, setting)[-1][
            :2
        ]


def test_leaves_with_other_signs_and_remarks() -> None:
    events = read("leaves", "(visited:)\n1, 2, 3\n(1) 2\n")
    assert [type(event) for event in events] == [Unreadable, NearMiss, Row, Row, Row, Unreadable, Row]


def test_utf_16_and_headings_in_latin_1() -> None:
    text = f"case1 \N{LATIN SMALL LETTER E WITH ACUTE}\n{TABLE}"
    for raw in (text.encode("utf-16"), text.encode("latin-1")):
        events = read("table", raw.decode("utf-8", "surrogateescape"))
        assert [event.name for event in events if isinstance(event, NearMiss)] == ["encoding"]
        assert sum(isinstance(event, Back | Entered) for event in events) == 21


# Conventions


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("table = 3", "table must be a section [table], found 3"),
        ("[table]\nheadr = ''", "unknown key 'headr' in [table]; did you mean 'header'?"),
        ("[table]\ncolumns = 4", "table: columns must be 3 or 5, found 4"),
        ("[table]\ncolumns = true", "table: columns must be 3 or 5, found True"),
        ("[table]\nat_cut = 'now'", "table: at_cut must be 'before' or 'after', found 'now'"),
        ("[table]\ninfinity = ''", "table: infinity must not be empty"),
        ('[table]\nheader = "a\\nb"', "table: header must be printable"),
    ],
)
def test_a_section_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ConventionError) as caught:
        parse_convention(text)
    assert reason in str(caught.value)


def test_a_section_is_read_and_stated_again() -> None:
    convention = parse_convention('cut = "never"\n[table]\ncolumns = 3\n')
    assert convention.table.header == "Node,Depth,Value"
    assert Convention(**convention.as_data()) == convention
    assert "table" not in Convention().as_data()


# Logs by name, by file and by entry point


PAGE = files_shown((ROOT / "docs/new-log.md").read_text())["visits.py"]
ARGUMENTS = ("solve", "--game", "tree", "((3 12)(2 4))", "--log")


def test_a_log_is_found_by_its_name() -> None:
    assert [find_log(name).name for name in log_names()] == ["trace", "table", "leaves"]
    assert find_log(find_log("table")) is find_log("table")
    with pytest.raises(OptionError, match="unknown log 'leafs'; did you mean 'leaves'"):
        find_log("leafs")


@pytest.mark.parametrize("way", ["path", "entry point"])
def test_the_log_of_the_page_is_written_and_read(way: str, tmp_path: Path) -> None:
    (tmp_path / "visits.py").write_text(PAGE)
    install(tmp_path / "site", "visits = visits:LOG\n", group="checkers_ab.logs", visits=PAGE)
    name, env = ("./visits.py", None) if way == "path" else ("visits", importing(tmp_path / "site"))
    done = run(*ARGUMENTS, name, cwd=tmp_path, env=env)
    assert done.stdout == "visit 1\nleaf 1 worth 3\nleaf 2 worth 12\nvisit 2\nleaf 1 worth 2\ncut 1\n", done
    log, setting, steps = find_log(str(tmp_path / "visits.py")), Setting(make_game("checkers"), 3), list[Step]()
    (case,) = setting.kit.parse_states((ROOT / "inputs/assignment.txt").read_text())
    tell_search(setting, case.state, steps.append)
    rows = [log.row(step, lambda move: setting.kit.move_key(setting.kit.format_move(move))) for step in steps]
    events = [*log.read(StringIO(written(log, setting, case.state)), setting)]
    assert [event.shown for event in events if isinstance(event, Row)] == [row for row in rows if row]


@pytest.mark.parametrize(
    ("text", "reason"),
    [("LOG = 3\n", "mine.py: LOG: expected a Log, found int"), ("x = 1 / 0\n", "mine.py:1: ZeroDivisionError")],
)
def test_a_file_that_is_no_log(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(text)
    done = run(*ARGUMENTS, "./mine.py", cwd=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr


def test_json_has_the_lines_under_the_name_of_the_log() -> None:
    (case,) = json.loads(run(*ARGUMENTS, "table", "--json").stdout)["cases"]
    assert case["table"][0] == ROWS[0]
    assert case["statistics"]["leaves"] == 3
    assert "trace" not in case


def test_only_the_first_move_of_any_log() -> None:
    assert run(*ARGUMENTS, "leaves", "--first-move").stdout == "first move: 1.\n"


BROKEN = """\
from checkers_ab.logs.base import Log
from checkers_ab.logs.events import Pruned
class Odd(Log):
    name = noun = "odd"
    follows = True
    shows = frozenset({"moves"})
    def writer(self, setting, write, name=None):
        return lambda step: write("a line of some length\\n" * 500)
    def read(self, stream, setting):
        yield Pruned(1, 1, "MIN", (), 3, 2)
LOG = Odd()
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", "./odd.py: the log failed: KeyError"),
        ("def read", "def reads", "./odd.py: LOG: expected a method read, found none"),
        ('"moves"', '"move"', "./odd.py: LOG: shows: unknown word 'move'; did you mean 'moves'?"),
        ("LOG = Odd()", "", "./odd.py: LOG: expected a Log, found nothing"),
    ],
)
def test_a_fault_in_a_log_of_ones_own_is_one_message(old: str, new: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(BROKEN.replace(old, new))
    (tmp_path / "text").write_text("any\n")
    refused(run("check", "--game", "tree", "--log", "./odd.py", TREE, "text", cwd=tmp_path), said)


def test_a_closed_pipe_is_no_fault_of_a_log(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(BROKEN)
    command = f"{PROGRAM} solve --log ./odd.py {ROOT / 'inputs/opening.txt'} | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (141, "")
