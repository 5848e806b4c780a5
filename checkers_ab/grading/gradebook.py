"""Files of grades: `grades.csv`, and those of course systems, exported ones filled in and new ones."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from checkers_ab.core.errors import InputError
from checkers_ab.core.files import read_bounded
from checkers_ab.core.people import FORMULA, Person, Roster, covered
from checkers_ab.core.text import printable
from checkers_ab.grading.mark import SubmissionResult
from checkers_ab.grading.markup import plain_number
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.submissions import Submission

_CODECS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class RawTable:
    """The rows of a CSV file as they are written. The first line says what separates the cells."""

    def __init__(self, content: bytes) -> None:
        """ValueError if the content is not text in rows."""
        self.codec = next((codec for mark, codec in _CODECS if content.startswith(mark)), "utf-8")
        try:
            text = content.decode(self.codec)
        except UnicodeDecodeError:
            self.codec = "latin-1"  # it gives every byte back
            text = content.decode(self.codec)
        if "\0" in text:
            raise ValueError("expected text, found a zero byte")
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        text = text[len(self.mark) :]
        first = re.split(r"[\r\n]", text, maxsplit=1)[0]
        self.delimiter = max(",;\t", key=first.count)
        self.rows: list[list[str]] = []
        """Cells with their quotes."""
        self.ends: list[str] = []
        """The line end of each row."""
        self.lines: list[int] = []
        """The line at which each row begins, from 1."""
        self._split(text)

    def _split(self, text: str) -> None:
        cell = rf'("(?:[^"]|"")*"[^{self.delimiter}\r\n]*|[^{self.delimiter}\r\n]*)({self.delimiter}|\r\n|\n|\r|\Z)'
        row: list[str] = []
        line = begun = 1
        for found in re.finditer(cell, text):
            if not row and not found[0]:
                break  # the end of the text
            row.append(found[1])
            line += found[0].count("\n")
            if found[2] != self.delimiter:
                self.rows.append(row)
                self.ends.append(found[2])
                self.lines.append(begun)
                row, begun = [], line
            if not found[2]:
                break

    def values(self) -> Iterator[tuple[int, list[str]]]:
        """The rows with their lines, cells without quotes; rows without any text are left out."""
        for line, row in zip(self.lines, self.rows, strict=True):
            cells = list(map(unquoted, row))
            if any(cell.strip() for cell in cells):
                yield line, cells

    def replace(self, row: int, column: int, value: str) -> None:
        """Replaces a cell; it is quoted if it was before."""
        self.rows[row][column] = f'"{value}"' if self.rows[row][column].startswith('"') else value

    def content(self) -> bytes:
        """The file."""
        rows = (self.delimiter.join(row) + end for row, end in zip(self.rows, self.ends, strict=True))
        return (self.mark + "".join(rows)).encode(self.codec)


def unquoted(cell: str) -> str:
    """The text of a cell. Canvas writes `="..."` for text that looks like a formula."""
    text = cell[1:] if cell.startswith('="') else cell
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else cell


LARGEST = 100_000_000
"""Bytes of a gradebook."""
SYSTEMS = ("canvas", "moodle", "blackboard", "brightspace")
_SUMS = re.compile(r"(Current|Final|Override|Unposted).*(Score|Points|Grade)")
_COLUMNS = {
    "canvas": re.compile(r"(?P<name>.+?)(?: \(\d+\))?"),
    "moodle": re.compile(r"(?P<name>Grade)"),
    "blackboard": re.compile(r"(?P<name>.+?)(?: \[Total Pts: [^]]*\])? ?\|\d+"),
    "brightspace": re.compile(r"(?P<name>.+) Points Grade(?: <.*>)?"),
}
"""The headings of columns that can hold scores."""
_NEEDED = {
    "canvas": ("Student|LastName", "ID", "Section"),
    "moodle": ("Identifier", "Grade", "Last modified (grade)"),
    "blackboard": ("Username",),
    "brightspace": ("OrgDefinedId|Username", "End-of-Line Indicator"),
}
"""Headings without which a file is none of the system's gradebooks; one of several after a |."""
_WORTH = re.compile(r"(?:Total Pts: |MaxPoints:)([\d.]+)")
_IDENTIFIER = re.compile(r"\D+\d+")
"""Moodle's name for a person, `Participant 123`, in any language."""


@dataclass
class Filled:
    """A gradebook with the scores of a class."""

    content: bytes
    notes: list[str] = field(default_factory=list)
    """Remarks for the grader."""


