"""Games of English draughts, game type 21, as PDN 3.0."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import English, Route
from checkers_ab.games.checkers.english_notation import format_route
from checkers_ab.games.checkers.fen import format_fen

ENGLISH = "21"
"""The game type."""

COLOURS = {Side.MAX: "White", Side.MIN: "Black"}
SCORES = {Side.MAX: "0-1", Side.MIN: "1-0", None: "1/2-1/2"}
"""The result by winner. The first points are those of Black, who moves first."""

WIDTH = 79
_OF_GAMES = re.compile(
    r"^[ \t]*(?: \[[ \t]*(?!FEN\b)\w | \[[ \t]*FEN [^\n\]]* \][ \t]*[^\s\].] | [0-9]+(?: \. | [ ]?[-x:][ ]?[0-9] ) )",
    re.MULTILINE | re.IGNORECASE | re.VERBOSE,
)
_TIE = "\xa0"
"""The blank between a number and its move, which stay on one line."""


@dataclass(frozen=True, kw_only=True)
class PdnGame:
    """A game: its tags, the initial board, the moves, and the result, one of `pdn_tokens.RESULTS`."""

    tags: Mapping[str, str] = field(default_factory=dict)
    start: Board
    moves: Sequence[Route] = ()
    result: str = "*"
    warnings: Sequence[tuple[int, int, str]] = field(default=(), compare=False)
    """Line, column and text of what was read with doubts."""

    def after(self, plies: int) -> PdnGame:
        """The game cut after some plies; if there were more, its result is open."""
        return replace(self, moves=self.moves[:plies], result="*") if plies < len(self.moves) else self

    def end(self) -> Board:
        """The board after the last move."""
        board = self.start
        for route in self.moves:
            board = English().play(board, route)
        return board

    def contradiction(self) -> str:
        """Says how the result contradicts the last position, where a side has lost; empty if it does not."""
        end = self.end()
        over = English().utility(end)
        claimed = winner_by(self.result)
        if over is None or not claimed:
            return ""
        winner = COLOURS[Side.MAX if over > 0 else Side.MIN]
        if claimed == winner:
            return ""
        return f"by its result, {self.result}, {claimed} has won, and by its last position {winner}"


def winner_by(result: str) -> str:
    """The colour that has won by a result, or nobody; empty for one that does not say."""
    if result in ("*", "0-0"):
        return ""
    first, second = result.split("-")
    return "nobody" if first == second else "Black" if first > second else "White"


def format_pdn(game: PdnGame) -> str:
    """Formats a game, with an empty line between tags and moves."""
    tags = {**game.tags, "Result": game.result, "GameType": ENGLISH}
    if game.start != English().start():
        tags |= {"SetUp": "1", "FEN": format_fen(game.start)}
    header = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    lines = wrap(" ".join([*_numbered(game), game.result]), WIDTH, break_on_hyphens=False)
    return f"{header}\n" + "".join(f"{line}\n" for line in lines).replace(_TIE, " ")


def _numbered(game: PdnGame) -> list[str]:
    """The moves, with a number before each move of Black, and before the first."""
    second = int(game.start.side is Side.MAX)
    moves = [format_route(route) for route in game.moves]
    for ply in range(second, len(moves), 2):
        moves[ply] = f"{(ply + second) // 2 + 1}.{_TIE}{moves[ply]}"
    return [f"1...{_TIE}{moves[0]}", *moves[1:]] if second and moves else moves


def _escape(value: str) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in value)
    return shown.replace("\\", "\\\\").replace('"', '\\"')


def looks_like_pdn(text: str) -> bool:
    """True if a text has games, not boards: a line begins with a tag, a move or its number, and is no FEN alone."""
    return _OF_GAMES.search(text) is not None
