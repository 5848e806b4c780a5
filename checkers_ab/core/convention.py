"""Conventions: the details of a trace that differ between courses, such as move order, cut, infinity, spacing."""

from __future__ import annotations

from checkers_ab.core.errors import InputError, nearest
from checkers_ab.core.text import parse_toml

OWN_ORDER = "reading"
"""The name of the order in which the rules list the moves."""
CUTS = ("ge", "gt", "never")


class ConventionError(InputError):
    """A convention that can't be read."""


class Convention:
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
    ) -> None:
        self.order = _text("order", order)
        self.cut = _one_of("cut", cut, CUTS)
        self.infinity = _text("infinity", infinity)
        self.after_label = _text("after_label", after_label)
        self.before_h = _text("before_h", before_h)
        self.between_pruned = _text("between_pruned", between_pruned)
        if not isinstance(blank_before_first_move, bool):
            raise ConventionError(f"blank_before_first_move must be true or false, found {blank_before_first_move!r}")
        self.blank_before_first_move = blank_before_first_move
        if not infinity:
            raise ConventionError("infinity must not be empty")

    def __repr__(self) -> str:
        return f"Convention({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Convention) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


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


ASSIGNMENT = Convention()


def parse_convention(text: str, orders: tuple[str, ...] = (OWN_ORDER, "handout")) -> Convention:
    """Parses a convention in TOML. Missing keys are as in the assignment; `orders` are the known move orders."""
    try:
        stated = parse_toml(text)
    except ValueError as error:
        raise ConventionError(str(error)) from None
    for key in stated:
        if key not in vars(ASSIGNMENT):
            raise ConventionError(f"unknown key {key!r}; {nearest(key, vars(ASSIGNMENT))}")
    convention = Convention(**stated)
    _one_of("order", convention.order, orders)
    return convention
