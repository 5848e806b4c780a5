"""The rules of Connect Four: the sides drop discs into columns, and four in a row win. Red is MAX and moves first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from checkers_ab.core.errors import StateError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid, Piece, parse_rows, parse_size, straight_lines
from checkers_ab.core.setup import BoardRow, replace_letter


class Discs(NamedTuple):
    """The cells of Red and of Yellow, as bits: column by column from the left, each from the bottom.

    Each column has an extra bit that is always 0, so that no line of discs continues in the next column.
    """

    red: int
    yellow: int


class ConnectFour:
    """Connect Four as a `core.game.Game`; `row` discs in a row win. A move is a column, from 1 at the left."""

    def __init__(self, width: int = 7, height: int = 6, row: int = 4) -> None:
        self.width = width
        self.height = height
        self.row = row
        self.bottoms = [1 << column * (height + 1) for column in range(width)]
        self.columns = [bottom * ((1 << height) - 1) for bottom in self.bottoms]
        self.full = sum(self.columns)
        self.tops = [(column, bottom << height - 1) for column, bottom in enumerate(self.bottoms, 1)]
        self.shifts = _shifts(height, row)
        self.lines = [sum(self.bit(*cell) for cell in line) for line in straight_lines(width, height, row)]

    def bit(self, y: int, x: int) -> int:
        """The bit of a cell, given its row from the top and its column from the left, both from 0."""
        return self.bottoms[x] << self.height - 1 - y

    def start(self) -> Discs:
        return Discs(0, 0)

    def to_move(self, state: Discs) -> Side:
        return Side.MAX if state.red.bit_count() == state.yellow.bit_count() else Side.MIN

    def moves(self, state: Discs) -> Sequence[int]:
        """The columns that are not full, from left to right."""
        taken = state.red | state.yellow
        return [column for column, top in self.tops if not taken & top]

    def play(self, state: Discs, move: int) -> Discs:
        red, yellow = state
        disc = (red | yellow) + self.bottoms[move - 1] & self.columns[
            move - 1
        ]  # the sum carries to the first free cell
        if red.bit_count() == yellow.bit_count():
            return Discs(red | disc, yellow)
        return Discs(red, yellow | disc)

    def utility(self, state: Discs) -> int | None:
        """1 if Red has won, -1 if Yellow has, 0 if the board is full."""
        red, yellow = state
        if self.has_won(red):
            return 1
        if self.has_won(yellow):
            return -1
        return 0 if red | yellow == self.full else None

    def has_won(self, discs: int) -> bool:
        """True if enough of these discs are in a row."""
        for shifts in self.shifts:
            found = discs
            for shift in shifts:
                found &= found >> shift
            if found:
                return True
        return False


def _shifts(height: int, row: int) -> list[list[int]]:
    """The shifts for each direction: after them, bits remain only for lines of 2 discs, of 4 and so on, up to `row`."""
    steps = []
    length = 1
    while length < row:
        steps.append(min(length, row - length))
        length += steps[-1]
    return [[step * distance for step in steps] for distance in (1, height, height + 1, height + 2)]


def lines_left(game: ConnectFour, state: Discs) -> tuple[int, int]:
    """The number of lines that Red can still fill, and that Yellow can."""
    red, yellow = state
    return sum(not yellow & line for line in game.lines), sum(not red & line for line in game.lines)


def centre_points(game: ConnectFour, state: Discs) -> tuple[int, int]:
    """The points of Red and of Yellow: a disc counts 1 in an outer column, and 1 more for each column inwards."""
    red = yellow = 0
    for x, column in enumerate(game.columns):
        points = min(x + 1, game.width - x)
        red += points * (state.red & column).bit_count()
        yellow += points * (state.yellow & column).bit_count()
    return red, yellow


OPTIONS = {
    "width": "columns, 1 to 12 (default 7)",
    "height": "rows, 1 to 12 (default 6)",
    "connect": "how many in a row win (default 4)",
}
LARGEST = 12
HINTS = {
    "r": "a red disc is a capital R",
    "y": "a yellow disc is a capital Y",
    "O": "discs are R and Y, an empty cell is a full stop",
    "X": "discs are R and Y, an empty cell is a full stop",
    " ": "nothing stands between the cells of a row",
}
Value = int | Fraction


def make(width: str = "7", height: str = "6", connect: str = "4") -> Kit[Discs, int, Value]:
    """Makes the kit for a board size and the number of discs in a row that win."""
    columns, rows = parse_size("width", width, LARGEST), parse_size("height", height, LARGEST)
    return ConnectFourKit(ConnectFour(columns, rows, parse_size("connect", connect, max(columns, rows))))


class ConnectFourKit(Kit[Discs, int, Value]):
    """The kit of Connect Four on a board of any size."""

    sides = {Side.MAX: "Red", Side.MIN: "Yellow"}
    outcomes = (-1, 1)
    move_pattern = "[0-9]++"
    brushes = {".": "empty", "R": "Red's disc", "Y": "Yellow's disc"}

    def __init__(self, rules: ConnectFour) -> None:
        super().__init__(rules)
        self.rules = rules
        size = (rules.width, rules.height, rules.row)
        self.name = "connect4" if size == (7, 6, 4) else "connect4:width={},height={},connect={}".format(*size)
        self.all_points, _ = centre_points(rules, Discs(rules.full, 0))
        self.evaluations = {"lines": self.lines, "centre": self.centre}
        self.instructions = (
            f"Columns come from left to right. h is the number of lines of {rules.row} cells that Red can still fill, "
            f"minus those that Yellow can, divided by {len(rules.lines) + 1}; 1 if Red has won, -1 if Yellow has, 0 "
            "for a full board."
        )

    def lines(self, state: Discs) -> Fraction:
        """The lines that Red can still fill, minus those that Yellow can, scaled to less than a win."""
        red, yellow = lines_left(self.rules, state)
        return Fraction(red - yellow, len(self.rules.lines) + 1)

    def centre(self, state: Discs) -> Fraction:
        """The points for discs near the middle, Red's minus Yellow's, scaled to less than a win."""
        red, yellow = centre_points(self.rules, state)
        return Fraction(red - yellow, self.all_points + 1)

    def explain_value(self, state: Discs, evaluation: str) -> str:
        if evaluation == "centre":
            red, yellow = centre_points(self.rules, state)
            return f"Red's discs have {red} points, Yellow's {yellow}, and each point counts 1/{self.all_points + 1}"
        red, yellow = lines_left(self.rules, state)
        return f"Red can still fill {red} lines, Yellow {yellow}, and each line counts 1/{len(self.rules.lines) + 1}"

    def why_illegal(self, state: Discs, text: str) -> str:
        number = text.strip().lstrip("0")
        if number in map(str, range(1, self.rules.width + 1)):
            return f"column {number} is full"
        return f"there is no column {text.strip()[:30]}"

    def format_state(self, state: Discs) -> str:
        return "".join("".join(row) + "\n" for row in self.cells(state))

    def parse_state(self, text: str) -> Discs:
        return _parse_state(self.rules, text)

    def put(self, text: str, rows: Sequence[BoardRow], row: int, column: int, letter: str) -> str:
        """A disc falls to the lowest free cell of its column, or takes the place of another; the top one can go."""
        cells = [found.letters[column : column + 1] for found in rows]
        if cells[row] == ".":
            place = max(place for place, cell in enumerate(cells) if cell == ".")
        elif letter == ".":
            place = next(place for place, cell in enumerate(cells) if cell not in ("", "."))
        else:
            place = row
        return replace_letter(text, rows[place], column, letter)

    def cells(self, state: Discs) -> list[list[str]]:
        """The cells by row: R, Y or a point."""
        return [
            [_letter(state, self.rules.bit(y, x)) for x in range(self.rules.width)] for y in range(self.rules.height)
        ]

    def picture(self, state: Discs, move: int | None = None) -> Grid:
        cells = self.cells(state)
        tops = [] if move is None else [(y, move - 1) for y, row in enumerate(cells) if row[move - 1] != "."]
        return Grid(
            cells=cells,
            rows=[""] * self.rules.height,
            columns=[str(column) for column in range(1, self.rules.width + 1)],
            columns_below=True,
            pieces={name[0]: Piece(side, f"{name}'s disc") for side, name in self.sides.items()},
            marks=tops[:1],
        )

    def mirrored(self, state: Discs) -> Discs:
        """The board mirrored left to right."""
        return _from_rows(self.rules, ["".join(reversed(row)) for row in self.cells(state)])


def _letter(state: Discs, bit: int) -> str:
    return "R" if state.red & bit else "Y" if state.yellow & bit else "."


def _from_rows(game: ConnectFour, rows: Sequence[str]) -> Discs:
    red, yellow = (
        sum(game.bit(y, x) for y, row in enumerate(rows) for x, found in enumerate(row) if found == letter)
        for letter in "RY"
    )
    return Discs(red, yellow)


def _parse_state(game: ConnectFour, text: str) -> Discs:
    """Parses rows of `R`, `Y` and `.`; raises StateError, also for a state that can't occur."""
    rows = parse_rows(text, game.width, game.height, "RY.", HINTS)
    for y, ((indent, row), (_, below)) in enumerate(pairwise(rows), 1):
        for x, (letter, under) in enumerate(zip(row, below, strict=True), 1):
            if letter != "." and under == ".":
                hint = "discs fall to the lowest free cell of their column"
                raise StateError(y, indent + x, f"there is nothing below this {letter}", hint)
    state = _from_rows(game, [row for _, row in rows])
    more = state.red.bit_count() - state.yellow.bit_count()
    if more not in (0, 1):
        raise StateError(1, 1, f"Red begins, so it has as many discs as Yellow or one more; found {more:+} more")
    if game.has_won(state.red) and game.has_won(state.yellow):
        raise StateError(1, 1, "Red and Yellow can't both have won")
    return state
