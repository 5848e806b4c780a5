"""Conventions: the details of a trace that differ between courses, such as move order, cut, infinity, spacing."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.errors import InputError, nearest
from checkers_ab.core.text import parse_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

OWN_ORDER = "reading"
"""The name of the order in which the rules list the moves."""
CUTS = ("ge", "gt", "never")
AT_CUT = ("before", "after")
COLUMNS = ("Node", "Depth", "Value", "Alpha", "Beta")
"""The columns of the log `table`; without a window, the first three."""


class ConventionError(InputError):
    """A convention that can't be read."""


class _Choices:
    """A set of keys with their values."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class TableStyle(_Choices):
    """How the log `table` is written: the keys of `[table]`."""

    def __init__(
        self, *, header: str | None = None, infinity: str = "Infinity", at_cut: str = "before", columns: int = 5
    ) -> None:
        self.columns = columns
        """5, or 3 without Alpha and Beta."""
        if type(columns) is not int or columns not in (3, 5):
            raise ConventionError(f"columns must be 3 or 5, found {columns!r}")
        self.header = ",".join(COLUMNS[:columns]) if header is None else _text("header", header)
        """The first line; empty for none."""
        self.infinity = _spelling("infinity", infinity)
        self.at_cut = _one_of("at_cut", at_cut, AT_CUT)
        """The window that is shown where it closes: that before the last update, or after it."""


class Convention(_Choices):
    """The choices of one course (see docs/homework.md, paragraphs 40-44)."""

    def __init__(
        self,
        *,
        order: str = OWN_ORDER,
        cut: str = "ge",
        infinity: str = "inf",
        after_label: str = " ",
        before_h: str = " ",
        between_pruned: str = ", ",
        blank_before_first_move: bool = False,
        table: TableStyle | Mapping[str, Any] | None = None,
    ) -> None:
        self.order = _text("order", order)
        self.cut = _one_of("cut", cut, CUTS)
        self.infinity = _spelling("infinity", infinity)
        self.after_label = _text("after_label", after_label)
        self.before_h = _text("before_h", before_h)
        self.between_pruned = _text("between_pruned", between_pruned)
        if not isinstance(blank_before_first_move, bool):
            raise ConventionError(f"blank_before_first_move must be true or false, found {blank_before_first_move!r}")
        self.blank_before_first_move = blank_before_first_move
        self.table = table if isinstance(table, TableStyle) else _table_style({} if table is None else table)

    def as_data(self) -> dict[str, Any]:
        """Return the keys as TOML and JSON have them, `table` only if it differs from the usual one."""
        stated = dict(vars(self))
        style: TableStyle = stated.pop("table")
        return stated if style == TableStyle() else {**stated, "table": vars(style)}


def _table_style(stated: object) -> TableStyle:
    if not isinstance(stated, dict):
        raise ConventionError(f"table must be a section [table], found {stated!r}")
    _expect_known(stated, vars(TableStyle()), " in [table]")
    try:
        return TableStyle(**stated)
    except ConventionError as error:
        raise ConventionError(f"table: {error}") from None


def _expect_known(stated: Mapping[str, Any], known: Mapping[str, Any], where: str = "") -> None:
    for key in stated:
        if key not in known:
            raise ConventionError(f"unknown key {key!r}{where}; {nearest(key, known)}")


def _one_of(key: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise ConventionError(f"{key} must be {' or '.join(map(repr, choices))}, found {value!r}")
    return value


def _text(key: str, value: str) -> str:
    if not isinstance(value, str):
        raise ConventionError(f"{key} must be a string, found {value!r}")
    if not value.isprintable():
        raise ConventionError(f"{key} must be printable and on one line, found {value!r}")
    return value


def _spelling(key: str, value: str) -> str:
    if not _text(key, value):
        raise ConventionError(f"{key} must not be empty")
    return value


ASSIGNMENT = Convention()


def parse_convention(text: str, orders: tuple[str, ...] = (OWN_ORDER, "handout")) -> Convention:
    """Parses a convention in TOML. Missing keys are as in the assignment; `orders` are the known move orders."""
    try:
        stated = parse_toml(text)
    except ValueError as error:
        raise ConventionError(str(error)) from None
    _expect_known(stated, vars(ASSIGNMENT))
    convention = Convention(**stated)
    _one_of("order", convention.order, orders)
    return convention
