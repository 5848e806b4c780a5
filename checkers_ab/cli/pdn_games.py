"""Games of `play` and `match` as PDN; loaded only if a PDN file is read or written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checkers_ab.cli.io import Failure, say, shown
from checkers_ab.core.errors import StateError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.games.checkers.pdn import SCORES, PdnGame, format_pdn
from checkers_ab.games.checkers.pdn_reader import parse_pdn
from checkers_ab.trace.encoding import decode_latin_1

if TYPE_CHECKING:
    from checkers_ab.cli.match import MatchGame, MatchSetup
    from checkers_ab.cli.saved_game import SavedGame
    from checkers_ab.core.match import Record

ENGLISH = "checkers:rules=english"


def expect_english(kit: Kit[Any, Any, Any], path: str) -> None:
    """Raises Failure for a game other than English draughts."""
    if kit.name != ENGLISH:
        raise Failure(f"{shown(path)}: PDN is for games of {ENGLISH} only")


def format_played(game: SavedGame, record: Record[Any, Any] | None) -> str:
    """Formats a game of `play`; without a record its result is open."""
    tags = {"Event": "checkers-ab play", "White": game.kit.sides[Side.MAX], "Black": game.kit.sides[Side.MIN]}
    result = SCORES[record.winner] if record else "*"
    return format_pdn(PdnGame(tags=tags, start=game.start, moves=game.moves, result=result))


def format_match(kit: Kit[Any, Any, Any], setup: MatchSetup, played: list[MatchGame]) -> str:
    """Formats the games of a match."""
    return "\n".join(format_pdn(_as_pdn(kit, setup, one)) for one in played)


def _as_pdn(kit: Kit[Any, Any, Any], setup: MatchSetup, one: MatchGame) -> PdnGame:
    order = setup.sides(one.number)
    state = start = kit.parse_state(one.start)
    moves = []
    for text in one.moves:
        moves.append(kit.parse_move(state, text))
        state = kit.game.play(state, moves[-1])
    names = dict(zip(order, setup.players, strict=True))
    tags = {
        "Event": "checkers-ab match",
        "Round": str(one.number + 1),
        "White": names[Side.MAX],
        "Black": names[Side.MIN],
    }
    result = SCORES[None if one.winner is None else order[one.winner]]
    return PdnGame(tags=tags, start=start, moves=moves, result=result)


def parse_game(path: str, text: str) -> PdnGame:
    """Parses a text with exactly one game; raises Failure."""
    try:
        game, *others = parse_pdn(decode_latin_1(text))
    except StateError as error:
        raise Failure(f"{shown(path)}:{error}", hint=error.hint) from None
    if others:
        raise Failure(f"{shown(path)}: expected one game, found {len(others) + 1}")
    for line, column, warning in game.warnings:
        say(f"{shown(path)}:{line}:{column}: warning: {warning}")
    return game
