"""The homework once more, as plainly as it can be written: a list of lists, copied on each move.

It shares no line with the package. The tests compare every trace with it, the bench measures against it.
"""

from __future__ import annotations

INF = float("inf")
Board = list[list[str]]
Move = tuple[int, int, int, int]  # row and column from, row and column to


def read(text: str) -> Board:
    return [list(line) for line in text.split()]


def directions(piece: str) -> list[tuple[int, int]]:
    """Forward right, forward left, backward right, backward left: the handout's order."""
    up, down = [(-1, 1), (-1, -1)], [(1, 1), (1, -1)]
    return {"A": up, "B": down, "k": up + down, "K": down + up}[piece]


def all_moves(board: Board, alice: bool) -> list[Move]:
    own, enemy = ("Ak", "BK") if alice else ("BK", "Ak")
    steps, jumps = [], []
    for row in range(8):
        for column in range(8):
            piece = board[row][column]
            if piece not in own:
                continue
            for down, right in directions(piece):
                r, c = row + down, column + right
                if not (0 <= r < 8 and 0 <= c < 8):
                    continue
                if board[r][c] == "O":
                    steps.append((row, column, r, c))
                elif board[r][c] in enemy:
                    r, c = r + down, c + right
                    if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == "O":
                        jumps.append((row, column, r, c))
    return jumps or steps


def play(board: Board, move: Move) -> Board:
    row, column, r, c = move
    board = [line[:] for line in board]
    piece = board[row][column]
    board[row][column] = "O"
    if abs(row - r) == 2:
        board[(row + r) // 2][(column + c) // 2] = "O"
    if piece == "A" and r == 0:
        piece = "k"
    if piece == "B" and r == 7:
        piece = "K"
    board[r][c] = piece
    return board


def count(board: Board, piece: str) -> int:
    return sum(line.count(piece) for line in board)


def outcome(board: Board, alice: bool) -> float | None:
    if count(board, "A") + count(board, "k") == 0:
        return -INF
    if count(board, "B") + count(board, "K") == 0:
        return INF
    if not all_moves(board, alice):
        return -INF if alice else INF
    return None


def heuristic(board: Board) -> int:
    return count(board, "A") + 2 * count(board, "k") - count(board, "B") - 2 * count(board, "K")


def move_text(move: Move) -> str:
    return "({},{})=>({},{})".format(*move)


class Solver:
    """One search; `handout` switches order and layout, `strict` cuts only when alpha > beta."""

    def __init__(self, *, depth: int = 4, handout: bool = False, strict: bool = False) -> None:
        self.depth = depth
        self.handout = handout
        self.strict = strict
        self.lines: list[str] = []

    def ordered(self, board: Board, alice: bool, pieces: list[tuple[int, int]]) -> list[Move]:
        moves = all_moves(board, alice)
        if self.handout:
            return sorted(moves, key=lambda move: pieces.index(move[:2]))  # stable: directions stay in order
        return sorted(moves)

    def emit(self, ply: int, alice: bool, text: str) -> None:
        gap = "  " if self.handout else " "
        self.lines.append("|-" * (ply - 1) + ("A" if alice else "B") + str(ply) + ":" + gap + text + ".")

    def search(
        self, board: Board, alice: bool, ply: int, alpha: float, beta: float, pieces: list[tuple[int, int]]
    ) -> tuple[float, Move]:
        moves = self.ordered(board, alice, pieces)
        best = -INF if alice else INF
        best_move = moves[0]
        for index, move in enumerate(moves):
            child = play(board, move)
            value = outcome(child, not alice)
            if value is None and ply == self.depth:
                value = heuristic(child)
            if value is not None:
                gap = "  " if self.handout else " "
                self.emit(ply, alice, move_text(move) + ";" + gap + "h=" + str(value))
            else:
                self.emit(ply, alice, move_text(move))
                value, _ = self.search(child, not alice, ply + 1, alpha, beta, self.moved(pieces, move))
            if (value > best) if alice else (value < best):
                best, best_move = value, move
            if alice:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha > beta or (alpha == beta and not self.strict):
                rest = moves[index + 1 :]
                if rest:
                    cut = ("," if self.handout else ", ").join(move_text(move) for move in rest)
                    self.emit(ply, alice, "pruning " + cut + "; alpha=" + str(alpha) + ", beta=" + str(beta))
                break
        return best, best_move

    def moved(self, pieces: list[tuple[int, int]], move: Move) -> list[tuple[int, int]]:
        if not self.handout:
            return pieces
        row, column, r, c = move
        jumped = ((row + r) // 2, (column + c) // 2) if abs(row - r) == 2 else None
        return [(r, c) if piece == (row, column) else piece for piece in pieces if piece != jumped]

    def trace(self, board: Board) -> list[str]:
        if outcome(board, True) is not None:
            return ["first move: none."]
        pieces = [(row, column) for row in range(8) for column in range(8) if board[row][column] in "AkBK"]
        _, move = self.search(board, True, 1, -INF, INF, pieces)
        if self.handout:
            self.lines.append("")
        return [*self.lines, "first move: " + move_text(move) + "."]
