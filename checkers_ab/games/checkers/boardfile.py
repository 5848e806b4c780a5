"""Reading board files: one or more boards with optional headings (see docs/homework.md, paragraphs 1-8)."""

from __future__ import annotations

from io import StringIO

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.case import Case, no_number, parse_heading
from checkers_ab.core.errors import StateError, show
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.notation import EMPTY, LIGHT, PIECES, format_board, square_at

if TYPE_CHECKING:
    from typing import TextIO

LONGEST_LINE = 1000
"""The most characters of a line; a longer one is refused before it is read completely."""

TURNS = {"alice to move": Side.MAX, "bill to move": Side.MIN}
"""The optional line below the rows of a board; the default is Alice's move."""

_HINTS = {
    "o": "an empty dark square is the capital letter O",
    "0": "an empty dark square is the capital letter O, not the digit 0",
    "a": "Alice's man is a capital A, her king a small k",
    "b": "Bill's man is a capital B, his king a capital K",
    LIGHT: "'+' is for light squares, where row + column is even; an empty dark square is O",
}


_ROWS: dict[tuple[int, str], list[tuple[str, int]]] = {}
"""The pieces of rows that were read before, by row and text: boards of a file share most rows. There are 8 * 5 ** 4."""


class BoardError(StateError):
    """A board file that can't be read."""


def parse_boards(text: str) -> list[Case[Board]]:
    """Parses all boards of a text, one or more; raises BoardError."""
    return read_boards(StringIO(text, newline=None))


def parse_board(text: str) -> Board:
    """Parses a text with exactly one board; raises BoardError."""
    first, *others = parse_boards(text)
    if others:
        raise BoardError(1, 1, f"expected one board, found {len(others) + 1}")
    return first.state


def format_state(board: Board) -> str:
    """Formats a board as in files: eight rows, and a line below them if it is Bill's move."""
    return format_board(board) + ("bill to move\n" if board.side is Side.MIN else "")


def read_boards(stream: TextIO) -> list[Case[Board]]:
    """Like `parse_boards`, from a stream with universal newlines and undecodable bytes as surrogate escapes."""
    reader = _BoardReader()
    while line := stream.readline(LONGEST_LINE + 2):
        reader.take(line)
    return reader.finish()


