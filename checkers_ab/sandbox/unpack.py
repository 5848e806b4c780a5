"""Copying a folder, or unpacking an archive, into a new folder within limits.

All members of an archive are checked before a file is written. Only files and folders are unpacked, and only below the
new folder: an archive with a link, a device, an absolute name or a name with `..` in it is refused, and so is one with
a name that means something else on Windows, or with what the standard library would read into memory whole.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, BinaryIO, Self, TypeVar, cast

from checkers_ab.core.errors import InputError
from checkers_ab.core.filenames import is_portable
from checkers_ab.core.text import printable
from checkers_ab.sandbox.folders import DEEPEST, Entry, Folder, entry_at, make_copy, opened_folder, walk_folder
from checkers_ab.sandbox.limits import MEGABYTE, Limits

T = TypeVar("T")
ENDINGS = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tbz2", ".txz", ".tar", ".zip")
"""Endings of the names of archives."""
LONGEST_HEADER = 4096
"""Bytes of a header of a tar that only describes the next member. The library reads it whole, and slowly."""
ZIP_ENTRY = b"PK\x01\x02"
"""Signature of a member in the directory of a zip."""
BOUNDED_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Compression methods that the library unpacks piece by piece."""
DECOMPRESSORS: dict[bytes, Callable[[BinaryIO], Any]] = {
    b"\x1f\x8b": lambda stream: gzip.GzipFile(fileobj=stream),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}
"""Readers of compressed files, by the bytes that these begin with."""
LONGEST_NAME, LONGEST_PATH = 240, 2000
"""Bytes of a part of a path, and of the whole."""
IGNORED = ("__MACOSX", ".DS_Store", ".git")
"""Files and folders that macOS adds, and the history of a clone."""
MACHINE_ERRORS = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE),
    *(errno.EROFS, errno.EACCES, errno.EPERM),
}
"""Errors of this machine, which say nothing about the archive."""

_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
    *(EOFError, NotImplementedError, ValueError, IndexError, RuntimeError, OSError),
)


def unpack(path: str, target: Path, limits: Limits, *, keep: Container[str] = ()) -> None:
    """Copies a folder, or unpacks an archive, into `target`, a new folder. InputError says why that is impossible.

    If all of it is in a single folder, the contents of that folder come into `target`, unless its name is in `keep`.
    """
    entry = entry_at(path)
    if entry.is_link:
        raise InputError("this is a link: expected a folder, a zip or a tar")
    if not entry.is_folder and not entry.is_file:
        raise InputError("this is neither a folder nor a file")
    if entry.is_file and entry.info.st_size > limits.unpacked * MEGABYTE:
        raise InputError(f"the archive is larger than {limits.unpacked:g} MB")
    with entry.opened() as opened:
        if entry.is_folder:
            _copy(opened, target, limits)
        else:
            with open(opened, "rb", closefd=False) as stream:
                unpack_archive(stream, target, limits)
    _flatten(target, keep)


def unpack_archive(stream: BinaryIO, target: Path, limits: Limits) -> None:
    """Unpacks a zip or a tar into `target`. Its first bytes say which it is."""
    start = stream.read(6)
    stream.seek(0)
    if not start:
        raise InputError("the file is empty")
    if start.startswith(b"PK"):
        _unpack_zip(stream, target, limits)
        return
    decompress = next((reader for magic, reader in DECOMPRESSORS.items() if start.startswith(magic)), None)
    _unpack_tar(decompress(stream) if decompress else stream, target, limits)


def _unpack_zip(stream: BinaryIO, target: Path, limits: Limits) -> None:
    # The library reads the directory of a zip whole: one that is too long is refused first.
    entries = sum(block.count(ZIP_ENTRY) for block in iter(lambda: stream.read(1 << 20), b""))
    if entries > 4 * limits.files:
        raise _too_many("archive", limits)
    with _reading("zip"), zipfile.ZipFile(stream) as archive:
        members = [zip_member(archive, info) for info in archive.infolist()]
        _check(members, limits)
        _write(members, target, limits)


