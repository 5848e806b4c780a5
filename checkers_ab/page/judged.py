"""Somebody's trace as the page's data: its lines, followed as far as the rules allow, and what the judge finds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from io import StringIO
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.picture import from_data
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Step
from checkers_ab.explain.follow import Follower
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import CaseReport, Diagnosis, Finding, Report, clip
from checkers_ab.judge.text import finding_data
from checkers_ab.logs.base import Log
from checkers_ab.logs.trace import TRACE
from checkers_ab.page.data import PageData
from checkers_ab.page.pictures import Json
from checkers_ab.page.steps import Steps

MOST_FINDINGS = 500
"""On the page; further ones are only counted."""
LONGEST_SHOWN = 1_000
"""Characters of a line."""


def judge_trace(
    setting: AnySetting, cases: Sequence[Case[Any]], text: str, *, log: Log = TRACE, others: Collection[int] = ()
) -> Json:
    """The page's data for a text with the logs of some states; lines count as in the text.

    Logs under headings with the numbers of `others` are passed over.
    """
    return report_data(PageData(setting, log, claimed=True), Judge(setting, log).check(cases, text, others=others))


def report_data(page: PageData, judged: Report) -> Json:
    """The page's data for a report; `page` is new, and believes what a trace claims."""
    kit, text = page.kit, judged.text
    events = list(page.log.read(StringIO(text), page.setting))
    lines = text.split("\n")
    for report in judged.cases:
        steps = page.steps(report.case.state, text=lambda line: clip(lines[line - 1], LONGEST_SHOWN))
        follower = _Follower(page, report.case.state, steps)
        follower.follow(event for event in events if report.start < event.line <= report.end)
        page.add(report.case, steps, follower.best, **_report_data(kit, report, judged.known, steps))
    return page.data()


def _report_data(kit: AnyKit, report: CaseReport, mistakes: Mapping[str, Mistake], steps: Steps) -> Json:
    return {
        "total": report.counts.total(),
        "findings": [_finding_data(kit, finding, steps) for finding in report.findings[:MOST_FINDINGS]],
        "diagnosis": [_diagnosis_data([mistakes[name] for name in names]) for names in report.suspects],
        "other_board": report.other_board,
    }


def _finding_data(kit: AnyKit, finding: Finding, steps: Steps) -> Json:
    data = finding_data(kit, finding)
    if "picture" in data:
        data["picture"], _ = steps.pictures.encode_picture(from_data(data["picture"]))
    if finding.scene is not None and finding.scene.window is not None:
        data["window"] = "alpha={}, beta={}".format(*data["window"])
        data["ends"] = [steps.scale[end] for end in finding.scene.window]
    return data


def _diagnosis_data(mistakes: list[Mistake]) -> Json:
    diagnosis = Diagnosis(found=tuple(mistakes), alternatives=[])
    rules = " and ".join(str(mistake.rule) for mistake in mistakes)
    return {
        "sentence": diagnosis.sentence,
        "clause": " and ".join(mistake.clause for mistake in mistakes),
        "fix": " ".join(diagnosis.fixes),
        "rule": f"rule {rules}" if len(mistakes) == 1 else f"rules {rules}",
    }


class _Follower(Follower):
    """Keeps the steps of a trace: what it claims is believed, what it can't do is shown as text."""

    def __init__(self, page: PageData, state: Any, steps: Steps) -> None:
        self.best: list[int] = []
        self._steps = steps
        super().__init__(page.setting, state, page.log, self._keep)

    def note(self, line: int) -> None:
        self._steps.note(line)

    def _keep(self, step: Step, line: int) -> None:
        self._steps.hear(step, line)
        if step.kind == "answer":
            lines = self._steps.first_lines
            self.best = [lines[move] for move in step.path if move in lines]
