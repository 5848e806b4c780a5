"""Exercises: features, questions and keys against an independent solver, and bad input."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.core.setting import Setting
from checkers_ab.exercise.boards import Candidate
from checkers_ab.exercise.features import SEARCHES, parse_wishes
from checkers_ab.exercise.make import (
    StudentExercise,
    as_data,
    from_data,
    load_state,
    make_exercise,
    make_exercises,
    read_names,
)
from checkers_ab.exercise.questions import NAMES, Asker, parse_answer
from checkers_ab.exercise.sampling import Recipe, Sampler, ShortageError, Target, choose_target
from checkers_ab.exercise.trees import Shapes, letters
from checkers_ab.games.registry import make_game
from checkers_ab.judge.check import Judge
from checkers_ab.judge.coverage import Programs
from checkers_ab.judge.mistakes import catalogue
from tests.plain_solver import Facts, inner_nodes, leaves, parse, solve, worth
from tests.support import ROOT, refused, run, tree

WISHES: list[tuple[str, ...]] = [
    (),
    ("cuts:2..4", "deep-cut", "ties:none", "best:not-first"),
    ("branching:2..3", "depth:4", "leaves:..20", "both-sides", "subtree"),
    ("depth:3", "values:0..5", "ties:cut", "no-deep-cut"),
    ("branching:2", "depth:4", "cuts:3", "ties:root", "separates:no-deep-cuts"),
]


def made(game: str, wants: Sequence[str], count: int, seed: int = 5, depth: int | None = None) -> list[StudentExercise]:
    sampler = Sampler(Recipe(game, seed, tuple(wants), depth))
    return make_exercises(sampler, [f"student {place}" for place in range(count)])


def spell(window: tuple[float, float]) -> str:
    return ", ".join({inf: "inf", -inf: "-inf"}.get(end) or f"{end:.0f}" for end in window)


def has(feature: str, text: str, facts: Facts) -> bool:
    """A feature of a tree, as the independent solver sees it."""
    root = parse(text)
    values = [worth(child, False) for child in root.children]
    same = solve(root, strict=True).visited == facts.visited
    numbers = [leaf.value for leaf in leaves(root)]
    counts = [len(node.children) for node in inner_nodes(root)]
    depth = max(text[:place].count("(") - text[:place].count(")") for place in range(len(text)))
    return {
        "cuts:2..4": 2 <= facts.cuts <= 4,
        "cuts:3": facts.cuts >= 3,
        "deep-cut": facts.deep > 0,
        "no-deep-cut": facts.deep == 0,
        "ties:none": same and len(set(values)) == len(values),
        "ties:cut": not same,
        "ties:root": values.count(max(values)) > 1,
        "best:not-first": facts.move != root.children[0].name,
        "both-sides": facts.cutters == {True, False},
        "subtree": facts.subtree,
        "separates:no-deep-cuts": facts.deep > 0,
        "branching:2": set(counts) == {2},
        "branching:2..3": set(counts) <= {2, 3},
        "depth:3": depth == 3,
        "depth:4": depth == 4,
        "leaves:..20": len(numbers) <= 20,
        "values:0..5": all(0 <= number <= 5 for number in numbers),
    }[feature]


@pytest.mark.parametrize("wants", WISHES, ids=" ".join)
def test_trees_have_the_features_and_the_keys_of_another_solver(wants: tuple[str, ...]) -> None:
    exercises = made("tree", wants, 40)
    assert len({each.state for each in exercises}) == len({each.exercise for each in exercises}) == 40
    first = exercises[0]
    target = {(each.cuts, each.deep_cuts) for each in exercises}
    assert target == {(first.cuts, first.deep_cuts)}
    assert max(each.leaves for each in exercises) - min(each.leaves for each in exercises) <= first.leaves // 4
    for exercise in exercises:
        facts = solve(parse(exercise.state))
        assert (exercise.leaves, exercise.cuts, exercise.deep_cuts) == (len(facts.visited), facts.cuts, facts.deep)
        assert all(has(feature, exercise.state, facts) for feature in wants)
        expect_keys(exercise, facts)


def expect_keys(exercise: StudentExercise, facts: Facts) -> None:
    right = {
        "value": str(facts.value),
        "move": facts.move,
        "visited": ", ".join(facts.visited),
        "cuts": ", ".join(facts.cut),
        "count": str(len(facts.visited)),
    }
    root = parse(exercise.state)
    optimal = {child.name for child in root.children if worth(child, False) == facts.value}
    for question in exercise.questions:
        if question.name == "window":
            node = re.search(r"node (\w+)", question.text)
            assert node
            assert question.key == spell(facts.windows[node[1]])
        elif question.name != "trace":
            assert question.key == right[question.name]
        answers = [wrong.answer for wrong in question.wrong]
        assert question.key not in answers
        assert len(set(answers)) == len(answers) > 0
        if question.name == "move":
            assert not optimal & set(answers)
        if question.name == "cuts":
            assert all(set(answer.split(", ")) != set(facts.cut) for answer in answers)


@pytest.mark.parametrize("game", ["tree", "tree:first=min", "checkers", "tictactoe", "connect4"])
def test_wrong_traces_are_wrong_and_come_from_the_mistake_that_they_name(game: str) -> None:
    for exercise in made(game, (), 6):
        kit, state = load_state(exercise)
        assert kit.format_state(state) == exercise.state
        judge = Judge(Setting(kit, exercise.depth))
        (trace,) = [question for question in exercise.questions if question.name == "trace"]
        cases = kit.parse_states(exercise.state)
        assert judge.check(cases, trace.key).valid
        for wrong in trace.wrong:
            report = judge.check(cases, wrong.answer)
            assert not report.valid
            assert report.diagnosis
            named = {*report.diagnosis.mistakes, *(name for names in report.diagnosis.alternatives for name in names)}
            assert wrong.mistake in named
        for question in exercise.questions:
            meanings = [parse_answer(kit, question.name, each.answer) for each in question.wrong]
            assert parse_answer(kit, question.name, question.key) not in meanings
            assert None not in meanings
            assert len(set(meanings)) == len(meanings)
            assert all(catalogue(kit)[each.mistake].fix in each.feedback for each in question.wrong)


def test_wrong_counts_are_what_programs_without_pruning_or_deep_cuts_count() -> None:
    """The answers of two mistakes, worked out without the package."""
    for exercise in made("tree", ("deep-cut", "branching:2", "depth:4"), 10):
        (count,) = [question for question in exercise.questions if question.name == "count"]
        by_mistake = {wrong.mistake: wrong.answer for wrong in count.wrong}
        assert by_mistake["no-pruning"] == "16"


def test_board_exercises_are_equally_hard_and_different() -> None:
    settings = [("checkers", ["jump"], None, 12), ("tictactoe", ["end"], None, 12), ("checkers", [], 3, 3)]
    for game, wants, depth, count in settings:
        exercises = made(game, wants, count, depth=depth)
        assert len({each.state for each in exercises}) == count
        cuts = [each.cuts for each in exercises]
        assert max(cuts) <= 2 * min(cuts)
        assert {each.depth for each in exercises} == {depth or 2}
        assert {question.name for each in exercises for question in each.questions} <= set(NAMES)


@pytest.mark.parametrize(("game", "parts"), [("checkers", 1), ("tictactoe", 9), ("connect4", 70)])
def test_the_sheet_of_a_board_says_what_h_is_and_the_order_of_the_moves(game: str, parts: int) -> None:
    exercise = make_exercise(Recipe(game, 1))
    assert " come " in exercise.text
    assert ("a man as 1 and a king as 2" if parts == 1 else f"divided by {parts}") in exercise.text
    kit, state = load_state(exercise)
    for move in kit.game.moves(state):
        leaf = kit.game.play(state, move)
        value = next(iter(kit.evaluations.values()))(leaf)
        assert parts % Fraction(value).denominator == 0
        if game == "checkers":
            assert value == sum({"A": 1, "k": 2, "B": -1, "K": -2}.get(sign, 0) for sign in kit.format_state(leaf))


def test_a_program_that_takes_the_game_to_be_over_has_no_answer() -> None:
    """Kings that go only forward have no move here."""
    rows = ["+O+k+k+k", *["O+O+O+O+", "+O+O+O+O"] * 2, "O+O+O+O+", "+O+K+K+O", "O+O+O+O+"]
    kit = make_game("checkers")
    questions = Asker(Programs(Setting(kit, 2))).ask(kit.parse_state("\n".join(rows)))
    wrong = [wrong for question in questions for wrong in question.wrong]
    assert wrong
    assert "kings-only-forward" not in {each.mistake for each in wrong}


def test_the_same_seed_and_name_give_the_same_exercise() -> None:
    alone = make_exercise(Recipe("tree", 5), "student 7")
    assert alone == made("tree", (), 10)[7]
    assert alone.state != made("tree", (), 8, seed=6)[7].state


def test_a_hardness_is_as_many_cuts_and_nearly_as_many_leaves() -> None:
    target = Target(20, 3, 1, 1)
    assert all(map(target.fits, [(22, 3, 1), (18, 3, 1), (20, 3, 1)]))
    assert not any(map(target.fits, [(23, 3, 1), (20, 4, 1), (20, 3, 0)]))
    assert choose_target(Counter({(20, 3, 1): 5, (21, 3, 1): 6, (9, 2, 0): 7})) == Target(9, 2, 0, 0)
    one_of_ten = Counter({(place, place, place): 2 for place in range(100, 1000, 100)})
    assert choose_target(one_of_ten + Counter({(21, 3, 1): 2, (20, 3, 1): 2})) == Target(20, 3, 1, 1)
    assert choose_target(Counter({(round(100 * 1.28**place), 0, 0): 1 for place in range(40)})).tenths == 3


def test_names_of_nodes_have_no_meaning_in_a_trace() -> None:
    source = letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    names = [next(source) for _ in range(800)]
    assert names[:8] == ["A", "B", "C", "D", "E", "F", "G", "I"]
    assert "AA" in names
    assert not {"H", "NONE", "CUT"} & set(names)


def test_large_trees_can_be_read_back() -> None:
    (exercise,) = made("tree", ("branching:3", "depth:4"), 1)
    assert len(leaves(parse(exercise.state))) == 81
    assert load_state(exercise)[1].root.name == "A"


def test_data_is_read_back_as_it_was() -> None:
    exercises = made("tree", (), 3)
    assert from_data(json.loads(json.dumps(as_data(exercises)))) == exercises
    spoiled_ones: list[Any] = [
        {},
        [],
        [1],
        [{}],
        [{"student": 1}],
        "text",
        None,
        [as_data(exercises)[0] | {"state": 1}],
    ]
    for spoiled in spoiled_ones:
        with pytest.raises(InputError, match="expected a list of exercises"):
            from_data(spoiled)


@pytest.mark.parametrize(
    ("wants", "words"),
    [
        (["deep-cut", "no-deep-cut"], "deep-cut and no-deep-cut exclude each other"),
        (["ties:none", "ties:cut"], "ties:none and ties:cut exclude each other"),
        (["ties:none", "separates:strict-cut"], "ties:none and separates:strict-cut exclude each other"),
        (["depth:3", "depth:4"], "depth:3 and depth:4 exclude each other"),
        (["deep-cut", "depth:3"], "deep-cut needs a tree of depth 4"),
        (["branching:3", "depth:4", "leaves:..20"], "such trees have 81 to 81 leaves"),
        (["branching:9", "depth:8"], "a tree may have 500 leaves, and these have 43,046,721 or more"),
        (["values:0", "ties:none"], "ties:none needs more different values"),
        (["depth:2", "both-sides"], "both-sides needs a tree of depth 3"),
        (["depth:2", "cuts:3"], "cuts:3 does not go with branching 2..3 and depth 2: such trees have at most 2 cuts"),
        (["branching:1", "ties:cut"], "such trees have at most 0 cuts"),
        (["branching:1", "best:not-first"], "best:not-first needs a root with two children"),
        (["both-sides", "cuts:..1"], "both-sides and cuts:..1 exclude each other"),
        (["cuts:2", "cuts:..1"], "cuts:2 and cuts:..1 exclude each other"),
        (["no-deep-cut", "separates:no-deep-cuts"], "no-deep-cut and separates:no-deep-cuts exclude each other"),
        (["branching:0"], "branching must be within 1 and 9"),
        (["depth:5..3"], "the lower end of a range comes first"),
        (["depth:"], "expected numbers after 'depth'"),
        (["depth:x"], "expected numbers after 'depth'"),
        (["cuts:x"], "expected numbers after 'cuts'"),
        (["deepcut"], "did you mean 'deep-cut'?"),
        (["separates:no-deep-cut"], "did you mean 'separates:no-deep-cuts'?"),
    ],
)
def test_features_that_exclude_each_other_or_can_not_be_read(wants: list[str], words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_wishes(make_game("tree"), wants)
    assert words in str(caught.value)


def test_boards_have_no_shape() -> None:
    with pytest.raises(InputError, match="unknown feature 'branching:2'"):
        parse_wishes(make_game("checkers"), ["branching:2"])
    assert {feature.name for feature in parse_wishes(make_game("checkers"), [*SEARCHES][:1]).features} == {
        "deep-cut",
        "cuts:1",
    }


@pytest.mark.parametrize(
    "wants", [("depth:1",), ("branching:1",), ("branching:2", "depth:2"), ("depth:2", "best:not-first"), ("depth:5",)]
)
def test_cuts_that_nobody_asked_for_are_in_nobodys_way(wants: tuple[str, ...]) -> None:
    assert len({each.state for each in made("tree", wants, 3)}) == 3


def test_a_feature_that_needs_plies_gets_them() -> None:
    deep = made("tree", ("branching:3", "deep-cut"), 1)[0]
    assert solve(parse(deep.state)).deep
    assert Sampler(Recipe("connect4", 1, ("deep-cut",))).programs.setting.depth == 4
    assert Sampler(Recipe("connect4", 1, ("both-sides",))).programs.setting.depth == 3
    with pytest.raises(InputError, match="deep-cut needs a search of 4 plies"):
        Sampler(Recipe("connect4", 1, ("deep-cut",), 3))


def test_a_cut_by_a_win_is_not_deep() -> None:
    """The first move wins, so the root is cut: no bound comes from further up."""
    kit = make_game("checkers")
    draft = Candidate(Programs(Setting(kit, 2)), kit.parse_state((ROOT / "inputs/win-at-ply-1.txt").read_text()))
    assert (draft.measures.cuts, draft.measures.deep_cuts) == (1, 0)


def test_a_cut_of_moves_that_end_the_game_is_no_cut_of_a_subtree() -> None:
    """X..OXOX.O: what is cut after the second ply are wins, and so leaves."""
    kit = make_game("tictactoe")
    assert not Candidate(Programs(Setting(kit, 3)), kit.parse_state("X..\nOXO\nX.O")).cuts_subtree
    tree = make_game("tree")
    assert Candidate(Programs(Setting(tree)), tree.parse_state("(5 ((3 4)(2 9)))")).cuts_subtree
    assert not Candidate(Programs(Setting(tree)), tree.parse_state("((3 12)(2 4))")).cuts_subtree


def test_a_mistake_is_separated_by_what_is_found_not_only_by_what_is_printed() -> None:
    """Without deep cuts a bound may be printed otherwise while the same leaves are cut."""
    for wants in [("separates:no-deep-cuts",), ("separates:strict-cut",), ("separates:alpha-lowered",)]:
        for exercise in made("tree", wants, 6):
            facts = solve(parse(exercise.state))
            assert {
                "separates:no-deep-cuts": facts.deep > 0,
                "separates:strict-cut": solve(parse(exercise.state), strict=True).visited != facts.visited,
                "separates:alpha-lowered": True in facts.cutters,
            }[wants[0]]
            visited = next(question for question in exercise.questions if question.name == "visited")
            assert visited.wrong[0].mistake == wants[0].partition(":")[2]


def test_a_mistake_is_not_separated_by_a_move_that_is_as_good() -> None:
    """A program that takes the last of equals may be right by chance: no question would show its mistake."""
    for exercise in made("tree", ("separates:last-of-equals",), 8):
        assert "last-of-equals" in {wrong.mistake for question in exercise.questions for wrong in question.wrong}


@pytest.mark.parametrize("mistake", ["loose-cut", "one-ply-less", "one-ply-more"])
def test_a_mistake_that_nobody_can_make_is_refused(mistake: str) -> None:
    with pytest.raises(InputError, match="no program can make this mistake"):
        Sampler(Recipe("tree", 1, (f"separates:{mistake}",)))


def test_a_name_may_hold_any_line_separator_but_those_of_csv(tmp_path: Path) -> None:
    roster = tmp_path / "class.csv"
    roster.write_bytes('name\rAda\u2028L\r"B\x85\nC"\rD\x0b\x1cE'.encode())
    assert read_names(str(roster)) == ["Ada\u2028L", "B\x85\nC", "D\x0b\x1cE"]


def test_rosters_of_course_systems_have_first_and_last_names(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("First Name;Last Name;SID;Email\nAda;Lovelace;7;a@x\n;;8;b@x\n;;;'=c@x\n", encoding="utf-8-sig")
    assert read_names(str(path)) == ["Ada Lovelace", "8", "=c@x"]


@pytest.mark.parametrize("seed", range(3))
def test_there_are_a_hundred_boards_of_a_small_game(seed: int) -> None:
    sampler = Sampler(Recipe("tictactoe", seed))
    kit = sampler.kit
    states = [sampler.draw(str(place)) for place in range(100)]
    assert len({min(kit.format_state(each) for each in (one, kit.mirrored(one))) for one in states}) == 100


def test_the_order_of_the_names_does_not_matter() -> None:
    """Few trees: two students would have the same, and one gets another."""
    recipe = Recipe("tree", 1, ("depth:2", "branching:2", "values:0..2", "cuts:1"))
    names = [f"student {place}" for place in range(12)]
    one, other = (make_exercises(Sampler(recipe), each) for each in (names, names[::-1]))
    assert one == other[::-1]
    assert [each.student for each in one] == names


@pytest.mark.parametrize(
    ("branching", "depth", "leaves"), [((2, 3), 4, (17, 19)), ((1, 9), 3, (40, 40)), ((2, 2), 5, (1, 32))]
)
def test_shapes_have_the_leaves_asked_for(branching: tuple[int, int], depth: int, leaves: tuple[int, int]) -> None:
    chance, shapes = random.Random(1), Shapes(branching, depth, leaves)
    levels: list[list[Any]]
    for _ in range(50):
        levels = [[shapes.draw(chance)]]
        for _ in range(depth):
            assert all(branching[0] <= len(node) <= branching[1] for node in levels[-1])
            levels.append([child for node in levels[-1] for child in node])
        assert not any(levels[-1])
        assert leaves[0] <= len(levels[-1]) <= leaves[1]


def test_shapes_are_as_likely_as_by_trial_and_error() -> None:
    """Two plies, two or three children each, at most six leaves: the chances by hand."""
    chance, shapes = random.Random(2), Shapes((2, 3), 2, (1, 6))
    found = Counter(sum(map(len, shapes.draw(chance))) for _ in range(4000))
    ways = {4: 1 / 8, 5: 2 / 8, 6: 1 / 8 + 1 / 16}
    for leaves_, way in ways.items():
        assert abs(found[leaves_] / 4000 - way / sum(ways.values())) < 0.04


@pytest.mark.parametrize("game", ["tictactoe:k=1", "connect4:connect=1"])
def test_a_game_that_is_over_after_a_move_ends_in_time(game: str) -> None:
    with pytest.raises(ShortageError, match="of 0 boards looked at"):
        make_exercise(Recipe(game, 1), seconds=0.1)


def test_a_shortage_says_how_often_each_feature_is_met() -> None:
    sampler = Sampler(Recipe("tree", 1, ("depth:3", "branching:2", "cuts:9")), seconds=0.2)
    with pytest.raises(ShortageError, match=r"trees looked at 0 had cuts:9, of these 0 were as hard"):
        sampler.draw("Ada")


def test_a_small_space_of_trees_runs_out() -> None:
    """Two nodes of two leaves that are 0 or 1: 10 of these 16 trees have a cut, and no two students get the same."""
    recipe = Recipe("tree", 1, ("depth:2", "branching:2", "values:0..1", "cuts:1"))
    sampler = Sampler(recipe)
    sampler.target = Target(3, 1, 0, 0)
    make_exercises(sampler, [str(place) for place in range(10)])
    sampler._end = process_time() + 0.2
    with pytest.raises(ShortageError, match="of these 10 were as hard as the others and new"):
        sampler.draw("one more")


def test_the_command_writes_all_forms_and_says_how_hard_they_are(tmp_path: Path) -> None:
    done = run("exercise", tmp_path / "new", "--count", "3", "--seed", "4", "--want", "deep-cut")
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(
        r"3 exercises: (\d+ to )?\d questions, (\d+ to )?\d+ leaves visited, \d+ cuts, 1 deep cut\n", done.stdout
    )
    top = {name.partition("/")[0] for name in tree(tmp_path / "new")}
    forms = {"moodle.xml", "canvas.zip", "sheet.html", "keys.html"}
    assert top == forms | {"exercises.json", "answers.csv", "inputs", "pictures"}
    data = json.loads((tmp_path / "new/exercises.json").read_text())
    assert [each["student"] for each in data] == ["1", "2", "3"]
    assert set(data[0]["questions"][0]) == {"name", "text", "key", "wrong"}
    assert set(data[0]["questions"][0]["wrong"][0]) == {"answer", "mistake", "feedback"}
    state = tmp_path / "new/inputs/1.txt"
    (trace,) = [each["key"] for each in data[0]["questions"] if each["name"] == "trace"]
    assert run("--game", "tree", state).stdout == trace
    again = run("exercise", tmp_path / "again", "--count", "3", "--seed", "4", "--want", "deep-cut")
    assert again.stdout == done.stdout
    for name in tree(tmp_path / "new"):
        path = tmp_path / "new" / name
        assert path.is_dir() or path.read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_only_the_forms_that_are_asked_for(tmp_path: Path) -> None:
    call = (
        "exercise",
        tmp_path / "new",
        "--count",
        "1",
        "--form",
        "moodle",
        "--form",
        "sheet.html",
        "--game",
        "tictactoe",
    )
    assert run(*call).returncode == 0
    top = {name.partition("/")[0] for name in tree(tmp_path / "new")}
    assert top == {"moodle.xml", "sheet.html", "exercises.json", "answers.csv", "inputs", "pictures"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--want", "deep-cut", "--want", "no-deep-cut"], "--want: deep-cut and no-deep-cut exclude each other"),
        (["--game", "amazons"], "no exercises about 'amazons'; there are tree, checkers, tictactoe, connect4"),
        (["--game", "./evil.py"], "no exercises about './evil.py'"),
        (["--game", "tree:first=nobody"], "first must be max or min"),
        (["--game", "tree", "--depth", "3"], "--depth is for boards"),
        (["--game", "checkers", "--depth", "9"], "--depth: expected a whole number, 1 to 4"),
        (["--roster", "absent.csv"], "absent.csv: no such file"),
        (["--roster", "twice.csv"], "twice.csv:4: the name 'Ada' comes twice, in lines 2 and 4"),
        (["--roster", "nothing.csv"], "expected the names of students below the headings"),
        (["--roster", "other.csv"], "other.csv:1: expected a line of headings with at least one of name"),
        (["--roster", "comma.csv"], "comma.csv:2: expected 1 cells as in the first line, found 2"),
        (["--roster", "latin.csv"], "latin.csv:2: expected UTF-8 text, found the byte 0xeb"),
        (["--roster", "two.csv", "--count", "3"], "two.csv: expected 3 students, as --count says, found 2"),
        (["--form", "pdf"], "unknown form 'pdf'"),
        (["--count", "0"], "--count: expected a whole number"),
    ],
)
def test_bad_input_is_refused_and_nothing_written(tmp_path: Path, options: list[str], words: str) -> None:
    (tmp_path / "twice.csv").write_text("name,login\nAda,a\nBob,b\nAda,c\n")
    (tmp_path / "two.csv").write_text("name\nAda\nBob\n")
    (tmp_path / "nothing.csv").write_text("name,login\n,\n")
    (tmp_path / "comma.csv").write_text("name\nLovelace, Ada\n")
    (tmp_path / "other.csv").write_text("colour,size\nred,3\n")
    (tmp_path / "latin.csv").write_bytes("name\nZoë\n".encode("latin-1"))
    refused(run("exercise", "new", *options, cwd=tmp_path), words)
    assert not (tmp_path / "new").exists()


def test_what_can_not_be_met_in_the_time(tmp_path: Path) -> None:
    call = ("exercise", tmp_path / "new", "--want", "cuts:99", "--time", "0.3")
    done = run(*call)
    assert (done.returncode, done.stdout) == (1, "")
    assert "nothing was written" in done.stderr
    assert "0 had cuts:99" in done.stderr
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    refused(run("exercise", tmp_path), "expected a new or empty folder")
    refused(run("exercise", tmp_path / "mine.txt"), "expected a new or empty folder")
    refused(run("exercise", ""), "expected the name of a new folder")
