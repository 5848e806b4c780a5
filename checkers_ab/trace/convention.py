"""What courses fix differently in a trace: the move order, the cut, how infinity is spelled, the spacing."""

from __future__ import annotations

ORDERS = ("reading", "handout")
CUTS = ("ge", "gt")


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
        self.order = order
        self.cut = cut
        self.infinity = infinity
        self.after_label = after_label
        self.before_h = before_h
        self.between_pruned = between_pruned
        self.blank_before_first_move = blank_before_first_move


ASSIGNMENT = Convention()
HANDOUT = Convention(order="handout", after_label="  ", before_h="  ", between_pruned=",", blank_before_first_move=True)
CONVENTIONS = {"assignment": ASSIGNMENT, "handout": HANDOUT}


class ConventionError(ValueError):
    """A convention that can't be read."""


def parse_convention(text: str) -> Convention:
    """The convention that a TOML text states, starting from the assignment's."""
    import tomllib

    try:
        stated = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConventionError(f"not TOML: {error}") from None
    for key, value in stated.items():
        _check(key, value)
    return Convention(**stated)


def _check(key: str, value: object) -> None:
    default = vars(ASSIGNMENT).get(key)
    if default is None:
        from difflib import get_close_matches

        near = get_close_matches(key, vars(ASSIGNMENT), n=1)
        known = f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(vars(ASSIGNMENT))
        raise ConventionError(f"unknown key {key!r}; {known}")
    choices = {"order": ORDERS, "cut": CUTS}.get(key)
    if choices and value not in choices:
        raise ConventionError(f"{key} must be {' or '.join(map(repr, choices))}, found {value!r}")
    if type(value) is not type(default):
        kind = "true or false" if isinstance(default, bool) else "a string"
        raise ConventionError(f"{key} must be {kind}, found {value!r}")
    if isinstance(value, str) and not value.isprintable():
        raise ConventionError(f"{key} must be printable and on one line, found {value!r}")
    if key == "infinity" and not value:
        raise ConventionError("infinity must not be empty")
