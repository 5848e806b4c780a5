"""The data of the page: the searches of some states, as JSON (see docs/explorer.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.order import Beam
from checkers_ab.core.perft import tree_size
from checkers_ab.core.setting import AnySetting, Setting
from checkers_ab.core.tree import Node
from checkers_ab.explain.follow import tell_log
from checkers_ab.explain.sentences import Sentences
from checkers_ab.logs.base import Log
from checkers_ab.logs.trace import TRACE
from checkers_ab.page.pictures import Json
from checkers_ab.page.steps import KINDS, Steps
from checkers_ab.page.texts import Phrases, Strings

MOST_STEPS = 30_000
"""A page with more would be slow to open."""
QUESTIONS = (
    *("ask-window", "alpha", "beta", "stay", "ask-h"),
    *("ask-cut", "cuts", "goes-on", "open", "elsewhere", "ask-setter", "ask-move"),
)
"""The phrases of guess mode; each stands twice, for MAX and for MIN."""
PLAIN_LIMIT = 200_000
"""From this many positions on, the tree of plain minimax is not counted."""
BEAM_LIMIT = 5_000
"""The same under a beam, which values every move that it looks at."""


def search_cases(
    setting: AnySetting,
    cases: Sequence[Case[Any]],
    *,
    labelled: bool = False,
    beam: int | None = None,
    log: Log = TRACE,
) -> Json:
    """The page's data for some states of a game; lines count as in what `solve` writes for the same cases.

    With a `beam` only so many moves of each state are looked at, the best by the evaluation.
    """
    if beam is not None:
        kit = copy(setting.kit)
        kit.game = Beam(kit.game, setting.evaluate, beam)
        setting = Setting(kit, setting.depth, setting.convention, setting.evaluate)
    page = PageData(setting, log)
    written = 0
    for place, case in enumerate(cases):
        written += (2 if place else 1) if labelled else 0
        lines: list[str] = []
        steps = page.steps(case.state, text=partial(_text, lines, written))
        tell_log(setting, case.state, log, lines, steps.hear, written)
        written += len(lines)
        page.add(case, steps, best_line(steps.tree.root), limit=PLAIN_LIMIT if beam is None else BEAM_LIMIT)
    return page.data()


class PageData:
    """The data of a page while its cases are added."""

    def __init__(self, setting: AnySetting, log: Log = TRACE, *, claimed: bool = False) -> None:
        self.setting = setting
        self.log = log
        self.kit = setting.kit
        self.depth = setting.depth
        self.claimed = claimed
        self.words = Sentences(setting, log)
        self.strings = Strings()
        self.phrases = Phrases(self.words)
        self.cases: list[Json] = []

    def steps(self, state: Any, *, text: Callable[[int], str]) -> Steps:
        """The steps of a case, to be filled; see `Steps`."""
        claimed, backs = self.claimed, "backs" in self.log.shows
        return Steps(
            self.words, self.strings, self.phrases, state, text=text, most=MOST_STEPS, claimed=claimed, backs=backs
        )

    def add(self, case: Case[Any], steps: Steps, best: list[int], *, limit: int = PLAIN_LIMIT, **more: Any) -> None:
        """A case whose steps are complete, with the lines of its best line."""
        plain = tree_size(self.kit.game, case.state, self.depth, limit=limit)
        root = steps.tree.root
        data = {
            "label": case.label,
            "picture": steps.picture,
            "frames": steps.pictures.frames,
            "values": steps.scale.listed(),
            "steps": steps.columns(),
            "best": best,
            "nodes": 1 + root.positions,
            "cut": root.moves_cut,
            "plain": f"{limit:,} or more" if plain is None else f"{plain:,}",
            "left_out": steps.left_out,
        }
        self.cases.append(data | more)

    def data(self) -> Json:
        """All cases, and everything that they have in common."""
        return {
            "game": self.kit.name,
            "depth": self.depth,
            "sides": {side.name.lower(): name for side, name in self.kit.sides.items()},
            "kinds": KINDS,
            "texts": list(self.strings),
            "questions": {name: [self.phrases[name, side] for side in (True, False)] for name in QUESTIONS},
            "primer": [[word, self.words.wording((f"{word}-is", True))] for word in self.words.primer],
            "phrases": self.phrases.listed(),
            "judged": self.claimed,
            "cases": self.cases,
        } | ({} if self.log is TRACE else {"log": self.log.noun})


def best_line(root: Node) -> list[int]:
    """The lines of the best moves, from the root."""
    lines = []
    node = root.best
    while node is not None:
        lines.append(node.line)
        node = node.best
    return lines


def _text(lines: list[str], start: int, line: int) -> str:
    return lines[line - start - 1].rstrip("\n")
