"""Downloads of course systems: recognised by the names in them, and read."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

from checkers_ab.core.errors import InputError
from checkers_ab.core.people import NOBODY, Person
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.submissions import Submission

SYSTEMS = ("canvas", "moodle", "blackboard", "gradescope", "brightspace", "clones")
"""The layouts that are recognised. Each is in the module of its name."""
FOLDERS = "folders"
LAYOUTS = (*SYSTEMS, FOLDERS)
SHOWN = {
    "canvas": "a Canvas download",
    "moodle": "a Moodle download",
    "blackboard": "a Blackboard download",
    "gradescope": "a Gradescope export",
    "brightspace": "a Brightspace download",
    "clones": "a folder of clones",
    FOLDERS: "a folder of submissions",
}
"""The layouts in words."""
REPEATED = 3
"""People of one name that a class may have twice; if more, and most, are there twice, they are two downloads."""
METADATA = ("index.html", "desktop.ini", "thumbs.db", "grades.csv", "scores.csv", "roster.csv", "__macosx")
"""Names of files, in lower case, that systems add and that are nobody's submission."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder with a download in it."""

    folder: str
    entries: tuple[str, ...]
    """The names of files and folders in it, sorted, without hidden ones."""
    folders: frozenset[str]
    """Those that are folders."""

    def path(self, entry: str) -> str:
        return os.path.join(self.folder, entry)


@dataclass(frozen=True, kw_only=True, slots=True)
class HandedIn:
    """An entry that belongs to somebody."""

    entry: str
    key: str
    """The system's own name for the person. Entries with the same key are of one person."""
    name: str
    """The name of the submission in the results."""
    person: Person = NOBODY
    file: str = ""
    """The student's own name for a file; empty for a folder or an archive that is all of the submission."""
    late: bool = False
    attempt: str = ""
    """The time of the attempt, written so that later ones sort after earlier ones."""
    back: str = ""
    team: str = ""
    note: str = ""
    """A remark for the grader."""
    is_text: bool = False
    """True for text that was typed in, not handed in as a file. It counts only where there is no file."""


@dataclass(frozen=True, slots=True)
class Aside:
    """An entry that is nobody's submission: of the system itself, or one that can't be attributed."""

    entry: str
    reason: str
    attributable: bool = False
    """True if it may be somebody's."""