class _BoardReader:
    """Reads a file line by line and collects its cases."""

    def __init__(self) -> None:
        self.cases: list[Case[Board]] = []
        self.line = 0
        self.heading: tuple[str, int, int, int] | None = None  # label, number, line, column
        self.follows_a_board = False
        self.start_board()

    def start_board(self) -> None:
        self.rows = 0
        self.pieces = dict.fromkeys(PIECES, 0)
        self.warnings: list[tuple[int, int, str]] = []

    def take(self, line: str) -> None:
        self.line += 1
        if self.line == 1:
            line = line.removeprefix("\ufeff")
        text = line.strip(" \t\n")
        if not text.isprintable() or len(line) > LONGEST_LINE:
            check_text(line, self.line)
        if not text:
            self.expect_whole_board(self.line, "no blank line may stand inside a board")
            self.follows_a_board = False
        elif text[:4].lower() == "case":
            self.take_heading(text, line.index(text) + 1)
        else:
            self.take_row(text, line.index(text) + 1)

    def take_heading(self, text: str, column: int) -> None:
        self.expect_whole_board(self.line, "a heading belongs before its board")
        self.expect_no_heading()
        heading = parse_heading(text)
        if heading is None:
            before, reason = no_number(text)
            raise BoardError(self.line, column + before, reason)
        self.heading = (*heading, self.line, column)

    def take_row(self, text: str, column: int) -> None:
        if len(text) != 8 and text.lower() in TURNS and self.follows_a_board and not self.rows:
            self.cases[-1].state = self.cases[-1].state.with_side(TURNS[text.lower()])
            self.follows_a_board = False
            return
        row = _ROWS.get((self.rows, text))
        for piece, squares in self.read_row(text, column) if row is None else row:
            self.pieces[piece] |= squares
        self.rows += 1
        if self.rows == 8:
            self.finish_board()

    def read_row(self, text: str, column: int) -> list[tuple[str, int]]:
        """The pieces of a row and their bits; raises BoardError."""
        if not set(text) & set(LIGHT + EMPTY + PIECES):
            reason = "expected a row of 8 squares or a heading such as 'case1', found neither"
            raise BoardError(self.line, column, reason)
        if len(text) != 8:
            where = column + min(len(text), 8)
            hint = "is a square missing?" if len(text) < 8 else "a row is 8 characters with nothing between them"
            raise BoardError(self.line, where, f"a row has 8 squares, this one has {len(text)}", hint)
        warned = len(self.warnings)
        for place, found in enumerate(text):
            self.check_square(place, found, text, column + place)
        row = [(found, 1 << square_at(self.rows, place)) for place, found in enumerate(text) if found in PIECES]
        if len(self.warnings) == warned:
            _ROWS[self.rows, text] = row
        return row

    def check_square(self, place: int, found: str, text: str, column: int) -> None:
        if (self.rows + place) % 2 == 0:
            if found != LIGHT:
                hint = "pieces stand on dark squares, where row + column is odd, counted from 0 at the top left"
                reason = f"a light square must be '+', found {show(found)}"
                raise BoardError(self.line, column, reason, self.shift_hint(text) or hint)
        elif found in self.pieces:
            if (found == "A" and self.rows == 0) or (found == "B" and self.rows == 7):
                self.warnings.append((self.line, column, _stuck(found)))
        elif found != EMPTY:
            reason = f"a dark square must be one of O A k B K, found {show(found)}"
            raise BoardError(self.line, column, reason, self.shift_hint(text) or _HINTS.get(found, ""))

    def shift_hint(self, text: str) -> str:
        """A hint for a row whose squares would fit one row higher or lower."""
        light, dark = text[(self.rows + 1) % 2 :: 2], text[self.rows % 2 :: 2]
        if set(light) != {LIGHT} or set(dark) - set(EMPTY + PIECES):
            return ""
        if self.rows:
            return f"this row would fit one row higher or lower: is a row missing or doubled before row {self.rows}?"
        if self.follows_a_board:
            return "the board above already has its 8 rows: is this row too much?"
        return "the first row of a board begins with '+': is a row missing before this one?"

    def finish_board(self) -> None:
        men, kings = self.pieces, self.pieces["k"] | self.pieces["K"]
        self.add_case(Board(alice=men["A"] | men["k"], bill=men["B"] | men["K"], kings=kings))
        self.follows_a_board = True

    def add_case(self, board: Board) -> None:
        place = len(self.cases) + 1
        label, number, *_ = self.heading or (f"case{place}", place)
        self.cases.append(Case(label, number, self.heading is not None, board, self.warnings))
        self.heading = None
        self.start_board()

    def expect_whole_board(self, line: int, hint: str) -> None:
        if not self.rows:
            return
        if self.follows_a_board:
            following = "a row follows" if self.rows == 1 else f"{self.rows} rows follow"
            hint = "remove what is too much, or complete another board of 8 rows"
            raise BoardError(line - self.rows, 1, f"a board has 8 rows, and here {following}", hint)
        raise BoardError(line, 1, f"a board has 8 rows, this one ends after {self.rows}", hint)

    def expect_no_heading(self) -> None:
        if self.heading is not None:
            label, _, line, column = self.heading
            raise BoardError(line, column, f"the heading {label!r} has no board", "8 rows of 8 squares must follow it")

    def finish(self) -> list[Case[Board]]:
        self.expect_whole_board(self.line + 1, "is a row missing?")
        self.expect_no_heading()
        if not self.cases:
            found = "blank lines only" if self.line else "an empty file"
            raise BoardError(1, 1, f"expected a board, found {found}", "a board is 8 rows of 8 squares")
        return self.cases


def _stuck(man: str) -> str:
    return f"a man {man} on its far row can't move: it should be a king"


def check_text(line: str, number: int) -> None:
    """Raises BoardError for bytes that are not UTF-8, control characters, and lines that are too long."""
    for place, found in enumerate(line, 1):
        if "\udc80" <= found <= "\udcff" or (found < " " and found not in "\t\n"):
            utf_16 = line[:2] in ("\udcff\udcfe", "\udcfe\udcff")
            hint = "this looks like UTF-16: save it as UTF-8" if utf_16 else "is this a text file?"
            raise BoardError(number, place, f"expected UTF-8 text, found {show(found)}", hint)
    if len(line.rstrip("\n")) > LONGEST_LINE:
        reason = f"expected a row of 8 squares or a heading, found more than {LONGEST_LINE} characters"
        raise BoardError(number, LONGEST_LINE + 1, reason, "is this a board file?")
