"""The page: template, style sheet, script and data put together into one file that needs nothing else."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape

MARK = "<!-- written by checkers-ab view -->"
"""Stands near the beginning of each page, so that it is known as ours."""

SCRIPTS = (
    "elements",
    "data",
    "path",
    "sentences",
    "board",
    "nodes",
    "branches",
    "pictures",
    "window",
    "lines",
    "columns",
    "boxes",
    "drawn",
    "tree",
    "findings",
    "questions",
    "score",
    "guess",
    "play",
    "steps",
    "primer",
    "keys",
)
"""The modules of the script in the order in which they stand in a page."""
START = "start"
"""The module that starts it, on a page that holds its data."""

_ESCAPES = {character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}

_MODULE_WORDS = re.compile(r"^(?:import .*\n|export )", re.MULTILINE)


def format_json(data: object) -> str:
    """JSON that can stand in a script element: nothing in it can end the element or begin another."""
    text = json.dumps(data, separators=(",", ":"))  # all ASCII
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    return text


def format_page(data: object, title: str) -> str:
    """The whole page. The title is text, whatever stands in it."""
    parts = {
        "mark": [MARK],
        "title": [escape(title.encode("utf-8", "replace").decode())],
        "style": [part("style.css")],
        "script": [format_script(part(f"script/{name}.js") for name in (*SCRIPTS, START))],
        "explorer": [part("explorer.html")],
        "data": [format_json(data)],
    }
    return "".join(fill(part("template.html"), parts))


def format_script(modules: Iterable[str]) -> str:
    """Modules as one script: they share a scope there, so imports and exports are left out."""
    return f'"use strict";\n(() => {{\n{_MODULE_WORDS.sub("", "".join(modules))}}})();\n'


def fill(template: str, parts: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The template with its parts where it names them, as {{name}}; each part is taken only when it is its turn."""
    first, *pieces = template.split("{{")
    yield first
    for piece in pieces:
        name, _, rest = piece.partition("}}")
        yield from parts[name]
        yield rest


def part(name: str, *, beside: str = __file__) -> str:
    """The text of a file that lies beside a module."""
    with open(os.path.join(os.path.dirname(beside), name), encoding="utf-8") as stream:
        return stream.read()
