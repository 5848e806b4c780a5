"""Checkers as some programs play it: each rule of the homework that they break, to be combined in any order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.bits import BOTTOM_ROW, TOP_ROW
from checkers_ab.games.checkers.board import SQUARES, Board, Move, Square
from checkers_ab.games.checkers.loose_rules import (
    BETWEEN,
    LINES,
    BrokenRule,
    Loose,
    Pieces,
    Play,
    Route,
    empty_squares,
    free_squares,
    own,
)
from checkers_ab.games.checkers.notation import row_and_column
from checkers_ab.games.checkers.rules import INF, Value

SIDE_EDGES = sum(1 << square for square in SQUARES if row_and_column(square)[1] in (0, 7))

# A jump is mandatory


def _may_step(*sides: Side) -> Callable[[Board, list[Route], list[Route], list[Route]], list[Route]]:
    return lambda board, jumps, steps, found: jumps + steps if board.side in sides else found


def _others_may_step(board: Board, jumps: list[Route], steps: list[Route], found: list[Route]) -> list[Route]:
    jumping = {jump[0] for jump in jumps}
    return found + [step for step in steps if step[0] not in jumping and step not in found]


OPTIONAL_JUMPS = BrokenRule(chosen=_may_step(*Side))
"""A side that has a jump may step."""
ALICE_MAY_STEP = BrokenRule(chosen=_may_step(Side.MAX))
"""Alice may step where she has a jump."""
BILL_MAY_STEP = BrokenRule(chosen=_may_step(Side.MIN))
"""Bill may step where he has a jump."""
MANDATORY_FOR_THE_PIECE = BrokenRule(chosen=_others_may_step)
"""Pieces without a jump may step."""

# Who goes where


def _with_men(board: Board, pieces: Pieces) -> Pieces:
    men = own(board) & ~board.kings
    return pieces[0] | men, pieces[1] | men


def _only_forward(board: Board, pieces: Pieces) -> Pieces:
    ups, downs = pieces
    return (ups, downs & ~board.kings) if board.side is Side.MAX else (ups & ~board.kings, downs)


def _flying_steps(game: Loose, board: Board, found: list[Route]) -> list[Route]:
    empty = empty_squares(board)
    lines = _lines_of_kings(board, game.sight(board))
    return found + [(here, there) for here, line in lines for there in free_squares(line, empty)[1:]]


def _flying_hops(game: Loose, board: Board, found: list[Move]) -> list[Move]:
    empty, over = empty_squares(board), game.jumpable(board)
    for here, line in _lines_of_kings(board, game.jumpers(board)):
        near = len(free_squares(line, empty))
        if near < len(line) and over >> line[near] & 1:
            behind = free_squares(line[near + 1 :], empty)
            found += [(here, there) for there in (behind if near else behind[1:])]
    return found


def _lines_of_kings(board: Board, pieces: Pieces) -> list[tuple[Square, list[Square]]]:
    """The kings of those that go up and those that go down, with the squares before them on each of their ways."""
    ups, downs = pieces[0] & board.kings, pieces[1] & board.kings
    going = [(ups, 0), (ups, 1), (downs, 2), (downs, 3)]
    return [(here, LINES[here, way]) for here in SQUARES for kings, way in going if kings >> here & 1]


def _and_own(board: Board, pieces: int) -> int:
    return pieces | own(board)


MEN_BACKWARDS = BrokenRule(sight=_with_men)
"""Men move like kings."""
MEN_JUMP_BACKWARDS = BrokenRule(jumpers=_with_men)
"""Men jump like kings."""
KINGS_ONLY_FORWARD = BrokenRule(sight=_only_forward)
"""Kings move like men."""
FLYING_KINGS = BrokenRule(steps=_flying_steps, hops=_flying_hops)
"""Kings go any distance, and land on any square behind what they jump over."""
OVER_OWN = BrokenRule(jumpable=_and_own)
"""Pieces jump over those of their own side, and take them."""
OVER_OWN_THAT_STAY = BrokenRule(jumpable=_and_own, taken=lambda board, between: between & ~own(board))
"""Pieces jump over those of their own side, which stay."""
CAPTURED_STAYS = BrokenRule(taken=lambda board, between: 0)
"""A piece that is jumped over stays on the board."""

# Jumps that go on

MULTIPLE_JUMPS = BrokenRule(goes_on=lambda crowned, new, otherwise: not crowned or otherwise)
"""A jump goes on as long as it can, but being crowned ends it."""
CROWNED_GOES_ON = BrokenRule(goes_on=lambda crowned, new, otherwise: crowned or otherwise)
"""A man that is crowned by a jump has another one."""
CROWNED_GOES_ON_AND_ON = BrokenRule(goes_on=lambda crowned, new, otherwise: new or otherwise)
"""A man that is crowned by a jump goes on as long as it can."""
EVERYTHING_GOES_ON = BrokenRule(goes_on=lambda crowned, new, otherwise: True)
"""Multiple jumps that being crowned does not end."""

# Crowning


def _crowned(board: Board, due: int) -> Board:
    """The same board with more kings."""
    return Board(board.alice, board.bill, board.kings | due, board.side)


def _crowned_by_reply(game: Loose, then: Play, board: Board, move: Route) -> Board:
    due = board.alice & game.crowning(Side.MAX) | board.bill & game.crowning(Side.MIN)
    return then(_crowned(board, due), move)


def _crowned_in_turn(game: Loose, board: Board) -> Board:
    return _crowned(board, own(board) & game.crowning(board.side))


NO_CROWNING = BrokenRule(crowning=lambda owner, squares: 0)
"""Men are never crowned."""
ALICE_IS_NOT_CROWNED = BrokenRule(crowning=lambda owner, squares: 0 if owner is Side.MAX else squares)
"""Alice's men are never crowned."""
BILL_IS_NOT_CROWNED = BrokenRule(crowning=lambda owner, squares: 0 if owner is Side.MIN else squares)
"""Bill's men are never crowned."""
CROWNED_ON_ANY_EDGE = BrokenRule(
    crowning=lambda owner, squares: squares and squares | SIDE_EDGES | TOP_ROW | BOTTOM_ROW
)
"""Men are crowned on every edge of the board."""
CROWNED_BY_THE_REPLY = BrokenRule(crowned_at_once=False, play=_crowned_by_reply)
"""Men on the far row are crowned when the next move is made."""
CROWNED_IN_TURN = BrokenRule(
    crowned_at_once=False,
    seen=_crowned_in_turn,
    play=lambda game, then, board, move: then(_crowned_in_turn(game, board), move),
)
"""Men on the far row are crowned when it is their side's turn again, and count as men until it moves."""

