"""The figures of a class: a row for each submission, what cost the most, who had what, and what is the same."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median
from typing import Any

from checkers_ab import __version__
from checkers_ab.core.text import printable
from checkers_ab.grading.mark import DOES_NOT_BUILD, GRADED, RIGHT, WRONG, SubmissionResult
from checkers_ab.grading.plan import GradingPlan, PlannedCase

MOST_NAMED = 60
"""People that are named in a group; others are only counted."""


class Groups:
    """People by what they have in common. Results are added one at a time, and not kept."""

    def __init__(self) -> None:
        self.students: list[tuple[str, str]] = []
        self.kinds: defaultdict[str, list[int]] = defaultdict(list)
        self.sets: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        self.programs: defaultdict[str, list[int]] = defaultdict(list)
        self.traces: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self.diagnoses: dict[tuple[str, str], str] = {}
        self.names: dict[int, str] = {}
        self.teams: dict[int, str] = {}

    def add(self, result: SubmissionResult, page: str) -> None:
        """Adds the result of a submission."""
        place = len(self.students)
        self.students.append((printable(result.shown), page))
        for kind in sorted({kind for mark in result.marks for kind in mark.kinds}):
            self.kinds[kind].append(place)
        if result.diagnoses:
            self.sets[tuple(result.diagnoses)].append(place)
        if team := result.owner.get("team"):
            self.teams[place] = team
        if result.program:
            content, _, self.names[place] = result.program.partition(" ")
            self.programs[content].append(place)
        for mark in result.marks:
            # A right trace agrees with others by nature, whatever its layout, and so does what is hardly a trace.
            if mark.trace and mark.kinds.keys() != {"format"} and not all(board["hardly"] for board in mark.boards):
                key = (mark.case, mark.trace)
                self.traces[key].append(place)
                self.diagnoses[key] = "" if mark.alone else " + ".join(mark.diagnoses)

    def data(self) -> dict[str, Any]:
        """The groups by name, the largest first."""
        return {
            "kinds": [self._row(kind, places) for kind, places in _largest(self.kinds)],
            "sets": [self._row(" + ".join(names), places) for names, places in _largest(self.sets)],
            "same": [*self._same_programs(), *self._same_traces()],
        }

    def _row(self, name: str, places: list[int]) -> dict[str, Any]:
        return {"name": name, "submissions": len(places), "students": self._named(places)}

    def _named(self, places: Iterable[int]) -> list[dict[str, str]]:
        """Names of people, each with the path of their page."""
        named = sorted(self.students[place] for place in places)[:MOST_NAMED]
        return [{"name": name, "page": page} for name, page in named]

    def _same_programs(self) -> list[dict[str, Any]]:
        """Groups of people with the same source files, byte for byte."""
        return [
            {
                **self._row("program", places),
                "what": "program",
                "renamed": len({self.names[place] for place in places}) > 1,
                "cases": [],
                "diagnosis": "",
            }
            for _, places in _largest(self.programs)
            if self._several(places)
        ]

    def _same_traces(self) -> list[dict[str, Any]]:
        """Groups of people with the same wrong traces, each with its cases."""
        found: defaultdict[tuple[int, ...], list[tuple[str, str]]] = defaultdict(list)
        for key, places in self.traces.items():
            if self._several(places):
                found[tuple(places)].append(key)
        return [
            {
                **self._row("trace", list(places)),
                "what": "trace",
                "renamed": False,
                "cases": [case for case, _ in keys],
                "diagnosis": ", ".join(sorted({self.diagnoses[key] for key in keys} - {""})),
            }
            for places, keys in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
        ]

    def _several(self, places: list[int]) -> bool:
        """True if several people are meant who did not hand in together."""
        return len({self.teams.get(place, place) for place in places}) > 1


def _largest(groups: Mapping[Any, list[int]]) -> list[tuple[Any, list[int]]]:
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def groups_by_page(same: Iterable[Mapping[str, Any]]) -> dict[str, list[int]]:
    """The numbers of the groups that a student is in, by the student's page."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, group in enumerate(same, 1):
        for student in group["students"]:
            found[student["page"]].append(number)
    return found


