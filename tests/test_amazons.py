"""The Game of the Amazons, a sentence each."""

from __future__ import annotations

import json
import random
from math import inf, isclose, isfinite, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.game import Side
from checkers_ab.core.perft import perft as count_tree
from checkers_ab.core.picture import draw_text
from checkers_ab.games.amazons import bits, wire
from checkers_ab.games.amazons.board import Move, Position, Size, Square, column_and_rank, square_at
from checkers_ab.games.amazons.boardfile import HEADINGS, format_position, parse_position
from checkers_ab.games.amazons.evaluate import mobility, territory
from checkers_ab.games.amazons.kit import OPTIONS, make, picture
from checkers_ab.games.amazons.notation import format_move, format_square, parse_move, parse_square
from checkers_ab.games.amazons.rules import Amazons
from checkers_ab.games.amazons.turns import TurnCounter
from tests import naive_amazons as naive

GAME = Amazons()
LARGEST = Size(16, 16)
LETTERS = {Side.MAX: "W", Side.MIN: "B"}


def draw(text: str, side: Side = Side.MAX) -> Position:
    """A position from indented rows."""
    return parse_position(f"{HEADINGS[side]}\n{text}")


def perft(position: Position, depth: int) -> int:
    return count_tree(GAME, position, depth, GAME.count_moves)


def moves(position: Position) -> list[str]:
    return [format_move(move) for move in GAME.moves(position)]


def after(position: Position, move: str) -> list[str]:
    """The rows after a move."""
    return format_position(GAME.play(position, parse_move(position, move))).splitlines()[1:]


def squares(text: str) -> list[Square]:
    return [parse_square(square, LARGEST) for square in text.split()]


@st.composite
def positions(draw: st.DrawFn, largest: int = 8, emptiness: int = 6) -> Position:
    """A position of any size up to `largest`, with a queen of each side or more, often nearly full."""
    width, height = draw(st.integers(3, largest)), draw(st.integers(3, largest))
    letters = "WB*" + "." * draw(st.integers(1, emptiness))
    rows = st.lists(st.sampled_from(letters), min_size=width * height - 2, max_size=width * height - 2)
    cells = "".join(draw(st.permutations(["W", "B", *draw(rows)])))
    heading = draw(st.sampled_from(["white to move", "black to move"]))
    return parse_position("\n".join([heading, *(cells[i : i + width] for i in range(0, len(cells), width))]))


def swapped(position: Position) -> Position:
    """White's queens are Black's and it is the other's move."""
    return Position(position.size, position.black, position.white, position.empty, position.side.opponent)


# The start


STARTS = {
    (10, 10): ("a4 d1 g1 j4", "a7 d10 g10 j7"),
    (8, 8): ("a3 h3 c1 f1", "a6 h6 c8 f8"),
    (6, 6): ("a2 f2 b1 e1", "a5 f5 b6 e6"),
    (5, 5): ("b1 d1 a2 e2", "b5 d5 a4 e4"),
    (4, 4): ("b1 c1 a2 d2", "b4 c4 a3 d3"),
    (5, 4): ("b1 d1 a2 e2", "b4 d4 a3 e3"),
}


@pytest.mark.parametrize("size", STARTS)
def test_the_queens_stand_as_usual_on_boards_of_the_usual_sizes(size: tuple[int, int]) -> None:
    white, black = map(squares, STARTS[size])
    width, height = size
    chosen = Amazons(width=width, height=height, white=white, black=black)
    assert Amazons(width=width, height=height).start() == chosen.start()


@pytest.mark.parametrize("height", range(4, 17))
@pytest.mark.parametrize("width", range(4, 17))
def test_every_board_from_4x4_on_has_a_start_with_four_queens_a_side_in_mirror_image(width: int, height: int) -> None:
    text = format_position(Amazons(width=width, height=height).start())
    rows = text.splitlines()[1:]
    assert [len(row) for row in rows] == [width] * height
    assert text.count("W") == text.count("B") == 4
    assert rows == [row[::-1] for row in rows]
    assert rows == [row.translate(str.maketrans("WB", "BW")) for row in reversed(rows)]


def test_black_moves_first_if_asked() -> None:
    game = Amazons(first=Side.MIN)
    assert game.to_move(game.start()) is Side.MIN
    assert game.first is Side.MIN
    assert moves(game.start())[0].startswith("d10-")


