"""FEN of draughts, a position on one line: `W:W22,29,30,K32:B1,2,3,4`.

The first letter is the side to move, then follow the squares of each side, with K before a king. White is Alice, Black
is Bill. The dark squares are numbered from 1 to 32 in reading order.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.errors import StateError, show
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import SQUARES, Board

if TYPE_CHECKING:
    from collections.abc import Iterator

COLOURS = {"W": Side.MAX, "B": Side.MIN}
UNKNOWN = "?"
"""The side to move of a FEN that does not say whose move it is."""
MOST_PIECES = 12
"""The most pieces of a side."""

_HINT = "a FEN says whose move it is and where both sides stand, as in W:W22,K30:B1,2,17"


def format_fen(board: Board) -> str:
    """Formats a board as FEN, without a line end; squares are in order, kings among the men."""
    turn = "W" if board.side is Side.MAX else "B"
    return f"{turn}:W{_format_squares(board, board.alice)}:B{_format_squares(board, board.bill)}"


def _format_squares(board: Board, pieces: int) -> str:
    return ",".join(
        f"{'K' * (board.kings >> square & 1)}{number}"
        for number, square in enumerate(SQUARES, 1)
        if pieces >> square & 1
    )


def parse_fen(text: str) -> Board:
    """Parses a FEN; raises StateError, always for line 1.

    The sides may be in either order, the letters in lower case; `1-12` is a range of squares. A final period is
    ignored, and so are move counters (`:H0:F1`) and the PDN tag around it: `[FEN "..."]`. A side `?` is White.
    """
    return read_fen(text)[0]


def read_fen(text: str) -> tuple[Board, list[tuple[int, str]]]:
    """Like `parse_fen`, with warnings about what is ignored or unknown, each with its column."""
    body, start = _unwrap(text)
    (column, turn), *camps = _split(body, ":", start)
    warnings = []
    if turn == UNKNOWN:
        turn = "W"
        warnings.append((column, unknown_side(Side.MAX)))
    if turn.upper() not in COLOURS:
        reason = f"expected W or B for the side to move, found {show(turn or body[:1])}"
        raise StateError(1, column, reason, _HINT)
    counters = [(column, part) for column, part in camps[2:] if _is_counter(part)]
    if counters and len(camps) == 2 + len(counters):
        del camps[2:]
        listed = ":".join(part for _, part in counters)
        warnings.append((counters[0][0], f"the counters of moves are not used: {listed}"))
    if len(camps) != 2:
        column = camps[2][0] if len(camps) > 2 else start + len(body)
        raise StateError(1, column, f"expected the pieces of two sides, found {len(camps)}", _HINT)
    pieces: dict[str, int] = {}
    kings = 0
    for column, camp in camps:
        colour = camp[:1].upper()
        if colour not in COLOURS:
            reason = f"expected W or B before the pieces of a side, found {_shown(camp[:1])}"
            raise StateError(1, column, reason, _HINT)
        if colour in pieces:
            raise StateError(1, column, f"expected the pieces of the other side, found those of {colour} again", _HINT)
        pieces[colour] = 0
        for where, crowned, number in _pieces(camp[1:], column + 1):
            bit = 1 << SQUARES[number - 1]
            if bit & sum(pieces.values()):
                raise StateError(1, where, f"a piece stands on {number} already")
            pieces[colour] |= bit
            kings |= bit * crowned
            if pieces[colour].bit_count() > MOST_PIECES:
                raise StateError(1, where, f"a side has at most {MOST_PIECES} pieces, and here is one more")
    return Board(pieces["W"], pieces["B"], kings, COLOURS[turn.upper()]), warnings


def unknown_side(taken: Side) -> str:
    """The warning about a FEN that does not say whose move it is."""
    return f"it is not known whose move it is, {UNKNOWN!r}: taken as {'White' if taken is Side.MAX else 'Black'}'s"


def _is_counter(part: str) -> bool:
    """True for `H` or `F` and a number: the moves without progress, and the number of the move."""
    return part[:1].upper() in ("H", "F") and part[1:].isascii() and part[1:].isdigit()


def _unwrap(text: str) -> tuple[str, int]:
    """The text without a PDN tag and a final period, and the column where it begins."""
    start = 1
    if text.lstrip().startswith("["):
        first, last = text.find('"'), text.rfind('"')
        if first == last or text.lstrip()[1:4].upper() != "FEN":
            hint = "a game in PDN is read by checkers-ab convert"
            raise StateError(1, 1, f'expected [FEN "..."], found {show(text.strip())}', hint)
        after = text[last + 1 :].strip().removesuffix(".")
        if after not in ("]", ""):
            raise StateError(1, last + 2, f"expected ']' after the FEN, found {show(after)}", "a FEN is a whole line")
        text, start = text[first + 1 : last], first + 2
    return text.rstrip().removesuffix("."), start


def _split(text: str, sign: str, column: int) -> list[tuple[int, str]]:
    """Splits a text at a sign: the stripped parts, each with the column where it begins."""
    parts = []
    for part in text.split(sign):
        parts.append((column + len(part) - len(part.lstrip()), part.strip()))
        column += len(part) + 1
    return parts


def _pieces(text: str, column: int) -> Iterator[tuple[int, bool, int]]:
    """The pieces of a side: column in the text, True for a king, number of the square."""
    if not text.strip():
        return
    for where, item in _split(text, ",", column):
        crowned = item[:1].upper() == "K"
        bounds = [_number(number, at) for at, number in _split(item[crowned:], "-", where + crowned)]
        if len(bounds) > 2 or bounds[0] > bounds[-1]:
            raise StateError(1, where, f"expected a range such as 1-12, found {show(item)}")
        for number in range(bounds[0], bounds[-1] + 1):
            yield where, crowned, number


def _number(text: str, column: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= len(SQUARES)):
        raise StateError(1, column, f"expected a square from 1 to {len(SQUARES)}, found {_shown(text)}", _HINT)
    return int(text)


def _shown(text: str) -> str:
    return show(text) if text else "nothing"
