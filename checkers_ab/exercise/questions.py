"""Questions about a search, with keys; answers, those of programs with mistakes and those of students."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import Mistake
from checkers_ab.exercise.facts import SILENT, Path, Run, run
from checkers_ab.exercise.trees import is_tree
from checkers_ab.judge.answer import true_values
from checkers_ab.judge.check import Judge
from checkers_ab.judge.coverage import Programs

NAMES = ("value", "move", "visited", "cuts", "window", "count", "trace")
"""The questions, in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer: what a program with a mistake would answer."""

    answer: str
    mistake: str
    feedback: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its key and wrong answers, all of them different."""

    name: str
    text: str
    key: str
    wrong: tuple[Wrong, ...]


TAUGHT = ("search", "answer")
"""The parts whose mistakes come first: they are what the exercise is about."""
MOST_TRACES = 3
"""Wrong traces that are kept: they are long."""

NO_CUTS = "none"
THEN = " then "
"""Between the moves of a line."""

Mistaken = list[tuple[Mistake, Run]]


class Asker:
    """Makes the questions about the states of one game."""

    def __init__(self, programs: Programs, wanted: Collection[str] = ()) -> None:
        """Where several mistakes give the same answer, it is said to be that of a `wanted` one."""
        self.programs = programs
        self.kit: AnyKit = programs.kit
        self.judge = Judge(programs.setting)
        known = [mistake for mistake in programs.mistakes.values() if mistake.part not in SILENT]
        self.mistakes = sorted(known, key=lambda mistake: (mistake.name not in wanted, mistake.part not in TAUGHT))

    def ask(self, state: Any) -> tuple[Question, ...]:
        """The questions whose wrong answers differ from the right one."""
        right = Run(self.kit, self.programs.model, state)
        mistaken = list(self._mistaken(state))
        node = self._pick_node(right, mistaken)
        asked = (self._question(name, right, mistaken, state, node) for name in NAMES)
        return tuple(question for question in asked if question.key and question.wrong)

    def answer(self, found: Run, question: str, node: Path = ()) -> str:
        """The answer of a program to a question; `node` is the one that is asked about. Empty if there is none."""
        kit = self.kit
        match question:
            case "value":
                return kit.format_value(found.value)
            case "move":
                return kit.format_move(found.move)
            case "count":
                return str(len(found.leaves))
            case "visited" if is_tree(kit):
                return ", ".join(path[-1] for path, _ in found.leaves)
            case "visited":
                return ", ".join(kit.format_value(value) for _, value in found.leaves)
            case "cuts" if is_tree(kit):
                return ", ".join(move for _, moves in found.cuts for move in moves) or NO_CUTS
            case "cuts":
                return "; ".join(self._spell(path) for path, _ in found.cuts) or NO_CUTS
            case "window" if node in found.windows:
                return ", ".join(map(kit.format_value, found.windows[node]))
            case "trace":
                return found.trace
        return ""

    def introduce(self, state: Any) -> str:
        """The task for a tree or board."""
        kit, depth = self.kit, self.programs.model.depth
        side = kit.sides[kit.game.to_move(state)]
        if is_tree(kit):
            whole = f"Search this tree with alpha-beta, from left to right. {side} moves at the root. {CUT_RULE}"
            return f"{whole} {kit.instructions}".rstrip()
        plies = f"{depth} plies" if depth != 1 else "one ply"
        return f"{side} is to move. Search {plies} with alpha-beta. {CUT_RULE} {kit.instructions}"

    def _mistaken(self, state: Any) -> Iterator[tuple[Mistake, Run]]:
        for mistake in self.mistakes:
            for model in self.programs.variants(mistake.name):
                found = run(self.kit, model, state)
                if found is not None:
                    yield mistake, found

    def _question(self, name: str, right: Run, mistaken: Mistaken, state: Any, node: Path) -> Question:
        key = self.answer(right, name, node)
        known = {parse_answer(self.kit, name, key)}
        if name == "move":
            known |= {parse_answer(self.kit, name, move) for move in self._optimal(state, right.value)}
        wrong: list[Wrong] = []
        for mistake, found in mistaken:
            answer = self.answer(found, name, node)
            meaning = parse_answer(self.kit, name, answer)
            if meaning is None or meaning in known:
                continue
            if name == "trace" and (len(wrong) == MOST_TRACES or self._is_right(state, answer)):
                continue
            known.add(meaning)
            wrong.append(
                Wrong(answer, mistake.name, f"This is the answer of a program that {mistake.clause}. {mistake.fix}")
            )
        return Question(name, self._text(name, right, node), key, tuple(wrong))

    def _optimal(self, state: Any, best: Any) -> list[str]:
        """The first moves that are truly best: none of them is a wrong answer."""
        model = self.programs.model
        values = true_values(model, state, list(model.game.moves(state)))
        return [self.kit.format_move(move) for move, value in values.items() if value == best]

    def _is_right(self, state: Any, trace: str) -> bool:
        """True if a trace is right all the same: one with another of several best moves."""
        return self.judge.check([Case("case1", 1, False, state, [])], trace, diagnosed=False).valid

    def _pick_node(self, right: Run, mistaken: Mistaken) -> Path:
        """The node whose window most mistakes get wrong, each in its own way; the first of these."""

        def ways(node: Path) -> int:
            return len({self.answer(found, "window", node) for _, found in mistaken} - {""})

        return max(right.windows, key=ways, default=())

    def _spell(self, path: Path) -> str:
        """A line of moves."""
        return THEN.join(map(self.kit.format_move, path))

    def _text(self, name: str, right: Run, node: Path) -> str:
        kit = self.kit
        if name == "window":
            where = node[-1] if is_tree(kit) and node else self._spell(node)
            at = f"node {where}" if is_tree(kit) else f"the position after {where}"
            return f"What are alpha and beta when the search of {at} begins? Write both, as in: -inf, 3"
        return (TREE_TEXTS if is_tree(kit) else BOARD_TEXTS)[name]


