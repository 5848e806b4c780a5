"""The setting of a search, and a course that prunes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from checkers_ab import Convention, ConventionError, Kit, OptionError, Setting, make_game, solve
from checkers_ab.core.perft import tree_size
from checkers_ab.exercise.boards import Candidate
from checkers_ab.exercise.facts import Run
from checkers_ab.games.checkers.board import Board
from checkers_ab.judge.check import Judge
from checkers_ab.judge.coverage import Programs, cover
from checkers_ab.judge.report import CaseReport
from checkers_ab.logs.solve import format_trace
from tests.support import INPUTS, ROOT, boards, run

KIT = make_game("checkers")
NEVER = Convention(cut="never")
PLAIN = Setting(KIT, convention=NEVER)
CASES = [case for path in INPUTS for case in KIT.parse_states(path.read_text())]
BOARD = ROOT / "inputs/assignment.txt"


def test_the_usual_setting_is_that_of_the_game() -> None:
    usual = Setting(KIT)
    assert (usual.depth, usual.evaluation, usual.convention.cut) == (4, "material", "ge")
    assert usual.evaluate is KIT.evaluations["material"]
    assert Setting(KIT, evaluation=usual.evaluate).evaluation == "material"
    assert Setting(KIT, evaluation=lambda _: 0).evaluation == ""
    assert Setting(KIT, convention="handout").game is not KIT.game is usual.game


def test_a_setting_never_changes() -> None:
    setting = Setting(KIT)
    for name in Setting.__slots__:
        with pytest.raises(AttributeError, match=f"another {name}"):
            setattr(setting, name, getattr(setting, name))
    with pytest.raises(AttributeError):
        setting.beam = 3


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"depth": 0}, ValueError, "at least one ply"),
        ({"convention": "asignment"}, OptionError, "unknown convention 'asignment'; did you mean 'assignment'"),
        ({"evaluation": "materiel"}, OptionError, "unknown evaluation 'materiel'; did you mean 'material'"),
        ({"convention": Convention(order="none")}, ConventionError, "order must be 'reading' or 'handout'"),
    ],
)
def test_what_a_game_does_not_have_is_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Setting(KIT, **options)


# Plain minimax


def judged(trace: str, state: Any, setting: Setting[Any, Any, Any] = PLAIN) -> CaseReport:
    """The report on a trace of one state, diagnosed."""
    case = next(case for case in CASES if case.state == state)
    return Judge(setting).check([case], trace).cases[0]


@given(boards())
@settings(max_examples=30)
def test_plain_minimax_visits_the_whole_tree_and_finds_the_same(board: Board) -> None:
    lines = format_trace(PLAIN, board).splitlines()
    assert not any("pruning" in line for line in lines)
    assert len(lines) == tree_size(KIT.game, board, 4, limit=1_000_000)
    assert PLAIN.search(board).value == solve(board).value


@pytest.mark.parametrize(("game", "depth"), [("tree", None), ("tictactoe", 3), ("connect4", 3)])
def test_the_judge_accepts_it_in_other_games_too(game: str, depth: int | None) -> None:
    kit: Kit[Any, Any, Any] = make_game(game)
    setting = Setting(kit, depth, NEVER)
    cases = kit.parse_states("((3 12 8)(2 4 6)(14 5 2))" if game == "tree" else kit.format_state(kit.game.start()))
    text = format_trace(setting, cases[0].state)
    assert Judge(setting).check(cases, text).valid
    wrong = Judge(Setting(kit, depth)).check(cases, text).cases[0]
    assert "missed-cut" in wrong.counts
    assert ("no-pruning",) in wrong.suspects


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_the_judge_accepts_what_plain_minimax_writes_and_no_cut(case: Any) -> None:
    assert judged(format_trace(PLAIN, case.state), case.state).valid
    pruned = format_trace(Setting(KIT), case.state)
    report = judged(pruned, case.state)
    assert report.counts["early-cut"] == pruned.count("pruning")
    assert report.valid == ("pruning" not in pruned)


def test_a_cut_is_no_part_of_plain_minimax_and_a_move_must_not_be_missing() -> None:
    state = CASES[0].state
    lines = format_trace(Setting(KIT), state).splitlines(keepends=True)
    first = judged("".join(lines), state).findings[0]
    assert first.message == "Nothing is pruned in plain minimax: these moves must be searched."
    silent = judged("".join(line for line in lines if "pruning" not in line), state)
    assert set(silent.counts) == {"missing-move"}


def test_the_catalogue_has_no_mistake_of_windows_and_cuts_there() -> None:
    coverage = cover(Programs(PLAIN), CASES)
    assert not coverage.unseen
    assert not coverage.alike
    assert len(coverage.mistakes) == 36
    assert not coverage.mistakes.keys() & {"no-pruning", "strict-cut", "loose-cut", "fresh-windows", "finite-win"}
    assert coverage.mistakes.keys() < Programs(Setting(KIT)).possible().keys()


@pytest.mark.parametrize("name", ["kings-count-one", "one-ply-less", "men-move-backwards", "answers-last-searched"])
def test_a_mistake_is_named_there(name: str) -> None:
    programs = Programs(PLAIN)
    state = next(case.state for case in CASES if Candidate(programs, case.state).separates(name))
    program = programs.variants(name)[0]
    assert (name,) in judged(Run(KIT, program, state).trace, state).suspects


def test_the_commands_take_it(tmp_path: Path) -> None:
    convention, trace = tmp_path / "plain.toml", tmp_path / "trace.txt"
    convention.write_text('cut = "never"\n')
    options = ("--convention", convention)
    trace.write_text(run("solve", BOARD, *options).stdout)
    assert trace.read_text() == format_trace(PLAIN, KIT.parse_states(BOARD.read_text())[0].state)
    assert run("check", BOARD, trace, *options).stdout.startswith("case1: right")
    told = run("explain", BOARD, "20", "--trace", ROOT / "expected/assignment.txt", *options).stdout
    assert "The trace cuts moves here, but nothing is pruned in plain minimax." in told
    assert "cut" not in run("tree", BOARD, *options).stdout.split("★")[0]
    assert "no-pruning" not in run("coverage", BOARD, *options).stdout
