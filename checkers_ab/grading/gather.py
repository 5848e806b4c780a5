"""Puts a submission into one folder: files under their own names, archives opened."""

from __future__ import annotations

import os
import shutil
from collections.abc import Container
from pathlib import Path

from checkers_ab.core.errors import InputError
from checkers_ab.core.text import printable
from checkers_ab.grading.submissions import Submission
from checkers_ab.sandbox.folders import entry_at, make_file, opened_folder
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.unpack import ENDINGS, safe_parts, unpack

DOCUMENTS = (".txt", ".md", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg")
"""Endings of files that may stand beside an archive which holds the submission."""


def gather(submission: Submission, target: Path, limits: Limits, *, keep: Container[str] = ()) -> None:
    """Puts a submission into `target`, a new folder. InputError says why that is impossible.

    An archive that is all there is, apart from documents, is opened; so is one in a submission that is an archive.
    """
    if submission.files:
        loose = target.with_name(f"{target.name}.loose")
        copy_files(submission, loose, limits)
        unpack(str(loose), target, limits, keep=keep)
        shutil.rmtree(loose)
    else:
        unpack(submission.path, target, limits, keep=keep)
    in_folder = bool(submission.files) or os.path.isdir(submission.path)
    levels = 2 if in_folder else 1
    while archive := _archive_in(target):
        if not levels:
            raise InputError(f"{printable(archive.name)!r} is an archive in an archive in an archive: pack files once")
        levels -= 1
        _open(archive, target, limits, keep)


def copy_files(submission: Submission, folder: Path, limits: Limits) -> None:
    """Copies the single files of a submission into a new folder, under the student's own names for them."""
    folder.mkdir()
    left = limits.unpacked * MEGABYTE
    with opened_folder(folder) as copy:
        for name, path in submission.files:
            entry = entry_at(path)
            if not entry.is_file or len(safe_parts(name)) != 1:
                raise InputError(f"{printable(name)!r} is not a file")
            left -= entry.info.st_size
            if left < 0:
                raise InputError(f"the files are larger than {limits.unpacked:g} MB")
            make_file(copy, name, entry.blocks(), executable=True)  # downloads do not keep who may run a file


def _archive_in(folder: Path) -> Path | None:
    """The archive that is all of a folder, apart from documents."""
    entries = list(folder.iterdir())
    archives = [entry for entry in entries if entry.name.lower().endswith(ENDINGS) and entry.is_file()]
    others = [entry for entry in entries if entry not in archives]
    documents = all(entry.is_file() and entry.name.lower().endswith(DOCUMENTS) for entry in others)
    return archives[0] if len(archives) == 1 and documents else None


def _open(archive: Path, folder: Path, limits: Limits, keep: Container[str]) -> None:
    """Replaces an archive in a folder by its contents. A document with the name of a file in it is left out."""
    opened = folder.with_name(f"{folder.name}.opened")
    unpack(str(archive), opened, limits, keep=keep)
    archive.unlink()
    for document in list(folder.iterdir()):
        if not (opened / document.name).exists():
            document.rename(opened / document.name)
    shutil.rmtree(folder)
    opened.rename(folder)
