"""Marks: the result of a case and of a submission, and the points by a plan."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from checkers_ab.grading.markup import number
from checkers_ab.grading.plan import EXACT, GradingPlan

RIGHT, WRONG = "right", "wrong"
GRADED, UNREADABLE, DOES_NOT_BUILD = "graded", "unreadable", "does not build"
KILLED = "killed"
"""The status of a run or a build that was killed, and not for a limit: by itself, or by somebody else."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """The result of one case."""

    case: str
    hidden: bool
    points: float
    most: float
    status: str
    """`right`, `wrong`, `does not build`, `unreadable`, or the status of a run that failed."""
    message: str
    """A sentence for the student."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """The number of findings of each kind."""
    suspects: tuple[tuple[Mapping[str, Any], ...], ...] = ()
    """The sets of mistakes that explain the trace, each mistake with `name`, `clause`, `fix`, `rule`."""
    alone: bool = False
    """True if these sets explain this case only, and not every case of the submission."""
    finding: Mapping[str, Any] | None = None
    """The first finding (see `trace.describe_finding.finding_data`)."""
    log: str = ""
    """The end of the program's standard error, if it failed."""
    seconds: float = 0.0
    """The time that the program ran."""
    boards: tuple[Mapping[str, Any], ...] = ()
    """The findings on each board, for marking: `label`, `kinds`, `suspects` (names), `hardly`, `first_move`."""
    how: str = ""
    """The way to the points: `10 - 3 for wrong-window = 7`. Empty for a right trace."""
    trace: str = ""
    """A hash of a wrong trace."""
    adjusted: Mapping[str, Any] | None = None
    """The adjustment of the points: `was`, `points`, `why`, `by`."""

    @property
    def mistakes(self) -> Sequence[Mapping[str, Any]]:
        """The first of these sets; empty if none explains the trace."""
        return self.suspects[0] if self.suspects else ()

    @property
    def diagnoses(self) -> list[str]:
        """The names of these mistakes."""
        return [mistake["name"] for mistake in self.mistakes]

    @property
    def status_shown(self) -> str:
        """The status as students see it. A number that the program chooses could give away a hidden case."""
        chosen = self.status.startswith(("exit code", "crashed with", KILLED))
        return "did not end well" if self.hidden and chosen else self.status


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmissionResult:
    """The result of one submission."""

    name: str
    status: str
    """`graded`, `does not build` or `unreadable`, for the staff to look at."""
    message: str
    """A sentence for the student; empty if it was graded."""
    marks: tuple[Mark, ...]
    mistakes: tuple[Mapping[str, Any], ...] = ()
    """The smallest set of mistakes that explains every case, the right ones too; empty if there is none."""
    key: str = ""
    """A hash of everything that the result depends on."""
    box: str = ""
    """The box in which its programs ran; empty if none was run."""
    version: str = ""
    log: str = ""
    """The end of the messages of a build that failed."""
    plan: str = ""
    """The key of the plan by which it was graded."""
    title: str = ""
    """The title of that plan."""
    program: str = ""
    """A hash of the program's source files, a blank and a hash of their names; empty if none was run."""
    owner: Mapping[str, Any] = field(default_factory=dict)
    """The person: `name`, `login`, `id`, `email`, `late`, `attempt`, as far as they are known."""
    hint: str = ""
    """A hint for the grader about a submission that does not fit the plan."""
    again: tuple[Mapping[str, str], ...] = ()
    """Notes because of which it was run again: `why` and `by`."""

    @property
    def shown(self) -> str:
        """The name of the person, or else of the submission."""
        return self.owner.get("name") or self.name

    @property
    def problem(self) -> str:
        """The reason for which the staff has to look at it; empty if there is none."""
        if killed := ", ".join(mark.case for mark in self.marks if mark.status == KILLED):
            what = "its build was killed" if self.status == DOES_NOT_BUILD else f"its program was killed in {killed}"
            return f"{what}, and not for a limit: by itself, or by somebody else"
        return self.message if self.status == UNREADABLE else ""

    @property
    def status_shown(self) -> str:
        """The status in a table. If every run failed and nothing was judged, the most frequent status of a run."""
        ends = Counter(mark.status for mark in self.marks)
        if KILLED in ends:
            return KILLED
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
        """The names of these mistakes."""
        return [mistake["name"] for mistake in self.mistakes]


def for_students(result: SubmissionResult, *, points_only: bool) -> SubmissionResult:
    """The result as students may see it: without the times of hidden cases, or with nothing but their points."""
    public = [mistake["name"] for mark in result.marks if not mark.hidden for each in mark.suspects for mistake in each]
    mistakes = tuple(mistake for mistake in result.mistakes if not points_only or mistake["name"] in public)
    return replace(result, mistakes=mistakes, marks=tuple(_for_students(mark, points_only) for mark in result.marks))


