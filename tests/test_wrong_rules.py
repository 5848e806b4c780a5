"""Checkers by wrong rules: each one on a board, all of them against programs on plain lists, and any two together."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab import Board, format_board, make_game, parse_boards
from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.core.order import GameWrapper
from checkers_ab.core.setting import Setting
from checkers_ab.games.checkers import wrong_rules
from checkers_ab.games.checkers.loose_rules import BrokenRule, Loose, breaking
from checkers_ab.games.checkers.mistakes import MISTAKES
from checkers_ab.games.checkers.notation import format_move, row_and_column
from checkers_ab.games.checkers.rules import INF, Checkers
from checkers_ab.logs.solve import format_trace
from tests import naive
from tests.mistaken import VARIANTS, Mistaken, Path, Rules
from tests.support import INPUTS, boards, draw

BROKEN: dict[str, BrokenRule] = {
    "optional-jumps": wrong_rules.OPTIONAL_JUMPS,
    "jump-mandatory-for-the-piece": wrong_rules.MANDATORY_FOR_THE_PIECE,
    "jump-mandatory-for-one-side:alice": wrong_rules.BILL_MAY_STEP,
    "jump-mandatory-for-one-side:bill": wrong_rules.ALICE_MAY_STEP,
    "men-move-backwards": wrong_rules.MEN_BACKWARDS,
    "men-jump-backwards": wrong_rules.MEN_JUMP_BACKWARDS,
    "kings-only-forward": wrong_rules.KINGS_ONLY_FORWARD,
    "flying-kings": wrong_rules.FLYING_KINGS,
    "jumps-over-own:taken": wrong_rules.OVER_OWN,
    "jumps-over-own:stay": wrong_rules.OVER_OWN_THAT_STAY,
    "captured-stays": wrong_rules.CAPTURED_STAYS,
    "multiple-jumps": wrong_rules.MULTIPLE_JUMPS,
    "crowned-keeps-jumping:once": wrong_rules.CROWNED_GOES_ON,
    "crowned-keeps-jumping:on": wrong_rules.CROWNED_GOES_ON_AND_ON,
    "crowned-keeps-jumping:all": wrong_rules.EVERYTHING_GOES_ON,
    "no-crowning": wrong_rules.NO_CROWNING,
    "one-side-never-crowned:alice": wrong_rules.ALICE_IS_NOT_CROWNED,
    "one-side-never-crowned:bill": wrong_rules.BILL_IS_NOT_CROWNED,
    "crowned-on-any-edge": wrong_rules.CROWNED_ON_ANY_EDGE,
    "crowned-late:reply": wrong_rules.CROWNED_BY_THE_REPLY,
    "crowned-late:turn": wrong_rules.CROWNED_IN_TURN,
    "finite-win": wrong_rules.FINITE_WIN,
}
"""The rules, by the names that programs on plain lists have for them."""

PAIRS = [pair for pair in itertools.combinations(BROKEN, 2) if pair[0].split(":")[0] != pair[1].split(":")[0]]


def compare(game: Any, rules: Rules, board: Board) -> list[Any]:
    """The moves of both, which must be the same and lead to the same boards; the boards after them."""
    plain = naive.read(format_board(board))
    alice = board.side is Side.MAX
    assert game.utility(board) == rules.outcome(plain, alice)
    moves = game.moves(board)
    assert sorted(map(places, moves)) == sorted(rules.moves(plain, alice)), format_board(board)
    after = []
    for move in moves:
        child = game.play(board, move)
        assert child.side is not board.side
        assert child.kings & ~(child.alice | child.bill) == 0
        assert naive.read(format_board(child)) == rules.play(plain, alice, places(move)), format_board(board)
        after.append(child)
    return after


def places(route: Any) -> Path:
    return tuple(map(row_and_column, route))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_that_of_a_program_on_lists(name: str) -> None:
    chance = random.Random(name)
    game, rules = breaking(Checkers(), BROKEN[name]), Rules([name])

    @given(boards(), st.sampled_from(Side))
    def compared(board: Board, side: Side) -> None:
        for _ in range(3):
            after = compare(game, rules, board.with_side(side))
            if not after:
                break
            board = chance.choice(after)
            side = board.side

    compared()


@given(boards(), st.sampled_from(Side), st.sampled_from(PAIRS))
def test_any_two_combine_in_either_order(board: Board, side: Side, pair: tuple[str, str]) -> None:
    rules = Rules(pair)
    for first, second in (pair, pair[::-1]):
        game = breaking(breaking(Checkers(), BROKEN[first]), BROKEN[second])
        for child in compare(game, rules, board.with_side(side)):
            compare(game, rules, child)
            break


@given(boards(), st.lists(st.sampled_from([*BROKEN.values()]), min_size=3, max_size=5))
def test_so_do_more_and_without_any_they_are_the_homeworks(board: Board, rules: list[BrokenRule]) -> None:
    game = breaking(Checkers(), *rules)
    for move in game.moves(board):
        assert game.play(board, move).side is Side.MIN
    for side in Side:
        seen = board.with_side(side)
        assert Loose().moves(seen) == Checkers().moves(seen)
        assert Loose().utility(seen) == Checkers().utility(seen)
        for step in Checkers().moves(seen):
            assert Loose().play(seen, step) == Checkers().play(seen, step)


# Drawn boards

SAMPLE = """
    +O+O+O+O
    O+A+O+O+
    +O+O+B+O
    O+O+A+O+
    +A+O+O+O
    O+O+O+K+
    +O+k+O+O
    O+O+O+O+
