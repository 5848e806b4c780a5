"""Analysing positions of checkers: deeper and deeper under a clock that is handed in, with the best lines so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from checkers_ab.core.deepen import TimeUpError
from checkers_ab.core.game import Game, Side
from checkers_ab.engine.moves import squares_of
from checkers_ab.engine.position import is_single, position_of
from checkers_ab.engine.search import DECIDED, WON, Search
from checkers_ab.engine.table import EXACT
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import progress_of

Move = tuple[Any, ...]
"""The squares that a piece visits, as both sets of rules have it."""

DEEPEST = 99
"""Plies; deeper than anybody will get, and than the search has room for a game before it."""
KEPT = 100
"""Positions of the game so far that are kept, to know what repeats."""
FEWEST_ENTRIES, MOST_ENTRIES = 14, 21
"""Of the table, as powers of two: 2 and 250 MB. It grows as long as a search fills it."""
WINDOW = WON + 1


@dataclass(frozen=True, kw_only=True)
class Line:
    """A first move with the best play after it. `value` is to Alice, a man 100; `ends_in` counts the plies to a win."""

    moves: tuple[Move, ...]
    value: int
    winner: Side | None = None
    ends_in: int | None = None


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """What is known of a position after a depth that was searched to its end: the best lines, and what it took."""

    depth: int
    lines: tuple[Line, ...]
    nodes: int
    seconds: float

    @property
    def decided(self) -> bool:
        """Whether every line is known to its end, and as short as it can be."""
        return all(line.ends_in is not None and line.ends_in <= self.depth for line in self.lines)


class Engine:
    """An analyst of one game of checkers, `Checkers` or `English`, who remembers what was seen from one to the next."""

    def __init__(self, game: Game[Board, Move, Any], *, clock: Callable[[], float]) -> None:
        single = is_single(game)
        assert single is not None, "a game that the engine knows"
        self.game = game
        self.clock = clock
        self.end: float | None = None
        self.search = Search(single, FEWEST_ENTRIES, self._look)

    def analyze(
        self,
        boards: Sequence[Board],
        *,
        seconds: float | None = None,
        deepest: int = DEEPEST,
        lines: int = 1,
        observer: Callable[[Analysis], object] = lambda analysis: None,
    ) -> Analysis:
        """The best `lines` of the last of some boards, to which a game has led through the others.

        It searches one ply, two and so on, to the `deepest` or until the `seconds` have passed; the first is always
        done. It ends early when all is decided. `observer` hears of each depth that is done. The game must not be
        over.
        """
        start = self.clock()
        self.search.nodes = self.search.table.taken = 0
        self.end = None
        root = _Root(self, boards[-KEPT:])
        done: Analysis | None = None
        for depth in range(1, deepest + 1):
            try:
                found = root.search(depth, lines)
            except TimeUpError:
                break
            best = tuple(root.line(depth, move, value) for value, move in found)
            done = Analysis(depth=depth, lines=best, nodes=self.search.nodes, seconds=self.clock() - start)
            observer(done)
            if done.decided or (seconds is not None and done.seconds >= seconds):
                break
            self.end = None if seconds is None else start + seconds
            self._make_room()
        assert done is not None, "one ply is always searched"
        return done

    def _make_room(self) -> None:
        """Lets the table grow if it is crowded: the next depth has about twice the positions of this one."""
        table = self.search.table
        if len(table.entries) < min(2 * table.taken, 2**MOST_ENTRIES):
            table.grow()

    def _look(self) -> None:
        if self.end is not None and self.clock() >= self.end:
            raise TimeUpError


class _Root:
    """A position with the game that has led to it, set up for the search."""

    def __init__(self, engine: Engine, boards: Sequence[Board]) -> None:
        self.engine = engine
        self.game = engine.game
        self.board = boards[-1]
        self.ply = len(boards) - 1
        frames = engine.search.frames
        quiet = 0
        for ply, board in enumerate(boards):
            quiet = quiet + 1 if ply and progress_of(board) == progress_of(boards[ply - 1]) else 0
            frames[ply].put(*position_of(board), quiet)
        self.moves: list[Move] = list(self.game.moves(self.board))

    def search(self, depth: int, lines: int) -> list[tuple[int, Move]]:
        """The best moves with their values to the side to move, the best first; the next search begins with them."""
        search = self.engine.search
        found: list[tuple[int, Move]] = []
        for move in self.moves:
            worst = found[lines - 1][0] if len(found) >= lines else -WINDOW
            self._put(move)
            if len(found) < lines:
                value = -search.value(self.ply + 1, depth - 1, -WINDOW, WINDOW)
            else:
                value = -search.value(self.ply + 1, depth - 1, -worst - 1, -worst)
                if value > worst:
                    value = -search.value(self.ply + 1, depth - 1, -WINDOW, -worst)
            if value > worst:
                found.append((value, move))
                found.sort(key=lambda pair: -pair[0])  # stable: the earlier of equal moves stands first
                del found[lines:]
        best = [move for _, move in found]
        self.moves = best + [move for move in self.moves if move not in best]
        return found

    def _put(self, move: Move) -> None:
        """Sets up the position after a first move."""
        self._put_after(self.ply, self.board, move)

    def _put_after(self, ply: int, board: Board, move: Move) -> Board:
        """The board after a move on that of a ply, which is set up as the next."""
        child = self.game.play(board, move)
        frames = self.engine.search.frames
        quiet = frames[ply].quiet + 1 if progress_of(child) == progress_of(board) else 0
        frames[ply + 1].put(*position_of(child), quiet)
        return child

    def line(self, depth: int, move: Move, value: int) -> Line:
        """The line of a first move, as far as it was searched and there is time to follow it."""
        board, ply = self.board, self.ply
        moves: list[Move] = []
        try:
            while True:
                board, ply = self._put_after(ply, board, move), ply + 1
                moves.append(move)
                if len(moves) == depth or self.game.utility(board) is not None:
                    break
                best = self._best_move(ply, depth - len(moves))
                if not best:
                    break
                move = squares_of(best)
        except TimeUpError:
            pass
        for_alice = value if self.board.side is Side.MAX else -value
        if -DECIDED <= value <= DECIDED:
            return Line(moves=tuple(moves), value=for_alice)
        winner = Side.MAX if for_alice > 0 else Side.MIN
        return Line(moves=tuple(moves), value=for_alice, winner=winner, ends_in=WON - abs(value) - self.ply)

    def _best_move(self, ply: int, depth: int) -> int:
        """The number of the best move of a ply: the table knows it, or a search that the table makes short.

        It is 0 where none was looked for, because the position is a draw: it has come up before.
        """
        search = self.engine.search
        frame = search.frames[ply]
        position = frame.ups, frame.downs, frame.foe_ups, frame.foe_downs
        frame.best = 0
        search.value(ply, depth, -WINDOW, WINDOW)
        entry = search.table.find(*position)
        known = entry.holds(*position) and entry.bound == EXACT and entry.depth >= depth
        return entry.move if known else frame.best
