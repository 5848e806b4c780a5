"""Connect Four: its rules, its text form, its picture and its evaluations."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.game import Side
from checkers_ab.core.perft import perft
from checkers_ab.core.picture import Grid, draw_text
from checkers_ab.core.search import minimax
from checkers_ab.games.registry import make_game

BOARD = """\
.......
.......
.......
.......
...Y...
.RRRY..
"""


def at(text: str, spec: str = "connect4") -> Any:
    return make_game(spec).parse_state(text)


def small(*rows: str) -> Any:
    """A state of four columns and four rows, of which the upper ones may be left out."""
    text = "\n".join(["...."] * (4 - len(rows)) + list(rows))
    return at(text, "connect4:width=4,height=4")


def test_the_move_tree_has_the_known_size() -> None:
    game = make_game("connect4").game
    assert [perft(game, game.start(), depth) for depth in range(1, 7)] == [7, 49, 343, 2401, 16807, 117649]


def test_four_by_four_is_a_draw() -> None:
    kit = make_game("connect4:width=4,height=4")
    assert minimax(kit.game, kit.game.start(), None, evaluate=lambda _: 0, window=kit.outcomes).value == 0


def test_discs_fall_on_each_other_until_the_column_is_full() -> None:
    game = make_game("connect4").game
    state = game.start()
    for _ in range(6):
        assert list(game.moves(state)) == [1, 2, 3, 4, 5, 6, 7]
        state = game.play(state, 3)
    assert list(game.moves(state)) == [1, 2, 4, 5, 6, 7]
    assert make_game("connect4").format_state(state) == "..Y....\n..R....\n" * 3


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        (["RRRR", "YYYR", "RYYY"], 1),
        (["R...", "RY..", "RY..", "RY.."], 1),
        (["R...", "YR..", "RYRY", "YRYR"], 1),
        (["...Y", "..YR", ".YRR", "YRRY"], -1),
        (["RRR.", "YYY."], None),
        (["YRYR", "YRYR", "RYRY", "RYRY"], 0),
        (["R...", "RY..", "YRRR", "RYYY"], None),
    ],
)
def test_four_in_a_row_in_any_direction_win(rows: list[str], value: int | None) -> None:
    kit = make_game("connect4:width=4,height=4")
    assert kit.game.utility(small(*rows)) == value


def test_a_row_does_not_go_on_in_the_next_column() -> None:
    """Every line of every small board wins, and as many discs elsewhere don't."""
    for width, height, row in product(range(1, 5), range(1, 5), range(1, 5)):
        if row <= max(width, height):
            rules: Any = make_game(f"connect4:width={width},height={height},connect={row}").game
            cells = [rules.bit(y, x) for y in range(height) for x in range(width)]
            for discs in (sum(chosen) for chosen in combinations(cells, row)):
                assert rules.has_won(discs) == (discs in rules.lines)


EMPTY_CELL = "discs are R and Y, an empty cell is a full stop"
NO_BLANKS = "nothing stands between the cells of a row"
GRAVITY = "discs fall to the lowest free cell of their column"


@pytest.mark.parametrize(
    ("last_two", "message", "hint"),
    [
        ("...Y...\n  .RRRY.\n", "6:9: expected 7 cells, found 6", ""),
        ("...Y...\n.RRRY...\n", "6:8: expected 7 cells, found 8", ""),
        ("...y...\n.RRRY..\n", "5:4: expected R, Y or '.', found 'y'", "a yellow disc is a capital Y"),
        ("...Y...\n.RRrY..\n", "6:4: expected R, Y or '.', found 'r'", "a red disc is a capital R"),
        ("...O...\n.RRRY..\n", "5:4: expected R, Y or '.', found 'O'", EMPTY_CELL),
        (". . . Y\n.RRRY..\n", "5:2: expected R, Y or '.', found ' '", NO_BLANKS),
        (".....Y.\n.RRRY..\n", "5:6: there is nothing below this Y", GRAVITY),
        ("  Y......\n..RR...\n", "5:3: there is nothing below this Y", GRAVITY),
        ("...Y...\n.RRRY..\n\n.\n", "7:1: expected 6 rows, found 8", ""),
        ("...Y...\n", "6:1: expected 6 rows, found 5", ""),
    ],
)
def test_what_is_no_board_of_connect_four(last_two: str, message: str, hint: str) -> None:
    with pytest.raises(StateError) as error:
        at(".......\n" * 4 + last_two)
    assert (str(error.value), error.value.hint) == (message, hint)


