"""Pictures of states as the page has them: a frame once, and of each picture only what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from checkers_ab.core.kit import AnyKit
from checkers_ab.core.picture import Branches, Grid, Lines, Picture, as_data
from checkers_ab.page.texts import Strings

Json = dict[str, Any]

MOST_LEAVES = 40
"""Of a tree that is drawn whole; of a larger one the page shows what is around the path."""
SAME = 1
"""Stands for an arrow that goes along the marks."""


class Drawn(NamedTuple):
    """A picture that others are told apart from: its frame and its cells."""

    frame: int
    cells: Sequence[Sequence[str]]


class Pictures:
    """Encodes the pictures of one case (see docs/explorer.md); `frames` are what they have in common."""

    def __init__(self, kit: AnyKit, strings: Strings) -> None:
        self.kit = kit
        self.strings = strings
        self.frames: list[Json] = []
        self._framed: list[Picture] = []
        self._too_large = False

    def encode(self, state: Any, move: Any = None, after: Drawn | None = None) -> tuple[list[Any], Drawn]:
        """The changes that lead to the picture of a state from the one it comes `after`, or from its frame."""
        return self.encode_picture(self._picture(state, move), after)

    def encode_picture(self, picture: Picture, after: Drawn | None = None) -> tuple[list[Any], Drawn]:
        frame = self._frame(picture)
        cells = _cells(picture)
        known = after.cells if after and after.frame == frame else _cells(self._framed[frame])
        parts: list[Any] = [self._changes(known, cells), *self._marks(picture), self._notes(picture), frame]
        while parts and not parts[-1]:
            parts.pop()
        return parts, Drawn(frame, cells)

    def _picture(self, state: Any, move: Any) -> Picture:
        if not self._too_large:
            picture = self.kit.picture(state, move)
            self._too_large = isinstance(picture, Branches) and _is_large(picture)
        return Lines([f"The tree has more than {MOST_LEAVES} leaves."]) if self._too_large else picture

    def _frame(self, picture: Picture) -> int:
        for place, known in enumerate(self._framed):
            if _same_frame(known, picture):
                return place
        self._framed.append(picture)
        self.frames.append(_frame_data(picture))
        return len(self.frames) - 1

    def _changes(self, known: Sequence[Sequence[str]], cells: Sequence[Sequence[str]]) -> list[int]:
        """The cells that differ, each as its place and its text."""
        changes: list[int] = []
        for row, (before, now) in enumerate(zip(known, cells, strict=True)):
            if before != now:
                first = row * len(now)
                for column, text in enumerate(now):
                    if text != before[column]:
                        changes += (first + column, self.strings[text])
        return changes

    def _marks(self, picture: Picture) -> tuple[list[int], list[int] | int]:
        """The cells or nodes that are marked, and the way of the arrow."""
        match picture:
            case Grid():
                width = len(picture.columns)
                marks = [row * width + column for row, column in picture.marks]
                if picture.arrow and picture.arrow == picture.marks:
                    return marks, SAME
                return marks, [row * width + column for row, column in picture.arrow]
            case Branches():
                return [place for place, (node, _) in enumerate(_nodes(picture)) if node.marked], []
            case Lines():
                return [], []

    def _notes(self, picture: Picture) -> list[int]:
        lines = picture.lines if isinstance(picture, Lines) else picture.notes if isinstance(picture, Grid) else ()
        return [self.strings[line] for line in lines]


def _cells(picture: Picture) -> Sequence[Sequence[str]]:
    return picture.cells if isinstance(picture, Grid) else ()


def _same_frame(one: Picture, other: Picture) -> bool:
    """True if two pictures differ in cells, marks, arrow and notes at most."""
    match one, other:
        case Grid(), Grid():
            return (
                one.rows == other.rows
                and one.columns == other.columns
                and one.rows_right == other.rows_right
                and one.columns_below == other.columns_below
                and one.dark == other.dark
                and (one.pieces is other.pieces or one.pieces == other.pieces)
            )
        case Branches(), Branches():
            return _node_data(one) == _node_data(other)
    return isinstance(one, Lines) and isinstance(other, Lines)


def _frame_data(picture: Picture) -> Json:
    if isinstance(picture, Branches):
        return {"kind": "tree", "nodes": _node_data(picture)}
    data = as_data(picture)
    return {name: data[name] for name in data if name not in ("marks", "arrow", "notes", "lines")}


def _node_data(root: Branches) -> list[list[Any]]:
    """Each node with the place of its parent, the move that leads to it, its text and its side."""
    return [
        [parent, node.move, node.text, node.side.name.lower() if node.side else None] for node, parent in _nodes(root)
    ]


def _nodes(root: Branches) -> list[tuple[Branches, int]]:
    """The nodes, each before its children, with the places of their parents; -1 for the root."""
    listed: list[tuple[Branches, int]] = []
    waiting = [(root, -1)]
    while waiting:
        node, parent = waiting.pop()
        waiting += [(child, len(listed)) for child in reversed(node.children)]
        listed.append((node, parent))
    return listed


def _is_large(root: Branches) -> bool:
    return sum(not node.children for node, _ in _nodes(root)) > MOST_LEAVES
