"""Reports on traces as text for people, wrapped at words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, zip_longest
from textwrap import fill
from typing import Any

from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import Mistake, sentence_of
from checkers_ab.core.picture import Grid, Picture, Place, as_data, draw_text, from_data, show_move
from checkers_ab.core.text import plural
from checkers_ab.judge.diagnosis import MOST_LINES
from checkers_ab.judge.report import CaseReport, Diagnosis, Finding, Report, Scene, clip, format_step, rule_of

LISTED = 10
"""Findings listed below the first one, unless every one is asked for."""
USUAL_WIDTH = 80
NARROWEST = 40
LAYOUT = {"format", "truncated"}
"""Kinds of findings that no mistake of the catalogue needs to explain."""


def describe_report(
    kit: AnyKit, report: Report, *, every: bool = False, width: int = USUAL_WIDTH, trace: str = ""
) -> str:
    """The report on a file, as text: each case, and what explains them all. `trace` is the text that was checked."""
    return _Description(kit, report, every, max(width, NARROWEST), trace).text()


def describe_diagnosis(kit: AnyKit, report: Report, *, width: int = USUAL_WIDTH) -> str:
    """The sentence on what explains all wrong cases, or that nothing does, without fixes; empty for mere layout."""
    description = _Description(kit, report, False, max(width, NARROWEST), "")
    lines = description.named(report.diagnosis) if report.diagnosis else description.explanation()
    return "".join(f"{line}\n" for line in lines)


class _Description:
    """Writes the report on one file."""

    def __init__(self, kit: AnyKit, report: Report, every: bool, width: int, trace: str) -> None:
        self.kit, self.report, self.every, self.width, self.trace = kit, report, every, width, trace
        self.wrong = [case for case in report.cases if not case.valid]

    def text(self) -> str:
        cases = self.report.cases
        if len(cases) == 1 and self.wrong:
            case, verdict = cases[0], self._verdict(cases[0])
            blocks = [self.explanation(), self._other_board(case), [self._finding(case)], self._others(case)]
            return _joined([[verdict], *blocks])
        blocks = []
        for valid, alike in groupby(cases, key=lambda case: case.valid):
            if valid:
                blocks.append([self._verdict(case) for case in alike])
            else:
                blocks += [self._wrong_case(case) for case in alike]
        if self.wrong:
            blocks.append(self.explanation())
        if len(self.wrong) > 1:
            blocks.append(["  --case N shows a case with its board."])
        return _joined(blocks)

    # One case

    def _verdict(self, case: CaseReport) -> str:
        if case.valid:
            return f"{case.label}: right, {case.lines} lines"
        findings = plural(case.counts.total(), "finding")
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in case.counts.items())
        verdict = "right but for its layout" if case.right_but_for_layout else "wrong"
        return self._wrapped(f"{case.label}: {verdict}, {findings}: {kinds}", "", "  ")

    def _finding(self, case: CaseReport) -> str:
        """The first finding in full."""
        return describe_data(finding_data(self.kit, case.findings[0]), self.width)

    def _other_board(self, case: CaseReport) -> list[str]:
        noun = self.report.noun
        sentence = f"Not one first move of this {noun} is legal here: is it the {noun} of another board?"
        return [self._wrapped(sentence)] if case.other_board else []

    def _others(self, case: CaseReport) -> list[str]:
        """The findings after the first: listed, or only counted if the diagnosis explains them."""
        rest = case.counts.total() - 1
        if not rest:
            return []
        if self.report.diagnosis and not self.every:
            return [f"  {rest:,} more, all explained by this (--all)"]
        listed = case.findings[1:] if self.every else case.findings[1 : 1 + LISTED]
        lines = ["  Also:", *(self._wrapped(_in_brief(finding), "    ", "      ") for finding in listed)]
        if len(listed) < rest:
            lines.append(f"    ... and {rest - len(listed):,} more{'' if self.every else '; --all lists them'}")
        return lines

    # One of several cases

    def _wrong_case(self, case: CaseReport) -> list[str]:
        """A case in brief; in full if it is the only wrong one."""
        lines = [self._verdict(case)]
        if len(self.wrong) == 1:
            lines += ["", self._finding(case)]
        else:
            lines.append(self._wrapped(_in_brief(case.findings[0])))
        lines += self._other_board(case)
        diagnosis = self.report.diagnosis
        if case.suspects and not (diagnosis and diagnosis.mistakes in case.suspects):
            first, others = self._clauses(case.suspects[0]), len(case.suspects) - 1
            more = f", or {plural(others, 'other explanation')} as short" if others else ""
            lines.append(self._wrapped(sentence_of(f"{first}{more}", alone=True, noun=self.report.noun)))
        return [*lines, *self._others(case)] if self.every else lines

    # What explains a file

    def explanation(self) -> list[str]:
        """The diagnosis, or that there is none, and the nearest."""
        if self.report.diagnosis:
            first, *others = self.named(self.report.diagnosis)
            fixes = [self._wrapped(told) for mistake in self.report.diagnosis.found for told in self._fix(mistake)]
            return [first, *fixes, *others]
        kinds = {kind for case in self.wrong for kind in case.counts}
        if kinds <= LAYOUT or all(case.other_board for case in self.wrong):
            return []
        if any(case.lines > MOST_LINES for case in self.wrong):
            return [self._wrapped("The trace is too long to look for a mistake that explains it.")]
        sentence = "No known mistake explains this, and no set of them that was tried."
        if not self.report.complete:
            sentence = "No known mistake explains this; the search for two or three at once stopped before its end."
        return [self._wrapped(f"{sentence}{self._nearest()}")]

    def named(self, diagnosis: Diagnosis) -> list[str]:
        """The diagnosis, and other explanations as short."""
        cases = f" It explains all {diagnosis.cases} cases." if diagnosis.cases > 1 else ""
        lines = [self._wrapped(f"{diagnosis.sentence[:-1]} ({', '.join(diagnosis.mistakes)}).{cases}")]
        if diagnosis.alternatives:
            clauses = ", or ".join(map(self._clauses, diagnosis.alternatives))
            lines.append(self._wrapped(f"It would also be the {self.report.noun} of a program that {clauses}."))
        return lines

    def _fix(self, mistake: Mistake) -> list[str]:
        """A fix, and the rule in its own words where the homework's rules are those of the game."""
        if self.kit.paragraphs and (rule := first_sentence(mistake.rule)):
            return [f"To fix it: {mistake.fix}", f"Rule {mistake.rule}: {rule}"]
        return [f"To fix it: {mistake.fix} (rule {mistake.rule})"]

    def _nearest(self) -> str:
        if (nearest := self.report.nearest) is None:
            return ""
        case = next(case for case in self.report.cases if case.label == nearest.case)
        of_case = f" of {case.label}" if len(self.report.cases) > 1 else ""
        lines = self.trace.splitlines()
        there = f": {clip(lines[nearest.line - 1])}" if nearest.line <= len(lines) else ""
        total, parts = (case.lines, "lines") if case.lines >= case.moves else (case.moves, "entries")
        return (
            f" Nearest is a program that {self._clauses(nearest.mistakes)}: it explains the first "
            f"{nearest.lines:,} of {total:,} {parts}{of_case}, but not line {nearest.line}{there}"
        )

    def _clauses(self, names: Sequence[str]) -> str:
        """A set of mistakes in words, with their names."""
        clauses = " and ".join(self.report.known[name].clause for name in names)
        return f"{clauses} ({', '.join(names)})"

    def _wrapped(self, sentence: str, indent: str = "  ", more: str = "  ") -> str:
        return wrapped(sentence, self.width, indent, more)


