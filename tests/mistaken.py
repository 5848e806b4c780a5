"""Solvers with one mistake or several, written apart from the package: what students hand in."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

from tests.naive import INF, Board, count, heuristic, move_text

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


class Window:
    """The window of a node, with the slips that searches have."""

    def __init__(self, rules: Rules, maximizing: bool, ply: int, alpha: float, beta: float) -> None:
        if rules.has("fresh-windows"):
            alpha, beta = -INF, INF
        self.has = rules.has
        self.maximizing = maximizing
        self.ply = ply
        self.alpha, self.beta = alpha, beta
        self.entry = self.before = (alpha, beta)
        self.best = -INF if maximizing else INF
        self.seen = False
        self.cut = False

    def below(self) -> tuple[float, float]:
        """The window that a child begins with."""
        alpha, beta = self.alpha, self.beta
        if self.has("no-deep-cuts"):
            alpha = self.best if self.seen and self.maximizing else -INF
            beta = self.best if self.seen and not self.maximizing else INF
        if self.has("alpha-not-handed-down"):
            alpha = -INF
        if self.has("beta-not-handed-down"):
            beta = INF
        return (-beta, -alpha) if self.has("negamax-sign") else (alpha, beta)

    def closed(self, alpha: float, beta: float) -> bool:
        if self.has("no-pruning"):
            return False
        return alpha > beta if self.has("strict-cut") else alpha >= beta

    def take(self, value: float) -> bool:
        """Takes in the value of a child; True if its move is the best one now."""
        better = not self.seen or (value > self.best if self.maximizing else value < self.best)
        better = better or (value == self.best and self.ply == 1 and self.has("last-of-equals"))
        self.best = max(self.best, value) if self.maximizing else min(self.best, value)
        self.seen = True
        self.before = (self.alpha, self.beta)
        if self.has("alpha-lowered"):
            self.cut = self.closed(self.best, self.beta) if self.maximizing else self.closed(self.alpha, self.best)
            self.alpha = max(self.alpha, self.best) if self.maximizing else min(self.alpha, self.best)
            return better
        if self.maximizing:
            self.alpha = max(self.alpha, self.best)
        elif self.has("alpha-lowered-first"):
            self.alpha = min(self.alpha, self.best)
        else:
            self.beta = min(self.beta, self.best)
        self.cut = self.closed(*(self.before if self.has("stale-window") else (self.alpha, self.beta)))
        if self.has("root-window-fresh") and self.ply == 1:
            self.alpha, self.beta, self.cut = -INF, INF, False
        return better

    def shown(self) -> tuple[float, float]:
        """The window as it is printed where moves are cut."""
        alpha, beta = self.alpha, self.beta
        if self.has("window-before-update") or self.has("stale-window") or self.has("alpha-lowered"):
            alpha, beta = self.before
        if self.has("window-at-entry"):
            alpha, beta = self.entry
        if self.has("alpha-twice"):
            beta = alpha
        return (beta, alpha) if self.has("alpha-beta-swapped") else (alpha, beta)


class Mistaken:
    """A solver; `mistakes` name what it gets wrong (see `VARIANTS` for those with several ways).

    A right one may try moves in a random order (`shuffle`), be fail-hard (`hard`), and search the root on after a win.
    """

    def __init__(
        self,
        *mistakes: str,
        depth: int = 4,
        hard: bool = False,
        root_goes_on: bool = False,
        shuffle: random.Random | None = None,
    ):
        self.rules = Rules(mistakes)
        self.has = self.rules.has
        self.depth = depth - self.has("one-ply-less") + self.has("one-ply-more")
        self.hard = hard
        self.root_goes_on = root_goes_on
        self.shuffle = shuffle
        self.alice_begins = not self.has("bill-first")
        self.lines: list[tuple[str, ...]] = []
        self.first_moves: list[Path] = []

    # Rules

    def moves(self, board: Board, alice: bool, root: bool = False) -> list[Path]:
        found = self.rules.moves(board, alice, root)
        if self.shuffle:
            self.shuffle.shuffle(found)
        return found

    def play(self, board: Board, path: Path, alice: bool = True) -> Board:
        return self.rules.play(board, alice, path)

    def outcome(self, board: Board, alice: bool) -> float | None:
        return self.rules.outcome(board, alice)

    def h(self, parent: Board, board: Board) -> float:
        return self.rules.h(parent if self.has("h-of-the-parent") else board)

    # Search

    def search(self, board: Board, alice: bool, ply: int, alpha: float, beta: float) -> tuple[float, Path]:
        both_maximize = self.has("both-sides-maximize") or self.has("negamax-sign")
        window = Window(self.rules, alice or both_maximize, ply, alpha, beta)
        moves = self.moves(board, alice, ply == 1)
        if ply == 1:
            self.first_moves = moves
        best_move = moves[0]
        for index, move in enumerate(moves):
            if window.take(self.child(board, alice, ply, move, window)) or self.answers_last(ply):
                best_move = move
            if window.cut and not (self.root_goes_on and ply == 1):
                self.prune(moves, index, self.label(ply, alice), window)
                break
        best = window.best
        if self.hard and ply > 1:
            best = min(max(best, window.entry[0]), window.entry[1])
        return best, best_move

    def child(self, board: Board, alice: bool, ply: int, move: Path, window: Window) -> float:
        """Writes the line of a move, and what lies below it; its value."""
        before, child = board, self.play(board, move, alice)
        if self.has("board-not-restored"):  # there is but one board
            before, board[:] = board[:], child
            child = board
        value = self.outcome(child, not alice)
        over = value is not None and ply < self.depth
        if ply == self.depth and (value is None or self.has("end-not-at-last-ply")):
            value = self.h(before, child)
        if value is None:
            self.lines.append(("move", self.label(ply, alice), self.text(move)))
            value, _ = self.search(child, not alice, ply + 1, *window.below())
        else:
            self.leaf("over" if over else "leaf", self.label(ply, alice), move, value, window)
        if self.has("board-not-restored"):
            board[:] = self.rules.taken_back(board, before, move)
        return value

    def answers_last(self, ply: int) -> bool:
        return ply == 1 and self.has("answers-last-searched")

    def best_by_first_h(self, board: Board, alice: bool) -> Path:
        """The earliest of the first moves with the best h right after them."""

        def worth(move: Path) -> float:
            child = self.play(board, move, alice)
            over = self.outcome(child, not alice)
            return self.h(board, child) if over is None else over

        return (max if alice else min)(self.first_moves, key=worth)

    # Text

    def leaf(self, kind: str, label: str, move: Path, value: float, window: Window) -> None:
        if self.has("no-h"):
            self.lines.append(("move", label, self.text(move)))
            return
        if self.has("h-is-the-bound"):
            value = max(window.alpha, value) if window.maximizing else min(window.beta, value)
        self.lines.append((kind, label, self.text(move), str(value)))

    def prune(self, moves: list[Path], index: int, label: str, window: Window) -> None:
        rest = moves[index + 1 :]
        if self.has("pruning-not-printed"):
            return
        if self.has("last-pruned-omitted"):
            rest = rest[:-1]
        if self.has("cutter-listed") and (rest or self.has("cutter-listed", "always")):
            rest = [moves[index], *rest]
        if self.has("searched-listed") and (rest or self.has("searched-listed", "always")):
            rest = [*moves[: index + 1], *(move for move in rest if move != moves[index])]
        if rest:
            self.lines.append(("cut", label, *map(self.text, rest), *map(str, window.shown())))

    def label(self, ply: int, alice: bool) -> str:
        if self.has("same-letter"):
            alice = self.alice_begins
        letter = "A" if alice is not self.has("letters-exchanged") else "B"
        return "|-" * (ply - 1) + letter + str(ply - self.has("plies-from-zero"))

    def text(self, path: Path) -> str:
        return move_text((*self.written(*path[0]), *self.written(*path[-1])))

    def written(self, row: int, column: int) -> tuple[int, int]:
        if self.has("rows-from-the-bottom"):
            row = 7 - row
        if self.has("counts-from-one"):
            row, column = row + 1, column + 1
        return (column, row) if self.has("column-first") else (row, column)

    def solve(self, board: Board) -> list[tuple[str, ...]]:
        """The lines of the trace as parts: kind, label, texts."""
        alice = self.alice_begins
        answer = "none"
        if self.outcome(board, alice) is None:
            _, move = self.search([line[:] for line in board], alice, 1, -INF, INF)
            answer = self.text(self.best_by_first_h(board, alice) if self.has("answers-by-first-h") else move)
        return self.lines if self.has("no-first-move-line") else [*self.lines, ("first", answer)]

    def trace(self, board: Board) -> str:
        return "".join(plain_line(parts) + "\n" for parts in self.solve(board))


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
