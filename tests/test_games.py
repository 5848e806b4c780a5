"""One set of laws for every registered game, and what surrounds a search: orders, beams, clocks, players, matches."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from checkers_ab.core.deepen import Progress, deepen
from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.law_checks import Sample
from checkers_ab.core.laws import check_laws
from checkers_ab.core.match import ForfeitError, RandomPlayer, ScriptedPlayer, play_game
from checkers_ab.core.order import Beam
from checkers_ab.core.perft import perft
from checkers_ab.core.picture import draw_text
from checkers_ab.core.search import minimax
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.rules import INF, Checkers
from checkers_ab.games.registry import GAMES, make_game, options_of
from tests.toys import TreeGame

VARIANTS = {
    "tictactoe": ["tictactoe", "tictactoe:m=4,n=3,k=3"],
    "amazons": ["amazons", "amazons:size=4", "amazons:size=5x4,first=black"],
    "connect4": ["connect4", "connect4:width=5,height=4,connect=3"],
    "tree": ["tree", "tree:first=min", "tree:leaves=wrapped"],
    "skirmish": ["skirmish", "skirmish:map=open", "skirmish:map=two-archers,always_attack=yes"],
}
"""What is tried of a game besides what it is without options; a game that is not here is tried like that."""
SPECS = [spec for name in GAMES for spec in VARIANTS.get(name, [name])]


@pytest.fixture(params=SPECS)
def kit(request: pytest.FixtureRequest) -> Kit[Any, Any, Any]:
    return make_game(request.param)


# The laws


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_keeps_every_law(spec: str) -> None:
    results = check_laws(Sample(make_game(spec), games=10))
    assert [result for result in results if not (result.holds or result.law.advice)] == []


def test_pictures_show_the_state_and_mark_the_last_move(kit: Kit[Any, Any, Any]) -> None:
    state = kit.game.start()
    move = kit.game.moves(state)[0]
    child = kit.game.play(state, move)
    drawings = [draw_text(kit.picture(*arguments)) for arguments in ((child, move), (child,), (state,))]
    assert len(set(drawings)) == 3
    for drawing in drawings:
        assert all(line == line.rstrip() for line in drawing.splitlines())


# The registry


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chekers", "unknown game 'chekers'; did you mean 'checkers'?"),
        ("go", f"unknown game 'go'; there are {', '.join(GAMES)}"),
        ("checkers:rules=english", "checkers has no option 'rules'; there are none"),
        ("tictactoe:x=3", "tictactoe has no option 'x'; there are m, n, k"),
        ("tictactoe:m", "expected m=VALUE once, found 'm'"),
        ("tictactoe:m=3,m=4", "expected m=VALUE once, found 'm=4'"),
        ("tictactoe:m=0", "m must be a number from 1 to 9, found '0'"),
        ("tictactoe:k=4", "k must be a number from 1 to 3, found '4'"),
    ],
)
def test_an_unknown_game_or_option_names_what_there_is(text: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        make_game(text)
    assert str(error.value) == message


def test_every_option_has_help() -> None:
    assert all(text for name in GAMES for text in options_of(name).values())


# Tic-tac-toe


def test_the_trees_of_tic_tac_toe_and_checkers_have_the_known_sizes() -> None:
    for name, counts in {
        "tictactoe": [1, 9, 72, 504, 3024, 15120, 54720],
        "checkers": [1, 7, 49, 302, 1469, 7361],
    }.items():
        game = make_game(name).game
        assert [perft(game, game.start(), depth) for depth in range(len(counts))] == counts


def test_a_row_of_one_wins_at_once_and_a_bigger_board_needs_more() -> None:
    one = make_game("tictactoe:k=1")
    assert one.game.utility(one.game.play(one.game.start(), 4)) == 1
    four = make_game("tictactoe:m=4,n=4,k=4")
    diagonal = "X...\nOX..\nOOX.\nO..X\n"
    assert four.game.utility(four.parse_state(diagonal)) == 1
    assert four.parse_move(four.game.start(), "D4") == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X..\n...\n", "3:1: expected 3 rows, found 2"),
        ("X..\n....\n...\n", "2:4: expected 3 cells, found 4"),
        ("X..\n.#.\n...\n", "2:2: expected X, O or '.', found '#'"),
        ("XXX\nOOO\n...\n", "1:1: X and O can't both have won"),
        ("X..\nX..\n...\n", "1:1: X begins, so it has as many cells as O or one more; found +2 more"),
    ],
)
def test_what_is_no_board_of_tic_tac_toe(text: str, message: str) -> None:
    with pytest.raises(StateError) as error:
        make_game("tictactoe").parse_state(text)
    assert str(error.value) == message


def test_a_taken_cell_is_named() -> None:
    kit = make_game("tictactoe")
    with pytest.raises(MoveError, match="b2 is taken; free are a3, b3"):
        kit.parse_move(kit.game.play(kit.game.start(), 4), "b2")


# Checkers as a game among others


def test_checkers_states_say_when_it_is_bills_move() -> None:
    kit = make_game("checkers")
    child = kit.game.play(kit.game.start(), kit.game.moves(kit.game.start())[0])
    assert kit.format_state(child).endswith("\nbill to move\n")
    assert kit.parse_state(kit.format_state(kit.game.start()) + "Alice to move\n") == kit.game.start()


def test_checkers_moves_may_be_typed_short_and_mistakes_are_explained() -> None:
    kit = make_game("checkers")
    start = kit.game.start()
    for text in ("(5,0)=>(4,1)", "50-41", "5,0 4,1", "5041"):
        assert kit.format_move(kit.parse_move(start, text)) == "(5,0)=>(4,1)"
    with pytest.raises(MoveError, match=r"that is not legal; legal are \(5,2\)=>\(4,1\), \(5,2\)=>\(4,3\)$"):
        kit.parse_move(start, "52-30")
    forced = kit.parse_state("+O+O+O+O\nO+O+O+O+\n+O+O+O+O\nO+O+B+O+\n+O+A+O+O\nO+O+O+O+\n+O+O+O+O\nO+O+O+O+\n")
    with pytest.raises(MoveError, match="a jump is mandatory"):
        kit.parse_move(forced, "43-32")


# Beams


def test_a_beam_keeps_the_best_for_the_side_to_move_and_counts_what_it_left_out() -> None:
    game = TreeGame([[[3]], [[9]], [[5]]])
    values: dict[Any, int] = {(0,): 3, (1,): 9, (2,): 5}
    beam = Beam(game, lambda path: values[path], 2)
    assert list(beam.moves(())) == [1, 2]
    assert (beam.left_out, beam.valued) == (1, 3)
    low = TreeGame([[4, 1, 7, 1]])
    assert list(Beam(low, lambda path: 0, 3).moves((0,))) == [1, 3, 0], "finished games count as what they are worth"
    assert list(Beam(game, lambda path: values[path], 3).moves(())) == [0, 1, 2]


def test_without_a_bound_a_beam_is_exact() -> None:
    game = Checkers()
    wide = Beam(game, material, 1000)
    assert (
        minimax(wide, game.start(), 5, evaluate=material, window=(-INF, INF)).value
        == minimax(game, game.start(), 5, evaluate=material, window=(-INF, INF)).value
    )
    assert wide.left_out == wide.valued == 0


# Deepening


def clock(step: float) -> Callable[[], float]:
    """A clock that goes on by a step at each look."""
    now = count(step, step)
    return lambda: next(now)


def deepened(
    seconds: float, clock: Callable[[], float], **options: Any
) -> tuple[Progress[Any, Any], list[Progress[Any, Any]]]:
    heard: list[Progress[Any, Any]] = []
    options |= {"evaluate": material, "window": (-INF, INF), "clock": clock, "observer": heard.append}
    return deepen(Checkers(), Checkers().start(), seconds=seconds, **options), heard


class Slow(Checkers):
    """Checkers in which each move played takes some time of a clock."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = 0.0
        self.looks = self.played = 0

    def clock(self) -> float:
        self.looks += 1
        return self.now

    def play(self, board: Any, move: Any) -> Any:
        self.now += self.seconds
        self.played += 1
        return super().play(board, move)


