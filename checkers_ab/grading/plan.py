"""The grading plan: what is run, how it is judged, what it is worth, and which mistakes its cases can't show."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from tempfile import TemporaryDirectory
from typing import Any

from checkers_ab.core.convention import ASSIGNMENT, Convention
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.setting import AnySetting, Setting
from checkers_ab.games.registry import make_game, split_game
from checkers_ab.judge.coverage import Programs, unseen_mistakes
from checkers_ab.logs.base import find_log
from checkers_ab.sandbox.limits import Limits

KINDS_SHOWN, POINTS_SHOWN = "kinds", "points"
"""The view that students have of hidden cases: the status and the kinds of findings, or nothing but the points."""
EXACT = "exact"
"""The check that compares bytes, and the kind of finding for a trace that is right but has other bytes."""

MARKING = ("title", "first_move", "costs", "mistakes", "layout", "roster", "adjust")
"""Fields of a plan that can change without a submission being run again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedCase:
    """One input file that every submission is run on."""

    name: str
    hidden: bool
    text: str
    points: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """The commands that build and run a submission. `{input}` and `{output}` stand for files in its folder."""

    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    """Empty if nothing is built."""
    input: str = "input.txt"
    output: str = ""
    """The file with the trace; empty if the trace is on standard output."""
    headings: bool = False
    """True if every board in the input stands under a heading, `case1`, also where the case has none."""

    def command(self) -> list[str]:
        """The command that is run, with the names of the files in it."""
        return [word.replace("{input}", self.input).replace("{output}", self.output) for word in self.run]


@dataclass(frozen=True, kw_only=True, slots=True)
class GradingPlan:
    """Everything that the grading of a submission depends on, the cases included. It can be sent to other machines."""

    title: str = "Homework"
    game: str = "checkers"
    """The game, as `--game` takes it; the path of a file that is not built in counts from the folder of the plan."""
    game_file: str = ""
    """The text of that file, which goes along to other machines; empty for a game that has a name."""
    depth: int | None = None
    """The plies of a trace; None: as many as is usual for the game."""
    convention: Mapping[str, Any] = field(default_factory=ASSIGNMENT.as_data)
    log: str = "trace"
    """What is handed in, by its name (see `logs.base`)."""
    check: str = "meaning"
    hidden: str = KINDS_SHOWN
    cases: tuple[PlannedCase, ...]
    program: Program | None = None
    """None if traces are handed in as files."""
    traces: str = ""
    """The file name of a trace that is handed in; `{case}` stands for the name of the case."""
    limits: Limits = field(default_factory=Limits)
    first_move: float = 0.0
    """The share of a case's points for a right first move in a wrong trace."""
    costs: Mapping[str, float] = field(default_factory=dict)
    """The share of a case's points that a kind of finding costs. A kind that is not listed costs all of them."""
    mistakes: Mapping[str, float] = field(default_factory=dict)
    """The share that a mistake costs, in place of the findings that it explains."""
    bind: tuple[str, ...] = ()
    """Further folders that programs can read."""
    environment: Mapping[str, str] = field(default_factory=dict)

    # About the class, not about a submission
    layout: str = ""
    """The layout of downloads (see `downloads`); empty: it is recognised."""
    roster: str = ""
    """The path of the roster; empty if there is none."""
    adjust: str = ""
    """The path of the file with adjustments; empty if there is none."""

    @property
    def setting(self) -> AnySetting:
        """The search that traces are judged by."""
        return _setting(self.game, self.game_file, self.depth, json.dumps(self.convention))

    @property
    def most(self) -> float:
        """The points of a right submission."""
        return sum(case.points for case in self.cases)

    @property
    def points_only(self) -> bool:
        """True if students see only the points of hidden cases."""
        return self.hidden == POINTS_SHOWN

    @property
    def folders(self) -> set[str]:
        """Folders of a submission that the plan names: `src` of `src/main.py`."""
        program = (*self.program.run, *self.program.build) if self.program else ()
        return {name for text in (*program, self.traces) for name in re.findall(r"([\w.-]+)/", text)}

    @property
    def file_names(self) -> set[str]:
        """Names of files in a submission that the plan names."""
        if self.program is None:
            return {os.path.basename(self.traces.replace("{case}", case.name)) for case in self.cases}
        words = " ".join((*self.program.run, *self.program.build))
        return {os.path.basename(word) for word in re.findall(r"[\w./+-]+\.\w+", words)}

    @property
    def key(self) -> str:
        """A hash of everything that findings depend on: the plan without its points, its title and its class."""
        data = asdict(self)
        for name in MARKING:
            del data[name]
        for case in data["cases"]:
            del case["points"]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def pack_plan(plan: GradingPlan) -> str:
    """A plan as a JSON file, with a hash that shows whether it was changed."""
    text = json.dumps(asdict(replace(plan, roster="", adjust="")), sort_keys=True, indent=1)
    return json.dumps({"key": hashlib.sha256(text.encode()).hexdigest(), "plan": text}) + "\n"


def unpack_plan(text: str) -> GradingPlan:
    """A plan from the text of `pack_plan`. ValueError if it was changed."""
    packed = json.loads(text)
    if hashlib.sha256(packed["plan"].encode()).hexdigest() != packed["key"]:
        raise ValueError("it was changed")
    data = json.loads(packed["plan"])
    program = data["program"]
    if program is not None:
        program = Program(**{**program, "run": tuple(program["run"]), "build": tuple(program["build"])})
    cases = tuple(PlannedCase(**case) for case in data["cases"])
    limits, bind = Limits(**data["limits"]), tuple(data["bind"])
    return GradingPlan(**{**data, "program": program, "cases": cases, "limits": limits, "bind": bind})


@lru_cache(maxsize=16)
def load_game(game: str, file: str) -> AnyKit:
    """The game of a plan, made once for all submissions. `file` is the text of its own file, or empty."""
    if not file:
        return make_game(game)
    name, options = split_game(game)
    with TemporaryDirectory(prefix="checkers-ab-") as folder:
        path = os.path.join(folder, os.path.basename(name))
        with open(path, "w", encoding="utf-8", newline="") as stream:
            stream.write(file)
        return make_game(f"{path}{':' * bool(options)}{options}")


@lru_cache(maxsize=16)
def _setting(game: str, file: str, depth: int | None, convention: str) -> AnySetting:
    """The setting of a plan, made once; a plan itself can't be hashed."""
    return Setting(load_game(game, file), depth, Convention(**json.loads(convention)))


MOST_STATES, MOST_PLIES = 30, 4
"""States and plies of a plan whose unseen mistakes are looked for: with more it takes long."""


def unseen_by(plan: GradingPlan) -> tuple[list[str], int] | None:
    """The mistakes that no case shows, and the number of all; None if there are none to show, or it takes long."""
    setting = plan.setting
    kit = setting.kit
    if not kit.mistakes() or setting.depth is None or setting.depth > MOST_PLIES:
        return None
    states = [case.state for planned in plan.cases for case in kit.parse_states(planned.text)]
    if len(states) > MOST_STATES:
        return None
    programs = Programs(setting, find_log(plan.log))
    return unseen_mistakes(programs, states), len(programs.possible())