def _unpack_tar(stream: IO[bytes], target: Path, limits: Limits) -> None:
    """Unpacks in two passes, for a tar has no directory. The first pass only checks."""
    with _reading("tar"):
        for final in (False, True):
            stream.seek(0)
            bounded = cast(IO[bytes], BoundedStream(stream, limits))
            with tarfile.open(fileobj=bounded, mode="r|", tarinfo=TarHeader) as archive:
                members = (tar_member(archive, info) for info in archive)
                if final:
                    _write(members, target, limits)
                else:
                    _check(members, limits)


def _check(members: Iterable[Member], limits: Limits) -> None:
    """Refuses an archive whose headers break a limit."""
    empty = True
    for member in _bounded(members, lambda each: each.size, "archive", limits):
        safe_parts(member.name)
        empty = False
    if empty:
        raise InputError("the archive is empty")


def safe_parts(name: str) -> list[str]:
    """The parts of a file's name. InputError if it leads out, is too long or means something else on Windows."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    leads_out = name.startswith("/") or "\\" in name or "\0" in name
    if leads_out or any(".." in part and not part.strip(". ") for part in parts):
        raise InputError(f"the name {printable(name)!r} leads out of the archive")
    if not all(map(is_portable, parts)):
        raise InputError(f"the name {printable(name)[:60]!r} is no file's on Windows: rename it")
    long = len(os.fsencode(name)) > LONGEST_PATH or any(len(os.fsencode(part)) > LONGEST_NAME for part in parts)
    if len(parts) > DEEPEST or long:
        raise InputError(f"the name {printable(name)[:60]!r} is too long")
    return parts


def _write(members: Iterable[Member], target: Path, limits: Limits) -> None:
    """Writes the members below `target`."""
    left = int(limits.unpacked * MEGABYTE)
    target.mkdir(exist_ok=True)
    for member in members:
        parts = safe_parts(member.name)
        if any(part in IGNORED for part in parts):
            continue
        path = target.joinpath(*parts)
        if member.is_folder:
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        content = member.open()
        if content is None:
            raise InputError(f"{printable(member.name)!r} can't be read")
        with content, open(path, "xb") as file:
            while block := content.read(min(1 << 20, left + 1)):
                left -= len(block)
                if left < 0:
                    raise too_large(limits)
                file.write(block)
        path.chmod(0o755 if member.executable else 0o644)


def _copy(source: Folder, target: Path, limits: Limits) -> None:
    """Copies the files and folders below `source` to `target`. A link or a device is refused."""
    target.mkdir()
    with opened_folder(target) as copy:
        for entry in _counted(source, limits, skip=IGNORED):
            safe_parts(entry.path)
            if entry.is_link or not make_copy(entry, copy):
                raise not_a_file(entry.path)
    if not os.listdir(target):
        raise InputError("the folder is empty")


def take_built(place: Folder, target: Path, limits: Limits) -> None:
    """Copies an open folder in which a program was built to a new folder. Links stay links; other kinds are left out.

    InputError if there is too much in it.
    """
    target.mkdir()
    with opened_folder(target) as copy:
        for entry in _counted(place, replace(limits, unpacked=limits.disk)):
            make_copy(entry, copy)


def _counted(folder: Folder, limits: Limits, *, skip: Container[str] = ()) -> Iterator[Entry]:
    """The entries below an open folder. InputError if it exceeds the limits."""
    entries = walk_folder(folder, skip=skip)
    return _bounded(entries, lambda entry: entry.info.st_size if entry.is_file else 0, "folder", limits)


def _bounded(found: Iterable[T], size: Callable[[T], int], kind: str, limits: Limits) -> Iterator[T]:
    """Passes on files and folders. InputError if there are too many, or they are too large."""
    left = limits.unpacked * MEGABYTE
    for count, each in enumerate(found, 1):
        left -= size(each)
        if left < 0:
            raise too_large(limits)
        if count > limits.files:
            raise _too_many(kind, limits)
        yield each


def _flatten(folder: Path, keep: Container[str]) -> None:
    """Replaces a folder by the only folder in it, if that is all there is."""
    entries = list(folder.iterdir())
    if len(entries) == 1 and entries[0].is_dir() and entries[0].name not in keep:
        outer = folder.with_name(f"{folder.name}.outer")
        folder.rename(outer)
        (outer / entries[0].name).rename(folder)
        outer.rmdir()


def _too_many(kind: str, limits: Limits) -> InputError:
    return InputError(f"the {kind} holds more than {limits.files:,} files")


@contextmanager
def _reading(kind: str) -> Iterator[None]:
    """Raises InputError for an archive that the library can't read, but not for an error of this machine."""
    try:
        yield
    except InputError:
        raise
    except _BROKEN as error:
        reason = f"the {kind} is broken: {printable(str(error))[:100] or type(error).__name__}"
        if isinstance(error, OSError) and error.errno in MACHINE_ERRORS:
            raise
        if isinstance(error, FileExistsError):
            reason = "two files of the archive have the same name"
        elif kind == "tar" and isinstance(error, tarfile.ReadError):
            reason = "this is neither a folder, a zip nor a tar, or it is broken"
        raise InputError(reason) from None


