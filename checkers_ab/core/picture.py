"""Pictures of states, as data. `draw_text` draws them as text, `svg` as SVG, the page with its own script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from checkers_ab.core.errors import OptionError, StateError, show
from checkers_ab.core.game import Side
from checkers_ab.core.tree_text import draw_branches


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that a letter in a cell stands for, drawn as a disc of its side."""

    side: Side
    name: str
    """The name, such as "Alice's king"."""
    crowned: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Grid:
    """A board of cells, the top row first."""

    cells: Sequence[Sequence[str]]
    """A short text for each cell; may be empty."""
    rows: Sequence[str]
    """The names of the rows, drawn on the left."""
    columns: Sequence[str]
    """The names of the columns, drawn above the board, or below it; blanks if they have none."""
    rows_right: Sequence[str] = ()
    """Names of the rows drawn on the right, if any."""
    columns_below: bool = False
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    """The pieces by cell text; any other text is drawn as it is."""
    dark: int | None = None
    """Cells are dark where (row + column) % 2 equals this; None: all cells have the same shade."""
    marks: Sequence[Place] = ()
    """The cells of the last move."""
    arrow: Sequence[Place] = ()
    """The path of the last move: empty, or two cells or more."""
    notes: Sequence[str] = ()
    """Lines below the board."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Branches:
    """A tree: a node with its children, each with the move that leads to it."""

    text: str
    """The value of a leaf, or the name of a node; may be empty."""
    side: Side | None = None
    """The side to move; None at a leaf."""
    move: str = ""
    """The move that leads here; empty at the root."""
    children: Sequence[Branches] = ()
    marked: bool = False
    """True for the current node, and on the path of moves to it."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A picture that consists of lines of text."""

    lines: Sequence[str]


Picture = Grid | Branches | Lines


def draw_text(picture: Picture) -> str:
    """Draws a picture as text. A cell is three characters wide; marked cells are in brackets."""
    match picture:
        case Lines():
            return "\n".join(picture.lines)
        case Grid():
            return _draw_grid(picture)
        case Branches():
            return "\n".join(draw_branches(picture))


def _draw_grid(grid: Grid) -> str:
    header, rows = draw_rows(grid)
    right = [f"{name:>4}" for name in grid.rows_right] or [""] * len(rows)
    drawn = [name + "".join(cells) + end for (name, cells), end in zip(rows, right, strict=True)]
    named = [header] if header.strip() else []
    lines = [*drawn, *named] if grid.columns_below else [*named, *drawn]
    notes = ["", *grid.notes] if grid.notes else []
    return "\n".join(line.rstrip() for line in [*lines, *notes])


def draw_rows(grid: Grid) -> tuple[str, list[tuple[str, list[str]]]]:
    """The line of column names, and each row as its name and its cells."""
    width = max(map(len, grid.rows), default=0) + 2
    marks = set(grid.marks)
    header = " " * (width + 1) + "".join(f"{name:^3}" for name in grid.columns)
    return header, [
        (f"{name:>{width}} ", [_draw_cell(text, (row, column) in marks) for column, text in enumerate(cells)])
        for row, (name, cells) in enumerate(zip(grid.rows, grid.cells, strict=True))
    ]


def _draw_cell(text: str, marked: bool) -> str:
    if len(text) > 1:
        return f"{text:<3}"
    return f"[{text or '.'}]" if marked else f" {text or ' '} "


def show_move(before: Picture, after: Picture) -> Picture:
    """The picture before a move, with the marks and the arrow of the picture after it; if it has none, the latter."""
    if isinstance(before, Grid) and isinstance(after, Grid) and (after.marks or after.arrow):
        return replace(before, marks=after.marks, arrow=after.arrow)
    return after


def as_data(picture: Picture) -> dict[str, Any]:
    """Converts a picture to JSON data."""
    match picture:
        case Lines():
            return {"kind": "lines", "lines": list(picture.lines)}
        case Branches():
            return {"kind": "tree", **_branch_data(picture)}
        case Grid():
            return {
                "kind": "grid",
                "cells": [list(row) for row in picture.cells],
                "rows": list(picture.rows),
                "columns": list(picture.columns),
                "rows_right": list(picture.rows_right),
                "columns_below": picture.columns_below,
                "pieces": {
                    letter: {"side": piece.side.name.lower(), "name": piece.name, "crowned": piece.crowned}
                    for letter, piece in picture.pieces.items()
                },
                "dark": picture.dark,
                "marks": [list(place) for place in picture.marks],
                "arrow": [list(place) for place in picture.arrow],
                "notes": list(picture.notes),
            }


