"""Downloads of course systems, made from what is known of them: whose everything is, and the gradebooks back."""

from __future__ import annotations

import csv
import io
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.core.files import read_bounded
from checkers_ab.core.people import Person, load_roster, name_forms
from checkers_ab.grading.adjust import Adjustments
from checkers_ab.grading.classlist import ClassList, opened_class, read_class
from checkers_ab.grading.cluster import pack
from checkers_ab.grading.downloads import read_download
from checkers_ab.grading.downloads.gradescope import read_metadata
from checkers_ab.grading.grade import grade
from checkers_ab.grading.gradebook import Gradebook, RawTable, new_gradebook
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.planfile import load_plan
from checkers_ab.grading.run import finished
from checkers_ab.grading.submissions import Submission
from tests.imitations import (
    LATE,
    RESUBMITTED,
    RIGHT,
    STUDENTS,
    SYSTEMS,
    Student,
    course,
    download,
    gradescope_metadata,
    write,
    zipped,
)
from tests.support import refused, run

BY_LOGIN = ("blackboard", "gradescope", "clones")
"""Systems that tell people apart by more than a name and a number of their own."""


def plan_of(folder: Path, more: str = "") -> GradingPlan:
    return load_plan(str(course(folder, more)))


def class_of(folder: Path, system: str, more: str = "") -> tuple[GradingPlan, ClassList]:
    write(folder / "class", download(system))
    plan = plan_of(folder, more)
    return plan, read_class(str(folder / "class"), plan)


def scores(plan: GradingPlan, submissions: Iterable[Submission]) -> list[tuple[Submission, float]]:
    return [(one, finished(plan, one, grade(plan, one, None), Adjustments()).score) for one in submissions]


# Whose it is


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_program_gets_its_mark_under_its_owner(system: str, tmp_path: Path) -> None:
    plan, found = class_of(tmp_path, system, 'roster = "students.csv"')
    assert found.download.layout == system.partition("_")[0]
    assert len(found.submissions) == 30
    assert not [aside for aside in found.download.asides if aside.attributable]
    by_score = {round(score): one for one, score in scores(plan, found.submissions) if score != 1}
    for student in STUDENTS:
        if student.score == 1:
            continue
        held = by_score[student.score]
        if student.name == "Anna Schmidt" and system not in BY_LOGIN:
            assert held in [stranger for stranger, _ in found.strangers], "two people of one name are not mixed up"
            continue
        assert held.person == Person(student.name, student.login, student.id, student.email)
        assert held.late == (system == "canvas" and student.number in LATE)
    assert len(found.strangers) == (0 if system in BY_LOGIN else 2)
    assert all("2 people in the roster are called so" in reason for _, reason in found.strangers)
    assert found.missing == [], "either of them may have handed it in"
    assert len({one.folder for one in found.submissions}) == 30


def test_the_last_attempt_counts_and_its_time_is_kept(tmp_path: Path) -> None:
    for system, attempt in (("blackboard", "2026-11-02-13-45-10"), ("brightspace", "2025-10-10 10:22")):
        _, found = class_of(tmp_path / system, system)
        assert {one.attempt for one in found.submissions} == {attempt}
        entries = {"blackboard": 5, "brightspace": 1}[system]
        assert len(found.download.earlier) == entries * len(RESUBMITTED)
    assert {one.attempt for one in class_of(tmp_path / "g", "gradescope")[1].submissions} == {"2023-12-02 02:52:07"}


def test_what_is_nobodys_is_listed(tmp_path: Path) -> None:
    write(tmp_path / "class", {**download("moodle"), "Default group_assignsubmission_file/x.txt": b"x", "notes": b"x"})
    found = read_download(str(tmp_path / "class"))
    told = {aside.entry: aside.reason for aside in found.asides if aside.attributable}
    assert told.keys() == {"Default group_assignsubmission_file", "notes"}
    assert "it has no number" in told["Default group_assignsubmission_file"]
    assert len(found.submissions) == 30


