"""The page of a class: what is written, and the page in a browser."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checkers_ab.grading.feedback_html import feedback_html
from checkers_ab.grading.grade import grade
from checkers_ab.grading.mark import SubmissionResult
from checkers_ab.grading.markup import link, number, share
from checkers_ab.grading.planfile import load_plan
from checkers_ab.grading.report import CHUNK, page_environment, report
from checkers_ab.grading.submissions import Submission
from tests.browser import Browser, started_browser
from tests.support import ROOT

HOSTILE = (
    "</a></script><img src=x onerror=window.hacked=1><script>window.hacked=1</script>\"'=1+1\n\x00\x1b\u202e\udcff&amp;"
)

NOBODY: dict[str, Any] = {
    "title": "Homework 4",
    **dict.fromkeys(("submissions", "graded", "not_graded"), 0),
    "max": 10.0,
    **dict.fromkeys(("mean", "median", "highest", "lowest")),
    "histogram": [{"from": float(place), "to": place + 1.0, "count": 0} for place in range(10)],
    **{key: [] for key in ("cases", "mistakes", "kinds", "sets", "same", "unseen", "nothing", "adjusted")},
    **{key: {} for key in ("unmatched", "failed")},
    "box": "bubblewrap",
    "version": "0.1.0",
}


def people(count: int) -> list[dict[str, str]]:
    return [{"name": f"student {place}", "page": f"students/s{place}/feedback.html"} for place in range(count)]


def same(what: str, *, renamed: bool = False, cases: Sequence[str] = (), diagnosis: str = "") -> dict[str, Any]:
    known = {"name": what, "what": what, "submissions": 3, "students": people(3)}
    return {**known, "renamed": renamed, "cases": list(cases), "diagnosis": diagnosis}


def case(name: str, *, right: int, lost: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "hidden": False, "right": right, "wrong": 1, "outcomes": {}, "lost": lost, **more}


MANY = {"hidden": True, "outcomes": {"time limit": 2, "crashed with signal 11": 1}, "max": 2.0, "mean": 2 / 3}
CHANGED = {"case": "opening", "was": 2.0, "points": 8.0, "why": HOSTILE, "by": "Dr. G"}
FIGURES = {"submissions": 5, "graded": 3, "not_graded": 2, "mean": 6.75, "median": 9.5, "highest": 12.0, "lowest": 0.0}
CLASS: dict[str, Any] = {
    **NOBODY,
    **FIGURES,
    "histogram": [{**each, "count": place % 4} for place, each in enumerate(NOBODY["histogram"])],
    "cases": [
        case("blocked-side-with-many-kings", right=1, lost=6.5, **MANY),
        case("opening", right=4, lost=2.0, max=8.0, mean=7.5),
    ],
    "mistakes": [
        {"name": "kings-count-one", "clause": "counts a king as one piece", "submissions": 2, "lost": 4.0},
        {"name": "never-prunes", "clause": "never prunes", "submissions": 1, "lost": 0.125},
    ],
    "kinds": [{"name": "wrong-h", "submissions": 70, "students": people(60)}],
    "sets": [
        {"name": "kings-count-one", "submissions": 2, "students": people(2)},
        {"name": "never-prunes + strict-cut", "submissions": 1, "students": people(1)},
    ],
    "same": [
        same("program", renamed=True),
        same("trace", cases=["opening", "blocked-side"], diagnosis="never-prunes"),
        same("trace", cases=["opening"]),
    ],
    "unseen": ["crowned-keeps-jumping", "one-side-never-crowned"],
    "nothing": ["Uma Thurman", HOSTILE],
    "unmatched": {HOSTILE: "its name is not one of Canvas's"},
    "failed": {"quin": "the box failed"},
    "adjusted": [{"name": "ada", "page": "students/ada/feedback.html", **CHANGED}],
}


def student(name: str, *, score: float = 10, most: float = 10, right: str = "6 of 6", **more: Any) -> dict[str, Any]:
    done, cases = map(int, right.split(" of "))
    page = f"students/{name}/feedback.html"
    known = {"name": name, "page": page, "score": score, "max": most, "right": done, "cases": cases}
    return {**known, "status": "graded", "diagnosis": [], **more}


# Each column of numbers would stand wrong if it were sorted as text, or as names are.
STUDENTS = [
    student("s10", score=9.5, right="5 of 6", diagnosis=["never-prunes"]),
    student("s2", score=10, right="1100 of 1200"),
    student(
        "Émile",
        score=4400,
        most=20000,
        right="4 of 6",
        status="unreadable",
        diagnosis=["kings-count-one", "never-prunes"],
    ),
    student("ada", score=0, right="0 of 6", status="does not build"),
    student("Zoe", score=2.25, right="2 of 6", diagnosis=["kings-count-one"]),
]


def page_of(summary: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> str:
    pieces: list[str] = []
    pieces.extend(report(summary, rows))
    return "".join(pieces)


# What is written


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (-0.001, "0"), (7.0, "7"), (7.5, "7.5"), (10, "10"), (100, "100"), (2 / 3, "0.67"), (1234.5, "1,234.5")],
)
def test_numbers_have_no_zeros_at_their_end(value: float, shown: str) -> None:
    assert number(value) == shown


def test_a_share_is_all_only_when_nothing_is_missing() -> None:
    assert share(10, 10) == "100%"
    assert share(9999.9, 10000) == "99.9%"
    assert share(1, 3) == "33.3%"
    assert share(12, 10) == "120%"
    assert share(0, 0) == ""


@given(st.text(st.characters(), max_size=20))
def test_any_text_is_seen_and_can_be_encoded(anything: str) -> None:
    shown = page_environment().from_string("{{ anything }}").render(anything=anything)
    shown.encode("utf-8")
    assert not set(shown) & set("<>\"'\n\r\0\x1b\u202e")
    if anything.isprintable():
        assert unescape(shown) == anything


@given(st.text(st.characters(), max_size=20))
def test_any_path_is_an_address_in_ascii(path: str) -> None:
    address = link(path)
    assert address.isascii()
    assert not set(address) & set(" \"'<>&?#:\\\n")


@given(st.binary(max_size=20))
def test_an_address_keeps_the_bytes_of_a_path(path: bytes) -> None:
    assert unquote_to_bytes(link(os.fsdecode(path))) == path


def test_what_comes_from_a_submission_stays_text() -> None:
    worst = student(HOSTILE, status=HOSTILE, diagnosis=[HOSTILE, HOSTILE])
    case = {**CLASS["cases"][0], "name": HOSTILE, "outcomes": {HOSTILE: 1}}
    found = {**CLASS["mistakes"][0], "name": HOSTILE, "clause": HOSTILE}
    summary = {**CLASS, "title": HOSTILE, "box": HOSTILE, "cases": [case], "mistakes": [found]}
    page = page_of(summary, [worst])
    page.encode("utf-8")
    assert "<img" not in page
    assert page.count("<script>") == page.count("</script>") == 1
    assert not set(page) & set("\0\x1b\u202e")
    assert r"=1+1\n\x00\x1b\u202e\xff&amp;amp;" in page


class Seen(HTMLParser):
    """The elements of a page, its addresses, and the contents of scripts and style sheets."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.names: set[str] = set()
        self.addresses: list[str] = []
        self.contents: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.names |= {name for name, _ in attrs}
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1] in self.contents:
            self.contents[self.elements[-1]].append(data)


