"""Output files, checks before they are overwritten, and pages for the browser."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

import click

from checkers_ab.cli.io import InFile, os_failure, say, say_on_terminal, shown, standard_output
from checkers_ab.cli.options import Cases
from checkers_ab.core.errors import InputError
from checkers_ab.core.files import exiting_on_signals, replacing_text
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.text import os_reason

if TYPE_CHECKING:
    from checkers_ab.core.case import Case
    from checkers_ab.core.picture import Picture, SearchPicture


LONGEST_BEGINNING = 1_000
"""The number of characters at the beginning of a file that are searched for its mark."""


@contextmanager
def opened_output(path: str | None, *, apart_from: str = "-") -> Iterator[TextIO]:
    """Opens an output: stdout for None, `-` and its own names, else a file that is written atomically.

    An existing file keeps its permissions, and is unchanged if the block raises. A device or a pipe is written
    directly. The file `apart_from` is never overwritten.
    """
    if path in (None, "-", "/dev/stdout", "/dev/fd/1"):
        yield standard_output()
        return
    assert path is not None
    if path.endswith("/"):
        raise InputError("expected a file for the output, found the name of a folder", path=shown(path))
    try:
        mode = _mode(path)
        other = None if apart_from == "-" else _mode(apart_from)
        if mode is not None and other is not None and os.path.samefile(path, apart_from):
            raise InputError("this is the input; choose another name for the output", path=shown(path))
        if mode is None or stat.S_ISREG(mode):
            with exiting_on_signals(), replacing_text(os.path.realpath(path)) as stream:
                yield stream
        else:
            with open(path, "w", encoding="utf-8", newline="\n") as stream:
                yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = os_reason(error)
        if isinstance(error, FileNotFoundError):
            reason = f"there is no folder {shown(os.path.dirname(path))}"
        raise InputError(f"can't write the output: {reason}", path=shown(path)) from None


def expect_new(folder: str) -> None:
    """Raises InputError unless a folder can be made, or is empty."""
    if not folder:
        raise InputError("expected the name of a new folder")
    try:
        taken = os.path.lexists(folder) and (not os.path.isdir(folder) or os.listdir(folder))
    except (OSError, ValueError) as error:
        raise InputError(str(error), path=shown(folder)) from None
    if taken:
        raise InputError("expected a new or empty folder", path=shown(folder))


def write_folder(folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Writes files, each a path and its content, into a folder that is new or empty: all of them, or nothing."""
    first = folder
    while (above := os.path.dirname(first)) and not os.path.lexists(above):
        first = above
    made = not os.path.lexists(first)
    path = folder
    try:
        with exiting_on_signals():
            for name, content in files:
                path = os.path.join(folder, *name.split("/"))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as stream:
                    stream.write(content)
    except BaseException as error:
        with suppress(OSError):
            for half in [first] if made else [entry.path for entry in os.scandir(folder)]:
                shutil.rmtree(half) if os.path.isdir(half) else os.unlink(half)
        if isinstance(error, OSError):
            raise os_failure(path, error) from None
        raise


def expect_folder(path: str) -> None:
    """Raises InputError if the folder of an output file does not exist."""
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise InputError(f"there is no folder {shown(os.path.dirname(path))}", path=shown(path))


def expect_ours(
    path: str, mark: str, what: str, *, hint: str = "choose another name, or overwrite it with --force"
) -> None:
    """Raises InputError if a file exists and does not have the mark of a file that checkers-ab wrote."""
    if not os.path.isfile(path):
        return
    with InFile(path), open(path, encoding="utf-8", errors="replace") as stream:
        beginning = stream.read(LONGEST_BEGINNING)
    if mark not in beginning:
        raise InputError(f"there is a file of that name, and it is no {what} of ours", path=shown(path), hint=hint)


def _mode(path: str) -> int | None:
    """The mode of the file at a path; None if it does not exist."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def open_in_browser(address: str, name: str) -> None:
    """Opens a page in the user's browser; `name` says where it is if there is none."""
    import webbrowser

    if not webbrowser.open(address):
        say(f"no browser found to open the page; it is at {name}")


svg_option = click.option(
    "--svg", metavar="FILE", type=click.Path(readable=False), help="Write a picture to FILE instead."
)
force_option = click.option("--force", is_flag=True, help="Overwrite FILE even if checkers-ab did not write it.")


def check_svg(svg: str | None, *, force: bool) -> None:
    """Raises an error for a picture that is not named .svg, and for --force without a picture."""
    if force and svg is None:
        raise click.UsageError("--force is for --svg")
    if svg is not None and svg != "-" and not svg.lower().endswith(".svg"):
        raise InputError("expected the name of a picture, which ends in .svg", path=shown(svg))


def expect_one(path: str, cases: Cases, options: dict[str, str | None]) -> None:
    """Raises InputError if an option for one state is used with several states."""
    for option, value in options.items():
        if value is not None and len(cases) > 1:
            reason = f"{option} is for one state, and here are {len(cases)}"
            raise InputError(reason, path=shown(path), hint="--case N chooses one")


def title_of(kit: AnyKit, case: Case[Any]) -> str:
    return f"{kit.name.partition(':')[0].capitalize()}, {case.label}"


def write_svg(
    kit: AnyKit,
    picture: Picture | SearchPicture,
    svg: str,
    *,
    title: str,
    force: bool,
    path: str | None,
) -> None:
    """Writes a picture; overwrites only one that checkers-ab wrote, unless `force`, and never the input at `path`."""
    from checkers_ab.draw.svg import MARKER, draw_svg

    if not force:
        expect_ours(svg, MARKER, "picture")
    is_file = path is not None and kit.inline(path) is None
    with opened_output(svg, apart_from=path if path and is_file else "-") as stream:
        stream.write(draw_svg(picture, title=title))
    if svg != "-":
        say_on_terminal(f"wrote {shown(svg)}: a picture for a document, or to look at in a browser")