CUT_RULE = "Cut as soon as alpha >= beta."
TREE_TEXTS = {
    "value": "What is the value of the root?",
    "move": "Which child of the root is the best move? If several are equally good, name the first.",
    "visited": "Which leaves are evaluated, in order? Write their names, as in: a, b, d",
    "cuts": "Which branches are cut? Write the names of the nodes and leaves that they lead to, as in: e, G (or: none)",
    "count": "How many leaves are evaluated?",
    "trace": "Write the whole trace of the search, a line for each step.",
}
BOARD_TEXTS = {
    **TREE_TEXTS,
    "value": "What is the value of this position?",
    "move": "Which first move is best? If several are equally good, name the first.",
    "visited": "What are the values of the leaves that are evaluated, in order? Write them as in: 1, 0, -2",
    "cuts": "After which lines are the other moves cut? Write each line as: MOVE then MOVE; and so on, or: none",
}


LONGEST = 100_000
"""Characters of an answer."""
_NUMBER = re.compile(r"[-+\u2212]?\s*(?:infinity|inf|\u221e|[0-9]+(?:[./][0-9]+)?)", re.IGNORECASE)
_LABEL = re.compile(r"[a-z\u03b1\u03b2]+\s*[=:]", re.IGNORECASE)


def parse_answer(kit: AnyKit, question: str, text: str) -> Hashable | None:
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
            lines = (line for line in re.split(r"[;\n]", text) if line.strip())
            return frozenset(tuple(map(kit.move_key, re.split(THEN.strip(), line))) for line in lines)
        case "window":
            ends = tuple(_value(kit, found) for found in _NUMBER.findall(_LABEL.sub(" ", text)))
            return ends if len(ends) == 2 and None not in ends else None
    return text


def _value(kit: AnyKit, text: str) -> Any:
    return kit.parse_value(text.strip().replace("\u2212", "-").rstrip("."))


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;()\[\]{}]+", text) if word]