def _in_brief(finding: Finding) -> str:
    return f"line {finding.line}: {finding.kind}: {finding.message}"


def _joined(blocks: Sequence[Sequence[str]]) -> str:
    """Blocks of lines with an empty line between two of them."""
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


BESIDE = 36
"""Columns that facts need beside a picture; with less they stand above it."""


def finding_data(kit: AnyKit, finding: Finding) -> dict[str, Any]:
    """A finding as JSON has it, with the picture of its scene: renderers need nothing else."""
    data: dict[str, Any] = {**finding.in_words(), "rule": rule_of(kit, finding)}
    if scene := finding.scene:
        data["after"] = [format_step(kit, step) for step in scene.path]
        data["window"] = None if scene.window is None else [kit.format_value(end) for end in scene.window]
        data["picture"] = as_data(_picture(kit, scene))
    return data


def _picture(kit: AnyKit, scene: Scene) -> Picture:
    """The state of a scene with the move in question marked on it, legal or not, or the moves that are missing."""
    game, state, move = kit.game, scene.state, scene.move
    if scene.missing:
        after = [kit.picture(game.play(state, missing), missing) for missing in scene.missing]
        return _marked(kit.picture(state), (place for grid in after if isinstance(grid, Grid) for place in grid.marks))
    if scene.before is not None:
        picture = kit.picture(state, move)
        return _marked(picture, _changes(kit.picture(scene.before), picture))
    if move is None or game.utility(state) is not None or move not in game.moves(state):
        return kit.picture(state, move)
    return show_move(kit.picture(state), kit.picture(game.play(state, move), move))


