"""Writing the sample class as a folder of submissions, with the same bytes each time."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

from tests.sample_class.roster import HERE, ROSTER, Student

COMPILED = "hw4: {0}\n\t$(CC) -O2 -std=c99 -o hw4 {0}\n"
COPIED = "hw4: {0}\n\tcp {0} hw4\n\tchmod +x hw4\n"
LONG_AGO = (2026, 1, 1, 0, 0, 0)
"""The time of every file in an archive."""


class ForeignError(Exception):
    """The folder holds something that is not of the class."""


def files_of(student: Student) -> dict[str, str]:
    """The files of a submission, by name."""
    name, program = student.source.name, student.program
    files = {"Makefile": (COMPILED if student.language == "C" else COPIED).format(name), name: program}
    if name == "stays.py":
        files["solver.py"] = (HERE / "solvers/solver.py").read_text("utf-8")
    return files


def zip_of(files: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text)
    return stream.getvalue()


def tar_of(files: dict[str, str], top: str) -> bytes:
    """A compressed tar with everything in one folder."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        folder = tarfile.TarInfo(top)
        folder.type, folder.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(folder)
        for name, text in files.items():
            member = tarfile.TarInfo(f"{top}/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return gzip.compress(stream.getvalue(), mtime=0)


def contents() -> dict[str, bytes]:
    """Every file of the class folder, by its path in it."""
    found = {}
    for name, student in ROSTER.items():
        files = files_of(student)
        if student.packed == ".zip":
            found[f"{name}.zip"] = zip_of(files)
        elif student.packed == ".tar.gz":
            found[f"{name}.tar.gz"] = tar_of(files, f"{name}-hw4")
        else:
            found |= {f"{name}/{file}": text.encode() for file, text in files.items()}
    return found


def make_class(folder: Path) -> None:
    """Writes the files of the class that are missing in a folder. ForeignError if there are other files in it."""
    wanted = contents()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).as_posix() not in wanted:
            raise ForeignError(path)
    for name, data in wanted.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
