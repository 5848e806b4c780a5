"""Wheels: with the trace compiled where there is a compiler, and as plain Python elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.grading.pack import LICENCE, wheels
from tests.compiled import build_wheel, copy_source
from tests.support import INPUTS, ROOT


def test_without_a_compiler_that_works_the_package_is_plain_and_the_build_says_so(tmp_path: Path) -> None:
    source = copy_source(new_folder(tmp_path / "source"))
    wheel, said = build_wheel(source, tmp_path / "wheels", CC="false")
    assert wheel.name.startswith("checkers_ab-")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "checkers-ab is built as plain Python: no working C compiler" in said
    assert not [name for name in names_in(wheel) if name.endswith(".so")]
    assert "checkers_ab/core/search.py" in names_in(wheel)
    boards = {name for name in names_in(wheel) if name.startswith("checkers_ab/boards/")}
    assert boards == {f"checkers_ab/boards/{path.name}" for path in INPUTS}


BUILT = {".git", ".venv", "build", "dist", "node_modules", "__pycache__", ".hypothesis"}


def source_files() -> set[str]:
    """All files of the source: those that git knows, or all that were not built."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return {name for name in listed.splitlines() if (ROOT / name).exists()}
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return {
        path.as_posix()
        for path in found
        if not any(part in BUILT or part.endswith(("_cache", ".egg-info")) for part in path.parts)
        and path.name not in ("PKG-INFO", "setup.cfg")
    }


def test_the_source_package_has_everything_and_builds_a_pure_wheel(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in source_files():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    build = "from setuptools import build_meta; build_meta.build_sdist('../made')"
    subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, check=True)
    (archive,) = (tmp_path / "made").iterdir()
    shutil.unpack_archive(archive, tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    packed = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    added = {name for name in packed - source_files() if ".egg-info/" not in name}
    assert source_files() - packed == set()
    assert added == {"PKG-INFO", "setup.cfg"}
    wheel, _ = build_wheel(unpacked, tmp_path / "wheels", CHECKERS_AB_PURE="1")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = names_in(wheel)
    assert not [name for name in names if name.endswith(".so")]
    assert {name for name in source_files() if name.startswith("checkers_ab/")} <= {*names}
    assert [name.partition("/")[2] for name in names if "LICENSE" in name] == ["licenses/LICENSE"]
    assert any(name.endswith("share/man/man1/checkers-ab.1") for name in names)
    with ZipFile(wheel) as made:
        (metadata,) = [made.read(name).decode() for name in names if name.endswith("METADATA")]
    for line in ("Author: The checkers-ab authors", "License-Expression: MIT", "Requires-Python: >=3.11"):
        assert line in metadata
    readme = metadata.partition("\n\n")[2]
    assert readme.startswith("# checkers-ab\n")
    if "Project-URL" not in metadata:
        assert links(readme) <= {"https"}, "without an address no link leads anywhere"


def links(text: str) -> set[str]:
    """The schemes of the links and pictures of a page; for one that leads to a file beside it, its path."""
    return {target.partition(":")[0] for target in re.findall(r"\]\(([^)]+)\)", text)}


def test_with_an_address_the_package_has_links_and_the_readme_pictures(tmp_path: Path) -> None:
    made = "from setuptools import build_meta; build_meta.prepare_metadata_for_build_wheel('.')"
    source = copy_source(new_folder(tmp_path / "source"))
    address = "https://example.org/checkers-ab"
    environment = {**os.environ, "CHECKERS_AB_HOME": address}
    subprocess.run([sys.executable, "-c", made], cwd=source, env=environment, capture_output=True, check=True)
    (metadata,) = [path.read_text(encoding="utf-8") for path in source.glob("*.dist-info/METADATA")]
    for name in ("Homepage", "Documentation", "Source", "Changelog", "Issues"):
        assert f"Project-URL: {name}, {address}" in metadata
    assert f"]({address}/raw/HEAD/docs/view-1280-light.png)" in metadata
    assert f"]({address}/blob/HEAD/docs/solving.md)" in metadata
    assert links(metadata) == {"https"}


def new_folder(path: Path) -> Path:
    path.mkdir()
    return path


def test_the_wheels_of_an_autograder_have_the_licences(wheel_folder: Path) -> None:
    for path in wheel_folder.iterdir():
        with ZipFile(path) as wheel:
            texts = [entry for entry in wheel.namelist() if LICENCE.match(Path(entry).name)]
            assert texts, path
            assert all(entry.split("/")[0].endswith(".dist-info") for entry in texts)
            record = next(wheel.read(entry).decode() for entry in wheel.namelist() if entry.endswith("RECORD"))
            assert all(f"{entry},sha256=" in record for entry in texts)


def test_a_package_that_needs_its_compiled_parts_is_not_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkers_ab.grading.pack.OWN", "mypy")
    with pytest.raises(InputError, match="has compiled parts, which run on this kind of machine only"):
        list(wheels())


def names_in(wheel: Path) -> list[str]:
    with ZipFile(wheel) as archive:
        return archive.namelist()
