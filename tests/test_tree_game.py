"""Textbook trees: what they may look like, what is refused where, and what a search of them does."""

from __future__ import annotations

import random
from fractions import Fraction
from operator import ge, gt
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab.core.errors import OptionError, StateError, ValueMissingError
from checkers_ab.core.game import Side
from checkers_ab.core.observe import Leaf, Recorder, Statistics
from checkers_ab.core.picture import Branches, as_data, draw_text
from checkers_ab.core.search import minimax
from checkers_ab.core.values import OPEN
from checkers_ab.games.registry import make_game
from checkers_ab.games.tree.rules import AIMA
from checkers_ab.games.tree.text import Decimal, parse_number
from tests.support import ROOT

AIMA_TEXT = "((3 12 8)(2 4 6)(14 5 2))\n"


class Key(NamedTuple):
    """A tree and what a search of it must do."""

    name: str
    text: str
    answer: str
    cuts: dict[str, str]
    """By the rule for a cut: the leaves seen, and the cuts."""


def read_keys() -> list[Key]:
    _, *blocks = (ROOT / "tests/tree_keys.txt").read_text().split("\n\n")
    keys = []
    for block in blocks:
        name, text, answer, *cuts = block.splitlines()
        keys.append(Key(name, text, answer, {line[:2].strip(): line[3:] for line in cuts}))
    return keys


class Cuts(Recorder[str, Any]):
    """Keeps the way to each node at which moves are cut."""

    def __init__(self) -> None:
        super().__init__()
        self.way: list[str] = []
        self.cuts: list[str] = []

    def visit(self, ply: int, side: Side, move: str) -> None:
        super().visit(ply, side, move)
        self.way[ply - 1 :] = [move]

    def prune(self, ply: int, side: Side, moves: Any, alpha: Any, beta: Any) -> None:
        super().prune(ply, side, moves, alpha, beta)
        values = ",".join(map(make_game("tree").format_value, (alpha, beta)))
        self.cuts.append(f"{'.'.join(self.way[: ply - 1])}: {','.join(moves)} ({values})")


@pytest.mark.parametrize("cutoff", [ge, gt])
@pytest.mark.parametrize("key", read_keys(), ids=lambda key: key.name)
def test_a_search_of_a_tree_has_the_known_value_move_leaves_and_cuts(key: Key, cutoff: Any) -> None:
    first, value, move = key.answer.split()
    kit = make_game(f"tree:first={first.lower()}")
    observer = Cuts()
    state = kit.parse_state(key.text)
    evaluate = kit.evaluations["leaf"]
    found = minimax(kit.game, state, None, evaluate=evaluate, window=OPEN, cutoff=cutoff, observer=observer)
    assert (kit.format_value(found.value), found.move) == (value, move)
    seen = sum(isinstance(event, Leaf) for event in observer.events)
    leaves: Statistics[str, Any] = Statistics()
    minimax(kit.game, state, None, evaluate=evaluate, window=OPEN, cutoff=lambda *_: False, observer=leaves)
    assert "; ".join([f"{seen}/{leaves.leaves}", *observer.cuts]) == key.cuts[">=" if cutoff is ge else ">"]


def test_all_the_keys_are_there() -> None:
    names = [key.name.split()[0] for key in read_keys()]
    assert sorted(names) == sorted([*(f"K{number}" for number in range(1, 24)), "K2b"])


# Numbers


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3", "3"), ("-3", "-3"), ("+3", "3"), ("3.0", "3"), ("3.", "3"), ("4/2", "2"), ("-0", "0"), ("007", "7"),
        ("0.5", "0.5"), (".5", "0.5"), ("-.25", "-0.25"), ("-3.01", "-3.01"), ("0.10", "0.1"), ("12.050", "12.05"),
        ("1/3", "1/3"), ("-2/6", "-1/3"), ("0.000001", "0.000001"), ("123456789012345678.5", "123456789012345678.5"),
    ],
)  # fmt: skip
def test_a_number_is_written_as_it_was_given(text: str, shown: str) -> None:
    value = parse_number(text)
    assert value is not None
    assert make_game("tree").format_value(value) == shown
    assert parse_number(shown) == value == Fraction(text)


