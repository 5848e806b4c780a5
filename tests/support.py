"""What the tests share: boards drawn as text, boards at random, and the program in a process of its own."""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any, NoReturn

import pytest
from hypothesis import strategies as st

from checkers_ab import Board, parse_board
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.bits import BOTTOM_ROW, TOP_ROW
from checkers_ab.games.checkers.board import SQUARES
from checkers_ab.sandbox.sampling import ProcessTree
from tests.forked import run_forked

ROOT = Path(__file__).parent.parent
PROGRAM = str(Path(sys.executable).with_name("checkers-ab"))
INPUTS = sorted((ROOT / "inputs").glob("*.txt"))
SHELL = {*"|<>&;$`*?~{}\\\n"}
"""Signs that mean something to a shell."""


def draw(text: str, side: Side = Side.MAX) -> Board:
    """A board from eight indented lines."""
    return parse_board(dedent(text).strip()).with_side(side)


@st.composite
def boards(draw: st.DrawFn, most_pieces: int = 12, side: Side = Side.MAX) -> Board:
    """A board on which play could have led to every piece: no uncrowned man on its far row; often many kings."""
    squares = draw(st.lists(st.sampled_from(SQUARES), unique=True, min_size=2, max_size=2 * most_pieces))
    border = draw(st.integers(1, len(squares) - 1))
    alice = sum(1 << square for square in squares[:border])
    bill = sum(1 << square for square in squares[border:])
    crowned = sum(1 << square for square in draw(st.sets(st.sampled_from(squares))))
    kings = draw(st.sampled_from([0, crowned, crowned, alice | bill]))
    return Board(alice, bill, kings | alice & TOP_ROW | bill & BOTTOM_ROW, side)


def run(
    *args: str | Path, stdin: str = "", cwd: Path = ROOT, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The program as a user runs it, but forked from a process in which it is loaded (see `forked`)."""
    words = [*map(str, args)]
    done = run_forked(words, stdin, str(cwd), environment(env))
    return done or run_command([PROGRAM, *words], stdin=stdin, cwd=cwd, env=env)


def environment(env: dict[str, str] | None) -> dict[str, str]:
    """The environment of a user who has the program on the path."""
    return {**os.environ, "PATH": f"{Path(PROGRAM).parent}:{os.environ['PATH']}", **(env or {})}


def run_command(
    command: list[str] | str, *, stdin: str = "", cwd: Path = ROOT, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own; a text goes through bash, unless it is a plain call of the program."""
    if isinstance(command, str) and command.startswith("checkers-ab ") and not SHELL & {*command}:
        return run(*shlex.split(command)[1:], stdin=stdin, cwd=cwd, env=env)
    return subprocess.run(
        command,
        input=stdin,
        cwd=cwd,
        env=environment(env),
        shell=isinstance(command, str),
        executable="/bin/bash" if isinstance(command, str) else None,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=120,
        check=False,
    )


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Waits until something holds, for a minute at the most; only then tests do not depend on how busy a machine is."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def let_work(process: subprocess.Popen[Any], seconds: float) -> None:
    """Waits until a process and all that it has started have used so much processor time."""
    tree = ProcessTree(process.pid)

    def has_worked() -> bool:
        tree.sample()
        return tree.seconds >= seconds

    wait_until(has_worked, f"{seconds} s of work")


def let_pass(path: Path) -> None:
    """Lets every user pass through to a folder of a test's own."""
    for folder in (path, *path.parents):
        if folder == Path(tempfile.gettempdir()):
            return
        folder.chmod(0o755)


def need_program(name: str) -> str:
    """Where a program is; without it a test is skipped, but fails where nothing may be skipped."""
    return shutil.which(name) or missing(name)


def missing(what: str) -> NoReturn:
    """Skips a test for which something is not installed, but fails where nothing may be skipped."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is not installed")
    pytest.skip(f"{what} is not installed")


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit 2, nothing on stdout, the words on stderr, no traceback."""
    assert (done.returncode, done.stdout) == (2, ""), done
    for word in words:
        assert word in done.stderr
    assert "Traceback" not in done.stderr


def tree(folder: Path) -> list[str]:
    """All that is below a folder, by its path from there."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def install(folder: Path, points: str, *, group: str = "checkers_ab.games", **modules: str) -> None:
    """Makes what an installed package with entry points leaves behind."""
    info = folder / "nim-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{points}")
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)


def importing(folder: Path) -> dict[str, str]:
    """An environment in which Python imports from a folder, too."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))}


def files_shown(page: str) -> dict[str, str]:
    """The Python files that a page shows, by the name in their first line; the last one of a name holds."""
    found = re.findall(r"^```python\n# (\S+\.py)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return dict(found)


def random_board(chance: random.Random, most: int) -> Board:
    """A board with up to so many pieces a side, most of them kings, and anybody to move."""
    squares = chance.sample(SQUARES, chance.randint(2, 2 * most))
    border = chance.randint(1, len(squares) - 1)
    alice, bill = (sum(1 << square for square in part) for part in (squares[:border], squares[border:]))
    men = sum(1 << square for square in squares if chance.random() < 0.3)
    kings = (alice | bill) & ~men | alice & TOP_ROW | bill & BOTTOM_ROW
    return Board(alice, bill, kings, chance.choice(list(Side)))
