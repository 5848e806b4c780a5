"""New boards for the homework: reached by legal play, and with the features that are wished for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO

from checkers_ab.core.errors import nearest
from checkers_ab.core.game import Side
from checkers_ab.core.observe import Observer
from checkers_ab.games.checkers.board import Board, Move
from checkers_ab.games.checkers.rules import Checkers, Value
from checkers_ab.trace.meaning import Meaning
from checkers_ab.trace.mistakes import BY_NAME, explains
from checkers_ab.trace.reader import Event, read_trace
from checkers_ab.trace.solve import DEPTH, format_trace, solve
from checkers_ab.trace.truth import reaches

LONGEST_GAME = 120
"""Plies of random play; after so many most games are over."""

_RULES = Checkers()
_MEANING = Meaning()


class Candidate(Observer[Move, Value]):
    """A board and what its search comes across; each thing is looked up when it is first asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cuts = 0
        self.root_cut = self.crowns = self.early_end = self.blocked = False
        self._line = [board]

    @cached_property
    def searched(self) -> Candidate:
        """This candidate, after its search."""
        self.value = solve(self.board, observer=self).value
        return self

    @cached_property
    def events(self) -> list[Event]:
        return list(read_trace(StringIO(format_trace(self.board))))

    @cached_property
    def unique_best(self) -> bool:
        """Whether just one first move is optimal."""
        value = self.searched.value
        children = (_RULES.play(self.board, move) for move in _RULES.moves(self.board))
        return sum(reaches(_MEANING, self.board, child, 1, value) for child in children) == 1

    def visit(self, ply: int, side: Side, move: Move) -> None:
        self._follow(ply, move)

    def leaf(self, ply: int, side: Side, move: Move, value: Value) -> None:
        child = self._follow(ply, move)
        over = _RULES.utility(child) is not None
        self.early_end |= over and ply < DEPTH
        self.blocked |= over and bool(child.alice and child.bill)

    def prune(self, ply: int, side: Side, moves: Sequence[Move], alpha: Value, beta: Value) -> None:
        self.cuts += 1
        self.root_cut |= ply == 1

    def _follow(self, ply: int, move: Move) -> Board:
        parent = self._line[ply - 1]
        child = _RULES.play(parent, move)
        self.crowns |= bool(child.kings >> move[1] & 1 and not parent.kings >> move[0] & 1)
        self._line[ply:] = [child]
        return child


Wish = Callable[[Candidate], bool]

FEATURES: dict[str, Wish] = {
    "jump": lambda candidate: bool(_RULES.jumps(candidate.board)),
    "choice": lambda candidate: len(_RULES.jumps(candidate.board)) > 1,
    "crown": lambda candidate: candidate.searched.crowns,
    "early-end": lambda candidate: candidate.searched.early_end,
    "blocked": lambda candidate: candidate.searched.blocked,
    "root-cut": lambda candidate: candidate.searched.root_cut,
    "unique-best": lambda candidate: candidate.unique_best,
    "kings": lambda candidate: bool(candidate.board.kings),
}


def parse_wish(text: str) -> Wish:
    """A feature by its name, `cuts:N`, or `separates:MISCONCEPTION`; ValueError names what is near."""
    name, _, detail = text.partition(":")
    if text in FEATURES:
        return FEATURES[text]
    if name == "cuts" and detail.isascii() and detail.isdigit():
        return lambda candidate: candidate.searched.cuts >= int(detail[:9])
    if name == "separates" and detail in BY_NAME:
        return lambda candidate: separates(candidate, detail)
    known = [*FEATURES, "cuts:N", *(f"separates:{mistake}" for mistake in BY_NAME)]
    raise ValueError(f"unknown feature {text!r}; {nearest(text, known, cutoff=0.5)}")


def separates(candidate: Candidate, misconception: str) -> bool:
    """Whether the trace of a board changes under a misconception."""
    variants = BY_NAME[misconception].variants(_MEANING)
    return not any(explains(meaning, candidate.board, candidate.events) for meaning in variants)


@dataclass
class Search:
    """The state of a search for boards: how many were looked at, and how many met each wish."""

    wishes: dict[str, Wish]
    looked_at: int = 0

    def __post_init__(self) -> None:
        self.met = dict.fromkeys(self.wishes, 0)

    def boards(self, seed: int) -> Iterator[Board | None]:
        """Boards that meet every wish, no two the same or mirrored; None for each one looked at in vain. Endless."""
        chance = random.Random(seed)
        seen = set()
        while True:
            board = random_board(chance)
            self.looked_at += 1
            if board is None or board in seen or not self.meets_all(Candidate(board)):
                yield None
                continue
            seen |= {board, mirrored(board)}
            yield board

    def meets_all(self, candidate: Candidate) -> bool:
        for name, wish in self.wishes.items():
            if not wish(candidate):
                return False
            self.met[name] += 1
        return True


def random_board(chance: random.Random) -> Board | None:
    """A position with Alice to move from a game of random moves; None if that game was over before."""
    board = _RULES.start()
    for _ in range(2 * chance.randrange(1, LONGEST_GAME // 2)):
        if _RULES.utility(board) is not None:
            return None
        board = _RULES.play(board, chance.choice(_RULES.moves(board)))
    return board if _RULES.utility(board) is None else None


def mirrored(board: Board) -> Board:
    """The board seen from the other side: turned round, with Alice and Bill exchanged."""

    def turn(squares: int) -> int:
        return int(f"{squares:035b}"[::-1], 2)

    return Board(alice=turn(board.bill), bill=turn(board.alice), kings=turn(board.kings))
