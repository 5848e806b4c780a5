"""`checkers-ab try`: runs one's own program on boards, and says what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from checkers_ab.cli.options import (
    Seconds,
    convention_option,
    depth_option,
    eval_option,
    game_option,
    log_option,
    read_setting,
)
from checkers_ab.cli.try_.boards import choose, load_boards
from checkers_ab.cli.try_.program import Program
from checkers_ab.cli.try_.running import keeping_orphans
from checkers_ab.cli.try_.session import Session, expect_keepable
from checkers_ab.core.errors import InputError
from checkers_ab.core.files import exiting_on_signals
from checkers_ab.judge.check import Judge
from checkers_ab.logs.base import find_log

SECONDS = 5.0
"""The limit of time for a board, unless another is asked for."""


@click.command("try", context_settings={"allow_interspersed_args": False})
@click.argument("words", metavar="COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--boards", "path", metavar="DIR|FILE", type=click.Path(), help="Boards of your own.")
@click.option("--case", "name", metavar="NAME", help="Show one board in full, as check does.")
@click.option("--all", "every", is_flag=True, help="With --case: list every finding.")
@click.option("--watch", is_flag=True, help="Run again when a file of the program changes.")
@click.option("--page", is_flag=True, help="Write the page of the first wrong board, as view --trace does.")
@click.option("--keep", metavar="DIR", type=click.Path(), help="Keep what the program writes, in a new folder.")
@click.option(
    "--time",
    "seconds",
    type=Seconds(),
    default=SECONDS,
    show_default=True,
    help="Seconds for each board, by the clock.",
)
@game_option
@depth_option
@eval_option
@convention_option
@log_option
def command(
    *,
    words: tuple[str, ...],
    path: str | None,
    name: str | None,
    every: bool,
    watch: bool,
    page: bool,
    keep: str | None,
    seconds: float,
    game_name: str,
    depth: int | None,
    evaluation: str | None,
    convention_name: str,
    log_name: str,
) -> int:
    """Run your program on the boards that come with checkers-ab, and say what is wrong with it.

    \b
    checkers-ab try ./hw4                        board on standard input
    checkers-ab try python3 hw4.py {input}       board in the file {input}
    checkers-ab try ./hw4 {input} {output}       trace in the file {output}
    checkers-ab try --case opening ./hw4         one board in full
    checkers-ab try --watch ./hw4                again at each change

    COMMAND starts the program, as in a terminal. Options of try come before it. Without {input} and {output} the board
    is on standard input, its file is the last argument, and the trace is what the program prints.

    The exit code is 0 when every board is right, 1 when one is wrong, 2 when the program can't be started. The program
    runs with your rights, in this folder; whatever it leaves running is ended.
    """
    if every and name is None:
        raise InputError("--all is for --case")
    setting = read_setting(game_name, depth, convention_name, evaluation)
    boards = load_boards(setting.kit, path)
    if name is not None:
        boards = choose(boards, name)
    if keep is not None:
        expect_keepable(keep)
    asked = {
        "--boards": path,
        "--time": None if seconds == SECONDS else f"{seconds:g}",
        "--game": None if game_name == "checkers" else game_name,
        "--depth": depth,
        "--eval": evaluation,
        "--convention": None if convention_name == "assignment" else convention_name,
        "--log": None if log_name == "trace" else log_name,
    }
    with TemporaryDirectory(prefix="checkers-ab-") as folder, exiting_on_signals(), keeping_orphans():
        session = Session(
            setting=setting,
            judge=Judge(setting, find_log(log_name)),
            program=Program(words=words, seconds=seconds, folder=Path(folder, "run")),
            boards=boards,
            in_full=name is not None,
            every=every,
            keep=keep,
            page=page,
            options={option: str(value) for option, value in asked.items() if value is not None},
        )
        return session.watch() if watch else session.run()
