"""The search core, on games small enough to know the answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import ge, gt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab.core.game import Side
from checkers_ab.core.observe import Leaf, Observer, Prune, Recorder, Statistics, Tee, Visit, even_branching
from checkers_ab.core.perft import tree_size
from checkers_ab.core.search import minimax, never
from checkers_ab.games.registry import make_game
from tests.toys import TreeGame

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def unreachable(_state: object) -> Any:
    raise AssertionError("the game was over before the last ply")


def search(tree: Any, **options: Any) -> Any:
    options = {"evaluate": unreachable, "window": (-100, 100), **options}
    return minimax(TreeGame(tree), (), options.pop("depth", None), **options)


def test_the_textbooks_tree() -> None:
    result = search(TEXTBOOK)
    assert (result.value, result.move, result.line) == (3, 0, [0, 0])
    assert repr(result) == "Result(value=3, line=[0, 0])"


def test_the_observer_hears_the_search_in_order() -> None:
    recorder: Recorder[int, int] = Recorder()
    search(TEXTBOOK, observer=recorder)
    assert recorder.events == [
        Visit(1, Side.MAX, 0),
        Leaf(2, Side.MIN, 0, 3),
        Leaf(2, Side.MIN, 1, 12),
        Leaf(2, Side.MIN, 2, 8),
        Visit(1, Side.MAX, 1),
        Leaf(2, Side.MIN, 0, 2),
        Prune(2, Side.MIN, (1, 2), 3, 2),
        Visit(1, Side.MAX, 2),
        Leaf(2, Side.MIN, 0, 14),
        Leaf(2, Side.MIN, 1, 5),
        Leaf(2, Side.MIN, 2, 2),
    ]


def test_a_cut_that_leaves_nothing_out_is_not_told() -> None:
    recorder: Recorder[int, int] = Recorder()
    search([[3], [3]], observer=recorder)
    assert not any(isinstance(event, Prune) for event in recorder.events)


def test_a_cut_node_returns_a_bound_and_the_earlier_of_equals_stands() -> None:
    # The third move comes back as 3, a bound; it is worth 2.
    assert search([[1, 1], [5, 3], [4, 3, 2]]).move == 1
    assert search([[1, 1], [5, 3], [4, 3, 2]], cutoff=never).move == 1


def test_only_a_strict_cut_goes_on_at_equality() -> None:
    counts = []
    for cutoff in (ge, gt, never):
        statistics: Statistics[int, int] = Statistics()
        search([[1, 1], [5, 3], [3, 2], [0, 9]], cutoff=cutoff, observer=statistics)
        counts.append(statistics.nodes)
    assert counts == [11, 12, 13]


def test_a_lost_game_names_its_first_move() -> None:
    result = search([[-100, 5], [-100, 7]])
    assert (result.value, result.move) == (-100, 0)


def test_a_game_that_is_over_has_no_move() -> None:
    result = search(7)
    assert (result.value, result.move, result.line) == (7, None, [])


def test_depth_counts_plies_and_the_last_is_evaluated() -> None:
    assert search([[[1]], [[2]]], depth=1, evaluate=lambda path: -path[0]).line == [0]
    assert search([[[1]], [[2]]], depth=2, evaluate=lambda path: path[0]).line == [1, 0]
    assert search([[[1]], [[2]]], depth=0, evaluate=lambda _: 42).value == 42
    assert search([9, [[2]]], depth=1, evaluate=lambda _: 8).value == 9, "a finished game is not evaluated"


@pytest.mark.parametrize(
    ("values", "window"),
    [
        ([1.5, 0.5, 2.5, 2.0], (-9.0, 9.0)),
        ([Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Fraction(3, 4)], (Fraction(-9), Fraction(9))),
        ([(0, "b"), (0, "a"), (1, "a"), (1, "b")], ((-1, ""), (9, ""))),
    ],
)
def test_a_value_is_anything_that_can_be_compared(values: list[Any], window: tuple[Any, Any]) -> None:
    a, b, c, d = values
    result = search([[a, b], [c, d]], window=window)
    assert result.value == max(min(a, b), min(c, d))
    assert result.move == 1


def test_tic_tac_toe_is_a_draw_and_takes_the_known_numbers_of_nodes() -> None:
    counts = []
    game = make_game("tictactoe").game
    for cutoff in (ge, gt):
        statistics: Statistics[int, int] = Statistics()
        options: Any = {"evaluate": unreachable, "window": (-2, 2), "cutoff": cutoff, "observer": statistics}
        assert minimax(game, game.start(), None, **options).value == 0
        counts.append(statistics.nodes)
    assert counts == [18297, 146120]
    assert [tree_size(game, game.start(), depth, limit=10**6) for depth in range(6)] == [1, 10, 82, 586, 3610, 18730]


def test_a_tree_is_counted_up_to_a_limit() -> None:
    assert tree_size(TreeGame(TEXTBOOK), (), 2, limit=14) == 13
    assert tree_size(TreeGame(TEXTBOOK), (), 2, limit=13) is None
    assert tree_size(TreeGame(TEXTBOOK), (), 9, limit=14) == 13


trees = st.recursive(st.integers(-9, 9), lambda tree: st.lists(tree, min_size=1, max_size=4), max_leaves=40)


@given(trees, st.sampled_from([ge, gt]))
def test_pruning_never_changes_value_or_move(tree: Any, cutoff: Any) -> None:
    plain = search(tree, cutoff=never)
    pruned = search(tree, cutoff=cutoff)
    assert (pruned.value, pruned.move) == (plain.value, plain.move)


def test_statistics_count_nodes_leaves_cuts_and_moves_cut() -> None:
    statistics: Statistics[int, int] = Statistics()
    search(TEXTBOOK, observer=statistics)
    assert (statistics.nodes, statistics.leaves, statistics.cuts, statistics.moves_cut) == (11, 7, 1, 2)
    assert statistics.depth == 2
    assert statistics.effective_branching == pytest.approx(even_branching(11, 2))


def test_effective_branching_is_that_of_an_even_tree() -> None:
    assert even_branching(1 + 3 + 9 + 27, 3) == pytest.approx(3, abs=1e-5)
    assert even_branching(1 + 1 + 1, 2) == pytest.approx(1, abs=1e-5)
    assert even_branching(1, 0) == 0


class Names(Observer[int, int]):
    def __init__(self) -> None:
        self.heard: list[str] = []

    def prune(self, ply: int, side: Side, moves: Sequence[int], alpha: int, beta: int) -> None:
        self.heard.append(f"prune {list(moves)}")


def test_a_tee_tells_everybody_and_hooks_not_overridden_do_nothing() -> None:
    names, statistics = Names(), Statistics[int, int]()
    search(TEXTBOOK, observer=Tee(names, statistics))
    assert names.heard == ["prune [1, 2]"]
    assert (statistics.nodes, statistics.leaves, statistics.cuts) == (11, 7, 1)