WORST = [
    HOSTILE,
    "<script>window.hacked=1</script>",
    "javascript:window.hacked=1",
    "--></style></script><!--<script>",
    '{"json": "</script><!--"}',
    "{{ 7 * 191 }}{% raw %}{#",
    "' onclick='x' \" onload=\"x\"",
]


def everywhere(data: Any, worst: str) -> Any:
    """The data with a text of somebody in place of every text but those that choose between words of ours."""
    match data:
        case dict():
            return {key: value if key == "what" else everywhere(value, worst) for key, value in data.items()}
        case list():
            return [everywhere(value, worst) for value in data]
    return worst if isinstance(data, str) else data


def graded(folder: Path) -> SubmissionResult:
    """The result of a trace with a wrong value."""
    trace = (ROOT / "expected/assignment.txt").read_text().replace("h=-3", "h=7", 1)
    (folder / "ada").mkdir()
    (folder / "ada/assignment.txt").write_text(trace)
    (folder / "plan.toml").write_text(f'[cases]\npublic = ["{ROOT}/inputs/assignment.txt"]\n[traces]\n')
    return grade(load_plan(str(folder / "plan.toml")), Submission("ada", str(folder / "ada")), None)


@pytest.mark.parametrize("worst", WORST)
def test_no_text_changes_what_the_report_is_made_of(worst: str) -> None:
    usual = Seen(page_of(CLASS, STUDENTS))
    rows = [{**row, "name": worst, "page": worst, "status": worst, "diagnosis": [worst]} for row in STUDENTS]
    page = page_of(everywhere(CLASS, worst), rows)
    seen = Seen(page)
    assert seen.elements == usual.elements
    assert seen.names == usual.names
    assert seen.contents == usual.contents
    assert seen.addresses.count(link(worst)) > len(rows)
    assert not any(":" in address for address in seen.addresses if address != "data:,")
    assert "1337" not in page