@pytest.mark.parametrize(("width", "height"), [(2, 10), (10, 2), (17, 10), (10, 17), (-1, 5)])
def test_a_board_has_3_to_16_rows_and_columns(width: int, height: int) -> None:
    with pytest.raises(OptionError, match=f"3 to 16 squares wide and 3 to 16 high, not {width}x{height}"):
        Amazons(width=width, height=height)


def test_a_board_smaller_than_4x4_has_no_usual_start_but_may_be_given_one() -> None:
    with pytest.raises(OptionError, match="no usual start on a board of 3x5; the smallest that has one is 4x4"):
        Amazons(width=3, height=5)
    game = Amazons(width=3, height=3, white=squares("a1"), black=squares("c3"))
    assert format_position(game.start()) == "white to move\n..B\n...\nW..\n"


@pytest.mark.parametrize(("white", "black"), [("a1", "a1"), ("a1", ""), ("", "a1"), ("e1", "a1"), ("a1", "a5")])
def test_queens_start_on_squares_of_the_board_of_their_own(white: str, black: str) -> None:
    with pytest.raises(OptionError, match="each side needs queens"):
        Amazons(width=4, height=4, white=squares(white), black=squares(black))


# Moves


ALLEY = """
    *****
    W..*B
    *****
"""


@given(positions(largest=6))
def test_moves_counts_and_endings_are_those_of_a_plain_generator(position: Position) -> None:
    board = naive.read(format_position(position))
    plain = naive.all_moves(board, LETTERS[position.side])
    found = GAME.moves(position)
    height = position.size.height

    def top_down(move: Move) -> naive.Move:
        origin, target, arrow = ((height - 1 - rank, column) for column, rank in map(column_and_rank, move))
        return origin, target, arrow

    assert [top_down(move) for move in found] == sorted(plain)
    assert GAME.count_moves(position) == len(plain)
    assert (GAME.utility(position) is None) == bool(plain)
    for move in found[:: len(found) // 20 + 1]:
        child = GAME.play(position, move)
        rows = format_position(child).splitlines()[1:]
        assert rows == ["".join(row) for row in naive.play(board, top_down(move))]
        assert child.side is position.side.opponent


@given(positions(largest=16))
def test_large_boards_count_as_a_plain_generator_does(position: Position) -> None:
    board = naive.read(format_position(position))
    assert GAME.count_moves(position) == len(naive.all_moves(board, LETTERS[position.side]))


def test_positions_are_equal_by_what_stands_where() -> None:
    assert draw(ALLEY) == draw(ALLEY)
    assert hash(draw(ALLEY)) == hash(draw(ALLEY))
    assert draw(ALLEY) != draw(ALLEY, Side.MIN)
    assert draw(ALLEY) != "a position"
    assert repr(Position(Size(5, 4), 1, 2, 4, Side.MAX)) == (
        "Position(5x4, white=0x1, black=0x2, empty=0x4, side=Side.MAX)"
    )


# Counts and solved boards


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (10, [2176, 4_307_152]),
        (8, [1232, 1_331_198]),
        (6, [544, 238_532]),
        (5, [260, 50_422, 7_940_210]),
        (4, [88, 4336, 139_500, 2_918_258]),
    ],
)
def test_the_tree_of_turns_has_the_published_size(size: int, counts: list[int]) -> None:
    start = Amazons(width=size, height=size).start()
    assert perft(start, 0) == 1
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


@given(positions(largest=4, emptiness=1))
def test_a_game_that_ends_early_is_not_counted_deeper(position: Position) -> None:
    board = naive.read(format_position(position))
    assert perft(position, 3) == naive.perft(board, LETTERS[position.side], 3)


# Squares and moves as text


def test_all_squares_are_read_as_they_are_written() -> None:
    names = [f"{column}{row}" for row in range(1, 17) for column in "abcdefghijklmnop"]
    assert [format_square(parse_square(name, LARGEST)) for name in names] == names
    assert len({parse_square(name, LARGEST) for name in names}) == 256
    assert parse_square("d1", Size(10, 10)) == square_at(3, 0)


