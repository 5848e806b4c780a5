"""Checkers as students play it, on plain lists and written apart from the package: any of the mistakes at once."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from tests.naive import INF, Board, count, heuristic

Place = tuple[int, int]
Path = tuple[Place, ...]

VARIANTS = {
    "jump-mandatory-for-one-side": ("alice", "bill"),
    "jumps-over-own": ("taken", "stay"),
    "one-side-never-crowned": ("bill", "alice"),
    "crowned-late": ("reply", "turn"),
    "crowned-keeps-jumping": ("once", "on", "all"),
    "board-not-restored": ("nothing", "captured", "crown"),
    "cutter-listed": ("with-others", "always"),
    "searched-listed": ("with-others", "always"),
}
"""Mistakes that programs make in several ways. `name:way` asks for one of them, `name` for the first."""


class Rules:
    """The rules with some mistakes."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.ways: dict[str, str] = {}
        self.known: dict[tuple[str, bool, bool], list[Path]] = {}
        for mistake in filter(None, mistakes):
            name, _, way = mistake.partition(":")
            assert not way or way in VARIANTS[name], mistake
            self.ways[name] = way or VARIANTS.get(name, ("",))[0]

    def has(self, name: str, way: str | None = None) -> bool:
        return name in self.ways and way in (None, self.ways[name])

    # Moves

    def moves(self, board: Board, alice: bool, root: bool = False) -> list[Path]:
        """The moves; kept, for whether the game is over depends on them too."""
        position = "".join(map("".join, board)), alice, root
        if position not in self.known:
            self.known[position] = self.find_moves(board, alice, root)
        return self.known[position][:]

    def find_moves(self, board: Board, alice: bool, root: bool) -> list[Path]:
        board = self.in_turn(board, alice)
        own = "Ak" if alice else "BK"
        places = [(row, column) for row in range(8) for column in range(8) if board[row][column] in own]
        reached = [(place, *self.targets(board, alice, place)) for place in places]
        jumps = [path for place, _, targets in reached for path in self.jumps(board, alice, place, targets)]
        steps: list[Path] = [(place, there) for place, targets, _ in reached for there in targets]
        jumpers = {path[0] for path in jumps}
        lax = (
            not jumps
            or self.has("optional-jumps")
            or self.has("jump-mandatory-for-one-side", "bill" if alice else "alice")
            or (self.has("jump-mandatory-at-the-root") and not root)
        )
        for_the_piece = self.has("jump-mandatory-for-the-piece")
        allowed = [step for step in steps if lax or (for_the_piece and step[0] not in jumpers)]
        return sorted(jumps + allowed)

    def targets(self, board: Board, alice: bool, place: Place) -> tuple[list[Place], list[Place]]:
        """Where a piece can step to and jump to."""
        piece = board[place[0]][place[1]]
        over = ("BK" if alice else "Ak") + (("Ak" if alice else "BK") if self.has("jumps-over-own") else "")
        reach = 7 if piece in "kK" and self.has("flying-kings") else 1
        steps: list[Place] = []
        jumps: list[Place] = []
        for down, right in itertools.product((-1, 1), (-1, 1)):
            near = free(board, place, down, right, reach)
            if self.goes(piece, down, jumping=False):
                steps += near
            row, column = near[-1] if near else place
            enemy = (row + down, column + right)
            if (reach > 1 or not near) and self.goes(piece, down, jumping=True) and at(board, enemy) in over:
                jumps += free(board, enemy, down, right, reach)
        return steps, jumps

    def goes(self, piece: str, down: int, *, jumping: bool) -> bool:
        if down == (-1 if piece in "Ak" else 1):
            return True
        if piece in "kK":
            return not self.has("kings-only-forward")
        return self.has("men-move-backwards") or (jumping and self.has("men-jump-backwards"))

    def jumps(self, board: Board, alice: bool, place: Place, targets: list[Place]) -> list[Path]:
        """The whole jumps of a piece, given where the first ones lead."""
        found = []
        for there in targets:
            found += self.longer(board, alice, (place, there), new=False, over=set())
        return found

    def longer(self, board: Board, alice: bool, path: Path, *, new: bool, over: set[Place]) -> list[Path]:
        here, there = path[-2:]
        after = self.hop(board, alice, here, there)
        crowned = at(board, here) in "AB" and at(after, there) in "kK"
        over = over | {place for place in between(here, there) if at(board, place) != "O"}
        goes_on = (
            (self.has("multiple-jumps") and not crowned)
            or (self.has("crowned-keeps-jumping", "once") and crowned)
            or (self.has("crowned-keeps-jumping", "on") and (new or crowned))
            or self.has("crowned-keeps-jumping", "all")
        )
        found: list[Path] = []
        for target in self.targets(after, alice, there)[1] if goes_on else []:
            if not over & set(between(there, target)):  # else a piece that stays would be jumped for ever
                found += self.longer(after, alice, (*path, target), new=new or crowned, over=over)
        return found or [path]

    # Playing

    def play(self, board: Board, alice: bool, path: Path) -> Board:
        board = self.in_turn(board, alice)
        if self.has("crowned-late", "reply"):
            board = self.promoted(board, "AB")
        for here, there in itertools.pairwise(path):
            board = self.hop(board, alice, here, there)
        return board

    def hop(self, board: Board, alice: bool, here: Place, there: Place) -> Board:
        board = [line[:] for line in board]
        piece = at(board, here)
        board[here[0]][here[1]] = "O"
        for row, column in between(here, there):
            stays = self.has("jumps-over-own", "stay") and board[row][column] in ("Ak" if alice else "BK")
            if not stays and not self.has("captured-stays"):
                board[row][column] = "O"
        if not self.has("crowned-late") and self.crowns(piece, there):
            piece = {"A": "k", "B": "K"}[piece]
        board[there[0]][there[1]] = piece
        return board

    def crowns(self, piece: str, place: Place) -> bool:
        if piece not in "AB" or self.has("no-crowning"):
            return False
        if self.has("one-side-never-crowned", "alice" if piece == "A" else "bill"):
            return False
        if self.has("crowned-on-any-edge"):
            return place[0] in (0, 7) or place[1] in (0, 7)
        return place[0] == (0 if piece == "A" else 7)

    def in_turn(self, board: Board, alice: bool) -> Board:
        """The board with the men crowned that a late program crowns at the beginning of a turn."""
        return self.promoted(board, "A" if alice else "B") if self.has("crowned-late", "turn") else board

    def promoted(self, board: Board, men: str) -> Board:
        board = [line[:] for line in board]
        for row, column in itertools.product(range(8), range(8)):
            piece = board[row][column]
            if piece in men and self.crowns(piece, (row, column)):
                board[row][column] = {"A": "k", "B": "K"}[piece]
        return board

    def taken_back(self, now: Board, before: Board, path: Path) -> Board:
        """The one board of a program after it has taken back a move, as it does."""
        if self.has("board-not-restored", "nothing"):
            return now
        board = [line[:] for line in now]
        (row, column), (r, c) = path[0], path[-1]
        was, moved = before[row][column], now[r][c]
        board[r][c] = "O"
        board[row][column] = was
        if self.has("board-not-restored", "crown"):
            board[row][column] = {"A": "k", "B": "K"}.get(was, was) if moved in "kK" else was
            for here, there in itertools.pairwise(path):
                for place in between(here, there):
                    board[place[0]][place[1]] = at(before, place)
        return board

    # The end

    def outcome(self, board: Board, alice: bool) -> float | None:
        win = 1000 if self.has("finite-win") else INF
        if count(board, "A") + count(board, "k") == 0:
            return -win
        if count(board, "B") + count(board, "K") == 0:
            return win
        if not self.moves(board, alice):
            if self.has("blocked-is-evaluated"):
                return self.h(board)
            return -win if alice else win
        return None

    def h(self, board: Board) -> float:
        if self.has("kings-count-one"):
            found = sum(count(board, piece) for piece in "Ak") - sum(count(board, piece) for piece in "BK")
        else:
            found = heuristic(board)
        return -found if self.has("h-from-bills-side") else found


def at(board: Board, place: Place) -> str:
    """What stands on a square; a light one for those off the board."""
    row, column = place
    return board[row][column] if 0 <= row < 8 and 0 <= column < 8 else "+"


def free(board: Board, place: Place, down: int, right: int, most: int) -> list[Place]:
    """The first squares in one direction, as long as they are empty."""
    found: list[Place] = []
    row, column = place
    while len(found) < most and at(board, (row + down, column + right)) == "O":
        row, column = row + down, column + right
        found.append((row, column))
    return found


def between(here: Place, there: Place) -> list[Place]:
    """The squares of a diagonal between two."""
    down, right = (1 if there[0] > here[0] else -1), (1 if there[1] > here[1] else -1)
    return [(here[0] + down * step, here[1] + right * step) for step in range(1, abs(there[0] - here[0]))]