def _marked(picture: Picture, places: Iterable[Place]) -> Picture:
    """A grid with more places marked; any other picture as it is."""
    if not isinstance(picture, Grid):
        return picture
    return replace(picture, marks=list(dict.fromkeys([*picture.marks, *places])))


def _changes(before: Picture, after: Picture) -> Iterator[Place]:
    """The places that a move touches, such as those of pieces that it took."""
    if isinstance(before, Grid) and isinstance(after, Grid):
        for row, cells in enumerate(zip(before.cells, after.cells, strict=True)):
            yield from ((row, column) for column, (old, new) in enumerate(zip(*cells, strict=True)) if old != new)


def describe_data(finding: Mapping[str, Any], width: int = USUAL_WIDTH) -> str:
    """A finding in full, from `finding_data`: where, what, the state there, the way to it and the window."""
    rule = f" ({finding['rule']})" if finding.get("rule") else ""
    head = [f"  line {finding['line']}: {finding['kind']}{rule}", wrapped(finding["message"], width), ""]
    facts = {"expected": finding["expected"], "found": finding["found"]}
    if "picture" not in finding:
        return "\n".join([*head, *_facts(facts, width - 4, "    ")])
    if finding["window"]:
        facts["window"] = "alpha={}, beta={}".format(*finding["window"])
    drawn = draw_text(from_data(finding["picture"])).split("\n")
    edge = max(map(len, drawn)) + 4
    steps = finding["after"] or ["nothing: this is the board that was given"]
    if width - edge < BESIDE:
        facts["after"] = ", ".join(steps)
        return "\n".join([*head, *_facts(facts, width - 4, "    "), "", *drawn])
    beside = _facts(facts, width - edge, "")
    beside += [f"{'' if place else 'after':<10}{step}" for place, step in enumerate(steps)]
    rows = zip_longest(drawn, beside, fillvalue="")
    return "\n".join([*head, *(f"{row:<{edge}}{fact}".rstrip() for row, fact in rows)])


def _facts(facts: Mapping[str, str], width: int, indent: str) -> list[str]:
    """Names with what they stand for, each wrapped in a column of its own."""
    lines = []
    for name, fact in facts.items():
        first, *more = wrapped(fact, width - 10, "", "").split("\n")
        lines += [f"{indent}{name:<10}{first}", *(f"{indent}{'':10}{line}" for line in more)]
    return lines


def wrapped(sentence: str, width: int, indent: str = "  ", more: str = "  ") -> str:
    """A sentence on lines of a width, the first and the further ones indented; moves and names stay whole."""
    return fill(
        sentence, width, initial_indent=indent, subsequent_indent=more, break_long_words=False, break_on_hyphens=False
    )


_PARAGRAPH = re.compile(r"^\*\*(\d+)\.\*\* (.*?)(?=^\*\*\d+\.\*\* |^## |\Z)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE_END = re.compile(r"(?<=\.)`?\)?\s+(?=[A-Z`])")


@cache
def load_rules() -> dict[int, str]:
    """The paragraphs by their numbers, without links; parts of one, such as a table, are separated by empty lines."""
    path = os.path.join(os.path.dirname(__file__), "rules.md")
    with open(path, encoding="utf-8") as stream:
        text = _LINK.sub(r"\1", stream.read())
    return {int(number): paragraph.strip() for number, paragraph in _PARAGRAPH.findall(text)}


def first_sentence(number: int) -> str:
    """The first sentence of a paragraph, on one line; empty if there is no such paragraph."""
    paragraph = " ".join(load_rules().get(number, "").partition("\n\n")[0].split())
    end = _SENTENCE_END.search(paragraph)
    return paragraph if end is None else paragraph[: end.end()].rstrip()
