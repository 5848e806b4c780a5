"""The search that a request asks for: the game, the states, and how they are searched, each checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError, OptionError, StateError
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.setting import AnySetting, Setting
from checkers_ab.games.registry import is_path, make_game, split_game
from checkers_ab.logs.solve import why_unfit

Json = dict[str, Any]

DEEPEST = 12
LONGEST_STATE = 100_000
LONGEST_TRACE = 1_000_000
"""The most characters of a state and of a trace that the page takes."""


class Asked(NamedTuple):
    """The states that a request asks about, and the setting of their search."""

    setting: AnySetting
    cases: Sequence[Case[Any]]


@lru_cache(maxsize=8)
def load_kit(name: str) -> AnyKit:
    """The game with a name and options; raises InputError."""
    if is_path(split_game(name)[0]):
        raise InputError("A game of your own needs the command: checkers-ab solve --game ./nim.py")
    try:
        return make_game(name)
    except OptionError as error:
        raise InputError(sentence(str(error))) from None


def read_asked(request: Mapping[str, Any]) -> Asked:
    """The search that a request asks for; raises InputError."""
    kit = load_kit(text_of(request, "game"))
    cases = read_cases(kit, text_of(request, "text", LONGEST_STATE))
    depth = request.get("depth")
    if depth is not None and (type(depth) is not int or not 1 <= depth <= DEEPEST):
        raise InputError(f"The depth must be a number from 1 to {DEEPEST}.")
    evaluation = text_of(request, "evaluation") if request.get("evaluation") else None
    try:
        return Asked(Setting(kit, depth, text_of(request, "convention") or "assignment", evaluation), cases)
    except OptionError as error:
        raise InputError(sentence(str(error))) from None


def read_cases(kit: AnyKit, text: str) -> Sequence[Case[Any]]:
    """The states in a text that can be searched; raises InputError."""
    try:
        cases = kit.parse_states(kit.inline(text.strip()) or text)
    except StateError as error:
        hint = f" {sentence(error.hint)}" if error.hint else ""
        where = f"Line {error.line}, column {error.column}: "
        raise InputError(f"{where}{error.reason}.{hint}") from None
    if reason := why_unfit(kit, cases):
        raise InputError(sentence(reason))
    return cases


def text_of(request: Mapping[str, Any], name: str, longest: int = 1_000) -> str:
    """A text of a request; raises InputError if it is none, or too long."""
    text = request.get(name, "")
    if not isinstance(text, str):
        raise InputError(f"Expected a text for {name}.")
    if len(text) > longest:
        raise InputError(too_long(len(text), longest))
    return text


def too_long(found: int, longest: int) -> str:
    """The sentence about a text that is too long."""
    return f"This page takes at most {longest:,} characters, and this has {found:,}: take a part of it, or the command."


def sentence(text: str) -> str:
    """A message as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
