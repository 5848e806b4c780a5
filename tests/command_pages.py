"""`make docs`: docs/commands.md and the man page, from the help of every command; the table in docs/checking.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache

from click import Command, Context, Group

from checkers_ab import __version__
from checkers_ab.cli.app import NAME, app
from tests.students import write_table
from tests.support import ROOT

PAGE = ROOT / "docs/commands.md"
MAN_PAGE = ROOT / "docs/checkers-ab.1"
WIDTH = 78
"""Characters of a line of help in a terminal of 80 columns."""
HEAD = f"""\
# Every command

The help of every command, as `{NAME} COMMAND --help` prints it. `make docs` writes this page.
"""


@cache
def help_pages() -> dict[str, str]:
    """The help of each command, and of each command below it, by how it is called."""
    context = Context(app, info_name=NAME, terminal_width=WIDTH, **app.context_settings)
    return dict(_pages(app, context))


def _pages(command: Command, context: Context) -> Iterator[tuple[str, str]]:
    yield context.command_path, command.get_help(context)
    if isinstance(command, Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None, name
            yield from _pages(below, Context(below, parent=context, info_name=name, **below.context_settings))


def section(called: str, text: str) -> str:
    """The part of the page about one command."""
    return f"\n## {called}\n\n```text\n{text}\n```\n"


def whole_page() -> str:
    return HEAD + "".join(section(called, text) for called, text in help_pages().items())


def man_page() -> str:
    """The man page: what the program is, and the help of every command as it is."""
    description = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["description"]
    lines = [
        f'.TH CHECKERS\\-AB 1 "" "checkers\\-ab {__version__}"',
        ".SH NAME",
        f"checkers\\-ab \\- {_roff(description)}",
    ]
    for called, text in help_pages().items():
        lines += [f".SH {_roff(called).upper()}", ".nf", *map(_roff, text.splitlines()), ".fi"]
    lines += [
        ".SH EXIT STATUS",
        "0: good; 1: what was checked is wrong; 2: bad usage or input; 3: a fault of the program.",
    ]
    return "\n".join(lines) + "\n"


def _roff(line: str) -> str:
    """A line of text for troff: backslashes, hyphens and a sign at its start mean something else there."""
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


if __name__ == "__main__":
    PAGE.write_text(whole_page(), encoding="utf-8")
    MAN_PAGE.write_text(man_page(), encoding="utf-8")
    write_table()