def student_page(result: SubmissionResult, words: str) -> str:
    """A student's page on which every text of somebody is this one."""
    mistakes = (dict.fromkeys(("name", "clause", "fix", "rule"), words),)
    change = {"was": 0.0, "points": 3.0, "why": words, "by": words}
    wrong = replace(
        result.marks[0],
        case=words,
        status=words,
        message=words,
        how=words,
        suspects=(mistakes, mistakes),
        adjusted=change,
    )
    assert wrong.finding is not None
    facts = {**wrong.finding, "expected": words, "found": words, "window": [words, words], "after": [words]}
    marks = (replace(wrong, finding=facts), replace(wrong, finding=None, log=words))
    owner = dict.fromkeys(("name", "late", "attempt"), words)
    return feedback_html(replace(result, marks=marks, mistakes=mistakes, owner=owner), words)


@pytest.mark.parametrize("worst", WORST)
def test_no_text_changes_what_a_students_page_is_made_of(worst: str, tmp_path: Path) -> None:
    result = graded(tmp_path)
    failed = replace(result, status=worst, message=worst, log=worst)
    usual, seen = Seen(student_page(result, "words")), Seen(student_page(result, worst))
    assert seen.elements == usual.elements
    assert "svg" in seen.elements
    assert "script" not in seen.elements
    assert seen.names == usual.names
    assert seen.contents == usual.contents
    assert seen.addresses == ["data:,"]
    short = Seen(feedback_html(failed, worst))
    assert short.elements == Seen(feedback_html(replace(failed, status="x", message="x", log="x"), "x")).elements
    assert short.addresses == ["data:,"]


def test_data_in_a_script_cannot_end_it() -> None:
    template = page_environment().from_string("<script>{{ data|tojson }}</script>")
    for worst in WORST:
        written = template.render(data={worst: [worst]})
        assert written.isascii()
        assert json.loads(written.removeprefix("<script>").removesuffix("</script>")) == {worst: [worst]}
        assert written.count("<") == 2


def test_a_page_that_asks_for_what_is_not_known_is_not_written() -> None:
    with pytest.raises(UndefinedError, match="adjusted"):
        page_of({name: value for name, value in CLASS.items() if name != "adjusted"}, STUDENTS)


def test_a_student_without_a_name_can_be_clicked() -> None:
    assert ">(no name)</a>" in page_of(CLASS, [student(" ")])


def test_the_page_needs_nothing_else() -> None:
    page = page_of(CLASS, STUDENTS)
    assert "<!-- written by checkers-ab grade -->" in page[:200]
    assert "http" not in page.replace("http-equiv", "")
    assert "{{" not in page
    assert "default-src 'none'" in page


def test_a_class_of_nobody_has_a_page() -> None:
    page = page_of(NOBODY, [])
    for words in ("0 students", "No scores yet.", "No cases.", "None was found."):
        assert words in page
    assert "None of" not in page
    assert "<tbody" not in page


