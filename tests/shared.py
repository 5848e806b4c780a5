"""Fixtures for several files of tests: what a run needs once, the process that needs it first makes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support import need_program, run

if TYPE_CHECKING:
    from tests.browser import Browser


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of the whole run, filled by the first of its processes that asks; no test changes what is in it."""
    import fcntl

    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, whole = base / name, base / f"{name}.whole"
    with open(base / f"{name}.lock", "w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        if not whole.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a process that failed at it
            folder.mkdir()
            make(folder)
            whole.touch()
    return folder


@pytest.fixture(scope="session")
def wheel_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheels of this program and of all that it needs."""
    from checkers_ab.grading.pack import wheels

    def make(folder: Path) -> None:
        for name, content in wheels():
            (folder / name).write_bytes(content)

    return made_once(tmp_path_factory, "wheels", make)


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive for Gradescope with the plan of the sample class."""
    from tests.sample_class.roster import HERE

    def make(folder: Path) -> None:
        done = run("grade", "pack", HERE / "plan.toml", "-o", folder / "upload.zip")
        assert done.returncode == 0, done.stderr

    return made_once(tmp_path_factory, "archive", make) / "upload.zip"


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the hostile archives, and the right programs with odd names."""
    from tests.sample_class.archives import hostile_archives

    return made_once(tmp_path_factory, "hostile", hostile_archives)


class Undisturbed:
    """A class that was graded at one go."""

    def __init__(self, folder: Path) -> None:
        self.plan, self.submissions, self.results = folder / "plan.toml", folder / "class", folder / "results"


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    from tests.grading_classes import small_class

    def make(folder: Path) -> None:
        plan, submissions = small_class(folder)
        assert run("grade", "run", plan, submissions, "-o", folder / "results").returncode == 0

    need_program("bwrap")
    return Undisturbed(made_once(tmp_path_factory, "undisturbed", make))


@pytest.fixture(scope="session")
def _chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from tests.browser import started_browser

    with started_browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def browser(_chromium: Browser) -> Browser:
    """The browser of this process, with the usual size and colours and nothing on its console."""
    _chromium.look()
    _ = _chromium.messages
    return _chromium
