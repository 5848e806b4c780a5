"""The tree of a search, as data and as the command draws it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab import (
    ASSIGNMENT,
    HANDOUT,
    Board,
    Convention,
    Kit,
    Side,
    format_trace,
    make_game,
    parse_board,
    parse_boards,
)
from checkers_ab.cli.commands.tree import fit_parts
from checkers_ab.core.search import minimax, never
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import tell_search
from checkers_ab.core.text import shorten
from checkers_ab.core.tree import Bound, Node, Tree
from checkers_ab.core.values import INF, OPEN
from checkers_ab.explain.follow import tell_log
from checkers_ab.logs.trace import TRACE
from tests.support import INPUTS, ROOT, boards, refused, run, run_command
from tests.terminal import on_a_terminal, without_colours

KIT = make_game("checkers")
ASSIGNMENT_BOARD = parse_board((ROOT / "inputs/assignment.txt").read_text())
STRICT = Convention(cut="gt")


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from walk(child)


def grow(
    state: Any,
    *,
    kit: Kit[Any, Any, Any] = KIT,
    depth: int | None = None,
    convention: Convention = ASSIGNMENT,
    plies: int = 4,
    most: int = 100_000,
) -> Tree:
    """The tree of a search."""
    tree = Tree(kit.game.to_move(state), plies=plies, most=most)
    tell_search(Setting(kit, depth, convention), state, tree.hear)
    return tree


def evaluation_of(kit: Kit[Any, Any, Any]) -> Callable[[Any], Any]:
    return next(iter(kit.evaluations.values()))


def true_value(kit: Kit[Any, Any, Any], state: Any, plies: int) -> Any:
    if plies == 0 and kit.game.utility(state) is None:
        return evaluation_of(kit)(state)
    return minimax(kit.game, state, plies, evaluate=evaluation_of(kit), window=OPEN, cutoff=never).value


def recount(kit: Kit[Any, Any, Any], node: Node, state: Any, depth: int) -> None:
    """Everything a kept node says, worked out anew from its children and from plain minimax."""
    assert node.value is not None
    truth = true_value(kit, state, depth - node.ply)
    assert node.low <= truth <= node.high
    match node.bound:
        case Bound.EXACT:
            assert node.value == truth
        case Bound.AT_LEAST:
            assert node.value <= truth
        case Bound.AT_MOST:
            assert node.value >= truth
    if not node.children:
        assert (node.value, node.bound, node.best, node.cut) == (truth, Bound.EXACT, None, None)
        return
    alpha, beta = node.window
    maximizing = node.to_move is Side.MAX
    for child in node.children:
        assert child.window == (alpha, beta)
        recount(kit, child, kit.game.play(state, child.move), depth)
        alpha, beta = (max(alpha, child.value), beta) if maximizing else (alpha, min(beta, child.value))
    assert node.narrowed == (alpha, beta)
    for child in node.children:
        assert child.mover is node.to_move
        if child in (node.alpha_by, node.beta_by):
            assert child.value == (alpha if maximizing else beta)
    values = [child.value for child in node.children]
    assert node.value == (max if maximizing else min)(values)
    assert node.best is node.children[values.index(node.value)]
    assert node.tried == len(node.children)
    assert node.positions == sum(1 for _ in walk(node)) - 1
    cut = () if node.cut is None else node.cut.moves
    assert {*cut, *(child.move for child in node.children)} == {*kit.game.moves(state)}
    if node.cut is not None:
        assert (node.cut.alpha, node.cut.beta) == (alpha, beta)
        bound = Bound.AT_LEAST if maximizing else Bound.AT_MOST
        assert node.bound is (Bound.EXACT if abs(node.value) == INF else bound)


@given(boards(most_pieces=4), st.integers(1, 3), st.sampled_from([ASSIGNMENT, HANDOUT, STRICT]))
def test_every_node_stands_a_recount(board: Board, depth: int, convention: Convention) -> None:
    root = grow(board, depth=depth, convention=convention).root
    result = Setting(KIT, depth, convention).search(board)
    if result.move is None:
        assert (root.value, root.children) == (None, [])
        return
    recount(KIT, root, board, depth)
    assert (root.value, root.bound) == (result.value, Bound.EXACT)
    assert best_line(root) == result.line


@pytest.mark.parametrize("convention", [ASSIGNMENT, STRICT], ids=["ge", "gt"])
@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_every_node_of_the_homework_stands_a_recount(path: Path, convention: Convention) -> None:
    for case in parse_boards(path.read_text()):
        root = grow(case.state, convention=convention).root
        if root.value is not None:
            recount(KIT, root, case.state, 4)


@pytest.mark.parametrize(
    ("game", "depth"), [("tictactoe", 4), ("connect4", 4), ("amazons:size=4", 1), ("skirmish", 2), ("tree", 4)]
)
def test_every_node_of_another_game_stands_a_recount(game: str, depth: int) -> None:
    kit = make_game(game)
    chance = Random(game)
    states = [kit.game.start(), *filter(None, (kit.random_state(chance) for _ in range(5)))]
    for state in states[game == "tree" :]:
        tree, lines = Tree(kit.game.to_move(state), plies=depth), list[str]()
        tell_log(Setting(kit, depth), state, TRACE, lines, tree.hear)
        root = tree.root
        recount(kit, root, state, depth)
        assert best_line(root) == Setting(kit, depth).search(state).line
        for node in walk(root):
            if node.line:
                written = f"{kit.labels[node.mover]}{node.ply}: {kit.format_move(node.move)}"
                assert lines[node.line - 1].lstrip("|-").startswith(written)


def best_line(root: Node) -> list[object]:
    line: list[object] = []
    node = root.best
    while node is not None:
        line.append(node.move)
        node = node.best
    return line


@pytest.mark.parametrize("plies", range(5))
def test_what_is_not_kept_is_counted_and_the_best_line_stays(plies: int) -> None:
    whole, part = grow(ASSIGNMENT_BOARD).root, grow(ASSIGNMENT_BOARD, plies=plies).root
    assert max(node.ply for node in walk(part)) == plies
    assert best_line(part) == best_line(whole)
    for one, other in zip((node for node in walk(whole) if node.ply <= plies), walk(part), strict=True):
        for name in ("move", "window", "value", "bound", "tried", "positions", "moves_cut"):
            assert getattr(one, name) == getattr(other, name)


def test_a_tree_that_grows_too_big_keeps_fewer_plies() -> None:
    for most in (300, 200, 30, 3):
        tree = grow(ASSIGNMENT_BOARD, most=most)
        same = grow(ASSIGNMENT_BOARD, plies=tree.plies)
        assert [node.move for node in walk(tree.root)] == [node.move for node in walk(same.root)]
        assert len(list(walk(tree.root))) - 1 <= most
    assert grow(ASSIGNMENT_BOARD, most=300).plies == 4
    assert grow(ASSIGNMENT_BOARD, most=200).plies == 3
    assert grow(ASSIGNMENT_BOARD, most=1).plies == 1
    everything = grow(ASSIGNMENT_BOARD, plies=10_000, most=200)
    assert (everything.plies, everything.deepest) == (3, 4)


# The command


def test_the_whole_tree_has_every_line_of_the_trace() -> None:
    shown = run("tree", "inputs/assignment.txt", "--depth", "4").stdout
    trace = format_trace(ASSIGNMENT_BOARD)
    assert len(re.findall(r"[AB]\d \(", shown)) == len(re.findall(r"[AB]\d: \(", trace))
    assert len(re.findall(r"moves? cut: ", shown)) == trace.count("pruning")
    tried = re.findall(r"([AB]\d):? (\S+=>\(\d,\d\))", shown)
    assert tried == re.findall(r"([AB]\d):? (\S+=>\(\d,\d\))", trace)


def test_only_the_best_line() -> None:
    shown = run("tree", "inputs/assignment.txt", "--only", "best").stdout
    assert re.findall(r"★ [AB]\d (\S+)", shown) == ["(5,2)=>(3,0)", "(0,1)=>(1,0)", "(7,0)=>(6,1)", "(0,3)=>(1,2)"]
    assert re.findall(r"(\d+) other moves? searched, no better", shown) == ["11", "5", "12", "1"]
    deeper = run("tree", "inputs/assignment.txt", "--only", "best", "--search-depth", "7", "--depth", "6").stdout
    assert deeper.count("★") == 7
    assert re.search(r"★ B6 .* \d+ below", deeper)
    assert "A7" not in deeper


def test_only_what_leads_to_cuts() -> None:
    shown = run("tree", "inputs/assignment.txt", "--only", "cuts").stdout.splitlines()
    depths = [len(re.match(r"[│├└─ ]*", line)[0]) // 4 for line in shown[:-1]]  # type: ignore[index]
    assert sum("moves cut: " in line for line in shown) == format_trace(ASSIGNMENT_BOARD).count("pruning")
    for line, depth, following in zip(shown, depths, depths[1:], strict=False):
        if "=>" in line:
            assert following > depth, f"nothing below {line}"
    assert "2 moves without a cut" in "\n".join(shown)
    shallow = run("tree", "inputs/assignment.txt", "--only", "cuts", "--depth", "1").stdout
    assert "B2" not in shallow
    assert re.search(r"A1 .* below, \d+ moves cut", shallow)


def test_conventions_and_search_depth(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('cut = "gt"\ninfinity = "∞"\n', encoding="utf-8")
    shown = run("tree", "inputs/assignment.txt", "--depth", "4", "--convention", tmp_path / "ours.toml").stdout
    assert "alpha=-∞, beta=∞" in shown
    assert "cut: alpha=-3 > beta=-4" in shown
    handout = run("tree", "inputs/win-at-ply-3.txt", "--convention", "handout").stdout
    assert handout.index("A1 (2,5)=>(1,6)") < handout.index("A1 (2,5)=>(1,4)")
    single = run("tree", "inputs/assignment.txt", "--search-depth", "1", "--depth", "5").stdout
    assert single.count("A1") == 2
    assert "B2" not in single


def test_several_boards_stand_under_labels_and_one_can_be_chosen() -> None:
    parts = run("tree", "inputs/several-cases.txt").stdout.split("\n\n")
    assert [part.split("\n")[0] for part in parts] == ["Case 1", "case2", "CASE07", "case 12"]
    assert run("tree", "inputs/several-cases.txt", "--case", "7").stdout == parts[2] + "\n"


def test_a_game_that_is_over_has_no_tree() -> None:
    done = run("tree", "inputs/game-over.txt", "--case", "2")
    assert done.stdout == "case 2\nthe game is over: Alice has won, Bill has no piece\n"


def test_other_games_and_evaluations(tmp_path: Path) -> None:
    (tmp_path / "cells.txt").write_text("X..\n.O.\n...\n")
    shown = run("tree", tmp_path / "cells.txt", "--game", "tictactoe", "--search-depth", "2", "--depth", "1").stdout
    assert shown.startswith("X to move ")
    assert re.search(r"★ X1 [abc][123] +-?\d/9 ", shown)
    (tmp_path / "mine.py").write_text("def none(state):\n    return 0\n")
    own = run("tree", tmp_path / "cells.txt", "--game", "tictactoe", "--eval", tmp_path / "mine.py:none").stdout
    assert re.search(r"★ X1 [abc][123] +0 ", own)


# Widths, terminals, colours


@pytest.mark.parametrize("options", ["--depth 4", "--depth 6 --search-depth 6 --only best", "--only cuts"])
@pytest.mark.parametrize("columns", [1, 10, 80])
def test_no_line_is_longer_than_the_screen_is_wide(columns: int, options: str) -> None:
    for path in ("inputs/assignment.txt", "inputs/win-at-ply-3.txt"):
        piped = run("tree", path, *options.split(), env={"COLUMNS": str(columns)}).stdout
        assert max(map(len, piped.splitlines())) <= columns
        shown = on_a_terminal("tree", path, *options.split(), columns=columns)
        assert "\x1b[" in shown
        assert [line.rstrip() for line in without_colours(shown).splitlines()] == [
            line.rstrip() for line in piped.splitlines()
        ]


def test_a_narrow_screen_shows_moves_and_values_and_says_what_it_left_out() -> None:
    shown = run("tree", "inputs/assignment.txt", "--depth", "6", "--search-depth", "6", env={"COLUMNS": "36"}).stdout
    assert "│   │   ├── ★ A3 (7,0)=>(6,1)     -3\n" in shown
    assert shown.endswith("shown to ply 3 of 6: more need over\n36 columns\n")
    assert run("tree", "inputs/assignment.txt", env={"COLUMNS": "none"}).returncode == 0


def test_a_tree_that_is_too_big_is_shown_to_fewer_plies() -> None:
    done = run("tree", "inputs/opening.txt", "--search-depth", "8", "--depth", "8")
    assert done.stdout.endswith("shown to ply 7 of 8: more are over 5,000 moves\n")
    assert len(done.stdout.splitlines()) < 10_000


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colours(setting: dict[str, str]) -> None:
    assert "\x1b" not in on_a_terminal("tree", "inputs/assignment.txt", env=setting)


def test_no_terminal_is_plain_text_whatever_is_forced() -> None:
    for setting in ({"FORCE_COLOR": "1"}, {"CLICOLOR_FORCE": "1"}, {"TTY_COMPATIBLE": "1"}):
        assert "\x1b" not in run("tree", "inputs/assignment.txt", env=setting).stdout


def test_an_encoding_without_guides_gets_ascii(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('infinity = "∞"\n', encoding="utf-8")
    for encoding in ("ascii", "latin-1"):
        done = run("tree", "inputs/assignment.txt", "--depth", "3", env={"PYTHONIOENCODING": encoding})
        assert done.stdout.isascii()
        assert "|   +-- * B2 (0,1)=>(1,0)      -3  alpha=-inf" in done.stdout
        odd = run(
            "tree", "inputs/assignment.txt", "--convention", tmp_path / "ours.toml", env={"PYTHONIOENCODING": encoding}
        )
        assert "alpha=-?, beta=?" in odd.stdout


def test_parts_that_do_not_fit_are_left_out_whole() -> None:
    parts = ["A1 move 3", "  alpha=-10", "  9 below"]
    assert fit_parts(parts, 29, "…") == parts
    assert fit_parts(parts, 28, "…") == [*parts[:2], " …"]
    assert fit_parts(parts, 21, "…") == [parts[0], " …"]
    assert fit_parts(parts, 9, "…") == parts[:1]
    assert fit_parts(parts, 8, "...") == ["A1 mo..."]
    assert [shorten("word", room, "...") for room in (4, 3, 1, 0)] == ["word", "...", ".", ""]


# Errors


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab tree inputs/assignment.txt --depth 13", "--depth: expected a whole number, 1 to 12, found '13'"),
        ("checkers-ab tree inputs/assignment.txt --search-depth 0", "expected a whole number, 1 "),
        ("checkers-ab tree inputs/assignment.txt --only worst", "'worst' is not one of 'best', 'cuts'"),
        ("checkers-ab tree inputs/assignment.txt >&-", "standard output is closed"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)


def test_a_closed_pipe_ends_it_quietly() -> None:
    done = run_command("set -o pipefail; checkers-ab tree inputs/opening.txt --depth 6 --search-depth 6 | head -1")
    assert (done.stderr, done.returncode) == ("", 141)