def test_decimals_are_exact() -> None:
    assert parse_number("0.1") == Fraction(1, 10) == Decimal("0.1")
    assert parse_number("0.3") != 0.1 + 0.2
    assert isinstance(parse_number("3.0"), int)


@pytest.mark.parametrize("text", ["", "x", "1e3", "1/0", "1/-2", "--1", "1_0", "inf", "1.5/2", "\u0663", "1" * 41])
def test_anything_else_is_no_number(text: str) -> None:
    assert parse_number(text) is None


# Reading


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (AIMA_TEXT, AIMA_TEXT),
        ("\ufeff[[3,12,8],\r\n [2,4,6],\r\n [14,5,2]]\r\n", AIMA_TEXT),
        ("# the book's\n((3 12 8) # B\n(2,4,6)(14\t5 2)) # end", AIMA_TEXT),
        ("(7)", "(7)\n"),
        ("(2 (-1 5))", "(2 (-1 5))\n"),
        ("(2(-1 5)4)", "(2 (-1 5) 4)\n"),
        ("A(B(b1=3,b2=12) C(2 4) 5)", "A(B(b1=3 b2=12) C(2 4) 5)\n"),
        ("(a(1 2)(3 4)b(5))", "(a(1 2)(3 4) b(5))\n"),
        ("_x'(H=0.50 h1=1/3 Case=2)", "_x'(H=0.5 h1=1/3 Case=2)\n"),
        ("((3 12)(2 4)) after 2 1", "((3 12)(2 4)) after 2 1\n"),
        ("A(B(b1=3 b2=12) C(2 4))\nafter B, b2", "A(B(b1=3 b2=12) C(2 4)) after B b2\n"),
    ],
)
def test_a_tree_is_read_in_many_forms_and_written_in_one(text: str, canonical: str) -> None:
    kit = make_game("tree")
    state = kit.parse_state(text)
    assert kit.format_state(state) == canonical
    assert kit.parse_state(canonical) == state


def test_wrapped_leaves_are_the_same_tree() -> None:
    bare, wrapped = make_game("tree"), make_game("tree:leaves=wrapped")
    state = wrapped.parse_state("(((3)(12)(8))((2)(4)(6))((14)(5)(2)))")
    assert state == bare.game.start()
    assert wrapped.format_state(state) == "(((3)(12)(8))((2)(4)(6))((14)(5)(2)))\n"
    named = wrapped.parse_state("A(b1(3) b2=4 (5))")
    assert named == bare.parse_state("A(b1=3 b2=4 5)")
    assert wrapped.parse_state(wrapped.format_state(named)) == named


