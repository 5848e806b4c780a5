"""The Game of the Amazons as plainly as it can be written: a list of lists, rows from the top, copied on each move.

It shares no line with the package. The tests compare moves and counts with it, the bench measures against it.
"""

from __future__ import annotations

Board = list[list[str]]
Place = tuple[int, int]  # row from the top and column from the left, counted from 0
Move = tuple[Place, Place, Place]  # origin, target, arrow

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def read(text: str) -> Board:
    """A board from rows of . W B *; a line with a blank in it is a heading."""
    return [list(line) for line in text.splitlines() if " " not in line]


def slides(board: Board, place: Place) -> list[Place]:
    """Where a queen on a place can go."""
    found = []
    for down, right in DIRECTIONS:
        row, column = place[0] + down, place[1] + right
        while 0 <= row < len(board) and 0 <= column < len(board[0]) and board[row][column] == ".":
            found.append((row, column))
            row, column = row + down, column + right
    return found


def all_moves(board: Board, queen: str) -> list[Move]:
    """All turns of W or B."""
    moves = []
    for row in range(len(board)):
        for column in range(len(board[0])):
            if board[row][column] != queen:
                continue
            targets = slides(board, (row, column))
            board[row][column] = "."
            moves += [((row, column), target, arrow) for target in targets for arrow in slides(board, target)]
            board[row][column] = queen
    return moves


def play(board: Board, move: Move) -> Board:
    (row, column), (target_row, target_column), (arrow_row, arrow_column) = move
    board = [line[:] for line in board]
    board[target_row][target_column] = board[row][column]
    board[row][column] = "."
    board[arrow_row][arrow_column] = "*"
    return board


def perft(board: Board, queen: str, depth: int) -> int:
    moves = all_moves(board, queen)
    if depth == 1:
        return len(moves)
    other = "B" if queen == "W" else "W"
    return sum(perft(play(board, move), other, depth - 1) for move in moves)


def distances(board: Board, queen: str, *, king: bool) -> dict[Place, int]:
    """How many moves of a queen, or of a king, W or B needs to each empty square that it reaches."""
    frontier = [(row, column) for row, line in enumerate(board) for column, found in enumerate(line) if found == queen]
    reached: dict[Place, int] = {}
    moves = 0
    while frontier:
        moves += 1
        nearer = frontier
        frontier = []
        for place in nearer:
            for to in slides(board, place):
                if king and max(abs(to[0] - place[0]), abs(to[1] - place[1])) > 1:
                    continue
                if to not in reached:
                    reached[to] = moves
                    frontier.append(to)
    return reached


def territory(board: Board, queen: str) -> float:
    """The territory evaluation for White when W or B is to move, from distances square by square."""
    leads = []
    for king in (False, True):
        white, black = distances(board, "W", king=king), distances(board, "B", king=king)
        lead = 0.0
        for place in white.keys() | black.keys():
            ours, theirs = white.get(place, 1000), black.get(place, 1000)
            tie = 0.2 if queen == "W" else -0.2
            lead += 1 if ours < theirs else -1 if theirs < ours else tie
        leads.append(lead)
        if not king:
            both = white.keys() & black.keys()
            contested = sum(2.0 ** -abs(white[place] - black[place]) for place in both)
    empty = sum(line.count(".") for line in board)
    openness = contested / empty if empty else 0
    return (1 - openness) * leads[0] + openness * leads[1]