def test_a_number_that_canvas_adds_is_taken_out_only_where_that_is_right(tmp_path: Path) -> None:
    files = {
        "allanne_1_10_main-2.cpp": b"x",
        "allanne_1_11_board-2.h": b"x",
        "borbo_2_12_case-1.txt": b"x",
        "cyrcy_3_13_part-1.cpp": b"x",
        "cyrcy_3_14_main.cpp": b"x",
        "deede_4_15_hw4-3.tar.gz": b"x",
        "eveeve_5_16_a-1.txt": b"x",
        "eveeve_5_17_b.txt": b"x",
    }
    write(tmp_path, files)
    found = read_download(str(tmp_path), "canvas", {"case-1.txt", "a.txt"})
    names = {one.key: [name for name, _ in one.files] for one in found.submissions}
    assert names == {
        "1": ["main.cpp", "board.h"],
        "2": ["case-1.txt"],
        "3": ["part-1.cpp", "main.cpp"],
        "4": ["hw4.tar.gz"],
        "5": ["a.txt", "b.txt"],
    }


def test_anonymous_downloads_and_text_that_was_typed_in(tmp_path: Path) -> None:
    write(
        tmp_path / "c", {"LATE_anon_x7Kp2_33_hw4.py": b"x", "anon_9aaQz_34_hw4.py": b"x", "anon_1bcDe_text.html": b"x"}
    )
    found = {one.key: one for one in read_download(str(tmp_path / "c")).submissions}
    assert found.keys() == {"x7Kp2", "9aaQz", "1bcDe"}
    assert [found[key].late for key in ("x7Kp2", "9aaQz")] == [True, False]
    assert found["1bcDe"].note == "only a text was handed in, and no file"
    assert found["x7Kp2"].person == Person()
    texts = {"Participant_12_assignsubmission_onlinetext/onlinetext.html": b"x"}
    write(tmp_path / "m", {**texts, "Participant_13_assignsubmission_file/hw4.py": b"x"})
    assert [(one.key, bool(one.note)) for one in read_download(str(tmp_path / "m")).submissions] == [
        ("12", True),
        ("13", False),
    ]


def test_a_group_of_gradescope_hands_in_once_and_each_gets_the_mark(tmp_path: Path) -> None:
    text = (
        "---\nsubmission_1:\n  :submitters:\n  - :name: \"Ren\\u00e9e O'Hara\"\n    :sid: '007'\n    :email: r@x.org\n"
        "  - :name: 'Bo ''B'' Li'\n    :email: b@x.org\n  :created_at: 2023-12-02 02:52:07.938335000 Z\n"
        "submission_2:\n  :submitters: []\n"
    )
    write(tmp_path, {"submission_metadata.yml": text.encode(), "submission_1/a.txt": b"x", "submission_2/a.txt": b"x"})
    found = read_download(str(tmp_path))
    assert [one.person for one in found.submissions] == [
        Person("Bo 'B' Li", "", "", "b@x.org"),
        Person("Renée O'Hara", "", "007", "r@x.org"),
    ]
    assert len({one.path for one in found.submissions}) == 1
    assert [aside.entry for aside in found.asides if aside.attributable] == ["submission_2"]


def test_our_reader_of_yaml_agrees_with_a_real_one() -> None:
    yaml = pytest.importorskip("yaml")
    text = gradescope_metadata(STUDENTS)["submission_metadata.yml"].decode()
    read = read_metadata(iter(text.splitlines()))
    for name, about in yaml.safe_load(text).items():
        people = [Person(one[":name"], "", one[":sid"], one[":email"]) for one in about[":submitters"]]
        assert read[name].people == people