# The end

FINITE_WIN_WORTH = 1000


def _finite(board: Board, value: Value) -> Value:
    return value if abs(value) < INF else FINITE_WIN_WORTH if value > 0 else -FINITE_WIN_WORTH


FINITE_WIN = BrokenRule(utility=_finite)
"""A win is worth a number that is less than the window."""


def blocked_is_evaluated(evaluate: Callable[[Board, Board], Value]) -> BrokenRule:
    """The rule by which a blocked side has lost, in a program that evaluates a board given the one before it."""
    return BrokenRule(
        utility=lambda board, value: evaluate(board, board) if board.alice and board.bill else value,
    )


class SharedBoard:
    """The one board of a search, and the moves made on it that are not taken back yet."""

    def __init__(self, board: Board) -> None:
        self.now = board
        self.made: list[tuple[Board, Route]] = []
        """The board before a move, and the move."""


class Branch(Board):
    """The shared board as it is when a node of the search begins; equal only to itself."""

    __slots__ = ("ply", "shared")

    def __init__(self, board: Board, shared: SharedBoard, ply: int) -> None:
        super().__init__(board.alice, board.bill, board.kings, board.side)
        self.shared = shared
        self.ply = ply

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def sharing(board: Board) -> Branch:
    """The root of a search on one board."""
    return Branch(board, SharedBoard(board), 0)


TakeBack = Callable[[Board, Board, Route], Board]
"""Takes a move back: the board after that, given the one after the move and the one before it."""


def _not_restored(take_back: TakeBack) -> BrokenRule:
    """A rule by which moves are made on one board, in the order of the search."""

    def play(_: Loose, then: Play, board: Board, move: Route) -> Board:
        if not isinstance(board, Branch):
            return then(board, move)
        shared = board.shared
        while len(shared.made) > board.ply:
            shared.now = take_back(shared.now, *shared.made.pop())
        before = shared.now.with_side(board.side)
        shared.made.append((before, move))
        shared.now = then(before, move)
        return Branch(shared.now, shared, board.ply + 1)

    return BrokenRule(play=play)


def _without_crown(now: Board, before: Board, move: Route) -> Board:
    over = 0
    for hop in pairwise(move):
        over |= BETWEEN[hop]
    back = _put_back(now, before, move, over)
    crowned = (now.kings >> move[-1] & 1) << move[0] & (back.alice | back.bill)
    return Board(back.alice, back.bill, back.kings | crowned, back.side)


def _put_back(now: Board, before: Board, move: Route, over: int) -> Board:
    """The board with what stood on the first square of a move, and on some others, before it."""
    here, there = 1 << move[0], 1 << move[-1]
    left, back = ~(here | there | over), here | over
    return Board(
        now.alice & left | before.alice & back,
        now.bill & left | before.bill & back,
        now.kings & left | before.kings & back,
        before.side,
    )


NOT_RESTORED = _not_restored(lambda now, before, move: now)
"""Moves are not taken back."""
CAPTURED_NOT_RESTORED = _not_restored(lambda now, before, move: _put_back(now, before, move, 0))
"""A piece goes back to where it was, and what it took stays away."""
CROWN_NOT_TAKEN_BACK = _not_restored(_without_crown)
"""A piece goes back, and what it took comes back, but a new king stays a king."""
