"""What programs get wrong, each as another meaning of traces: if one explains a wrong trace, that is its diagnosis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import ge, gt

from checkers_ab.core.game import Side
from checkers_ab.games.checkers import misrules
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.rules import Value
from checkers_ab.trace.finding import Finding
from checkers_ab.trace.meaning import Meaning
from checkers_ab.trace.reader import Event, Unreadable
from checkers_ab.trace.replay import Replay
from checkers_ab.trace.windows import AlphaLowered, AlphaLoweredFirst, FreshWindow, HardWindow, ShownBefore, Window


@dataclass(frozen=True, kw_only=True)
class Misconception:
    """A mistake: its name, what a program with it does, how to mend it, the paragraph of docs/homework.md it breaks."""

    name: str
    clause: str
    fix: str
    paragraph: int
    variants: Callable[[Meaning], tuple[Meaning, ...]]
    """The meanings of its traces, given the right one."""

    @property
    def sentence(self) -> str:
        return f"This is exactly the trace of a program that {self.clause}."


def _with(**changes: object) -> Callable[[Meaning], tuple[Meaning, ...]]:
    return lambda right: (replace(right, **changes),)  # type: ignore[arg-type]


def _never(_alpha: Value, _beta: Value) -> bool:
    return False


def _strict_cut(right: Meaning) -> tuple[Meaning, ...]:
    if right.cutoff is gt:
        return ()
    return replace(right, cutoff=gt), replace(right, cutoff=gt, window=HardWindow)


# Where several explain a trace, the one that stands first here is named first.
MISCONCEPTIONS = [
    Misconception(
        name="optional-jumps",
        clause="lets a side step where it could jump",
        fix="When the side to move has a jump, list only its jumps.",
        paragraph=13,
        variants=_with(rules=misrules.OptionalJumps()),
    ),
    Misconception(
        name="men-move-backwards",
        clause="lets men move backwards like kings",
        fix="A man steps and jumps forward only: up for Alice, down for Bill.",
        paragraph=11,
        variants=_with(rules=misrules.MenBackwards()),
    ),
    Misconception(
        name="men-jump-backwards",
        clause="lets men jump backwards",
        fix="A man jumps forward only; only kings jump backwards.",
        paragraph=12,
        variants=_with(rules=misrules.MenJumpBackwards()),
    ),
    Misconception(
        name="multiple-jumps",
        clause="goes on jumping with the same piece in one move",
        fix="End the move after one jump, even if the piece could jump again.",
        paragraph=14,
        variants=_with(rules=English()),
    ),
    Misconception(
        name="no-crowning",
        clause="does not crown men inside the search",
        fix="Make a man a king when it reaches the far row, in every position of the search.",
        paragraph=15,
        variants=_with(rules=misrules.NoCrowning()),
    ),
    Misconception(
        name="crowned-keeps-jumping",
        clause="lets a man that a jump has crowned go on jumping in the same move",
        fix="End the move after one jump; a new king waits for its next turn.",
        paragraph=14,
        variants=lambda right: (
            replace(right, rules=misrules.CrownedGoesOn()),
            replace(right, rules=misrules.EverythingGoesOn()),
        ),
    ),
    Misconception(
        name="kings-count-one",
        clause="counts a king as one piece",
        fix="Count each king twice in h.",
        paragraph=22,
        variants=_with(evaluate=lambda _, board: board.alice.bit_count() - board.bill.bit_count()),
    ),
    Misconception(
        name="h-of-the-parent",
        clause="computes h on the board before the last move",
        fix="Play the last move first, then count the pieces.",
        paragraph=22,
        variants=_with(evaluate=lambda parent, _: material(parent)),
    ),
    Misconception(
        name="h-from-bills-side",
        clause="computes h from Bill's side",
        fix="h is Alice's pieces less Bill's, whoever moved last.",
        paragraph=22,
        variants=lambda right: (
            *_with(evaluate=lambda _, board: -material(board))(right),
            *_with(evaluate=lambda _, board: -material(board), rules=misrules.Negated())(right),
            *_with(negated=True)(right),
        ),
    ),
    Misconception(
        name="blocked-is-evaluated",
        clause="counts pieces where the side to move is blocked, instead of seeing that it has lost",
        fix="A side that has pieces but no legal move has lost: h is inf or -inf.",
        paragraph=16,
        variants=_with(rules=misrules.BlockedIsEvaluated()),
    ),
    Misconception(
        name="no-pruning",
        clause="never prunes",
        fix="After each move, update the window, and leave the loop when it has closed.",
        paragraph=26,
        variants=_with(cutoff=_never),
    ),
    Misconception(
        name="strict-cut",
        clause="cuts only when alpha > beta",
        fix="Cut as soon as alpha >= beta.",
        paragraph=26,
        variants=_strict_cut,
    ),
    Misconception(
        name="loose-cut",
        clause="cuts when alpha = beta, where this course asks for alpha > beta",
        fix="Cut only when alpha > beta.",
        paragraph=44,
        variants=lambda right: (replace(right, cutoff=ge, window=Window),) if right.cutoff is gt else (),
    ),
    Misconception(
        name="fresh-windows",
        clause="opens a fresh window at each node",
        fix="Hand alpha and beta down to the children; only the root begins with -inf and inf.",
        paragraph=24,
        variants=_with(window=FreshWindow),
    ),
    Misconception(
        name="window-before-update",
        clause="prints the window as it was before the update that closed it",
        fix="Update alpha or beta first, then print both.",
        paragraph=34,
        variants=_with(window=ShownBefore),
    ),
    Misconception(
        name="alpha-lowered",
        clause="lowers alpha in Bill's nodes instead of beta",
        fix="In a node of Bill's, set beta to the smaller of beta and the value; leave alpha alone.",
        paragraph=25,
        variants=lambda right: (
            replace(right, window=AlphaLowered, answer="returned"),
            replace(right, window=AlphaLoweredFirst, answer="returned"),
        ),
    ),
    Misconception(
        name="last-of-equals",
        clause="takes the last of the first moves that came back with the best value, though that may be a bound",
        fix="Replace the best move only when a value is strictly better.",
        paragraph=29,
        variants=lambda right: (
            replace(right, answer="last"),
            replace(right, answer="last", window=HardWindow),
        ),
    ),
    Misconception(
        name="one-ply-less",
        clause="searches one ply less than it should",
        fix="Give h after the last ply of the search, and go on until then.",
        paragraph=20,
        variants=lambda right: (replace(right, depth=right.depth - 1),) if right.depth > 1 else (),
    ),
    Misconception(
        name="one-ply-more",
        clause="searches one ply more than it should",
        fix="Stop after the last ply of the search, and give h there.",
        paragraph=20,
        variants=lambda right: (replace(right, depth=right.depth + 1),),
    ),
    Misconception(
        name="bill-first",
        clause="lets Bill make the first move",
        fix="It is Alice's turn on the board that is given.",
        paragraph=10,
        variants=lambda right: (
            replace(right, first=Side.MIN),
            replace(right, first=Side.MIN, letters=False),
        ),
    ),
    Misconception(
        name="counts-from-one",
        clause="counts rows and columns from 1",
        fix="Write the top left square as (0,0).",
        paragraph=4,
        variants=_with(written=lambda row, column: (row + 1, column + 1)),
    ),
    Misconception(
        name="column-first",
        clause="writes the column before the row",
        fix="Write a square as (row,column).",
        paragraph=4,
        variants=_with(written=lambda row, column: (column, row)),
    ),
]
BY_NAME = {misconception.name: misconception for misconception in MISCONCEPTIONS}


class _RefutedError(Exception):
    """The first finding is enough."""


def explains(meaning: Meaning, board: Board, events: Iterable[Event]) -> bool:
    """Whether a trace has no finding under this meaning."""

    def refute(_finding: Finding) -> None:
        raise _RefutedError

    rest = iter(events)
    try:
        Replay(board, meaning, refute).run(rest)
    except _RefutedError:
        return False
    return next(rest, None) is None


def diagnose(board: Board, events: Sequence[Event], rights: Sequence[Meaning]) -> list[Misconception]:
    """The misconceptions that explain a trace without a finding, whatever else was printed between its lines."""
    lines = [event for event in events if not (isinstance(event, Unreadable) and event.ply is None)]
    if len(lines) < len(events) and any(explains(right, board, lines) for right in rights):
        return []  # what was printed between the lines is all that is wrong
    return [
        misconception
        for misconception in MISCONCEPTIONS
        if any(explains(meaning, board, lines) for right in rights for meaning in misconception.variants(right))
    ]
