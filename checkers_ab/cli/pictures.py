"""Options and output of the commands that write SVG pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from checkers_ab.cli.io import say_on_terminal, shown
from checkers_ab.cli.options import AnyKit, Cases
from checkers_ab.cli.output import expect_ours, opened_output
from checkers_ab.core.errors import InputError

if TYPE_CHECKING:
    from checkers_ab.core.case import Case
    from checkers_ab.draw.picture import Picture, SearchPicture

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