def test_a_download_is_read_from_its_zip_and_inside_a_folder(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    files = download("gradescope")
    (tmp_path / "export.zip").write_bytes(zipped({f"assignment_1_export/{name}": text for name, text in files.items()}))
    with opened_class(str(tmp_path / "export.zip"), plan) as found:
        assert (found.download.layout, len(found.submissions)) == ("gradescope", 30)
        assert sum(score for _, score in scores(plan, found.submissions)) == sum(one.score for one in STUDENTS)
    (tmp_path / "flat.zip").write_bytes(zipped(download("moodle", STUDENTS[:1])))
    with opened_class(str(tmp_path / "flat.zip"), plan) as found:
        assert [one.person.name for one in found.submissions] == ["Ada Lovelace"]


def test_two_assignments_and_two_layouts_are_refused(tmp_path: Path) -> None:
    other = {name.replace("Home_work 4", "Homework 5"): text for name, text in download("blackboard").items()}
    changed = {name: text.replace(b"Home_work 4", b"Homework 5") for name, text in other.items()}
    write(tmp_path / "b", {**download("blackboard"), **changed})
    with pytest.raises(InputError, match="a download of 2 assignments: 'Home_work 4' and 'Homework 5'"):
        read_download(str(tmp_path / "b"))
    again = {name.replace("_50", "_61"): text for name, text in download("moodle").items()}
    write(tmp_path / "m", {**download("moodle"), **again})
    with pytest.raises(InputError, match="this looks like a download of two assignments"):
        read_download(str(tmp_path / "m"))
    write(tmp_path / "two/hw4", download("canvas"))
    write(tmp_path / "two/hw5", download("canvas"))
    with pytest.raises(InputError, match=r"two downloads: .*hw4 and .*hw5: grade one of them"):
        read_download(str(tmp_path / "two"))
    mixed = {f"x_{place}_{place}_a_u_attempt_2026-11-02-13-45-10_f.c": b"x" for place in range(3)}
    write(tmp_path / "mixed", mixed)
    with pytest.raises(InputError, match='the names fit canvas and blackboard: choose with layout = "canvas"'):
        read_download(str(tmp_path / "mixed"))
    assert read_download(str(tmp_path / "mixed"), "canvas").layout == "canvas"
    with pytest.raises(InputError, match="expected a Moodle download, as the plan says"):
        read_download(str(tmp_path / "mixed"), "moodle")


def test_a_class_without_a_system_may_hold_single_files(tmp_path: Path) -> None:
    write(tmp_path, {"ada.cpp": b"x", "bo/x.py": b"x", "cyd.zip": zipped({"x": b""}), "index.html": b"", "dee": b"x"})
    found = read_download(str(tmp_path))
    assert {one.name: one.files[0][0] if one.files else "" for one in found.submissions} == {
        "ada": "ada.cpp",
        "bo": "",
        "cyd": "",
        "dee": "",
    }


def test_a_thousand_archives_are_recognised_at_once(tmp_path: Path) -> None:
    for number in range(1000):
        (tmp_path / f"family{number}given_{number}_{number + 5000}_hw4.zip").write_bytes(b"PK")
    begun = time.process_time()
    assert len(read_download(str(tmp_path)).submissions) == 1000
    assert time.process_time() - begun < 2


def test_single_files_go_to_a_cluster_under_their_own_names(tmp_path: Path) -> None:
    plan, found = class_of(tmp_path, "canvas")
    sent = pack(next(one for one in found.submissions if len(one.files) > 1), plan)
    assert isinstance(sent, list)
    assert sorted(Path(name).name for name, _, data in sent if data) == [f"{case}.txt" for case in "abcde"]


# The roster


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "1: expected a line of headings with at least one of name, login, id and email, found nothing"),
        (b"Vorname;Matrikel\nA;1\n", "1: expected a line of headings .* found 'Vorname', 'Matrikel'"),
        (b"name,login\nAda,ada\nBo,bo\nAda B,ADA\n", "4: two people have the login 'ADA': lines 2 and 4"),
        (b"name,email\nA,x@y.z\nB,x@y.z\n", "3: two people have the e-mail 'x@y.z'"),
        (
            "name\nAda\nJürgen\n".encode("latin-1"),
            "3: expected UTF-8 text, found the byte 0xfc: save the file as UTF-8",
        ),
        ("name\nAda\n".encode("utf-16"), "1: expected UTF-8 text, found the byte 0xff"),
        (b"name\n\0\n", "2: expected text, found a zero byte"),
        (b"name\nAda,Bo\n", "2: expected 1 cells as in the first line, found 2"),
        (b'name\n"' + b"x" * 200_000, "2: not CSV: "),
        (b'name\nAda\n"Bo\nEve\n', "3: a quotation mark is opened here and never closed"),
        (b"PK\x03\x04\x14\0", "1: this is a workbook or a zip: save the table as CSV"),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused_with_its_line(text: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "students.csv").write_bytes(text)
    with pytest.raises(InputError, match=f"students.csv:{says}"):
        load_roster(str(tmp_path / "students.csv"))
    with pytest.raises(InputError, match="no such file"):
        load_roster(str(tmp_path / "gone.csv"))


