"""Somebody's trace as the page's data: its lines, followed as far as the rules allow, and what the judge finds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from io import StringIO
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.convention import ASSIGNMENT, Convention
from checkers_ab.core.kit import Kit
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.picture import from_data
from checkers_ab.page.data import Evaluation, PageData
from checkers_ab.page.pictures import Json
from checkers_ab.page.steps import Steps
from checkers_ab.trace.check import CaseReport, Judge
from checkers_ab.trace.describe import finding_data
from checkers_ab.trace.events import Ended, Event, FirstMove, Heading, Key, Oddity, Pruned, Tried
from checkers_ab.trace.finding import Finding, clip
from checkers_ab.trace.reader import read_trace

MOST_FINDINGS = 500
"""On the page; further ones are only counted."""
LONGEST_SHOWN = 1_000
"""Characters of a line."""


def judge_trace(
    kit: Kit[Any, Any, Any],
    cases: Sequence[Case[Any]],
    text: str,
    *,
    depth: int | None = None,
    convention: Convention = ASSIGNMENT,
    evaluate: Evaluation | None = None,
    others: Collection[int] = (),
) -> Json:
    """The page's data for a text with the traces of some states; lines count as in the text.

    Traces under headings with the numbers of `others` are passed over.
    """
    page = PageData(kit, depth=depth, convention=convention, evaluate=evaluate)
    judge = Judge(kit, depth=depth, convention=convention, evaluate=evaluate, evaluation=page.words.evaluation)
    text = StringIO(text, newline=None).read()
    events = list(read_trace(StringIO(text), kit))
    lines = text.split("\n")
    for report in judge.check(cases, events, others=others).cases:
        follower = _Follower(page, report.case, lines)
        follower.follow(event for event in events if report.start < event.line <= report.end)
        page.add(report.case, follower.steps, follower.best, **_report_data(kit, report, follower.steps))
    return page.data() | {"judged": True}


def _report_data(kit: Kit[Any, Any, Any], report: CaseReport, steps: Steps) -> Json:
    return {
        "total": report.counts.total(),
        "findings": [_finding_data(kit, finding, steps) for finding in report.findings[:MOST_FINDINGS]],
        "diagnosis": [_mistake_data(mistake) for mistake in report.explained_by],
        "other_board": report.other_board,
    }


def _finding_data(kit: Kit[Any, Any, Any], finding: Finding, steps: Steps) -> Json:
    data = finding_data(kit, finding)
    if "picture" in data:
        data["picture"], _ = steps.pictures.encode_picture(from_data(data["picture"]))
    if data.get("window"):
        data["window"] = "alpha={}, beta={}".format(*data["window"])
    return data


def _mistake_data(mistake: Mistake) -> Json:
    rule = f"docs/homework.md, paragraph {mistake.rule}"
    return {"sentence": mistake.sentence, "clause": mistake.clause, "fix": mistake.fix, "rule": rule}


class _Follower:
    """Plays the events of a trace: what it claims is believed, what it can't do is shown as text."""

    def __init__(self, page: PageData, case: Case[Any], lines: Sequence[str]) -> None:
        self.kit = page.kit
        self.lines = lines
        self.number = 0
        self.best: list[int] = []
        self.steps = page.steps(case.state, line=self._line)
        self.tree = self.steps.tree
        self.states = [case.state]

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            self.number = event.line
            if not isinstance(event, Heading | Oddity) and not self._followed(event):
                self.steps.note(event.line)

    def _line(self) -> str:
        return clip(self.lines[self.number - 1], LONGEST_SHOWN)

    def _followed(self, event: Event) -> bool:
        """Plays an event; False if that can't be done."""
        if isinstance(event, FirstMove):
            self._answer(event)
            return True
        if not isinstance(event, Tried | Pruned | Ended) or event.ply > self.tree.position.ply + 1:
            return False
        node = self.tree.reach(event.ply)
        self.tree.line = event.line - 1
        match event:
            case Ended():
                self.tree.claim(event.h)
                return False
            case Pruned():
                self.tree.prune(event.ply, node.to_move, event.keys, event.alpha, event.beta)
            case Tried():
                return self._try(event)
        return True

    def _try(self, event: Tried) -> bool:
        state = self.states[event.ply - 1]
        move = self._legal(state, event.key)
        if move is None:
            return False
        side = self.kit.game.to_move(state)
        self.states[event.ply :] = [self.kit.game.play(state, move)]
        if event.h is None:
            self.tree.visit(event.ply, side, move)
        else:
            self.tree.leaf(event.ply, side, move, event.h)
        return True

    def _answer(self, event: FirstMove) -> None:
        root = self.tree.reach(1)
        move = self._legal(self.states[0], event.key)
        self.steps.answer(move, root.value, line=event.line, judged=True)
        self.best = [self.steps.first_lines[move]] if move in self.steps.first_lines else []

    def _legal(self, state: Any, key: Key | None) -> Any:
        """The legal move that is written so; None if there is none."""
        game, kit = self.kit.game, self.kit
        if key is None or game.utility(state) is not None:
            return None
        return next((move for move in game.moves(state) if kit.move_key(kit.format_move(move)) == key), None)