@pytest.mark.parametrize("seconds", [1e-6, 1e-5, 1e-4, 1e-3, 1e-2])
def test_the_clock_is_looked_at_seldom_and_the_end_is_kept(seconds: float) -> None:
    game = Slow(seconds)
    deepen(game, game.start(), evaluate=material, window=(-INF, INF), seconds=0.1, clock=game.clock)
    assert 0.1 <= game.now <= 0.1 + 0.05
    assert game.looks < 200


def test_the_last_depth_that_was_finished_answers() -> None:
    game = Slow(1e-4)
    heard: list[Progress[Any, Any]] = []
    options: Any = {"evaluate": material, "window": (-INF, INF), "clock": game.clock, "observer": heard.append}
    done = deepen(game, game.start(), seconds=0.5, **options)
    assert done == heard[-1]
    assert [progress.depth for progress in heard] == list(range(1, done.depth + 1))
    assert done.depth > 3
    assert heard[0].nodes < done.nodes
    plain = minimax(Checkers(), game.start(), done.depth, evaluate=material, window=(-INF, INF))
    assert done.value == plain.value


def test_without_time_the_first_legal_move_answers() -> None:
    done, heard = deepened(1e-9, clock(1.0))
    assert (done.depth, heard) == (0, [])
    assert done.move == Checkers().moves(Checkers().start())[0]


