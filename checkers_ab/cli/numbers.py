"""Numbers of options, and messages about them in plain words."""

from __future__ import annotations

import math
from typing import Any, NoReturn

import click

LONGEST = 1e6
"""The most seconds that can be asked for."""


class Whole(click.IntRange):
    """A whole number in a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            _refuse(f"a whole number, {self._describe_range()}", value, param, ctx)

    def _describe_range(self) -> str:
        """The range, for the help as well."""
        return f"{self.min} or more" if self.max is None else f"{self.min} to {self.max}"


class Seconds(click.FloatRange):
    """A number of seconds above 0."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, LONGEST, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            seconds = super().convert(value, param, ctx)
        except click.BadParameter:
            seconds = math.nan
        if math.isnan(seconds):
            _refuse("a number of seconds above 0, such as 0.5", value, param, ctx)
        return seconds

    def _describe_range(self) -> str:
        return ""


def _refuse(expected: str, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> NoReturn:
    option = param.get_error_hint(ctx).strip("'") if param is not None and ctx is not None else "number"
    raise click.UsageError(f"{option}: expected {expected}, found {str(value)!r}", ctx)


def in_plain_words(command: click.Command) -> click.Command:
    """The command; its whole numbers have messages in plain words."""
    for param in command.params:
        if type(param.type) is click.IntRange:
            param.type = Whole(param.type.min, param.type.max)
    return command
