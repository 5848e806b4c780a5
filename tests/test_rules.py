"""The rules, a sentence each."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from checkers_ab import Board, Checkers, format_board, format_move, parse_move
from checkers_ab.core.game import Side
from checkers_ab.games.checkers import rules
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.rules import INF
from tests import naive
from tests.support import boards, draw, random_board

GAME = Checkers()


def moves(board: Board) -> list[str]:
    return [format_move(move) for move in GAME.moves(board)]


def after(board: Board, move: str) -> str:
    return format_board(GAME.play(board, parse_move(move)))


def test_the_game_starts_with_twelve_men_a_side_and_alice_to_move() -> None:
    start = GAME.start()
    assert format_board(start).split() == [
        "+B+B+B+B",
        "B+B+B+B+",
        "+B+B+B+B",
        "O+O+O+O+",
        "+O+O+O+O",
        "A+A+A+A+",
        "+A+A+A+A",
        "A+A+A+A+",
    ]
    assert GAME.to_move(start) is Side.MAX


MEN_AND_KINGS = """
    +O+O+O+O
    O+O+O+O+
    +O+O+O+O
    O+B+O+O+
    +O+O+O+k
    O+O+O+O+
    +A+O+O+O
    O+O+O+K+
"""


def test_alices_men_step_up_and_her_kings_every_way_in_reading_order() -> None:
    assert moves(draw(MEN_AND_KINGS)) == ["(4,7)=>(3,6)", "(4,7)=>(5,6)", "(6,1)=>(5,0)", "(6,1)=>(5,2)"]


def test_bills_men_step_down_and_his_kings_every_way_in_reading_order() -> None:
    board = draw(MEN_AND_KINGS, Side.MIN)
    assert moves(board) == ["(3,2)=>(4,1)", "(3,2)=>(4,3)", "(7,6)=>(6,5)", "(7,6)=>(6,7)"]


def test_a_jump_is_mandatory() -> None:
    board = draw("""
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+B+O+
        +O+A+O+O
        O+O+O+O+
        +O+O+O+A
        O+O+O+O+
    """)
    assert moves(board) == ["(4,3)=>(2,5)"]


def test_a_jump_needs_an_empty_square_behind_the_enemy() -> None:
    board = draw("""
        +O+O+O+O
        O+O+O+O+
        +O+O+B+O
        O+O+B+O+
        +O+A+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
    """)
    assert moves(board) == ["(4,3)=>(3,2)"]


def test_nobody_jumps_over_the_edge_or_over_an_own_piece() -> None:
    board = draw("""
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+B
        O+O+A+A+
        +O+O+O+A
        O+O+O+O+
    """)
    assert moves(board) == ["(5,4)=>(4,3)", "(5,4)=>(4,5)", "(5,6)=>(4,5)"]


CHOICE = """
    +O+O+O+O
    O+O+O+O+
    +O+O+O+O
    O+B+B+O+
    +O+k+O+O
    O+B+B+O+
    +O+O+O+O
    O+O+O+O+
