"""Submissions that no grader should unpack, and two whose names no shell should see."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.sample_class.making import LONG_AGO, files_of, zip_of
from tests.sample_class.roster import ROSTER

SHELL_NAME = "=1+1 $(touch pwned) `touch pwned`; touch pwned | \"quoted\" 'too' & <b>\n\\x.. %s * ~"
NOT_UTF_8 = b"zo\xeb\xff"
MEGABYTE = bytes(2**20)
MEGABYTES = 1100


def climbing_zip() -> bytes:
    return zip_of({**files_of(ROSTER["ada"]), "../climbed.txt": "out of the folder\n"})


def linking_tar(kind: bytes) -> bytes:
    """A tar with a link to a file outside, and a file that is to be written through a link to a folder."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, target in {"way-out": "../..", "secret.txt": "../../plan.toml"}.items():
            link = tarfile.TarInfo(name)
            link.type, link.linkname = kind, target
            archive.addfile(link)
        member = tarfile.TarInfo("way-out/climbed.txt")
        archive.addfile(member, io.BytesIO())
    return stream.getvalue()


def broken_zip() -> bytes:
    whole = zip_of(files_of(ROSTER["ada"]))
    return whole[: len(whole) // 2]


def zip_bomb() -> bytes:
    """One member of more than a gigabyte: a few megabytes of deflated zeros."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("hw4.txt", "w", force_zip64=True) as file,
    ):
        for _ in range(MEGABYTES):
            file.write(MEGABYTE)
    return stream.getvalue()


def tar_bomb() -> bytes:
    """The same as a tar. A gzip file may be many, one after another, so the same megabyte will do each time."""
    member = tarfile.TarInfo("hw4.txt")
    member.size = MEGABYTES * len(MEGABYTE)
    pieces = [member.tobuf(), *[MEGABYTE] * MEGABYTES, bytes(2 * tarfile.BLOCKSIZE)]
    compressed = {piece: gzip.compress(piece, mtime=0) for piece in set(pieces)}
    return b"".join(compressed[piece] for piece in pieces)


def crowded_zip() -> bytes:
    """A hundred thousand empty members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(100_000):
            archive.writestr(zipfile.ZipInfo(f"{number}.txt", LONG_AGO), b"")
    return stream.getvalue()


def nested_zip() -> bytes:
    """An archive in an archive in an archive."""
    content = zip_of(files_of(ROSTER["ada"]))
    for _ in range(2):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            archive.writestr(zipfile.ZipInfo("hw4.zip", LONG_AGO), content)
        content = stream.getvalue()
    return content


def encrypted_zip() -> bytes:
    """A zip whose headers say of each member that it is encrypted."""
    data = bytearray(zip_of(files_of(ROSTER["ada"])))
    for signature, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = data.find(signature)
        while place >= 0:
            data[place + flags] |= 1
            place = data.find(signature, place + 4)
    return bytes(data)


ARCHIVES: dict[str, Callable[[], bytes]] = {
    "climbing.zip": climbing_zip,
    "symlink.tar.gz": lambda: linking_tar(tarfile.SYMTYPE),
    "hardlink.tar.gz": lambda: linking_tar(tarfile.LNKTYPE),
    "broken.zip": broken_zip,
    "bomb.zip": zip_bomb,
    "tar-bomb.tar.gz": tar_bomb,
    "crowded.zip": crowded_zip,
    "nested.zip": nested_zip,
    "encrypted.zip": encrypted_zip,
}


def hostile_archives(folder: Path) -> None:
    """Writes the archives, and two right programs with odd names, as far as the file system takes these."""
    for name, make in ARCHIVES.items():
        (folder / name).write_bytes(make())
    for name in (SHELL_NAME, os.fsdecode(NOT_UTF_8)):
        with suppress(OSError):
            (folder / name).mkdir()
            for file, text in files_of(ROSTER["ada"]).items():
                (folder / name / file).write_text(text, "utf-8")
