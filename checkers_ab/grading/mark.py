"""What a case and a submission came to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

RIGHT, WRONG = "right", "wrong"
GRADED, UNREADABLE, DOES_NOT_BUILD = "graded", "unreadable", "does not build"


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """What one case came to."""

    case: str
    hidden: bool
    points: float
    most: float
    status: str
    """`right`, `wrong`, `does not build`, `unreadable`, or how the run ended."""
    message: str
    """A sentence for the student."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """How many findings of each kind."""
    diagnoses: tuple[str, ...] = ()
    """The misconceptions that explain the trace, the likeliest first."""
    details: str = ""
    """The first finding in full, or the end of what a program complained of."""
    seconds: float = 0.0
    """How long the program ran."""

    @property
    def told(self) -> str:
        """The status as students see it: a number that a program has chosen could tell of a hidden board."""
        chosen = self.status.startswith(("exit code", "crashed with"))
        return "did not end well" if self.hidden and chosen else self.status


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What one submission came to."""

    name: str
    status: str
    """`graded`, `does not build`, or `unreadable`, which somebody should look at."""
    message: str
    """A sentence; empty if it was graded."""
    marks: tuple[Mark, ...]
    key: str = ""
    """A hash of all that it depends on."""
    box: str = ""
    """In which box its programs ran; empty if none did."""
    version: str = ""
    log: str = ""
    """The end of what the build said, if it failed."""

    @property
    def told(self) -> str:
        """The status in a word: if nothing could be judged because every run broke, how most of them did."""
        ends = Counter(mark.status for mark in self.marks)
        if self.status != GRADED or ends.keys() & {RIGHT, WRONG}:
            return self.status
        return ends.most_common(1)[0][0]

    @property
    def score(self) -> float:
        return round(sum(mark.points for mark in self.marks), 2)

    @property
    def most(self) -> float:
        return round(sum(mark.most for mark in self.marks), 2)

    @property
    def diagnoses(self) -> list[str]:
        """The likeliest misconception of each case, the most frequent first."""
        counted = Counter(mark.diagnoses[0] for mark in self.marks if mark.diagnoses)
        return [name for name, _ in counted.most_common()]


def agree(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """The marks, with what explains more of the cases named first: one program made them all."""
    explained = Counter(name for mark in marks for name in mark.diagnoses)
    return tuple(
        replace(mark, diagnoses=tuple(sorted(mark.diagnoses, key=lambda name: -explained[name]))) for mark in marks
    )


def format_result(result: Result) -> str:
    """A result as JSON, with its sums for whoever reads it."""
    data = asdict(result)
    whole = {"name": data.pop("name"), "score": result.score, "most": result.most, **data}
    return json.dumps(whole, indent=1) + "\n"


def parse_result(text: str) -> Result:
    """A result from what `format_result` made of it; ValueError, KeyError or TypeError for anything else."""
    data: dict[str, Any] = json.loads(text)
    marks = tuple(Mark(**{**mark, "diagnoses": tuple(mark["diagnoses"])}) for mark in data["marks"])
    if not all(isinstance(points, int | float) for mark in marks for points in (mark.points, mark.most)):
        raise TypeError("points are numbers")
    fields = {name: data[name] for name in ("name", "status", "message", "key", "box", "version", "log")}
    return Result(marks=marks, **fields)
