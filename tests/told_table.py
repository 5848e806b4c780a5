"""The table in docs/checking.md of what programs with known mistakes are told; `make docs` writes it."""

from __future__ import annotations

import random

from checkers_ab import parse_boards
from checkers_ab.judge.mistakes import catalogue
from tests.students import KIT, judged, student, told
from tests.support import INPUTS, ROOT

PAGE = ROOT / "docs/checking.md"
HEAD = "| the program's mistakes | wrong cases | what it is told |\n|---|---:|---|\n"
ALONE = [name for name in catalogue(KIT) if name != "loose-cut"]
"""The last one can be made only where the course asks for the strict cut."""
PAIRS = sorted({tuple(sorted(random.Random(seed).sample(ALONE, 2), key=ALONE.index)) for seed in range(20)})
STUDENTS: list[tuple[str, ...]] = [*((name,) for name in ALONE), *PAIRS]


def row(names: tuple[str, ...]) -> str:
    """The row about one program, which is tried on every board of inputs/."""
    report = judged([case.state for path in INPUTS for case in parse_boards(path.read_text())], student(*names))
    wrong = sum(not case.valid for case in report.cases)
    first, *others = [_in_code(one) for one in told(report)] or ["no known mistake explains this"]
    return f"| {_in_code(names)} | {wrong} | {first}{'; or '.join(['', *others])} |"


def _in_code(names: tuple[str, ...]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def write_table() -> None:
    before, head, after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    assert head
    rest = after[after.index("\n\n") :]
    PAGE.write_text(before + head + "\n".join(map(row, STUDENTS)) + rest, encoding="utf-8")