@pytest.mark.parametrize("text", ["k1", "a11", "a0", "a01", "1a", "", "d", "d1 ", "D1", "a100", "é1", "a\u0661"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(MoveError, match="is no square of this board, which has a1 to j10"):
        parse_square(text, Size(10, 10))


def test_all_turns_of_the_start_are_read_in_three_spellings() -> None:
    for move in GAME.moves(GAME.start()):
        text = format_move(move)
        for spelling in (text, text.replace("/", "x"), text.replace("/", ","), f" {text.upper()}\n"):
            assert parse_move(GAME.start(), spelling) == move
    assert "d1-d7/g7" in moves(GAME.start())


FROM_D1 = "d9 d8 d7 d6 i6 d5 h5 d4 g4 b3 d3 f3 c2 d2 e2 a1 b1 c1 e1 f1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "expected a move such as a4-f9/e10, found 'hello'"),
        ("", "expected a move such as a4-f9/e10, found ''"),
        ("d1-d7-g7", "expected a move such as a4-f9/e10, found 'd1-d7-g7'"),
        ("d" * 100, f"expected a move such as a4-f9/e10, found '{'d' * 37}...'"),
        ("d1-d7/k7", "'k7' is no square of this board, which has a1 to j10"),
        ("e5-e6/e7", "no queen stands on e5; White's: a4 j4 d1 g1"),
        ("d10-d9/d8", "the queen on d10 is Black's; White's: a4 j4 d1 g1"),
        ("d1-e3/e4", f"from d1 the queen reaches {FROM_D1}, not e3"),
        ("d1", f"from d1 the queen reaches {FROM_D1}, and then shoots an arrow"),
        ("a4-a1/d1", "from a1 the arrow reaches j10 i9 h8 g7 a6 f6 a5 e5 a4 d4 a3 c3 a2 b2 b1 c1, not d1"),
        ("a4-a1", "from a1 the arrow reaches j10 i9 h8 g7 a6 f6 a5 e5 a4 d4 a3 c3 a2 b2 b1 c1"),
    ],
)
def test_a_move_that_cannot_be_is_answered_with_what_can(text: str, reason: str) -> None:
    with pytest.raises(MoveError) as failure:
        parse_move(GAME.start(), text)
    assert str(failure.value) == reason


def test_a_queen_that_is_shut_in_is_answered_with_those_that_are_not() -> None:
    position = draw("""
        W*.B
        **..
        ...W
    """)
    with pytest.raises(MoveError, match="the queen on a3 can't move; those that can: d1"):
        parse_move(position, "a3-b3/a3")


@pytest.mark.parametrize("text", ["a3-b3/a3", "what now?"])
def test_nobody_moves_after_the_end(text: str) -> None:
    position = draw("""
        W*.
        **.
        ..B
    """)
    with pytest.raises(MoveError, match="the game is over: White has no move"):
        parse_move(position, text)


# Positions as text


@given(positions(largest=16))
def test_positions_are_read_as_they_are_written(position: Position) -> None:
    for first in Side:
        assert parse_position(format_position(position), first=first) == position


@given(positions())
def test_without_a_heading_the_number_of_arrows_says_whose_move_it_is(position: Position) -> None:
    rows = format_position(position).split("\n", 1)[1]
    even = rows.count("*") % 2 == 0
    assert parse_position(rows).side is (Side.MAX if even else Side.MIN)
    assert parse_position(rows, first=Side.MIN).side is (Side.MIN if even else Side.MAX)


def test_blanks_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    plain = parse_position("black to move\nW..\n...\n..B\n")
    assert parse_position("\ufeff\r\n  Black  TO move\t\r\n\r\n W..\r\n ... \r\n ..B\r\n\r\n \r\n") == plain
    assert parse_position("black to move\rW..\r...\r..B") == plain


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "expected a board, found the end of the text"),
        ("\n\nwhite to move\n\n", 4, 1, "expected a board, found the end of the text"),
        ("red to move\nW..\n...\n..B\n", 1, 1, "expected 'white to move' or 'black to move', found 'red to move'"),
        ("W..\n...\n..B\n white to move\n", 4, 2, "whose move it is stands once, above the board"),
        ("white to move\nblack to move\nW..\n...\n..B\n", 2, 1, "whose move it is stands once, above the board"),
        ("W..\n.x.\n..B\n", 2, 2, "a square must be one of . W B *, found 'x'"),
        (" W..\n .\u00e9.\n ..B\n", 2, 3, "a square must be one of . W B *, found '\\xe9'"),
        ("W..\n..\n..B\n", 2, 3, "a row has 3 to 16 squares, this one has 2"),
        ("W...\n...\n..B.\n", 2, 4, "the first row has 4 squares, this one has 3"),
        ("W...\n....\n..B..\n", 3, 5, "the first row has 4 squares, this one has 5"),
        ("." * 17 + "\n...\n..B\n", 1, 17, "a row has 3 to 16 squares, this one has 17"),
        ("W..\n..B\n", 3, 1, "a board has at least 3 rows, this one ends after 2"),
        ("W.B\n" * 17, 17, 1, "a board has at most 16 rows, this one has 17"),
        ("W..\n\n...\n..B\n", 3, 1, "no blank line may stand inside a board"),
        ("...\n...\n..B\n", 1, 1, "White has no queen on this board"),
        ("\n W..\n ...\n ...\n", 2, 2, "Black has no queen on this board"),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(StateError) as failure:
        parse_position(text)
    assert (failure.value.line, failure.value.column, failure.value.reason) == (line, column, reason)


