"""The skirmish: rules, text, evaluations, ordering and the scripted archers, a sentence each."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from textwrap import dedent

import pytest

from checkers_ab.cli.commands.play import describe_result
from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.game import Side
from checkers_ab.core.match import Record
from checkers_ab.core.picture import draw_text
from checkers_ab.core.search import minimax
from checkers_ab.games.skirmish.drawing import picture
from checkers_ab.games.skirmish.kit import ATTACKERS, OPTIONS, make, parse_weights
from checkers_ab.games.skirmish.mapfile import MAPS, format_state, parse_state
from checkers_ab.games.skirmish.notation import format_move, parse_move
from checkers_ab.games.skirmish.rules import INF, Skirmish, Weights, distance, linear, manhattan, steps_to_go
from checkers_ab.games.skirmish.script import attack_first, comfort, scripted_archers
from checkers_ab.games.skirmish.state import Action, Ground, Kind, Move, Number, SkirmishState, Square


def field(text: str) -> SkirmishState:
    """A state from an indented text."""
    return parse_state(dedent(text).strip())


def moves(state: SkirmishState, *, always_attack: tuple[Side, ...] = ()) -> list[str]:
    return [format_move(move) for move in Skirmish(state, always_attack=always_attack).moves(state)]


def actions(state: SkirmishState, unit: int) -> list[str]:
    """What a unit can do in some joint move."""
    return sorted({action for move in moves(state) for action in move.split() if action.startswith(f"{unit}:")})


def after(state: SkirmishState, *texts: str) -> SkirmishState:
    game = Skirmish(state)
    for text in texts:
        state = game.play(state, parse_move(game, state, text))
    return state


def healths(state: SkirmishState) -> dict[int, int]:
    return {unit.number: unit.health for unit in state.units}


def count(game: Skirmish, state: SkirmishState, depth: int) -> int:
    moves = game.moves(state)
    return len(moves) if depth == 1 else sum(count(game, game.play(state, move), depth - 1) for move in moves)


class Ordered(Skirmish):
    """The skirmish with the moves in the order of seed 000."""

    def moves(self, state: SkirmishState) -> list[Move]:
        return sorted(super().moves(state), key=lambda move: attack_first(state, move))


# Rules


@pytest.mark.parametrize(
    ("name", "counts"),
    [("one-archer", [9, 45, 500, 2200]), ("open", [16, 400, 6400, 160002]), ("two-archers", [9, 81, 900, 12321])],
)
def test_the_trees_of_joint_moves_have_their_known_sizes(name: str, counts: list[int]) -> None:
    game = Skirmish(MAPS[name])
    assert [count(game, game.start(), depth) for depth in (1, 2, 3, 4)] == counts


def test_the_maps_are_25_by_19_with_their_trees_and_the_footmen_begin() -> None:
    assert [len(state.ground.trees) for state in MAPS.values()] == [54, 0, 64]
    for state in MAPS.values():
        assert (state.ground.width, state.ground.height, state.side) == (25, 19, Side.MAX)
        assert [state.ground.points[unit.square] for unit in state.of(Side.MAX)] == [(5, 5), (18, 5)]


MEETING = """
    .....
    .F...
    ..A..
    ...F.
    .....