def _branch_data(node: Branches) -> dict[str, Any]:
    return {
        "text": node.text,
        "side": node.side.name.lower() if node.side else None,
        "move": node.move,
        "marked": node.marked,
        "children": [_branch_data(child) for child in node.children],
    }


def from_data(data: Mapping[str, Any]) -> Picture:
    """Converts JSON data from `as_data` back to a picture."""
    match data["kind"]:
        case "lines":
            return Lines(data["lines"])
        case "tree":
            return _branches_from(data)
        case _:
            pieces = {
                letter: Piece(Side[piece["side"].upper()], piece["name"], piece["crowned"])
                for letter, piece in data["pieces"].items()
            }
            places = {name: [(row, column) for row, column in data[name]] for name in ("marks", "arrow")}
            return Grid(**{name: part for name, part in data.items() if name != "kind"} | {"pieces": pieces} | places)


def _branches_from(data: Mapping[str, Any]) -> Branches:
    return Branches(
        text=data["text"],
        side=Side[data["side"].upper()] if data["side"] else None,
        move=data["move"],
        marked=data["marked"],
        children=[_branches_from(child) for child in data["children"]],
    )


Place = tuple[int, int]
"""A row and a column, counted from 0 at the top left."""


def straight_lines(width: int, height: int, length: int) -> Iterator[list[Place]]:
    """All lines of `length` cells: rows, columns and diagonals, each once."""
    directions = ((0, 1), (1, 0), (1, 1), (1, -1)) if length > 1 else ((0, 1),)
    for y in range(height):
        for x in range(width):
            for down, right in directions:
                if y + (length - 1) * down < height and 0 <= x + (length - 1) * right < width:
                    yield [(y + i * down, x + i * right) for i in range(length)]


def parse_rows(text: str, width: int, height: int, letters: str, hints: Mapping[str, str]) -> list[tuple[int, str]]:
    """Parses the rows of a board, the top row first; returns each with its indent. Raises StateError.

    Blanks around a row are ignored. `hints` maps letters that are often written by mistake to a hint.
    """
    rows = []
    lines = text.removeprefix("\ufeff").rstrip().splitlines()
    for number, line in enumerate(lines[:height], 1):
        indent = len(line) - len(line.lstrip())
        row = line.strip()
        for place, letter in enumerate(row[:width], indent + 1):
            if letter not in letters:
                expected = f"{', '.join(letters[:-1])} or {letters[-1]!r}"
                reason = f"expected {expected}, found {show(letter)}"
                raise StateError(number, place, reason, hints.get(letter, ""))
        if len(row) != width:
            place = indent + min(len(row), width) + 1
            raise StateError(number, place, f"expected {width} cells, found {len(row)}")
        rows.append((indent, row))
    if len(lines) != height:
        raise StateError(min(len(lines), height) + 1, 1, f"expected {height} rows, found {len(lines)}")
    return rows


def parse_size(name: str, text: str, most: int) -> int:
    """Parses a number from 1 to `most`; raises OptionError."""
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most):
        raise OptionError(f"{name} must be a number from 1 to {most}, found {text!r}")
    return int(text)


ALPHA, BETA = "\u03b1", "\u03b2"


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchTree:
    """A position of a search, or a note on some moves, with what lies below."""

    move: str = ""
    """The move that leads here; empty at the root and for a note."""
    side: Side | None = None
    """The side to move; None at a leaf and for a note."""
    value: str = ""
    """The value, with a sign if it is only a bound; empty if it is not known, or to be filled in."""
    window: tuple[str, str] | None = None
    """Alpha and beta when the search of the position began."""
    closed: str = ""
    """The window that cut this move, such as `3 ≥ 2`; empty for other moves, also for those below it."""
    note: str = ""
    """Words about what is not drawn."""
    best: bool = False
    """True on the best line."""
    cut: bool = False
    """True for a move that was never searched."""
    blank: bool = False
    """True if the reader is to fill in the value and the window."""
    children: Sequence[SearchTree] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchPicture:
    """The tree of a search, and what is the same for all its nodes."""

    root: SearchTree
    sides: Mapping[Side, str]
    """The names of the sides."""
    labels: Mapping[Side, str]
    """Their labels in a trace."""
    legend: Sequence[str] = ()
    """The meaning of the signs, a line each."""
    plies: int
    """The number of plies that are drawn."""
    deepest: int
    """The number of plies that were searched."""