def test_common_slips_get_a_hint() -> None:
    for slip, hint in (
        ("w", "capital W"),
        ("b", "capital B"),
        ("O", "full stop"),
        ("X", "burnt is *"),
        (" ", "nothing"),
    ):
        with pytest.raises(StateError) as failure:
            parse_position(f"W..\n.{slip}.\n..B\n")
        assert hint in failure.value.hint


def test_the_drawing_has_coordinates_and_the_last_turn_in_brackets() -> None:
    start = Amazons(width=5, height=4).start()
    move = parse_move(start, "b1-c2/b1")
    assert draw_text(picture(start)).splitlines() == [
        "  4  .  B  .  B  .",
        "  3  B  .  .  .  B",
        "  2  W  .  .  .  W",
        "  1  .  W  .  W  .",
        "     a  b  c  d  e",
    ]
    assert draw_text(picture(GAME.play(start, move), move)).splitlines() == [
        "  4  .  B  .  B  .",
        "  3  B  .  .  .  B",
        "  2  W  . [W] .  W",
        "  1  . [*] .  W  .",
        "     a  b  c  d  e",
    ]


# Counting turns


@given(st.lists(positions(), min_size=1, max_size=4))
def test_turns_are_counted_alike_whatever_was_counted_before(seen: list[Position]) -> None:
    counter = TurnCounter()
    for position in seen:
        for queens in (position.white, position.black):
            assert counter.count(queens, position.empty) == bits.count_turns(queens, position.empty)


@pytest.mark.parametrize("size", [4, 10, 16])
def test_turns_of_positions_one_after_another_are_counted_alike(size: int) -> None:
    game, chance, counter = Amazons(width=size, height=size), random.Random(size), TurnCounter()
    position = game.start()
    for _ in range(40):
        if game.utility(position) is not None:
            break
        moves = game.moves(position)
        for child in (game.play(position, move) for move in chance.sample(moves, min(20, len(moves)))):
            assert counter.count(child.white, child.empty) == bits.count_turns(child.white, child.empty)
            assert counter.count(child.black, child.empty) == bits.count_turns(child.black, child.empty)
        position = child


def test_more_than_four_queens_of_a_side_are_counted() -> None:
    squares = [square_at(column, 0) for column in range(6)]
    position = Amazons(white=squares).start()
    assert TurnCounter().count(position.white, position.empty) == bits.count_turns(position.white, position.empty)


# The course's wire format


def test_all_100_squares_are_converted_both_ways() -> None:
    for row in range(1, 11):
        for column in range(1, 11):
            square = wire.square_of_course(row, column)
            assert format_square(square) == f"{'abcdefghij'[column - 1]}{row}"
            assert wire.course_of(square) == (row, column)


def test_a_turn_is_three_named_squares_on_one_line() -> None:
    line = '{"queen-position-current": [1, 4], "queen-position-next": [7, 4], "arrow-position": [7, 7]}'
    move = parse_move(GAME.start(), "d1-d7/g7")
    assert wire.format_move(GAME.start(), move) == line
    assert wire.parse_move(GAME.start(), line) == move


