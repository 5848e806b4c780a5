"""Analysis of checkers positions: iterative deepening on a clock that is passed in, with the best lines so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from checkers_ab.core.deepen import TimeUpError
from checkers_ab.core.game import Game, Side
from checkers_ab.engine.moves import squares_of
from checkers_ab.engine.position import has_single_jumps, position_of
from checkers_ab.engine.search import DECIDED, WON, EngineSearch
from checkers_ab.engine.transposition import EXACT
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import progress_of

Move = tuple[Any, ...]
"""The squares that a piece visits, in both sets of rules."""

DEEPEST = 99
"""The deepest search, in plies; the stack of the search has room for it after the history of a game."""
KEPT = 100
"""The most positions of the game so far that are kept, to detect repetition."""
FEWEST_ENTRIES, MOST_ENTRIES = 14, 21
"""The size of the table, as powers of two: 2 to 250 MB. It grows while a search fills it."""
WINDOW = WON + 1


@dataclass(frozen=True, kw_only=True)
class Variation:
    """A first move with the best play after it. `value` is from Alice's side, in hundredths of a man.

    `ends_in` is the number of plies to a win.
    """

    moves: tuple[Move, ...]
    value: int
    winner: Side | None = None
    ends_in: int | None = None


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """The result of a completed depth: the best lines, with the nodes and seconds of all depths so far."""

    depth: int
    lines: tuple[Variation, ...]
    nodes: int
    seconds: float

    @property
    def decided(self) -> bool:
        """True if every line is a proven win, of either side, with the fewest plies."""
        return all(line.ends_in is not None and line.ends_in <= self.depth for line in self.lines)


class Engine:
    """Analyses positions of `Checkers` or `English`. Its transposition table is kept from one call to the next."""

    def __init__(self, game: Game[Board, Move, Any], *, clock: Callable[[], float]) -> None:
        single = has_single_jumps(game)
        assert single is not None, "a game that the engine knows"
        self.game = game
        self.clock = clock
        self.end: float | None = None
        self.search = EngineSearch(single, FEWEST_ENTRIES, self._look)

    def analyze(
        self,
        boards: Sequence[Board],
        *,
        seconds: float | None = None,
        deepest: int = DEEPEST,
        lines: int = 1,
        observer: Callable[[Analysis], object] = lambda analysis: None,
    ) -> Analysis:
        """Returns the best `lines` of the last of `boards`; the others are the history of the game.

        Searches one ply, two and so on, up to `deepest` or until `seconds` have passed; one ply is always searched. It
        ends early if every line is decided. `observer` is called after each completed depth. The game must not be over.
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
        """Grows the table if it is crowded: the next depth has about twice as many positions."""
        table = self.search.table
        if len(table.entries) < min(2 * table.taken, 2**MOST_ENTRIES):
            table.grow()

    def _look(self) -> None:
        if self.end is not None and self.clock() >= self.end:
            raise TimeUpError


class _Root:
    """The root position and the history of the game, set up on the stack of the search."""

    def __init__(self, engine: Engine, boards: Sequence[Board]) -> None:
        self.engine = engine
        self.game = engine.game
        self.board = boards[-1]
        self.ply = len(boards) - 1
        frames = engine.search.stack
        quiet = 0
        for ply, board in enumerate(boards):
            quiet = quiet + 1 if ply and progress_of(board) == progress_of(boards[ply - 1]) else 0
            frames[ply].put(*position_of(board), quiet)
        self.moves: list[Move] = list(self.game.moves(self.board))

    def search(self, depth: int, lines: int) -> list[tuple[int, Move]]:
        """The best moves with their values to the side to move, the best first; the next search tries them first."""
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
                found.sort(key=lambda pair: -pair[0])  # stable: the first of equal moves stays first
                del found[lines:]
        best = [move for _, move in found]
        self.moves = best + [move for move in self.moves if move not in best]
        return found

    def _put(self, move: Move) -> None:
        """Sets up the position after a root move."""
        self._put_after(self.ply, self.board, move)

    def _put_after(self, ply: int, board: Board, move: Move) -> Board:
        """Plays a move on the board of a ply, sets up the next ply, and returns the new board."""
        child = self.game.play(board, move)
        frames = self.engine.search.stack
        quiet = frames[ply].quiet + 1 if progress_of(child) == progress_of(board) else 0
        frames[ply + 1].put(*position_of(child), quiet)
        return child

    def line(self, depth: int, move: Move, value: int) -> Variation:
        """The line of a root move, as far as it was searched and the time allows."""
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
            return Variation(moves=tuple(moves), value=for_alice)
        winner = Side.MAX if for_alice > 0 else Side.MIN
        return Variation(moves=tuple(moves), value=for_alice, winner=winner, ends_in=WON - abs(value) - self.ply)

    def _best_move(self, ply: int, depth: int) -> int:
        """The number of the best move of a ply, from the table or from a short search.

        It is 0 if the position is a draw by repetition, for which no move is searched.
        """
        search = self.engine.search
        frame = search.stack[ply]
        position = frame.ups, frame.downs, frame.foe_ups, frame.foe_downs
        frame.best = 0
        search.value(ply, depth, -WINDOW, WINDOW)
        entry = search.table.find(*position)
        known = entry.holds(*position) and entry.bound == EXACT and entry.depth >= depth
        return entry.move if known else frame.best
