"""The kernel: published counts, and the same moves and values as generators and searches written another way."""

from __future__ import annotations

import os
import random
import sys

import pytest

from checkers_ab import Board, Checkers, format_board
from checkers_ab.core.game import Side
from checkers_ab.core.perft import perft
from checkers_ab.core.search import minimax
from checkers_ab.engine import how_built, kernel
from checkers_ab.engine.perft import perft as engine_perft
from checkers_ab.engine.position import has_single_jumps, position_of
from checkers_ab.games.checkers.bits import BOARD, BOTTOM_ROW, TOP_ROW, count, count_ways, lead
from checkers_ab.games.checkers.board import SQUARES
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.notation import square_at
from checkers_ab.games.checkers.rules import INF
from tests import naive_english
from tests.support import run_command

PUBLISHED = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]


def test_it_is_compiled_where_it_should_be() -> None:
    assert how_built() == ("compiled" if os.environ.get("CHECKERS_AB_COMPILED") else "plain Python")


def test_a_plain_solve_does_not_load_the_library() -> None:
    code = "import sys; from checkers_ab.cli.main import main; main(); print(*sys.modules, file=sys.stderr)"
    done = run_command([sys.executable, "-P", "-c", code, "inputs/opening.txt"])
    assert done.returncode == 0
    assert "checkers_ab.games.checkers.bits" in done.stderr.split()
    assert not [name for name in done.stderr.split() if name.endswith("__mypyc")]


@pytest.mark.parametrize(("depth", "expected"), list(enumerate(PUBLISHED, 1)))
def test_the_tree_of_english_draughts_has_the_published_sizes(depth: int, expected: int) -> None:
    assert engine_perft(English(), English().start(), depth) == expected


def random_board(chance: random.Random, most: int) -> Board:
    """A board with up to so many pieces a side, most of them kings, and anybody to move."""
    squares = chance.sample(SQUARES, chance.randint(2, 2 * most))
    border = chance.randint(1, len(squares) - 1)
    alice, bill = (sum(1 << square for square in part) for part in (squares[:border], squares[border:]))
    men = sum(1 << square for square in squares if chance.random() < 0.3)
    kings = (alice | bill) & ~men | alice & TOP_ROW | bill & BOTTOM_ROW
    return Board(alice, bill, kings, chance.choice(list(Side)))


def board_with_a_circle(chance: random.Random) -> Board:
    """A board on which a king of the side to move can jump over four men and come back, if nothing is in its way."""
    row, column = chance.choice([(row, column) for row in range(4) for column in range(2, 6) if (row + column) % 2])
    around = [(row + 1, column - 1), (row + 3, column - 1), (row + 3, column + 1), (row + 1, column + 1)]
    king = 1 << square_at(row, column)
    enemies = sum(1 << square_at(*place) for place in around)
    more = random_board(chance, 3)
    free = BOARD & ~(king | enemies)
    side = chance.choice(list(Side))
    own, enemy = king | more.alice & free, enemies | more.bill & free
    alice, bill = (own, enemy) if side is Side.MAX else (enemy, own)
    kings = king | (more.kings & free) | alice & TOP_ROW | bill & BOTTOM_ROW
    return Board(alice, bill, kings, side)


SHARE = 1 if how_built() == "compiled" else 5
"""Plain Python tries a fifth of the boards: compiled, it tries all of them."""


