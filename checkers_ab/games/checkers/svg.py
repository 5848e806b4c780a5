"""A board as an SVG picture, for handouts and slides; what it says it says in black and white too."""

from __future__ import annotations

from html import escape

from checkers_ab.games.checkers.board import SQUARES, Board, Move
from checkers_ab.games.checkers.notation import EMPTY, format_move, format_square, piece_on, row_and_column

MARKER = "<!-- a board of checkers-ab -->"
"""Stands near the start of each picture; a file with it may be overwritten."""

SIDE = 60
"""Of a square, in the units of the picture."""
MARGIN = 36
SIZE = 2 * MARGIN + 8 * SIDE
_SHEET = f'width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}"'
FONT = "Helvetica, Arial, sans-serif"

LIGHT, DARK, INK, PAPER, ARROW = "#f6eee0", "#a9b6a2", "#22262b", "#ffffff", "#d9480f"
NAMES = {
    "A": ("alice", "man"),
    "k": ("alice", "king"),
    "B": ("bill", "man"),
    "K": ("bill", "king"),
}


def draw_svg(board: Board, move: Move | None = None, *, title: str = "Checkers board") -> str:
    """A whole SVG file: rows and columns count as the homework does, and an arrow shows a step or a jump.

    Alice's pieces are light and Bill's dark; a king has a second ring and a crown. Each bears its letter. Screen
    readers get the title and where everything stands.
    """
    pieces = {square: piece for square in SQUARES if (piece := piece_on(board, square)) != EMPTY}
    places = {square: _centre(*row_and_column(square)) for square in SQUARES}
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        MARKER,
        f'<svg xmlns="http://www.w3.org/2000/svg" {_SHEET} role="img" font-family="{FONT}" text-anchor="middle">',
        f"<title>{_text(title)}</title>",
        f"<desc>{_text(describe(board, move))}</desc>",
        f'<rect width="{SIZE}" height="{SIZE}" fill="{PAPER}"/>',
        *_squares(),
        *_coordinates(),
        *(_disc(piece, *places[square]) for square, piece in pieces.items()),
        *([_arrow(places[move[0]], places[move[1]])] if move else []),
        *(_letter(piece, *places[square]) for square, piece in pieces.items()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def describe(board: Board, move: Move | None = None) -> str:
    """Where everything stands, in words."""
    sentences = []
    for letter, (name, kind) in NAMES.items():
        if squares := [format_square(square) for square in SQUARES if piece_on(board, square) == letter]:
            kinds = kind if len(squares) == 1 else {"man": "men", "king": "kings"}[kind]
            sentences.append(f"{name.title()}: {kinds} on {', '.join(squares)}.")
    if move:
        sentences.append(f"An arrow shows {format_move(move)}.")
    return " ".join(sentences) or "The board is empty."


def _centre(row: int, column: int) -> tuple[int, int]:
    return MARGIN + SIDE * column + SIDE // 2, MARGIN + SIDE * row + SIDE // 2


def _squares() -> list[str]:
    """One light board, the dark squares on it, a frame."""
    whole = f'x="{MARGIN}" y="{MARGIN}" width="{8 * SIDE}" height="{8 * SIDE}"'
    dark = [
        f'<rect class="dark" x="{MARGIN + SIDE * column}" y="{MARGIN + SIDE * row}" width="{SIDE}" height="{SIDE}" '
        f'fill="{DARK}"/>'
        for row, column in map(row_and_column, SQUARES)
    ]
    return [f'<rect {whole} fill="{LIGHT}"/>', *dark, f'<rect {whole} fill="none" stroke="{INK}" stroke-width="2"/>']


def _coordinates() -> list[str]:
    """Columns above the board, rows to its left."""
    lines = []
    for number in range(8):
        x, y = _centre(number, number)
        style = f'font-size="18" fill="{INK}"'
        lines += [
            f'<text class="column" x="{x}" y="{MARGIN - 12}" {style}>{number}</text>',
            f'<text class="row" x="{MARGIN // 2}" y="{y + 6}" {style}>{number}</text>',
        ]
    return lines


def _disc(piece: str, x: int, y: int) -> str:
    name, kind = NAMES[piece]
    fill, line = (PAPER, INK) if name == "alice" else (INK, PAPER)
    rings = f'<circle cx="{x}" cy="{y}" r="24" fill="{fill}" stroke="{INK}" stroke-width="2.5"/>'
    if kind == "king":
        rings += f'<circle cx="{x}" cy="{y}" r="19.5" fill="none" stroke="{line}" stroke-width="1.5"/>'
    return f'<g class="{name} {kind}">{rings}</g>'


def _letter(piece: str, x: int, y: int) -> str:
    """The letter of a piece, below a crown if it is a king; it lies on top of any arrow."""
    name, kind = NAMES[piece]
    ink, edge = (INK, PAPER) if name == "alice" else (PAPER, INK)
    style = f'fill="{ink}" stroke="{edge}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    if kind == "man":
        return f'<text class="letter" x="{x}" y="{y + 9}" font-size="25" font-weight="bold" {style}>{piece}</text>'
    crown = f"M{x - 9},{y - 3} l-2,-10 6,4 5,-6 5,6 6,-4 -2,10 z"
    letter = f'<text class="letter" x="{x}" y="{y + 14}" font-size="19" font-weight="bold" {style}>{piece}</text>'
    return f'<path class="crown" d="{crown}" {style}/>{letter}'


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Along a diagonal, from the rim of the piece that moves to the middle of a square."""
    right, down = (1 if end[0] > start[0] else -1), (1 if end[1] > start[1] else -1)
    inset = 17
    length = round((abs(end[0] - start[0]) - inset) * 2**0.5)
    x, y = start[0] + right * inset, start[1] + down * inset
    angle = {(1, 1): 45, (-1, 1): 135, (-1, -1): 225, (1, -1): 315}[right, down]
    neck = length - 20
    outline = f"M0,-4 H{neck} V-13 L{length},0 L{neck},13 V4 H0 z"
    return (
        f'<path class="arrow" transform="translate({x} {y}) rotate({angle})" d="{outline}" fill="{ARROW}" '
        f'stroke="{PAPER}" stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _text(text: str) -> str:
    """A text as XML may hold it."""
    return escape("".join(character if character.isprintable() else " " for character in text))
