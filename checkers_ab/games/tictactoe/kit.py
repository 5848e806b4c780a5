"""Tic-tac-toe with its notation, its text form and its drawing."""

from __future__ import annotations

from fractions import Fraction

from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.games.tictactoe.rules import Cells, TicTacToe, open_lines

OPTIONS = {
    "m": "columns, 1 to 9 (default 3)",
    "n": "rows, 1 to 9 (default 3)",
    "k": "how many in a row win (default 3)",
}
LARGEST = 9
Value = int | Fraction


def make(m: str = "3", n: str = "3", k: str = "3") -> Kit[Cells, int, Value]:
    """The kit for a board of m columns and n rows on which k in a row win."""
    width, height = _number("m", m, LARGEST), _number("n", n, LARGEST)
    game = TicTacToe(width, height, _number("k", k, max(width, height)))

    def format_move(move: int) -> str:
        return f"{'abcdefghi'[move % width]}{height - move // width}"

    def parse_move(state: Cells, text: str) -> int:
        if game.utility(state) is not None:
            raise MoveError("the game is over")
        free = game.moves(state)
        for move in free:
            if format_move(move) == text.strip().lower():
                return move
        cells = ", ".join(map(format_move, free[:12])) + (", ..." if len(free) > 12 else "")
        if text.strip().lower() in map(format_move, range(width * height)):
            raise MoveError(f"{text.strip()} is taken; free are {cells}")
        raise MoveError(f"expected a free cell, one of {cells}")

    def format_state(state: Cells) -> str:
        marks = [_mark(state, cell) for cell in range(width * height)]
        return "".join("".join(marks[y * width : (y + 1) * width]) + "\n" for y in range(height))

    def draw(state: Cells, last: int | None) -> str:
        lines = []
        for y in range(height):
            cells = [y * width + x for x in range(width)]
            row = "".join(f"[{_mark(state, c)}]" if c == last else f" {_mark(state, c)} " for c in cells)
            lines.append(f"{height - y} {row}".rstrip())
        return "\n".join([*lines, "   " + "  ".join("abcdefghi"[:width])])

    return Kit(
        name=f"tictactoe:m={width},n={height},k={game.row}",
        game=game,
        window=(-2, 2),
        lost_and_won=(-1, 1),
        # Scaled to less than a win: there are never as many lines as the number below the bar.
        evaluations={"lines": lambda state: Fraction(open_lines(game, state), len(game.lines) + 1)},
        sides={Side.MAX: "X", Side.MIN: "O"},
        format_move=format_move,
        parse_move=parse_move,
        format_state=format_state,
        parse_state=lambda text: _parse_state(game, text),
        draw=draw,
    )


def _number(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most):
        raise OptionError(f"{name} must be a number from 1 to {most}, found {text!r}")
    return int(text)


def _mark(state: Cells, cell: int) -> str:
    return "X" if state.crosses >> cell & 1 else "O" if state.noughts >> cell & 1 else "."


def _parse_state(game: TicTacToe, text: str) -> Cells:
    """Rows of `X`, `O` and `.`, as many as the board has."""
    rows = [line.strip() for line in text.removeprefix("\ufeff").rstrip().splitlines()]
    taken = {"X": 0, "O": 0, ".": 0}
    for y, row in enumerate(rows):
        if len(row) != game.width:
            raise StateError(y + 1, min(len(row), game.width) + 1, f"expected {game.width} cells, found {len(row)}")
        for x, mark in enumerate(row):
            if mark not in taken:
                raise StateError(y + 1, x + 1, f"expected X, O or '.', found {mark!r}")
            taken[mark] |= 1 << y * game.width + x
    if len(rows) != game.height:
        raise StateError(len(rows) + 1, 1, f"expected {game.height} rows, found {len(rows)}")
    more = taken["X"].bit_count() - taken["O"].bit_count()
    if more not in (0, 1):
        raise StateError(1, 1, f"X begins, so it has as many cells as O or one more; found {more:+} more")
    if all(any(cells & line == line for line in game.lines) for cells in (taken["X"], taken["O"])):
        raise StateError(1, 1, "X and O can't both have won")
    return Cells(taken["X"], taken["O"])