def test_deepening_ends_at_the_deepest_ply_and_when_all_is_known() -> None:
    assert deepened(1e9, clock(1e-9), deepest=3)[0].depth == 3
    for tree, depth in (([[5, 3], [4, 8]], 2), ([[[100]], [[1]]], 3), ([[2, 100], [100]], 2), (7, 0)):
        game = TreeGame(tree)
        done = deepen(game, (), evaluate=lambda _: 0, window=(-100, 100), seconds=1e9, clock=clock(1e-9))
        assert done.depth == depth
        assert (done.line == []) == (depth == 0)


def test_the_best_line_goes_first_in_the_next_depth() -> None:
    tried: list[list[int]] = [[]]

    class Watched(TreeGame):
        def play(self, path: tuple[int, ...], move: int) -> tuple[int, ...]:
            if not path:
                tried[-1].append(move)
            return super().play(path, move)

    game = Watched([[[1], [1]], [[9], [9]], [[5], [5]]])
    values: dict[Any, int] = {(0,): 1, (1,): 9, (2,): 5}
    options: Any = {"evaluate": lambda path: values.get(path[:1], 0), "window": (-100, 100), "clock": clock(1e-9)}
    deepen(game, (), seconds=1e9, observer=lambda progress: tried.append([]), **options)
    firsts = [moves[0] for moves in tried if moves]
    assert firsts[0] == 0
    assert set(firsts[1:]) == {1}


# Matches


class Stubborn:
    def __init__(self, move: Any) -> None:
        self.move = move

    def choose(self, state: Any, last: Any) -> Any:
        if isinstance(self.move, Exception):
            raise self.move
        return self.move


def tictactoe_game(x: Any, o: Any, **options: Any) -> Any:
    kit = make_game("tictactoe")
    return play_game(kit.game, {Side.MAX: x, Side.MIN: o}, outcomes=kit.outcomes, start=kit.game.start(), **options)


def test_a_game_is_played_to_its_end_and_shown() -> None:
    shown: list[Any] = []
    x: ScriptedPlayer[Any, int] = ScriptedPlayer(lambda state: [0, 1, 2][state.crosses.bit_count()])
    o: ScriptedPlayer[Any, int] = ScriptedPlayer(lambda state: [3, 4, 5][state.noughts.bit_count()])
    record = tictactoe_game(x, o, display=lambda state, move: shown.append(move))
    assert (record.moves, record.winner, record.reason) == ([0, 3, 1, 4, 2], Side.MAX, "the game is over")
    assert shown == record.moves
    lost = tictactoe_game(ScriptedPlayer(lambda state: [0, 1, 8][state.crosses.bit_count()]), o)
    assert lost.winner is Side.MIN


def test_a_player_that_errs_or_gives_up_loses() -> None:
    chance = RandomPlayer(make_game("tictactoe").game, 1)
    assert tictactoe_game(Stubborn(99), chance).reason == "the move is not legal"
    assert tictactoe_game(Stubborn(99), chance).winner is Side.MIN
    assert tictactoe_game(Stubborn(ForfeitError("enough")), chance).reason == "enough"


def test_a_game_may_end_without_a_winner_and_go_on_from_moves_already_played() -> None:
    chance = RandomPlayer(make_game("tictactoe").game, 1)
    assert tictactoe_game(chance, chance, most_plies=2).reason == "2 plies were played"
    assert tictactoe_game(chance, chance, most_plies=2).winner is None
    drawn = [0, 1, 2, 4, 3, 5, 7, 6, 8]
    record = tictactoe_game(chance, chance, played=drawn)
    assert (record.winner, record.moves) == (None, drawn)


def test_random_players_are_the_same_with_the_same_seed() -> None:
    game = make_game("amazons:size=4").game
    choices = [[RandomPlayer(game, seed).choose(game.start(), None) for _ in range(3)] for seed in (1, 1, 2)]
    assert choices[0] == choices[1]
