"""The meaning of one line of a trace, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.game import Side
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import Step
from checkers_ab.core.tree import Node
from checkers_ab.explain.follow import Follower, Moment, Moments, tell_trace
from checkers_ab.explain.sentences import Phrase, Sentences
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import CaseReport, Finding
from checkers_ab.logs.events import Event, FirstMove, Heading, Pruned
from checkers_ab.logs.lines_reader import read_trace

AnySetting = Setting[Any, Any, Any]


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """Sentences, and the states before and after the move, None where there is none."""

    sentences: list[str]
    before: Any = None
    after: Any = None
    move: Any = None


@dataclass(frozen=True, kw_only=True)
class ExplainedTrace:
    """The lines of a trace, each with its end, and the explanation of one of them; None for a blank one."""

    lines: list[str]
    explanation: Explanation | None


class _Reader:
    """Hears a log and keeps what stands on a line, what comes next, and the value that came back from below it."""

    def __init__(self, side: Side, line: int) -> None:
        self.line = line
        self.step: Moment | None = None
        self.following: Moment | None = None
        self.returned: Moment | None = None
        self.after_return: Moment | None = None
        self.answer: Step | None = None
        self._moments = Moments(side, self._hear)
        self.root = self._moments.tree.root

    def hear(self, step: Step, line: int) -> None:
        if step.kind == "answer" and line == self.line:
            self.answer = step
        self._moments(step, line)

    def _hear(self, step: Moment) -> None:
        if self.returned is not None:
            self.after_return = self.after_return or step
        if self.step is not None:
            self.following = self.following or step
            if step.kind == "return" and step.line == self.line:
                self.returned = step
        elif step.line == self.line and step.kind != "return":
            self.step = step

    def explain(self, words: Sentences, state: Any, *, claimed: bool = False) -> Explanation | None:
        """The meaning of the line; None if no step stands there."""
        if self.step is not None:
            return _explain_step(words, state, self.step, self.following, claimed=claimed)
        return None if self.answer is None else _explain_answer(words, state, self.root, self.answer)

    def came_back(self, words: Sentences) -> list[str]:
        """The value that came back from below a move, and what it did to the window."""
        step = self.returned
        if step is None:
            return []
        phrases = [("return", words.say(step)[0][1]), *_window_phrases(words, step, self.after_return)]
        return [words.fill(phrase, step) for phrase in phrases]


def explain_line(setting: AnySetting, state: Any, line: int, *, start: int = 0) -> ExplainedTrace:
    """The trace of a state, and what a line of it means; `start` lines stand before the trace."""
    lines: list[str] = []
    reader = _Reader(setting.kit.game.to_move(state), line)
    tell_trace(setting, state, lines, reader.hear, start)
    return ExplainedTrace(lines=lines, explanation=reader.explain(Sentences(setting), state))


def _explain_step(words: Sentences, root: Any, step: Moment, following: Moment | None, *, claimed: bool) -> Explanation:
    """A step of a search below a root, and the one after it; its value may be only what a wrong trace claims."""
    game = words.kit.game
    before = root
    for node in step.path[1:]:
        before = game.play(before, node.move)
    if step.child is None:
        return Explanation(sentences=_cut_sentences(words, step), before=before)
    after = game.play(before, step.child.move)
    sentences = [_fill_with_path(words, "tries-at", step), *_window_sentences(words, step)]
    if step.kind == "visit":
        again = words.moves_again(step)
        sentences.append(words.fill(("below-again", step.side is Side.MAX) if again else ("below", True), step))
    else:
        sentences += _value_sentences(words, step, after, following, claimed)
    return Explanation(sentences=sentences, before=before, after=after, move=step.child.move)


def _cut_sentences(words: Sentences, step: Moment) -> list[str]:
    assert step.cut is not None
    maximizing = step.side is Side.MAX
    reasons = words.why_cut(step)
    if not words.closes(*step.window):
        reasons = [(words.cut_open, maximizing)]
    elif ("avoided", maximizing) in reasons:
        reasons.append(("harmless", maximizing))
    return [
        _fill_with_path(words, "leaves-out", step, moves=", ".join(map(words.kit.format_move, step.cut.moves))),
        *_window_sentences(words, step),
        *(words.fill(phrase, step) for phrase in reasons),
    ]


def _window_sentences(words: Sentences, step: Moment) -> list[str]:
    """The window before a step, and the moves that set its ends."""
    if step.kind == "leaf" and step.child is not None:
        step = step._replace(window=step.before, alpha_by=step.child.alpha_by, beta_by=step.child.beta_by)
    phrases = [("window", True)]
    phrases += [("alpha-set", True)] if step.alpha_by else []
    phrases += [("beta-set", False)] if step.beta_by else []
    return [words.fill(phrase, step) for phrase in phrases]


def _value_sentences(words: Sentences, step: Moment, state: Any, following: Moment | None, claimed: bool) -> list[str]:
    made_up = words.make_up(state)
    if claimed:
        sentences = [words.fill(("claims", True), step), *([made_up] if made_up else [])]
    elif words.kit.game.utility(state) is not None:
        sentences = [words.fill(("ended", True), step, why=made_up.removesuffix("."))]
    else:
        sentences = [words.fill(("worth", True), step), *([made_up] if made_up else [])]
    return sentences + [words.fill(phrase, step) for phrase in _window_phrases(words, step, following)]


def _window_phrases(words: Sentences, step: Moment, following: Moment | None) -> list[Phrase]:
    """The window after a value that came back."""
    now = ("window-now", True) if step.window != step.before else None
    return [phrase for phrase in (words.narrowing(step), now, words.closing(step, following)) if phrase]


def _explain_answer(words: Sentences, state: Any, root: Node, answer: Step) -> Explanation:
    """The last line of a trace."""
    if not answer.path:
        return Explanation(sentences=[words.wording(("over", True))], before=state)
    move, value = answer.path[0], answer.value
    filling = {"move": words.kit.format_move(move), "value": "" if value is None else words.spell(value)}
    sentences = [words.wording(phrase).format_map(filling) for phrase in words.answer(root, move, value)]
    return Explanation(sentences=sentences, before=state, after=words.kit.game.play(state, move), move=move)


def _fill_with_path(words: Sentences, name: str, step: Moment, **more: str) -> str:
    path = words.path(step)
    return words.fill((name, step.side is Side.MAX), step, after=f", after {path}" if path else "", **more)


OUTSIDE = "It is no part of a trace."


def explain_own_line(
    setting: AnySetting, cases: Sequence[Case[Any]], text: str, line: int, *, others: Collection[int] = ()
) -> Explanation:
    """The meaning of a line of a text with the traces of some states, and what the judge finds wrong with it.

    Traces under headings with the numbers of `others` are passed over.
    """
    text = StringIO(text, newline=None).read()
    events = list(read_trace(StringIO(text), setting.kit))
    if heading := next((event for event in events if event.line == line and isinstance(event, Heading)), None):
        return Explanation(sentences=[f"It is the label of {heading.text}."])
    reports = Judge(setting).check(cases, text, others=others, diagnosed=False).cases
    report = next((report for report in reports if report.start < line <= report.end), None)
    if report is None:
        return Explanation(sentences=[OUTSIDE])
    own = [event for event in events if report.start < event.line <= report.end]
    return _explain(Sentences(setting), report, own, line)


def _explain(words: Sentences, report: CaseReport, events: list[Event], line: int) -> Explanation:
    state = report.case.state
    reader = _Reader(words.kit.game.to_move(state), line)
    _LegalFollower(words.kit, state, words.closes, reader.hear).follow(events)
    found = [_in_words(finding) for finding in report.findings if finding.line == line]
    if reader.answer is not None and not reader.answer.path and FirstMove(line, None) not in events:
        reader.answer = None  # it is not legal
    meant = reader.explain(words, state, claimed=bool(found))
    if meant is None:
        known = found or any(event.line == line for event in events)
        meant = Explanation(sentences=[words.wording(("text", True)) if known else OUTSIDE])
    meant.sentences.extend([*reader.came_back(words), *found])
    return meant


def _in_words(finding: Finding) -> str:
    data = finding.in_words()
    return f"This line is wrong ({finding.kind}): {data['message']} Expected: {data['expected']}."


class _LegalFollower(Follower):
    """Leaves out what is not legal among the moves of a pruning line."""

    def moves_of(self, event: Pruned) -> tuple[Any, ...]:
        return tuple(move for move in map(self._legal, event.keys) if move is not None)
