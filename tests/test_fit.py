"""Programs as they are: plans for three languages, folders, odd names, marks and line ends; and what does not fit."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from checkers_ab.grading.grade import suggestion, why_unfit
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.planfile import load_plan
from tests.imitations import BOARD, RIGHT, write, zipped
from tests.support import let_pass, need_program, run

BOM = b"\xef\xbb\xbf"
CPP = b"""#include <fstream>
#include "trace.h"
int main(int count, char **words) { std::ofstream(words[2]) << TRACE; return count != 3; }
"""
CPP_HEADER = b'#define TRACE "A1: (3,2)=>(5,4); h=inf.\\nfirst move: (3,2)=>(5,4).\\n"\n'
JAVA = b"""import java.nio.file.*;
public class Main {
    public static void main(String[] words) throws Exception {
        Files.writeString(Path.of(words[1]), "A1: (3,2)=>(5,4); h=inf.\\nfirst move: (3,2)=>(5,4).\\n");
    }
}
"""
PYTHON = b"""import sys
import trace_text
if __name__ == "__main__":
    open(sys.argv[2], "w").write(trace_text.TEXT)
"""
MODULE = f"TEXT = {RIGHT!r}\n".encode()


def crlf(text: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")


CLASSES: dict[str, dict[str, dict[str, bytes]]] = {
    "cpp": {
        "ada": {"main.cpp": CPP, "trace.h": CPP_HEADER, "__MACOSX/._main.cpp": b"x", "Main.class": b"x"},
        "bo": {"my src/main part.cpp": crlf(CPP), "my src/trace.h": crlf(CPP_HEADER), "notes.txt": b"x"},
        "cy": {"main.cpp": BOM + CPP, "trace.h": CPP_HEADER},
    },
    "java": {
        "ada": {"Main.java": JAVA, "Main.class": b"x", ".DS_Store": b"x"},
        "bo": {"hw4/Main.java": b"package hw4;\n" + JAVA, "read me.txt": b"x"},
        "cy": {"src/edu/hw 4/x.txt": b"x", "src/edu/hw/Main.java": crlf(b"package edu.hw ;\n" + JAVA)},
    },
    "python": {
        "ada": {"hw4.py": PYTHON, "trace_text.py": MODULE},
        "bo": {"my hw/solve it.py": BOM + crlf(PYTHON), "my hw/trace_text.py": MODULE, "x.txt": b"x"},
        "cy": {"pkg/main.py": PYTHON, "pkg/trace_text.py": MODULE, "pkg/__init__.py": b"", "README": b"x"},
    },
}
NEEDED = {"cpp": "g++", "java": "javac", "python": "python3"}


def course(folder: Path, plan: str) -> Path:
    write(folder, {"inputs/last-man.txt": BOARD.encode(), "plan.toml": plan.encode()})
    return folder / "plan.toml"


def rows(results: Path) -> dict[str, dict[str, str]]:
    with open(results / "grades.csv", newline="", encoding="utf-8") as stream:
        return {row["name"]: row for row in csv.DictReader(stream)}


@pytest.mark.parametrize("kind", CLASSES)
def test_a_plan_for_a_language_grades_what_students_hand_in(kind: str, tmp_path: Path) -> None:
    need_program("bwrap")
    need_program(NEEDED[kind])
    plan = course(tmp_path, run("grade", "init", "--for", kind, "-").stdout)
    for name, files in CLASSES[kind].items():
        write(tmp_path / "class" / name, files)
    let_pass(tmp_path)
    done = run("grade", "run", plan, tmp_path / "class", "-o", tmp_path / "results", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    scores = {name: row["score"] for name, row in rows(tmp_path / "results").items()}
    assert scores == {"ada": "10", "bo": "10", "cy": "10"}, (tmp_path / "results/students/bo/feedback.md").read_text()


def test_programs_that_print_where_the_plan_has_a_file_are_told_so(tmp_path: Path) -> None:
    need_program("bwrap")
    plan = course(tmp_path, run("grade", "init", "--for", "python", "-").stdout)
    write(tmp_path / "class", {"ada/hw4.py": b"print('A1')\n", "bo/main.py": b"print('A1')\n"})
    let_pass(tmp_path)
    done = run("grade", "run", plan, tmp_path / "class", "-o", tmp_path / "results", "--jobs", "1")
    assert "2 submissions did not fit the plan: it writes to standard output: take {output} out of" in done.stderr
    page = (tmp_path / "results/students/ada/feedback.md").read_text()
    assert "Something was written to standard output instead" in page
    assert "main.py" not in page


def test_a_plan_for_traces_runs_nothing(tmp_path: Path) -> None:
    plan = course(tmp_path, run("grade", "init", "--for", "traces", "-").stdout)
    assert load_plan(str(plan)).program is None
    assert "[program]" not in plan.read_text()


# What does not fit


def planned(folder: Path, program: str) -> GradingPlan:
    return load_plan(str(course(folder, f'[cases]\npublic = ["inputs"]\n[program]\n{program}\n')))


MAKE = 'build = "make -s"\nrun = ["./hw4", "{input}"]'
JAVAC = 'build = "javac *.java"\nrun = ["java", "Main", "{input}"]'
PY = 'run = ["python3", "hw4.py", "{input}"]'
SCRIPT = 'run = ["./hw4.py", "{input}"]'


@pytest.mark.parametrize(
    ("program", "files", "says"),
    [
        (
            MAKE,
            {"Main.java": b"", "Board.java": b""},
            "There is no Makefile in the submission; Board.java, Main.java at",
        ),
        (MAKE, {"src/makefile": b""}, "There is no Makefile in the submission; src/makefile below the top."),
        (MAKE, {"Makefile": b"all:\r\n"}, "Makefile has Windows line ends: save it with Unix line ends."),
        (MAKE, {"makefile": b"all:\n"}, ""),
        (PY, {"src/hw4.py": b"", "x": b""}, "hw4.py is in the folder src, not at the top."),
        (PY, {f"{letter}.py": b"" for letter in "abcdef"}, "no hw4.py in the submission; a.py, b.py, c.py, d.py and 2"),
        (JAVAC, {"Main.class": b""}, "A .class file is what the compiler makes: hand in the .java file."),
        (JAVAC, {"Main.java": BOM + b"class Main {}\n"}, "Main.java begins with a byte-order mark: save it as UTF-8"),
        (SCRIPT, {"hw4.py": b"#!/usr/bin/python3\r\nx\r\n"}, "hw4.py has Windows line ends, so its interpreter is not"),
        (SCRIPT, {"hw4.py": BOM + b"#!/usr/bin/python3\n"}, "hw4.py begins with a byte-order mark"),
        (SCRIPT, {"main.py": b""}, "There is no hw4.py in the submission; main.py at the top."),
        (SCRIPT, {"hw4.py": b"#!/usr/bin/python3\n"}, ""),
        ("run = ['./hw4', '{input}']", {}, "There is no hw4 in the submission; nothing below the top."),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(
    program: str, files: dict[str, bytes], says: str, tmp_path: Path
) -> None:
    (tmp_path / "ada").mkdir()
    write(tmp_path / "ada", files)
    told = why_unfit(planned(tmp_path, program), tmp_path / "ada")
    assert says in told
    assert bool(told) == bool(says)


def test_a_grader_is_told_which_plan_would_fit(tmp_path: Path) -> None:
    write(tmp_path / "ada", {"Main.java": b""})
    assert suggestion(planned(tmp_path, MAKE), tmp_path / "ada") == (
        "no Makefile; Main.java at the top: a plan for Java is written by checkers-ab grade init --for java"
    )
    assert suggestion(planned(tmp_path, JAVAC), tmp_path / "ada") == ""


def test_a_class_that_does_not_fit_is_told_what_was_seen(tmp_path: Path) -> None:
    need_program("bwrap")
    plan = course(tmp_path, f'[cases]\npublic = ["inputs"]\n[program]\n{MAKE}\n')
    for name in ("ada", "bo"):
        write(tmp_path / "class" / name, {"Main.java": JAVA, "x.txt": b"x"})
    script = b"#!/bin/sh\r\necho x\r\n"
    write(tmp_path / "scripts/cy", {"hw4.py": script})
    os.chmod(tmp_path / "scripts/cy/hw4.py", 0o755)
    let_pass(tmp_path)
    done = run("grade", "run", plan, tmp_path / "class", "-o", tmp_path / "results", "--jobs", "1")
    assert (
        "2 submissions did not fit the plan: no Makefile; Main.java, x.txt at the top: a plan for Java" in done.stderr
    )
    assert "There is no Makefile in the submission" in (tmp_path / "results/students/ada/feedback.md").read_text()
    plan.write_text(f'[cases]\npublic = ["inputs"]\n[program]\n{SCRIPT}\n')
    page = run("grade", "one", plan, tmp_path / "scripts/cy").stdout
    assert "hw4.py has Windows line ends" in page.replace("\\", "")


def test_headings_stand_above_every_board_if_a_program_needs_them(tmp_path: Path) -> None:
    need_program("bwrap")
    two = f"{BOARD}\nCase 7: take it\n{BOARD}"
    program = 'run = ["/bin/sh", "hw4.sh", "{input}"]\nheadings = true'
    plan = course(tmp_path, f'[cases]\npublic = ["inputs"]\n[program]\n{program}\n')
    (tmp_path / "inputs/two.txt").write_text(two)
    answer = RIGHT.replace("\n", "\\n")
    script = f'for n in $(grep -ioE "^case ?[0-9]+" "$1" | tr -d " "); do echo "$n"; printf "{answer}"; done\n'
    write(tmp_path / "ada", {"hw4.sh": script.encode()})
    let_pass(tmp_path)
    done = run("grade", "one", plan, tmp_path / "ada", "--format", "json")
    assert [mark["points"] for mark in json.loads(done.stdout)["marks"]] == [10.0, 10.0], done.stderr
    plan.write_text(plan.read_text().replace("headings = true", "headings = false"))
    done = run("grade", "one", plan, tmp_path / "ada", "--format", "json")
    assert json.loads(done.stdout)["marks"][0]["points"] == 0.0


def test_a_lone_file_of_a_canvas_zip_is_compiled_under_its_owner(tmp_path: Path) -> None:
    need_program("bwrap")
    need_program("g++")
    plan = course(tmp_path, run("grade", "init", "--for", "cpp", "-").stdout)
    lone = CPP.replace(b'#include "trace.h"\n', CPP_HEADER)
    files = {
        "lovelaceada_LATE_17_901_hw4-1.cpp": lone,
        "libo_18_902_main.cpp": CPP,
        "libo_18_903_trace.h": CPP_HEADER,
        "youngcy_19_904_hw4.zip": zipped({"hw 4/main.cpp": lone}),
    }
    (tmp_path / "hw4_submissions.zip").write_bytes(zipped(files))
    let_pass(tmp_path)
    results = tmp_path / "results"
    options = ("--jobs", "1", "--format", "canvas")
    done = run("grade", "run", plan, tmp_path / "hw4_submissions.zip", "-o", results, *options)
    assert done.returncode == 0, done.stderr
    assert "a Canvas download: 3 submissions\n" in done.stderr
    found = {name: (row["score"], row["id"], row["late"]) for name, row in rows(results).items()}
    assert found == {"libo": ("10", "18", ""), "lovelaceada": ("10", "17", "late"), "youngcy": ("10", "19", "")}
    assert (results / "canvas.csv").read_text().splitlines()[2] == "libo,18,,,,10"
    again = run("grade", "run", plan, tmp_path / "hw4_submissions.zip", "-o", results, "--jobs", "1")
    assert again.stdout.count("(as before)") == 3
    assert not (results / "canvas.csv").exists(), "a gradebook of an earlier run is not left behind"
