"""The numbered paragraphs of the rules, which come with the program (`rules.md`, the same text as docs/homework.md)."""

from __future__ import annotations

import os
import re
from functools import cache

_PARAGRAPH = re.compile(r"^\*\*(\d+)\.\*\* (.*?)(?=^\*\*\d+\.\*\* |^## |\Z)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE_END = re.compile(r"(?<=\.)`?\)?\s+(?=[A-Z`])")


@cache
def load_rules() -> dict[int, str]:
    """The paragraphs by their numbers, without links; parts of one, such as a table, are separated by empty lines."""
    path = os.path.join(os.path.dirname(__file__), "rules.md")
    with open(path, encoding="utf-8") as stream:
        text = _LINK.sub(r"\1", stream.read())
    return {int(number): paragraph.strip() for number, paragraph in _PARAGRAPH.findall(text)}


def first_sentence(number: int) -> str:
    """The first sentence of a paragraph, on one line; empty if there is no such paragraph."""
    paragraph = " ".join(load_rules().get(number, "").partition("\n\n")[0].split())
    end = _SENTENCE_END.search(paragraph)
    return paragraph if end is None else paragraph[: end.end()].rstrip()