@dataclass(frozen=True, slots=True)
class Member:
    """A file or folder of an archive."""

    name: str
    size: int
    is_folder: bool
    executable: bool
    open: Callable[[], IO[bytes] | None]


def zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member:
    """A member of a zip. InputError unless it is a plain file or folder."""
    mode = info.external_attr >> 16
    if not info.filename:
        raise InputError("a file in the archive has no name")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise not_a_file(info.filename)
    if info.flag_bits & 1:
        raise InputError("the archive is encrypted: pack it without a password")
    if info.compress_type not in BOUNDED_METHODS:
        raise InputError("the archive is compressed in an unusual way: pack an ordinary zip")
    executable = not mode or bool(mode & 0o111)  # some systems store no mode
    return Member(info.filename, info.file_size, info.is_dir(), executable, lambda: archive.open(info))


def tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Member:
    """A member of a tar. InputError unless it is a plain file or folder."""
    if not (info.isfile() or info.isdir()):
        raise not_a_file(info.name)
    return Member(info.name, info.size, info.isdir(), bool(info.mode & 0o111), lambda: archive.extractfile(info))


def not_a_file(name: str) -> InputError:
    """The error for a member that is neither a file nor a folder."""
    return InputError(f"{printable(name)!r} is a link or a device: pack files and folders only")


class TarHeader(tarfile.TarInfo):
    """The header of a member of a tar. One that announces a long description of the next member is refused."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.type not in tarfile.REGULAR_TYPES and header.size > LONGEST_HEADER:
            raise InputError("a header of the archive is too long")
        return header

    # A sparse file has a map of its holes, which the library reads whole, whatever its length.

    def _refuse_sparse(self, *_header: object) -> None:
        raise InputError("a file in the archive has holes: pack it as an ordinary file")

    _proc_sparse = _proc_gnusparse_00 = _proc_gnusparse_01 = _proc_gnusparse_10 = _refuse_sparse


class BoundedStream:
    """A stream that refuses to be longer than the limits allow, whatever the headers in it say."""

    def __init__(self, stream: IO[bytes], limits: Limits) -> None:
        self.stream = stream
        # Besides its contents a tar has a header of one or two kilobytes for each file.
        self.left = int(limits.unpacked * MEGABYTE) + 4096 * limits.files
        self.limits = limits

    def read(self, size: int) -> bytes:
        """The next bytes, at most `size`."""
        block = self.stream.read(min(size, self.left + 1))
        self.left -= len(block)
        if self.left < 0:
            raise too_large(self.limits)
        return block


def too_large(limits: Limits) -> InputError:
    """The error for contents beyond the limit."""
    return InputError(f"unpacked it is larger than {limits.unpacked:g} MB")
