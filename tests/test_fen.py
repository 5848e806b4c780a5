"""Positions in one line: what is written, what is read, and what is refused with which words."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checkers_ab import Board
from checkers_ab.core.errors import StateError
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.fen import format_fen, parse_fen, read_fen
from tests.support import boards, draw

BOARD = draw("""
    +B+B+B+B
    O+O+O+O+
    +O+O+O+O
    O+O+O+O+
    +B+B+K+O
    O+A+O+O+
    +O+O+O+O
    A+A+O+A+
""")
FEN = "W:W22,29,30,32:B1,2,3,4,17,18,K19"


def test_white_is_alice_and_squares_count_in_reading_order() -> None:
    assert format_fen(BOARD) == FEN
    assert parse_fen(FEN) == BOARD
    assert parse_fen("B:W21-32:B1-12") == English().start()


@given(st.sampled_from(Side).flatmap(lambda side: boards(side=side)))
def test_a_position_round_trips(board: Board) -> None:
    assume(max(board.alice.bit_count(), board.bill.bit_count()) <= 12)
    assert parse_fen(format_fen(board)) == board


@pytest.mark.parametrize(
    "text",
    [
        FEN + ".",
        "  w : w22, 29 ,30,32 : b 1-4,17,18,k19 ",
        "W:B1,2,3,4,17-18,K19-19:W22,29,30,32",
        f'[FEN "{FEN}"]',
        f' [fen   "{FEN}."] ',
    ],
)
def test_the_same_position_may_be_written_in_other_ways(text: str) -> None:
    assert parse_fen(text) == BOARD


def test_what_other_programs_write_is_read_with_a_warning() -> None:
    board, ((column, warning),) = read_fen(f"{FEN}:H0:F12.")
    assert (board, column, warning) == (BOARD, 35, "the counters of moves are not used: H0:F12")
    board, ((column, warning),) = read_fen(FEN.replace("W", " ?", 1))
    assert (board, column) == (BOARD, 2)
    assert warning == "it is not known whose move it is, '?': taken as White's"
    assert parse_fen("?:W22:B1:H0") == parse_fen("W:W22:B1")


def test_a_side_may_have_no_piece() -> None:
    assert parse_fen("B:W:BK1") == Board(alice=0, bill=1, kings=1, side=Side.MIN)
    assert format_fen(parse_fen("B:W:BK1")) == "B:W:BK1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: expected W or B for the side to move, found the end of the line"),
        (":W1:B2", "1:1: expected W or B for the side to move, found ':'"),
        (" ??:W1:B2", "1:2: expected W or B for the side to move, found '??'"),
        ("White:W1:B2", "1:1: expected W or B for the side to move, found 'White'"),
        ("W", "1:2: expected the pieces of two sides, found 0"),
        ("W:W1", "1:5: expected the pieces of two sides, found 1"),
        ("W:W1:B2:H0:X1", "1:9: expected the pieces of two sides, found 4"),
        ("W:W1:B2:H:F²", "1:9: expected the pieces of two sides, found 4"),
        ("W:X1:B2", "1:3: expected W or B before the pieces of a side, found 'X'"),
        ("W::B2", "1:3: expected W or B before the pieces of a side, found nothing"),
        ("W:W1:W2", "1:6: expected the pieces of the other side, found those of W again"),
        ("W:W0:B2", "1:4: expected a square from 1 to 32, found '0'"),
        ("W:W1, 33:B2", "1:7: expected a square from 1 to 32, found '33'"),
        ("W:W1:BK", "1:8: expected a square from 1 to 32, found nothing"),
        ("W:W1,,2:B3", "1:6: expected a square from 1 to 32, found nothing"),
        ("W:W1:B2,D3", "1:9: expected a square from 1 to 32, found 'D3'"),
        ("W:W1:B²", "1:7: expected a square from 1 to 32, found '²' (U+00B2)"),
        ("W:W12-1:B30", "1:4: expected a range such as 1-12, found '12-1'"),
        ("W:W1-2-3:B30", "1:4: expected a range such as 1-12, found '1-2-3'"),
        ("W:W1,2:B3,K2", "1:11: a piece stands on 2 already"),
        ("W:W1,2,1:B3", "1:8: a piece stands on 1 already"),
        ("W:W1-13:B20", "1:4: a side has at most 12 pieces, and here is one more"),
        ('[FEN "W:W1:B99"]', "1:13: expected a square from 1 to 32, found '99'"),
        ('[FEN "W:W1:B2', '1:1: expected [FEN "..."], found \'[FEN "W:W1:B2\''),
        ('[FEN "W:W1:B2"] 1. 1-5', "1:15: expected ']' after the FEN, found '] 1. 1-5'"),
        ('[SetUp "1"]', '1:1: expected [FEN "..."], found \'[SetUp "1"]\''),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(StateError) as error:
        parse_fen(text)
    assert str(error.value) == message