def test_homework_counts_are_those_of_the_generic_core() -> None:
    chance = random.Random(1)
    for boards, pieces, depth in ((500, 3, 4), (50, 8, 2)):
        for _ in range(boards // SHARE):
            board = random_board(chance, pieces)
            assert engine_perft(Checkers(), board, depth) == perft(Checkers(), board, depth), board


def test_english_counts_are_those_of_the_plain_generator_circles_among_them() -> None:
    chance = random.Random(2)
    circles = 0
    for number in range(500 // SHARE):
        board = board_with_a_circle(chance) if number % 5 == 0 else random_board(chance, 6)
        plain, alice = naive_english.read(format_board(board)), board.side is Side.MAX
        circles += any(route[0] == route[-1] for route in naive_english.all_moves(plain, alice))
        for depth in (1, 2):
            assert engine_perft(English(), board, depth) == naive_perft(plain, alice, depth), board
    assert circles >= 20 // SHARE


def naive_perft(board: naive_english.Board, alice: bool, depth: int) -> int:
    if not {"A", "k"} & set(board.values()) or not {"B", "K"} & set(board.values()):
        return 0
    moves = naive_english.all_moves(board, alice)
    if depth == 1:
        return len(moves)
    return sum(naive_perft(naive_english.play(board, move), not alice, depth - 1) for move in moves)


@pytest.mark.parametrize("game", [Checkers(), English()], ids=["homework", "english"])
def test_alpha_beta_has_the_value_of_the_generic_search(game: Checkers | English) -> None:
    chance = random.Random(3)
    single = has_single_jumps(game)
    assert single is not None
    for _ in range(100 // SHARE):
        board = random_board(chance, 5)
        if game.utility(board) is not None:
            continue
        found = minimax(game, board, 4, evaluate=material, window=(-INF, INF))  # type: ignore[misc]
        search = kernel.AlphaBeta(single)
        value = search.value(*position_of(board), 4, kernel.LOST, -kernel.LOST)
        for_alice = value if board.side is Side.MAX else -value
        assert for_alice == {INF: -kernel.LOST, -INF: kernel.LOST}.get(found.value, found.value), board
        assert search.nodes > 0


def test_a_finished_game_has_no_moves_to_count() -> None:
    for board in (Board(0, 1, 0), Board(1, 0, 1), Board(0, 0, 0), Board(1 << 22, 1 << 18 | 1 << 14, 0)):
        assert [engine_perft(Checkers(), board, depth) for depth in (0, 1, 3)] == [1, 0, 0]


def test_bits_are_counted() -> None:
    chance = random.Random(4)
    for _ in range(200):
        first, second = (chance.getrandbits(35) & BOARD for _ in range(2))
        assert count(first, second) == first.bit_count() + second.bit_count()
    assert count(BOARD, BOARD) == 64


def test_moves_are_counted_by_direction_to_the_last_square() -> None:
    chance = random.Random(5)
    from_below, from_above = BOARD & ~TOP_ROW, BOARD & ~BOTTOM_ROW
    for _ in range(200):
        ways = [chance.getrandbits(35) & rows for rows in (from_below, from_below, from_above, from_above)]
        assert count_ways(*ways) == sum(way.bit_count() for way in ways)
    assert count_ways(from_below, from_below, from_above, from_above) == 4 * 28
    assert (count_ways(0, 0, 0, 0), count_ways(1 << 34, 0, 0, 0), count_ways(0, 1 << 34, 0, 1 << 30)) == (0, 1, 2)


def test_the_lead_counts_kings_twice_to_the_last_square() -> None:
    chance = random.Random(9)
    for _ in range(200):
        sets = [chance.getrandbits(35) & BOARD for _ in range(4)]
        ups, downs, foe_ups, foe_downs = (bits.bit_count() for bits in sets)
        assert lead(*sets) == ups + downs - foe_ups - foe_downs
    assert (lead(BOARD, BOARD, 0, 0), lead(0, 0, BOARD, BOARD)) == (64, -64)


def test_positions_name_the_side_to_move_first() -> None:
    board = Board(alice=0b0110 << 27, bill=0b1001, kings=0b0100 << 27 | 0b0001)
    assert position_of(board) == (0b0110 << 27, 0b0100 << 27, 0b0001, 0b1001)
    assert position_of(board.with_side(Side.MIN)) == (0b0001, 0b1001, 0b0110 << 27, 0b0100 << 27)
    assert has_single_jumps(object()) is None
