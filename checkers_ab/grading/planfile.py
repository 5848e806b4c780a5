"""Reading a grading plan from its TOML file. An error names the line."""

from __future__ import annotations

import ast
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from checkers_ab.core.convention import OWN_ORDER, ConventionError, parse_convention
from checkers_ab.core.errors import InputError, OptionError, StateError, nearest
from checkers_ab.core.kit import AnyKit
from checkers_ab.games.registry import is_path, make_game, split_game
from checkers_ab.grading.downloads import LAYOUTS
from checkers_ab.grading.plan import EXACT, KINDS_SHOWN, POINTS_SHOWN, GradingPlan, PlannedCase, Program, unpack_plan
from checkers_ab.grading.tables import Tables, brief, read_text
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.report import KINDS
from checkers_ab.judge.weights import FITTED
from checkers_ab.logs.base import find_log
from checkers_ab.logs.solve import why_unfit
from checkers_ab.sandbox.bubblewrap import is_reserved
from checkers_ab.sandbox.limits import Limits

CHECKS = ("meaning", EXACT)
DEEPEST = 8
"""Plies; deeper searches take the judge too long."""
LIMITS: dict[str, float] = {
    "time": 86_400,
    "memory": 1_000_000,
    "output": 10_000,
    "processes": 10_000,
    "disk": 100_000,
    "build_time": 86_400,
    "build_memory": 1_000_000,
    "submission": 10_000,
    "files": 2_500,
}
"""Every key of [limits] with the most that a plan may allow."""
UNPACKED = "submission"
"""The key of [limits] whose name in `Limits` is another: unpacked."""
ADJUSTMENTS = "adjust.toml"
"""The file with adjustments that is used if it lies beside the plan."""
LARGEST = 1_000_000
"""Bytes of a plan or a case."""
KEYS: dict[str, tuple[str, ...]] = {
    "": (
        *("title", "game", "depth", "convention", "log", "check", "hidden"),
        *("cases", "program", "traces", "limits", "points", "box"),
        *("layout", "roster", "attempts", "adjust"),
    ),
    "cases": ("public", "hidden"),
    "program": ("build", "run", "input", "output", "headings"),
    "traces": ("file",),
    "limits": tuple(LIMITS),
    "points": ("each", "first_move", "cases", "costs", "mistakes"),
    "box": ("bind", "environment"),
}
"""Every table of a plan with its keys. The keys of `points.cases` are names of cases, those of `points.costs` kinds of
findings about the log; `box.environment` has any."""


def load_plan(path: str) -> GradingPlan:
    """The plan in a TOML file, or in a JSON file of `pack_plan`. Its files are relative to the folder of the plan."""
    try:
        text = read_text(path, LARGEST)
        if path.endswith(".json"):
            return unpack_plan(text)
        return _PlanReader(path, text).plan()
    except InputError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise InputError("expected a plan as `grade pack` writes it", path=path) from None


def case_folders(path: str) -> list[str]:
    """The folders that hold the cases of a plan; none if the cases are in the plan itself."""
    if path.endswith(".json"):
        return []
    reader = _PlanReader(path, read_text(path, LARGEST))
    return sorted({str(file.parent) for group in KEYS["cases"] for file in reader.case_files(group)})