"""


# Models


KIT = make_game("checkers")
RIGHT: Model[Any, Any] = Model(
    game=KIT.game,
    evaluate=lambda _, board: KIT.evaluations["material"](board),
    depth=4,
    key=lambda move: KIT.move_key(KIT.format_move(move)),
)
BY_NAME = {mistake.name: mistake for mistake in MISTAKES}


class Tracer:
    """Writes the trace of a model, as far as the mistakes of checkers change it."""

    def __init__(self, model: Model[Any, Any]) -> None:
        self.model = model
        self.lines: list[str] = []

    def trace(self, board: Board) -> list[str]:
        state = self.model.root(board) if self.model.root else board
        if self.model.game.utility(state) is None:
            self.search(state, 1, -INF, INF)
        return self.lines

    def search(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        model, game = self.model, self.model.game
        listed = model.inner_moves(state) if model.inner_moves and ply > 1 else game.moves(state)
        moves = sorted(listed, key=places)
        maximizing = game.to_move(state) is Side.MAX
        best = -INF if maximizing else INF
        label = f"{'|-' * (ply - 1)}{'A' if maximizing else 'B'}{ply}"
        for place, move in enumerate(moves):
            child = game.play(state, move)
            value = game.utility(child)
            if value is None and ply == 4:
                value = model.evaluate(state, child)
            self.lines.append(f"{label}: {self.text(move)}{'' if value is None else f'; h={self.number(value)}'}.")
            value = self.search(child, ply + 1, alpha, beta) if value is None else value
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                window = f"alpha={self.number(alpha)}, beta={self.number(beta)}"
                if place + 1 < len(moves):
                    cut = ", ".join(map(self.text, moves[place + 1 :]))
                    self.lines.append(f"{label}: pruning {cut}; {window}.")
                break
        return best

    def text(self, move: Any) -> str:
        key: Any = self.model.key(move)
        return "({},{})=>({},{})".format(*key[0], *key[-1])

    def number(self, value: Any) -> str:
        return str(self.model.shown(value) if self.model.shown else value)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_model_writes_the_trace_of_a_program_on_lists(name: str) -> None:
    chance = random.Random(name)
    ways = [f"{name}:{way}" for way in VARIANTS[name]] if name in VARIANTS else [name]
    shown = 0
    given_boards = [case.state for path in INPUTS for case in parse_boards(path.read_text())]
    for board in (*given_boards, *(KIT.random_state(chance) for _ in range(5))):
        if board is None:
            continue
        models = BY_NAME[name].variants(RIGHT)
        traces = [Tracer(model).trace(board) for model in models]
        for way in ways:
            text = Mistaken(way).trace(naive.read(format_board(board))).replace("1000", "inf")
            assert text.splitlines()[:-1] in traces, f"{way}\n{format_board(board)}"
            shown += text != format_trace(Setting(KIT), board)
    assert shown


@pytest.mark.parametrize("first", BY_NAME)
def test_two_mistakes_in_a_model_are_those_of_a_program_on_lists(first: str) -> None:
    chance = random.Random(first)
    later = [*BY_NAME][[*BY_NAME].index(first) + 1 :]
    for second in later:
        board = None
        while board is None:
            board = KIT.random_state(chance)
        text = Mistaken(first, second).trace(naive.read(format_board(board))).replace("1000", "inf")
        models = (both for one in BY_NAME[first].variants(RIGHT) for both in BY_NAME[second].variants(one))
        assert any(text.splitlines()[:-1] == Tracer(model).trace(board) for model in models), second


class Negated(GameWrapper[Any, Any, Any]):
    """A game whose ends are worth the opposite."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.utility = lambda state: None if game.utility(state) is None else -game.utility(state)


