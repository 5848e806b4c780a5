"""The rules of the m,n,k-game: the sides take cells in turn, and k in a row win. X is MAX and moves first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from checkers_ab.core.errors import MoveError, StateError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid, parse_rows, parse_size, straight_lines
from checkers_ab.core.text import list_some


class Cells(NamedTuple):
    """The cells of X and of O, as bits in reading order from the lowest."""

    crosses: int
    noughts: int


class TicTacToe:
    """The m,n,k-game as a `core.game.Game`; `row` cells in a row win. A move is the number of a cell."""

    def __init__(self, width: int = 3, height: int = 3, row: int = 3) -> None:
        self.width = width
        self.height = height
        self.row = row
        self.full = (1 << width * height) - 1
        self.lines = [sum(1 << y * width + x for y, x in line) for line in straight_lines(width, height, row)]
        # Caches: the same sets of cells occur in many states.
        self.has_line = lru_cache(maxsize=1 << 16)(self._has_line)
        self.lines_beside = lru_cache(maxsize=1 << 16)(self._lines_beside)

    def start(self) -> Cells:
        return Cells(0, 0)

    def to_move(self, state: Cells) -> Side:
        return Side.MAX if state.crosses.bit_count() == state.noughts.bit_count() else Side.MIN

    def moves(self, state: Cells) -> Sequence[int]:
        """The empty cells in reading order."""
        taken = state.crosses | state.noughts
        return [cell for cell in range(self.width * self.height) if not taken >> cell & 1]

    def play(self, state: Cells, move: int) -> Cells:
        crosses, noughts = state
        if crosses.bit_count() == noughts.bit_count():
            return Cells(crosses | 1 << move, noughts)
        return Cells(crosses, noughts | 1 << move)

    def utility(self, state: Cells) -> int | None:
        """1 if X has won, -1 if O has, 0 if the board is full."""
        crosses, noughts = state
        if self.has_line(crosses):
            return 1
        if self.has_line(noughts):
            return -1
        return 0 if crosses | noughts == self.full else None

    def _has_line(self, cells: int) -> bool:
        """True if these cells contain a whole line."""
        return any(cells & line == line for line in self.lines)

    def _lines_beside(self, cells: int) -> int:
        """The number of lines without any of these cells."""
        return sum(not cells & line for line in self.lines)


def open_lines(game: TicTacToe, state: Cells) -> int:
    """The number of lines that X can still fill, minus those that O can."""
    x, o = lines_left(game, state)
    return x - o


def lines_left(game: TicTacToe, state: Cells) -> tuple[int, int]:
    """The number of lines that X can still fill, and that O can."""
    return game.lines_beside(state.noughts), game.lines_beside(state.crosses)


OPTIONS = {
    "m": "columns, 1 to 9 (default 3)",
    "n": "rows, 1 to 9 (default 3)",
    "k": "how many in a row win (default 3)",
}
LARGEST = 9
COLUMNS = "abcdefghi"
HINTS = {
    "x": "X is a capital letter",
    "o": "O is a capital letter",
    "0": "O is a letter, not a zero",
    " ": "nothing stands between the cells of a row",
}
Value = int | Fraction


def make(m: str = "3", n: str = "3", k: str = "3") -> Kit[Cells, int, Value]:
    """Makes the kit for m columns and n rows, where k in a row win."""
    width, height = parse_size("m", m, LARGEST), parse_size("n", n, LARGEST)
    return TicTacToeKit(TicTacToe(width, height, parse_size("k", k, max(width, height))))


class TicTacToeKit(Kit[Cells, int, Value]):
    """The kit of tic-tac-toe on a board of any size."""

    sides = {Side.MAX: "X", Side.MIN: "O"}
    outcomes = (-1, 1)
    move_pattern = "[a-i][1-9]"
    brushes = {".": "empty", "X": "X", "O": "O"}

    def __init__(self, rules: TicTacToe) -> None:
        super().__init__(rules)
        self.rules = rules
        self.name = f"tictactoe:m={rules.width},n={rules.height},k={rules.row}"
        # Scaled to less than a win: the denominator is greater than the number of lines.
        most = len(rules.lines)
        self.instructions = (
            f"Cells are a to {COLUMNS[rules.width - 1]} from the left and 1 to {rules.height} from the bottom; they "
            "come in reading order. h is the number of lines that X can still fill, minus those that O can, divided by "
            f"{most + 1}; 1 if X has won, -1 if O has, 0 for a full board."
        )
        scaled = {lines: Fraction(lines, most + 1) for lines in range(-most, most + 1)}
        self.evaluations = {"lines": lambda state: scaled[open_lines(rules, state)]}

    def format_move(self, move: int) -> str:
        """Formats a cell as `b2`: columns from a on the left, rows from 1 at the bottom."""
        row, column = divmod(move, self.rules.width)
        return f"{COLUMNS[column]}{self.rules.height - row}"

    def parse_move(self, state: Cells, text: str) -> int:
        if self.rules.utility(state) is not None:
            raise MoveError("the game is over")
        free = self.rules.moves(state)
        written = text.strip().lower()
        for move in free:
            if self.format_move(move) == written:
                return move
        cells = list_some([*map(self.format_move, free)])
        if self.is_cell(written):
            raise MoveError(f"{text.strip()} is taken; free are {cells}")
        raise MoveError(f"expected a free cell, one of {cells}")

    def is_cell(self, text: str) -> bool:
        """True for the name of a cell of this board."""
        return text in map(self.format_move, range(self.rules.width * self.rules.height))

    def why_illegal(self, state: Cells, text: str) -> str:
        return f"{text} is taken" if self.is_cell(text) else f"{text} is not on the board"

    def explain_value(self, state: Cells, evaluation: str) -> str:
        x, o = lines_left(self.rules, state)
        return f"X can still fill {x} lines, O {o}, and each line counts 1/{len(self.rules.lines) + 1}"

    def format_state(self, state: Cells) -> str:
        return "".join("".join(row) + "\n" for row in self.marks(state))

    def parse_state(self, text: str) -> Cells:
        return _parse_state(self.rules, text)

    def marks(self, state: Cells) -> list[list[str]]:
        """The cells by row: X, O or a point."""
        width, height = self.rules.width, self.rules.height
        return [[_mark(state, y * width + x) for x in range(width)] for y in range(height)]

    def picture(self, state: Cells, move: int | None = None) -> Grid:
        width, height = self.rules.width, self.rules.height
        return Grid(
            cells=self.marks(state),
            rows=[str(height - y) for y in range(height)],
            columns=[*COLUMNS[:width]],
            columns_below=True,
            marks=[] if move is None else [divmod(move, width)],
        )


def _mark(state: Cells, cell: int) -> str:
    return "X" if state.crosses >> cell & 1 else "O" if state.noughts >> cell & 1 else "."


def _parse_state(game: TicTacToe, text: str) -> Cells:
    """Parses rows of `X`, `O` and `.`; raises StateError."""
    taken = {"X": 0, "O": 0, ".": 0}
    for y, (_, row) in enumerate(parse_rows(text, game.width, game.height, "XO.", HINTS)):
        for x, mark in enumerate(row):
            taken[mark] |= 1 << y * game.width + x
    more = taken["X"].bit_count() - taken["O"].bit_count()
    if more not in (0, 1):
        raise StateError(1, 1, f"X begins, so it has as many cells as O or one more; found {more:+} more")
    if all(any(cells & line == line for line in game.lines) for cells in (taken["X"], taken["O"])):
        raise StateError(1, 1, "X and O can't both have won")
    return Cells(taken["X"], taken["O"])
