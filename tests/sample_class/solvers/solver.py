#!/usr/bin/env python3
"""Homework 4: `hw4 INPUT OUTPUT` writes the alpha-beta trace of every board in INPUT to OUTPUT."""

from __future__ import annotations

import sys

Square = tuple[int, int]
Move = tuple[Square, Square]
Board = dict[Square, str]  # the dark squares, row by row, with what stands on them

INF = float("inf")
PLIES = 4
WORTH = {"A": 1, "k": 2, "B": -1, "K": -2, "O": 0}
ROWS = {"A": (-1,), "B": (1,), "k": (-1, 1), "K": (-1, 1)}  # which rows a piece can go to
CROWNED = {("A", 0): "k", ("B", 7): "K"}  # a man on its far row


def legal_moves(board: Board, alice: bool) -> list[Move]:
    """Row by row, left to right. If there is a jump, only jumps."""
    steps, jumps = [], []
    own, enemy = ("Ak", "BK") if alice else ("BK", "Ak")
    for square, piece in board.items():
        if piece not in own:
            continue
        row, column = square
        for down in ROWS[piece]:
            for right in (-1, 1):
                near, far = (row + down, column + right), (row + 2 * down, column + 2 * right)
                there = board.get(near, "+")
                if there == "O":
                    steps.append((square, near))
                elif there in enemy and board.get(far) == "O":
                    jumps.append((square, far))
    return jumps or steps


def after(board: Board, move: Move) -> Board:
    start, target = move
    board = dict(board)
    piece, board[start] = board[start], "O"
    if abs(start[0] - target[0]) == 2:
        board[(start[0] + target[0]) // 2, (start[1] + target[1]) // 2] = "O"
    board[target] = CROWNED.get((piece, target[0]), piece)
    return board


def material(board: Board) -> int:
    return sum(WORTH[piece] for piece in board.values())


def result(board: Board, alice: bool) -> float | None:
    """The value of a game that is over; None if it is not."""
    pieces = set(board.values())
    if not pieces & {"A", "k"}:
        return -INF
    if not pieces & {"B", "K"}:
        return INF
    if not legal_moves(board, alice):
        return -INF if alice else INF
    return None


class Search:
    """Collects the lines of one trace."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, ply: int, text: str) -> None:
        self.lines.append("|-" * (ply - 1) + "BA"[ply % 2] + str(ply) + ": " + text + ".")

    def best(self, board: Board, ply: int, alpha: float, beta: float) -> tuple[float, Move]:
        alice = ply % 2 == 1
        moves = legal_moves(board, alice)
        best_value, best_move = (-INF if alice else INF), moves[0]
        for number, move in enumerate(moves, 1):
            child = after(board, move)
            value = result(child, not alice)
            if value is None and ply == PLIES:
                value = material(child)
            if value is None:
                self.say(ply, show(move))
                value, _ = self.best(child, ply + 1, alpha, beta)
            else:
                self.say(ply, show(move) + "; h=" + str(value))
            if value > best_value if alice else value < best_value:
                best_value, best_move = value, move
            if alice:
                alpha = max(alpha, best_value)
            else:
                beta = min(beta, best_value)
            if alpha >= beta:
                if moves[number:]:
                    cut = ", ".join(map(show, moves[number:]))
                    self.say(ply, f"pruning {cut}; alpha={alpha}, beta={beta}")
                break
        return best_value, best_move


def show(move: Move) -> str:
    (row, column), (to_row, to_column) = move
    return f"({row},{column})=>({to_row},{to_column})"


def trace(board: Board) -> list[str]:
    if result(board, True) is not None:
        return ["first move: none."]
    search = Search()
    _, move = search.best(board, 1, -INF, INF)
    return [*search.lines, "first move: " + show(move) + "."]


def heading(line: str) -> str:
    """`Case 5: whatever` gives `Case 5`."""
    end = 4
    while line[end : end + 1] in ("\t", " "):
        end += 1
    while line[end : end + 1].isdigit():
        end += 1
    return line[:end]


def read(path: str) -> list[tuple[str, Board]]:
    """Each board with its heading, which may be empty."""
    boards = []
    label, rows = "", []
    with open(path, encoding="utf-8-sig") as file:
        for line in map(str.strip, file):
            if line[:4].lower() == "case":
                label = heading(line)
            elif line:
                rows.append(line)
            if len(rows) == 8:
                board = {(r, c): piece for r, row in enumerate(rows) for c, piece in enumerate(row) if piece in WORTH}
                boards.append((label, board))
                label, rows = "", []
    return boards


def main() -> None:
    boards = read(sys.argv[1])
    with open(sys.argv[2], "w") as file:
        for number, (label, board) in enumerate(boards, 1):
            lines = trace(board)
            if label or len(boards) > 1:
                lines.insert(0, label or f"case{number}")
            file.write("\n" * (number > 1) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