class Gradebook:
    """A gradebook of a system, and its column for the scores."""

    def __init__(self, system: str, path: str, *, title: str, column: str = "", most: float | None = None) -> None:
        """The column is named, or has the title of the plan, or is the only one. `most` are the points of the plan."""
        self.system, self.path, self.most = system, path, most
        content = read_bounded(path, LARGEST)
        if content.startswith(b"PK"):
            raise InputError("this is a workbook or a zip: export the gradebook as CSV", path=path)
        try:
            self.table = RawTable(content)
        except ValueError as error:
            raise InputError(str(error), path=path) from None
        self.roster = Roster(path, self._values())
        self.header = next(self._values())[1]
        self._expect_headings(column)
        for line, row in zip(self.table.lines, self.table.rows, strict=True):
            if len(row) != len(self.header) and any(row):
                raise InputError(f"expected {len(self.header)} cells, found {len(row)}", path=path, line=line)
        self.column = self._choose(title, column)

    def _values(self) -> Iterator[tuple[int, list[str]]]:
        """The rows with their lines. In a worksheet of Moodle, whose headings are translated, the first is known."""
        rows = list(self.table.values())
        identified = len(rows) > 1 and all(_IDENTIFIER.fullmatch(cells[0]) for _, cells in rows[1:])
        if self.system == "moodle" and identified:
            rows[0][1][0] = "Identifier"
        return iter(rows)

    def _expect_headings(self, column: str) -> None:
        here = [heading.strip() for heading in self.header]
        translated = self.system == "moodle" and column
        for needed in _NEEDED[self.system][: 1 if translated else None]:
            if not set(needed.split("|")) & set(here):
                wanted = needed.replace("|", " or ")
                raise InputError(
                    f"expected a gradebook of {self.system.capitalize()} with the column {wanted}, "
                    f"found {', '.join(map(repr, map(printable, here[:5])))}",
                    path=self.path,
                    line=1,
                )

    def _choose(self, title: str, column: str) -> int:
        names = {place: name for place, heading in enumerate(self.header) if (name := self._name(place, heading))}
        if column and self.system == "moodle":
            names = dict(enumerate(self.header))
        if column:
            fitting = [place for place, name in names.items() if column in (name, self.header[place].strip())]
        elif len(names) == 1:
            fitting = list(names)
        else:
            fitting = [place for place, name in names.items() if name.casefold() == title.casefold()]
        if len(fitting) != 1:
            found = ", ".join(repr(printable(self.header[place])) for place in names) or "none"
            wanted = repr(column or title)
            raise InputError(
                f"expected one column {wanted} for the scores, found {found}: name it with --column",
                path=self.path,
                line=1,
            )
        return fitting[0]

    def _name(self, place: int, heading: str) -> str:
        """The name of a column that can hold scores; empty for any other."""
        found = _COLUMNS[self.system].fullmatch(heading.strip())
        fits = found and (self.system != "canvas" or self._is_assignment(place, heading))
        return found["name"] if found and fits else ""

    def _is_assignment(self, place: int, heading: str) -> bool:
        sections = [number for number, cell in enumerate(self.header) if "Section" in cell]
        points = self._points_row()
        read_only = points is not None and "read only" in points[place].lower()
        return place > max(sections, default=0) and not _SUMS.search(heading) and not read_only

    def _points_row(self) -> list[str] | None:
        """Canvas's row with the points of each assignment."""
        rows = (cells for _, cells in self.table.values())
        return next((cells for cells in rows if cells[0].strip() == "Points Possible"), None)

    def fill(self, scores: Iterable[tuple[Submission, float]]) -> Filled:
        """The gradebook with the scores. Rows of people who handed in nothing stay as they are."""
        rows = {line: row for row, line in enumerate(self.table.lines)}
        filled: set[int] = set()
        notes: list[str] = []
        for submission, score in scores:
            match = self.roster.match(submission.person, handle=submission.handle, number=submission.key)
            if match.place is None:
                notes.append(f"{printable(submission.shown)}: has no row in {self.path}: {match.reason}")
                continue
            row = rows[self.roster.lines[match.place]]
            if row in filled:
                notes.append(f"{printable(submission.shown)}: a second submission for line {self.table.lines[row]}")
                continue
            filled.add(row)
            if reason := self._skipped(row, score):
                notes.append(f"{printable(submission.shown)}: {reason}")
            self.table.replace(row, self.column, plain_number(score))
        worth = self._worth()
        if worth is not None and self.most is not None and worth != self.most:
            notes.append(
                f"{self.path}: the column is worth {plain_number(worth)} points and the plan "
                f"{plain_number(self.most)}: scores are written as they are"
            )
        if empty := len(self.roster.people) - len(filled):
            rest = (
                "row without a submission stays as it is"
                if empty == 1
                else "rows without a submission stay as they are"
            )
            notes.append(f"{self.path}: {empty} {rest}")
        return Filled(self.table.content(), notes)

    def _skipped(self, row: int, score: float) -> str:
        """The reason why the system would not take a score; empty if it takes it."""
        if self.system != "moodle":
            return ""
        cells = dict(zip(self.header, map(unquoted, self.table.rows[row]), strict=True))
        before, most = _number(cells[self.header[self.column]]), _number(cells.get("Maximum grade", ""))
        if cells.get("Grade can be changed", "").lower() in ("no", "nein", "non", "0"):
            return "Moodle skips this grade: it is locked there"
        if most is not None and score > most:
            return f"Moodle skips this grade: {plain_number(score)} is above its maximum of {plain_number(most)}"
        if before == score:
            return f"Moodle skips this grade: it is {plain_number(score)} already"
        if score == 0:
            return "Moodle 5.3 does not store a grade of 0: enter it by hand"
        return "" if before is None else "Moodle skips this grade if it was changed there since, unless told to update"

    def _worth(self) -> float | None:
        """The points of the column, where the system says so."""
        points = self._points_row() if self.system == "canvas" else None
        found = _WORTH.search(self.header[self.column])
        return _number(points[self.column]) if points else _number(found[1]) if found else None


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def file_name(system: str, gradebook: str) -> str:
    """The name of a system's file in the results."""
    return system + (os.path.splitext(gradebook)[1].lower() or ".csv")