@given(boards(), st.sampled_from(MISTAKES), st.sampled_from(MISTAKES), st.booleans())
def test_any_two_mistakes_make_models_that_play(board: Board, first: Mistake, second: Mistake, around: bool) -> None:
    right = replace(RIGHT, game=Negated(RIGHT.game)) if around else RIGHT
    for model in (both for one in first.variants(right) for both in second.variants(one)):
        state = model.root(board) if model.root else board
        keys = set()
        for move in model.game.moves(state):
            keys.add(model.key(move))
            child = model.game.play(state, move)
            over = model.game.utility(child)
            value = model.evaluate(state, child) if over is None else over
            assert isinstance(model.shown(value) if model.shown else value, int | float)
            assert model.find is None or model.find(model, [move], model.key(move)) == move
        assert len(keys) == len(set(model.game.moves(state)))


def test_two_mistakes_that_touch_each_other() -> None:
    def model(*names: str) -> Model[Any, Any]:
        made = RIGHT
        for name in names:
            made = next(iter(BY_NAME[name].variants(made)))
        return made

    move = Checkers().moves(draw(SAMPLE))[0]
    assert model("column-first", "multiple-jumps").key(move) == ((4, 3), (6, 1))
    assert model("rows-from-the-bottom", "counts-from-one", "column-first").key(move) == ((5, 5), (7, 7))
    for names in itertools.permutations(("optional-jumps", "jump-mandatory-at-the-root", "men-move-backwards")):
        inner = model(*names).inner_moves
        assert inner is not None
        assert "(4,1)=>(5,0)" in map(format_move, inner(draw(SAMPLE)))
    blocked = draw(
        """
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        B+O+O+O+
        +A+O+O+O
        O+k+O+O+
        +O+O+O+O
        O+O+O+O+
        """,
        Side.MIN,
    )
    assert Checkers().utility(blocked) == INF
    assert model("blocked-is-evaluated").game.utility(blocked) == 2
    assert model("kings-count-one", "blocked-is-evaluated").game.utility(blocked) == 1
    assert model("blocked-is-evaluated", "men-move-backwards").game.utility(blocked) is None
    assert model("finite-win").game.utility(blocked) == 1000
    shown = model("finite-win").shown
    assert shown is not None
    assert [shown(value) for value in (1000, -1000, INF, 3)] == [INF, -INF, INF, 3]


def test_a_route_is_found_by_all_its_squares_or_by_its_ends() -> None:
    board = draw(
        """
        +O+O+O+O
        O+B+O+O+
        +O+O+O+O
        O+B+O+O+
        +O+A+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        """
    )
    (model,) = BY_NAME["multiple-jumps"].variants(RIGHT)
    (route,) = model.game.moves(board)
    assert model.key(route) == ((4, 3), (2, 1), (0, 3))
    assert model.find is not None
    assert model.find(model, [route], ((4, 3), (2, 1), (0, 3))) == route
    assert model.find(model, [route], ((4, 3), (0, 3))) == route
    assert model.find(model, [route], ((4, 3), (2, 1))) is None
