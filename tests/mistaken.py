"""Solvers with one mistake each, written apart from the package: what students hand in."""

from __future__ import annotations

import itertools
import random

from tests import naive
from tests.naive import INF, Board, count, move_text

Path = tuple[tuple[int, int], ...]


def step_moves(board: Board, alice: bool, *, backwards: bool) -> tuple[list[Path], list[Path]]:
    """Steps and single jumps; men too go backwards if asked for."""
    own, enemy = ("Ak", "BK") if alice else ("BK", "Ak")
    steps: list[Path] = []
    jumps: list[Path] = []
    for row in range(8):
        for column in range(8):
            piece = board[row][column]
            if piece not in own:
                continue
            for down, right in naive.directions({"A": "k", "B": "K"}.get(piece, piece) if backwards else piece):
                r, c = row + down, column + right
                if not (0 <= r < 8 and 0 <= c < 8):
                    continue
                if board[r][c] == "O":
                    steps.append(((row, column), (r, c)))
                elif board[r][c] in enemy:
                    r, c = r + down, c + right
                    if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == "O":
                        jumps.append(((row, column), (r, c)))
    return sorted(steps), sorted(jumps)


class Mistaken:
    """A solver; `mistake` names what it gets wrong, "" for nothing.

    A right one may try moves in a random order (`shuffle`), be fail-hard (`hard`), and search the root on after a win.
    """

    def __init__(
        self,
        mistake: str = "",
        *,
        depth: int = 4,
        hard: bool = False,
        root_goes_on: bool = False,
        shuffle: random.Random | None = None,
    ):
        self.mistake = mistake
        self.depth = depth + {"one-ply-less": -1, "one-ply-more": 1}.get(mistake, 0)
        self.hard = hard
        self.root_goes_on = root_goes_on
        self.shuffle = shuffle
        self.lines: list[tuple[str, ...]] = []

    # Rules

    def moves(self, board: Board, alice: bool) -> list[Path]:
        mistake = self.mistake
        steps, jumps = step_moves(board, alice, backwards=mistake == "men-move-backwards")
        if mistake == "men-jump-backwards":
            jumps = step_moves(board, alice, backwards=True)[1]
        if mistake == "optional-jumps":
            return jumps + steps
        if mistake in ("multiple-jumps", "crowned-keeps-jumping"):
            jumps = [longer for jump in jumps for longer in self.longer(board, alice, jump)]
        found = jumps or steps
        if self.shuffle:
            self.shuffle.shuffle(found)
        return found

    def longer(self, board: Board, alice: bool, path: Path) -> list[Path]:
        before = board[path[-2][0]][path[-2][1]]
        after = self.play(board, path[-2:])
        crowned = before in "AB" and after[path[-1][0]][path[-1][1]] in "kK"
        if crowned == (self.mistake == "multiple-jumps"):
            return [path]
        nexts = [jump for jump in step_moves(after, alice, backwards=False)[1] if jump[0] == path[-1]]
        return [more for jump in nexts for more in self.longer(after, alice, (*path, jump[1]))] or [path]

    def play(self, board: Board, path: Path) -> Board:
        for (row, column), (r, c) in itertools.pairwise(path):
            piece = board[row][column]
            board = naive.play(board, (row, column, r, c))
            if self.mistake == "no-crowning":
                board[r][c] = piece
        return board

    def outcome(self, board: Board, alice: bool) -> float | None:
        if count(board, "A") + count(board, "k") == 0:
            return -INF
        if count(board, "B") + count(board, "K") == 0:
            return INF
        if not self.moves(board, alice):
            if self.mistake == "blocked-is-evaluated":
                return naive.heuristic(board)
            return -INF if alice else INF
        return None

    def h(self, parent: Board, board: Board) -> float:
        if self.mistake == "kings-count-one":
            return sum(count(board, piece) for piece in "Ak") - sum(count(board, piece) for piece in "BK")
        if self.mistake == "h-of-the-parent":
            return naive.heuristic(parent)
        return -naive.heuristic(board) if self.mistake == "h-from-bills-side" else naive.heuristic(board)

    # Search

    def closed(self, alpha: float, beta: float) -> bool:
        if self.mistake == "no-pruning":
            return False
        return alpha > beta if self.mistake == "strict-cut" else alpha >= beta

    def search(self, board: Board, alice: bool, ply: int, alpha: float, beta: float) -> tuple[float, Path]:
        mistake = self.mistake
        if mistake == "fresh-windows":
            alpha, beta = -INF, INF
        floor, roof = alpha, beta
        moves = self.moves(board, alice)
        best = -INF if alice else INF
        best_move = moves[0]
        for index, move in enumerate(moves):
            child = self.play(board, move)
            value = self.outcome(child, not alice)
            over = value is not None
            if value is None and ply == self.depth:
                value = self.h(board, child)
            if value is not None:
                self.lines.append(
                    (
                        "over" if over and ply < self.depth else "leaf",
                        self.label(ply, alice),
                        self.text(move),
                        number(value),
                    )
                )
            else:
                self.lines.append(("move", self.label(ply, alice), self.text(move)))
                value, _ = self.search(child, not alice, ply + 1, alpha, beta)
            better = value > best if alice else value < best
            if better or (mistake == "last-of-equals" and ply == 1 and value == best):
                best, best_move = value, move
            before = (alpha, beta)
            if mistake == "alpha-lowered":
                cut = best >= beta if alice else best <= alpha
                alpha = max(alpha, best) if alice else min(alpha, best)
                shown = before
            else:
                alpha, beta = (max(alpha, best), beta) if alice else (alpha, min(beta, best))
                cut = self.closed(alpha, beta)
                shown = before if mistake == "window-before-update" else (alpha, beta)
            if cut and not (self.root_goes_on and ply == 1):
                rest = [self.text(other) for other in moves[index + 1 :]]
                if rest:
                    self.lines.append(("cut", self.label(ply, alice), *rest, number(shown[0]), number(shown[1])))
                break
        if self.hard and ply > 1:
            best = min(max(best, floor), roof)
        return best, best_move

    # Text

    def label(self, ply: int, alice: bool) -> str:
        return "|-" * (ply - 1) + ("A" if alice else "B") + str(ply)

    def text(self, path: Path) -> str:
        (row, column), (r, c) = path[0], path[-1]
        if self.mistake == "counts-from-one":
            row, column, r, c = row + 1, column + 1, r + 1, c + 1
        if self.mistake == "column-first":
            row, column, r, c = column, row, c, r
        return move_text((row, column, r, c))

    def solve(self, board: Board) -> list[tuple[str, ...]]:
        """The lines of the trace as parts: kind, label, texts."""
        alice = self.mistake != "bill-first"
        if self.outcome(board, alice) is not None:
            return [("first", "none")]
        _, move = self.search(board, alice, 1, -INF, INF)
        return [*self.lines, ("first", self.text(move))]

    def trace(self, board: Board) -> str:
        return "".join(plain_line(parts) + "\n" for parts in self.solve(board))


