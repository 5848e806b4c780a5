"""The submissions of a class and their people: a download, matched to the roster of the plan."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from checkers_ab.core.errors import InputError
from checkers_ab.core.people import Person, Roster, load_roster, name_forms, plain_name
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.downloads import Download, read_download
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.submissions import Submission
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.unpack import unpack_archive

WHOLE = Limits(unpacked=50_000, files=200_000)
"""Limits on a download that is a zip."""


@dataclass(frozen=True, slots=True)
class ClassList:
    """Everything that was handed in, and by whom."""

    download: Download
    submissions: list[Submission]
    people: list[Person] = field(default_factory=list)
    """The roster; empty if there is none."""
    missing: list[Person] = field(default_factory=list)
    """People of the roster who handed in nothing."""
    strangers: list[tuple[Submission, str]] = field(default_factory=list)
    """Submissions that belong to nobody in the roster, with the reason."""


@contextmanager
def opened_class(path: str, plan: GradingPlan) -> Iterator[ClassList]:
    """The class in a folder, or in the zip of a course system, unpacked while the block runs; raises InputError."""
    if not os.path.isfile(path):
        yield read_class(path, plan)
        return
    with TemporaryDirectory(prefix="checkers-ab-") as place:
        folder = Path(place, "download")
        try:
            with open(path, "rb") as stream:
                unpack_archive(stream, folder, WHOLE)
        except InputError as error:
            raise InputError(
                f"expected a folder with one folder, zip or tar each, or the zip of a course system: {error}",
                path=printable(path),
            ) from None
        except OSError as error:
            raise InputError(os_reason(error), path=printable(path)) from None
        yield read_class(str(folder), plan)


def read_class(folder: str, plan: GradingPlan) -> ClassList:
    """The class in a folder."""
    download = read_download(folder, plan.layout, plan.file_names)
    if not plan.roster:
        return ClassList(download, download.submissions)
    return _matched(download, load_roster(plan.roster))


def _matched(download: Download, roster: Roster) -> ClassList:
    """The class with the people of its roster. InputError if two submissions belong to one person."""
    found = ClassList(download, [], roster.people)
    owners: dict[int, Submission] = {}
    for submission in download.submissions:
        match = roster.match(submission.person, handle=submission.handle, number=submission.key)
        if match.place is None:
            found.strangers.append((submission, match.reason))
            found.submissions.append(submission)
            continue
        person = roster.people[match.place]
        if other := owners.get(match.place):
            raise InputError(
                f"two submissions of {printable(person.called)}: {printable(other.name)} and "
                f"{printable(submission.name)}: take one of them out"
            )
        owners[match.place] = submission
        # What the roster lacks is from the download.
        known = [getattr(person, name) or getattr(submission.person, name) for name in Person.__slots__]
        found.submissions.append(replace(submission, person=Person(*known)))
    # Of several people with the name of a submission, any may have handed it in.
    doubtful = {plain_name(stranger.person.name or stranger.name) for stranger, _ in found.strangers}
    found.missing.extend(
        person
        for place, person in enumerate(roster.people)
        if place not in owners and not name_forms(person.name) & doubtful
    )
    return found