BINS = 10


class Summary:
    """The sums of a class. Results are added one at a time, and not kept."""

    def __init__(self, plan: GradingPlan) -> None:
        self.plan = plan
        self.scores = array("d")
        self.statuses: Counter[str] = Counter()
        self.points = {case.name: 0.0 for case in plan.cases}
        self.outcomes = {case.name: Counter[str]() for case in plan.cases}
        self.having: Counter[str] = Counter()
        self.clauses: dict[str, str] = {}
        self.lost: defaultdict[str, float] = defaultdict(float)
        self.boxes: Counter[str] = Counter()
        self.groups = Groups()
        self.adjusted: list[dict[str, Any]] = []

    def add(self, result: SubmissionResult, page: str) -> None:
        """Adds the result of a submission."""
        self.groups.add(result, page)
        self.adjusted += [
            {"name": printable(result.shown), "page": page, "case": mark.case, **mark.adjusted}
            for mark in result.marks
            if mark.adjusted
        ]
        self.scores.append(result.score)
        self.statuses[result.status] += 1
        self.boxes[result.box] += 1
        self.having.update(result.diagnoses)
        self.clauses.update((mistake["name"], mistake["clause"]) for mistake in result.mistakes)
        for mark in result.marks:
            self.points[mark.case] += mark.points
            self.outcomes[mark.case][mark.status] += 1
        for name in result.diagnoses:
            self.lost[name] += result.most - result.score

    def data(self, *, missing: int = 0) -> dict[str, Any]:
        """All figures by name. `missing` is the number of submissions without a result."""
        scores, most = self.scores, round(self.plan.most, 2)
        graded = self.statuses[GRADED] + self.statuses[DOES_NOT_BUILD]
        return {
            "title": self.plan.title,
            "submissions": len(scores) + missing,
            "graded": graded,
            "not_graded": len(scores) + missing - graded,
            "max": most,
            "mean": round(fmean(scores), 2) if scores else None,
            "median": round(median(scores), 2) if scores else None,
            "highest": max(scores, default=None),
            "lowest": min(scores, default=None),
            "histogram": self._histogram(most),
            "cases": sorted(map(self._case, self.plan.cases), key=lambda case: -case["lost"]),
            "mistakes": [
                {
                    "name": name,
                    "clause": self.clauses[name],
                    "submissions": self.having[name],
                    "lost": round(self.lost[name], 2),
                }
                for name in sorted(self.having, key=lambda name: (-self.lost[name], name))
            ],
            **self.groups.data(),
            "adjusted": self.adjusted,
            "box": ", ".join(sorted(filter(None, self.boxes))) or "no program was run",
            "version": __version__,
        }

    def _case(self, case: PlannedCase) -> dict[str, Any]:
        points, statuses, count = self.points[case.name], self.outcomes[case.name], len(self.scores)
        outcomes = {name: n for name, n in sorted(statuses.items()) if name not in (RIGHT, WRONG)}
        return {
            "name": case.name,
            "hidden": case.hidden,
            "max": case.points,
            "mean": round(points / count, 2) if count else 0.0,
            "right": statuses[RIGHT],
            "wrong": statuses[WRONG],
            "outcomes": outcomes,
            "lost": round(case.points * count - points, 2),
        }

    def _histogram(self, most: float) -> list[dict[str, Any]]:
        counts = Counter(min(BINS - 1, int(BINS * score / most)) if most else 0 for score in self.scores)
        edges = [round(most * place / BINS, 2) for place in range(BINS + 1)]
        return [{"from": edges[i], "to": edges[i + 1], "count": counts[i]} for i in range(BINS)]


def row_of(result: SubmissionResult, page: str, groups: Sequence[int] = ()) -> dict[str, Any]:
    """A submission as a row of the report, with the numbers of the groups that it is in."""
    return {
        "name": printable(result.shown),
        "page": page,
        "score": result.score,
        "max": result.most,
        "right": sum(mark.status == RIGHT for mark in result.marks),
        "cases": len(result.marks),
        "status": result.status_shown,
        "diagnosis": result.diagnoses,
        "late": bool(result.owner.get("late")),
        "groups": groups,
    }
