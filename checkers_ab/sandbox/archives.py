"""What zips and tars hold, one file or folder after the other; what the library would read whole is refused."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, Self

from checkers_ab.core.text import printable
from checkers_ab.sandbox.files import RefusedError
from checkers_ab.sandbox.limits import MEGABYTE, Limits

LONGEST_HEADER = 4096
"""Bytes of what a tar says of a member besides its header; the library reads it whole, and slowly."""
ENTRY = b"PK\x01\x02"
"""What each member of a zip has in its list of contents."""
BOUNDED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How a member may be packed: what the library unpacks as far as it is asked to, and no further."""
COMPRESSIONS: dict[bytes, Callable[[BinaryIO], Any]] = {
    b"\x1f\x8b": lambda stream: gzip.GzipFile(fileobj=stream),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}
"""How a compressed file begins, and what reads it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file or folder of an archive."""

    name: str
    size: int
    folder: bool
    runnable: bool
    open: Callable[[], IO[bytes] | None]


def zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member:
    """An entry of a zip; RefusedError for what nobody needs to hand in."""
    mode = info.external_attr >> 16
    if not info.filename:
        raise RefusedError("a file in the archive has no name")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise RefusedError(f"{printable(info.filename)!r} is a link or a device: hand in files and folders only")
    if info.flag_bits & 1:
        raise RefusedError("the archive is encrypted: hand it in without a password")
    if info.compress_type not in BOUNDED:
        raise RefusedError("the archive is packed in an unusual way: hand in an ordinary zip")
    runnable = not mode or bool(mode & 0o111)  # some systems do not say
    return Member(info.filename, info.file_size, info.is_dir(), runnable, lambda: archive.open(info))


def tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Member:
    """An entry of a tar; RefusedError for what nobody needs to hand in."""
    if not (info.isfile() or info.isdir()):
        raise RefusedError(f"{printable(info.name)!r} is a link or a device: hand in files and folders only")
    return Member(info.name, info.size, info.isdir(), bool(info.mode & 0o111), lambda: archive.extractfile(info))


class Header(tarfile.TarInfo):
    """The header of a tar's member; one that only announces a long text about the next is refused."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.type not in tarfile.REGULAR_TYPES and header.size > LONGEST_HEADER:
            raise RefusedError("a header of the archive is too long")
        return header

    # A file with holes has a map of them, which the library would read whole whatever its length.

    def _refuse_holes(self, *_header: object) -> None:
        raise RefusedError("a file in the archive has holes: pack it in an ordinary way")

    _proc_sparse = _proc_gnusparse_00 = _proc_gnusparse_01 = _proc_gnusparse_10 = _refuse_holes


class Bounded:
    """A stream that refuses to be longer than a submission may be, whatever its headers say."""

    def __init__(self, stream: IO[bytes], limits: Limits) -> None:
        self.stream = stream
        # Beside its contents a tar has a header of one or two kilobytes for each file.
        self.left = int(limits.submission * MEGABYTE) + 4096 * limits.files
        self.limits = limits

    def read(self, size: int) -> bytes:
        block = self.stream.read(min(size, self.left + 1))
        self.left -= len(block)
        if self.left < 0:
            raise too_large(self.limits)
        return block


def too_large(limits: Limits) -> RefusedError:
    return RefusedError(f"unpacked it is larger than {limits.submission:g} MB")