"""


def test_a_king_jumps_every_way_and_may_choose() -> None:
    assert moves(draw(CHOICE)) == ["(4,3)=>(2,1)", "(4,3)=>(2,5)", "(4,3)=>(6,1)", "(4,3)=>(6,5)"]


def test_a_man_jumps_forward_only() -> None:
    assert moves(draw(CHOICE.replace("k", "A"))) == ["(4,3)=>(2,1)", "(4,3)=>(2,5)"]


def test_bills_man_jumps_down_only() -> None:
    swapped = CHOICE.replace("B", "A").replace("k", "B")
    assert moves(draw(swapped, Side.MIN)) == ["(4,3)=>(6,1)", "(4,3)=>(6,5)"]


def test_a_jumped_piece_is_gone_king_or_man_and_the_move_ends_there() -> None:
    board = draw("""
        +O+O+O+O
        O+O+B+O+
        +O+O+O+O
        O+O+K+O+
        +O+A+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
    """)
    assert after(board, "(4,3)=>(2,5)").split() == [
        "+O+O+O+O",
        "O+O+B+O+",
        "+O+O+A+O",
        "O+O+O+O+",
        "+O+O+O+O",
        "O+O+O+O+",
        "+O+O+O+O",
        "O+O+O+O+",
    ]
    assert GAME.play(board, parse_move("(4,3)=>(2,5)")).kings == 0, "the taken king leaves no crown behind"


def test_a_man_that_steps_onto_the_far_row_is_crowned() -> None:
    board = draw("""
        +O+O+O+O
        O+A+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+B
        O+O+O+O+
    """)
    assert after(board, "(1,2)=>(0,1)").split()[0] == "+k+O+O+O"
    bill = board.with_side(Side.MIN)
    assert after(bill, "(6,7)=>(7,6)").split()[7] == "O+O+O+K+"


def test_a_man_that_jumps_onto_the_far_row_is_crowned() -> None:
    board = draw("""
        +O+O+O+O
        O+B+O+O+
        +A+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
    """)
    assert after(board, "(2,1)=>(0,3)").split()[:3] == ["+O+k+O+O", "O+O+O+O+", "+O+O+O+O"]


def test_a_king_stays_a_king_when_it_moves() -> None:
    assert after(draw(MEN_AND_KINGS), "(4,7)=>(5,6)").split()[5] == "O+O+O+k+"


def test_an_uncrowned_man_on_its_far_row_has_no_moves() -> None:
    board = draw("""
        +A+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        B+O+O+O+
    """)
    assert moves(board) == []
    assert GAME.utility(board) == -INF


def test_who_has_no_piece_has_lost_and_alice_is_looked_at_first() -> None:
    king = 1 << 20
    assert GAME.utility(Board(0, king, king)) == -INF
    assert GAME.utility(Board(king, 0, king, Side.MIN)) == INF
    assert GAME.utility(Board(0, 0, 0)) == -INF


BLOCKED = """
    +O+O+O+O
    O+O+O+O+
    +O+O+O+O
    B+O+O+O+
    +A+O+O+O
    A+A+O+O+
    +O+O+O+O
    O+O+O+O+
"""


def test_who_cannot_move_has_lost() -> None:
    assert GAME.utility(draw(BLOCKED, Side.MIN)) == INF
    upside_down = BLOCKED.split()
    mirrored = "\n".join(row[::-1] for row in reversed(upside_down)).translate(str.maketrans("AB", "BA"))
    assert GAME.utility(draw(mirrored)) == -INF
    assert GAME.utility(draw(BLOCKED)) is None, "it is Alice's move, and she has one"


def test_a_king_counts_twice() -> None:
    assert material(draw(MEN_AND_KINGS)) == (1 + 2) - (1 + 2)
    assert material(draw(CHOICE)) == 2 - 4


@given(boards())
def test_moves_and_endings_are_those_of_a_plain_generator(board: Board) -> None:
    for side in Side:
        board = board.with_side(side)
        plain = naive.read(format_board(board))
        alice = side is Side.MAX
        assert moves(board) == [naive.move_text(move) for move in sorted(naive.all_moves(plain, alice))]
        assert GAME.utility(board) == naive.outcome(plain, alice)
        assert material(board) == naive.heuristic(plain)
        for move, plain_move in zip(GAME.moves(board), sorted(naive.all_moves(plain, alice)), strict=True):
            child = GAME.play(board, move)
            assert format_board(child).split() == ["".join(row) for row in naive.play(plain, plain_move)]
            assert child.side is side.opponent


def test_lists_of_moves_are_kept_only_up_to_a_limit_and_stay_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_LISTS", 8)
    rules.STEPS.clear()
    rules.JUMPS.clear()
    chance = random.Random(7)
    for _ in range(300):
        board = random_board(chance, 10)
        plain = naive.read(format_board(board))
        expected = [naive.move_text(move) for move in sorted(naive.all_moves(plain, board.side is Side.MAX))]
        assert moves(board) == moves(board) == expected
        GAME.moves(board).clear()  # a list of the caller's own
        assert moves(board) == expected
    assert max(len(rules.STEPS), len(rules.JUMPS)) <= rules.MOST_LISTS


def test_boards_are_equal_by_what_stands_on_them() -> None:
    assert draw(BLOCKED) == draw(BLOCKED)
    assert hash(draw(BLOCKED)) == hash(draw(BLOCKED))
    assert draw(BLOCKED) != draw(BLOCKED, Side.MIN)
    assert draw(BLOCKED) != "a board"
    assert repr(Board(1, 2, 0)) == "Board(alice=0x1, bill=0x2, kings=0x0, side=Side.MAX)"
