"""The reports on checked traces: of each case, and of a file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.mistake import Mistake, sentence_of
from checkers_ab.trace.events import FirstMove
from checkers_ab.trace.finding import Finding

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

    @property
    def mistakes(self) -> Names:
        """The names."""
        return tuple(mistake.name for mistake in self.found)

    @property
    def sentence(self) -> str:
        clauses = [mistake.clause for mistake in self.found]
        joined = clauses[0] if len(clauses) == 1 else ", ".join(clauses[:-1]) + f", and {clauses[-1]}"
        return sentence_of(joined)

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
        """True if all that is wrong is how the trace is written, and what is printed besides."""
        return self.counts.keys() == {"format"}


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
    known: dict[str, Mistake] = field(default_factory=dict)
    """The mistakes that were looked for, by name, fitted evaluations among them."""

    @property
    def valid(self) -> bool:
        return all(case.valid for case in self.cases)
