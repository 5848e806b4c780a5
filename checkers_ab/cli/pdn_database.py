"""The games of a PDN file that can be read; messages about the others."""

from __future__ import annotations

from collections.abc import Iterable

from checkers_ab.cli.io import Failure, say, shown
from checkers_ab.core.errors import StateError
from checkers_ab.games.checkers.pdn import PdnGame
from checkers_ab.games.checkers.pdn_reader import OtherGameError, read_games
from checkers_ab.trace.encoding import decode_latin_1, readable

MOST_WARNINGS = 10
"""The most warnings about games that are printed; the rest is counted."""

Numbered = tuple[int, PdnGame]


def good_games(path: str, text: str, number: int | None, *, strict: bool) -> list[Numbered]:
    """The games that can be read, or only the one with a number, each with its number from 1.

    The others are named on stderr. Raises StateError for a chosen game that can't be read, with `strict` for any, and
    Failure if no game is left.
    """
    found = list(enumerate(read_games(decode_latin_1(readable(text).read())), 1))
    if number is not None:
        if not 1 <= number <= len(found):
            raise Failure(f"{shown(path)}: no case {number}; the file has {_games(len(found))}")
        found = [found[number - 1]]
    good = [(place, game) for place, game in found if isinstance(game, PdnGame)]
    bad = [(place, error) for place, error in found if isinstance(error, StateError)]
    if bad and (strict or len(found) == 1):
        raise bad[0][1]
    for place, error in bad:
        why = "skipped" if isinstance(error, OtherGameError) else "left out"
        say(f"{shown(path)}:{error.line}:{error.column}: game {place} is {why}: {error.reason}")
    if not good:
        raise Failure(f"{shown(path)}: none of its {_games(len(found))} can be read")
    _warn(path, good)
    _doubt_results(path, good)
    if bad:
        say(f"{shown(path)}: {len(good)} of {_games(len(found))} read")
    return good


def _games(count: int) -> str:
    return f"{count} game{'s' * (count > 1)}"


def _warn(path: str, games: Iterable[Numbered]) -> None:
    """Prints the first warnings about the games."""
    warnings = [warning for _, game in games for warning in game.warnings]
    for line, column, warning in warnings[:MOST_WARNINGS]:
        say(f"{shown(path)}:{line}:{column}: warning: {warning}")
    if len(warnings) > MOST_WARNINGS:
        say(f"{shown(path)}: and {len(warnings) - MOST_WARNINGS} more warnings of this kind")


def _doubt_results(path: str, games: Iterable[Numbered]) -> None:
    """Prints a warning if results contradict last positions."""
    doubts = [(place, doubt) for place, game in games if (doubt := game.contradiction())]
    if doubts:
        place, doubt = doubts[0]
        of = f"{_games(len(doubts))} with a result that contradicts the last position"
        say(f"{shown(path)}: warning: {of}; game {place}: {doubt}")
        say("  hint: 1-0 is a win for Black, who moves first; some programs write White's points first")
