"""English draughts: chains of jumps, and the numbers that are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers_ab import Board, format_board
from checkers_ab.core.errors import MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.perft import perft
from checkers_ab.core.picture import draw_text
from checkers_ab.games.checkers.board import SQUARES
from checkers_ab.games.checkers.drawing import numbered_picture
from checkers_ab.games.checkers.english import English, Route, why_drawn
from checkers_ab.games.checkers.english_notation import format_route, parse_route
from checkers_ab.games.checkers.fen import parse_fen
from checkers_ab.games.checkers.notation import row_and_column, square_at
from checkers_ab.games.checkers.rules import INF
from tests import naive_english
from tests.support import boards, draw

GAME = English()


def places(route: Route) -> list[tuple[int, int]]:
    return [row_and_column(square) for square in route]


def routes(board: Board) -> list[list[tuple[int, int]]]:
    return [places(route) for route in GAME.moves(board)]


def test_the_move_tree_has_the_published_sizes() -> None:
    published = [1, 7, 49, 302, 1469, 7361, 36768, 179740]
    assert [perft(GAME, GAME.start(), depth) for depth in range(8)] == published


def test_bill_begins() -> None:
    assert GAME.to_move(GAME.start()) is Side.MIN
    assert GAME.utility(GAME.start()) is None


def test_a_jump_goes_on_as_long_as_it_can_and_need_not_be_the_longest() -> None:
    board = draw("""
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+B+O+O+
        +O+O+O+O
        O+B+B+O+
        +O+A+O+O
        O+O+O+O+
    """)
    assert routes(board) == [[(6, 3), (4, 1), (2, 3)], [(6, 3), (4, 5)]]
    after = GAME.play(board, GAME.moves(board)[0])
    assert format_board(after) == format_board(
        draw("""
        +O+O+O+O
        O+O+O+O+
        +O+A+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+B+O+
        +O+O+O+O
        O+O+O+O+
    """)
    )
    assert after.side is Side.MIN


def test_a_man_that_is_crowned_has_ended_its_move() -> None:
    board = draw("""
        +O+O+O+O
        O+B+B+O+
        +A+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
    """)
    assert routes(board) == [[(2, 1), (0, 3)]]
    after = GAME.play(board, GAME.moves(board)[0])
    assert after.kings == 1 << square_at(0, 3)


def test_a_king_may_come_back_to_where_it_began_and_jumps_no_piece_twice() -> None:
    board = draw("""
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+B+B+O+
        +O+O+O+O
        O+B+B+O+
        +O+k+O+O
        O+O+O+O+
    """)
    assert routes(board) == [
        [(6, 3), (4, 1), (2, 3), (4, 5), (6, 3)],
        [(6, 3), (4, 5), (2, 3), (4, 1), (6, 3)],
    ]
    after = GAME.play(board, GAME.moves(board)[0])
    assert (after.alice, after.bill, after.kings) == (board.alice, 0, board.alice)
    assert GAME.utility(after) == INF


def test_a_man_does_not_jump_backwards() -> None:
    board = draw(
        """
        +O+O+O+O
        O+B+O+O+
        +O+A+O+O
        O+O+O+O+
        +O+A+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
    """,
        Side.MIN,
    )
    assert routes(board) == [[(1, 2), (3, 4), (5, 2)]]
    board = draw("""
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+B+B+O+
        +O+O+A+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
    """)
    assert routes(board) == [[(4, 5), (2, 3)]]


@settings(max_examples=150)
@given(st.sampled_from(Side).flatmap(lambda side: boards(side=side)))
def test_the_moves_are_those_of_the_plain_generator(board: Board) -> None:
    plain = naive_english.read(format_board(board))
    expected = naive_english.all_moves(plain, board.side is Side.MAX)
    moves = GAME.moves(board)
    assert [tuple(places(move)) for move in moves] == expected
    for move, route in zip(moves, expected, strict=True):
        after = GAME.play(board, move)
        assert format_board(after) == naive_english.write(naive_english.play(plain, route))
        assert after.side is board.side.opponent


# Moves by the numbers of their squares


def written(board: Board) -> list[str]:
    return [format_route(route) for route in GAME.moves(board)]


def test_squares_count_from_the_top_left_and_a_jump_has_an_x() -> None:
    assert written(GAME.start()) == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert written(parse_fen("W:W26:B22,23,15")) == ["26x17", "26x19x10"]


@given(st.sampled_from(Side).flatmap(lambda side: boards(side=side)))
def test_moves_round_trip_by_number(board: Board) -> None:
    for route in GAME.moves(board):
        assert parse_route(board, format_route(route)) == route


@pytest.mark.parametrize("text", ["26x19x10", "26x10", " 26 10 ", "26-10", "26:19:10", "26 X 19 X 10"])
def test_squares_on_the_way_may_be_left_out(text: str) -> None:
    assert format_route(parse_route(parse_fen("W:W26:B22,23,15"), text)) == "26x19x10"


TWO_WAYS = "W:WK30:B25,26,18,17"
"""Both ways around lead back to 30."""


@pytest.mark.parametrize(
    ("fen", "text", "message"),
    [
        ("B:W21:B1", "", "expected a move such as 11-15 or 15x24, squares from 1 to 32, found ''"),
        ("B:W21:B1", "1", "expected a move such as 11-15 or 15x24, squares from 1 to 32, found '1'"),
        ("B:W21:B1", "c3-d4", "expected a move such as 11-15 or 15x24, squares from 1 to 32, found 'c3-d4'"),
        ("B:W21:B1", "0-5", "expected a move such as 11-15 or 15x24, squares from 1 to 32, found '0-5'"),
        ("B:W21:B1", "32-33", "expected a move such as 11-15 or 15x24, squares from 1 to 32, found '32-33'"),
        ("B:W21:B1", "1-7", "that is not legal; legal are 1-5, 1-6"),
        ("B:W21:B1", "2-7", "that is not legal; legal are 1-5, 1-6"),
        ("W:W26:B22,23,15", "26-31", "that is not legal; legal are 26x17, 26x19x10"),
        ("W:W26,32:B22,23,15", "32-28", "a jump is mandatory; legal are 26x17, 26x19x10"),
        ("W:W26:B22,23,15", "26x19", "that is not legal; legal are 26x17, 26x19x10"),
        ("B:W21:B", "1-5", "the game is over"),
        (TWO_WAYS, "30x30", "name the squares on the way: it may be 30x21x14x23x30, 30x23x14x21x30"),
    ],
)
def test_what_is_no_legal_move_is_said(fen: str, text: str, message: str) -> None:
    with pytest.raises(MoveError, match=f"^{re.escape(message)}$"):
        parse_route(parse_fen(fen), text)


def test_a_square_on_the_way_tells_two_moves_apart() -> None:
    assert format_route(parse_route(parse_fen(TWO_WAYS), "30x21x14x30")) == "30x21x14x23x30"
    assert format_route(parse_route(parse_fen(TWO_WAYS), "30x14x21x30")) == "30x23x14x21x30"


def test_a_drawing_has_the_numbers_of_the_squares_at_the_ends_of_its_rows() -> None:
    lines = draw_text(numbered_picture(GAME.start(), [SQUARES[10], SQUARES[14]])).splitlines()
    assert lines[0] == "   1     B     B     B     B    4"
    assert lines[2] == "   9     B     B    [B]    B   12"
    assert lines[3] == "  13  .     .    [.]    .      16"
    assert lines[7] == "  29  A     A     A     A      32"


# Draws


def played(board: Board, text: str, times: int = 1) -> list[Board]:
    found = [board]
    for move in text.split() * times:
        found.append(GAME.play(found[-1], parse_route(found[-1], move)))
    return found


def test_a_position_that_comes_up_for_the_third_time_is_a_draw() -> None:
    kings = parse_fen("B:WK32:BK1")
    shuffle = "1-6 32-28 6-1 28-32"
    assert why_drawn(played(kings, shuffle)) == ""
    assert why_drawn(played(kings, shuffle, 2)[:-1]) == ""
    assert why_drawn(played(kings, shuffle, 2)) == "the position has come up three times"


def ring(*squares: int) -> Iterator[str]:
    """Steps from square to square and round again, without end."""
    return cycle(f"{here}-{there}" for here, there in pairwise([*squares, squares[0]]))


def test_forty_moves_of_each_side_without_a_jump_or_a_mans_move_are_a_draw() -> None:
    bill, alice = ring(1, 6, 10, 14, 9, 5), ring(31, 27, 24, 20, 16, 19, 23, 26)
    kings = " ".join(f"{next(bill)} {next(alice)}" for _ in range(40))
    game = played(parse_fen("B:WK31,21:BK1"), kings)
    assert {why_drawn(game[: ply + 1]) for ply in range(80)} == {""}
    assert why_drawn(game) == "40 moves of each side without a jump or a man's move"
    game = played(parse_fen("W:WK31,25:BK1"), f"25-21 {kings}")
    assert why_drawn(game[:-1]) == ""
    assert why_drawn(game) != ""
