"""The requests of the page: each takes and returns JSON data. They run in the reader's browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError, OptionError, StateError, ValueMissingError
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.perft import tree_size
from checkers_ab.core.picture import as_data
from checkers_ab.core.setting import AnySetting, Setting
from checkers_ab.core.setup import board_picture, clear, find_rows, is_fixed, put
from checkers_ab.core.text import plural
from checkers_ab.draw.svg import svg_element
from checkers_ab.explain.tree import MOST_NODES, tree_picture
from checkers_ab.games.registry import GAMES, is_path, make_game, options_of, split_game
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import Report
from checkers_ab.judge.text import USUAL_WIDTH, describe_report
from checkers_ab.logs.solve import has_labels, why_unfit, write_trace, write_traces
from checkers_ab.page.data import MOST_STEPS, PageData, search_cases
from checkers_ab.page.judged import report_data

Json = dict[str, Any]

DEEPEST = 12
LONGEST_STATE = 100_000
LONGEST_TRACE = 1_000_000
"""The most characters of a state and of a trace that the page takes."""


class Asked(NamedTuple):
    """The states that a request asks about, and the setting of their search."""

    setting: AnySetting
    cases: Sequence[Case[Any]]


@lru_cache(maxsize=8)
def load_kit(name: str) -> AnyKit:
    """The game with a name and options; raises InputError."""
    if is_path(split_game(name)[0]):
        raise InputError("A game of your own needs the command: checkers-ab solve --game ./nim.py")
    try:
        return make_game(name)
    except OptionError as error:
        raise InputError(sentence(str(error))) from None


def read_asked(request: Mapping[str, Any]) -> Asked:
    """The search that a request asks for; raises InputError."""
    kit = load_kit(text_of(request, "game"))
    cases = read_cases(kit, text_of(request, "text", LONGEST_STATE))
    depth = request.get("depth")
    if depth is not None and (type(depth) is not int or not 1 <= depth <= DEEPEST):
        raise InputError(f"The depth must be a number from 1 to {DEEPEST}.")
    evaluation = text_of(request, "evaluation") if request.get("evaluation") else None
    try:
        return Asked(Setting(kit, depth, text_of(request, "convention") or "assignment", evaluation), cases)
    except OptionError as error:
        raise InputError(sentence(str(error))) from None


def read_cases(kit: AnyKit, text: str) -> Sequence[Case[Any]]:
    """The states in a text that can be searched; raises InputError."""
    try:
        cases = kit.parse_states(kit.inline(text.strip()) or text)
    except StateError as error:
        hint = f" {sentence(error.hint)}" if error.hint else ""
        where = f"Line {error.line}, column {error.column}: "
        raise InputError(f"{where}{error.reason}.{hint}") from None
    if reason := why_unfit(kit, cases):
        raise InputError(sentence(reason))
    return cases


def text_of(request: Mapping[str, Any], name: str, longest: int = 1_000) -> str:
    """A text of a request; raises InputError if it is none, or too long."""
    text = request.get(name, "")
    if not isinstance(text, str):
        raise InputError(f"Expected a text for {name}.")
    if len(text) > longest:
        raise InputError(
            f"This page takes at most {longest:,} characters, and this has {len(text):,}: "
            "take a part of it, or the command."
        )
    return text


def sentence(text: str) -> str:
    """A message as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


Request = Mapping[str, Any]

MOST_LINES = MOST_STEPS
"""Of a trace on the page; a longer one needs the command."""
WIDEST = 10_000
"""Columns; nothing is wrapped then."""
SHOWN_PLIES = 2
"""Of a drawn tree, where the game is not searched to its end."""


def answer(text: str) -> str:
    """Answers a request, both as JSON: `name` says which; the answer has an `error` if it can't be met."""
    request = json.loads(text)
    try:
        found = REQUESTS[request["name"]](request)
    except InputError as error:
        found = {"error": str(error)}
    except ValueMissingError as error:
        found = {"error": sentence(str(error))}
    return json.dumps(found)


def list_games(_: Request) -> Json:
    """The games, and the limits of the page."""
    return {"games": list(GAMES), "longest": {"state": LONGEST_STATE, "trace": LONGEST_TRACE}}


def describe_game(request: Request) -> Json:
    """A game: its options, how it is searched, its start, and what can be put on its board."""
    name = text_of(request, "game")
    kit = load_kit(name)
    start = kit.format_state(kit.game.start())
    return {
        "game": name,
        "options": [list(option) for option in options_of(split_game(name)[0]).items()],
        "depth": _usual_depth(kit),
        "deepest": DEEPEST,
        "evaluations": list(kit.evaluations),
        "conventions": list(kit.conventions),
        "brushes": [[letter, words] for letter, words in kit.brushes.items() if words],
        "examples": [["start", start], *map(list, kit.examples())],
    }


def _usual_depth(kit: AnyKit) -> int | None:
    """The game's own depth, or as many plies of it as are not too much for a page; None: to the end."""
    depth = kit.depth
    while depth is not None and depth > 1 and tree_size(kit.game, kit.game.start(), depth, limit=MOST_LINES) is None:
        depth -= 1
    return depth


