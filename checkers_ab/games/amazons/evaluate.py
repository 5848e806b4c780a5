"""Evaluations of positions that are not over, from White's side."""

from __future__ import annotations

from math import inf, log

from checkers_ab.core.game import Side
from checkers_ab.games.amazons import bits
from checkers_ab.games.amazons.board import Position
from checkers_ab.games.amazons.turns import count_both

TIE = 1 / 5
"""The value, to the side to move, of a square that both sides reach equally soon."""


def mobility(position: Position) -> float:
    """The logarithm of the ratio of White's turns to Black's, each counted as if that side were to move.

    It is infinity if only Black has no turn, and minus infinity if only White has none; if neither has one, the side to
    move has lost. The infinities are exact: a side that can move can always shoot back at the square it left, so that
    a blocked opponent stays blocked.
    """
    white, black = count_both(position.white, position.black, position.empty)
    if white and black:
        return log(white / black)
    if white or black:
        return inf if white else -inf
    return -inf if position.side is Side.MAX else inf


def territory(position: Position) -> float:
    """The empty squares that White reaches before Black, minus the reverse, after Lieberum (2005); always finite.

    The value is (1 - x) t1 + x t2. t1 counts distances in queen moves and t2 in king moves over empty squares: 1 for
    a square that White reaches in fewer moves, -1 for one that Black does, 1/5 to the side to move for a tie, 0 for a
    square that neither reaches. x measures how open the position is: the mean over all empty squares of 2 to the power
    of -|difference of the two distances in queen moves|, or 0 if a side can't reach the square. It is near 1 while both
    sides reach everything, and 0 once the territories are separate and t1 is exact.
    """
    empty = position.empty
    if not empty:
        return 0.0
    tie = TIE if position.side is Side.MAX else -TIE
    white, black = _queen_waves(position.white, empty), _queen_waves(position.black, empty)
    by_queen = _lead(white, black, tie)
    by_king = _lead(_king_waves(position.white, empty), _king_waves(position.black, empty), tie)
    openness = _contested(white, black) / empty.bit_count()
    return (1 - openness) * by_queen + openness * by_king


def _queen_waves(queens: int, empty: int) -> list[int]:
    """The empty squares by distance in queen moves: those reached in one move, in two, and so on."""
    wave = 0
    for queen in bits.in_reading_order(queens):
        wave |= bits.reach(queen, empty)
    waves = []
    while wave:
        waves.append(wave)
        empty ^= wave
        wave = _slides(wave, empty)
    return waves


def _slides(origins: int, new: int) -> int:
    """The new squares that a queen reaches in one move from any of the origins.

    A slide may stop at the first square that is not new: squares behind it are reached from there as soon.
    """
    reached = 0
    for step in bits.STEPS:
        walk = origins << step & new
        while walk:
            reached |= walk
            walk = walk << step & new
        walk = origins >> step & new
        while walk:
            reached |= walk
            walk = walk >> step & new
    return reached


def _king_waves(queens: int, empty: int) -> list[int]:
    """The empty squares by distance in king moves."""
    waves = []
    while wave := bits.neighbourhood(queens) & empty:
        waves.append(wave)
        empty ^= wave
        queens = wave
    return waves


def _lead(white: list[int], black: list[int], tie: float) -> float:
    """The number of squares that White reaches first, minus those that Black does, plus `tie` for each tie."""
    ahead = ties = 0
    white_has = black_has = 0
    for distance in range(max(len(white), len(black))):
        white_wave = white[distance] if distance < len(white) else 0
        black_wave = black[distance] if distance < len(black) else 0
        ahead += (white_wave & ~(black_has | black_wave)).bit_count()
        ahead -= (black_wave & ~(white_has | white_wave)).bit_count()
        ties += (white_wave & black_wave).bit_count()
        white_has |= white_wave
        black_has |= black_wave
    return ahead + tie * ties


def _contested(white: list[int], black: list[int]) -> float:
    """The sum over squares that both sides reach of 2 to the power of -|difference of distances|."""
    return sum(
        (white_wave & black_wave).bit_count() / (1 << abs(later - sooner))
        for later, white_wave in enumerate(white)
        for sooner, black_wave in enumerate(black)
    )
