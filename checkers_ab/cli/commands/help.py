"""`checkers-ab help`: the help of the program or of a command."""

from __future__ import annotations

import click

from checkers_ab.core.errors import nearest


@click.command("help")
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Show the help of a COMMAND, or of the whole program.

    \b
    checkers-ab help              every command
    checkers-ab help check        the options of one
    checkers-ab help grade run    of a command below another
    """
    here = ctx.find_root()
    for name in names:
        group = here.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{group.name} has no commands below it", ctx)
        found = group.get_command(here, name)
        if found is None:
            raise click.UsageError(f"no command {name!r}; {nearest(name, group.list_commands(here))}", ctx)
        here = click.Context(found, parent=here, info_name=name)
    click.echo(here.get_help())
