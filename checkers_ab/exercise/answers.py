"""Answers to questions, read with some tolerance for how they are written."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.exercise.runs import NO_CUTS, THEN
from checkers_ab.exercise.trees import is_tree

LONGEST = 100_000
"""Characters of an answer."""
_NUMBER = re.compile(r"[-+\u2212]?\s*(?:infinity|inf|\u221e|[0-9]+(?:[./][0-9]+)?)", re.IGNORECASE)
_LABEL = re.compile(r"[a-z\u03b1\u03b2]+\s*[=:]", re.IGNORECASE)


def parse_answer(kit: Kit[Any, Any, Any], question: str, text: str) -> Hashable | None:
    """The meaning of an answer: equal for answers that are equally right; None if it can't be read."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    match question:
        case "value" | "count":
            value: Hashable = _value(kit, _LABEL.sub("", text))
            return value
        case "move":
            return kit.move_key(text.removesuffix("."))
        case "visited" if is_tree(kit):
            return tuple(word.lower() for word in _words(text))
        case "visited":
            values = tuple(_value(kit, word) for word in _words(text))
            return None if None in values else values
        case "cuts" if text.lower().rstrip(".") == NO_CUTS:
            return frozenset[str]()
        case "cuts" if is_tree(kit):
            return frozenset(_words(text))
        case "cuts":
            return frozenset(tuple(map(kit.move_key, re.split(THEN.strip(), line))) for line in _parts(text))
        case "window":
            ends = tuple(_value(kit, found) for found in _NUMBER.findall(_LABEL.sub(" ", text)))
            return ends if len(ends) == 2 and None not in ends else None
    return text


def _value(kit: Kit[Any, Any, Any], text: str) -> Any:
    return kit.parse_value(text.strip().replace("\u2212", "-").rstrip("."))


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;()\[\]{}]+", text) if word]


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"[;\n]", text) if part.strip()]
