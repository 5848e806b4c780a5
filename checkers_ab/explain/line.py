"""The meaning of one line of a trace, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from io import StringIO
from itertools import zip_longest
from typing import Any, NamedTuple

from checkers_ab.core.case import Case
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import States, Step
from checkers_ab.core.tree import Node
from checkers_ab.explain.follow import Follower, Moment, Moments, tell_log
from checkers_ab.explain.sentences import Phrase, Sentences, next_here
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import Finding
from checkers_ab.logs.base import Log
from checkers_ab.logs.events import FirstMove, Heading, Row
from checkers_ab.logs.trace import TRACE


class Explanation(NamedTuple):
    """Sentences, and the states before and after the move, None where there is none."""

    sentences: list[str]
    before: Any = None
    after: Any = None
    move: Any = None


class ExplainedLog(NamedTuple):
    """The lines of a log, each with its end, and the explanation of one of them."""

    lines: list[str]
    explanation: Explanation


class _Reader:
    """Hears a log, and says what a line of it means."""

    def __init__(self, words: Sentences, state: Any, line: int) -> None:
        self.line = line
        self.step: Step | None = None
        """The step of the line, if that is the answer, or shows the root before any move."""
        self._words, self._state = words, state
        self._heard: list[Moment] = []
        self._moments = Moments(words.kit.game.to_move(state), self._heard.append)

    def hear(self, step: Step, line: int) -> None:
        if line == self.line and (step.kind == "answer" or (not step.path and step.kind in ("enter", "leaf"))):
            self.step = step
        self._moments(step, line)

    def explain(self, *, claimed: bool = False) -> Explanation | None:
        """The meaning of the line; None if no step stands there. Its value may be only what a wrong trace claims."""
        words, state = self._words, self._state
        for kinds in (("visit", "leaf"), (), ("prune",)):
            for step, following in zip_longest(self._heard, self._heard[1:]):
                if (step.row == self.line) if not kinds else (step.kind in kinds and step.line == self.line):
                    before = States(words.kit.game, state).at(tuple(node.move for node in step.path[1:]))
                    if not kinds:
                        return Explanation(_row_sentences(words, step, following), before)
                    return _explain_step(words, before, step, following, claimed=claimed)
        if self.step is None:
            return None
        if self.step.kind == "enter":
            return Explanation([words.begins(self.step.side), words.wording(("start", True))], state)
        return _explain_answer(words, state, self._moments.tree.root, self.step)

    def came_back(self) -> list[str]:
        """The value that came back from below a move, and what it did to the window."""
        words = self._words
        for step, following in zip_longest(self._heard, self._heard[1:]):
            if step.kind == "return" and step.line == self.line:
                phrases = [("return", step.maximizing), *_window_phrases(words, step, following)]
                return [words.fill(phrase, step) for phrase in phrases]
        return []


def explain_line(setting: AnySetting, state: Any, line: int, *, log: Log = TRACE, start: int = 0) -> ExplainedLog:
    """The log of a state, and what a line of it means; `start` lines stand before the log."""
    lines: list[str] = []
    heard: list[tuple[Step, int]] = []
    words = Sentences(setting, log)
    tell_log(setting, state, log, lines, lambda *pair: heard.append(pair), start)
    if not log.follows and heard[-2][1] == start:
        lines = "".join(lines).splitlines(keepends=True)
        return ExplainedLog(lines, _explain_items(words, log, lines, heard, line - start))
    reader = _Reader(words, state, line)
    for step, at in heard:
        reader.hear(step, at)
    return ExplainedLog(lines, reader.explain() or _alone(words, "no-step"))


def _explain_items(
    words: Sentences, log: Log, lines: list[str], heard: list[tuple[Step, int]], line: int
) -> Explanation:
    """A line of a log that is written when the search is over: its items, and what is cut between them."""
    items = (row.line for row in log.read(StringIO("".join(lines)), words.setting) if isinstance(row, Row))
    shown: list[Moment] = []
    moments, at = Moments(heard[0][0].side, shown.append), 0
    for step, _ in heard:
        if log.row(step, words.kit.format_move) is not None:
            at = next(items, at)
        moments(step, at)
    said = [step for step in shown if step.line == line and step.kind in ("leaf", "prune")]
    return Explanation([words.fill(words.say(step)[0], step) for step in said]) if said else _alone(words, "over")


def _alone(words: Sentences, name: str) -> Explanation:
    """A sentence that has nothing to fill in."""
    return Explanation([words.wording((name, True))])


def _explain_step(
    words: Sentences, before: Any, step: Moment, following: Moment | None, *, claimed: bool
) -> Explanation:
    """A move that is tried, or the moves that are left out."""
    if step.child is None:
        return Explanation([_left_out(words, step), *_window_sentences(words, step), *_reasons(words, step)], before)
    game = words.kit.game
    after = game.play(before, step.child.move)
    sentences = [_fill_with_path(words, "tries-at", step), *_window_sentences(words, step)]
    if step.kind == "visit":
        sentences += [words.begins(step.child.to_move)] if words.shows_backs else []
        name = "below-again" if words.moves_again(step) else "below"
        sentences.append(words.fill((name, step.maximizing), step))
    else:
        made_up = words.make_up(after)
        name = "claims" if claimed else "worth" if game.utility(after) is None else "ended"
        sentences.append(words.fill((name, True), step, why=made_up.removesuffix(".")))
        sentences += [made_up] if made_up and name != "ended" else []
        sentences += [words.fill(phrase, step) for phrase in _window_phrases(words, step, following)]
    return Explanation(sentences, before, after, step.child.move)


def _row_sentences(words: Sentences, step: Moment, following: Moment | None) -> list[str]:
    """A position that is shown again, now that a move of it has come back; its window may be that before."""
    phrases = [words.returned(step), ("so-far", True), *_window_phrases(words, step, following)]
    if words.shows_before and words.closes(*step.window) and step.window != step.before:
        phrases.append(("shows-before", True))
    best = words.spell(step.value)
    sentences = [*(words.fill(phrase, step, best=best) for phrase in phrases), *_setters(words, step)]
    if following is not None and next_here(step, following) == "prune":
        sentences += [_left_out(words, following), *_reasons(words, following)]
    return sentences


def _left_out(words: Sentences, step: Moment) -> str:
    assert step.cut is not None
    return _fill_with_path(words, "leaves-out", step, moves=", ".join(map(words.kit.format_move, step.cut.moves)))


def _reasons(words: Sentences, step: Moment) -> list[str]:
    """The reasons why moves are cut."""
    maximizing, reasons = step.maximizing, words.why_cut(step)
    if not words.closes(*step.window):
        reasons = [(words.cut_open, maximizing)]
    elif ("avoided", maximizing) in reasons:
        reasons.append(("harmless", maximizing))
    return [words.fill(phrase, step) for phrase in reasons]


def _window_sentences(words: Sentences, step: Moment) -> list[str]:
    """The window before a step, and the moves that set its ends."""
    if step.kind == "leaf" and step.child is not None:
        step = step._replace(window=step.before, alpha_by=step.child.alpha_by, beta_by=step.child.beta_by)
    return [words.fill(("window", True), step), *_setters(words, step)]


def _setters(words: Sentences, step: Moment) -> list[str]:
    """The moves that set the ends of the window."""
    ends = (("alpha-set", step.alpha_by), ("beta-set", step.beta_by))
    return [words.fill((name, name == "alpha-set"), step) for name, setter in ends if setter]


def _window_phrases(words: Sentences, step: Moment, following: Moment | None) -> list[Phrase]:
    """The window after a value that came back."""
    now = ("window-now", True) if step.window != step.before else None
    return [phrase for phrase in (words.narrowing(step), now, words.closing(step, following)) if phrase]


def _explain_answer(words: Sentences, state: Any, root: Node, answer: Step) -> Explanation:
    """The last line of a trace."""
    if not answer.path:
        return _alone(words, "over")._replace(before=state)
    move, value = answer.path[0], answer.value
    filling = {"move": words.kit.format_move(move), "value": "" if value is None else words.spell(value)}
    sentences = [words.wording(phrase).format_map(filling) for phrase in words.answer(root, move, value)]
    return Explanation(sentences, state, words.kit.game.play(state, move), move)


def _fill_with_path(words: Sentences, name: str, step: Moment, **more: str) -> str:
    path = ", ".join(map(words.name, step.path[1:]))
    return words.fill((name, step.maximizing), step, after=f", after {path}" if path else "", **more)


def explain_own_line(
    setting: AnySetting,
    cases: Sequence[Case[Any]],
    text: str,
    line: int,
    *,
    log: Log = TRACE,
    others: Collection[int] = (),
) -> Explanation:
    """The meaning of a line of a text with the logs of some states, and what the judge finds wrong with it.

    Logs under headings with the numbers of `others` are passed over.
    """
    text = StringIO(text, newline=None).read()
    events = list(log.read(StringIO(text), setting))
    if heading := next((event for event in events if event.line == line and isinstance(event, Heading)), None):
        return Explanation([f"It is the label of {heading.text}."])
    reports = Judge(setting, log).check(cases, text, others=others, diagnosed=False).cases
    report = next((report for report in reports if report.start < line <= report.end), None)
    words = Sentences(setting, log)
    if report is None:
        return _alone(words, "outside")
    state = report.case.state
    reader = _Reader(words, state, line)
    own = [event for event in events if report.start < event.line <= report.end]
    Follower(setting, state, log, reader.hear, legal=True).follow(own)
    if reader.step and reader.step.kind == "answer" and not reader.step.path and FirstMove(line, None) not in own:
        reader.step = None  # it is not legal
    found = [_in_words(finding) for finding in report.findings if finding.line == line]
    meant = reader.explain(claimed=bool(found))
    if meant is None:
        known = found or any(event.line == line for event in own)
        meant = _alone(words, "text" if known else "outside" if log is TRACE else "no-step")
    meant.sentences.extend([*reader.came_back(), *found])
    return meant


def _in_words(finding: Finding) -> str:
    data = finding.in_words()
    return f"This line is wrong ({finding.kind}): {data['message']} Expected: {data['expected']}."
