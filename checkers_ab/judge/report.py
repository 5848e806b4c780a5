"""The reports on checked traces: of each case, and of a file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import Mistake, sentence_of
from checkers_ab.core.text import escape
from checkers_ab.logs.events import FirstMove, Tried

Names = tuple[str, ...]
"""A set of mistakes."""


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """The smallest set of mistakes that explains every case of a file."""

    found: tuple[Mistake, ...]
    alternatives: list[Names]
    """The names of other sets that are as small."""
    cases: int = 1
    """The number of cases that it explains."""
    noun: str = "trace"
    """What the log is called."""

    @property
    def mistakes(self) -> Names:
        """The names."""
        return tuple(mistake.name for mistake in self.found)

    @property
    def sentence(self) -> str:
        *others, last = [mistake.clause for mistake in self.found]
        return sentence_of(", ".join([*others, f"{'and ' * bool(others)}{last}"]), noun=self.noun)

    @property
    def fixes(self) -> list[str]:
        return [mistake.fix for mistake in self.found]


@dataclass(frozen=True, kw_only=True)
class Nearest:
    """The set of mistakes that explains most when none explains all, and where it ends."""

    mistakes: Names
    case: str
    lines: int
    """The lines of this case that it explains; all cases before it are explained whole."""
    line: int
    """The line of the text that it does not explain."""


@dataclass
class CaseReport:
    """The result of checking one case."""

    case: Case[Any]
    start: int
    """The trace stands after this line of the text, and ends with line `end`."""
    end: int
    findings: list[Finding]
    counts: Counter[str]
    """The number of findings of each kind, also beyond those kept."""
    other_board: bool
    """True if not one first move of the trace is legal here."""
    moves: int = 0
    """The number of its lines that name moves."""
    hides: bool = False
    """True if a line that can't be read stands where a move, or the answer, should be."""
    surplus: bool = False
    """True if another trace, or a part of one, follows it."""
    answer: FirstMove | None = None
    """The line that names the first move; None if there is none."""
    suspects: list[Names] = field(default_factory=list)
    """The sets of mistakes that explain this case alone, by their names."""

    @property
    def lines(self) -> int:
        """The number of its lines; 0 if it has no trace."""
        return self.end - self.start

    @property
    def label(self) -> str:
        return self.case.label

    @property
    def valid(self) -> bool:
        return not self.counts

    @property
    def right_but_for_layout(self) -> bool:
        """True if all was read, and all that is wrong is how the trace is written and what is printed besides."""
        return self.counts.keys() == {"format"} and not self.hides


@dataclass
class Report:
    """The result of checking a file."""

    cases: list[CaseReport]
    text: str = field(default="", repr=False)
    """The text with the traces; line ends are `\\n`."""
    diagnosis: Diagnosis | None = None
    nearest: Nearest | None = None
    """The set that explains most, if none explains all."""
    complete: bool = True
    """False when the search for sets of mistakes stopped at its bound."""
    noun: str = "trace"
    """What the log is called."""
    known: dict[str, Mistake] = field(default_factory=dict)
    """The mistakes that were looked for, by name, fitted evaluations among them."""

    @property
    def valid(self) -> bool:
        return all(case.valid for case in self.cases)


KINDS: dict[str, int | None] = {
    "format": 30,
    "illegal-move": None,
    "missed-jump": None,
    "missing-move": 23,
    "repeated-move": 23,
    "wrong-h": 33,
    "early-cut": 26,
    "missed-cut": 26,
    "wrong-window": 34,
    "wrong-first-move": 35,
    "truncated": 35,
}
"""The kinds of findings of all logs, each with the rule that it breaks in every game."""
WRITING = range(30, 40)
"""The rules about the lines of a trace."""


def rule_of(kit: AnyKit, finding: Finding) -> str:
    """The rule that a finding breaks, for messages; empty if the game, or the log, has none for it."""
    paragraph = kit.paragraphs.get(finding.kind, KINDS.get(finding.kind))
    return "" if paragraph is None or (paragraph in WRITING and not finding.of_trace) else f"rule {paragraph}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """Where a finding is: the state to show, the lines that lead to it, the window, and the move in question."""

    state: Any
    path: tuple[Tried, ...]
    window: tuple[Any, Any] | None
    """None where a fault has left it unknown."""
    move: Any = None
    before: Any = None
    """The state before the move, if `state` is the one after it."""
    missing: tuple[Any, ...] = ()
    """Moves that should have been searched or pruned here."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `line` counts from 1 in the text of the trace."""

    kind: str
    line: int
    message: str
    expected: str
    found: str
    scene: Scene | None = None
    of_trace: bool = True
    """False if it is about another log."""
    group: str = ""
    """Those of one group are one finding for a case, for a program does so again and again; empty if it is alone."""
    times: int = 1
    """The number of times on its line."""

    def in_words(self) -> dict[str, str | int]:
        """All but the scene, by name."""
        return {name: getattr(self, name) for name in ("kind", "line", "message", "expected", "found")}


def clip(text: str, most: int = 60) -> str:
    """The words of a trace, as a message may show them: short, and with nothing that a terminal would obey."""
    safe = escape(text[:most])
    return safe if len(text) <= most else f"{safe}..."


def format_step(kit: AnyKit, step: Tried) -> str:
    """A line's move with its label."""
    return f"{kit.labels[step.side]}{step.ply} {kit.format_key(step.key)}"
