"""Wheels: with the engine compiled where there is a compiler, and as plain Python elsewhere."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests import compiled
from tests.compiled import build_wheel, copy_source, why_no_compiler
from tests.support import INPUTS


@pytest.mark.parametrize("compiler", ["/nowhere/cc", "false"])
def test_without_a_compiler_that_works_the_package_is_plain_and_the_build_says_so(
    compiler: str, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    wheel, said = build_wheel(copy_source(source), tmp_path / "wheels", CC=compiler)
    assert wheel.name.startswith("checkers_ab-")
    assert "checkers-ab is built as plain Python: no working C compiler" in said
    assert not [name for name in names_in(wheel) if name.endswith(".so")]
    assert "checkers_ab/engine/kernel.py" in names_in(wheel)
    boards = {name for name in names_in(wheel) if name.startswith("checkers_ab/boards/")}
    assert boards == {f"checkers_ab/boards/{path.name}" for path in INPUTS}


def test_with_a_compiler_the_engine_is_in_the_wheel_both_ways(tmp_path: Path) -> None:
    if why := why_no_compiler():
        pytest.skip(why)
    source = tmp_path / "source"
    source.mkdir()
    wheel, _ = build_wheel(copy_source(source), tmp_path / "wheels")
    compiled = [name.partition(".")[0] for name in names_in(wheel) if name.endswith(".so")]
    assert "checkers_ab/engine/kernel" in compiled
    assert "checkers_ab/games/checkers/bits" not in compiled  # a plain solve would load the library
    assert "checkers_ab/engine/kernel.py" in names_in(wheel)


@pytest.mark.parametrize("compiler", ["/nowhere/cc", "false"])
def test_the_compiled_engine_is_not_tested_without_a_compiler_and_that_is_said(
    compiler: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", compiler)
    assert compiled.main() == 0
    assert capsys.readouterr().out.startswith("the engine is tested as plain Python only: ")
    assert compiler in why_no_compiler()


def names_in(wheel: Path) -> list[str]:
    with ZipFile(wheel) as archive:
        return archive.namelist()