def test_rosters_of_several_makes_are_read(tmp_path: Path) -> None:
    made = {
        "excel": "\ufeffLast Name;First Name;E-Mail\r\nLovelace;Ada;ada@x.org\r\n\r\n",
        "canvas": 'Student,ID,SIS Login ID,Section\r\n    Points Possible,,,\r\n"Lovelace, Ada",17,ada,A\r\n',
        "moodle": "Identifier,Full name,Email address\nTeilnehmer 17,'=Ada Lovelace,ada@x.org\n",
        "tabs": "username\tname\nada\tAda Lovelace\n",
    }
    people = {}
    for name, text in made.items():
        (tmp_path / name).write_text(text, "utf-8", newline="")
        roster = load_roster(str(tmp_path / name))
        people[name] = roster.people
        assert roster.match(Person("lovelaceada"), number="17").place == 0
    assert people["excel"] == [Person("Ada Lovelace", email="ada@x.org")]
    assert people["canvas"] == [Person("Lovelace, Ada", "ada", "17")]
    assert people["moodle"] == [Person("=Ada Lovelace", "", "Teilnehmer 17", "ada@x.org")]


def test_a_number_of_one_system_is_not_taken_for_that_of_another(tmp_path: Path) -> None:
    (tmp_path / "students.csv").write_text("name,id\nBo Li,17\nAda Lovelace,18\n")
    roster = load_roster(str(tmp_path / "students.csv"))
    assert roster.match(Person("Ada Lovelace"), number="17").place == 1
    assert roster.match(Person("Cy Young"), number="17").reason == "not in the roster"
    assert roster.match(Person(), handle="17").place == 0, "a folder that is named by the id"


def test_names_are_compared_in_any_order_and_without_signs() -> None:
    assert {"seanoneil", "oneilsean"} <= name_forms("Seán O'Neil")
    assert name_forms("de la Cruz, Zoë") & name_forms("Zoë de la Cruz")
    assert name_forms(" , ") == set()


def test_two_submissions_of_one_person_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "class", {"ada.zip": zipped({"x": b""}), "Ada Lovelace/x": b""})
    plan = course(tmp_path, 'roster = "people.csv"')
    (tmp_path / "people.csv").write_text("name,login\nAda Lovelace,ada\nBo Li,bo\n")
    refused(
        run("grade", "run", plan, tmp_path / "class", "-o", tmp_path / "results"),
        "two submissions of Ada Lovelace: Ada Lovelace and ada: take one of them out",
    )
    assert not (tmp_path / "results").exists()


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(1001))
    with pytest.raises(InputError, match=r"big: longer than 1,000 bytes"):
        read_bounded(str(tmp_path / "big"), 1000)


# Gradebooks


def csv_text(rows: list[list[str]], end: str = "\n", delimiter: str = ",", quote: bool = False) -> str:
    stream = io.StringIO()
    csv.writer(stream, "unix" if quote else "excel", lineterminator=end, delimiter=delimiter).writerows(rows)
    return stream.getvalue()


def canvas_book() -> bytes:
    rows = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Quiz (1)", "Homework 4 (881)", "Final Score"],
        ["", "", "", "", "", "Manual Posting", "", ""],
        ["    Points Possible", "", "", "", "", "10", "31", "(read only)"],
        *([f"{s.last}, {s.first}", f"{4000 + s.number}", s.id, s.login, "A", "7.5", "", "0"] for s in STUDENTS),
        ["Student, Test", "9", "", "abc", "A", "", "", ""],
    ]
    return ("\ufeff" + csv_text(rows, "\r\n")).encode()


def moodle_book() -> bytes:
    rows = [["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed"]]
    rows[0] += ["Last modified (grade)", "Feedback comments"]
    for one in STUDENTS:
        number = 5000 + 7 * one.number % 31
        locked = "No" if one.number == 13 else "Yes"
        known = [f"Participant {number}", one.name, one.email, "Submitted, late"]
        rows.append([*known, "2.00" if one.number == 2 else "", "30", locked, "-", 'said "hi"\nto all'])
    return csv_text(rows).encode()


def blackboard_book() -> bytes:
    head = [
        "Last Name",
        "First Name",
        "Username",
        "Quiz [Total Pts: 10] |5",
        "Homework 4 [Total Pts: 31 Score] |664617",
    ]
    rows = [head, *([s.last, s.first, s.login, "3", ""] for s in STUDENTS)]
    return csv_text(rows, "\r\n", "\t", quote=True).encode("utf-16")


