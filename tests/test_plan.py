"""The grading plan: what it says, and how it is refused."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from textwrap import dedent

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.grading.plan import GradingPlan, Program, pack_plan, unpack_plan
from checkers_ab.grading.planfile import KEYS, load_plan
from checkers_ab.sandbox.limits import Limits
from tests.support import ROOT, refused, run

BOARD = (ROOT / "inputs/win-at-ply-1.txt").read_text()
TRACES = '[traces]\nfile = "{case}.txt"\n'
CASES = '[cases]\npublic = ["cases"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/first.txt").write_text(BOARD)
    (tmp_path / "cases/second.txt").write_text(BOARD)
    (tmp_path / "cases/notes.md").write_text("not a case")
    (tmp_path / "secret.txt").write_text(BOARD)
    return tmp_path


def load(folder: Path, text: str) -> GradingPlan:
    path = folder / "plan.toml"
    path.write_text(dedent(text))
    return load_plan(str(path))


def test_a_small_plan_has_the_usual_values(folder: Path) -> None:
    plan = load(folder, CASES + TRACES)
    assert [(case.name, case.hidden, case.points, case.text) for case in plan.cases] == [
        ("first", False, 10.0, BOARD),
        ("second", False, 10.0, BOARD),
    ]
    assert (plan.game, plan.depth, plan.check) == ("checkers", None, "meaning")
    assert (plan.most, plan.limits) == (20.0, Limits())
    assert (plan.program, plan.traces) == (None, "{case}.txt")


def test_a_plan_says_everything(folder: Path) -> None:
    (folder / "ours.toml").write_text('cut = "gt"\n')
    plan = load(
        folder,
        """
        title = "Homework 4"
        depth = 3
        convention = "ours.toml"
        check = "exact"
        [cases]
        public = "cases/first.txt"
        hidden = ["secret.txt"]
        [program]
        build = "g++ -O2 *.cpp -o hw4"
        run = ["./hw4", "{input}", "{output}"]
        input = "board.txt"
        [limits]
        time = 2.5
        processes = 7
        [points]
        each = 4
        first_move = 0.25
        cases = { secret = 6 }
        costs = { wrong-window = 0.5, exact = 0.1 }
        [box]
        bind = ["/opt", "/devices"]
        environment = { LEVEL = "3" }
        """,
    )
    assert [(case.name, case.hidden, case.points) for case in plan.cases] == [("first", False, 4), ("secret", True, 6)]
    assert plan.convention["cut"] == "gt"
    assert plan.program is not None
    assert plan.program.build == ("/bin/sh", "-c", "g++ -O2 *.cpp -o hw4")
    assert plan.program.command() == ["./hw4", "board.txt", "output.txt"]
    assert (plan.limits.time, plan.limits.processes, plan.limits.memory) == (2.5, 7, 512)
    assert (plan.first_move, plan.costs) == (0.25, {"wrong-window": 0.5, "exact": 0.1})
    assert (plan.bind, plan.environment) == (("/opt", "/devices"), {"LEVEL": "3"})
    assert unpack_plan(pack_plan(plan)) == plan
    (folder / "packed.json").write_text(pack_plan(plan))
    assert load_plan(str(folder / "packed.json")).key == plan.key
    (folder / "packed.json").write_text(pack_plan(plan).replace("2.5", "9.5"))
    with pytest.raises(InputError, match="as `grade pack` writes it"):
        load_plan(str(folder / "packed.json"))


def test_a_program_may_be_one_text_and_may_write_to_stdout_or_a_fixed_file(folder: Path) -> None:
    def program(text: str) -> Program | None:
        return load(folder, CASES + "[program]\n" + text).program

    assert program("run = \"python3 'my hw4.py' {input}\"") == Program(run=("python3", "my hw4.py", "{input}"))
    assert program('run = ["./hw4"]\noutput = "trace.txt"') == Program(run=("./hw4",), output="trace.txt")


def test_braces_that_are_no_placeholder_are_left_alone(folder: Path) -> None:
    assert load(folder, CASES + '[program]\nrun = ["awk", "{print}", "{input}"]\n').program is not None


def test_the_key_changes_with_whatever_findings_depend_on(folder: Path) -> None:
    before = load(folder, CASES + TRACES).key
    assert load(folder, CASES + TRACES + "# a comment\n").key == before
    for same in ("[points]\neach = 9\n", "[points.costs]\nformat = 0.1\n", "[points.mistakes]\nstrict-cut = 0.2\n"):
        assert load(folder, CASES + TRACES + same).key == before, "points are no reason to run a program again"
    assert load(folder, 'title = "Homework 5"\nlayout = "moodle"\n' + CASES + TRACES).key == before
    assert load(folder, "depth = 3\n" + CASES + TRACES).key != before
    (folder / "cases/second.txt").write_text((ROOT / "inputs/opening.txt").read_text())
    assert load(folder, CASES + TRACES).key != before


APPENDED = {
    "unknown key": ("[limits]\ntim = 3\n", "plan.toml:6: unknown key 'tim' in [limits]; did you mean 'time'?"),
    "unknown table": ("[limit]\ntime = 3\n", "plan.toml:5: unknown key 'limit'; did you mean 'limits'?"),
    "unknown mistake": ("[points.mistakes]\nstrict-cat = 0.1\n", "did you mean 'strict-cut'?"),
    "a mistake that costs too much": ("[points.mistakes]\nstrict-cut = 2\n", "from 0 to 1, found 2"),
    "far from every key": ("[box]\nxyzzy = 3\n", "there are bind, environment"),
    "unknown kind": ("[points.costs]\nwrong-hh = 1\n", "did you mean 'wrong-h'?"),
    "unknown case": ("[points.cases]\nfrist = 1\n", "unknown case 'frist' in [points.cases]; did you mean 'first'?"),
    "both": ('[program]\nrun = "x"\n', "either a [program] that is run, or [traces]"),
    "table expected": ("limits = 3\n", "unknown key 'limits' in [traces]"),
    "not a number": ("[limits]\ntime = 'long'\n", "time must be a number above 0, up to 86,400, found 'long'"),
    "not above 0": ("[limits]\nmemory = 0\n", "memory must be a number above 0, up to 1e+06, found 0"),
    "not whole": ("[limits]\nprocesses = 1.5\n", "processes must be a whole number above 0"),
    "nan": ("[limits]\ntime = nan\n", "time must be a number above 0, up to 86,400, found nan"),
    "huge": (f"[limits]\nprocesses = {10**400}\n", "processes must be a whole number above 0, up to 10,000"),
    "relative bind": ("[box]\nbind = ['opt']\n", "by their whole path, found 'opt'"),
    "no variable": ("[box.environment]\n'a=b' = 'c'\n", "no name for a variable"),
    "share above 1": ("[points]\nfirst_move = 2\n", "first_move must be a number from 0 to 1, found 2"),
    "bind of the box's own": ("[box]\nbind = ['/proc/1']\n", "the box has a /proc/1 of its own"),
    "bind of the box's own once more": ("[box]\nbind = ['//dev/']\n", "has a //dev/ of its own"),
    "bind of everything": ("[box]\nbind = ['/']\n", "the box has a / of its own"),
}
REFUSED = {
    **{name: (CASES + TRACES + text, words) for name, (text, words) in APPENDED.items()},
    "not TOML": ("title = ", "not TOML"),
    "another attempt": (
        'attempts = "best"\n' + CASES + TRACES,
        """:1: attempts must be "last", found 'best': systems""",
    ),
    "no such layout": ('layout = "modle"\n' + CASES + TRACES, ":1: layout must be 'canvas' or 'moodle' or "),
    "no roster": ('roster = "gone.csv"\n' + CASES + TRACES, ":1: there is no file '"),
    "no adjustments": ('adjust = "gone.toml"\n' + CASES + TRACES, ":1: there is no file '"),
    "headings": (CASES + '[program]\nrun = "x"\nheadings = 1\n', "headings must be true or false, found 1"),
    "no cases": (TRACES, "expected at least one case"),
    "no such case": ('[cases]\npublic = ["gone.txt"]\n' + TRACES, "plan.toml:2: there is no file or folder"),
    "folder without cases": ('[cases]\npublic = ["."]\nhidden = ["empty"]\n' + TRACES, "has no case in it"),
    "two cases of a name": (
        '[cases]\npublic = ["cases"]\nhidden = ["cases/first.txt"]\n' + TRACES,
        "two cases are called 'first'",
    ),
    "broken board": ('[cases]\npublic = ["broken.board"]\n' + TRACES, "broken.board:1:1: "),
    "Bill to move": ('[cases]\npublic = ["bill.board"]\n' + TRACES, "bill.board: "),
    "no program": (CASES, "either a [program] that is run, or [traces]"),
    "nothing to run": (CASES + "[program]\nbuild = 'make'\n", 'such as run = ["./hw4", "{input}"]'),
    "open quote": (CASES + '[program]\nrun = "\'x"\n', "run: no closing quotation"),
    "not a table": ("limits = 3\n" + CASES + TRACES, "limits must be a table, [limits], found 3"),
    "NUL": (CASES + '[program]\nrun = "a\\u0000b"\n', "run must be a list of texts"),
    "one file for both": (CASES + '[program]\nrun = "x"\noutput = "input.txt"\n', "another file than the input"),
    "no file name": (CASES + '[program]\nrun = "x"\ninput = "."\n', "input must be a plain file name"),
    "too deep": ("depth = 99\n" + CASES + TRACES, "depth must be a whole number from 1 to 8, found 99"),
    "check": ("check = 'roughly'\n" + CASES + TRACES, "check must be 'meaning' or 'exact', found 'roughly'"),
    "title": ("title = 4\n" + CASES + TRACES, "title must be a text on one line, found 4"),
    "list": ("[cases]\npublic = [3]\n" + TRACES, "public must be a list of texts, found [3]"),
    "convention": ("convention = 'theirs'\n" + CASES + TRACES, "no convention 'theirs', nor a file of that name"),
    "convention file": ("convention = 'broken.board'\n" + CASES + TRACES, "broken.board: not TOML"),
    "output elsewhere": (CASES + '[program]\nrun = "x"\noutput = "../x"\n', "output must be the name of a file inside"),
    "output in a folder": (CASES + '[program]\nrun = "x"\noutput = "a/b"\n', "output must be a plain file name"),
    "mistyped placeholder": (
        CASES + '[program]\nrun = ["./hw4", "{inptu}"]\n',
        "plan.toml:4: unknown placeholder {inptu} in run; did you mean 'input'?",
    ),
    "another placeholder": (CASES + '[traces]\nfile = "{name}.txt"\n', "unknown placeholder {name} in file"),
    "one trace for all": (CASES + '[traces]\nfile = "trace.txt"\n', "file must name {case}, for there are 2"),
    "the same key elsewhere": (
        CASES + '[program]\nrun = "x"\noutput = "t.txt"\n[limits]\noutput = -1\n',
        "plan.toml:7: output must be a number",
    ),
    "listed twice": ('[cases]\npublic = ["secret.txt", "secret.txt"]\n' + TRACES, "secret.txt is listed twice"),
    "unprintable case": ('[cases]\npublic = ["odd"]\n' + TRACES, "a name that can be printed, found 'a\\x1b'"),
    "hidden": ('hidden = "all"\n' + CASES + TRACES, "plan.toml:1: hidden must be 'kinds' or 'points', found 'all'"),
    "trace elsewhere": (CASES + '[traces]\nfile = "/etc/passwd"\n', "file must be the name of a file inside"),
}


@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=REFUSED)
def test_what_can_not_be_used_is_refused(folder: Path, text: str, words: str) -> None:
    (folder / "empty").mkdir()
    (folder / "odd").mkdir()
    (folder / "odd/a\x1b.txt").write_text(BOARD)
    (folder / "broken.board").write_text("not a board")
    (folder / "bill.board").write_text(f"{BOARD}bill to move\n")
    with pytest.raises(InputError) as caught:
        load(folder, text)
    assert words in str(caught.value)
    refused(run("grade", "run", folder / "plan.toml", folder, "-o", folder / "results"), words)
    assert not (folder / "results").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe\x00", "expected UTF-8 text"),
        (b"x" * 1_000_001, "longer than 1,000,000 bytes"),
        (None, "no such file"),
    ],
)
def test_a_file_that_is_no_plan(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "plan.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=words):
        load_plan(str(path))
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(InputError, match="as `grade pack` writes it"):
        load_plan(str(tmp_path / "plan.json"))


def test_the_example_names_every_key_and_can_be_used(tmp_path: Path) -> None:
    assert run("grade", "init", cwd=tmp_path).returncode == 0
    text = (tmp_path / "plan.toml").read_text()
    assert run("grade", "init", "-").stdout == text
    refused(run("grade", "init", cwd=tmp_path), "a file of that name exists already")
    for table, keys in KEYS.items():
        assert all(key in text for key in keys), table
    (tmp_path / "inputs").symlink_to(ROOT / "inputs")
    assert len(load_plan(str(tmp_path / "plan.toml")).cases) == 18
    # Lines that are commented out show the defaults.
    usual = {**asdict(Limits()), "submission": Limits().unpacked}
    for limit in KEYS["limits"]:
        assert re.search(rf"^# {limit} = {usual[limit]:g}\b", text, re.MULTILINE), limit