def test_rows_are_let_go_as_they_are_written() -> None:
    class Row(dict[str, Any]):
        """A row that can be watched."""

        __hash__ = object.__hash__  # type: ignore[assignment]

    alive: weakref.WeakSet[Row] = weakref.WeakSet()
    most = longest = 0

    def rows() -> Iterator[Row]:
        for place in range(5 * CHUNK):
            row = Row(student(f"s{place}"))
            alive.add(row)
            yield row

    def write(piece: str) -> None:
        nonlocal most, longest
        most = max(most, len(alive))
        longest = max(longest, len(piece))

    for piece in report(CLASS, rows()):
        write(piece)
    assert 0 < most <= 2
    assert longest < 20_000


# The page in a browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started_browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The page of the class."""
    return saved(tmp_path, CLASS, STUDENTS)


def saved(folder: Path, summary: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> Path:
    path = folder / "report.html"
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(report(summary, rows))
    return path


def names(browser: Browser) -> list[str]:
    return list(browser.run("return [...document.querySelectorAll('#students tbody th')].map(th => th.textContent)"))


def sorts(browser: Browser) -> list[str | None]:
    script = "return [...document.querySelectorAll('#students thead th')].map(th => th.getAttribute('aria-sort'))"
    return list(browser.run(script))


def look_for(browser: Browser, words: str) -> None:
    field = browser.driver.find_element(By.CSS_SELECTOR, "#filter input")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(words or Keys.DELETE)
    browser.wait(150)  # it waits for the next letter a little


WAYS = [
    ("ada Émile s2 s10 Zoe", "Zoe s10 s2 Émile ada"),  # name
    ("ada Zoe s10 s2 Émile", "Émile s2 s10 Zoe ada"),  # score
    ("ada Émile Zoe s10 s2", "s2 s10 Zoe Émile ada"),  # share
    ("ada Zoe Émile s10 s2", "s2 s10 Émile Zoe ada"),  # right cases
    ("ada s10 s2 Zoe Émile", "Émile s10 s2 Zoe ada"),  # status; equals stay as they were written
    ("Zoe Émile s10 s2 ada", "s10 Émile Zoe s2 ada"),  # diagnosis; who has none comes last
]


@pytest.mark.parametrize("column", range(len(WAYS)))
def test_every_column_sorts_both_ways(browser: Browser, page: Path, column: int) -> None:
    browser.open(page)
    assert names(browser) == [row["name"] for row in STUDENTS]
    assert sorts(browser) == [None] * len(WAYS)
    for way, order in zip(("ascending", "descending", "ascending"), (*WAYS[column], WAYS[column][0]), strict=True):
        browser.click(f"#students thead th:nth-child({column + 1}) button")
        assert names(browser) == order.split()
        assert sorts(browser) == [way if place == column else None for place in range(len(WAYS))]
        assert browser.text("#shown").endswith(f", {way}")
    assert browser.messages == []


def test_the_keyboard_sorts_too(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.run("document.querySelector('#filter input').focus()")
    for keys in (Keys.TAB, Keys.TAB, Keys.ENTER):
        browser.driver.switch_to.active_element.send_keys(keys)
    assert sorts(browser)[1] == "ascending"
    browser.driver.switch_to.active_element.send_keys(Keys.SPACE)
    assert sorts(browser)[1] == "descending"
    assert names(browser) == WAYS[1][1].split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("S1", "s10"),
        ("emil", "Émile"),
        ("not build", "ada"),
        (" Kings-count ", "Émile Zoe"),
        ("9.5", ""),
        ("nobody", ""),
    ],
)
def test_the_filter_looks_at_names_statuses_and_diagnoses(browser: Browser, page: Path, words: str, found: str) -> None:
    browser.open(page)
    look_for(browser, words)
    assert names(browser) == found.split()
    assert browser.text("#shown") == f"{len(found.split())} of 5 students"
    look_for(browser, "")
    assert len(names(browser)) == 5
    assert browser.text("#shown") == "5 students"


