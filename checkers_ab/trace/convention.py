"""What courses fix differently in a trace: the move order, the cut, how infinity is spelled, the spacing."""

from __future__ import annotations

from checkers_ab.core.errors import nearest

ORDERS = ("reading", "handout")
CUTS = ("ge", "gt")


class ConventionError(ValueError):
    """A convention that can't be read."""


class Convention:
    """The choices of one course (see docs/homework.md, paragraphs 40-44)."""

    def __init__(
        self,
        *,
        order: str = "reading",
        cut: str = "ge",
        infinity: str = "inf",
        after_label: str = " ",
        before_h: str = " ",
        between_pruned: str = ", ",
        blank_before_first_move: bool = False,
    ) -> None:
        self.order = _one_of("order", order, ORDERS)
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
HANDOUT = Convention(order="handout", after_label="  ", before_h="  ", between_pruned=",", blank_before_first_move=True)
CONVENTIONS = {"assignment": ASSIGNMENT, "handout": HANDOUT}


def parse_convention(text: str) -> Convention:
    """The convention that a TOML text states, starting from the assignment's."""
    import tomllib

    try:
        stated = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConventionError(f"not TOML: {error}") from None
    for key in stated:
        if key not in vars(ASSIGNMENT):
            raise ConventionError(f"unknown key {key!r}; {nearest(key, vars(ASSIGNMENT))}")
    return Convention(**stated)