def turn(**changed: object) -> str:
    """The turn d1-d7/g7 with something wrong."""
    names = {"current": "queen-position-current", "next": "queen-position-next", "arrow": "arrow-position"}
    good: dict[str, object] = {"current": [1, 4], "next": [7, 4], "arrow": [7, 7]}
    return json.dumps({names[name]: value for name, value in {**good, **changed}.items() if value is not None})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d1-d7/g7", "expected one line of JSON such as {"),
        ("[1, 2]", "expected one line of JSON such as {"),
        ("[" * 100_000, "expected one line of JSON such as {"),
        (turn(arrow=None), "the move has no 'arrow-position'"),
        (turn(next=[11, 4]), "'queen-position-next' must be [row, column] with a row from 1 to 10"),
        (turn(next=[0, 4]), "and a column from 1 to 10, not [0, 4]"),
        (turn(next=[True, 4]), "not [true, 4]"),
        (turn(next=[7]), "not [7]"),
        (turn(next="d7"), 'not "d7"'),
        (turn(current=[5, 5]), "no queen stands on e5"),
        (turn(arrow=[1, 1]), "from d7 the arrow reaches"),
    ],
)
def test_what_is_no_turn_on_the_wire_is_refused(text: str, reason: str) -> None:
    with pytest.raises(MoveError) as failure:
        wire.parse_move(GAME.start(), text)
    assert reason in str(failure.value)


# Evaluations


def test_when_both_are_stuck_the_side_to_move_has_lost() -> None:
    rows = """
        W*B
        ***
        ***
    """
    for side, lost in ((Side.MAX, -inf), (Side.MIN, inf)):
        assert mobility(draw(rows, side)) == GAME.utility(draw(rows, side)) == lost


@given(positions())
def test_swapping_colours_and_side_negates_every_evaluation(position: Position) -> None:
    assert territory(swapped(position)) == -territory(position)
    assert isclose(mobility(swapped(position)), -mobility(position), abs_tol=1e-12)


@given(positions(largest=6))
def test_mobility_compares_the_turns_of_a_plain_generator(position: Position) -> None:
    board = naive.read(format_position(position))
    white, black = (len(naive.all_moves(board, queen)) for queen in "WB")
    if white and black:
        assert mobility(position) == log(white / black)
    else:
        assert not isfinite(mobility(position))


@given(positions(largest=4, emptiness=2))
def test_who_can_move_against_a_stuck_enemy_wins(position: Position) -> None:
    own, enemy = GAME.count_moves(position), GAME.count_moves(swapped(position))
    if own and not enemy:
        outcomes = [GAME.utility(GAME.play(position, move)) for move in GAME.moves(position)]
        assert mobility(position) in outcomes


@given(positions())
def test_territory_is_that_of_distances_square_by_square(position: Position) -> None:
    board = naive.read(format_position(position))
    assert isclose(territory(position), naive.territory(board, LETTERS[position.side]), abs_tol=1e-9)


# With the search and the commands


def test_the_kit_has_the_names_of_the_game() -> None:
    kit = make()
    assert (kit.name, kit.outcomes, [*kit.sides.values()]) == ("amazons", (-inf, inf), ["White", "Black"])
    assert (list(kit.evaluations), list(kit.wires), list(OPTIONS)) == (
        ["mobility", "territory"],
        ["course"],
        ["size", "first"],
    )
    assert kit.picture(GAME.start()) == picture(GAME.start())
    assert kit.count_moves is not None
    assert kit.count_moves(GAME.start()) == 2176


def test_size_and_first_player_are_options() -> None:
    assert make(size="6").game.start().size == (6, 6)
    assert make(size="5x4").game.start().size == Size(width=5, height=4)
    assert make(first="black").game.start().side is Side.MIN
    assert make(first="White").game.start().side is Side.MAX
    assert make(first="black").parse_state("W..\n...\n..B\n").side is Side.MIN


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"sise": "6"}, "amazons has no option 'sise' (did you mean size?); it has: size, first"),
        ({"zzz": "6"}, "amazons has no option 'zzz'; it has: size, first"),
        ({"size": "six"}, "size must be a number such as 6, or WIDTHxHEIGHT such as 5x4, not 'six'"),
        ({"size": "5x"}, "size must be a number such as 6, or WIDTHxHEIGHT such as 5x4, not '5x'"),
        ({"size": "20"}, "a board is 3 to 16 squares wide and 3 to 16 high, not 20x20"),
        ({"size": "3"}, "there is no usual start on a board of 3x3; the smallest that has one is 4x4"),
        ({"first": "wite"}, "first must be white or black, not 'wite' (did you mean white?)"),
        ({"first": "7"}, "first must be white or black, not '7'"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, str], reason: str) -> None:
    with pytest.raises(OptionError) as failure:
        make(**options)
    assert str(failure.value) == reason