"""


def test_a_unit_steps_north_east_south_or_west_or_attacks_in_this_order() -> None:
    state = field(MEETING)
    choices = Skirmish(state).choices(state, state.units[0])
    assert [format_move((action,)) for action, _ in choices] == ["1:N", "1:E", "1:S", "1:W", "1:x3"]


def test_the_moves_go_by_the_first_units_action_then_by_the_seconds() -> None:
    assert moves(field(MEETING))[:6] == ["1:N 2:N", "1:N 2:E", "1:N 2:S", "1:N 2:W", "1:N 2:x3", "1:E 2:N"]


@pytest.mark.parametrize(
    ("played", "left"),
    [
        (["1:x3 2:N"], {1: 160, 2: 160, 3: 39}),  # a footman hits diagonally and deals 11
        (["1:x3 2:x3"], {1: 160, 2: 160, 3: 28}),  # the blows of two add up
        (["1:x3 2:x3", "3:x2"], {1: 160, 2: 154, 3: 28}),  # an archer deals 6
    ],
)
def test_a_footman_deals_11_and_an_archer_6(played: list[str], left: dict[int, int]) -> None:
    assert healths(after(field(MEETING), *played)) == left


def test_armor_never_stops_the_last_point_of_the_basic_damage() -> None:
    assert Kind.ARCHER.damage_to(Kind.FOOTMAN) == 5 - 2 + 3
    assert Kind.FOOTMAN.damage_to(Kind.ARCHER) == 8 - 0 + 3


@pytest.mark.parametrize(
    ("rows", "first", "second"),
    [
        ("F.T\nAFT\n...", "1:E 1:x3", "2:N 2:S 2:x3"),  # nobody steps off the map, into a tree or onto a unit
        ("F.T.A\n..T..\n..T..\narchers to move", "", "3:S 3:W 3:x1"),  # trees stop walking but not shooting
        ("FF...\nTT...\n....A", "1:-", "2:E"),  # a square that an own unit leaves is not free yet
        ("F.FTA\nTTT..\n.....", "1:- 1:E", "2:- 2:W"),  # if both could only step onto the same square, one stays
    ],
)
def test_what_units_can_do_in_some_joint_move(rows: str, first: str, second: str) -> None:
    state = parse_state(rows)
    assert actions(state, 1) == first.split()
    assert actions(state, int(second[0])) == second.split()


def test_two_units_of_a_side_never_step_onto_the_same_square() -> None:
    together = moves(parse_state("F.F\n...\n..A"))
    assert "1:E 2:S" in together
    assert "1:E 2:W" not in together
    assert moves(parse_state("F.FTA\nTTT..\n.....")) == ["1:E 2:-", "1:- 2:W"]


@pytest.mark.parametrize(("x", "in_reach"), [(10, True), (11, False)])
def test_an_archer_reaches_10_squares_every_way(x: int, in_reach: bool) -> None:
    row = "F" + "." * (x - 1) + "A"
    state = field("\n".join([row, "." * len(row), "." * len(row), "archers to move"]))
    assert ("3:x1" in moves(state)) == in_reach


def test_a_unit_stays_only_when_it_can_do_nothing_else() -> None:
    state = field("""
        FT..
        T..F
        ...A
    """)
    assert moves(state) == ["1:- 2:N", "1:- 2:W", "1:- 2:x3"]
    assert after(state, "1:- 2:N").units[0] == state.units[0]


def test_a_unit_without_health_is_gone_and_the_others_keep_their_numbers() -> None:
    state = field("""
        F..
        .A.
        A..

        archer 3 at 1,1 health 11
    """)
    assert healths(after(state, "1:x3")) == {1: 160, 4: 50}


def test_the_footmen_win_when_the_archers_are_gone() -> None:
    state = field(MEETING + "    archer 3 at 2,2 health 22")
    assert Skirmish(state).utility(after(state, "1:x3 2:N")) is None
    won = after(state, "1:x3 2:x3")
    assert Skirmish(state).utility(won) == INF
    assert moves(won) == []


def test_the_archers_win_when_the_footmen_are_gone() -> None:
    state = field("""
        F..
        ...
        ..A
        footman 1 at 0,0 health 6
        archers to move
    """)
    lost = after(state, "3:x1")
    assert Skirmish(state).utility(lost) == -INF
    assert moves(lost) == []


def test_on_request_units_with_an_enemy_in_reach_may_only_attack() -> None:
    state = field(MEETING)
    archers = state._replace(side=Side.MIN)
    assert moves(state, always_attack=(Side.MAX,)) == ["1:x3 2:x3"]
    assert len(moves(archers, always_attack=(Side.MAX,))) == 6
    assert moves(archers, always_attack=(Side.MIN,)) == ["3:x1", "3:x2"]
    assert len(moves(state, always_attack=(Side.MIN,))) == 25
    assert (len(moves(state, always_attack=tuple(Side))), len(moves(archers, always_attack=tuple(Side)))) == (1, 2)


def test_the_manhattan_distance_goes_straight_through_trees() -> None:
    state = field("""
        F.T.A
        ..T..
        F.T..
        .....
    """)
    assert manhattan(state) == -(4 + 6) + 20
    assert distance(state) == -(10 + 8) + 20
    assert make().evaluations["manhattan"](MAPS["one-archer"]) == -(12 + 13) + 475
    won = state._replace(units=state.units[:2])
    assert manhattan(won) == 2 * 20


def test_grounds_are_equal_by_content_and_all_states_of_a_game_share_one() -> None:
    state = field(MEETING)
    assert after(state, "1:N 2:S").ground is state.ground
    assert field(MEETING) == state
    assert hash(field(MEETING)) == hash(state)
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.ground != Ground(5, 5, [Square(0)])
    assert state.ground != "a map"
    assert repr(Ground(3, 3, [Square(4)])) == "Ground(3, 3, [4])"


# States as text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_blanks_around_lines_do_not_matter(end: str) -> None:
    state = after(field(MEETING), "1:x3 2:N", "3:x1")
    text = "".join(f"  {line} \t{end}" for line in format_state(state).splitlines())
    assert parse_state("\ufeff\n" + text) == state


def test_a_plain_map_means_full_health_numbers_in_reading_order_and_footmen_to_move() -> None:
    assert format_state(field(MEETING)).splitlines()[5:] == [
        *("", "footman 1 at 1,1 health 160", "footman 2 at 3,3 health 160", "archer 3 at 2,2 health 50"),
        "footmen to move",
    ]


def test_a_line_below_the_map_names_one_unit_and_the_others_get_the_numbers_that_are_left() -> None:
    state = field(MEETING + "    FOOTMAN 2  at 1 , 1 health 7")
    assert [(unit.number, state.ground.points[unit.square], unit.health) for unit in state.of(Side.MAX)] == [
        (1, (3, 3), 160),
        (2, (1, 1), 7),
    ]


SMALL = "F..\n...\n..A\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "found an empty file"),
        ("\n \n", 1, 1, "found blank lines only"),
        ("archers to move\n", 1, 1, "expected a map, found 'archers to move'"),
        ("F..\n.x.\n..A", 2, 2, "one of . T F A, found 'x'"),
        ("F..\n. .\n..A", 2, 2, "found ' '"),
        ("F..\n.\u00e9.\n..A", 2, 2, "(U+00E9)"),
        ("F..\n.\udcff.\n..A", 2, 2, "the byte 0xff"),
        ("  F..\n  ..\n  ..A", 2, 5, "the first, which has 3 squares; this one has 2"),
        ("F..\n....\n..A", 2, 4, "this one has 4"),
        ("F.\n.A\n..", 1, 3, "3 to 64 squares in a row, this one has 2"),
        ("F.A" + 62 * "." + "\n", 1, 65, "this one has 65"),
        ("F..\n..A", 3, 1, "3 to 64 rows, this one has 2"),
        ("F.A\n" + 64 * "...\n", 65, 1, "3 to 64 rows, this one has 65"),
        ("...\n...\n..A", 1, 1, "expected a footman (F) on the map, found none"),
        ("\n ...\n ...\n ..F", 2, 2, "expected an archer (A) on the map, found none"),
        ("...\n...\n...\nfootmen gone\narchers gone", 1, 1, "expected a footman"),
        ("FFF\n...\n..A", 1, 3, "at most two footmen, this is the third"),
        ("F..\n.A.\nA.A", 3, 3, "at most two archers, this is the third"),
        (SMALL + "\n...\n", 5, 1, "expected a line about a unit or a side"),
        (SMALL + "archer 3\n", 4, 1, "found 'archer 3'"),
        (SMALL + " archer 1 at 2,2 health 4", 4, 9, "archers are numbered 3 and 4, found 1"),
        (SMALL + "archer 3 at 1,2 health 4", 4, 13, "the map has no archer at 1,2"),
        (SMALL + "archer 3 at 5,1 health 4", 4, 13, "the map has no archer at 5,1"),
        (SMALL + "archer 3 at 2,2 health 51", 4, 24, "archers have health 1 to 50, found 51"),
        (SMALL + "archer 3 at 2,2 health 0", 4, 24, "found 0"),
        (SMALL + "archer 3 at 2,2 health 9\narcher 3 at 2,2 health 9", 5, 8, "a line for archer 3 already"),
        (SMALL + "archer 3 at 2,2 health 9\narcher 4 at 2,2 health 9", 5, 13, "a line for the archer at 2,2 already"),
        (SMALL + "archers gone", 4, 1, "the archers are not gone: the map has A"),
        (SMALL + "archers to move\nfootmen to move", 5, 1, "a line for the side to move already"),
    ],
)
def test_a_text_that_is_no_state_is_refused_where_it_goes_wrong(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(StateError) as caught:
        parse_state(text)
    assert words in caught.value.reason
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(("wrong", "hint"), [("t", "capital T"), ("f", "capital F"), ("a", "capital A")])
def test_small_letters_on_a_map_get_a_hint(wrong: str, hint: str) -> None:
    with pytest.raises(StateError) as caught:
        parse_state(SMALL.replace("...", f".{wrong}."))
    assert hint in caught.value.hint


def test_a_finished_game_says_who_is_gone() -> None:
    state = parse_state("...\n.F.\n...\narchers gone\n")
    assert Skirmish(state).utility(state) == INF
    assert "archers gone\nfootmen to move\n" in format_state(state)


def test_the_largest_map_is_64_by_64() -> None:
    state = parse_state("F" + "." * 63 + "\n" + 62 * ("." * 64 + "\n") + "." * 63 + "A")
    assert steps_to_go(state) == 126


# Moves as text


@pytest.mark.parametrize("text", ["1:x3 2:N", "1:X3  2:n", " 2:N\t1:x3 ", "1x3 2n", "1 : x 3 2 : N"])
def test_a_move_may_be_typed_in_many_ways(text: str) -> None:
    state = field(MEETING)
    assert format_move(parse_move(Skirmish(state), state, text)) == "1:x3 2:N"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "footman 1 has no action; footman 1 can do one of: 1:N, 1:S, 1:W, 1:x3"),
        ("hello", "expected an action for each unit, as in 1:N 2:E, found 'hello'"),
        ("1:N 2:NE", "found '2:NE'"),
        ("1:N 2:x33", "found '2:x33'"),
        ("1:N", "footman 2 has no action; footman 2 can do one of: 2:E, 2:S, 2:W, 2:x3"),
        ("1:N 1:S 2:S", "footman 1 has 2 actions"),
        ("1:N 3:N", "unit 3 is an enemy: to move is footman 1 and footman 2"),
        ("1:N 4:N", "there is no unit 4"),
        ("1:E 2:S", "1:E is not legal; footman 1 can do one of: 1:N, 1:S, 1:W, 1:x3"),
        ("1:N 2:-", "2:- is not legal; footman 2 can do one of"),
        ("1:S 2:x4", "2:x4 is not legal"),
    ],
)
def test_a_text_that_is_no_legal_move_is_answered_with_what_is(text: str, words: str) -> None:
    state = field("""
        ....
        .FA.
        ..F.
        ....
    """)
    with pytest.raises(MoveError) as caught:
        parse_move(Skirmish(state), state, text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "text", "words"),
    [
        ("F.F\n...\n..A", "1:E 2:W", "both would step onto the same square; with 1:E goes one of: 2:S"),
        ("F.FTA\nTTT..\n.....", "1:- 2:-", "only one of them may stay; with 1:- goes one of: 2:W"),
        ("...\n.F.\n...\narchers gone", "1:N", "the game is over"),
    ],
)
def test_what_does_not_go_together_is_told_apart(rows: str, text: str, words: str) -> None:
    with pytest.raises(MoveError, match=words):
        after(parse_state(rows), text)


# Evaluations and ordering


@pytest.mark.parametrize(("rows", "value"), [("F.TA\n..T.\n....", -7), ("F..A\n....\nF..A", -6)])
def test_the_distance_goes_around_trees_to_the_nearest_archer_of_each_footman(rows: str, value: int) -> None:
    assert distance(parse_state(rows)) == value


def test_a_footman_that_is_walled_in_is_farther_away_than_any_walk() -> None:
    state = field("""
        FT.A
        T...
        ....
    """)
    assert state.ground.walks(state.units[1].square)[0] == state.ground.nowhere == 12


def test_the_linear_evaluation_weighs_distance_and_both_healths() -> None:
    state = field("""
        F..A
        ....
        F..A
        footman 1 at 0,0 health 100
        archer 4 at 3,2 health 30
    """)
    assert linear(Weights(10, 1, 1))(state) == -10 * 6 + 260 - 80
    assert linear(Weights(0, 2, 3))(state) == 2 * 260 - 3 * 80


FAR_APART = """
    FA...................
    .....................
    F...................A

    archer 3 at 1,0 health 11
