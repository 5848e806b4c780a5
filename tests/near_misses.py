"""Ways to write a trace almost right: each changes a text without changing what it means."""

from __future__ import annotations

import re
from collections.abc import Callable

Edit = Callable[[str], str]


def edited(pattern: str, new: str, flags: int = 0) -> Edit:
    return lambda text: re.sub(pattern, new, text, flags=flags | re.MULTILINE)


BARS = r"^(?:\|-)+"


def bars_as(sign: str) -> Edit:
    return lambda text: re.sub(BARS, lambda bars: sign * (len(bars[0]) // 2), text, flags=re.MULTILINE)


ANY_GAME: dict[str, Edit] = {
    "comma": edited(";", ","),
    "comma before h": edited(r";(?= h\b)", ","),
    "comma before alpha": edited(";(?= alpha)", ","),
    "colon": edited("(h|alpha|beta)=", r"\1:"),
    "equals": edited(r"^((?:\|-)*[A-Z]+[0-9]+|first move):", r"\1 ="),
    "first move =": edited("^first move:", "first move ="),
    "First Move -": edited("^first move:", "First Move -"),
    "best move": edited("^first move(?= ?[:=])", "best move"),
    "next move": edited("^first move(?= ?[:=])", "Next move"),
    "utility": edited(r"\bh(?=[=:])", "utility"),
    "value": edited(r"\bh(?=[=:])", "value "),
    "v": edited(r"\bh(?=[=:])", "v"),
    "eval": edited(r"\bh(?=[=:])", "Eval"),
    "prune": edited("pruning", "prune"),
    "pruned": edited("pruning", "pruned"),
    "cut": edited("pruning", "cut"),
    "cut:": edited("pruning", "Cut:"),
    "pruning:": edited("pruning", "pruning:"),
    "labels": lambda text: re.sub(
        r"^((?:\|-)*[A-Z]+)(?=[0-9]+ ?[:=])", lambda label: label[0].lower(), text, flags=re.MULTILINE
    ),
    "minus": edited("([=:])-", "\\1\u2212"),
    "periods": edited(r"\.$", ".."),
    "tabs": bars_as("\t"),
    "blanks": bars_as("    "),
    "dots": bars_as("."),
    "spaced dots": bars_as(". "),
    "no bars": bars_as(""),
    "no alpha": edited("alpha[=:][^,]*, ", ""),
    "no beta": edited(r", beta[=:].*?(\.+)$", r"\1"),
}
"""For every game, by name."""

CHECKERS: dict[str, Edit] = {
    "->": edited("=>", "->"),
    "-->": edited("=>", " --> "),
    "\u2192": edited("=>", "\u2192"),
    "to": edited("=>", " to "),
    "a blank": edited("=>", " "),
    "c3": lambda text: re.sub(
        r"\(([0-7]),([0-7])\)", lambda place: f"{'abcdefgh'[int(place[2])]}{8 - int(place[1])}", text
    ),
}
"""For checkers alone."""

CLASHES = [
    {"comma", "comma before h", "comma before alpha"},
    {"equals", "first move ="},
    {"first move =", "First Move -", "best move", "next move"},
    {"utility", "value", "v", "eval"},
    {"prune", "pruned", "cut", "cut:", "pruning:"},
    {"tabs", "blanks", "dots", "spaced dots", "no bars"},
    {"no alpha", "no beta"},
    {"->", "-->", "\u2192", "to", "a blank"},
    {"equals", "First Move -"},
]
"""Near misses that can't be in one trace, or are of one kind."""


def go_together(names: tuple[str, ...]) -> bool:
    return all(len(clash.intersection(names)) < 2 for clash in CLASHES)
