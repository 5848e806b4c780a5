"""The meaning of one line of somebody's trace, in the order of that trace."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from io import StringIO
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.tree import Node, Step, TreeBuilder
from checkers_ab.trace.check import Judge
from checkers_ab.trace.events import Event, FirstMove, Heading, Pruned
from checkers_ab.trace.explain import Explanation, explain_answer, explain_step
from checkers_ab.trace.finding import Finding
from checkers_ab.trace.follow import Follower
from checkers_ab.trace.reader import read_trace
from checkers_ab.trace.report import CaseReport
from checkers_ab.trace.sentences import Sentences

OUTSIDE = "It is no part of a trace."


def explain_own_line(
    judge: Judge,
    words: Sentences,
    cases: Sequence[Case[Any]],
    text: str,
    line: int,
    *,
    others: Collection[int] = (),
) -> Explanation:
    """The meaning of a line of a text with the traces of some states, and what the judge finds wrong with it.

    Traces under headings with the numbers of `others` are passed over.
    """
    text = StringIO(text, newline=None).read()
    events = list(read_trace(StringIO(text), judge.kit))
    if heading := next((event for event in events if event.line == line and isinstance(event, Heading)), None):
        return Explanation(sentences=[f"It is the label of {heading.text}."])
    reports = judge.check(cases, text, others=others, diagnosed=False).cases
    report = next((report for report in reports if report.start < line <= report.end), None)
    if report is None:
        return Explanation(sentences=[OUTSIDE])
    return _explain(words, report, [event for event in events if report.start < event.line <= report.end], line)


def _explain(words: Sentences, report: CaseReport, events: list[Event], line: int) -> Explanation:
    state = report.case.state
    reader = _Reader(words, state, line)
    reader.follow(events)
    found = [_in_words(finding) for finding in report.findings if finding.line == line]
    if reader.step is not None:
        meant = explain_step(words, state, reader.step, reader.following, claimed=bool(found))
        meant.sentences.extend(reader.came_back(words))
    elif reader.answered is not None:
        meant = explain_answer(words, state, *reader.answered)
    else:
        known = found or any(event.line == line for event in events)
        meant = Explanation(sentences=[words.wording(("text", True)) if known else OUTSIDE])
    meant.sentences.extend(found)
    return meant


def _in_words(finding: Finding) -> str:
    data = finding.in_words()
    return f"This line is wrong ({finding.kind}): {data['message']} Expected: {data['expected']}."


class _Reader(Follower):
    """Follows a trace, and keeps the step that stands on a line, the one after it, and the one that came back."""

    def __init__(self, words: Sentences, state: Any, line: int) -> None:
        kit = words.kit
        self.line = line
        self.step: Step | None = None
        self.following: Step | None = None
        self.returned: Step | None = None
        self.after_return: Step | None = None
        self.answered: tuple[Node, Any, Any] | None = None
        super().__init__(kit, state, TreeBuilder(kit.game.to_move(state), plies=1, heard=self.hear))

    def hear(self, step: Step) -> None:
        if self.returned is not None:
            self.after_return = self.after_return or step
        if self.step is not None:
            self.following = self.following or step
            if step.kind == "return" and step.line == self.line:
                self.returned = step
        elif step.line == self.line and step.kind != "return":
            self.step = step

    def answer(self, event: FirstMove, move: Any) -> None:
        if event.line == self.line and (move is not None or event.key is None):
            self.answered = (self.tree.root, move, self.tree.root.value if move is not None else None)

    def moves_of(self, event: Pruned) -> tuple[Any, ...]:
        """The legal moves; others are left out."""
        legal = (self._legal(event.ply, key) for key in event.keys)
        return tuple(move for move in legal if move is not None)

    def came_back(self, words: Sentences) -> list[str]:
        """The value that came back from below a move, and what it did to the window."""
        step = self.returned
        if step is None:
            return []
        phrases = [
            ("return", words.say(step)[0][1]),
            words.narrowing(step),
            ("window-now", True) if step.window != step.before else None,
            words.closing(step, self.after_return),
        ]
        return [words.fill(phrase, step) for phrase in phrases if phrase]