def brightspace_book() -> bytes:
    head = ["OrgDefinedId", "Username", "Homework 4 Points Grade <Numeric MaxPoints:31>", "End-of-Line Indicator"]
    return csv_text([head, *([f"#{s.id}", f"#{s.login}", "", "#"] for s in STUDENTS)]).encode()


BOOKS = {"canvas": canvas_book, "moodle": moodle_book, "blackboard": blackboard_book, "brightspace": brightspace_book}


@pytest.mark.parametrize("system", BOOKS)
def test_one_column_is_filled_and_nothing_else_changes(system: str, tmp_path: Path) -> None:
    """The gradebook is the roster, too, where names alone would not tell two people apart."""
    before = BOOKS[system]()
    (tmp_path / "book.csv").write_bytes(before)
    (tmp_path / "plan").mkdir()
    roster = 'roster = "students.csv"' if system in ("blackboard", "brightspace") else ""
    plan, found = class_of(tmp_path / "plan", "brightspace" if system == "brightspace" else system, roster)
    book = Gradebook(system, str(tmp_path / "book.csv"), title=plan.title)
    filled = book.fill(scores(plan, found.submissions))
    old, new = RawTable(before), RawTable(filled.content)
    assert old.content() == before
    changed = [
        (row, column)
        for row, (cells, others) in enumerate(zip(old.rows, new.rows, strict=True))
        for column, (cell, other) in enumerate(zip(cells, others, strict=True))
        if cell != other
    ]
    assert {column for _, column in changed} == {book.column}
    assert (old.ends, old.mark, old.codec) == (new.ends, new.mark, new.codec)
    lines = dict(new.values())
    names = ["Anna Schmidt"] if system == "brightspace" else []
    for student in STUDENTS:
        row = next(cells for cells in lines.values() if identifies(system, cells, student))
        expected = "" if student.name in names else f"{student.score}"
        assert row[book.column].strip('"') == expected, student
    told = "\n".join(filled.notes)
    if system == "moodle":
        assert "Jürgen Müßig: Moodle skips this grade: it is 2 already" in told
        assert "Cy Young: Moodle" not in told
        assert "Dee Dee: Moodle skips this grade: it is locked there" in told
        assert "Uma Thurman: Moodle" not in told
    if system == "canvas":
        assert "book.csv: 1 row without a submission stays as it is" in told


def identifies(system: str, cells: list[str], student: Student) -> bool:
    key = {
        "canvas": f"{4000 + student.number}",
        "moodle": f"Participant {5000 + 7 * student.number % 31}",
        "blackboard": student.login,
        "brightspace": f"#{student.id}",
    }[system]
    return key in cells


def test_moodle_tells_what_it_would_skip(tmp_path: Path) -> None:
    text = "Identifier,Full name,Grade,Maximum grade,Grade can be changed,Last modified (grade)\n"
    (tmp_path / "w.csv").write_text(text + "Participant 1,Ada,,30,Yes,-\nParticipant 2,Bo,,30,Yes,-\n")
    book = Gradebook("moodle", str(tmp_path / "w.csv"), title="x")
    people = [Submission(f"{name}_{n}", "", key=f"{n}", person=Person(name)) for n, name in ((1, "Ada"), (2, "Bo"))]
    filled = book.fill([(people[0], 31.0), (people[1], 0.0), (Submission("Cy_9", "", key="9"), 3.0)])
    assert filled.notes == [
        "Ada: Moodle skips this grade: 31 is above its maximum of 30",
        "Bo: Moodle 5.3 does not store a grade of 0: enter it by hand",
        f"Cy_9: has no row in {tmp_path / 'w.csv'}: not in the roster",
    ]


