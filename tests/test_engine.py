"""The engine: its values are those of a plain search, it plays endgames to the ply, and knows what repeats."""

from __future__ import annotations

import random
from itertools import count, pairwise
from time import monotonic
from typing import Any

import pytest

from checkers_ab import Board, Checkers
from checkers_ab.core.deepen import TimeUpError
from checkers_ab.core.game import Side
from checkers_ab.engine.analysis import Analysis, Engine
from checkers_ab.engine.evaluate import evaluate
from checkers_ab.engine.position import has_single_jumps, position_of
from checkers_ab.engine.search import WON, EngineSearch
from checkers_ab.engine.transposition import TranspositionTable
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.fen import format_fen, parse_fen
from tests.retrograde import plies_to_the_end
from tests.test_kernel import random_board

GAMES = [Checkers(), English()]


def engine(game: Any = GAMES[1]) -> Engine:
    return Engine(game, clock=monotonic)


def plain_value(game: Any, board: Board, depth: int, ply: int = 0) -> int:
    """What the engine should say, without a table, an order or a cut."""
    if game.utility(board) is not None:
        return ply - WON
    moves = game.moves(board)
    jumping = abs(moves[0][0] - moves[0][1]) > 5
    if depth <= 0 and not jumping:
        return evaluate(*position_of(board))
    return max(-plain_value(game, game.play(board, move), depth - 1, ply + 1) for move in moves)


@pytest.mark.parametrize("game", GAMES, ids=["homework", "english"])
def test_table_and_order_change_no_value(game: Any) -> None:
    chance = random.Random(5)
    single = has_single_jumps(game)
    assert single is not None
    for _ in range(40):
        board = random_board(chance, 4)
        if game.utility(board) is None:
            search = EngineSearch(single, 10, lambda: None)
            search.stack[0].put(*position_of(board), 0)
            for depth in (1, 3, 4):
                assert search.value(0, depth, -WON, WON) == plain_value(game, board, depth), format_fen(board)


def test_a_table_that_grows_forgets_nothing() -> None:
    chance = random.Random(10)
    table = TranspositionTable(4)
    positions = {position_of(random_board(chance, 6)) for _ in range(40)}
    for position in positions:
        table.slot_for(*position, 3).put(*position, 7)
    kept = [position for position in positions if table.find(*position).holds(*position)]
    assert 8 <= len(kept) <= 16 == len(table.entries)
    for size in (32, 64):
        table.grow()
        assert len(table.entries) == len({id(entry) for entry in table.entries}) == size
        assert all(table.find(*position).holds(*position) for position in kept)
    assert table.taken == len(positions)


def test_what_was_searched_deepest_is_remembered_longest() -> None:
    chance = random.Random(11)
    deepest, *others = (position_of(random_board(chance, 6)) for _ in range(40))
    table = TranspositionTable(1)
    for position, depth in ((deepest, 9), *((other, 4) for other in others)):
        entry = table.slot_for(*position, depth)
        entry.put(*position, 0)
        entry.depth = depth
        assert table.find(*position).holds(*position), "the last one is always there"
        assert table.find(*deepest).holds(*deepest)


def test_the_table_grows_with_the_search() -> None:
    deep = engine()
    fewest = len(deep.search.table.entries)
    deep.search.table = TranspositionTable(4)
    deep.analyze([English().start()], deepest=3)
    assert len(deep.search.table.entries) == 16
    deep.analyze([English().start()], deepest=9)
    assert 16 < len(deep.search.table.entries) < fewest


KINGS = "W:WK1,K2:BK32"
WITH_A_MAN = "W:WK1,30:BK17"


@pytest.mark.parametrize("start", [KINGS, WITH_A_MAN])
def test_endgames_of_two_against_one_are_won_and_lost_to_the_ply(start: str) -> None:
    known = plies_to_the_end(parse_fen(start))
    decided = [board for board, plies in known.items() if 5 <= plies <= 9]
    for board in random.Random(6).sample(decided, 10):
        (line,) = engine().analyze([board], deepest=12).lines
        assert line.ends_in == known[board], format_fen(board)
        assert line.winner is (board.side if known[board] % 2 else board.side.opponent)
        assert len(line.moves) == line.ends_in
        end = board
        for move in line.moves:
            assert move in English().moves(end)
            end = English().play(end, move)
        assert English().utility(end) is not None


