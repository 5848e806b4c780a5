"""Somebody's trace as the page's data: its lines, followed as far as the rules allow, and the checker's findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from checkers_ab.core.perft import tree_size
from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.games.checkers.notation import row_and_column
from checkers_ab.games.checkers.rules import INF, Checkers
from checkers_ab.page.data import CHECKERS, MOST_STEPS, PLAIN_LIMIT, SIDES, case_data, page_data, picture
from checkers_ab.page.steps import Json, Steps
from checkers_ab.trace.check import Verdict, check_traces
from checkers_ab.trace.convention import Convention
from checkers_ab.trace.faults import format_step
from checkers_ab.trace.finding import Finding, clip, spell
from checkers_ab.trace.meaning import CHECKERS as RULES
from checkers_ab.trace.meaning import Meaning, Squares, meanings_of
from checkers_ab.trace.reader import Cut, Ended, Event, First, Heading, Oddity, Path, Tried, read_trace

MOST_FINDINGS = 500
"""On the page; further ones are only counted."""
LONGEST_SHOWN = 1_000
"""Characters of a line."""


def judge_trace(cases: Sequence[Case], text: str, *, depth: int, convention: Convention, others: set[int]) -> Json:
    """The page's data for a text with the traces of some boards; lines count as in the text."""
    meanings = meanings_of(convention, depth)
    verdicts = check_traces(cases, read_trace(StringIO(text)), meanings, others=others)
    lines = text.split("\n")
    events = list(read_trace(StringIO(text)))
    judged = []
    for verdict in verdicts:
        own = [event for event in events if verdict.start < event.line <= verdict.end]
        judged.append(_judged_case(verdict, own, lines, depth))
    return page_data("checkers", SIDES, depth, judged, cut=convention.cut) | {"judged": True}


def _judged_case(verdict: Verdict, events: Sequence[Event], lines: Sequence[str], depth: int) -> Json:
    board = verdict.case.board
    follower = _Follower(verdict.case, lines)
    follower.follow(events)
    plain = tree_size(Checkers(), board, depth, limit=PLAIN_LIMIT)
    data = case_data(verdict.case.label, picture(board), follower.steps, plain=plain, limit=PLAIN_LIMIT)
    data["best"] = follower.best
    data["total"] = verdict.total
    data["findings"] = [_as_json(finding) for finding in verdict.findings[:MOST_FINDINGS]]
    data["diagnosis"] = [
        {"sentence": mistake.sentence, "clause": mistake.clause, "fix": mistake.fix, "paragraph": mistake.paragraph}
        for mistake in verdict.diagnosis
    ]
    data["other_board"] = verdict.other_board
    return data


class _Follower:
    """Plays the events of a trace: what it claims is believed, what it can't do is shown as text."""

    def __init__(self, case: Case, lines: Sequence[str]) -> None:
        self.lines = lines
        self.number = 0
        self.paths = Meaning().squares_by_path
        self.best: list[int] = []
        self.steps = Steps(
            Checkers(), case.board, window=(-INF, INF), writing=CHECKERS, line=self._line, most=MOST_STEPS
        )

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            self.number = event.line
            if not isinstance(event, Heading | Oddity) and not self._followed(event):
                self.steps.note("text")

    def _line(self) -> tuple[int, str]:
        return self.number, clip(self.lines[self.number - 1].rstrip("\r"), LONGEST_SHOWN)

    def _followed(self, event: Event) -> bool:
        steps = self.steps
        if isinstance(event, First):
            move = self._legal_first(event.path)
            steps.answer(move, steps.root.best)
            self.best = steps.line_of([move] if move else [])
            return True
        if not isinstance(event, Tried | Cut | Ended) or event.ply > len(steps.stack):
            return False
        steps.come_back(event.ply)
        node = steps.deepest
        side = steps.game.to_move(node.state)
        match event:
            case Ended():
                node.best = event.h
                return False
            case Cut():
                steps.prune(event.ply, side, event.paths, event.alpha, event.beta)
            case Tried():
                move = self.paths.get(event.path)
                if RULES.utility(node.state) is not None or move not in RULES.moves(node.state):
                    return False
                if event.h is None:
                    steps.visit(event.ply, side, move)
                else:
                    steps.leaf(event.ply, side, move, event.h)
        return True

    def _legal_first(self, path: Path | None) -> Squares | None:
        self.steps.come_back(1)
        board = self.steps.root.state
        move = self.paths.get(path) if path else None
        return move if RULES.utility(board) is None and move in RULES.moves(board) else None


def _as_json(finding: Finding) -> Json:
    data: dict[str, Any] = {**finding.in_words(), "paragraph": finding.paragraph}
    scene = finding.scene
    if scene is not None:
        data["after"] = [format_step(step) for step in scene.path]
        data["window"] = None if scene.window is None else [spell(end) for end in scene.window]
        data["board"] = picture(scene.board)
        data["squares"] = [list(row_and_column(square)) for square in scene.move or ()]
    return data