def number(value: float) -> str:
    return str(value)


def plain_line(parts: tuple[str, ...]) -> str:
    match parts:
        case ("first", move):
            return f"first move: {move}."
        case ("move", label, move):
            return f"{label}: {move}."
        case ("leaf" | "over", label, move, value):
            return f"{label}: {move}; h={value}."
        case ("cut", label, *moves, alpha, beta):
            return f"{label}: pruning {', '.join(moves)}; alpha={alpha}, beta={beta}."
    raise AssertionError(parts)


def in_some_layout(lines: list[tuple[str, ...]], chance: random.Random) -> str:
    """A trace in one of the layouts that must be accepted, chosen at random."""
    spell_infinity = chance.choice(["inf", "+inf", "infinity", "+INFINITY", "\u221e", "Inf", "99", "1000000"])
    end = chance.choice([".", "", " ."])
    line_end = chance.choice(["\n", "\r\n"])
    over_style = chance.choice(["on the line", "none", "deeper"])
    split = chance.random() < 0.3
    pruning = chance.choice(["pruning", "Pruning", "PRUNING"])

    def blank() -> str:
        return chance.choice(["", " ", "  "]) if loose else " "

    def gap() -> str:
        return chance.choice(["", " "]) if loose else ""

    loose = chance.random() < 0.7

    def value(text: str) -> str:
        if "inf" in text:
            return text.replace("inf", spell_infinity) if text[0] != "-" else "-" + spell_infinity.lstrip("+")
        return text

    def move(text: str) -> str:
        if not loose:
            return text
        start, target = text.split("=>")
        return f"{square(start)}{gap()}=>{gap()}{square(target)}"

    def square(text: str) -> str:
        row, column = text.strip("()").split(",")
        return f"({gap()}{row}{gap()},{gap()}{column}{gap()})"

    written = []
    if chance.random() < 0.3:
        written.append("case 1")
    for parts in lines:
        match parts:
            case ("first", answer):
                text = answer if answer == "none" else move(answer)
                written += [""] * chance.randint(0, 1) + [
                    f"{chance.choice(['first move', 'First Move'])}{gap()}:{blank()}{text}{end}"
                ]
            case ("move", label, step):
                written.append(f"{label}{gap()}:{blank()}{move(step)}{end}")
            case ("over", label, step, h) if over_style != "on the line":
                written.append(f"{label}{gap()}:{blank()}{move(step)}{end}")
                if over_style == "deeper":
                    deeper = f"|-{label[:-2]}{'B' if label[-2] == 'A' else 'A'}{int(label[-1]) + 1}"
                    written.append(f"{deeper}:{blank()}h={value(h)}{end}")
            case ("leaf" | "over", label, step, h):
                written.append(f"{label}{gap()}:{blank()}{move(step)}{gap()};{blank()}h{gap()}={gap()}{value(h)}{end}")
            case ("cut", label, *moves, alpha, beta):
                groups = [[one] for one in moves] if split else [moves]
                for group in groups:
                    joined = f"{gap()},{blank()}".join(map(move, group))
                    window = f"alpha{gap()}={gap()}{value(alpha)}{gap()},{blank()}beta={value(beta)}"
                    written.append(f"{label}{gap()}:{blank()}{pruning} {joined}{gap()};{blank()}{window}{end}")
        if chance.random() < 0.02:
            written.append("")
    return line_end.join(written) + line_end * chance.randint(0, 1)