@pytest.mark.parametrize(
    ("system", "text", "says"),
    [
        (
            "canvas",
            b"name,score\nAda,3\n",
            ":1: expected a gradebook of Canvas with the column Student or LastName, found 'name'",
        ),
        ("canvas", b"", ":1: expected a line of headings"),
        ("canvas", b"PK\3\4", "this is a workbook or a zip: export the gradebook as CSV"),
        (
            "canvas",
            b"Student,ID,Section,Quiz (1),Lab (2)\nAda,1,A,,\n",
            ":1: expected one column 'Homework 4' .* --column",
        ),
        ("canvas", b"Student,ID,Section,Quiz (1)\nAda,1,A\n", ":2: expected 4 cells, found 3"),
        ("canvas", b"Student,ID,Section,Q\nPoints Possible,,,(read only)\nAda,1,A,\n", "found none"),
        ("moodle", b"Name,Grade\nAda,1\n", "the column Identifier, found 'Name'"),
        ("blackboard", b"Username,Quiz\nada,1\n", "expected one column"),
        ("brightspace", b"Username,X Points Grade\nada,1\n", "End-of-Line Indicator"),
        ("canvas", b"Student,ID\0", "expected text, found a zero byte"),
    ],
)
def test_a_gradebook_that_is_none_is_refused(system: str, text: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "book.csv").write_bytes(text)
    with pytest.raises(InputError, match=says):
        Gradebook(system, str(tmp_path / "book.csv"), title="Homework 4")
    with pytest.raises(InputError, match="no such file"):
        Gradebook(system, str(tmp_path / "gone.csv"), title="Homework 4")


def test_a_worksheet_in_another_language_needs_the_name_of_its_column(tmp_path: Path) -> None:
    text = "ID,Name,Bewertung,Höchstwert\nTeilnehmer/in7,Ada,3,30\nTeilnehmer/in8,Bo,,30\n"
    (tmp_path / "w.csv").write_text(text, "utf-8")
    with pytest.raises(InputError, match="with the column Grade, found 'Identifier', 'Name'"):
        Gradebook("moodle", str(tmp_path / "w.csv"), title="x")
    book = Gradebook("moodle", str(tmp_path / "w.csv"), title="x", column="Bewertung")
    filled = book.fill([(Submission("Ada_7", "", key="7", person=Person("Ada")), 12.5)])
    assert filled.content.decode() == text.replace("Ada,3,", "Ada,12.5,")
    assert filled.notes[0] == "Ada: Moodle skips this grade if it was changed there since, unless told to update"


def test_a_column_of_another_worth_is_told(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("Student,ID,Section,Lab\n    Points Possible,,,50\nAda,1,A,\n")
    (tmp_path / "b.csv").write_text("Username,Lab [Total Pts: 50 Score] |7\nada,\n")
    ada = Submission("ada", "", person=Person("Ada", "ada"))
    for system in ("canvas", "blackboard"):
        path = str(tmp_path / f"{system[0]}.csv")
        for most, notes in ((31.0, 1), (50.0, 0)):
            told = Gradebook(system, path, title="x", most=most).fill([(ada, 3.0)]).notes
            assert len(told) == notes
            assert all("the column is worth 50 points and the plan 31" in note for note in told)


def test_a_column_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "book.csv").write_text("Student,ID,Section,Quiz (1),Lab (2)\nAda,1,A,,\n")
    for name in ("Lab", "Lab (2)"):
        assert Gradebook("canvas", str(tmp_path / "book.csv"), title="x", column=name).column == 4


def test_new_import_files() -> None:
    person = Person('Li, "Bo"', "bo", "0017", "bo@x.org")
    people = [(Submission("libo_5", "", key="5", person=person), 12.5), (Submission("x", ""), 3.0)]
    made = {
        system: new_gradebook(system, people, title="Homework 4", column="", most=31)
        for system in ("canvas", "blackboard", "brightspace")
    }
    assert made["canvas"].content.decode() == (
        'Student,ID,SIS User ID,SIS Login ID,Section,Homework 4\n"    Points Possible",,,,,31\n'
        '"Li, ""Bo""",5,0017,bo,,12.5\n'
    )
    assert made["blackboard"].content.decode() == '"Username","Homework 4 [Total Pts: 31]"\n"bo","12.5"\n'
    assert made["brightspace"].content.decode() == (
        "OrgDefinedId,Username,Homework 4 Points Grade,End-of-Line Indicator\n0017,bo,12.5,#\n"
    )
    assert "x: left out, for Brightspace needs a login or an id" in made["brightspace"].notes
    assert any("text column worth 0" in note for note in made["blackboard"].notes)
    odd = [(Submission("y", "", person=Person("Y", "-y")), 1.0)]
    notes = new_gradebook("blackboard", odd, title="H", column="H [Total Pts: 9] |3", most=9).notes
    assert notes == ["Y: '-y' looks like a formula to spreadsheets"]


