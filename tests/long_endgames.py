"""Endgames whose ends are far away, for the compiled engine: as plain Python they would take minutes."""

from __future__ import annotations

import random

import pytest

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.fen import format_fen, parse_fen
from checkers_ab.games.registry import make_game
from tests.retrograde import plies_to_the_end
from tests.test_engine import KINGS, WITH_A_MAN, engine


@pytest.mark.parametrize("start", [KINGS, WITH_A_MAN])
def test_the_longest_wins_of_two_against_one_are_found_to_the_ply(start: str) -> None:
    known = plies_to_the_end(parse_fen(start))
    longest = max(known.values())
    far = [board for board, plies in known.items() if plies >= longest - 8 and plies % 2]
    assert longest > 20
    for board in random.Random(8).sample(far, 6):
        (line,) = engine().analyze([board], deepest=longest + 2).lines
        assert (line.ends_in, line.winner) == (known[board], board.side), format_fen(board)


FIRST_POSITION = "W:WK15,20:B12,K28"
HARDEST = "W:WK15,K32:B16,K28"
"""White's twentieth move of the solution that the American Checker Federation prints; 15-18 lets Red draw."""


@pytest.mark.parametrize(("start", "plies", "move"), [(HARDEST, 31, "15-11"), (FIRST_POSITION, 81, "15-19")])
def test_first_position_is_won_to_the_ply(start: str, plies: int, move: str) -> None:
    """The plies are those of `plies_to_the_end`, which takes a quarter of a minute for them."""
    (line,) = engine().analyze([parse_fen(start)], deepest=plies).lines
    assert (line.winner, line.ends_in) == (Side.MAX, plies)
    assert make_game("checkers:rules=english").format_move(line.moves[0]) == move
