"""`make docs`: docs/commands.md, made from the help of every command, and the table in docs/checking.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from click import Command, Context, Group

from checkers_ab.cli.app import NAME, app
from tests.support import ROOT
from tests.told_table import write_table

PAGE = ROOT / "docs/commands.md"
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


if __name__ == "__main__":
    PAGE.write_text(whole_page(), encoding="utf-8")
    write_table()
