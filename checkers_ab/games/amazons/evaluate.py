"""What a position that is still in play is worth to White."""

from __future__ import annotations

from math import inf, log

from checkers_ab.core.game import Side
from checkers_ab.games.amazons import bits
from checkers_ab.games.amazons.board import Position

TIE = 1 / 5
"""What a square that both sides reach equally soon is worth to the side to move."""


def mobility(position: Position) -> float:
    """The logarithm of White's turns over Black's, as if it were the move of each.

    Infinity if only Black has none, minus infinity if only White has none; if neither has one, the side to move
    has lost. The infinities are never wrong: a side that can move can always shoot back at the square it left, and
    so keep a stuck enemy stuck.
    """
    white = bits.count_turns(position.white, position.empty)
    black = bits.count_turns(position.black, position.empty)
    if white and black:
        return log(white / black)
    if white or black:
        return inf if white else -inf
    return -inf if position.side is Side.MAX else inf


def territory(position: Position) -> float:
    """How many more empty squares White reaches before Black does, after Lieberum (2005); always finite.

    It is (1 - x) t1 + x t2, where t1 counts in moves of a queen and t2 in moves of a king over empty squares: 1 for
    a square that White reaches in fewer moves, -1 for one that Black does, 1/5 to the side to move for one that both
    reach in equally many, 0 for one that nobody reaches. How open the position still is, x, is the mean over all
    empty squares of 2 to the minus |difference of the two distances in queen's moves|, taken as 0 where a side
    never gets to: near 1 while everybody reaches everything, 0 once the territories are apart and t1 is the truth.
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
    """The empty squares that queens get to in one move, in two and no fewer, and so on."""
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
    """The new squares that one move of a queen from some origin gets to.

    A walk may end at the first square that is not new: whatever lies behind it is reached from there as soon.
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
    """The same for queens that go one square a move."""
    waves = []
    while wave := bits.neighbourhood(queens) & empty:
        waves.append(wave)
        empty ^= wave
        queens = wave
    return waves


def _lead(white: list[int], black: list[int], tie: float) -> float:
    """The squares that White reaches first less those that Black does, and `tie` for each that both do."""
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
    """The squares that both sides reach, each worth a half less for every move that one needs more."""
    return sum(
        (white_wave & black_wave).bit_count() / (1 << abs(later - sooner))
        for later, white_wave in enumerate(white)
        for sooner, black_wave in enumerate(black)
    )
