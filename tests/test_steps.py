"""The account of a search in steps: told by a search, it drives the hooks of a listener as the search does."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from checkers_ab.core.game import Side
from checkers_ab.core.observe import Recorder
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import HookCaller, States, Step, tell_search
from checkers_ab.games.registry import make_game
from checkers_ab.judge.program import Program, right_models
from checkers_ab.judge.windows import NARROWING, OPENING, SHOWING
from tests.support import INPUTS, ROOT

TREE = "((3 12 8)(2 4 6)(14 5 2))"


def steps_of(setting: Setting[Any, Any, Any], state: Any) -> list[Step]:
    steps: list[Step] = []
    tell_search(setting, state, steps.append)
    return steps


def boards(name: str) -> list[Any]:
    kit = make_game(name)
    drawn = random.Random(name)
    states = [kit.random_state(drawn) for _ in range(20)]
    return [state for state in states if state is not None and kit.game.utility(state) is None]


@pytest.mark.parametrize("name", ["checkers", "tictactoe", "connect4"])
@pytest.mark.parametrize("cut", ["ge", "gt", "never"])
def test_hooks_that_steps_call_are_those_of_the_search(name: str, cut: str) -> None:
    kit = make_game(name)
    setting = Setting(kit, 3, type(kit.conventions["assignment"])(cut=cut))
    for state in boards(name):
        heard: Recorder[Any, Any] = Recorder()
        setting.search(state, heard)
        again: Recorder[Any, Any] = Recorder()
        tell_search(setting, state, HookCaller(again))
        assert again.events == heard.events


@pytest.mark.parametrize("name", ["checkers", "tictactoe", "connect4"])
def test_the_right_program_tells_the_steps_of_the_search(name: str) -> None:
    kit = make_game(name)
    drawn = random.Random(name)
    states = [kit.random_state(drawn) for _ in range(100)]
    if name == "checkers":
        states += [case.state for path in INPUTS for case in kit.parse_states(path.read_text())]
    for cut in ("ge", "never"):
        setting = Setting(kit, 3, type(kit.conventions["assignment"])(cut=cut))
        model = right_models(setting)[0]
        for state in filter(None, states):
            told: list[Step] = []
            Program(model, state, told.append)
            assert told == steps_of(setting, state)


def test_any_two_slips_in_windows_make_a_program() -> None:
    kit = make_game("checkers")
    (case,) = kit.parse_states((ROOT / "inputs/win-at-ply-3.txt").read_text())
    (right,) = right_models(Setting(kit))
    for slips in permutations({*OPENING, *NARROWING, *SHOWING, "hard"}, 2):
        model = replace(right, window=slips, answer="returned")
        told: list[Step] = []
        Program(model, case.state, told.append)
        assert told[-1].kind == "answer", slips


def test_a_node_is_told_again_after_each_of_its_moves_with_the_window_before_and_after() -> None:
    kit = make_game("tree")
    (case,) = kit.parse_states(TREE)
    steps = [step for step in steps_of(Setting(kit), case.state) if step.kind == "back" and len(step.path) == 1]
    told = [(step.value, step.alpha, step.beta, step.closed, step.before) for step in steps]
    inf = float("inf")
    assert told == [
        (3, -inf, 3, False, (-inf, inf)),
        (3, -inf, 3, False, (-inf, 3)),
        (3, -inf, 3, False, (-inf, 3)),
        (2, 3, 2, True, (3, inf)),
        (14, 3, 14, False, (3, inf)),
        (5, 3, 5, False, (3, 14)),
        (2, 3, 2, True, (3, 5)),  # it closes the window, though no move is left to be cut
    ]


def test_a_finished_game_is_a_leaf_and_an_answer_without_a_move() -> None:
    kit = make_game("tictactoe")
    (case,) = kit.parse_states("XXX\nOO.\n...\n")
    leaf, answer = steps_of(Setting(kit), case.state)
    assert (leaf.kind, leaf.path, answer.kind, answer.path) == ("leaf", (), "answer", ())
    assert leaf.side is Side.MAX


def test_states_along_a_path_are_those_that_its_moves_lead_to() -> None:
    kit = make_game("checkers")
    for case in kit.parse_states((ROOT / "inputs/assignment.txt").read_text()):
        states = States(kit.game, case.state)
        for step in steps_of(Setting(kit), case.state):
            if step.kind in ("enter", "leaf"):
                state = case.state
                for move in step.path:
                    state = kit.game.play(state, move)
                assert states.at(step.path) == state