class _PlanReader(Tables):
    """Reads one plan, and the files that it names."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(path, text)
        self.folder = Path(path).parent

    def plan(self) -> GradingPlan:
        for table, known in KEYS.items():
            self.expect_known_keys(table, known)
        if ("program" in self.data) == ("traces" in self.data):
            raise self.error("", "", "expected either a [program] that is run, or [traces] that are handed in as files")
        self.expect_last_attempt()
        self.game = self.text_of("", "game", "checkers")
        name, _ = split_game(self.game)
        self.game_file = read_text(str(self.folder / name), LARGEST) if is_path(name) else ""
        self.kit = self.make_kit()
        cases = tuple(self.cases())
        return GradingPlan(
            title=self.text_of("", "title", "Homework"),
            game=self.game,
            game_file=self.game_file,
            depth=self.depth(),
            convention=self.convention(),
            log=self.log(),
            check=self.one_of("", "check", CHECKS),
            hidden=self.one_of("", "hidden", (KINDS_SHOWN, POINTS_SHOWN)),
            cases=cases,
            program=self.program() if "program" in self.data else None,
            traces=self.traces(len(cases)) if "traces" in self.data else "",
            limits=self.limits(),
            first_move=self.number("points", "first_move", 0.0),
            costs={kind: self.number("points.costs", kind, 1.0) for kind in self.table("points.costs")},
            mistakes=dict(self.mistakes()),
            bind=tuple(self.bind()),
            environment=dict(self.environment()),
            layout=self.one_of("", "layout", LAYOUTS) if "layout" in self.data else "",
            roster=self.path_of("roster"),
            adjust=self.path_of("adjust", ADJUSTMENTS),
        )

    # The parts

    def path_of(self, key: str, usual: str = "") -> str:
        """The path of a file that the plan names, or of a usual one if that exists; empty if there is none."""
        name = self.text_of("", key, "")
        if not name and (not usual or not (self.folder / usual).is_file()):
            return ""
        path = self.folder / (name or usual)
        if not path.is_file():
            raise self.error("", key, f"there is no file {str(path)!r}")
        return str(path)

    def mistakes(self) -> Iterator[tuple[str, float]]:
        known = catalogue(self.kit, log=find_log(self.log()))
        for name in self.table("points.mistakes"):
            if name not in known and not name.startswith(FITTED):
                near = nearest(name, known, cutoff=0.5)
                raise self.error("points.mistakes", name, f"unknown mistake {name!r} in [points.mistakes]; {near}")
            yield name, self.number("points.mistakes", name, 1.0)

    def limits(self) -> Limits:
        wholes = ("processes", "files")
        values: dict[str, Any] = {}
        for key, most in LIMITS.items():
            name = "unpacked" if key == UNPACKED else key
            usual = getattr(Limits(), name)
            value = self.number("limits", key, usual, most=most, whole=key in wholes, positive=True)
            values[name] = int(value) if key in wholes else value
        return Limits(**values)

    def expect_last_attempt(self) -> None:
        attempts = self.text_of("", "attempts", "last")
        if attempts != "last":
            why = "systems hand out the last attempt, and often no other"
            raise self.error("", "attempts", f'attempts must be "last", found {attempts!r}: {why}')

    def make_kit(self) -> AnyKit:
        name, options = split_game(self.game)
        path = f"{self.folder / name}{':' * bool(options)}{options}" if self.game_file else self.game
        try:
            kit = make_game(path)
        except OptionError as error:
            raise self.error("", "game", str(error)) from None
        if self.game_file and (other := _imported_beside(str(self.folder / name), self.game_file)):
            raise self.error("", "game", f"the file of a game goes to other machines alone: it imports {other}")
        return kit

    def depth(self) -> int | None:
        if "depth" not in self.data:
            return None
        return int(self.number("", "depth", 1, least=1, most=DEEPEST, whole=True))

    def log(self) -> str:
        name = self.text_of("", "log", "trace")
        try:
            log = find_log(name)
        except OptionError as error:
            raise self.error("", "log", str(error)) from None
        self.expect_known_keys("points.costs", (*KINDS, *log.kinds, EXACT))
        if "answer" not in log.shows and self.number("points", "first_move", 0.0):
            raise self.error("points", "first_move", f"a {log.noun} names no first move that could earn points")
        return name

    def convention(self) -> dict[str, Any]:
        name = self.text_of("", "convention", "assignment")
        known = self.kit.conventions
        if name in known:
            return known[name].as_data()
        path = self.folder / name
        if not path.is_file():
            there = " and ".join(known)
            raise self.error(
                "", "convention", f"no convention {name!r}, nor a file of that name; there are {there}, or a TOML file"
            )
        try:
            return parse_convention(read_text(str(path), LARGEST), (OWN_ORDER, *self.kit.move_orders)).as_data()
        except ConventionError as error:
            raise error.within(str(path)) from None

    def cases(self) -> Iterator[PlannedCase]:
        points = self.table("points.cases")
        each = self.number("points", "each", 10.0, most=1e6)
        seen: dict[str, str] = {}
        for group in KEYS["cases"]:
            for path in self.case_files(group):
                name = path.stem
                if name in seen:
                    twice = f"{path} is listed twice" if seen[name] == str(path) else f"{seen[name]} and {path}"
                    raise self.error("cases", group, f"two cases are called {name!r}: {twice}")
                if not name.isprintable():
                    raise self.error("cases", group, f"a case needs a name that can be printed, found {name!r}")
                seen[name] = str(path)
                text = read_text(str(path), LARGEST)
                try:
                    unfit = why_unfit(self.kit, self.kit.parse_states(text))
                except StateError as error:
                    raise error.within(str(path)) from None
                if unfit:
                    raise InputError(unfit, path=str(path))
                worth = self.number("points.cases", name, each, most=1e6)
                yield PlannedCase(name=name, hidden=group == "hidden", text=text, points=worth)
        if not seen:
            raise self.error("", "cases", "expected at least one case: [cases] with public or hidden files or folders")
        for name in points:
            if name not in seen:
                near = nearest(name, seen, cutoff=0.5)
                raise self.error("points.cases", name, f"unknown case {name!r} in [points.cases]; {near}")

    def case_files(self, group: str) -> Iterator[Path]:
        for name in self.texts("cases", group):
            path = self.folder / name
            if path.is_dir():
                found = sorted(path.glob("*.txt"))
                if not found:
                    raise self.error(
                        "cases", group, f"the folder {str(path)!r} has no case in it: no file ends with .txt"
                    )
                yield from found
            elif path.is_file():
                yield path
            else:
                raise self.error("cases", group, f"there is no file or folder {str(path)!r}")

    def program(self) -> Program:
        build, run = self.command("build"), self.command("run")
        if not run:
            raise self.error("program", "", 'expected in [program] what is run, such as run = ["./hw4", "{input}"]')
        self.expect_placeholders("program", "run", " ".join(run), ("input", "output"))
        wanted = any("{output}" in word for word in run)
        board = self.file_name("program", "input", "input.txt")
        trace = self.file_name("program", "output", "output.txt" if wanted else "")
        if board == trace:
            raise self.error(
                "program", "output", f"the output must be another file than the input, found {trace!r} for both"
            )
        return Program(run=run, build=build, input=board, output=trace, headings=self.flag("program", "headings"))

    def command(self, key: str) -> tuple[str, ...]:
        """A command as a list of words. A build that is one text is run by the shell, so it may hold `*` and `&&`."""
        value = self.table("program").get(key, [])
        if isinstance(value, str) and "\0" not in value:
            try:
                return ("/bin/sh", "-c", value) if key == "build" and value else tuple(shlex.split(value))
            except ValueError as error:
                raise self.error("program", key, f"{key}: {str(error).lower()}") from None
        return tuple(self.texts("program", key))

    def traces(self, cases: int) -> str:
        name = self.text_of("traces", "file", "{case}.txt")
        self.expect_inside("traces", "file", name)
        self.expect_placeholders("traces", "file", name, ("case",), cutoff=0.0)
        if cases > 1 and "{case}" not in name:
            raise self.error("traces", "file", f"file must name {{case}}, for there are {cases}, found {name!r}")
        return name

    def bind(self) -> Iterator[str]:
        for path in self.texts("box", "bind"):
            if not os.path.isabs(path):
                raise self.error("box", "bind", f"bind must name folders by their whole path, found {path!r}")
            if is_reserved(path):
                raise self.error("box", "bind", f"the box has a {path} of its own: bind another folder")
            yield path

    def environment(self) -> Iterator[tuple[str, str]]:
        for name in sorted(self.table("box.environment")):
            if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name):
                raise self.error("box", "environment", f"{brief(name)} is no name for a variable of the environment")
            yield name, self.text_of("box.environment", name, "")


def _imported_beside(path: str, text: str) -> str:
    """The name of a file beside a game that it imports; empty if it imports none."""
    folder = os.path.dirname(path)
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            first = name.partition(".")[0]
            for file in (f"{first}.py", os.path.join(first, "__init__.py")):
                if first and os.path.isfile(os.path.join(folder, file)):
                    return file
    return ""