"""


@pytest.mark.parametrize("evaluate", [distance, linear()])
def test_an_archer_that_falls_is_never_a_loss_though_the_next_is_far(
    evaluate: Callable[[SkirmishState], float],
) -> None:
    state = field(FAR_APART)
    assert evaluate(after(state, "1:x3 2:E")) > evaluate(after(state, "1:S 2:E"))


def test_a_footman_that_falls_is_never_a_gain_though_it_was_far() -> None:
    state = field("""
        F...................A
        .....................
        ...................F.
        footman 1 at 0,0 health 160
        archers to move
    """)
    fallen = state._replace(units=state.units[1:])
    assert distance(fallen) < distance(state)


def test_footmen_try_attacks_first_then_steps_that_bring_them_nearer() -> None:
    state = field("""
        ....
        FA..
        ....
        ....
    """)
    ordered = [format_move(move) for move in Ordered(state).moves(state)]
    assert ordered == ["1:x3", "1:N", "1:S"]
    state = field("""
        .....
        .F..A
        .....
    """)
    assert [format_move(move) for move in Ordered(state).moves(state)] == ["1:E", "1:N", "1:S", "1:W"]


def test_archers_try_attacks_first_then_steps_away() -> None:
    state = field("""
        ......
        .F..A.
        ......
        archers to move
    """)
    assert [format_move(move) for move in Ordered(state).moves(state)] == ["3:x1", "3:N", "3:E", "3:S", "3:W"]


def test_a_unit_that_stays_counts_nothing() -> None:
    assert attack_first(field(MEETING), (Action(Number(1)), Action(Number(2), None, Number(3)))) == -2


# The scripted archers


NEAR = "..........\n....A..F..\n..........\n"


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ("..........\n...A...F..\n..........", "3:x1"),  # it attacks a footman four squares away
        (NEAR, "3:W"),  # and steps back from a nearer one
        (NEAR + "footman 1 at 7,1 health 5", "3:x1"),  # if that has not less health than twice the distance
        (NEAR + "footman 1 at 7,1 health 6", "3:W"),
        ("F.....A....F\n............\n............", "3:x2"),  # it attacks the nearest
        ("F.....A.....F\n.............\n.............", "3:x1"),  # and of two the lower number
        ("AT.\n.T.\nTF.", "3:x1"),  # every step is worse than staying
        ("AT.\n..F\nT..", "3:S"),  # a step beats staying at a tie
        (".....\n.A...\n.....\n...F.", "3:W"),  # the last of equal steps wins
        (f"F{'.' * 11}A\n{'.' * 13}\n{'.' * 13}", "3:W"),  # it comes nearer to one that it can't reach
        ("T...T\nT.ATT\n.....\n..F..", "3:N"),
        ("T..AT\nT.ATT\n.....\n..F..", "3:W 4:W"),  # of two that want a square the lower number gets it
    ],
)
def test_the_scripted_archers_answer(rows: str, move: str) -> None:
    assert format_move(scripted_archers(parse_state(rows)._replace(side=Side.MIN))) == move


@pytest.mark.parametrize(
    ("x", "y", "score"), [(0, 0, -1000), (1, 1, -100), (2, 0, -40), (3, 3, -20), (5, 2, 2 * (50 + 8) ** 0.5 + 5)]
)
def test_an_archer_likes_the_middle_and_the_distance_and_fears_to_be_close(x: int, y: int, score: float) -> None:
    state = field("""
        F.........
        ..........
        ..........
        .........A
    """)
    assert comfort(state, state.ground.square(x, y)) == pytest.approx(score)


def test_a_footman_that_is_looked_at_later_replaces_or_adds_to_the_score() -> None:
    state = field("""
        F........F
        ..........
        .........A
    """)
    assert comfort(state, state.ground.square(2, 0)) == -40 + 7, "the first is close, the second adds its distance"
    assert comfort(state, state.ground.square(7, 0)) == -40, "the second is close, and the first is forgotten"


@pytest.mark.parametrize("name", list(MAPS))
def test_two_footmen_who_look_two_plies_ahead_beat_the_scripted_archers(name: str) -> None:
    game = Ordered(MAPS[name])
    state = game.start()
    for _ in range(300):
        if game.utility(state) is not None:
            break
        if state.side is Side.MAX:
            best = minimax(game, state, 2, evaluate=linear(), window=(-INF, INF)).move
            assert best is not None
            state = game.play(state, best)
        else:
            state = game.play(state, scripted_archers(state))
    assert game.utility(state) == INF


# Drawing and kit


def test_the_drawing_shows_coordinates_units_their_health_and_the_last_move() -> None:
    state = field("""
        ....T
        .F...
        ..A..
    """)
    step, blow = "1:N", "3:x1"
    assert draw_text(picture(state, None)) == dedent("""\
             0  1  2  3  4
          0  .  .  .  .  T
          1  . F1  .  .  .
          2  .  . A3  .  .

        F1 footman at 1,1: health 160 of 160
        A3 archer at 2,2: health 50 of 50""")
    stepped = after(state, step)
    move = parse_move(Skirmish(state), state, step)
    assert draw_text(picture(stepped, move)).splitlines()[1:3] == ["  0  . F1  .  .  T", "  1  .  +  .  .  ."]
    assert draw_text(picture(stepped, move)).endswith("\nlast move 1:N (+ left, ! hit)")
    shot = parse_move(Skirmish(state), stepped, blow)
    assert draw_text(picture(after(stepped, blow), shot)).splitlines()[1] == "  0  . F1! .  .  T"


def test_the_maps_of_the_course_are_drawn_in_80_columns() -> None:
    assert max(map(len, draw_text(picture(MAPS["two-archers"])).splitlines())) <= 80


def test_the_kit_has_the_names_of_the_game() -> None:
    kit = make()
    start = kit.game.start()
    assert (kit.name, kit.outcomes, [*kit.sides.values()]) == ("skirmish", (-INF, INF), ["Footmen", "Archers"])
    assert start == MAPS["one-archer"]
    assert list(kit.evaluations) == ["linear", "distance", "manhattan"]
    won = Record[SkirmishState, Move](start=start, moves=(), winner=Side.MAX, reason="they fell")
    assert describe_result(kit, won) == "Footmen win after 0 plies: they fell"
    assert kit.why_over(start._replace(units=start.units[:2])) == "Footmen have won"
    move = kit.parse_move(start, "1:n 2:w")
    assert kit.format_move(kit.scripts["archer"](kit.game.play(start, move))) == "3:x2"
    assert kit.orders["attack"](start, move) in range(-4, 3)


def test_options_choose_the_map_the_rule_and_the_weights() -> None:
    assert set(OPTIONS) == {"map", "always_attack", "weights"}
    assert make(map="open").game.start() == MAPS["open"]
    state = field(MEETING)
    archers = state._replace(side=Side.MIN)
    counts = {
        value: (len(make(always_attack=value).game.moves(state)), len(make(always_attack=value).game.moves(archers)))
        for value in ATTACKERS
    }
    assert counts == {"no": (25, 6), "yes": (1, 2), "footmen": (1, 6), "archers": (25, 2)}
    assert len(make(always_attack="no").game.moves(state)) == 25
    assert make(weights="0:0:1").evaluations["linear"](state) == -50
    assert parse_weights("1.5:0:2") == Weights(1.5, 0, 2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mpa": "open"}, "no option 'mpa'; did you mean 'map'?"),
        ({"zzz": "open"}, "no option 'zzz' (there is: map, always_attack, weights)"),
        ({"map": "two-archer"}, "no map 'two-archer'; did you mean 'two-archers'?"),
        ({"always_attack": "maybe"}, "(there is: no, yes, footmen, archers)"),
        ({"weights": "1:2"}, "expected three weights of 0 or more, such as 10:1:1, found '1:2'"),
        ({"weights": "a:b:c"}, "found 'a:b:c'"),
        ({"weights": "1:nan:1"}, "found '1:nan:1'"),
        ({"weights": "1:-1:1"}, "found '1:-1:1'"),
    ],
)
def test_an_option_or_a_value_that_there_is_not_is_refused(options: dict[str, str], words: str) -> None:
    with pytest.raises(OptionError) as caught:
        make(**options)
    assert words in str(caught.value)
