"""The kit of Connect Four: notation, text and picture."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from checkers_ab.core.errors import StateError
from checkers_ab.core.game import Side
from checkers_ab.core.grid import parse_rows, parse_size
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid, Piece
from checkers_ab.core.setup import BoardRow, replace_letter
from checkers_ab.games.connect4.rules import ConnectFour, Discs, centre_points, lines_left

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
