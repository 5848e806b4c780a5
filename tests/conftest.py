from __future__ import annotations

import os
import signal
import sys

import pytest
from hypothesis import settings

from checkers_ab.sandbox.bubblewrap import find_box
from checkers_ab.sandbox.processes import usable_cores
from checkers_ab.sandbox.supervise import BoxError
from checkers_ab.sandbox.workspace import is_root

# These machines are noisy. Each run tries other examples; HYPOTHESIS_PROFILE=thorough tries many more.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# A shell that runs the tests in the background lets them ignore Ctrl-C, and so would the programs they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The programs that the tests start buffer their output as they do for everybody, and keep what Python has compiled.
os.environ.pop("PYTHONUNBUFFERED", None)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

pytest_plugins = ["tests.shared"]

SLOW = (
    *("test_site_browser.py", "test_grading_stopped.py", "test_view.py", "test_sets.py", "test_grading_class.py"),
    *("test_formats.py", "test_attacks.py", "test_box.py", "test_near_misses.py", "test_grading.py", "test_try.py"),
    *("test_page_teaches.py", "test_exercise.py", "test_check.py", "test_build.py", "test_wrong_rules.py"),
    *("test_any_game.py", "test_docs.py", "test_fit.py", "test_tree.py", "test_judging_cli.py", "test_more_attacks.py"),
    *("test_marks.py", "test_search_picture.py", "test_games.py", "test_games_cli.py", "test_pyodide.py"),
)
"""Files that take long. They come first, so that no process is left with one of them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {name: place for place, name in enumerate(SLOW)}
    items.sort(key=lambda item: places.get(item.path.name, len(SLOW)))


def pytest_report_header() -> str:
    """Names the box and the limits that the attacks meet on this machine, as the user that runs the tests."""
    try:
        box = find_box("bwrap").name
    except BoxError as error:
        box = f"none: {error}"
    return f"box: {box} ({'root, and for some tests an ordinary user' if is_root() else 'an ordinary user'})"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than cores: many tests wait for programs that they have started."""
    return len(usable_cores()) + 2
