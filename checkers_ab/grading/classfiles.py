"""The files of a class in the results folder: grades, summary, report, and what course systems take in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from zipfile import ZipFile

from checkers_ab.core.files import replacing
from checkers_ab.core.people import Person
from checkers_ab.core.text import printable
from checkers_ab.core.zips import zip_entry
from checkers_ab.grading.formats import FORMATS, junit
from checkers_ab.grading.gradebook import SYSTEMS, Gradebook, file_name, grades, new_gradebook
from checkers_ab.grading.mark import SubmissionResult, for_students
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.report import report
from checkers_ab.grading.results import ResultsFolder, write_whole
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.summary import Summary, groups_by_page, row_of

CLASS = "class.json"
"""The file that keeps who is in the class, for `grade mark`."""
MOODLE_FEEDBACK = "moodle-feedback"
CLASS_FORMATS = (*SYSTEMS, MOODLE_FEEDBACK)
"""Formats of a whole class."""


@dataclass
class ClassFiles:
    """Writes the files of a class; the fields are all that they need besides the results."""

    plan: GradingPlan
    layout: str = "folders"
    missing: Sequence[Person] = ()
    """People who handed in nothing."""
    unmatched: Sequence[tuple[str, str]] = ()
    """Names of entries and submissions that belong to nobody, with the reasons."""
    unseen: Sequence[str] | None = None
    """The mistakes that the cases can't show, if they are known."""
    formats: Sequence[str] = ()
    gradebook: Gradebook | None = None
    column: str = ""
    """The name of the column for scores in a new gradebook; empty for the usual one."""
    notes: list[str] = field(default_factory=list)
    """Remarks for the grader about the files that were written."""

    def write(
        self, results: ResultsFolder, submissions: Sequence[Submission], failed: Mapping[Submission, str]
    ) -> None:
        """Writes all files, with one result in memory at a time."""
        folder, plan = results.folder, self.plan
        graded = [submission for submission in submissions if submission not in failed]

        def each() -> Iterator[tuple[Submission, SubmissionResult]]:
            for submission in graded:
                result = results.finished(submission)
                if result:
                    yield submission, result

        summary = Summary(plan)
        for submission, result in each():
            summary.add(result, results.page_of(submission))
        data = summary.data(missing=len(failed))
        data["failed"] = {printable(one.name): reason for one, reason in sorted(failed.items(), key=str)}
        data["nothing"] = [printable(person.called) for person in self.missing]
        data["unseen"] = self.unseen
        data["unmatched"] = {printable(name): reason for name, reason in self.unmatched}
        write_whole(folder / "grades.csv", grades(plan, (result for _, result in each()), self.missing))
        write_whole(folder / "summary.json", [json.dumps(data, indent=1) + "\n"])
        groups = groups_by_page(data["same"])
        pages = ((result, results.page_of(one)) for one, result in each())
        rows = (row_of(result, page, groups.get(page, ())) for result, page in pages)
        write_whole(folder / "report.html", report(data, rows))
        write_whole(folder / CLASS, [self._facts(submissions, failed)])
        whole = folder / FORMATS["junit"]
        if "junit" in self.formats:
            shown = (for_students(result, points_only=plan.points_only) for _, result in each())
            write_whole(whole, junit(shown, plan.title))
        else:
            whole.unlink(missing_ok=True)  # it is from an earlier run
        self._write_gradebooks(results, each)

    def _write_gradebooks(
        self, results: ResultsFolder, each: Callable[[], Iterator[tuple[Submission, SubmissionResult]]]
    ) -> None:
        for name in CLASS_FORMATS:
            for old in results.folder.glob(f"{name}.*"):
                old.unlink()  # it has the scores of an earlier run
        for system in SYSTEMS:
            if system not in self.formats:
                continue
            scores = ((submission, result.score) for submission, result in each())
            plan, path = self.plan, self.gradebook.path if self.gradebook else ""
            if self.gradebook:
                filled = self.gradebook.fill(scores)
            else:
                filled = new_gradebook(system, scores, title=plan.title, column=self.column, most=plan.most)
            with replacing(results.folder / file_name(system, path), exclusive=False) as stream:
                stream.write(filled.content)
            self.notes += filled.notes
        if MOODLE_FEEDBACK in self.formats:
            write_feedback_zip(results, [submission for submission, _ in each()])

    def _facts(self, submissions: Sequence[Submission], failed: Mapping[Submission, str]) -> str:
        """The class as JSON."""
        people = [
            {name: value for name, value in asdict(one).items() if name not in ("path", "files") and value}
            for one in submissions
        ]
        whole = {
            "plan": self.plan.key,
            "layout": self.layout,
            "submissions": people,
            "failed": {one.name: reason for one, reason in failed.items()},
            "missing": [asdict(person) for person in self.missing],
            "unmatched": list(self.unmatched),
        }
        return json.dumps(whole) + "\n"


@dataclass(frozen=True, slots=True)
class KeptClass:
    """A class as an earlier run has kept it."""

    plan: str
    layout: str
    submissions: list[Submission]
    failed: dict[Submission, str]
    missing: list[Person]
    unmatched: list[tuple[str, str]]


def load_class(results: ResultsFolder) -> KeptClass:
    """The class of an earlier run. OSError, or ValueError and the like if there is none."""
    data = json.loads((results.folder / CLASS).read_text(encoding="utf-8"))
    submissions = [
        Submission(**{**one, "path": "", "person": Person(**one.get("person", {}))}) for one in data["submissions"]
    ]
    named = {submission.name: submission for submission in submissions}
    return KeptClass(
        plan=data["plan"],
        layout=data["layout"],
        submissions=submissions,
        failed={named[name]: reason for name, reason in data["failed"].items()},
        missing=[Person(**person) for person in data["missing"]],
        unmatched=[(name, reason) for name, reason in data["unmatched"]],
    )


def write_feedback_zip(results: ResultsFolder, submissions: Sequence[Submission]) -> None:
    """A zip that Moodle takes as feedback files: a page in the folder of each submission."""
    with (
        replacing(results.folder / f"{MOODLE_FEEDBACK}.zip", exclusive=False) as stream,
        ZipFile(stream, "w") as archive,
    ):
        for submission in submissions:
            page = Path(results.place(submission), "feedback.html")
            archive.writestr(zip_entry(f"{submission.back}/feedback.html"), page.read_bytes())