# The commands


def test_a_moodle_download_end_to_end(tmp_path: Path) -> None:
    plan = course(tmp_path, 'roster = "sheet.csv"')
    (tmp_path / "sheet.csv").write_bytes(moodle_book())
    (tmp_path / "hw4.zip").write_bytes(zipped({**download("moodle", STUDENTS[:-1]), "grades.csv": b"x"}))
    looked = run("grade", "look", plan, tmp_path / "hw4.zip")
    assert looked.returncode == 0, looked.stderr
    assert looked.stdout.startswith("a Moodle download: 29 submissions of a roster of 30\n\n")
    assert looked.stdout.endswith("\n\nleft out: grades.csv: a file of the system\nnothing handed in: Uma Thurman\n"), (
        looked.stdout
    )
    options = ("--format", "moodle", "--gradebook", tmp_path / "sheet.csv", "--format", "moodle-feedback")
    done = run("grade", "run", plan, tmp_path / "hw4.zip", "-o", tmp_path / "results", "--jobs", "1", *options)
    assert done.returncode == 0, done.stderr
    assert "a Moodle download: 29 submissions of a roster of 30" in done.stderr
    assert "Moodle skips this grade: it is locked there" in done.stderr
    rows = list(csv.DictReader(io.StringIO((tmp_path / "results/grades.csv").read_text("utf-8"))))
    assert list(rows[0]) == [
        *("name", "score", "max", "status", "diagnosis", *"abcde"),
        *("login", "id", "email", "late", "attempt"),
    ]
    annas = [(row["score"], row["id"]) for row in rows if row["name"] == "Anna Schmidt"]
    assert annas == [("5", "Participant 5004"), ("4", "Participant 5028")]
    assert (rows[-1]["name"], rows[-1]["score"], rows[-1]["status"]) == ("Uma Thurman", "", "nothing handed in")
    with zipfile.ZipFile(tmp_path / "results/moodle-feedback.zip") as archive:
        assert len(archive.namelist()) == 29
        page = archive.read("Seán ONeil_5021_assignsubmission_file/feedback.html").decode()
        assert "Seán O&#39;Neil" in page
    filled = RawTable((tmp_path / "results/moodle.csv").read_bytes())
    assert [cells[4] for _, cells in filled.values()][1:4] == ["1", "2", "3"]
    assert filled.rows[30][4] == "", "who handed in nothing is left alone"


def test_formats_that_do_not_fit_are_refused_before_anything_is_run(tmp_path: Path) -> None:
    plan = course(tmp_path)
    write(tmp_path / "class", {"ada/a.txt": RIGHT.encode()})
    call = ("grade", "run", plan, tmp_path / "class", "-o", tmp_path / "results")
    refused(run(*call, "--format", "moodle"), "name it with --gradebook")
    refused(run(*call, "--format", "canvas"), "needs the people of the class", 'roster = "students.csv"')
    refused(run(*call, "--format", "moodle-feedback"), "expected a Moodle download, found a folder of submissions")
    refused(run(*call, "--gradebook", plan), "expected one --format canvas or moodle or blackboard or brightspace")
    refused(run(*call, "--gradebook", plan, "--format", "canvas"), "plan.toml:1: expected a line of headings")
    assert not (tmp_path / "results").exists()


def test_look_says_what_is_nobodys(tmp_path: Path) -> None:
    plan = course(tmp_path, 'roster = "students.csv"')
    write(tmp_path / "class", {**download("canvas", STUDENTS[:2]), "stray.bin": b"x"})
    done = run("grade", "look", plan, tmp_path / "class")
    assert done.returncode == 1
    assert "nobody's: stray.bin: its name is not one of Canvas's\n" in done.stdout
    assert "nothing handed in: " in done.stdout
    assert done.stdout.endswith(", Tom Waits, Uma Thurman\n")
    plain = course(tmp_path / "plain")
    write(tmp_path / "plain/class", {"ada/a.txt": b"x", "bo.zip": zipped({"a.txt": b""})})
    assert run("grade", "look", plain, tmp_path / "plain/class").stdout == (
        "a folder of submissions: 2 submissions\n\nada    folder\nbo     bo.zip\n"
    )