OWNER = ("login", "id", "email", "late", "attempt")
"""Columns about the person, after those of the cases."""
NOTHING = "nothing handed in"
HEADINGS = {
    "canvas": (["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], []),
    "blackboard": (["Username"], []),
    "brightspace": (["OrgDefinedId", "Username"], ["End-of-Line Indicator"]),
}
"""The headings of a new file before the column for the scores, and after it."""


class _Echo:
    """A file for the csv module that returns what is written to it."""

    def write(self, line: str) -> str:
        return line


def grades(plan: GradingPlan, results: Iterable[SubmissionResult], missing: Iterable[Person] = ()) -> Iterator[str]:
    """The class as lines of CSV; people who handed in nothing come last, without a score."""
    row: Callable[[list[str]], str] = csv.writer(_Echo(), lineterminator="\n").writerow
    yield row(["name", "score", "max", "status", "diagnosis", *(covered(case.name) for case in plan.cases), *OWNER])
    for result in results:
        points = (plain_number(value) for value in (result.score, result.most, *(mark.points for mark in result.marks)))
        score, most, *each = points
        known = [covered(printable(result.owner.get(field, ""))) for field in OWNER]
        name = covered(printable(result.shown))
        yield row([name, score, most, result.status_shown, " ".join(result.diagnoses), *each, *known])
    for person in missing:
        known = [covered(printable(text)) for text in (person.login, person.id, person.email)]
        name = covered(printable(person.called))
        yield row([name, "", plain_number(plan.most), NOTHING, "", *("" for _ in plan.cases), *known, "", ""])


def new_gradebook(
    system: str, scores: Iterable[tuple[Submission, float]], *, title: str, column: str, most: float
) -> Filled:
    """A file that a system imports, with the people whom it can find."""
    notes: list[str] = []
    before, after = HEADINGS[system]
    rows = [[*before, column or _usual_column(system, title, most, notes), *after]]
    if system == "canvas" and not column:
        rows.append(["    Points Possible", *[""] * (len(before) - 1), plain_number(most)])
    for submission, score in scores:
        keys, rest = _row(system, submission, plain_number(score))
        if not any(keys):
            notes.append(f"{printable(submission.shown)}: left out, for {system.capitalize()} needs a login or an id")
            continue
        notes += [
            f"{printable(submission.shown)}: {printable(key)!r} looks like a formula to spreadsheets"
            for key in keys
            if key.startswith(FORMULA)
        ]
        rows.append(rest)
    always = system == "blackboard"
    lines = (",".join(_quoted(cell, always) for cell in row) + "\n" for row in rows)
    return Filled("".join(lines).encode(), notes)


def _usual_column(system: str, title: str, most: float, notes: list[str]) -> str:
    if system == "blackboard":
        notes.append(
            "Blackboard makes a new text column worth 0 of this file: "
            "name a column of its own with --column 'Homework 4 [Total Pts: 60] |123456'"
        )
        return f"{title} [Total Pts: {plain_number(most)}]"
    return f"{title} Points Grade" if system == "brightspace" else title


def _row(system: str, submission: Submission, score: str) -> tuple[list[str], list[str]]:
    """The keys by which a system finds a person, and the whole row."""
    person = submission.person
    if system == "canvas":
        ids = [submission.key, "" if person.id == submission.key else person.id, person.login]
        return [*ids, person.name], [person.name or submission.name, *ids, "", score]
    if system == "blackboard":
        return [person.login], [person.login, score]
    return [person.id, person.login], [person.id, person.login, score, "#"]


def _quoted(cell: str, always: bool) -> str:
    return '"' + cell.replace('"', '""') + '"' if always or re.search(r'[",;\r\n]|^\s|\s$', cell) else cell
