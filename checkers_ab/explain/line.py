"""The meaning of one line of a trace, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.game import Side
from checkers_ab.core.setting import Setting
from checkers_ab.core.tree import Node, Step, TreeBuilder
from checkers_ab.explain.follow import Follower
from checkers_ab.explain.sentences import Sentences
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import CaseReport, Finding
from checkers_ab.logs.events import Event, FirstMove, Heading, Pruned
from checkers_ab.logs.lines_reader import read_trace
from checkers_ab.logs.traced import TracedTree

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


class _Listener:
    """Keeps the step that stands on a line, and the one that follows it."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.step: Step | None = None
        self.following: Step | None = None

    def hear(self, step: Step) -> None:
        if self.step is not None:
            self.following = self.following or step
        elif step.line == self.line and step.kind != "return":
            self.step = step


def explain_line(setting: AnySetting, state: Any, line: int, *, start: int = 0) -> ExplainedTrace:
    """The trace of a state, and what a line of it means; `start` lines stand before the trace."""
    lines: list[str] = []
    listener = _Listener(line)
    tree = TreeBuilder(setting.kit.game.to_move(state), plies=1, line=start, heard=listener.hear)
    writer = TracedTree(lines.append, setting.kit, setting.convention, tree)
    result = setting.search(state, writer)
    writer.first_move(result.move)
    words = Sentences(setting)
    root = tree.finish()
    explanation = None
    if listener.step is not None:
        explanation = explain_step(words, state, listener.step, listener.following)
    elif line == start + len(lines):
        explanation = explain_answer(words, state, root, result.move, result.value)
    return ExplainedTrace(lines=lines, explanation=explanation)


def explain_step(
    words: Sentences, root: Any, step: Step, following: Step | None, *, claimed: bool = False
) -> Explanation:
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


def _cut_sentences(words: Sentences, step: Step) -> list[str]:
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


def _window_sentences(words: Sentences, step: Step) -> list[str]:
    """The window before a step, and the moves that set its ends."""
    if step.kind == "leaf" and step.child is not None:
        step = step._replace(window=step.before, alpha_by=step.child.alpha_by, beta_by=step.child.beta_by)
    phrases = [("window", True)]
    phrases += [("alpha-set", True)] if step.alpha_by else []
    phrases += [("beta-set", False)] if step.beta_by else []
    return [words.fill(phrase, step) for phrase in phrases]


def _value_sentences(words: Sentences, step: Step, state: Any, following: Step | None, claimed: bool) -> list[str]:
    made_up = words.make_up(state)
    if claimed:
        sentences = [words.fill(("claims", True), step), *([made_up] if made_up else [])]
    elif words.kit.game.utility(state) is not None:
        sentences = [words.fill(("ended", True), step, why=made_up.removesuffix("."))]
    else:
        sentences = [words.fill(("worth", True), step), *([made_up] if made_up else [])]
    phrases = [
        words.narrowing(step),
        ("window-now", True) if step.window != step.before else None,
        words.closing(step, following),
    ]
    return sentences + [words.fill(phrase, step) for phrase in phrases if phrase]


def explain_answer(words: Sentences, state: Any, root: Node, move: Any, value: Any) -> Explanation:
    """The last line of a trace; None for both if the game is over."""
    if move is None:
        return Explanation(sentences=[words.wording(("over", True))], before=state)
    filling = {"move": words.kit.format_move(move), "value": "" if value is None else words.spell(value)}
    sentences = [words.wording(phrase).format_map(filling) for phrase in words.answer(root, move, value)]
    return Explanation(sentences=sentences, before=state, after=words.kit.game.play(state, move), move=move)


def _fill_with_path(words: Sentences, name: str, step: Step, **more: str) -> str:
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
