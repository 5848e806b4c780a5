"""The class at a glance: who had which finding or mistake, and which submissions are the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from checkers_ab.core.text import printable
from checkers_ab.grading.mark import SubmissionResult

MOST_NAMED = 60
"""People that are named in a group; others are only counted."""

Student = dict[str, str]
"""A person's name, and the path of their page."""


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

    def _named(self, places: Iterable[int]) -> list[Student]:
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
