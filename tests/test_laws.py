"""The laws of every game: each is broken by a game that has just that fault, and the command says so."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checkers_ab.core.errors import MoveError, StateError, ValueMissingError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit, Wire
from checkers_ab.core.law_checks import LawResult, Sample, few
from checkers_ab.core.laws import LAWS, check_laws
from checkers_ab.core.picture import Branches, Grid
from tests.support import run
from tests.toys import Nim, nim

Heap = tuple[int, int]


def broken(kit: Kit[Any, Any, Any]) -> dict[str, LawResult]:
    return {result.law.name: result for result in check_laws(Sample(kit)) if not result.holds}


def change(self: Nim, state: list[int], taken: int) -> list[int]:
    """Plays in the state that it is given."""
    state[:] = state[0] - taken, -state[1]
    return state


class Heapish:
    """A state that is equal to itself only."""

    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = left, turn

    def __getitem__(self, place: int) -> int:
        return (self.left, self.turn)[place]

    def __iter__(self) -> Any:
        return iter((self.left, self.turn))


class Hashless(Heapish):
    """Equal states with different hashes."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashless) and list(self) == list(other)

    def __hash__(self) -> int:
        return id(self)


def taking(kind: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Rules with states of some kind."""
    return {
        "start": lambda self: kind(9, 1),
        "play": lambda self, state, taken: kind(*Nim.play(self, state, taken)),
    }


def shuffled(self: Nim, state: Heap) -> list[int]:
    return sorted(Nim.moves(self, state), key=lambda _: random.random())


LISTS: dict[str, Callable[..., Any]] = {
    "moves": lambda self, state: [[1]],
    "play": lambda self, state, move: Nim.play(self, state, 1),
}
DEAF: Wire[Any, Any] = Wire(format_move=lambda state, move: str(move), parse_move=lambda state, text: 7)


def flaky() -> Callable[..., int]:
    chance = random.Random(1)
    return lambda state: chance.randrange(-1000, 1000)


def reads_anything(*_: object) -> int:
    return 1


def fails(*_: object) -> Any:
    raise ZeroDivisionError("on purpose")


def grid(rows: int = 1, marks: Any = ()) -> Callable[..., Grid]:
    return lambda state, move: Grid(cells=[[str(state[0])]], rows=["1"] * rows, columns=["a"], marks=marks)


FAULTS: list[tuple[str, str, Kit[Any, Any, Any]]] = [
    ("start", "utility(start()) is 0", nim({"utility": lambda self, state: 0})),
    ("start", "another state each time", nim({"start": lambda self: (random.randrange(10**9), 1)})),
    ("start", "ZeroDivisionError: on purpose, in line", nim({"start": fails})),
    ("to-move", "to_move() is 1", nim({"to_move": lambda self, state: state[1]})),
    ("moves-listed", "is a set", nim({"moves": lambda self, state: set(Nim.moves(self, state))})),
    ("moves-listed", "then", nim({"moves": shuffled})),
    ("moves-until-the-end", "no move", nim({"moves": lambda self, state: Nim.moves(self, state) * (state[0] > 4)})),
    ("moves-distinct", "listed twice", nim({"moves": lambda self, state: Nim.moves(self, state) * 2})),
    ("moves-distinct", "unhashable", nim(LISTS)),
    ("play-changes-nothing", "and is '[8, -1]\\n' after it", nim({"start": lambda self: [9, 1], "play": change})),
    ("play-repeatable", "not equal", nim(taking(Heapish))),
    ("play-repeatable", "hashes", nim(taking(Hashless))),
    ("utility", "utility() is nan", nim({"utility": lambda self, state: None if state[0] else float("nan")})),
    ("utility", "TypeError", nim({"utility": lambda self, state: None if state[0] else "won"})),
    ("ends-within-outcomes", "outcomes is (1, -1)", nim(outcomes=(1, -1))),
    ("ends-within-outcomes", "utility() is 5", nim({"utility": lambda self, state: None if state[0] else 5})),
    ("some-are-won", "all would be draws", nim(outcomes=(-5, 5))),
    ("evaluations", "no evaluation", nim(evaluations={})),
    ("evaluations", "even is nan", nim(evaluations={"even": lambda state: float("nan")})),
    ("evaluations", "each time", nim(evaluations={"even": flaky()}, outcomes=(-1000, 1000))),
    ("evaluations-below-a-win", "even is 1, and outcomes is (-1, 1)", nim(evaluations={"even": lambda state: 1})),
    ("alpha-beta", "minimax finds", nim(evaluations={"even": flaky()}, outcomes=(-1000, 1000))),
    ("count-moves", "count_moves() is 3, and moves() lists 1", nim(count_moves=lambda state: 3)),
    ("labels", "labels is", nim(labels={Side.MAX: "A", Side.MIN: "A"})),
    ("labels", "labels is", nim(labels={Side.MAX: "A1", Side.MIN: "B1"})),
    ("labels", "sides is", nim(sides={Side.MAX: "Ann", Side.MIN: ""}, labels={Side.MAX: "A", Side.MIN: "B"})),
    ("move-text", "format_move() is 1", nim(format_move=lambda move: move)),
    ("move-text", "at an end", nim(format_move=lambda move: f"{move} ")),
    ("move-text", "would split", nim(format_move=lambda move: f"{move};")),
    ("move-text", "would split", nim(format_move=lambda move: f"{move},0")),
    ("move-text", "would split", nim(format_move=lambda move: f"{move}.")),
    ("move-text", "word of the trace", nim(format_move=lambda move: f"pruning {move}")),
    ("move-text", "word of the trace", nim(format_move=lambda move: "none" if move == 1 else str(move))),
    ("move-text", "move_pattern is '[2-9]'", nim(move_pattern="[2-9]")),
    ("move-texts-differ", "1 and 2 are both written 'take'", nim(format_move=lambda move: "take")),
    ("move-round-trip", "read as 1", nim(parse_move=reads_anything)),
    ("no-move", "'' is read as a move", nim(parse_move=reads_anything)),
    ("no-move", "ValueError: invalid literal", nim(parse_move=lambda state, text: int(text))),
    ("state-round-trip", "read as (9, 1)", nim(parse_state=lambda text: (9, 1))),
    ("state-round-trip", "without a line end", nim(format_state=repr)),
    ("no-state", "'' is read as a state", nim(parse_state=lambda text: (9, 1))),
    ("several-states", "5 states are read as 0", nim(parse_states=lambda text: [])),
    ("several-states", "has no state", nim(format_state=lambda state: f"\ncase 1\n{state}\n")),
    ("value-round-trip", "read as None", nim(format_value=lambda value: f"<{value}>")),
    ("value-round-trip", "read as 3", nim(parse_value=lambda text: 3)),
    ("picture", "is a str", nim(picture=lambda state, move: "|||")),
    ("picture", "1 columns and 2 rows have names", nim(picture=grid(rows=2))),
    ("picture", "are marked", nim(picture=grid(marks=[(0, 3)]))),
    ("picture", "TypeError", nim(picture=lambda state, move: Branches(text={1}))),  # type: ignore[arg-type]
    ("reasons", "a reason is None", nim(why_over=lambda state: None)),
    ("reasons", "a reason is 'a\\nb'", nim(explain_value=lambda state, name: "a\nb")),
    ("scripts", "greedy plays 3, which is not legal", nim(scripts={"greedy": lambda state: 3})),
    ("wires", "line writes 1 as '1', and reads it as 7", nim(wires={"line": DEAF})),
    ("random-states", "the game is over", nim(random_state=lambda chance: (0, 1))),
    (
        "random-states",
        "mirrored twice it is (7, 1)",
        nim(random_state=lambda _: (9, 1), mirrored=lambda state: (state[0] - 1, 1)),
    ),
    (
        "random-states",
        "the feature few is 9",
        nim(random_state=lambda _: (9, 1), features={"few": lambda state: state[0]}),
    ),
]


@pytest.mark.parametrize(("law", "found", "kit"), FAULTS, ids=[f"{law}-{found[:20]}" for law, found, _ in FAULTS])
def test_a_game_that_breaks_a_law_is_told_which(law: str, found: str, kit: Kit[Any, Any, Any]) -> None:
    results = broken(kit)
    assert law in results
    assert found in results[law].found


def test_every_law_is_broken_by_some_game() -> None:
    assert {law for law, _, _ in FAULTS} == {law.name for law in LAWS}


def test_a_game_without_a_fault_keeps_them_all() -> None:
    assert broken(nim()) == {}
    sides = {Side.MAX: "Ann", Side.MIN: "Ben"}
    assert broken(nim(sides=sides, count_moves=lambda state: min(3, state[0]))) == {}


def test_an_evaluation_may_leave_states_out() -> None:
    def some(state: Heap) -> int:
        if state[0] > 2:
            raise ValueMissingError("search to the end")
        return 0

    assert broken(nim(evaluations={"some": some})) == {}


def test_a_script_is_tried_where_it_plays() -> None:
    def script(state: Heap) -> int:
        return 1 if state[1] < 0 else 99

    assert broken(nim(scripts={"late": script}, script_sides={"late": Side.MIN})) == {}
    assert set(broken(nim(scripts={"late": script}))) == {"scripts"}


def test_a_verdict_names_state_and_move() -> None:
    result = broken(nim(taking(Heapish)))["play-repeatable"]
    assert (list(result.state), result.move) == ([9, 1], 1)


def test_few_items_are_spread_over_all() -> None:
    assert few([1, 2], 3) == [1, 2]
    assert few(range(100), 4) == [0, 25, 50, 75]


def test_a_trial_ends_where_the_rules_fail() -> None:
    assert list(Sample(nim({"start": fails})).states()) == []
    assert len(list(Sample(nim({"moves": fails})).states())) == 5


@pytest.mark.parametrize("text", ["", "nonsense", "(9, 1", "9", "(9,)", "(9, 5)", "(-2, 1)", "[9, 1]", "(" * 5000])
def test_a_state_that_the_rules_can_not_play_is_refused_by_default(text: str) -> None:
    with pytest.raises(StateError, match=r"expected a state of game as Python writes it, such as \(9, 1\)"):
        nim().parse_state(text)


def test_what_is_no_move_is_refused_by_default() -> None:
    with pytest.raises(MoveError, match="expected a legal move, one of 1, 2, 3"):
        nim().parse_move((9, 1), "4")
    with pytest.raises(MoveError, match="the game is over"):
        nim().parse_move((0, 1), "1")


# The command

FILE = """\
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit

class Nim:
    def start(self): return 9, 1
    def to_move(self, state): return Side(state[1])
    def moves(self, state): return [taken for taken in (1, 2, 3) if taken <= state[0]]
    def play(self, state, taken): return state[0] - taken, -state[1]
    def utility(self, state): return None if state[0] else -state[1]

def make(): return Kit(Nim(), evaluations={"even": lambda state: 0}, outcomes=(-1, 1))
"""


def test_the_command_gives_advice_and_draws_what_can_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(FILE.replace("outcomes=(-1, 1)", "outcomes=(-5, 5)"))
    done = run("games", "--test", "./nim.py", cwd=tmp_path)
    assert done.returncode == 0
    assert "advice  some-are-won " in done.stdout
    assert done.stdout.endswith("\n./nim.py: no law is broken\n")
    (tmp_path / "nim.py").write_text(FILE.replace("outcomes=(-1, 1)", "picture=3, format_state=lambda state: 1 / 0"))
    done = run("games", "--test", "./nim.py", cwd=tmp_path)
    assert done.returncode == 1
    assert "BROKEN  picture " in done.stdout
    assert "found:   ZeroDivisionError: division by zero, in line 11 of " in done.stdout
    assert "state:   (9, 1)\n" in done.stdout
    (tmp_path / "nim.py").write_text(FILE.replace("outcomes=(-1, 1)", "format_move=lambda move: 'x' * 9000 + ';'"))
    assert max(map(len, run("games", "--test", "./nim.py", cwd=tmp_path).stdout.splitlines())) < 600


def test_the_command_needs_one_game_to_test() -> None:
    done = run("games", "--test")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--test is for one game" in done.stderr


def test_the_largest_games_are_tested_in_a_moment() -> None:
    assert run("games", "--test", "amazons").stdout.endswith(f"amazons: all {len(LAWS)} laws hold\n")