SEVERAL = "several trees stand each under a heading such as case1"
MINUS = "a minus is written '-'"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "1:1: expected a tree, found the end of the text", "a tree looks like ((3 12 8)(2 4 6)(14 5 2))"),
        ("# nothing\n\n", "1:10: expected a tree, found the end of the text", None),
        ("7", "1:1: a tree begins with '(', found '7'", None),
        ("b1=7", "1:1: a tree begins with '(', found 'b1=7'", None),
        ("nonsense", "1:1: a tree begins with '(', found 'nonsense'", None),
        ("+O+O+O+O\n", "1:1: a tree begins with '(', found '+O+O+O+O'", None),
        ("((3 4)\n(5 6)", "1:1: this '(' is never closed", ""),
        ("((3 4)\n (5 [6", "2:5: this '[' is never closed", "3 parentheses are not closed"),
        ("((3 4))\n )", "2:2: this ')' closes nothing", None),
        (") (3)", "1:1: this ')' closes nothing", "a tree begins with '('"),
        ("((3 4])", "1:6: expected ')', found ']'", "this node begins with '('"),
        ("[3,\n4)", "2:2: expected ']', found ')'", "this node begins with '['"),
        ("((3 4) ())", "1:8: a node must have a child, and this one has none", None),
        ("(3 A( ) 4)", "1:5: a node must have a child, and this one has none", None),
        ("(b=3\nb=4)", "2:1: the name 'b' stands twice in its node", None),
        ("(B(3)B(4))", "1:6: the name 'B' stands twice in its node", None),
        ("(3 x 5)", "1:4: expected a number, found the word 'x'", "a name stands right before its '(' or '='"),
        ("(3 A (5))", "1:4: expected a number, found the word 'A'", "a name stands right before its '(' or '='"),
        ("(3 A[5])", "1:4: expected a number, found the word 'A'", "a name stands right before its '(' or '='"),
        ("(b1 = 3)", "1:2: expected a number, found the word 'b1'", "a name stands right before its '(' or '='"),
        ("(b1= 3)", "1:5: expected a number behind 'b1=', found nothing", None),
        ("(b1=x)", "1:5: expected a number behind 'b1=', found 'x'", None),
        ("(=3)", "1:2: expected a name before '=', found nothing", None),
        ("(3=4)", "1:2: expected a name before '=', found '3'", None),
        ("(3 4x)", "1:4: expected a number, found '4x'", ""),
        (f"({'9' * 50})", f"1:2: expected a number, found '{'9' * 27}...'", "a number has at most 40 characters"),
        ("(3 1/0)", "1:4: expected a number, found '1/0'", ""),
        ("(3 \u22124)", "1:4: expected a number, a name or a parenthesis, found '\u2212' (U+2212)", MINUS),
        ("(3; 4)", "1:3: expected a number, a name or a parenthesis, found ';'", None),
        ("(3 \0\x07)", "1:4: expected a number, a name or a parenthesis, found '\\x00'", ""),
        ("(\udc80)", "1:2: expected a number, a name or a parenthesis, found the byte 0x80", ""),
        ('["A", 3]', "1:2: expected a number, a name or a parenthesis, found '\"'", ""),
        ("(3)\n(4)", "2:1: expected nothing behind the tree, found '('", SEVERAL),
        ("(3) 4", "1:5: expected nothing behind the tree, found '4'", None),
        ("((3 4)) after 2", "1:15: this node has one child, 1", None),
        ("((3 4)) after 1 1 1", "1:19: expected nothing behind the way to a leaf, found '1'", None),
        ("(" * 10_000 + "1" + ")" * 10_000, "1:101: a tree has at most 100 levels of nodes", None),
        ("(2 (" + "1 " * 100_001 + "))", "1:4: a node has at most 100,000 children, and this one has more", None),
    ],
)  # fmt: skip
def test_what_is_no_tree(text: str, message: str, hint: str | None) -> None:
    with pytest.raises(StateError) as error:
        make_game("tree").parse_state(text)
    assert str(error.value) == message
    assert hint is None or error.value.hint == hint


@pytest.mark.parametrize(
    "name",
    ["pruning", "Pruning", "prune", "pruned", "cut", "CUT", "none", "alpha", "beta", "h", "case1", "Case12", "case2b"],
)
def test_a_word_with_a_meaning_in_traces_is_no_name(name: str) -> None:
    for text in (f"(3 {name}=4)", f"(3 {name}(4))"):
        with pytest.raises(StateError, match=f"^1:4: '{name}' can't be a name$"):
            make_game("tree").parse_state(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("((3) 12)", "1:6: expected a number alone in its parentheses"),
        ("((3 4)(5))", "1:3: expected a number alone in its parentheses"),
        ("(7)", "1:1: a tree of one leaf has no move"),
    ],
)
def test_what_is_no_tree_with_wrapped_leaves(text: str, message: str) -> None:
    with pytest.raises(StateError) as error:
        make_game("tree:leaves=wrapped").parse_state(text)
    assert str(error.value) == message
    assert "leaves=" in error.value.hint


def test_the_deepest_tree_can_be_searched_and_drawn() -> None:
    kit = make_game("tree")
    state = kit.parse_state("(" * 100 + "1" + ")" * 100)
    assert minimax(kit.game, state, None, evaluate=kit.evaluations["leaf"], window=OPEN).value == 1
    assert kit.parse_state(kit.format_state(state)) == state
    assert draw_text(kit.picture(state))
    assert as_data(kit.picture(state))["kind"] == "tree"


