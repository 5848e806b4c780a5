"""The trace and its judge for every game: solve, check and the mistakes that every search can have."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from checkers_ab import CaseReport, Kit, check, format_trace, make_game
from checkers_ab.games.registry import GAMES
from checkers_ab.judge.report import KINDS
from tests.mistaken_any import AnySolver
from tests.support import refused, run

DEPTHS = {"amazons": 1, "skirmish": 2}
"""Plies for games with many moves; others are searched three plies deep."""
SMALLER = {"amazons": "amazons:size=4"}
TREE = "((3 12 8)(2 4 6)(14 5 2))"
TRACE = """\
MAX1: 1.
|-MIN2: 1; h=3.
|-MIN2: 2; h=12.
|-MIN2: 3; h=8.
MAX1: 2.
|-MIN2: 1; h=2.
|-MIN2: pruning 2, 3; alpha=3, beta=2.
MAX1: 3.
|-MIN2: 1; h=14.
|-MIN2: 2; h=5.
|-MIN2: 3; h=2.
first move: 1.
"""


def judge(kit: Kit[Any, Any, Any], state: Any, trace: str, depth: int | None = None) -> CaseReport:
    return check(kit.format_state(state), trace, game=kit, depth=depth).cases[0]


def some_states(kit: Kit[Any, Any, Any], count: int, seed: int = 1) -> list[Any]:
    chance = random.Random(seed)
    found: list[Any] = [kit.game.start()]
    while len(found) < count:
        state = kit.random_state(chance)
        if state is not None and not kit.why_unfit(state):
            found.append(state)
    return found


@pytest.fixture(params=GAMES)
def kit(request: pytest.FixtureRequest) -> Kit[Any, Any, Any]:
    return make_game(SMALLER.get(request.param, request.param))


def depth_of(kit: Kit[Any, Any, Any]) -> int | None:
    return None if kit.depth is None else DEPTHS.get(kit.name.partition(":")[0], 3)


def test_the_trace_is_that_of_a_plain_solver(kit: Kit[Any, Any, Any]) -> None:
    depth = depth_of(kit)
    for state in some_states(kit, 4):
        assert format_trace(state, game=kit, depth=depth) == AnySolver(kit, depth).trace(state)


def test_a_right_trace_in_any_order_is_accepted(kit: Kit[Any, Any, Any]) -> None:
    depth, chance = depth_of(kit), random.Random(4)
    for state in some_states(kit, 8):
        trace = AnySolver(kit, depth, shuffle=chance).trace(state)
        assert judge(kit, state, trace, depth).findings == [], trace


# Trees


def test_the_tree_of_the_textbook_from_a_file_stdin_an_argument_and_as_json(tmp_path: Any) -> None:
    (tmp_path / "tree.txt").write_text(f"{TREE}\n")
    lists = TREE.replace(")(", "],[").replace("(", "[").replace(")", "]").replace(" ", ",")
    for words, stdin in (([tmp_path / "tree.txt"], ""), (["-"], TREE), ([TREE], ""), ([lists], ""), (["-"], lists)):
        done = run("solve", "--game", "tree", *words, stdin=stdin)
        assert (done.returncode, done.stdout, done.stderr) == (0, TRACE, "")
        assert run("check", "--game", "tree", words[0] if words != ["-"] else TREE, "-", stdin=TRACE).returncode == 0


def test_a_depth_that_ends_at_a_node_without_a_value_is_refused() -> None:
    refused(run("solve", "--game", "tree", TREE, "--depth", "1"), "has no value")
    assert run("solve", "--game", "tree", "(3 (4 5))", "--depth", "2").returncode == 0


@pytest.mark.parametrize(
    ("written", "right"), [("1/3", True), ("0.333", True), ("0.3333", True), ("0.33", False), ("0.334", False)]
)
def test_a_decimal_is_right_if_it_is_the_value_rounded(written: str, right: bool) -> None:
    trace = format_trace(make_game("tree").parse_state("(1/3 0)"), game="tree")
    assert check("(1/3 0)", trace.replace("h=1/3", f"h={written}"), game="tree").valid is right


def test_a_sentinel_is_an_infinity_in_checkers_alone() -> None:
    trace = format_trace(make_game("tree").parse_state("(100 99)"), game="tree")
    assert "h=100" in trace
    assert check("(100 99)", trace, game="tree").valid
    assert not check("(100 99)", trace.replace("h=99", "h=1000"), game="tree").valid


def test_the_end_of_a_game_may_stand_on_a_line_below_but_is_left_out_in_checkers_only() -> None:
    below = "MAX1: 1.\n|-MIN2: h=3.\nMAX1: 2; h=1.\nfirst move: 1.\n"
    assert check("(3 1)", below, game="tree").valid
    left_out = check("(3 1)", "MAX1: 1.\nMAX1: 2; h=1.\nfirst move: 1.\n", game="tree").cases[0]
    assert [(finding.kind, finding.line) for finding in left_out.findings] == [("wrong-h", 1)]


# Every kind of finding


def edited(pattern: str, new: str, count: int = 1) -> Callable[[str], str]:
    return lambda trace: re.sub(pattern, new, trace, count=count)


SLIPS = {
    "format": edited("h=12", "value twelve"),
    "illegal-move": edited(r"\|-MIN2: 3; h=8", "|-MIN2: 4; h=8"),
    "missing-move": edited(r"\|-MIN2: 2; h=12\.\n", ""),
    "repeated-move": edited(r"(\|-MIN2: 2; h=12\.\n)", r"\1\1"),
    "wrong-h": edited("h=12", "h=13"),
    "early-cut": edited(r"2; h=12\.\n\|-MIN2: 3; h=8", "pruning 2, 3; alpha=-inf, beta=3"),
    "missed-cut": edited("pruning 2, 3; alpha=3, beta=2", "2; h=4.\n|-MIN2: 3; h=6"),
    "wrong-window": edited("alpha=3, beta=2", "alpha=2, beta=3"),
    "wrong-first-move": edited("first move: 1", "first move: 3"),
    "truncated": edited(r"first move: 1\.\n", ""),
}
"""Slips in the trace of a tree. A tree has no mandatory moves, so no missed jump; the skirmish has."""


def test_every_kind_is_shown_by_a_slip() -> None:
    assert {*SLIPS, "missed-jump"} == set(KINDS)


@pytest.mark.parametrize("kind", SLIPS)
def test_a_slip_in_a_tree_has_its_kind_and_nothing_else(kind: str) -> None:
    trace = SLIPS[kind](TRACE)
    assert trace != TRACE
    (case,) = check(TREE, trace, game="tree").cases
    assert list(case.counts) == [kind], case.findings


def test_a_move_that_leaves_out_a_mandatory_attack_is_a_missed_jump() -> None:
    kit = make_game("skirmish:map=open,always_attack=footmen")
    state = next(
        state
        for state in some_states(kit, 400, seed=9)
        if set(make_game("skirmish:map=open").game.moves(state)) > set(kit.game.moves(state))
    )
    free = make_game("skirmish:map=open")
    barred = next(move for move in free.game.moves(state) if move not in kit.game.moves(state))
    finding = judge(kit, state, f"F1: {kit.format_move(barred)}; h=0.\n", 1).findings[0]
    assert (finding.kind, finding.line) == ("missed-jump", 1)
    assert "a unit with an enemy in reach must" in finding.message


# Mistakes that every search can have

GENERAL = [
    *("no-pruning", "strict-cut", "fresh-windows", "alpha-lowered", "window-before-update", "last-of-equals"),
    *("one-ply-less", "one-ply-more", "h-of-the-parent", "h-from-bills-side"),
]


@pytest.mark.parametrize("name", GENERAL)
def test_a_mistake_is_diagnosed_on_tic_tac_toe(name: str) -> None:
    kit = make_game("tictactoe")
    solver, states = AnySolver(kit, 4, name), some_states(kit, 12)
    boards = "\n".join(f"case {place}\n{kit.format_state(state)}" for place, state in enumerate(states, 1))
    report = check(boards, "".join(map(solver.trace, states)), game=kit, depth=4)
    assert not report.valid, "no state shows it"
    assert report.diagnosis is not None
    assert name in (report.diagnosis.mistakes[0], *(names[0] for names in report.diagnosis.alternatives))


@pytest.mark.parametrize("name", ["no-pruning", "strict-cut", "fresh-windows", "window-before-update"])
def test_a_mistake_is_diagnosed_on_trees(name: str) -> None:
    kit = make_game("tree")
    solver, states = AnySolver(kit, None, name), some_states(kit, 10)
    trees = "\n".join(f"case {place}\n{kit.format_state(state)}" for place, state in enumerate(states, 1))
    report = check(trees, "".join(map(solver.trace, states)), game=kit)
    assert report.diagnosis is not None
    named = {report.diagnosis.mistakes, *report.diagnosis.alternatives}
    same = {("no-pruning",), ("fresh-windows",), ("alpha-lowered",)}  # on a tree these write the same
    assert named == (same if (name,) in same else {(name,)})
