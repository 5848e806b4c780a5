"""Facts of a search: leaves, cuts, windows, the answer; of a right search, or of a program with a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.observe import Observer
from checkers_ab.core.steps import HookCaller, Step
from checkers_ab.core.values import INF
from checkers_ab.judge.program import Program, shown_value
from checkers_ab.judge.windows import AnyModel
from checkers_ab.logs.lines import TraceWriter

Path = tuple[Any, ...]
"""The moves from the root to a node."""

SILENT = ("notation", "writing")
"""The parts of a program whose mistakes change only how a trace is written."""


def only_printed(mistake: Mistake) -> bool:
    """True for a mistake that changes nothing but the trace."""
    return mistake.part in SILENT or mistake.name == "window-before-update"


class Facts:
    """Hears the steps of a search, and keeps its leaves, its cuts and the windows of its nodes."""

    def __init__(self) -> None:
        self.leaves: list[tuple[Path, Any]] = []
        self.cuts: list[tuple[Path, tuple[Any, ...]]] = []
        """The line after whose last move the others are cut, and these."""
        self.windows: dict[Path, tuple[Any, Any]] = {}
        """The windows with which the nodes begin."""
        self.lines: list[Path] = []
        """The lines of moves that are tried, the root first."""

    def hear(self, step: Step) -> None:
        path = step.path
        match step.kind:
            case "enter":
                self.lines.append(path)
                self.windows[path] = (step.alpha, step.beta)
            case "leaf":
                self.lines.append(path)
                self.leaves.append((path, step.value))
            case "cut":
                self.cuts.append((self.lines[-1][: len(path) + 1], tuple(step.moves)))


class Run(Facts):
    """The search of a program, its trace, and its answer."""

    def __init__(self, kit: AnyKit, model: AnyModel, state: Any) -> None:
        super().__init__()
        lines: list[str] = []
        writer = TraceWriter(lines.append, kit)
        write = HookCaller(writer)

        def hear(step: Step) -> None:
            if step.kind == "leaf":
                step = step._replace(value=shown_value(model, step))
            self.hear(step)
            write(step)

        program = Program(model, state, hear)
        writer.first_move(program.answer)
        self.trace = "".join(lines)
        self.value = program.value
        self.move = program.answer


def run(kit: AnyKit, model: AnyModel, state: Any) -> Run | None:
    """The run of a program; None if it needs a value that does not exist, or takes the game to be over."""
    try:
        found = Run(kit, model, state)
    except ValueMissingError:
        return None
    return None if found.value is None else found


class Measures(Observer[Any, Any]):
    """Counts the lines of a trace and the leaves, cuts and deep cuts of its search.

    A cut is deep if the best value that the nearest enemy node above has found would not cut.
    """

    def __init__(self) -> None:
        self.lines = 1
        self.leaves = 0
        self.cuts = 0
        self.root_cut = False
        self.deep_cuts = 0
        self.cutters: set[Side] = set()
        """The sides whose moves were cut."""
        self._best: list[Any] = [None]
        """The best value so far of each position from the root to the current one."""
        self._sides: list[Side] = [Side.MAX]

    def visit(self, ply: int, side: Side, move: Any) -> None:
        self._reach(ply, side)
        self.lines += 1
        self._best.append(None)
        self._sides.append(side)

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        self._reach(ply, side)
        self._take(value)
        self.lines += 1
        self.leaves += 1

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        self._reach(ply, side)
        own = self._best[-1]
        line = zip(reversed(self._best), reversed(self._sides), strict=True)
        above = next((best for best, mover in line if mover is not side), None)
        if side is Side.MAX:
            shallow = own >= (INF if above is None else above)
        else:
            shallow = own <= (-INF if above is None else above)
        self.lines += 1
        self.cuts += 1
        self.root_cut |= ply == 1
        self.deep_cuts += not shallow
        self.cutters.add(side)

    @property
    def hardness(self) -> tuple[int, int, int]:
        """Leaves visited, cuts and deep cuts."""
        return self.leaves, self.cuts, self.deep_cuts

    def _reach(self, ply: int, side: Side) -> None:
        """The positions below a ply have ended: their values go up."""
        while len(self._best) > ply:
            value = self._best.pop()
            self._sides.pop()
            self._take(value)
        self._sides[-1] = side

    def _take(self, value: Any) -> None:
        best = self._best[-1]
        if best is None or (value > best if self._sides[-1] is Side.MAX else value < best):
            self._best[-1] = value
