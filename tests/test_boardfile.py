"""Board files: what is read, and what is refused with which words."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab import Board, BoardError, format_board, parse_board, parse_boards
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.boardfile import format_state, read_boards
from tests.support import boards

ROWS = ["+B+B+B+B", "O+O+O+O+", "+O+O+O+O", "O+O+O+O+", "+B+B+K+O", "O+A+O+O+", "+O+O+k+O", "A+A+O+A+"]
BOARD = "\n".join(ROWS) + "\n"


def labels(text: str) -> list[tuple[str, int, bool]]:
    return [(case.label, case.number, case.headed) for case in parse_boards(text)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_a_byte_order_mark_and_the_final_newline_do_not_matter(end: str, mark: str, last: bool) -> None:
    text = mark + end.join(ROWS) + (end if last else "")
    assert format_board(parse_board(text)) == BOARD
    stream = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    assert format_board(read_boards(stream)[0].state) == BOARD


def test_blanks_and_tabs_around_a_line_do_not_matter() -> None:
    assert format_board(parse_board("\n \t\n" + "".join(f" \t{row}\t \n" for row in ROWS) + "  \n")) == BOARD


def test_headings_keep_word_and_number_and_boards_without_count_by_their_place() -> None:
    text = f"case5\n{BOARD}Case 6:\n\n{BOARD}\n\n{BOARD}CASE  07 - take (5,2)\n{BOARD}case8x\n{BOARD}"
    assert labels(text) == [
        ("case5", 5, True),
        ("Case 6", 6, True),
        ("case3", 3, False),
        ("CASE  07", 7, True),
        ("case8", 8, True),
    ]


def test_boards_may_follow_each_other_with_nothing_between() -> None:
    assert labels(BOARD * 3) == [("case1", 1, False), ("case2", 2, False), ("case3", 3, False)]


def test_an_uncrowned_man_on_its_far_row_is_a_warning() -> None:
    rows = ["+A+B+B+B", *ROWS[1:7], "  A+B+O+A+"]
    assert parse_boards("\n".join(rows))[0].warnings == [
        (1, 2, "a man A on its far row can't move: it should be a king"),
        (8, 5, "a man B on its far row can't move: it should be a king"),
    ]


def test_a_line_below_the_rows_says_whose_move_it_is() -> None:
    text = f"{BOARD} Bill to move \n{BOARD}ALICE TO MOVE\ncase7\n{BOARD}\n{BOARD}bill to move"
    cases = parse_boards(text)
    assert [case.state.side for case in cases] == [Side.MIN, Side.MAX, Side.MAX, Side.MIN]
    assert "".join(format_state(case.state) for case in cases) == f"{BOARD}bill to move\n{BOARD * 3}bill to move\n"


@given(st.sampled_from(Side).flatmap(lambda side: boards(side=side)))
def test_a_board_and_whose_move_it_is_round_trip(board: Board) -> None:
    assert parse_board(format_state(board)) == board


def test_a_line_may_have_a_thousand_characters() -> None:
    remark = "case1".ljust(999, "!") + "!"
    assert labels(f"{remark}\n{BOARD}") == [("case1", 1, True)]
    with pytest.raises(BoardError, match="1:1001: "):
        parse_boards(f"{remark}!\n{BOARD}")


def changed(row: int, text: str) -> str:
    return "\n".join([*ROWS[:row], text, *ROWS[row + 1 :]])


ERRORS = {
    "empty": ("", "1:1: expected a board, found an empty file", "8 rows of 8 squares"),
    "blank": ("\n \n", "1:1: expected a board, found blank lines only", "8 rows"),
    "light": (changed(2, "+O+OBO+O"), "3:5: a light square must be '+', found 'B'", "dark squares"),
    "shifted": (
        changed(2, "O+O+O+O+"),
        "3:1: a light square must be '+', found 'O'",
        "missing or doubled before row 2",
    ),
    "indented": (changed(2, " \t+O+OBO+O"), "3:7: a light square must be '+', found 'B'", ""),
    "small o": (changed(1, "o+O+O+O+"), "2:1: a dark square must be one of O A k B K, found 'o'", "capital letter O"),
    "zero": (changed(1, "O+0+O+O+"), "2:3: a dark square must be one of O A k B K, found '0'", "not the digit 0"),
    "small a": (changed(1, "a+O+O+O+"), "2:1: a dark square must be one of O A k B K, found 'a'", "capital A"),
    "small b": (changed(1, "O+b+O+O+"), "2:3: a dark square must be one of O A k B K, found 'b'", "capital B"),
    "plus": (changed(1, "++++++++"), "2:1: a dark square must be one of O A k B K, found '+'", "light squares"),
    "cyrillic": (
        changed(1, "\u041e+O+O+O+"),
        "2:1: a dark square must be one of O A k B K, found '\u041e' (U+041E)",
        "",
    ),
    "7 columns": (changed(4, "+B+B+K+"), "5:8: a row has 8 squares, this one has 7", "square missing"),
    "9 columns": (changed(4, "+B+B+K+O+"), "5:9: a row has 8 squares, this one has 9", "nothing between"),
    "spaced": (changed(4, "+ B + B + K + O"), "5:9: a row has 8 squares, this one has 15", "nothing between"),
    "prose": (changed(0, "hello"), "1:1: expected a row of 8 squares or a heading such as 'case1', found neither", ""),
    "7 rows": ("\n".join(ROWS[:7]), "8:1: a board has 8 rows, this one ends after 7", "is a row missing?"),
    "7 rows, newline": (
        "\n".join(ROWS[:7]) + "\n",
        "8:1: a board has 8 rows, this one ends after 7",
        "is a row missing?",
    ),
    "1 row": (ROWS[0], "2:1: a board has 8 rows, this one ends after 1", ""),
    "9 rows": (BOARD + ROWS[0] + "\n", "9:1: a board has 8 rows, and here a row follows", "remove"),
    "10 rows": (BOARD + ROWS[0] + "\n" + ROWS[1], "9:1: a board has 8 rows, and here 2 rows follow", "remove"),
    "2nd of 4 rows": (BOARD + "\n" + "\n".join(ROWS[:4]), "14:1: a board has 8 rows, this one ends after 4", ""),
    "blank inside": (changed(3, ""), "4:1: a board has 8 rows, this one ends after 3", "no blank line"),
    "heading inside": (changed(3, "case2"), "4:1: a board has 8 rows, this one ends after 3", "heading"),
    "no number": ("case five\n" + BOARD, "1:6: expected a number after 'case', as in 'case5', found 'f'", ""),
    "no number, end": ("Case\n" + BOARD, "1:5: expected a number after 'Case', as in 'case5', found the end", ""),
    "no board": (BOARD + "\n  case2: last\n\n", "10:3: the heading 'case2' has no board", "8 rows"),
    "two headings": ("case1\ncase2\n" + BOARD, "1:1: the heading 'case1' has no board", ""),
    "turn first": ("bill to move\n" + BOARD, "1:1: expected a row of 8 squares or a heading", ""),
    "turn inside": (changed(3, "Bill to move"), "4:9: a row has 8 squares, this one has 12", ""),
    "turn apart": (BOARD + "\nbill to move", "10:1: expected a row of 8 squares or a heading", ""),
    "turn twice": (BOARD + "bill to move\n" * 2, "10:1: expected a row of 8 squares or a heading", ""),
    "prose with a colon": ("test 5:\n" + BOARD, "1:1: expected a row of 8 squares or a heading", ""),
    "nul": (changed(1, "O+\0+O+O+"), r"2:3: expected UTF-8 text, found '\x00'", "text file?"),
    "escape": (changed(1, "O+\x1b[31m"), r"2:3: expected UTF-8 text, found '\x1b'", "text file?"),
    "endless": ("+B" * 600, "1:1001: expected a row of 8 squares or a heading, found more than 1000", ""),
    "endless heading": ("case" + "1" * 5000, "1:1001: expected a row of 8 squares or a heading, found more", ""),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_says_where_and_what_was_expected(name: str) -> None:
    text, message, hint = ERRORS[name]
    with pytest.raises(BoardError) as error:
        parse_boards(text)
    assert str(error.value).startswith(message)
    assert hint in error.value.hint


@pytest.mark.parametrize(
    ("data", "message", "hint"),
    [
        (b"+B+B+B+B\nO+\xff+O+O+\n", "2:3: expected UTF-8 text, found the byte 0xff", "text file?"),
        (b"\x89PNG\r\n\x1a\n", "1:1: expected UTF-8 text, found the byte 0x89", "text file?"),
        (b"\xff\xfe+\0B\0", "1:1: expected UTF-8 text, found the byte 0xff", "UTF-16"),
    ],
)
def test_bytes_that_are_no_text_are_named(data: bytes, message: str, hint: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")
    with pytest.raises(BoardError) as error:
        read_boards(stream)
    assert str(error.value) == message
    assert hint in error.value.hint


def test_parse_board_wants_exactly_one() -> None:
    with pytest.raises(BoardError, match="expected one board, found 2"):
        parse_board(BOARD * 2)