@given(text=st.text("()[] ,\n#=aA_'1-./;h", max_size=40), spec=st.sampled_from(["tree", "tree:leaves=wrapped"]))
def test_any_text_is_a_tree_that_round_trips_or_is_refused_at_a_place_in_it(text: str, spec: str) -> None:
    kit = make_game(spec)
    lines = text.split("\n")
    refused: StateError | None = None
    try:
        state = kit.parse_state(text)
    except StateError as error:
        refused = error
    if refused:
        assert 1 <= refused.line <= len(lines)
        assert 1 <= refused.column <= len(lines[refused.line - 1]) + 1
    else:
        assert kit.parse_state(kit.format_state(state)) == state


# Files


def test_several_trees_stand_under_headings() -> None:
    cases = make_game("tree").parse_states("case 1\n((3 12)\n(2 4))\n\nCase 7: uneven\n# later\n(5 (1 2))\n")
    assert [case.label for case in cases] == ["case 1", "Case 7"]
    assert [make_game("tree").format_state(case.state) for case in cases] == ["((3 12)(2 4))\n", "(5 (1 2))\n"]
    with pytest.raises(StateError, match=r"^6:4: expected a number, found the word 'x'$"):
        make_game("tree").parse_states("case1\n(3)\n\ncase2\n(3\n 4 x)\n")


def test_leaves_that_seem_to_be_wrapped_are_asked_about() -> None:
    kit = make_game("tree")
    note = "every number stands alone in parentheses: if (3) is a leaf and not a node, use tree:leaves=wrapped"
    assert kit.parse_states("\n(((3)(12))((2)(4)))\n")[0].warnings == [(2, 1, note)]
    assert kit.parse_states("case1\n(3 4)\n\ncase2\n\n((3)(4))\n")[1].warnings == [(6, 1, note)]
    for text in ("(7)", "((10)(10 0))", "((3)(a=4))", "((3) 4)", "A((b=3))", AIMA_TEXT):
        assert kit.parse_states(text)[0].warnings == []
    assert make_game("tree:leaves=wrapped").parse_states("((3)(12))")[0].warnings == []


@pytest.mark.parametrize("text", ["(3 4)", " [3, 4]", "A(3 4)", "_b'2(3)", "(", "[["])
def test_an_input_that_begins_as_a_tree_is_one(text: str) -> None:
    assert make_game("tree").inline(text)


@pytest.mark.parametrize("text", ["tree.txt", "-", "3", "A (3)", "./(3)", "a.b(3)", ""])
def test_any_other_input_is_the_name_of_a_file(text: str) -> None:
    assert not make_game("tree").inline(text)
    assert not make_game("tictactoe").inline("(3 4)")


# The kit


def test_only_leaves_have_a_value() -> None:
    kit = make_game("tree")
    state = kit.parse_state("A(B(b1=3 4) (C(5)))")
    leaf = kit.evaluations["leaf"]
    assert leaf(kit.parse_state("((3 4)) after 1 2")) == 4
    for moves, node in (((), "the root"), (("B",), "node B"), (("2",), "the node after 2"), (("2", "C"), "node C")):
        inner = state
        for move in moves:
            inner = kit.game.play(inner, move)
        with pytest.raises(ValueMissingError, match=f"^{node} has no value: search to the leaves$"):
            leaf(inner)
    with pytest.raises(ValueMissingError, match=r"^the node after 1 has no value"):
        minimax(kit.game, kit.game.start(), 1, evaluate=leaf, window=OPEN)


def test_an_illegal_move_is_told_what_there_is() -> None:
    kit = make_game("tree")
    state = kit.parse_state("(b1=3 b2=4 (5 6 7))")
    assert kit.why_illegal(state, "b9") == "no child of this node is called b9; they are b1, b2, 3"
    assert kit.why_illegal(state, "1") == "no child of this node is called 1; they are b1, b2, 3"
    assert kit.why_illegal(kit.game.play(state, "3"), "4") == "this node has 3 children, 1 to 3"
    assert kit.why_illegal(kit.parse_state("(a=7)"), "b") == "no child of this node is called b; there is a"
    many = kit.parse_state(f"({' '.join(f'a{i}=1' for i in range(14))})")
    assert kit.why_illegal(many, "b").endswith("a10, a11, ...")


