"""Answers to questions: those of a program, right or with a mistake, and those of students, read with tolerance."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.kit import Kit
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.steps import HookCaller, Step
from checkers_ab.exercise.trees import is_tree
from checkers_ab.judge.model import AnyModel
from checkers_ab.judge.program import Program, shown_value
from checkers_ab.logs.lines import TraceWriter

Path = tuple[Any, ...]
"""The moves from the root to a node."""
NO_CUTS = "none"
THEN = " then "
"""Between the moves of a line."""

SILENT = ("notation", "writing")
"""The parts of a program whose mistakes change only how a trace is written."""


def only_printed(mistake: Mistake) -> bool:
    """True for a mistake that changes nothing but the trace."""
    return mistake.part in SILENT or mistake.name == "window-before-update"


class Run:
    """The search of a program: the leaves that it visits, its cuts, the windows of its nodes, and its trace."""

    def __init__(self, kit: Kit[Any, Any, Any], model: AnyModel, state: Any) -> None:
        self.kit = kit
        self.model = model
        self.leaves: list[tuple[Path, Any]] = []
        self.cuts: list[tuple[Path, tuple[Any, ...]]] = []
        """The line after whose last move the others are cut, and these."""
        self.windows: dict[Path, tuple[Any, Any]] = {}
        """The windows with which the nodes begin."""
        self._line: Path = ()
        lines: list[str] = []
        writer = TraceWriter(lines.append, kit)
        self._write = HookCaller(writer)
        program = Program(model, state, self._hear)
        writer.first_move(program.answer)
        self.trace = "".join(lines)
        self.value = program.value
        self.move = program.answer

    def _hear(self, step: Step) -> None:
        match step.kind:
            case "enter":
                self._line = step.path
                self.windows[step.path] = (step.alpha, step.beta)
            case "leaf":
                self._line = step.path
                step = step._replace(value=shown_value(self.model, step))
                self.leaves.append((step.path, step.value))
            case "cut":
                self.cuts.append((self._line[: len(step.path) + 1], tuple(step.moves)))
        self._write(step)

    def answer(self, question: str, node: Path = ()) -> str:
        """The answer to a question; `node` is the one that is asked about. Empty if the program has none."""
        kit = self.kit
        match question:
            case "value":
                return kit.format_value(self.value)
            case "move":
                return kit.format_move(self.move)
            case "count":
                return str(len(self.leaves))
            case "visited" if is_tree(kit):
                return ", ".join(path[-1] for path, _ in self.leaves)
            case "visited":
                return ", ".join(kit.format_value(value) for _, value in self.leaves)
            case "cuts" if is_tree(kit):
                return ", ".join(move for _, moves in self.cuts for move in moves) or NO_CUTS
            case "cuts":
                return "; ".join(self.spell(path) for path, _ in self.cuts) or NO_CUTS
            case "window" if node in self.windows:
                return ", ".join(map(kit.format_value, self.windows[node]))
            case "trace":
                return self.trace
        return ""

    def spell(self, path: Path) -> str:
        """A line of moves."""
        return THEN.join(map(self.kit.format_move, path))


def run(kit: Kit[Any, Any, Any], model: AnyModel, state: Any) -> Run | None:
    """The run of a program; None if it needs a value that does not exist, or takes the game to be over."""
    try:
        found = Run(kit, model, state)
    except ValueMissingError:
        return None
    return None if found.value is None else found


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
