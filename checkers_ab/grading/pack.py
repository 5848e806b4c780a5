"""The autograder archive for Gradescope, and wheels of the installed packages, for machines without a network."""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from checkers_ab.core.errors import InputError
from checkers_ab.core.zips import zip_entry
from checkers_ab.games.checkers.examples import board_files
from checkers_ab.grading.plan import GradingPlan, pack_plan

OWN = "checkers-ab"
FASTER = {"markupsafe"}
"""Packages that are only faster with their compiled parts, and are packed without them."""
LICENCE = re.compile("LICEN[CS]E|COPYING|NOTICE|AUTHORS", re.IGNORECASE)


def wheels() -> Iterator[tuple[str, bytes]]:
    """Wheels of this program and of all packages that it requires, each as a file name and bytes."""
    yield from map(_wheel, sorted(_needed(OWN)))


@cache
def own_wheel() -> tuple[str, bytes]:
    """The wheel of this program, for every system, as a file name and bytes."""
    return _wheel(OWN)


def _needed(package: str, known: set[str] | None = None) -> set[str]:
    """The normalized names of a package and of all that it requires, without extras."""
    known = set() if known is None else known
    name = re.sub(r"[-_.]+", "-", package).lower()
    if name in known:
        return known
    try:
        required = distribution(name).requires or []
    except PackageNotFoundError:
        return known  # only required on another system
    known.add(name)
    for line in required:
        requirement, _, marker = line.partition(";")
        found = re.match(r"[\w.-]+", requirement.strip())
        if found and "extra" not in marker:
            _needed(found[0], known)
    return known


def _wheel(package: str) -> tuple[str, bytes]:
    """The wheel of an installed package, as a file name and bytes."""
    found, metadata = _installed(package)
    name = re.sub(r"[-_.]+", "_", found.metadata["Name"])
    stem = f"{name}-{found.version}"
    files = dict(_own_files() if package == OWN else _files(found, package))
    files |= _licences(found, f"{stem}.dist-info")
    files[f"{stem}.dist-info/METADATA"] = metadata.encode()
    files[f"{stem}.dist-info/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: checkers-ab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    if entry_points := found.read_text("entry_points.txt"):
        files[f"{stem}.dist-info/entry_points.txt"] = entry_points.encode()
    files[f"{stem}.dist-info/RECORD"] = _record(files, f"{stem}.dist-info/RECORD")
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zip_entry(path), content)
    return f"{stem}-py3-none-any.whl", packed.getvalue()


def _installed(package: str) -> tuple[Distribution, str]:
    """A package as pip has installed it, and its metadata: the egg-info of a source tree has not all of these."""
    for found in Distribution.discover(name=package):
        if metadata := found.read_text("METADATA"):
            return found, metadata
    raise InputError(f"{package} was not installed as a package: install it with pip")


def _own_files() -> Iterator[tuple[str, bytes]]:
    """The files of this package as it runs, with its boards."""
    package = Path(__file__).parent.parent
    for path in sorted(package.rglob("*")):
        if path.is_file() and path.suffix not in (".pyc", ".so", ".c", ".pyd"):
            yield path.relative_to(package.parent).as_posix(), path.read_bytes()
    for path in board_files():
        yield f"{package.name}/boards/{path.name}", path.read_bytes()


def _files(found: Distribution, package: str) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package. InputError if it needs some that are compiled."""
    for file in found.files or ():
        compiled = file.suffix in (".so", ".pyd")
        if compiled and package not in FASTER:
            raise InputError(f"{package} has compiled parts, which run on this kind of machine only")
        beside = ".." in file.parts or ".dist-info" in file.parts[0] or "__pycache__" in file.parts
        if not (beside or compiled):
            yield file.as_posix(), Path(str(found.locate_file(file))).read_bytes()


def _licences(found: Distribution, folder: str) -> dict[str, bytes]:
    """The licence texts of an installed package, by their paths in its wheel."""
    texts = {}
    for file in found.files or ():
        in_metadata = file.parts[0].endswith(".dist-info")
        if in_metadata and ("licenses" in file.parts or LICENCE.match(file.name)):
            texts["/".join([folder, *file.parts[1:]])] = Path(str(found.locate_file(file))).read_bytes()
    return texts


def _record(files: dict[str, bytes], own: str) -> bytes:
    """The RECORD of a wheel: each file with its hash and size."""
    lines = []
    for path, content in sorted(files.items()):
        digest = urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{own},,\n"]).encode()


SCRIPTS = ("setup.sh", "run_autograder")


def write_archive(stream: IO[bytes], plan: GradingPlan) -> None:
    """Writes a zip with everything that grading needs. The same plan and program give the same bytes."""
    with ZipFile(stream, "w") as archive:
        for name in SCRIPTS:
            archive.writestr(zip_entry(name, 0o755), Path(__file__).with_name(name).read_bytes())
        archive.writestr(zip_entry("plan.json"), pack_plan(plan))
        for name, content in wheels():
            archive.writestr(zip_entry(f"wheels/{name}"), content)