def test_the_options_of_trees() -> None:
    assert [make_game(text).name for text in ("tree", "tree:leaves=bare,first=max")] == ["tree", "tree"]
    assert make_game("tree:leaves=wrapped,first=min").name == "tree:first=min,leaves=wrapped"
    assert make_game("tree").game.start().root == AIMA
    assert make_game("tree").depth is None
    with pytest.raises(OptionError, match=r"^first must be max or min, found 'MIN'$"):
        make_game("tree:first=MIN")
    with pytest.raises(OptionError, match=r"^leaves must be bare or wrapped, found 'x'$"):
        make_game("tree:leaves=x")


def test_a_leaf_ends_the_game() -> None:
    kit = make_game("tree")
    assert kit.why_over(kit.parse_state("((3 1/2)) after 1 2")) == "this is a leaf, worth 1/2"


def test_a_random_tree_has_three_or_four_plies() -> None:
    kit = make_game("tree")
    chance = random.Random(5)
    heights = set()
    for _ in range(30):
        state = kit.random_state(chance)
        assert state is not None
        plies: Statistics[Any, Any] = Statistics()
        minimax(kit.game, state, None, evaluate=kit.evaluations["leaf"], window=OPEN, observer=plies)
        heights.add(plies.depth)
        assert len(kit.game.moves(state)) in (2, 3)
    assert heights == {3, 4}


# Pictures


WAY = """
MIN               [A]
          +--------+--+------+
MAX      [B]          C     -1/3
      +---+---+     +-+-+
MIN  b1=3    [o]    2   4
              |
            [0.5]
"""
HERE = """
MIN                A
          +--------+--+------+
MAX       B           C     -1/3
      +---+---+     +-+-+
MIN  b1=3     o     2   4
              |
            [0.5]
"""


def test_the_node_of_a_state_is_marked_and_with_a_move_the_way_there() -> None:
    kit = make_game("tree:first=min")
    state = kit.parse_state("A(B(b1=3 (0.5)) C(2 4) -1/3) after B 2 1")
    assert draw_text(kit.picture(state, "1")) == WAY.strip("\n")
    assert draw_text(kit.picture(state)) == HERE.strip("\n")


def test_a_name_may_be_wider_than_the_tree_below_it() -> None:
    kit = make_game("tree")
    assert draw_text(kit.picture(kit.parse_state("Berkeley(3)"))) == "MAX  Berkeley\n        |\n        3"


def test_a_wide_tree_is_drawn_as_a_list() -> None:
    kit = make_game("tree")
    state = kit.parse_state(f"(B({' '.join(['-1000'] * 12)}) (a=1 (2 3))) after 2 2")
    lines = draw_text(kit.picture(state, "2")).splitlines()
    assert lines[:3] == ["[MAX]", "|- B MIN", "|  |- 1: -1000"]
    assert lines[-5:] == ["`- 2: [MIN]", "   |- a=1", "   `- 2: [MAX]", "      |- 1: 2", "      `- 2: 3"]


def test_a_tree_of_many_leaves_is_listed_without_delay() -> None:
    kit = make_game("tree")
    assert len(draw_text(kit.picture(kit.parse_state(f"({'(1 2 3)' * 5_000})"))).splitlines()) == 20_001


def test_a_picture_says_who_moves_where() -> None:
    kit = make_game("tree")
    picture = kit.picture(kit.parse_state("(A(b=3) 4) after A"), "A")
    assert isinstance(picture, Branches)
    assert (picture.side, picture.move, picture.marked) == (Side.MAX, "", True)
    node, leaf = picture.children
    assert (node.side, node.move, node.text, node.marked) == (Side.MIN, "A", "A", True)
    assert (leaf.side, leaf.move, leaf.text, leaf.marked) == (None, "2", "4", False)
    assert [child.text for child in node.children] == ["b=3"]
