"""Imitations of what course systems hand out: a class of thirty, written as each system would."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support import ROOT

CASES = "abcde"
POINTS = [1, 2, 4, 8, 16]
BOARD = (ROOT / "tests/sample_class/cases/public/last-man.txt").read_text()
RIGHT = "A1: (3,2)=>(5,4); h=inf.\nfirst move: (3,2)=>(5,4).\n"
NAMES = [
    *("Ada Lovelace", "Jürgen Müßig", "Seán O'Neil", "Anna Schmidt", "Anna Schmidt", "Łukasz Żak", "María José Núñez"),
    *("李 小龙", "Zoë de la Cruz", "Jean-Luc Picard", "Bo Li", "Cy Young", "Dee Dee", "Eli Cohen", "Fay Wray"),
    *("Gus Grissom", "Hal Jordan", "Ida Tarbell", "Jo March", "Kim Novak", "Lou Reed", "Mia Farrow", "Ned Kelly"),
    *("Ola Nordmann", "Pia Lindström", "Quin Snyder", "Rex Tillerson", "Sam Rivers", "Tom Waits", "Uma Thurman"),
]
LATE, RESUBMITTED, LONE, NESTED = {3, 14}, {5, 11}, 6, 8


@dataclass(frozen=True)
class Student:
    """One of the class. The number says which of five traces are right, so every score is of one student only."""

    number: int
    name: str

    @property
    def login(self) -> str:
        return f"u{self.number:02}_x" if self.number == 9 else f"u{self.number:02}"

    @property
    def id(self) -> str:
        return f"00{7000 + self.number}"

    @property
    def email(self) -> str:
        return f"{self.login}@example.edu"

    @property
    def first(self) -> str:
        return self.name.rpartition(" ")[0]

    @property
    def last(self) -> str:
        return self.name.rpartition(" ")[2]

    @property
    def score(self) -> int:
        return 1 if self.number == LONE else self.number

    @property
    def traces(self) -> dict[str, bytes]:
        bits = 1 if self.number == LONE else self.number
        wanted = CASES[:1] if self.number == LONE else CASES
        return {
            f"{case}.txt": (RIGHT if bits >> place & 1 else "no trace\n").encode() for place, case in enumerate(wanted)
        }

    @property
    def files(self) -> dict[str, bytes]:
        """What is handed in: files, a zip, a tar, or a zip in a zip."""
        if self.number == NESTED:
            return {"hw4.zip": zipped({"inner.zip": zipped(self.traces)})}
        if self.number == LONE:
            return self.traces
        form = self.number % 3
        if form == 1:
            return {"my hw4.zip": zipped({f"hw4/{name}": text for name, text in self.traces.items()})}
        return {"hw4.tar.gz": tarred(self.traces)} if form == 2 else self.traces


STUDENTS = [Student(number, name) for number, name in enumerate(NAMES, 1)]
EARLIER = {f"{case}.txt": b"an earlier attempt\n" for case in CASES}


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


# The systems


def canvas(student: Student) -> dict[str, bytes]:
    """`lastfirst[_LATE]_<user id>_<file id>_<file>`; a file that was handed in again has a number."""
    word = "".join(letter for letter in (student.last + student.first).lower() if letter.isalnum())
    late = "_LATE" if student.number in LATE else ""
    prefix = f"{word}{late}_{4000 + student.number}"
    files = {}
    for place, (name, content) in enumerate(student.files.items()):
        stem, _, ending = name.partition(".")
        own = f"{stem}-1.{ending}" if student.number in RESUBMITTED else name
        files[f"{prefix}_{90000 + 10 * student.number + place}_{own}"] = content
    if student.number == 12:
        files[f"{prefix}_text.html"] = b"<p>see my files</p>"
    return files


def _moodle_name(student: Student) -> str:
    return f"{student.name.replace(chr(39), '')}_{5000 + 7 * student.number % 31}"


def moodle(student: Student) -> dict[str, bytes]:
    """Folders, as since Moodle 4.1; before that their names ended with `_`."""
    end = "_" if student.number % 2 else ""
    return {f"{_moodle_name(student)}_assignsubmission_file{end}/{name}": text for name, text in student.files.items()}


def moodle_flat(student: Student) -> dict[str, bytes]:
    return {f"{_moodle_name(student)}_assignsubmission_file_{name}": text for name, text in student.files.items()}


def blackboard(student: Student) -> dict[str, bytes]:
    """Every attempt, each with a description."""
    files = {}
    attempts = [("2026-11-02-13-45-10", student.files)]
    if student.number in RESUBMITTED:
        attempts.append(("2026-11-01-09-00-00", EARLIER))
    for time, held in attempts:
        prefix = f"Home_work 4_{student.login}_attempt_{time}"
        about = (
            f"Name: {student.name} ({student.login})\nAssignment: Home_work 4\n"
            "Date Submitted: Monday, November 2, 2026 1:45:10 PM EST\nCurrent Grade: \n\nSubmission Field:\n"
            "There is no student submission text data for this assignment.\n\nComments:\n"
            "There are no student comments for this assignment.\n\nFiles:\n"
        )
        about += "".join(f"\tOriginal filename: {name}\n\tFilename: {prefix}_{name}\n" for name in held)
        files[f"{prefix}.txt"] = about.encode()
        files |= {f"{prefix}_{name}": content for name, content in held.items()}
    return files


def gradescope(student: Student) -> dict[str, bytes]:
    folder = f"submission_{60000 + student.number}"
    return {f"{folder}/{name}": content for name, content in student.files.items()}


def gradescope_metadata(students: list[Student]) -> dict[str, bytes]:
    """As Ruby writes it: symbols with their colons, quotes where YAML needs them."""
    lines = ["---"]
    for student in students:
        lines += [
            f"submission_{60000 + student.number}:",
            "  :submitters:",
            f'  - :name: "{student.name}"' if "'" in student.name else f"  - :name: {student.name}",
            f"    :sid: '{student.id}'",
            f"    :email: {student.email}",
            "  :created_at: 2023-12-02 02:52:07.938335000 Z",
            "  :score: 0.0",
            "  :status: processed",
            "  :results:",
            "    tests:",
            "    - name: opening",
            "      score: 1",
            "  :history:",
            f"  - :id: {student.number}",
            "    :created_at: 2023-12-03 02:52:07.938335000 Z",
            "    :submitters: []",
        ]
    return {"submission_metadata.yml": ("\n".join(lines) + "\n").encode()}


def brightspace(student: Student) -> dict[str, bytes]:
    times = ["Oct 10, 2025 1022 AM", "Oct 9, 2025 906 PM"][: 2 if student.number in RESUBMITTED else 1]
    return {
        f"{39000 + student.number}-640693 - {student.name} - {time}/{name}": content
        for time, files in zip(times, (student.files, EARLIER), strict=False)
        for name, content in files.items()
    }


def clones(student: Student) -> dict[str, bytes]:
    folder = f"hw-4-{student.login}"
    return {f"{folder}/.git/HEAD": b"ref: refs/heads/main\n"} | {f"{folder}/{n}": c for n, c in student.files.items()}


SYSTEMS: dict[str, Callable[[Student], dict[str, bytes]]] = {
    "canvas": canvas,
    "moodle": moodle,
    "moodle_flat": moodle_flat,
    "blackboard": blackboard,
    "gradescope": gradescope,
    "brightspace": brightspace,
    "clones": clones,
}
METADATA: dict[str, dict[str, bytes]] = {
    "brightspace": {"index.html": b"<html>"},
    "canvas": {".DS_Store": b"x", "__MACOSX/x": b"x"},
    "gradescope": gradescope_metadata(STUDENTS),
}


def download(system: str, students: list[Student] = STUDENTS) -> dict[str, bytes]:
    """All files of a download, by their paths in it."""
    files = dict(METADATA.get(system, {}))
    for student in students:
        files |= SYSTEMS[system](student)
    return files


def course(folder: Path, more: str = "") -> Path:
    """A plan of five cases whose points tell every student apart, and a roster beside it."""
    write(folder, {f"cases/{case}.txt": BOARD.encode() for case in CASES})
    points = "".join(f"{case} = {worth}\n" for case, worth in zip(CASES, POINTS, strict=True))
    text = f'title = "Homework 4"\n{more}\n[cases]\npublic = ["cases"]\n[traces]\n[points.cases]\n{points}'
    (folder / "plan.toml").write_text(text)
    rows = "".join(f"{one.name},{one.login},{one.id},{one.email}\n" for one in STUDENTS)
    (folder / "students.csv").write_text(f"Name,Login,ID,Email\n{rows}", "utf-8")
    return folder / "plan.toml"
