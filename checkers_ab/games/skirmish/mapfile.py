"""Reading and writing states: a map, and lines below it about the units and the side to move.

    .....T...
    .F.......
    ......A..

    footman 1 at 1,1 health 160
    archer 3 at 6,2 health 39
    archers to move

A row consists of `.` (free), `T` (a tree), `F` (a footman) and `A` (an archer). The lines below are optional, and so is
the blank line. A unit without a line has full health and the lowest free number, in reading order; without the last
line the footmen are to move. A side without units has a line, too: `archers gone`.
"""

from __future__ import annotations

from collections.abc import Collection
from io import StringIO
from itertools import dropwhile

from checkers_ab.core.errors import StateError, show
from checkers_ab.core.setup import find_rows
from checkers_ab.games.skirmish.notation import MapLine, UnitLines, format_notes, is_note, is_stale
from checkers_ab.games.skirmish.state import Ground, Kind, SkirmishState, Square

SMALLEST, LARGEST = 3, 64
"""The least and the greatest width and height of a map."""

FREE, TREE = ".", "T"
_KINDS = {kind.letter: kind for kind in Kind}
_HINTS = {
    "t": "a tree is a capital T",
    "f": "a footman is a capital F",
    "a": "an archer is a capital A",
    " ": "a free square is '.', and nothing stands between the squares of a row",
}


def format_state(state: SkirmishState) -> str:
    """Formats the map and all lines below it, each with its line end."""
    ground = state.ground
    letters = {unit.square: unit.kind.letter for unit in state.units} | dict.fromkeys(ground.trees, TREE)
    cells = "".join(letters.get(Square(square), FREE) for square in range(len(ground.points)))
    rows = [cells[start : start + ground.width] for start in range(0, len(cells), ground.width)]
    return "".join(f"{line}\n" for line in [*rows, "", *format_notes(state)])


def parse_state(text: str) -> SkirmishState:
    """Parses a state; raises StateError."""
    stream = StringIO(text.removeprefix("\ufeff"), newline=None)
    rows, rest = _split([_line(number, line.rstrip("\n")) for number, line in enumerate(stream, 1)])
    if not rows:
        raise StateError(1, 1, f"expected a map, found {_nothing(text, rest)}", "a map is rows of '.', T, F and A")
    _check_rows(rows)
    ground = _ground(rows)
    notes = UnitLines(ground, _units(rows, ground))
    for line in rest:
        notes.take(line)
    return notes.finish(rows[0])


def without_stale_notes(text: str, letters: Collection[str]) -> str:
    """The text of a map without the lines below it that contradict it."""
    drawn = [row.letters for row in find_rows(letters, text)]
    return "\n".join(line for line in text.split("\n") if not is_stale(line.strip(), drawn))


def _line(number: int, text: str) -> MapLine:
    stripped = text.strip(" \t")
    return MapLine(number, text.index(stripped) + 1, stripped)


def _split(lines: list[MapLine]) -> tuple[list[MapLine], list[MapLine]]:
    """Splits the rows of the map from the lines below it, without blank lines."""
    lines = list(dropwhile(lambda line: not line.text, lines))
    ends = (place for place, line in enumerate(lines) if not line.text or is_note(line.text))
    end = next(ends, len(lines))
    return lines[:end], [line for line in lines[end:] if line.text]


def _nothing(text: str, rest: list[MapLine]) -> str:
    if rest:
        return show(rest[0].text)
    return "blank lines only" if text else "an empty file"


def _check_rows(rows: list[MapLine]) -> None:
    width = len(rows[0].text)
    for row in rows:
        for place, found in enumerate(row.text):
            if found not in _KINDS and found not in (FREE, TREE):
                reason = f"a square must be one of . T F A, found {show(found)}"
                raise StateError(row.number, row.column + place, reason, _HINTS.get(found, ""))
        if len(row.text) != width:
            where = row.column + min(len(row.text), width)
            reason = f"all rows are as long as the first, which has {width} squares; this one has {len(row.text)}"
            raise StateError(row.number, where, reason, "is a square missing, or one too much?")
    sizes = f"a map has {SMALLEST} to {LARGEST}"
    if not SMALLEST <= width <= LARGEST:
        column = rows[0].column + min(width, LARGEST)
        raise StateError(rows[0].number, column, f"{sizes} squares in a row, this one has {width}")
    if not SMALLEST <= len(rows) <= LARGEST:
        number = rows[0].number + min(len(rows), LARGEST)
        raise StateError(number, 1, f"{sizes} rows, this one has {len(rows)}")


def _ground(rows: list[MapLine]) -> Ground:
    squares = "".join(row.text for row in rows)
    trees = [Square(square) for square, found in enumerate(squares) if found == TREE]
    return Ground(len(rows[0].text), len(rows), trees)


def _units(rows: list[MapLine], ground: Ground) -> dict[Square, Kind]:
    """The kinds of the units by square, in reading order."""
    units: dict[Square, Kind] = {}
    for y, row in enumerate(rows):
        for x, found in enumerate(row.text):
            kind = _KINDS.get(found)
            if kind is not None:
                if list(units.values()).count(kind) == len(kind.numbers):
                    reason = f"a map has at most two {kind.plural}, this is the third"
                    raise StateError(row.number, row.column + x, reason)
                units[ground.square(x, y)] = kind
    return units


ONE_ARCHER = """
.........................
.........................
.........................
....T..............T.....
....T..............T.....
....TF............FT.....
....T..............T.....
....T..............T.....
....T..............T.....
....T..............T.....
....TTTTTTTTTTTTTTTT.....
...........A.............
....T.....T.T......T.....
.....T....T.T.....T......
......T...T.T....T.......
.......T..T.T...T........
........T.T.T..T.........
.........T....T..........
..........T..T...........
"""

OPEN = """
.........................
.........................
.........................
.........................
.........................
.....F............F......
.........................
.........................
.........................
.........................
.........................
.........................
.........................
.....A............A......
.........................
.........................
.........................
.........................
.........................
"""

TWO_ARCHERS = """
.........................
.........................
.........................
....T..............T.....
....T..............T.....
....TF............FT.....
....T.....T.T......T.....
....T.....T.T......T.....
....T.....T.T......T.....
....T.....T.T......T.....
....TTTTTTT.TTTTTTTT.....
.........................
....T.....T.T......T.....
....TA....T.T.....AT.....
....TTT...T.T....TTT.....
.......T..T.T...T........
........T...T..T.........
.........T....T..........
..........T..T...........
"""

MAPS = {
    name: parse_state(drawing.lstrip())
    for name, drawing in (("one-archer", ONE_ARCHER), ("open", OPEN), ("two-archers", TWO_ARCHERS))
}
"""The initial state on each map, by name; the first is the default."""
