"""The laws of every game: properties that searches, traces and the judge rely on.

The tests check them on the built-in games, `checkers-ab games --test` on any game. This module has the laws about
rules and values, `text_laws` the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import ge
from typing import Any

from checkers_ab.core import text_laws
from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.game import Side
from checkers_ab.core.law_checks import LawList, LawResult, Sample, check_law, expect, few
from checkers_ab.core.order import GameWrapper, Ordered
from checkers_ab.core.search import minimax, never
from checkers_ab.core.text import list_some
from checkers_ab.core.values import INF, OPEN

LAWS = LawList()


def check_laws(sample: Sample) -> Iterator[LawResult]:
    """Checks every law on states of some random games."""
    for law in LAWS:
        yield check_law(law, sample)


# The rules


@LAWS.add(
    "The game begins in a state that is not over.", fix="utility() returns None while a game goes on; 0 is a draw."
)
def _start(sample: Sample) -> None:
    sample.state = start = sample.game.start()
    over = sample.game.utility(start)
    expect(over is None, f"utility(start()) is {over!r}")
    expect(start == sample.game.start(), "start() gives another state each time")


@LAWS.add("It is a side's turn in every state.", fix="to_move() returns Side.MAX or Side.MIN.")
def _to_move(sample: Sample) -> None:
    for state in sample.states():
        side = sample.game.to_move(state)
        expect(isinstance(side, Side), f"to_move() is {side!r}")


@LAWS.add(
    "Moves are listed, each time in the same order.", fix="moves() returns a list or a tuple made anew, not a set."
)
def _moves_listed(sample: Sample) -> None:
    for state in sample.going():
        moves, again = sample.game.moves(state), sample.game.moves(state)
        expect(isinstance(moves, Sequence), f"moves() is a {type(moves).__name__}")
        first, then = (list_some([*map(repr, each)]) for each in (moves, again))
        expect(list(moves) == list(again), f"moves() is first {first}, then {then}")


@LAWS.add(
    "A game that is not over has a move.",
    fix="utility() ends the game where moves() has none, or moves() lists a pass.",
)
def _moves_until_the_end(sample: Sample) -> None:
    for state in sample.going():
        expect(len(sample.game.moves(state)), "utility() is None, and there is no move")


@LAWS.add("Moves are distinct and can be hashed.", fix="List each move once, as a number, a text or a tuple.")
def _moves_distinct(sample: Sample) -> None:
    for state in sample.going():
        seen = set()
        for move in sample.moves(state, most=None):
            expect(move not in seen, "the move is listed twice")
            seen.add(move)


@LAWS.add(
    "`play` leaves the state that it is given alone.", fix="play() makes a new state; tuples can't be changed at all."
)
def _play_changes_nothing(sample: Sample) -> None:
    for state in sample.going():
        before = sample.kit.format_state(state)
        for move in sample.moves(state):
            sample.game.play(state, move)
            after = sample.kit.format_state(state)
            expect(after == before, f"the state was {before!r} before play(), and is {after!r} after it")


@LAWS.add(
    "`play` leads to the same state each time.",
    fix="States need == and hash(); NamedTuple and frozen classes have both.",
)
def _play_repeatable(sample: Sample) -> None:
    for state in sample.going():
        for move in sample.moves(state):
            child, again = sample.game.play(state, move), sample.game.play(state, move)
            expect(child == again, f"play() gives first {child!r}, then {again!r}, which are not equal")
            expect(hash(child) == hash(again), "the two states are equal, but their hashes are not")


# Values


@LAWS.add("A finished game is worth a number.", fix="utility() returns an int, a float or a Fraction, from MAX's side.")
def _utility(sample: Sample) -> None:
    for state in sample.ended():
        value: Any = sample.game.utility(state)
        expect(-INF <= value <= INF, f"utility() is {value!r}")


@LAWS.add(
    "Ends are worth no less than lost, no more than won.",
    fix="Give the kit outcomes=(LOST, WON), both from MAX's side.",
)
def _ends_within_outcomes(sample: Sample) -> None:
    lost, won = sample.kit.outcomes
    expect(lost < won, f"outcomes is {sample.kit.outcomes!r}")
    for state in sample.ended():
        value = sample.game.utility(state)
        expect(lost <= value <= won, f"utility() is {value!r}, and outcomes is {sample.kit.outcomes!r}")


@LAWS.add("Some games are won.", fix="Give the kit outcomes=(LOST, WON), unless games have no winner.", advice=True)
def _some_are_won(sample: Sample) -> None:
    ends = [sample.game.utility(state) for state in sample.ended()]
    won = [value for value in ends if value in sample.kit.outcomes]
    worth: list[Any] = sorted(set(ends))
    found = (
        f"ends are worth {list_some([*map(repr, worth)])}, and outcomes is {sample.kit.outcomes!r}: all would be draws"
    )
    expect(won or not ends, found)


@LAWS.add("Every evaluation gives numbers.", fix="Give the kit evaluations={NAME: FUNCTION}; lambda state: 0 will do.")
def _evaluations(sample: Sample) -> None:
    expect(sample.kit.evaluations, "the kit has no evaluation")
    for state in sample.going():
        again = sample.values(state)
        for name, value in sample.values(state).items():
            expect(-INF <= value <= INF, f"{name} is {value!r}")
            expect(again[name] == value, f"{name} is another number each time")


@LAWS.add(
    "An evaluation stays below a won game.", fix="Scale it: a guess as good as a win ends a search early.", advice=True
)
def _evaluations_below_a_win(sample: Sample) -> None:
    lost, won = sample.kit.outcomes
    for state in sample.going():
        for name, value in sample.values(state).items():
            expect(lost < value < won, f"{name} is {value!r}, and outcomes is {sample.kit.outcomes!r}")


class _FewerMoves(GameWrapper[Any, Any, Any]):
    """A game with at most three moves in each state."""

    def moves(self, state: Any) -> Sequence[Any]:
        return few(self.game.moves(state), 3)


@LAWS.add("Alpha-beta finds the value of plain minimax.", fix="Rules and evaluations must depend on the state alone.")
def _alpha_beta(sample: Sample) -> None:
    game = _FewerMoves(sample.game)
    orders = [lambda state, move: sample.chance.random(), *sample.kit.orders.values()]
    for state in few(list(sample.going()), 5):
        sample.state = state
        for name, evaluate in sample.kit.evaluations.items():
            try:
                plain = minimax(game, state, 3, evaluate=evaluate, window=OPEN, cutoff=never).value
            except ValueMissingError:
                continue
            for ordered in (game, *(Ordered(game, key) for key in orders)):
                pruned = minimax(ordered, state, 3, evaluate=evaluate, window=OPEN, cutoff=ge).value
                expect(pruned == plain, f"with {name}, minimax finds {plain!r}, alpha-beta {pruned!r}")


@LAWS.add("Counted moves are as many as listed ones.", fix="Correct count_moves(), or leave it out.")
def _count_moves(sample: Sample) -> None:
    if sample.kit.count_moves is not None:
        for state in sample.going():
            counted, listed = sample.kit.count_moves(state), len(sample.game.moves(state))
            expect(counted == listed, f"count_moves() is {counted}, and moves() lists {listed}")


LAWS.extend(text_laws.LAWS)