@pytest.mark.parametrize(
    ("last_two", "message"),
    [
        ("...R...\n.RRRY..\n", "Red begins, so it has as many discs as Yellow or one more; found +3 more"),
        ("..YYY..\n.RRRY..\n", "Red begins, so it has as many discs as Yellow or one more; found -1 more"),
        ("YYYY...\nRRRR...\n", "Red and Yellow can't both have won"),
    ],
)
def test_a_board_that_can_not_come_up(last_two: str, message: str) -> None:
    with pytest.raises(StateError) as error:
        at(".......\n" * 4 + last_two)
    assert str(error.value) == f"1:1: {message}"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("connect4:width=13", "width must be a number from 1 to 12, found '13'"),
        ("connect4:height=x", "height must be a number from 1 to 12, found 'x'"),
        ("connect4:width=3,height=2", "connect must be a number from 1 to 3, found '4'"),
    ],
)
def test_a_size_that_is_none(spec: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        make_game(spec)
    assert str(error.value) == message


def test_the_name_has_the_options_that_are_not_the_usual_ones() -> None:
    assert make_game("connect4:width=7,height=6").name == "connect4"
    assert make_game("connect4:width=6").name == "connect4:width=6,height=6,connect=4"
    assert make_game("connect4").labels == {Side.MAX: "R", Side.MIN: "Y"}


def test_a_move_that_is_not_legal_says_why() -> None:
    kit = make_game("connect4:width=4,height=1,connect=3")
    state = kit.game.play(kit.game.start(), 3)
    assert kit.why_illegal(state, "3") == "column 3 is full"
    assert [kit.why_illegal(state, text) for text in ("9", "0", "x")] == [f"there is no column {n}" for n in "90x"]
    with pytest.raises(MoveError, match=r"^expected a legal move, one of 1, 2, 4$"):
        kit.parse_move(state, "3")


def test_values_are_explained_and_less_than_a_win() -> None:
    kit = make_game("connect4")
    state = at(BOARD)
    assert kit.evaluations["lines"](state) == Fraction(-3, 70)
    assert kit.explain_value(state, "lines") == ("Red can still fill 55 lines, Yellow 58, and each line counts 1/70")
    assert kit.evaluations["centre"](state) == Fraction(2, 97)
    assert kit.explain_value(state, "centre") == "Red's discs have 9 points, Yellow's 7, and each point counts 1/97"
    assert kit.evaluations["lines"](kit.game.start()) == 0


def test_the_last_disc_is_marked_in_the_picture() -> None:
    kit = make_game("connect4")
    picture = kit.picture(at(BOARD), 4)
    assert isinstance(picture, Grid)
    assert picture.marks == [(4, 3)]
    assert picture.pieces["Y"].name == "Yellow's disc"
    assert draw_text(picture).splitlines()[-3:] == [
        "    .  .  . [Y] .  .  .",
        "    .  R  R  R  Y  .  .",
        "    1  2  3  4  5  6  7",
    ]


def test_the_mirror_image_is_the_same_exercise() -> None:
    kit = make_game("connect4")
    mirrored = kit.mirrored(at(BOARD))
    assert kit.format_state(mirrored).splitlines()[-2:] == ["...Y...", "..YRRR."]
    assert kit.evaluations["lines"](mirrored) == kit.evaluations["lines"](at(BOARD))
