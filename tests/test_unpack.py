"""Unpacking submissions: what is refused, and that nothing lands outside."""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.core.filenames import is_portable
from checkers_ab.grading.downloads import read_download
from checkers_ab.grading.submissions import Submission, content_key, gather, safe_name
from checkers_ab.sandbox import folders
from checkers_ab.sandbox.folders import opened_folder, walk_folder
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.unpack import unpack
from checkers_ab.sandbox.workspace import remove
from tests.imitations import zipped as zipped_files
from tests.sample_class.archives import ARCHIVES
from tests.support import tree

SAYS = {
    "climbing.zip": "'../climbed.txt' leads out",
    "symlink.tar.gz": "is a link",
    "hardlink.tar.gz": "is a link",
    "broken.zip": "the zip is broken",
    "bomb.zip": "larger than 64 MB",
    "tar-bomb.tar.gz": "larger than 64 MB",
    "crowded.zip": "more than 2,000 files",
    "encrypted.zip": "encrypted",
}


def zipped(*entries: zipfile.ZipInfo | str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for entry in entries:
            archive.writestr(entry, b"text")
    return stream.getvalue()


def tarred(*members: tarfile.TarInfo, mode: str = "w") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for member in members:
            archive.addfile(member, io.BytesIO(bytes(member.size)) if member.isfile() else None)
    return stream.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_could_only_be_unpacked_whole_is_refused(method: int, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", method) as archive:
        archive.writestr("hw4.c", bytes(10**6))
    with pytest.raises(InputError, match="pack an ordinary zip"):
        unpack(str(tmp_path / "a.zip"), tmp_path / "target", Limits())


@pytest.mark.parametrize(
    "headers",
    [
        {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "x", "GNU.sparse.realsize": "9"},
        {"GNU.sparse.map": "0,0,0,0", "GNU.sparse.size": "9"},
        {"GNU.sparse.size": "9", "GNU.sparse.numblocks": "1"},
    ],
)
def test_a_tar_with_a_map_of_holes_is_refused(headers: dict[str, str], tmp_path: Path) -> None:
    member = tar_member("x", size=1024)
    member.pax_headers = headers
    (tmp_path / "a.tar").write_bytes(tarred(member))
    with pytest.raises(InputError, match="has holes"):
        unpack(str(tmp_path / "a.tar"), tmp_path / "target", Limits())


def test_a_zip_that_tells_no_modes_has_files_that_can_be_run(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("run.sh")
    entry.create_system, entry.external_attr = 0, 0x20
    (tmp_path / "a.zip").write_bytes(zipped(entry))
    unpack(str(tmp_path / "a.zip"), tmp_path / "target", Limits())
    assert os.access(tmp_path / "target/run.sh", os.X_OK)


@pytest.mark.parametrize(("keep", "found"), [((), ["hw4.c"]), (("src",), ["src", "src/hw4.c"])])
def test_a_single_folder_is_the_submission_unless_the_plan_names_it(
    keep: tuple[str, ...], found: list[str], tmp_path: Path
) -> None:
    (tmp_path / "ada/src").mkdir(parents=True)
    (tmp_path / "ada/src/hw4.c").touch()
    (tmp_path / "ada/.DS_Store").touch()
    unpack(str(tmp_path / "ada"), tmp_path / "target", Limits(), keep=keep)
    assert tree(tmp_path / "target") == found


def test_an_empty_folder_is_no_submission(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    with pytest.raises(InputError, match="the folder is empty"):
        unpack(str(tmp_path / "ada"), tmp_path / "target", Limits())


def tar_member(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0, mode: int = 0o644) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.size, member.mode = kind, size, mode
    return member


def unpacked(tmp_path: Path, content: bytes, limits: Limits | None = None) -> Path:
    (tmp_path / "handed-in").write_bytes(content)
    unpack(str(tmp_path / "handed-in"), tmp_path / "inside/target", limits or Limits())
    return tmp_path / "inside/target"


@pytest.fixture(autouse=True)
def inside(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()


def test_every_hostile_archive_is_expected_here() -> None:
    assert set(SAYS) == set(ARCHIVES) - {"nested.zip"}


@pytest.mark.parametrize("name", SAYS)
def test_a_hostile_archive_is_refused_and_nothing_lands_outside(name: str, hostile: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=SAYS[name]):
        unpacked(tmp_path, (hostile / name).read_bytes())
    outside = {path for path in tmp_path.rglob("*") if "inside/target" not in str(path)}
    assert outside == {tmp_path / "handed-in", tmp_path / "inside"}
    assert not any(path.is_file() for path in (tmp_path / "inside").rglob("*"))


def test_an_archive_in_an_archive_is_opened_and_no_deeper(tmp_path: Path) -> None:
    files = {"hw4.c": b"int main;"}
    once = zipped_files(files)
    twice = zipped_files({"hw4.zip": once, "notes.pdf": b"%PDF"})
    for depth, content in enumerate((once, twice)):
        (tmp_path / f"{depth}.zip").write_bytes(content)
        gather(Submission("ada", str(tmp_path / f"{depth}.zip")), tmp_path / f"{depth}", Limits())
        assert tree(tmp_path / f"{depth}") == ["hw4.c", *["notes.pdf"] * depth]
    (tmp_path / "nested.zip").write_bytes(ARCHIVES["nested.zip"]())
    with pytest.raises(InputError, match=r"'hw4\.zip' is an archive in an archive in an archive"):
        gather(Submission("ada", str(tmp_path / "nested.zip")), tmp_path / "target", Limits())
    loose = Submission("ada", str(tmp_path), files=(("a.zip", str(tmp_path / "1.zip")),))
    gather(loose, tmp_path / "loose", Limits())
    assert tree(tmp_path / "loose") == ["hw4.c", "notes.pdf"]
    with pytest.raises(InputError, match="the files are larger than"):
        gather(loose, tmp_path / "small", Limits(unpacked=0.0001))
    (tmp_path / "link").symlink_to(tmp_path / "1.zip")
    with pytest.raises(InputError, match="'x' is not a file"):
        gather(Submission("ada", "", files=(("x", str(tmp_path / "link")),)), tmp_path / "linked", Limits())


def symlink_entry() -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo("way-out")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def long_pax_header() -> bytes:
    """A tar that says 60,000 bytes and more of a file; the library reads such a text in quadratic time."""
    header = tar_member("x", tarfile.XHDTYPE, 100_000)
    return header.tobuf() + b"0" * 100_352 + tar_member("y").tobuf() + bytes(1024)


OTHERS = {
    "long header": (long_pax_header(), "a header of the archive is too long"),
    "no name": (zipped("x").replace(b"\1\0\0\0", b"\0\0\0\0"), "broken|has no name"),
    "long path": (zipped("/".join(["d" * 200] * 12)), "too long"),
    "empty file": (b"", "the file is empty"),
    "text": (b"print('hello')\n" * 100, "neither a folder, a zip nor a tar"),
    "empty zip": (zipped(), "the archive is empty"),
    "symlink in a zip": (zipped(symlink_entry()), "is a link"),
    "absolute": (zipped("/etc/passwd"), "leads out"),
    "dots and a blank": (zipped(".. /evil.txt"), "leads out of the archive"),
    "backslashes": (zipped("..\\climbed.txt"), "leads out"),
    "long name": (zipped("x" * 250), "too long"),
    "deep": (zipped("d/" * 40 + "x"), "too long"),
    "device": (tarred(tar_member("null", tarfile.CHRTYPE)), "is a link or a device"),
    "fifo": (tarred(tar_member("pipe", tarfile.FIFOTYPE)), "is a link or a device"),
    "file and folder": (tarred(tar_member("a"), tar_member("a/b")), "same name"),
    "half a gzip": (tarred(tar_member("a", size=100_000), mode="w:gz")[:60], "broken"),
}


@pytest.mark.parametrize(("content", "says"), OTHERS.values(), ids=OTHERS)
def test_what_is_no_submission_is_refused(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        unpacked(tmp_path, content)


def test_limits_hold_for_folders_too(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "large").write_bytes(bytes(2_000_000))
    with pytest.raises(InputError, match="larger than 1 MB"):
        unpack(str(folder), tmp_path / "a", Limits(unpacked=1))
    (folder / "second").touch()
    with pytest.raises(InputError, match="more than 1 files"):
        unpack(str(folder), tmp_path / "b", Limits(files=1))
    (folder / "second").unlink()
    (folder / "second").symlink_to("/etc/passwd")
    with pytest.raises(InputError, match="'second' is a link"):
        unpack(str(folder), tmp_path / "c", Limits())
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(InputError, match="this is a link"):
        unpack(str(tmp_path / "link"), tmp_path / "d", Limits())
    with pytest.raises(InputError, match="neither a folder nor a file"):
        unpack("/dev/null", tmp_path / "e", Limits())
    with pytest.raises(InputError, match="the archive is larger than 1 MB"):
        unpack(str(folder / "large"), tmp_path / "f", Limits(unpacked=1))


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_of_any_compression_is_unpacked_with_its_run_bits(mode: str, tmp_path: Path) -> None:
    members = (tar_member("top/hw4", mode=0o700), tar_member("top/data/x.txt", size=5), tar_member("top/.DS_Store"))
    target = unpacked(tmp_path, tarred(*members, mode=mode))
    assert tree(target) == ["data", "data/x.txt", "hw4"]
    assert os.access(target / "hw4", os.X_OK)
    assert (target / "data/x.txt").read_bytes() == bytes(5)


def test_a_folder_and_its_archives_come_out_the_same(tmp_path: Path) -> None:
    target = unpacked(tmp_path, zipped("hw4/main.py", "hw4/lib/x.py", "__MACOSX/hw4/._main.py"))
    assert tree(target) == ["lib", "lib/x.py", "main.py"]
    unpack(str(target), tmp_path / "copy", Limits())
    assert tree(tmp_path / "copy") == tree(target)


# Names and keys


def test_submissions_are_listed_by_name_and_hidden_files_are_none(tmp_path: Path) -> None:
    class_folder = tmp_path / "class"
    for name in ("bo", ".git", "__MACOSX"):
        (class_folder / name).mkdir(parents=True)
    for name in ("ada.zip", "cyd.tar.gz", "dee.TGZ", "notes.txt", ".DS_Store"):
        (class_folder / name).touch()
    assert [one.name for one in read_download(str(class_folder)).submissions] == ["ada", "bo", "cyd", "dee", "notes"]
    (class_folder / "ada").mkdir()
    with pytest.raises(InputError, match=r"two submissions are called 'ada': ada and ada\.zip"):
        read_download(str(class_folder))
    with pytest.raises(InputError, match="expected a folder with one folder, zip or tar each"):
        read_download(str(class_folder / "notes.txt"))
    with pytest.raises(InputError, match="no submission in it"):
        read_download(str(class_folder / "bo"))
    with pytest.raises(InputError, match="no such file"):
        read_download(str(class_folder / "gone"))


def test_odd_names_become_folders_of_their_own() -> None:
    assert safe_name("ada_99@x.org") == "ada_99@x.org"
    odd = ["..", "-x", "a b", "a\nb", "a/b", "=1+1", "z\udcff", "x" * 300, "nul.", "é", "CON", "com1.txt"]
    safe = [safe_name(name) for name in odd]
    assert len(set(safe)) == len(odd)
    assert all(name.isascii() and name.replace("_", "").replace("-", "").isalnum() for name in safe)


def test_the_content_key_tells_names_contents_and_run_bits_apart(tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    (folder / "lib").mkdir(parents=True)
    (folder / "hw4.py").write_text("one")
    keys = [content_key(str(folder), Limits())]
    (folder / "hw4.py").write_text("two")
    keys.append(content_key(str(folder), Limits()))
    (folder / "hw4.py").chmod(0o755)
    keys.append(content_key(str(folder), Limits()))
    (folder / "hw4.py").rename(folder / "lib/hw4.py")
    keys.append(content_key(str(folder), Limits()))
    (folder / "link").symlink_to("hw4.py")
    keys.append(content_key(str(folder), Limits()))
    assert len(set(keys)) == 5
    assert content_key(str(folder), Limits()) == keys[-1]


def test_what_is_no_file_is_not_read_for_its_key(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "zero").symlink_to("/dev/zero")
    with open(tmp_path / "sparse", "wb") as stream:
        stream.truncate(10**12)
    (tmp_path / "deep").mkdir()
    here = os.open(tmp_path / "deep", os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    keys = {content_key(str(tmp_path / name), Limits()) for name in ("fifo", "zero", "sparse", "deep")}
    assert len(keys) == 4
    for name in ("fifo", "zero", "sparse", "deep"):
        with pytest.raises(InputError):
            unpack(str(tmp_path / name), tmp_path / f"{name}-unpacked", Limits())
    remove(tmp_path / "deep")
    assert not (tmp_path / "deep").exists()


NO_FILES_ON_WINDOWS = (
    *("C:/evil.txt", "C:evil.txt", "a.txt:stream", "back\\slash", "x.", "x ", "v1./main.c", "v2 /main.c"),
    *("CON", "con.txt", "src/AUX.c", "NUL.tar.gz", "lpt1 .txt", "COM1", "LPT¹", "com³.c", "conin$"),
)


@pytest.mark.parametrize("name", NO_FILES_ON_WINDOWS)
def test_names_that_mean_something_else_on_windows_are_refused_everywhere(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / name).parent.mkdir(parents=True)
    for file in ("main.py", name):
        (folder / file).touch()
    (tmp_path / "a.zip").write_bytes(zipped("main.py", name))
    (tmp_path / "a.tar").write_bytes(tarred(tar_member("main.py"), tar_member(name)))
    loose = tuple((each, str(tmp_path / "a.zip")) for each in ("main.py", name))
    handed_in = [Submission("ada", str(tmp_path / path)) for path in ("a.zip", "a.tar", "folder")]
    for submission in (*handed_in, Submission("ada", "", files=loose)):
        with pytest.raises(InputError, match=r"is no file's on Windows: rename it|leads out"):
            gather(submission, tmp_path / "target", Limits())
        assert not (tmp_path / "target/main.py").exists() or submission.path.endswith("folder")
        remove(tmp_path / "target")
        remove(tmp_path / "target.loose")


@pytest.mark.parametrize("name", ["console.c", "com.c", "com10", "nulls", "a..b", ".hidden"])
def test_names_that_only_look_like_them_are_names(name: str, tmp_path: Path) -> None:
    assert tree(unpacked(tmp_path, zipped("main.py", name))) == sorted(["main.py", name])
    assert is_portable(name)


def write_more(path: Path) -> None:
    with open(path, "ab") as stream:
        stream.write(b"more")


def link_instead(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/passwd")


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file, alone in its folder, that is read in more than one piece."""
    (tmp_path / "top").mkdir()
    (tmp_path / "top/hw4.c").write_bytes(bytes(3 << 20))
    return tmp_path / "top/hw4.c"


@pytest.mark.parametrize("change", [write_more, link_instead, Path.unlink])
def test_a_file_that_changes_before_it_is_read_is_refused(change: Callable[[Path], object], large: Path) -> None:
    with opened_folder(large.parent) as folder:
        (entry,) = walk_folder(folder)
        change(large)
        with pytest.raises(InputError, match=r"'hw4.c' was changed while it was read"):
            list(entry.blocks())


def test_a_file_that_changes_after_its_first_bytes_is_refused(large: Path) -> None:
    with opened_folder(large.parent) as folder:
        (entry,) = walk_folder(folder)
        blocks = entry.blocks()
        next(blocks)
        write_more(large)
        with pytest.raises(InputError, match=r"'hw4.c' was changed while it was read"):
            list(blocks)


def test_a_folder_that_is_replaced_by_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "top/src").mkdir(parents=True)
    with opened_folder(tmp_path / "top") as folder:
        entries = walk_folder(folder)
        assert next(entries).path == "src"
        (tmp_path / "top/src").rmdir()
        (tmp_path / "top/src").symlink_to("/etc")
        with pytest.raises(InputError, match="'src' was changed"):
            next(entries)


def test_a_folder_can_be_unpacked_where_there_are_no_descriptors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "HAS_DESCRIPTORS", False)
    (tmp_path / "ada/src").mkdir(parents=True)
    (tmp_path / "ada/src/hw4.c").write_text("int main;")
    (tmp_path / "ada/README").touch()
    unpack(str(tmp_path / "ada"), tmp_path / "target", Limits())
    assert tree(tmp_path / "target") == tree(tmp_path / "ada")
    assert content_key(str(tmp_path / "target"), Limits()) == content_key(str(tmp_path / "ada"), Limits())