def test_no_win_is_found_where_there_is_none() -> None:
    known = plies_to_the_end(parse_fen(KINGS))
    draw = parse_fen("B:WK15:BK1")
    assert draw not in known
    (line,) = engine().analyze([draw], deepest=10).lines
    assert (line.winner, line.ends_in) == (None, None)


def test_a_position_that_comes_up_again_is_a_draw_in_english_draughts() -> None:
    boards = [parse_fen("W:WK1,K32:BK11,K12,K20")]
    for move in ((0, 4), (12, 16), (4, 0), (16, 12)):
        boards.append(English().play(boards[-1], move))  # type: ignore[arg-type]
    assert boards[0] == boards[-1]
    again, other = (engine().analyze(game, deepest=1, lines=20).lines for game in (boards, boards[-1:]))
    values = {line.moves[0]: line.value for line in again}
    without_game = {line.moves[0]: line.value for line in other}
    assert values[0, 4] == 0 != without_game[0, 4]
    assert {move for move in values if values[move] != without_game[move]} == {(0, 4)}


@pytest.mark.parametrize("game", GAMES, ids=["homework", "english"])
def test_lines_are_of_different_moves_the_best_first_and_legal(game: Any) -> None:
    board = game.start()
    for wanted in (1, 3, 50):
        found = engine(game).analyze([board], deepest=5, lines=wanted)
        assert len(found.lines) == min(wanted, 7)
        assert len({line.moves[0] for line in found.lines}) == len(found.lines)
        worth = [line.value if board.side is Side.MAX else -line.value for line in found.lines]
        assert worth == sorted(worth, reverse=True)
        for line in found.lines:
            state = board
            assert len(line.moves) == 5
            for move in line.moves:
                assert move in game.moves(state)
                state = game.play(state, move)


def test_lines_of_kings_that_go_to_and_fro_are_legal() -> None:
    chance = random.Random(12)
    for _ in range(30):
        board = random_board(chance, 2)
        if English().utility(board) is None:
            for line in engine().analyze([board], deepest=7, lines=4).lines:
                state = board
                for move in line.moves:
                    assert move in English().moves(state), format_fen(board)
                    state = English().play(state, move)


def test_more_lines_do_not_change_the_best() -> None:
    chance = random.Random(8)
    for _ in range(10):
        board = random_board(chance, 6)
        if English().utility(board) is None:
            one, three = (engine().analyze([board], deepest=5, lines=lines).lines for lines in (1, 3))
            assert one[0].value == three[0].value


def test_it_deepens_until_the_time_is_up_and_tells_each_depth() -> None:
    heard: list[Analysis] = []
    ticks = count()
    clocked = Engine(English(), clock=lambda: float(next(ticks)))
    found = clocked.analyze([English().start()], seconds=20, observer=heard.append)
    assert [analysis.depth for analysis in heard] == list(range(1, found.depth + 1))
    assert heard[-1] == found
    assert all(early.nodes < late.nodes for early, late in pairwise(heard))
    assert found.depth > 1
    late = Engine(English(), clock=lambda: float(next(ticks)) * 1000)
    assert late.analyze([English().start()], seconds=1).depth == 1


def test_a_search_is_ended_by_who_looks_at_the_clock() -> None:
    def look() -> None:
        raise TimeUpError

    search = EngineSearch(False, 10, look)
    search.stack[0].put(*position_of(English().start()), 0)
    with pytest.raises(TimeUpError):
        search.value(0, 20, -WON, WON)
    assert search.nodes == 1024


def test_it_stops_when_everything_is_decided() -> None:
    found = engine().analyze([parse_fen("W:WK10,K18:BK15")], deepest=60)
    assert found.decided
    assert found.depth < 60