def _for_students(mark: Mark, points_only: bool) -> Mark:
    if not mark.hidden:
        return mark
    if not points_only:
        return replace(mark, seconds=0.0)
    right = mark.points == mark.most
    return Mark(
        case=mark.case,
        hidden=True,
        points=mark.points,
        most=mark.most,
        status=RIGHT if right else WRONG,
        message="The trace is right." if right else "",
    )


def format_result(result: SubmissionResult) -> str:
    """A result as JSON, with its sums."""
    data = asdict(result)
    whole = {"name": data.pop("name"), "score": result.score, "most": result.most, **data}
    return json.dumps(whole, indent=1) + "\n"


def parse_result(text: str) -> SubmissionResult:
    """A result from the text of `format_result`. ValueError, KeyError or TypeError for any other text."""
    data: dict[str, Any] = json.loads(text)
    marks = tuple(
        Mark(**{**each, "suspects": tuple(map(tuple, each["suspects"])), "boards": tuple(each["boards"])})
        for each in data["marks"]
    )
    if not all(isinstance(points, int | float) for mark in marks for points in (mark.points, mark.most)):
        raise TypeError("points are numbers")
    texts = ("name", "status", "message", "key", "box", "version", "log", "plan", "title", "program", "owner", "hint")
    fields = {name: data[name] for name in texts}
    return SubmissionResult(marks=marks, mistakes=tuple(data["mistakes"]), again=tuple(data["again"]), **fields)


HARDLY = (
    "hardly a trace (unreadable lines in place of moves, or moves on fewer than a quarter of the lines of the search)"
)


def with_points(plan: GradingPlan, result: SubmissionResult) -> SubmissionResult:
    """A result with its points by a plan. Only findings that were kept are needed: nothing is run or judged."""
    worth = {case.name: case.points for case in plan.cases}
    return replace(
        result, title=plan.title, marks=tuple(_awarded(plan, mark, worth[mark.case]) for mark in result.marks)
    )


def _awarded(plan: GradingPlan, mark: Mark, most: float) -> Mark:
    mark = replace(mark, most=most, adjusted=None)
    if mark.status == RIGHT:
        return replace(mark, points=most, how="")
    if mark.status != WRONG or not mark.boards:
        return replace(mark, points=0.0, how=f"0: {mark.status_shown}")
    shares = [_share(plan, mark, board, most) for board in mark.boards]
    points = round(sum(share for share, _ in shares) / len(shares) * most, 2)
    if len(shares) == 1:
        return replace(mark, points=points, how=shares[0][1])
    each = "; ".join(f"{board['label']}: {how}" for board, (_, how) in zip(mark.boards, shares, strict=True))
    return replace(mark, points=points, how=f"{number(points)} is the mean of {len(shares)} boards: {each}")


def _share(plan: GradingPlan, mark: Mark, board: Mapping[str, Any], most: float) -> tuple[float, str]:
    """The share of the points that a board earns, and how it comes about. Each cost counts once for a board."""
    if not board["kinds"]:
        return 1.0, number(most)
    costs = dict(_costs(plan, mark, board))
    share = max(0.0, 1.0 - sum(costs.values()))
    signs = "".join(f" - {number(cost * most)} for {name}" for name, cost in costs.items())
    less = ", not less than 0" if sum(costs.values()) > 1.0 else ""
    how = f"{number(most)}{signs} = {number(share * most)}{less}"
    if plan.check == EXACT and share > 1.0 - plan.costs.get(EXACT, 1.0):
        share = 1.0 - plan.costs.get(EXACT, 1.0)
        how = f"{number(most)} - {number(plan.costs.get(EXACT, 1.0) * most)} for {EXACT} = {number(share * most)}"
    if board["hardly"]:
        share, how = 0.0, f"0: {HARDLY}"
    if share < plan.first_move and board["first_move"]:
        return plan.first_move, f"{number(plan.first_move * most)} for the right first move ({how})"
    return share, how


def _costs(plan: GradingPlan, mark: Mark, board: Mapping[str, Any]) -> Iterable[tuple[str, float]]:
    """The cost of each finding. Mistakes that have a price count in place of the findings that they explain."""
    kinds = board["kinds"]
    if mark.diagnoses and mark.diagnoses in board["suspects"] and plan.mistakes.keys() >= set(mark.diagnoses):
        yield from ((name, plan.mistakes[name]) for name in mark.diagnoses)
        kinds = kinds.keys() & {"format"}
    yield from ((kind, plan.costs.get(kind, 1.0)) for kind in kinds)
