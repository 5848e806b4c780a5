"""The members of zips and tars. What the standard library would read into memory whole is refused."""

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


@dataclass(frozen=True, slots=True)
class Member:
    """A file or folder of an archive."""

    name: str
    size: int
    is_folder: bool
    executable: bool
    open: Callable[[], IO[bytes] | None]


def zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member:
    """A member of a zip. RefusedError unless it is a plain file or folder."""
    mode = info.external_attr >> 16
    if not info.filename:
        raise RefusedError("a file in the archive has no name")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise not_a_file(info.filename)
    if info.flag_bits & 1:
        raise RefusedError("the archive is encrypted: pack it without a password")
    if info.compress_type not in BOUNDED_METHODS:
        raise RefusedError("the archive is compressed in an unusual way: pack an ordinary zip")
    executable = not mode or bool(mode & 0o111)  # some systems store no mode
    return Member(info.filename, info.file_size, info.is_dir(), executable, lambda: archive.open(info))


def tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Member:
    """A member of a tar. RefusedError unless it is a plain file or folder."""
    if not (info.isfile() or info.isdir()):
        raise not_a_file(info.name)
    return Member(info.name, info.size, info.isdir(), bool(info.mode & 0o111), lambda: archive.extractfile(info))


def not_a_file(name: str) -> RefusedError:
    """The error for a member that is neither a file nor a folder."""
    return RefusedError(f"{printable(name)!r} is a link or a device: pack files and folders only")


class TarHeader(tarfile.TarInfo):
    """The header of a member of a tar. One that announces a long description of the next member is refused."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.type not in tarfile.REGULAR_TYPES and header.size > LONGEST_HEADER:
            raise RefusedError("a header of the archive is too long")
        return header

    # A sparse file has a map of its holes, which the library reads whole, whatever its length.

    def _refuse_sparse(self, *_header: object) -> None:
        raise RefusedError("a file in the archive has holes: pack it as an ordinary file")

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


def too_large(limits: Limits) -> RefusedError:
    """The error for contents beyond the limit."""
    return RefusedError(f"unpacked it is larger than {limits.unpacked:g} MB")