def test_a_misconception_leads_to_its_students(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.click("#mistakes tbody tr:nth-child(2) button")
    assert names(browser) == ["s10", "Émile"]


def test_a_large_class_is_whole_after_sorting_and_filtering(browser: Browser, tmp_path: Path) -> None:
    many = 2 * CHUNK + 50
    rows = (student(f"s{place}", score=place * 37 % many, most=many) for place in range(many))
    browser.open(saved(tmp_path, {**CLASS, "submissions": many}, rows))
    parts = "return [...document.querySelectorAll('#students tbody')].map(part => part.rows.length)"
    assert browser.run(parts) == [CHUNK, CHUNK, 50]
    browser.click("#students thead th:nth-child(2) button")
    order = sorted(range(many), key=lambda place: place * 37 % many)
    assert names(browser) == [f"s{place}" for place in order]
    look_for(browser, "s24")
    assert names(browser) == [f"s{place}" for place in order if f"s{place}".startswith("s24")]
    assert browser.run(parts) == [11]
    look_for(browser, "")
    browser.click("#students thead th:nth-child(1) button")
    assert names(browser) == [f"s{place}" for place in range(many)]
    assert browser.run(parts) == [CHUNK, CHUNK, 50]
    assert browser.messages == []


def test_links_lead_to_the_students_pages(browser: Browser, tmp_path: Path) -> None:
    folders = ["Ada Lovelace", "a?b#c%20d:e&f", "=1+1 \"'<i>\n", os.fsdecode(b"\xff\xfe")]
    for place, folder in enumerate(folders):
        (tmp_path / "students" / folder).mkdir(parents=True)
        (tmp_path / "students" / folder / "feedback.html").write_text(f"the page of student {place}")
    path = saved(tmp_path, CLASS, map(student, folders))
    for place in range(len(folders)):
        browser.open(path)
        browser.driver.find_elements(By.CSS_SELECTOR, "#students a")[place].click()
        assert browser.text("body") == f"the page of student {place}"


def test_hostile_names_run_nothing(browser: Browser, tmp_path: Path) -> None:
    worst = student(HOSTILE, status=HOSTILE, diagnosis=[HOSTILE])
    browser.open(saved(tmp_path, {**CLASS, "title": HOSTILE}, [worst, *STUDENTS]))
    browser.click("#students thead th:nth-child(1) button")
    look_for(browser, "onerror")
    assert browser.run("return window.hacked === undefined && !document.querySelector('img')")
    assert names(browser) == [HOSTILE.replace("\n\0\x1b\u202e\udcff", r"\n\x00\x1b\u202e\xff")]
    assert browser.messages == []


def test_a_page_of_nobody_opens(browser: Browser, tmp_path: Path) -> None:
    browser.open(saved(tmp_path, NOBODY, []))
    browser.click("#students thead th:nth-child(2) button")
    assert browser.text("#shown") == "0 students, by score, ascending"
    assert not browser.sees("#filter")
    assert browser.serious_faults() == []
    assert browser.messages == []


def test_without_scripts_everything_is_there_but_the_buttons(browser: Browser, page: Path) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(page)
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert names(browser) == [row["name"] for row in STUDENTS]
    assert browser.text("#shown") == "5 students"
    assert not browser.sees("button")
    assert not browser.sees("#filter")


def test_the_figures_of_the_class_are_told(browser: Browser, page: Path) -> None:
    browser.open(page)
    figures = browser.run("return [...document.querySelectorAll('#figures div')].map(div => div.textContent)")
    assert figures == ["Submissions5", "Graded3", "Not graded2", "Mean6.75 of 10", "Median9.5 of 10", "Highest12 of 10"]
    assert browser.text("header p") == "Box: bubblewrap. Written by checkers-ab 0.1.0."
    cells = "return [...document.querySelectorAll(arguments[0])].map(cell => cell.textContent)"
    hidden, public = (browser.run(cells, f"#cases tbody tr:nth-child({row}) > *") for row in (1, 2))
    others = "time limit 2, crashed with signal 11 1"
    assert hidden == ["blocked-side-with-many-kings", "hidden", "1", "1", others, "0.67 of 2", "6.5"]
    assert public == ["opening", "public", "4", "1", "", "7.5 of 8", "2"]
    found = browser.run(cells, "#mistakes tbody tr > *")
    assert found[:4] == ["kings-count-one", "The program counts a king as one piece.", "2", "4"]
    assert browser.run(cells, ".count") == [str(place % 4) for place in range(10)]
    label = browser.run("return document.querySelector('.histogram').getAttribute('aria-label')")
    assert label.startswith("Submissions by score, of 10 points. 0 to 1: 0; 1 to 2: 1; ")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (400, "dark")])
