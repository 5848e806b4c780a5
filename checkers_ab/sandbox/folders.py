"""Walking and copying folders by descriptors: nothing is looked up twice by its path, and no link is followed.

Where the system opens no files relative to a descriptor, a folder is given by its path.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checkers_ab.core.errors import InputError
from checkers_ab.core.text import printable

HAS_DESCRIPTORS = os.open in os.supports_dir_fd
_BINARY = getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | _BINARY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_FOLDER = _READ | getattr(os, "O_DIRECTORY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
_BLOCK = 1 << 20

Folder = int | str
"""An open folder."""
DEEPEST = 32
"""Levels of folders."""


@contextmanager
def opened_folder(path: str | Path, folder: Folder | None = None) -> Iterator[Folder]:
    """Opens a folder, by its path from an open one. A link to a folder is refused by the system."""
    where, options = _at(folder, path)
    if not HAS_DESCRIPTORS:
        yield where
        return
    descriptor = os.open(where, _FOLDER, **options)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _at(folder: Folder | None, path: str | Path) -> tuple[str, dict[str, Any]]:
    """A path in an open folder, as functions of `os` take it."""
    if isinstance(folder, int):
        return str(path), {"dir_fd": folder}
    return os.path.join(folder or "", path), {}


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder below another one. It can be opened until the walk goes on."""

    path: str
    """Relative to the folder where the walk began."""
    info: os.stat_result
    parent: Folder

    @property
    def name(self) -> str:
        return os.path.basename(self.path)

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.info.st_mode)

    @property
    def is_file(self) -> bool:
        return stat.S_ISREG(self.info.st_mode)

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.info.st_mode)

    @contextmanager
    def opened(self) -> Iterator[Folder]:
        """Opens the file or folder that the walk has found. InputError if it changes meanwhile."""
        where, options = _at(self.parent, self.name)
        if self.is_folder and not HAS_DESCRIPTORS:
            yield where
            return
        try:
            descriptor = os.open(where, _FOLDER if self.is_folder else _READ, **options)
        except OSError:
            self._expect_same(_look(where, options))
            raise
        try:
            self._expect_same(os.fstat(descriptor))
            yield descriptor
            self._expect_same(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def _expect_same(self, info: os.stat_result | None) -> None:
        if info is None or _version(info) != _version(self.info):
            raise InputError(f"{printable(self.path)!r} was changed while it was read")

    def blocks(self) -> Iterator[bytes]:
        """The contents of a file in pieces."""
        with self.opened() as descriptor, open(descriptor, "rb", closefd=False) as stream:
            left = self.info.st_size
            while left > 0 and (block := stream.read(min(left, _BLOCK))):
                left -= len(block)
                yield block

    def target(self) -> str:
        """The target of a link."""
        where, options = _at(self.parent, self.name)
        return os.readlink(where, **options)


def entry_at(path: str) -> Entry:
    """The file or folder at a path."""
    parent, name = os.path.split(os.path.abspath(path))
    return Entry(name, os.lstat(path), parent)


def _version(info: os.stat_result) -> tuple[int, ...]:
    """Numbers that differ if a file was replaced or changed."""
    return info.st_ino, stat.S_IFMT(info.st_mode), info.st_size, info.st_mtime_ns


def _look(path: str, options: dict[str, Any]) -> os.stat_result | None:
    """The state of a file; None if there is none."""
    with suppress(FileNotFoundError):
        return os.stat(path, follow_symlinks=False, **options)
    return None


def walk_folder(folder: Folder, *, skip: Container[str] = (), skip_at_top: Container[str] = ()) -> Iterator[Entry]:
    """Everything below an open folder, each folder before its contents, sorted; without the names to skip.

    InputError if there are too many levels of folders, or one changes meanwhile.
    """
    yield from _walk(folder, "", 1, skip, skip_at_top)


def _walk(folder: Folder, prefix: str, depth: int, skip: Container[str], here: Container[str]) -> Iterator[Entry]:
    for name in sorted(os.listdir(folder)):
        if name in skip or name in here:
            continue
        info = _look(*_at(folder, name))
        if info is None:
            raise InputError(f"{printable(prefix + name)!r} was removed while it was read")
        entry = Entry(prefix + name, info, folder)
        yield entry
        if entry.is_folder:
            if depth > DEEPEST:
                raise InputError(f"there are more than {DEEPEST} levels of folders")
            with entry.opened() as below:
                yield from _walk(below, f"{entry.path}/", depth + 1, skip, ())


def make_file(folder: Folder, path: str, blocks: Iterator[bytes], *, executable: bool = False) -> None:
    """Makes a new file in an open folder."""
    mode = 0o755 if executable else 0o644
    where, options = _at(folder, path)
    with open(os.open(where, _NEW, mode, **options), "wb", buffering=0) as copy:
        copy.writelines(blocks)
        if hasattr(os, "fchmod"):
            os.fchmod(copy.fileno(), mode)  # whatever the umask


def make_copy(entry: Entry, folder: Folder) -> bool:
    """Copies a file, a link or an empty folder to the same path below an open folder, where nobody else can write.

    False if it is of another kind.
    """
    where, options = _at(folder, entry.path)
    if entry.is_folder:
        os.mkdir(where, 0o755, **options)
    elif entry.is_link:
        os.symlink(entry.target(), where, **options)
    elif entry.is_file:
        make_file(folder, entry.path, entry.blocks(), executable=bool(entry.info.st_mode & 0o111))
    else:
        return False
    return True


def read_plain_file(name: str, folder: Folder, most: int) -> bytes:
    """The first bytes of a file in an open folder. A missing file, and anything but a file, counts as empty."""
    where, options = _at(folder, name)
    with suppress(OSError):
        descriptor = os.open(where, _READ, **options)
        with open(descriptor, "rb") as stream:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                return stream.read(most)
    return b""
