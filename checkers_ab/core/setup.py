"""Setting up boards cell by cell, as text: while it is worked on, it need not be that of a state."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from checkers_ab.core.errors import StateError
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.picture import Grid


class BoardRow(NamedTuple):
    """A row of a board in a text: the place of its line, the place of its first cell there, and its letters."""

    line: int
    start: int
    letters: str


def find_rows(letters: Collection[str], text: str) -> list[BoardRow]:
    """The rows of the first board in a text: lines one below the other with letters of cells only."""
    known = set(letters)
    rows: list[BoardRow] = []
    for place, line in enumerate(text.split("\n")):
        row = line.strip()
        if row and set(row) <= known:
            rows.append(BoardRow(place, line.index(row), row))
        elif rows:
            break
    return rows


def replace_letter(text: str, row: BoardRow, column: int, letter: str) -> str:
    """The text with another letter in a cell of a row."""
    lines = text.split("\n")
    line, place = lines[row.line], row.start + column
    lines[row.line] = line[:place] + letter + line[place + 1 :]
    return "\n".join(lines)


def is_fixed(brushes: Mapping[str, str], letter: str) -> bool:
    """True if a cell with this letter can't be changed."""
    return not brushes.get(letter)


def put(kit: AnyKit, text: str, row: int, column: int, letter: str) -> str:
    """The text of a board after a letter was put in a cell; unchanged if that is not a cell, or can't be changed."""
    rows = find_rows(kit.brushes, text)
    inside = 0 <= row < len(rows) and 0 <= column < len(rows[row].letters)
    if not inside or is_fixed(kit.brushes, letter) or is_fixed(kit.brushes, rows[row].letters[column]):
        return text
    return kit.put(text, rows, row, column, letter)


def clear(kit: AnyKit, text: str) -> str:
    """The text of a board without anything on it that can be changed."""
    for row, found in enumerate(find_rows(kit.brushes, text)):
        for column in range(len(found.letters)):
            text = put(kit, text, row, column, next(iter(kit.brushes)))
    return text


def board_picture(kit: AnyKit, text: str) -> Grid | None:
    """The picture of the first board in a text, which may be that of no state; None if there is no board."""
    rows = [row.letters for row in find_rows(kit.brushes, text)]
    if not rows or len(set(map(len, rows))) > 1:
        return None
    empty = next(iter(kit.brushes))
    shown = {letter: "." if letter == empty else letter if words else "" for letter, words in kit.brushes.items()}
    cells = [[shown[letter] for letter in row] for row in rows]
    for state in _similar(kit, text):
        picture = kit.picture(state)
        if isinstance(picture, Grid) and (len(picture.rows), len(picture.columns)) == (len(rows), len(rows[0])):
            return replace(picture, cells=cells, marks=(), arrow=(), notes=())
    return Grid(cells=cells, rows=[" "] * len(rows), columns=[" "] * len(rows[0]))


def _similar(kit: AnyKit, text: str) -> list[Any]:
    """States whose picture may have the same frame: that of the text, if it is one, and the start."""
    try:
        return [kit.parse_states(text)[0].state]
    except StateError:
        return [kit.game.start()]