def test_the_page_fits_and_has_no_serious_fault(browser: Browser, tmp_path: Path, width: int, scheme: str) -> None:
    long = student("n" * 300, status="s" * 90, diagnosis=["d" * 90, "never-prunes"])
    browser.look(width=width, scheme=scheme)
    try:
        browser.open(saved(tmp_path, CLASS, [*STUDENTS, long, student(HOSTILE)]))
        assert browser.run("return document.documentElement.scrollWidth") <= width
        assert browser.run("return matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")
        assert browser.serious_faults() == []
        browser.click("#students thead th:nth-child(2) button")
        assert browser.serious_faults() == []
        assert browser.messages == []
    finally:
        browser.look()


def test_the_class_at_a_glance(browser: Browser, tmp_path: Path) -> None:
    members = [student("s1", groups=[1, 3], late=True), student("s2", groups=[3], diagnosis=["never-prunes"])]
    browser.open(saved(tmp_path, CLASS, [*members, *STUDENTS]))
    cells = "return [...document.querySelectorAll(arguments[0])].map(cell => cell.textContent.trim())"
    assert browser.run(cells, "#found tbody th") == ["wrong-h", "kings-count-one", "never-prunes + strict-cut"]
    kinds = browser.run(cells, "#found tbody td:nth-child(2)")
    assert kinds == ["finding", "mistake", "mistakes together"]
    assert browser.text("#found tbody tr:first-child details").endswith("student 59 and 10 more")
    first, second, third = browser.run(cells, ".group div")
    assert first.startswith("3 programs have the same source files, byte for byte, under other file names: student 0")
    assert "same wrong trace of opening, blocked-side (it is that of never-prunes)" in second
    assert "(no known mistake explains it)" in third
    assert "Full marks say nothing about crowned-keeps-jumping" in browser.text("main")
    assert "opening: 2 became 8." in browser.text("main")
    browser.click("#group-3 button")
    assert names(browser) == ["s1", "s2"]
    assert browser.text("#students tbody tr:first-child td:last-child").strip() == "late, [group 1], [group 3]"
    browser.click('#students a[href="#group-3"]')
    assert browser.run("return location.hash") == "#group-3"
    assert browser.messages == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (400, "dark")])
def test_the_page_of_a_student_fits_and_has_no_serious_fault(
    browser: Browser, tmp_path: Path, width: int, scheme: str
) -> None:
    wrong = graded(tmp_path)
    change = {"was": 0.0, "points": 3.0, "why": HOSTILE, "by": "Dr. G"}
    marks = tuple(replace(mark, adjusted=change) for mark in wrong.marks)
    pages = {
        "wrong": replace(wrong, marks=marks, owner={"name": HOSTILE, "late": "late"}),
        "failed": replace(wrong, status="does not build", message=HOSTILE, log="x" * 300 + f"\n\t{HOSTILE}"),
    }
    browser.look(width=width, scheme=scheme)
    try:
        for name, result in pages.items():
            (tmp_path / f"{name}.html").write_text(feedback_html(result, HOSTILE), "utf-8", "backslashreplace")
            browser.open(tmp_path / f"{name}.html")
            assert browser.run("return document.documentElement.scrollWidth") <= width
            assert browser.serious_faults() == []
            assert browser.messages == []
            assert browser.run("return window.hacked === undefined && !document.querySelector('img')")
            assert bool(browser.run("return document.querySelectorAll('svg').length")) == (name == "wrong")
    finally:
        browser.look()
