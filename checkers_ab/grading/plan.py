"""The grading plan: one TOML file that says what is run, how it is judged and what it is worth."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from checkers_ab.sandbox.limits import Limits
from checkers_ab.trace.convention import ASSIGNMENT
from checkers_ab.trace.solve import DEPTH

EXACT = "exact"
"""The check that demands bytes, and the kind of a trace that is right by its meaning only."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedCase:
    """One board file that every submission is run on."""

    name: str
    hidden: bool
    text: str
    points: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """How a submission is built and run; `{input}` and `{output}` stand for files in its folder."""

    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    """Empty if nothing is built."""
    input: str = "input.txt"
    output: str = ""
    """Empty if the trace comes on standard output."""

    def command(self) -> list[str]:
        """What is run, with the names of the files in it."""
        return [word.replace("{input}", self.input).replace("{output}", self.output) for word in self.run]


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """All that the grading of a submission depends on, the boards included; a plan can be sent elsewhere as it is."""

    title: str = "Homework"
    depth: int = DEPTH
    convention: Mapping[str, str | bool] = field(default_factory=lambda: dict(vars(ASSIGNMENT)))
    check: str = "meaning"
    cases: tuple[PlannedCase, ...]
    program: Program | None = None
    """None if traces are handed in as files."""
    traces: str = ""
    """The name of a trace that is handed in; `{case}` stands for the case's name."""
    limits: Limits = field(default_factory=Limits)
    first_move: float = 0.0
    """The share of a case's points for a right first move in a wrong trace."""
    costs: Mapping[str, float] = field(default_factory=dict)
    """The share of a case's points that a kind of finding costs; one that is not named costs them all."""
    bind: tuple[str, ...] = ()
    """Further folders that a program can read."""
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def most(self) -> float:
        """The points of a right submission."""
        return sum(case.points for case in self.cases)

    @property
    def folders(self) -> set[str]:
        """The names of folders in a submission that the plan leads into: `src` of `src/main.py`."""
        program = (*self.program.run, *self.program.build) if self.program else ()
        return {name for text in (*program, self.traces) for name in re.findall(r"([\w.-]+)/", text)}

    @property
    def key(self) -> str:
        """A hash of all of it."""
        return hashlib.sha256(format_plan(self).encode()).hexdigest()


def format_plan(plan: Plan) -> str:
    """A plan as one JSON text, with all its boards in it."""
    return json.dumps(asdict(plan), sort_keys=True, indent=1)


def pack_plan(plan: Plan) -> str:
    """A plan as a file that is read as it is: with a hash, by which it is seen that nobody has changed it."""
    return json.dumps({"key": plan.key, "plan": format_plan(plan)}) + "\n"


def unpack_plan(text: str) -> Plan:
    """A plan from what `pack_plan` made of it; ValueError if it was changed."""
    packed = json.loads(text)
    if hashlib.sha256(packed["plan"].encode()).hexdigest() != packed["key"]:
        raise ValueError("it was changed")
    data = json.loads(packed["plan"])
    program = data["program"]
    if program is not None:
        program = Program(**{**program, "run": tuple(program["run"]), "build": tuple(program["build"])})
    cases = tuple(PlannedCase(**case) for case in data["cases"])
    whole = {
        **data,
        "program": program,
        "cases": cases,
        "limits": Limits(**data["limits"]),
        "bind": tuple(data["bind"]),
    }
    return Plan(**whole)
