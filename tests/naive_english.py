"""English draughts once more, as plainly as it can be written: a dictionary of squares, jumped pieces lifted last.

It shares no line with the package. A move is the rows and columns visited; a board is the homework's letters.
"""

from __future__ import annotations

from itertools import pairwise

Place = tuple[int, int]
Board = dict[Place, str]
Route = tuple[Place, ...]

WAYS = {"A": [(-1, -1), (-1, 1)], "B": [(1, -1), (1, 1)]}
WAYS["k"] = WAYS["K"] = WAYS["A"] + WAYS["B"]
FAR_ROW = {"A": 0, "B": 7}


def read(text: str) -> Board:
    return {(row, column): piece for row, line in enumerate(text.split()) for column, piece in enumerate(line)}


def write(board: Board) -> str:
    return "".join("".join(board[row, column] for column in range(8)) + "\n" for row in range(8))


def all_moves(board: Board, alice: bool) -> list[Route]:
    own, enemy = ("Ak", "BK") if alice else ("BK", "Ak")
    places = [place for place, piece in board.items() if piece in own]
    jumps = [route for place in places for route in chains(board, board[place], enemy, (place,), ())]
    return sorted(jumps or [(place, there) for place in places for there in steps(board, place)])


def steps(board: Board, place: Place) -> list[Place]:
    near = [(place[0] + down, place[1] + right) for down, right in WAYS[board[place]]]
    return [there for there in near if board.get(there) == "O"]


def chains(board: Board, piece: str, enemy: str, route: Route, lifted: tuple[Place, ...]) -> list[Route]:
    """Every whole move that begins with a route of jumps; the jumped pieces still stand, and count once."""
    row, column = route[-1]
    found = []
    if len(route) == 1 or row != FAR_ROW.get(piece):
        for down, right in WAYS[piece]:
            over, there = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if board.get(over, "+") in enemy and over not in lifted and (board.get(there) == "O" or there == route[0]):
                found += chains(board, piece, enemy, (*route, there), (*lifted, over))
    return found or ([route] if len(route) > 1 else [])


def play(board: Board, route: Route) -> Board:
    after = dict(board)
    piece = after[route[0]]
    after[route[0]] = "O"
    for (row, column), (r, c) in pairwise(route):
        if abs(row - r) == 2:
            after[(row + r) // 2, (column + c) // 2] = "O"
    after[route[-1]] = {"A": "k", "B": "K"}[piece] if route[-1][0] == FAR_ROW.get(piece) else piece
    return after
