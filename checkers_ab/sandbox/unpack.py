"""Laying out a submission: copied or unpacked into a new folder, within limits.

An archive is looked through before a file is written. Only files and folders come out of it, and only below that
folder: a link, a device, an absolute name or one with `..` in it refuses the whole.
"""

from __future__ import annotations

import errno
import lzma
import os
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Container, Iterator
from pathlib import Path
from typing import IO, BinaryIO, cast

from checkers_ab.core.text import printable
from checkers_ab.sandbox.archives import (
    COMPRESSIONS,
    ENTRY,
    Bounded,
    Header,
    Member,
    tar_member,
    too_large,
    zip_member,
)
from checkers_ab.sandbox.files import DEEPEST, ENDINGS, RefusedError, walk
from checkers_ab.sandbox.limits import MEGABYTE, Limits

LONGEST_NAME, LONGEST_PATH = 240, 2000
"""Bytes of a part of a name, and of the whole."""
IGNORED = ("__MACOSX", ".DS_Store")
OF_THIS_MACHINE = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE),
    *(errno.EROFS, errno.EACCES, errno.EPERM),
}
"""Errors that are this machine's fault and not an archive's."""

_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
    *(EOFError, NotImplementedError, ValueError, IndexError, RuntimeError, OSError),
)


def lay_out(path: str, target: Path, limits: Limits, *, keep: Container[str] = ()) -> None:
    """Puts what is in a folder or an archive into `target`, which is new; RefusedError says why that can't be.

    If there is one folder and nothing else, that folder is the submission, unless its name is one to `keep`.
    """
    if os.path.islink(path):
        raise RefusedError("this is a link: hand in a folder, a zip or a tar")
    if os.path.isdir(path):
        _copy(Path(path), target, limits)
    elif not os.path.isfile(path):
        raise RefusedError("this is neither a folder nor a file")
    elif os.path.getsize(path) > limits.submission * MEGABYTE:
        raise RefusedError(f"the archive is larger than {limits.submission:g} MB")
    else:
        with open(path, "rb") as stream:
            unpack(stream, target, limits)
    _flatten(target, keep)


def unpack(stream: BinaryIO, target: Path, limits: Limits) -> None:
    """Unpacks a zip or a tar that lies at the beginning of a file."""
    start = stream.read(6)
    stream.seek(0)
    if not start:
        raise RefusedError("the file is empty")
    if start.startswith(b"PK"):
        _unpack_zip(stream, target, limits)
        return
    decompress = next((reader for magic, reader in COMPRESSIONS.items() if start.startswith(magic)), None)
    _unpack_tar(decompress(stream) if decompress else stream, target, limits)


def _unpack_zip(stream: BinaryIO, target: Path, limits: Limits) -> None:
    # A list of contents is read whole by the library: too long a one is refused first.
    entries = sum(block.count(ENTRY) for block in iter(lambda: stream.read(1 << 20), b""))
    if entries > 4 * limits.files:
        raise RefusedError(f"the archive holds more than {limits.files:,} files")
    try:
        with zipfile.ZipFile(stream) as archive:
            members = [zip_member(archive, info) for info in archive.infolist()]
            _check(members, limits)
            _write(iter(members), target, limits)
    except RefusedError:
        raise
    except _BROKEN as error:
        raise _broken("zip", error) from None


def _unpack_tar(stream: IO[bytes], target: Path, limits: Limits) -> None:
    """Two passes, for a tar has no list of contents: the first one only looks."""
    try:
        for last in (False, True):
            stream.seek(0)
            bounded = cast(IO[bytes], Bounded(stream, limits))
            with tarfile.open(fileobj=bounded, mode="r|", tarinfo=Header) as archive:
                members = (tar_member(archive, info) for info in archive)
                if last:
                    _write(members, target, limits)
                else:
                    _check(members, limits)
    except RefusedError:
        raise
    except _BROKEN as error:
        raise _broken("tar", error) from None


def _check(members: Iterator[Member] | list[Member], limits: Limits) -> None:
    """Refuses an archive by its headers."""
    size = count = 0
    last = ""
    for member in members:
        size += member.size
        count += 1
        last = member.name
        if size > limits.submission * MEGABYTE:
            raise too_large(limits)
        if count > limits.files:
            raise RefusedError(f"the archive holds more than {limits.files:,} files")
        _parts(member.name)
    if not count:
        raise RefusedError("the archive is empty")
    if count == 1 and last.lower().endswith(ENDINGS):
        raise RefusedError(f"the archive holds nothing but another archive, {printable(last)!r}: hand in that one")


def _parts(name: str) -> list[str]:
    """The parts of a member's name; RefusedError if it leads anywhere but into the folder."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    leads_out = name.startswith("/") or ".." in parts or "\\" in name or "\0" in name
    if leads_out:
        raise RefusedError(f"the name {printable(name)!r} leads out of the archive")
    long = len(os.fsencode(name)) > LONGEST_PATH or any(len(os.fsencode(part)) > LONGEST_NAME for part in parts)
    if len(parts) > DEEPEST or long:
        raise RefusedError(f"the name {printable(name)[:60]!r} is too long")
    return parts


def _write(members: Iterator[Member], target: Path, limits: Limits) -> None:
    left = int(limits.submission * MEGABYTE)
    target.mkdir(exist_ok=True)
    for member in members:
        parts = _parts(member.name)
        if any(part in IGNORED for part in parts):
            continue
        path = target.joinpath(*parts)
        if member.folder:
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        content = member.open()
        if content is None:
            raise RefusedError(f"{printable(member.name)!r} can't be read")
        with content, open(path, "xb") as file:
            while block := content.read(min(1 << 20, left + 1)):
                left -= len(block)
                if left < 0:
                    raise too_large(limits)
                file.write(block)
        path.chmod(0o755 if member.runnable else 0o644)


def _copy(source: Path, target: Path, limits: Limits) -> None:
    size = count = 0
    target.mkdir()
    for entry in walk(source):
        found = entry.lstat()
        path = target / entry.relative_to(source)
        if any(part in IGNORED for part in path.relative_to(target).parts):
            continue
        count += 1
        if count > limits.files:
            raise RefusedError(f"the folder holds more than {limits.files:,} files")
        if stat.S_ISDIR(found.st_mode):
            path.mkdir()
            continue
        if not stat.S_ISREG(found.st_mode):
            name = printable(str(entry.relative_to(source)))
            raise RefusedError(f"{name!r} is a link or a device: hand in files and folders only")
        size += found.st_size
        if size > limits.submission * MEGABYTE:
            raise too_large(limits)
        shutil.copyfile(entry, path)
        path.chmod(0o755 if found.st_mode & 0o111 else 0o644)
    if not count:
        raise RefusedError("the folder is empty")


def _flatten(folder: Path, keep: Container[str]) -> None:
    entries = list(folder.iterdir())
    if len(entries) == 1 and entries[0].is_dir() and entries[0].name not in keep:
        outer = folder.with_name(f"{folder.name}.outer")
        folder.rename(outer)
        (outer / entries[0].name).rename(folder)
        outer.rmdir()


def _broken(kind: str, error: BaseException) -> RefusedError:
    if isinstance(error, OSError) and error.errno in OF_THIS_MACHINE:
        raise error
    if isinstance(error, FileExistsError):
        return RefusedError("two files of the archive have the same name")
    if kind == "tar" and isinstance(error, tarfile.ReadError):
        return RefusedError("this is neither a folder, a zip nor a tar, or it is broken")
    return RefusedError(f"the {kind} is broken: {printable(str(error))[:100] or type(error).__name__}")