def list_folder(folder: str) -> Listing:
    """The entries of a folder. InputError if it can't be read."""
    try:
        with os.scandir(folder) as found:
            entries = sorted((each.name, each.is_dir(follow_symlinks=False)) for each in found)
    except NotADirectoryError:
        raise InputError(
            "expected a folder with one folder, zip or tar each, or the zip of a course system", path=printable(folder)
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(os_reason(error), path=printable(folder)) from None
    visible = [(name, is_folder) for name, is_folder in entries if not name.startswith(".")]
    return Listing(
        folder,
        tuple(name for name, _ in visible),
        frozenset(name for name, is_folder in visible if is_folder),
    )


class Layout(Protocol):
    """The functions of a layout's module."""

    fits: Callable[[Listing], int]
    read: Callable[[Listing, Collection[str]], Iterator[HandedIn | Aside]]


@dataclass(frozen=True, slots=True)
class Download:
    """The contents of a download."""

    layout: str
    submissions: list[Submission]
    earlier: list[str] = field(default_factory=list)
    """Entries of earlier attempts, which do not count."""
    asides: list[Aside] = field(default_factory=list)


def read_download(folder: str, layout: str = "", wanted: Collection[str] = ()) -> Download:
    """The submissions by name; `wanted` are file names of the plan. InputError if there is none or two layouts fit."""
    listing = _inside(list_folder(folder), layout)
    chosen = layout or recognise(listing)
    asides = [Aside(entry, "a file of the system") for entry in listing.entries if entry.lower() in METADATA]
    held = [entry for entry in listing.entries if entry.lower() not in METADATA]
    kept = Listing(listing.folder, tuple(held), listing.folders)
    found = list(_module(chosen).read(kept, wanted))
    handed_in = [one for one in found if isinstance(one, HandedIn)]
    asides += [one for one in found if isinstance(one, Aside)]
    download = Download(chosen, *_submissions(kept, handed_in), asides)
    if not download.submissions:
        what = "one folder, zip or tar each" if chosen == FOLDERS else f"{SHOWN[chosen]}, as the plan says"
        raise InputError(f"no submission in it: expected {what}", path=printable(folder))
    _expect_one_assignment(folder, download)
    return download


def recognise(listing: Listing) -> str:
    """The layout that at least half of the entries fit. InputError if several do."""
    held = [entry for entry in listing.entries if entry.lower() not in METADATA]
    fitting = [layout for layout in SYSTEMS if 2 * _module(layout).fits(listing) >= max(1, len(held))]
    if len(fitting) > 1:
        words = " and ".join(fitting)
        raise InputError(
            f'the names fit {words}: choose with layout = "{fitting[0]}" in the plan', path=printable(listing.folder)
        )
    return fitting[0] if fitting else FOLDERS


def _module(layout: str) -> Layout:
    return cast(Layout, import_module(f"checkers_ab.grading.downloads.{layout}"))


def _inside(listing: Listing, layout: str) -> Listing:
    """The folder in a folder that a download is in, if that is all there is; else the folder itself."""
    held = [entry for entry in listing.entries if entry.lower() not in METADATA]
    here = _module(layout).fits(listing) > 0 if layout else recognise(listing) != FOLDERS
    if here or len(held) > 2:
        return listing
    paths = [listing.path(entry) for entry in held if entry in listing.folders]
    below = [list_folder(path) for path in paths if os.access(path, os.R_OK | os.X_OK)]
    systems = [one for one in below if recognise(one) not in (FOLDERS, "clones")]
    if len(systems) == len(held) == 1:
        return systems[0]
    if len(systems) > 1:
        names = " and ".join(printable(one.folder) for one in systems)
        raise InputError(f"two downloads: {names}: grade one of them", path=printable(listing.folder))
    return listing


def _submissions(listing: Listing, handed_in: list[HandedIn]) -> tuple[list[Submission], list[str]]:
    """One submission for each person, of the last attempt, and the entries of earlier ones."""
    people: defaultdict[str, list[HandedIn]] = defaultdict(list)
    for held in handed_in:
        people[held.key or held.name].append(held)
    found: dict[str, Submission] = {}
    earlier: list[str] = []
    for all_held in people.values():
        last = max(held.attempt for held in all_held)
        counted = [held for held in all_held if held.attempt == last]
        earlier += [held.entry for held in all_held if held.attempt != last]
        if any(not held.is_text for held in counted):
            counted = [held for held in counted if not held.is_text]
        submission = _submission(listing, counted)
        if other := found.get(submission.folder):
            raise _twice(listing, submission.name, other.path, listing.path(counted[0].entry))
        found[submission.folder] = submission
    return sorted(found.values(), key=lambda submission: submission.name), earlier


def _submission(listing: Listing, counted: list[HandedIn]) -> Submission:
    first = counted[0]
    whole = [held for held in counted if not held.file]
    if whole and len(counted) > 1:
        raise _twice(listing, first.name, *(listing.path(held.entry) for held in counted[:2]))
    files = tuple((held.file, listing.path(held.entry)) for held in counted if held.file)
    for name, times in Counter(name for name, _ in files).items():
        if times > 1:
            same = [path for file, path in files if file == name]
            raise _twice(listing, f"{first.name}, {name}", *same[:2])
    return Submission(
        name=first.name,
        path=listing.path(first.entry),
        files=files,
        person=first.person,
        key=first.key,
        late=any(held.late for held in counted),
        attempt=first.attempt,
        back=first.back,
        team=first.team,
        note=first.note,
    )


def _twice(listing: Listing, name: str, one: str, other: str) -> InputError:
    paths = " and ".join(printable(path.removeprefix(f"{listing.folder}/")) for path in (one, other))
    return InputError(f"two submissions are called {printable(name)!r}: {paths}", path=printable(listing.folder))


def _expect_one_assignment(folder: str, download: Download) -> None:
    """Refuses a download in which most people are twice, under different numbers."""
    names = Counter(submission.person.name for submission in download.submissions if submission.person.name)
    twice = sum(times > 1 for times in names.values())
    if download.layout != FOLDERS and twice > REPEATED and 2 * twice > len(names):
        raise InputError(
            f"{twice} of {len(names)} people are in it twice: "
            "this looks like a download of two assignments: download one",
            path=printable(folder),
        )
