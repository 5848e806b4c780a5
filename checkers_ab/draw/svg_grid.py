"""Boards as SVG: cells, pieces, coordinates, marks and arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import atan2, degrees, hypot

from checkers_ab.core.game import Side
from checkers_ab.core.picture import Grid, Piece, Place

CELL = 60
"""The width of a cell, in SVG units."""
RIM = 24
"""The radius of a piece."""
LIGHT, DARK = "#f6eee0", "#a9b6a2"


def draw_grid(grid: Grid) -> Drawing:
    """Draws a board with its coordinates, and lines of text below it."""
    return _GridDrawing(grid).draw()


class _GridDrawing:
    """The layout of a board, and the methods that draw its parts."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.left = max(MARGIN, 16 + 10 * max((len(name.strip()) for name in grid.rows), default=0))
        self.width = CELL * len(grid.columns)
        self.height = CELL * len(grid.rows)

    def draw(self) -> Drawing:
        grid = self.grid
        found = [(self.centre((row, column)), text) for (row, column), text in _filled(grid)]
        pieces = [(place, text, grid.pieces[text]) for place, text in found if text in grid.pieces]
        bottom = 2 * MARGIN + self.height
        style = f'font-size="16" fill="{INK}" {START}'
        parts = [
            *self.squares(),
            *self.coordinates(),
            *(_disc(piece, *place) for place, _, piece in pieces),
            *(_word(text, *place) for place, text in found if text not in grid.pieces),
            *(self.mark(place) for place in grid.marks if place not in grid.arrow),
            *self.arrows(),
            *(_letter(text, piece, *place) for place, text, piece in pieces),
            *(text_at("note", self.left, bottom + LINE * line, note, style) for line, note in enumerate(grid.notes)),
        ]
        longest = max(map(len, grid.notes), default=0)
        width = self.left + max(self.width, round(8.5 * longest)) + MARGIN
        return Drawing(width, bottom + LINE * len(grid.notes), parts, _describe(grid))

    def centre(self, place: Place) -> tuple[int, int]:
        row, column = place
        return self.left + CELL * column + CELL // 2, MARGIN + CELL * row + CELL // 2

    def squares(self) -> list[str]:
        """A light background, then dark squares or lines between the cells, then a frame."""
        whole = f'x="{self.left}" y="{MARGIN}" width="{self.width}" height="{self.height}"'
        frame = f'<rect {whole} fill="none" stroke="{INK}" stroke-width="2"/>'
        return [f'<rect {whole} fill="{LIGHT}"/>', *(self.lines() if self.grid.dark is None else self.shades()), frame]

    def shades(self) -> list[str]:
        size = f'width="{CELL}" height="{CELL}" fill="{DARK}"'
        return [
            f'<rect class="dark" x="{self.left + CELL * column}" y="{MARGIN + CELL * row}" {size}/>'
            for row in range(len(self.grid.rows))
            for column in range(len(self.grid.columns))
            if (row + column) % 2 == self.grid.dark
        ]

    def lines(self) -> list[str]:
        across = [f"M{self.left},{MARGIN + CELL * row} h{self.width}" for row in range(1, len(self.grid.rows))]
        down = [f"M{self.left + CELL * column},{MARGIN} v{self.height}" for column in range(1, len(self.grid.columns))]
        return [f'<path class="lines" d="{" ".join(across + down)}" stroke="{FAINT}"/>']

    def coordinates(self) -> list[str]:
        """The names of columns above or below the board, and of rows on its left."""
        style = f'font-size="18" fill="{INK}"'
        level = MARGIN + self.height + 24 if self.grid.columns_below else MARGIN - 12
        columns = [
            text_at("column", self.centre((0, column))[0], level, name.strip(), style)
            for column, name in enumerate(self.grid.columns)
        ]
        rows = [
            text_at("row", self.left // 2, self.centre((row, 0))[1] + 6, name.strip(), style)
            for row, name in enumerate(self.grid.rows)
        ]
        return columns + rows

    def mark(self, place: Place) -> str:
        """A frame inside a marked cell."""
        x, y = self.centre(place)
        half = CELL // 2 - 4
        return (
            f'<rect class="mark" x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" rx="5" '
            f'fill="none" stroke="{ARROW}" stroke-width="4"/>'
        )

    def arrows(self) -> list[str]:
        """An arrow for each segment of the path, without touching the pieces at its ends."""
        return [
            _arrow(self.centre(start), self.centre(end), self.radius(start) or 6, self.radius(end))
            for start, end in pairwise(self.grid.arrow)
            if start != end
        ]

    def radius(self, place: Place) -> int:
        """The radius of the text or the piece in a cell."""
        text = self.grid.cells[place[0]][place[1]]
        return RIM if text in self.grid.pieces else 0 if text in ("", ".", " ") else 16


def _filled(grid: Grid) -> list[tuple[Place, str]]:
    """The cells that are not empty, in reading order."""
    return [
        ((row, column), text)
        for row, cells in enumerate(grid.cells)
        for column, text in enumerate(cells)
        if text.strip() and not (text == "." and grid.dark is not None)
    ]


def _disc(piece: Piece, x: int, y: int) -> str:
    """A disc: light for MAX and dark for MIN, with a second ring if crowned."""
    fill, line = (PAPER, INK) if piece.side is Side.MAX else (INK, PAPER)
    rings = f'<circle cx="{x}" cy="{y}" r="{RIM}" fill="{fill}" stroke="{INK}" stroke-width="2.5"/>'
    if piece.crowned:
        rings += f'<circle cx="{x}" cy="{y}" r="19.5" fill="none" stroke="{line}" stroke-width="1.5"/>'
    return f'<g class="piece {piece.side.name.lower()}{" crowned" * piece.crowned}">{rings}</g>'


def _letter(text: str, piece: Piece, x: int, y: int) -> str:
    """The letter of a piece, below its crown if it has one; drawn on top of arrows."""
    ink, edge = (INK, PAPER) if piece.side is Side.MAX else (PAPER, INK)
    style = f'fill="{ink}" stroke="{edge}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    crown, below, size = "", 9, 25
    if piece.crowned:
        crown = f'<path class="crown" d="M{x - 9},{y - 3} l-2,-10 6,4 5,-6 5,6 6,-4 -2,10 z" {style}/>'
        below, size = 14, 19
    font = f'font-size="{fitting(text, size, 34)}" font-weight="bold"'
    return crown + text_at("letter", x, y + below, text, f"{font} {style}")


def _word(text: str, x: int, y: int) -> str:
    """The text of a cell without a piece; a point is drawn faint."""
    if text == ".":
        return f'<circle class="empty" cx="{x}" cy="{y}" r="2.5" fill="{FAINT}"/>'
    size = fitting(text, 30, CELL - 10)
    low = 0.55 if text == "*" else 0.35  # an asterisk is higher than a letter
    return text_at("word", x, y + low * size, text, f'font-size="{size}" font-weight="bold" fill="{INK}"')


def _arrow(start: tuple[int, int], end: tuple[int, int], after: int, before: int) -> str:
    """An arrow that begins `after` units from the start and ends `before` units from the end."""
    right, down = end[0] - start[0], end[1] - start[1]
    far = hypot(right, down)
    x, y = start[0] + right * after / far, start[1] + down * after / far
    length = max(round(far - after - before), 24)
    neck = length - 20
    turn = f"translate({number(x)} {number(y)}) rotate({number(degrees(atan2(down, right)) % 360)})"
    return (
        f'<path class="arrow" transform="{turn}" d="M0,-4 H{neck} V-13 L{length},0 L{neck},13 V4 H0 z" '
        f'fill="{ARROW}" stroke="{PAPER}" stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _describe(grid: Grid) -> str:
    """The description: cells by piece, then by other text; then marks, arrow and notes."""
    places: dict[str, list[Place]] = {text: [] for text in grid.pieces}
    for place, text in _filled(grid):
        if text != ".":
            places.setdefault(text, []).append(place)
    names = {text: piece.name[:1].upper() + piece.name[1:] for text, piece in grid.pieces.items()}
    sentences = [f"{names.get(text, text)}: {_listed(grid, found)}." for text, found in places.items() if found]
    if marks := [place for place in grid.marks if place not in grid.arrow]:
        sentences.append(f"Marked: {_listed(grid, marks)}.")
    if grid.arrow:
        sentences.append(f"An arrow leads from {' to '.join(_listed(grid, [place]) for place in grid.arrow)}.")
    return " ".join([*(sentences or ["The board is empty."]), *(f"{note.rstrip('.')}." for note in grid.notes)])


def _listed(grid: Grid, places: Sequence[Place]) -> str:
    """Names cells as `b2, c3` if the column names are below the board, else by row and column.

    Rows and columns without names count from 1.
    """
    named = all(name.strip() for name in [*grid.rows, *grid.columns])
    rows: dict[str, list[str]] = {}
    for row, column in places:
        row_name, column_name = (grid.rows[row], grid.columns[column]) if named else (str(row + 1), str(column + 1))
        rows.setdefault(row_name.strip(), []).append(column_name.strip())
    if named and grid.columns_below:
        return ", ".join(f"{column}{row}" for row, columns in rows.items() for column in columns)
    return "; ".join(f"row {row} column{'s' * (len(found) > 1)} {', '.join(found)}" for row, found in rows.items())


MARGIN = 36
LINE = 24
"""The height of a line of text."""
START = 'text-anchor="start"'
END = 'text-anchor="end"'
INK, PAPER, ARROW, FAINT = "#22262b", "#ffffff", "#d9480f", "#8a8f88"
PALE = "#62665f"
"""For text that must stay readable when it is printed pale."""
HALO = f'stroke="{PAPER}" stroke-width="7" stroke-linejoin="round" paint-order="stroke"'
"""Keeps text on a line readable."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG elements, the size of the image, and its description in words."""

    width: float
    height: float
    parts: Sequence[str]
    words: str


def plain(text: str) -> str:
    """Escapes text for XML; control characters become blanks."""
    if not text.isprintable():
        text = "".join(character if character.isprintable() else " " for character in text)
    return escape(text)


def number(value: float) -> str:
    """Formats a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def fitting(text: str, size: int, room: int) -> int:
    """The largest font size, up to `size`, at which a bold text fits into `room` units."""
    return min(size, int(room / (0.68 * max(len(text), 1))))


def text_at(kind: str, x: float, y: float, text: str, style: str) -> str:
    """A line of text, centred at a point; with START or END in its style, starting or ending there."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}" {style}>{plain(text)}</text>'