def set_up(request: Request) -> Json:
    """A text of states as a picture, and what is wrong with it; after `put` or `clear`, if they are asked for."""
    kit = load_kit(text_of(request, "game"))
    text = text_of(request, "text", LONGEST_STATE)
    if "letter" in request:
        text = put(kit, text, request["row"], request["column"], request["letter"])
    elif request.get("clear"):
        text = clear(kit, text)
    found: Json = {"text": text, "error": "", "notes": [], "picture": None, "drawn": ""}
    try:
        cases = read_cases(kit, text)
    except InputError as error:
        found["error"] = str(error)
        cases = []
    if kit.brushes and (board := board_picture(kit, text)):
        letters = [letter for row in find_rows(kit.brushes, text) for letter in row.letters]
        fixed = [is_fixed(kit.brushes, letter) for letter in letters]
        found["picture"] = {**as_data(board), "letters": letters, "fixed": fixed}
    elif cases:
        found["drawn"] = svg_element(kit.picture(cases[0].state), title=kit.name)
    found["notes"] = _notes(kit, cases)
    return found


def _notes(kit: AnyKit, cases: Sequence[Case[Any]]) -> list[str]:
    """Warnings about states, and which of them are over."""
    notes = [f"Line {line}, column {column}: {words}." for case in cases for line, column, words in case.warnings]
    over = [case for case in cases if kit.game.utility(case.state) is not None]
    return [*notes, *(f"{case.label}: the game is over: {kit.why_over(case.state)}." for case in over)]


class _TooLong(Exception):
    """A trace has more lines than a page takes."""


def solve(request: Request) -> Json:
    """The trace of all states, as the command writes it, and the data of the explorer."""
    asked = read_asked(request)
    trace = _trace(asked)
    page = search_cases(asked.setting, asked.cases, labelled=has_labels(asked.cases))
    return {"trace": trace, "page": page, "verdict": _summary(asked, trace)}


def _summary(asked: Asked, trace: str) -> str:
    """The length of a trace and its answer; for several cases, how many there are."""
    lines = trace.splitlines()
    count = len(asked.cases)
    answer = f"{count} cases." if count > 1 else lines[-1]
    return " ".join([*_notes(asked.setting.kit, asked.cases), f"{plural(len(lines), 'line')}, {answer}"])


def _trace(asked: Asked) -> str:
    lines: list[str] = []

    def write(line: str) -> None:
        if len(lines) == MOST_LINES:
            raise _TooLong
        lines.append(line)

    def trace_one(case: Case[Any], write: Callable[[str], object]) -> None:
        write_trace(asked.setting, case.state, write)

    try:
        write_traces(asked.cases, write, trace_one)
    except _TooLong:
        raise InputError(
            f"The trace has more than {MOST_LINES:,} lines: choose a smaller depth, or the command checkers-ab solve."
        ) from None
    return "".join(lines)


def draw_tree(request: Request) -> Json:
    """The search of one state as a picture."""
    setting, cases = read_asked(request)
    place = request.get("case", 0)
    case = cases[place if 0 <= place < len(cases) else 0]
    kit = setting.kit
    if kit.game.utility(case.state) is not None:
        return {"drawn": "", "note": f"The game is over, so there is no search to draw: {kit.why_over(case.state)}."}
    plies = request.get("plies") or (None if kit.depth is None else SHOWN_PLIES)
    picture = tree_picture(setting, case.state, plies=plies)
    wanted = min(plies or picture.deepest, picture.deepest)
    short = picture.plies < wanted
    note = f"Drawn to ply {picture.plies} of {wanted}: more are over {MOST_NODES:,} nodes." if short else ""
    return {"drawn": svg_element(picture, title=f"{kit.name}: the search"), "note": note, "deepest": picture.deepest}


def check(request: Request) -> Json:
    """The judgement of a trace, in the words of the command and as the data of the explorer."""
    setting, cases = read_asked(request)
    trace = text_of(request, "trace", LONGEST_TRACE)
    if not trace.strip():
        raise InputError("There is no trace yet: paste what your program has printed.")
    report = Judge(setting).check(cases, trace)
    width = request.get("width", USUAL_WIDTH)
    return {
        "valid": report.valid,
        "verdict": _verdict(setting.kit, report),
        "mistakes": list(report.diagnosis.mistakes) if report.diagnosis else [],
        "report": describe_report(setting.kit, report, every=bool(request.get("every")), width=width, trace=trace),
        "page": report_data(PageData(setting, claimed=True), report),
    }


def _verdict(kit: AnyKit, report: Report) -> str:
    """The verdict in a line, and what explains it."""
    right = sum(case.valid for case in report.cases)
    if len(report.cases) > 1:
        verdict = f"{right} of {len(report.cases)} cases are right"
    else:
        verdict, *_ = describe_report(kit, report, width=WIDEST).split("\n")
    return f"{verdict}. {report.diagnosis.sentence if report.diagnosis else ''}".rstrip()


def practise(request: Request) -> Json:
    """A request about exercises, which are loaded with the first of these."""
    from checkers_ab.site.practice import PRACTICE

    return PRACTICE[request["name"]](request)


REQUESTS: dict[str, Callable[[Request], Json]] = {
    "games": list_games,
    "game": describe_game,
    "setup": set_up,
    "solve": solve,
    "tree": draw_tree,
    "check": check,
    **dict.fromkeys(("exercises", "exercise", "mark"), practise),
}
