"""Checkers as some programs play it: each mixin breaks one rule of the homework, and they combine in any order."""

from __future__ import annotations

from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.bits import BOTTOM_ROW, TOP_ROW
from checkers_ab.games.checkers.board import SQUARES, Board, Move, Square
from checkers_ab.games.checkers.loose_rules import LINES, Loose, Route, empty_squares, free_squares, own
from checkers_ab.games.checkers.notation import row_and_column
from checkers_ab.games.checkers.rules import INF, Value

SIDE_EDGES = sum(1 << square for square in SQUARES if row_and_column(square)[1] in (0, 7))

# A jump is mandatory


class OptionalJumps(Loose):
    """A side that has a jump may step."""

    def chosen(self, board: Board, jumps: list[Route], steps: list[Route]) -> list[Route]:
        return jumps + steps


class AliceMayStep(Loose):
    """Alice may step where she has a jump."""

    def chosen(self, board: Board, jumps: list[Route], steps: list[Route]) -> list[Route]:
        return jumps + steps if board.side is Side.MAX else super().chosen(board, jumps, steps)


class BillMayStep(Loose):
    """Bill may step where he has a jump."""

    def chosen(self, board: Board, jumps: list[Route], steps: list[Route]) -> list[Route]:
        return jumps + steps if board.side is Side.MIN else super().chosen(board, jumps, steps)


class MandatoryForThePiece(Loose):
    """Pieces without a jump may step."""

    def chosen(self, board: Board, jumps: list[Route], steps: list[Route]) -> list[Route]:
        found = super().chosen(board, jumps, steps)
        jumping = {jump[0] for jump in jumps}
        return found + [step for step in steps if step[0] not in jumping and step not in found]


# Who goes where


class MenBackwards(Loose):
    """Men move like kings."""

    def sight(self, board: Board) -> tuple[int, int]:
        return _with_men(board, super().sight(board))


class MenJumpBackwards(Loose):
    """Men jump like kings."""

    def jumpers(self, board: Board) -> tuple[int, int]:
        return _with_men(board, super().jumpers(board))


def _with_men(board: Board, pieces: tuple[int, int]) -> tuple[int, int]:
    men = own(board) & ~board.kings
    return pieces[0] | men, pieces[1] | men


class KingsOnlyForward(Loose):
    """Kings move like men."""

    def sight(self, board: Board) -> tuple[int, int]:
        ups, downs = super().sight(board)
        return (ups, downs & ~board.kings) if board.side is Side.MAX else (ups & ~board.kings, downs)


class FlyingKings(Loose):
    """Kings go any distance, and land on any square behind what they jump over."""

    def steps(self, board: Board) -> list[Route]:
        empty = empty_squares(board)
        lines = _lines_of_kings(board, self.sight(board))
        return super().steps(board) + [(here, there) for here, line in lines for there in free_squares(line, empty)[1:]]

    def hops(self, board: Board) -> list[Move]:
        empty, over = empty_squares(board), self.jumpable(board)
        found = super().hops(board)
        for here, line in _lines_of_kings(board, self.jumpers(board)):
            near = len(free_squares(line, empty))
            if near < len(line) and over >> line[near] & 1:
                behind = free_squares(line[near + 1 :], empty)
                found += [(here, there) for there in (behind if near else behind[1:])]
        return found


def _lines_of_kings(board: Board, pieces: tuple[int, int]) -> list[tuple[Square, list[Square]]]:
    """The kings of those that go up and those that go down, with the squares before them on each of their ways."""
    ups, downs = pieces[0] & board.kings, pieces[1] & board.kings
    going = [(ups, 0), (ups, 1), (downs, 2), (downs, 3)]
    return [(here, LINES[here, way]) for here in SQUARES for kings, way in going if kings >> here & 1]


class OverOwn(Loose):
    """Pieces jump over those of their own side, and take them."""

    def jumpable(self, board: Board) -> int:
        return super().jumpable(board) | own(board)


class OverOwnThatStay(OverOwn):
    """Pieces jump over those of their own side, which stay."""

    def taken(self, board: Board, between: int) -> int:
        return super().taken(board, between) & ~own(board)


class CapturedStays(Loose):
    """A piece that is jumped over stays on the board."""

    def taken(self, board: Board, between: int) -> int:
        return 0


# Jumps that go on


class MultipleJumps(Loose):
    """A jump goes on as long as it can, but being crowned ends it."""

    def goes_on(self, crowned: bool, new: bool) -> bool:
        return not crowned or super().goes_on(crowned, new)


class CrownedGoesOn(Loose):
    """A man that is crowned by a jump has another one."""

    def goes_on(self, crowned: bool, new: bool) -> bool:
        return crowned or super().goes_on(crowned, new)


class CrownedGoesOnAndOn(Loose):
    """A man that is crowned by a jump goes on as long as it can."""

    def goes_on(self, crowned: bool, new: bool) -> bool:
        return new or super().goes_on(crowned, new)


class EverythingGoesOn(Loose):
    """Multiple jumps that being crowned does not end."""

    def goes_on(self, crowned: bool, new: bool) -> bool:
        return True


# Crowning


class NoCrowning(Loose):
    """Men are never crowned."""

    def crowning(self, owner: Side) -> int:
        return 0


class AliceIsNotCrowned(Loose):
    """Alice's men are never crowned."""

    def crowning(self, owner: Side) -> int:
        return 0 if owner is Side.MAX else super().crowning(owner)


class BillIsNotCrowned(Loose):
    """Bill's men are never crowned."""

    def crowning(self, owner: Side) -> int:
        return 0 if owner is Side.MIN else super().crowning(owner)


class CrownedOnAnyEdge(Loose):
    """Men are crowned on every edge of the board."""

    def crowning(self, owner: Side) -> int:
        squares = super().crowning(owner)
        return squares and squares | SIDE_EDGES | TOP_ROW | BOTTOM_ROW


class CrownedByTheReply(Loose):
    """Men on the far row are crowned when the next move is made."""

    crowned_at_once = False

    def play(self, board: Board, move: Route) -> Board:
        due = board.alice & self.crowning(Side.MAX) | board.bill & self.crowning(Side.MIN)
        return super().play(_crowned(board, due), move)


class CrownedInTurn(Loose):
    """Men on the far row are crowned when it is their side's turn again, and count as men until it moves."""

    crowned_at_once = False

    def moves(self, board: Board) -> list[Route]:
        return super().moves(_crowned(board, own(board) & self.crowning(board.side)))

    def play(self, board: Board, move: Route) -> Board:
        return super().play(_crowned(board, own(board) & self.crowning(board.side)), move)


def _crowned(board: Board, due: int) -> Board:
    """The same board with more kings."""
    return Board(board.alice, board.bill, board.kings | due, board.side)


# The end


class BlockedIsEvaluated(Loose):
    """The pieces are counted where the side to move is blocked."""

    evaluate: Any
    """The evaluation of the program, of a board and the one before it."""

    def utility(self, board: Board) -> Value | None:
        over = super().utility(board)
        if over is None or not (board.alice and board.bill):
            return over
        value: Value = self.evaluate(board, board)
        return value


class FiniteWin(Loose):
    """A win is worth a number that is less than the window."""

    worth = 1000

    def utility(self, board: Board) -> Value | None:
        over = super().utility(board)
        return over if over is None or abs(over) < INF else self.worth if over > 0 else -self.worth
