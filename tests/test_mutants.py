"""The mutants of a module, and who notices them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import mutants_of, survivors

MODULE = """\
def larger(one: int, other: "int" = 3) -> int:
    return one + 1 if one > other and True else -other
"""


def test_each_mutant_has_one_small_change() -> None:
    assert sorted(what for _, what, _ in mutants_of(MODULE)) == sorted(
        [
            *("3 becomes 4",),
            *("one + 1 if one > other and True else -other becomes one + 1 if not (one > other and True) else -other",),
            *("one + 1 becomes one - 1", "1 becomes 2", "one > other and True becomes one > other or True"),
            *("one > other becomes one >= other", "True becomes False", "-other becomes +other"),
        ]
    )
    assert {line for line, _, _ in mutants_of(MODULE)} == {1, 2}


def project(folder: Path, test: str) -> Path:
    (folder / "checkers_ab").mkdir()
    (folder / "tests").mkdir()
    (folder / "checkers_ab/__init__.py").touch()
    (folder / "checkers_ab/one.py").write_text("def is_more(a: int, b: int) -> bool:\n    return a > b\n")
    (folder / "tests/test_one.py").write_text(
        f"from checkers_ab.one import is_more\ndef test_it():\n    assert {test}\n"
    )
    return folder


def test_a_mutant_survives_if_no_test_notices_it(tmp_path: Path) -> None:
    place = project(tmp_path, "is_more(2, 1)")
    found = list(survivors(place, "checkers_ab/one.py", ["tests/test_one.py"], sample=1))
    assert [mutant[:2] for mutant in found if mutant] == [(2, "a > b becomes a >= b")]


def test_tests_that_fail_anyway_tell_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the tests fail on the module as it is"):
        list(survivors(project(tmp_path, "False"), "checkers_ab/one.py", ["tests/test_one.py"]))
