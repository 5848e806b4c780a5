"""The functions of the public library. Each takes a game by name or as a kit."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from checkers_ab.core.convention import ASSIGNMENT, Convention
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.search import Listener, Result
from checkers_ab.core.setting import AnySetting, Setting
from checkers_ab.games.registry import make_game
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import Report
from checkers_ab.logs import solve as solving
from checkers_ab.logs.base import Log, find_log

Evaluation = Callable[[Any], Any]


class Solution(Result[Any, Any]):
    """The value of a state and the best line. A notebook displays it with the state and its trace."""

    __slots__ = ("kit", "state", "trace")

    def __init__(self, result: Result[Any, Any], kit: AnyKit, state: Any, trace: Callable[[], str]) -> None:
        super().__init__(result.value, result.line)
        self.kit = kit
        self.state = state
        self.trace = trace
        """Returns the trace of the search."""

    def _repr_html_(self) -> str:
        from checkers_ab.draw.svg import draw_svg

        picture = draw_svg(self.kit.picture(self.state, self.move), title=self.kit.name)
        answer = "none" if self.move is None else self.kit.format_move(self.move)
        summary = f"first move: {answer}, worth {self.kit.format_value(self.value)}"
        lines = f"<details><summary>trace</summary><pre>{escape(self.trace())}</pre></details>"
        return f"<div>{picture[picture.index('<svg') :]}<p>{escape(summary)}</p>{lines}</div>"


def solve(
    state: Any,
    *,
    game: str | AnyKit = "checkers",
    depth: int | None = None,
    convention: str | Convention = ASSIGNMENT,
    evaluation: str | Evaluation | None = None,
    observer: Listener[Any, Any] | None = None,
) -> Solution:
    """Searches a state as a trace shows it; returns its value and the best line. The move is None if the game is over.

    Without a depth or an evaluation the game's default is used.
    """
    setting = _setting(game, depth, convention, evaluation)
    result = setting.search(state, observer)
    return Solution(result, setting.kit, state, lambda: solving.format_trace(setting, state))


def format_trace(
    state: Any,
    *,
    game: str | AnyKit = "checkers",
    depth: int | None = None,
    convention: str | Convention = ASSIGNMENT,
    evaluation: str | Evaluation | None = None,
    log: str | Log = "trace",
) -> str:
    """Returns the whole trace of a state, or another log by its name, as one string."""
    lines: list[str] = []
    write_trace(state, lines.append, game=game, depth=depth, convention=convention, evaluation=evaluation, log=log)
    return "".join(lines)


def write_trace(
    state: Any,
    write: Callable[[str], object],
    *,
    game: str | AnyKit = "checkers",
    depth: int | None = None,
    convention: str | Convention = ASSIGNMENT,
    evaluation: str | Evaluation | None = None,
    log: str | Log = "trace",
) -> Result[Any, Any]:
    """Solves a state and calls `write` with each line of the trace, line end included, during the search.

    Another `log`, by its name or as a Log, may be handed over in larger parts.
    """
    return find_log(log).write_search(_setting(game, depth, convention, evaluation), state, write)


def check(
    boards: str,
    trace: str,
    game: str | AnyKit = "checkers",
    depth: int | None = None,
    convention: str | Convention = "assignment",
    evaluation: str | Evaluation | None = None,
    log: str | Log = "trace",
) -> Report:
    """Judges a text of traces, or of another log, by its meaning, given the text of the states.

    Raises BoardError or StateError, with line and column, if the states can't be read, and OptionError if there is no
    such game, convention, evaluation or log.
    """
    setting = _setting(game, depth, convention, evaluation)
    return Judge(setting, log).check(setting.kit.parse_states(boards), trace)


def _setting(
    game: str | AnyKit, depth: int | None, convention: str | Convention, evaluation: str | Evaluation | None
) -> AnySetting:
    return Setting(make_game(game) if isinstance(game, str) else game, depth, convention, evaluation)
