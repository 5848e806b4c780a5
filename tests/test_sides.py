"""Sides need not alternate: a side may move again, as in Kalah, or pass, as in Reversi."""

from __future__ import annotations

import json
import re
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checkers_ab import Kit, check, format_trace, make_game
from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.law_checks import Sample
from checkers_ab.core.laws import check_laws
from checkers_ab.core.search import minimax, never
from checkers_ab.core.setting import Setting
from checkers_ab.core.values import OPEN
from checkers_ab.draw.svg_search import draw_search
from checkers_ab.exercise.boards import TreeCandidate
from checkers_ab.exercise.questions import Asker
from checkers_ab.exercise.trees import TreeShape
from checkers_ab.explain.line import explain_line
from checkers_ab.explain.tree import tree_picture
from checkers_ab.judge.coverage import Programs
from checkers_ab.page.data import search_cases
from tests.mistaken_any import AnySolver
from tests.support import ROOT, run
from tests.toys import kalah, reversi

AnyKit = Kit[Any, Any, Any]
CYCLE = "tree:sides=MAX,MIN,MIN"
START = kalah().game.start()
TREE = "(((3 5)(4 2))((1 6)(7 8)))"


def some_states(kit: AnyKit, count: int) -> list[Any]:
    """States in play, the start first."""
    chance, found = Random(5), [kit.game.start()]
    while len(found) < count:
        state = kit.random_state(chance)
        found += [] if state is None else [state]
    return found


def cases(kit: AnyKit, states: list[Any]) -> str:
    return "\n".join(f"case {place}\n{kit.format_state(state)}" for place, state in enumerate(states, 1))


@pytest.fixture(params=["kalah", "reversi", CYCLE])
def kit(request: pytest.FixtureRequest) -> AnyKit:
    made = {"kalah": kalah, "reversi": reversi}
    return made[request.param]() if request.param in made else make_game(request.param)


def test_labels_follow_who_moves_and_the_ply_counts_on() -> None:
    lines = format_trace(kalah().game.start(), game=kalah(), depth=3).splitlines()
    assert lines[10:15] == ["S1: 2.", "|-S2: 1.", "|-|-N3: 1; h=1.", "|-|-N3: 2; h=0.", "|-|-N3: 3; h=0."]
    tree = make_game(CYCLE)
    assert format_trace(tree.parse_state(TREE), game=tree).splitlines()[7:] == [
        "MAX1: 2.",
        "|-MIN2: 1.",
        "|-|-MIN3: 1; h=1.",
        "|-|-MIN3: pruning 2; alpha=2, beta=1.",
        "|-MIN2: pruning 2; alpha=2, beta=1.",
        "first move: 1.",
    ]


def test_a_pass_is_a_move_that_gives_the_turn_away() -> None:
    assert format_trace("x.xooxxoooxoooo.o", game=reversi()) == (
        "o1: b1.\n|-x2: pass.\n|-|-o3: d4; h=-100.\nfirst move: b1.\n"
    )


def test_alpha_beta_finds_the_value_of_minimax_and_its_trace_is_right(kit: AnyKit) -> None:
    (evaluate,) = kit.evaluations.values()
    states = some_states(kit, 30)
    for state in states:
        plain = minimax(kit.game, state, kit.depth, evaluate=evaluate, window=OPEN, cutoff=never)
        pruned = minimax(kit.game, state, kit.depth, evaluate=evaluate, window=OPEN)
        assert (pruned.value, pruned.move) == (plain.value, plain.move)
    traces = [format_trace(state, game=kit) for state in states]
    assert traces == [AnySolver(kit, kit.depth, "").trace(state) for state in states]
    assert check(cases(kit, states), "".join(traces), game=kit).valid


@pytest.mark.parametrize(
    "name", ["no-pruning", "strict-cut", "fresh-windows", "window-before-update", "last-of-equals", "alpha-lowered"]
)
def test_mistakes_of_a_search_are_diagnosed(kit: AnyKit, name: str) -> None:
    states = some_states(kit, 30)
    solver = AnySolver(kit, kit.depth, name)
    report = check(cases(kit, states), "".join(map(solver.trace, states)), game=kit)
    assert report.diagnosis is not None
    assert (name,) in (report.diagnosis.mistakes, *report.diagnosis.alternatives)


SLIPS = [
    ("letters-exchanged", r"[SN](?=\d:)", lambda found: "N" if found[0] == "S" else "S"),
    ("same-letter", r"N(?=\d:)", lambda found: "S"),
    ("plies-from-zero", r"\d(?=:)", lambda found: str(int(found[0]) - 1)),
]


@pytest.mark.parametrize(("name", "pattern", "written"), SLIPS)
def test_a_slip_in_the_labels_is_named(name: str, pattern: str, written: Any) -> None:
    text = re.sub(pattern, written, format_trace(START, game=kalah()))
    report = check(kalah().format_state(START), text, game=kalah())
    assert {finding.kind for finding in report.cases[0].findings} == {"format"}
    assert report.diagnosis is not None
    assert report.diagnosis.mistakes == (name,)


def test_where_bars_and_numbers_disagree_that_is_believed_which_makes_a_tree() -> None:
    text = re.sub("(?m)^(?=[|SN])", "|-", format_trace(START, game=kalah()))
    assert check(kalah().format_state(START), text, game=kalah()).cases[0].counts == {"format": 1}


def test_an_end_on_a_line_of_its_own_has_the_label_of_who_would_move() -> None:
    state = (0, 0, 1, 5, 0, 0, 1, 5, 1)  # South's last seed falls into its store, and it has no other
    assert format_trace(state, game=kalah()) == "S1: 3; h=0.\nfirst move: 3.\n"
    for label, valid in (("S", True), ("N", False)):
        text = f"S1: 3.\n|-{label}2: h=0.\nfirst move: 3.\n"
        report = check(kalah().format_state(state), text, game=kalah())
        assert report.valid is valid
    assert report.cases[0].findings[0].expected == "S2"


def test_sentences_say_who_moves_next() -> None:
    lines, kit = format_trace(START, game=kalah()).splitlines(), kalah()
    line = next(place for place, line in enumerate(lines, 1) if line == "|-S2: 1.")
    explanation = explain_line(Setting(kit), START, line).explanation
    assert explanation is not None
    assert explanation.sentences[0] == "South tries 1 at ply 2, after S1 2."
    explanation = explain_line(Setting(kit), START, line - 1).explanation
    assert explanation is not None
    assert explanation.sentences[-1] == "The game goes on, and the lines below look at South's next moves."


def test_the_page_says_who_moves_next() -> None:
    kit = kalah()
    data = search_cases(Setting(kit), kit.read_states(StringIO(kit.format_state(START))))
    steps = data["cases"][0]["steps"]
    following = dict(zip(steps["line"], steps["under"], strict=True))
    sides = dict(zip(steps["line"], steps["side"], strict=True))
    visits = [row for row, kind in enumerate(steps["kind"]) if data["kinds"][kind] == "visit"]
    assert {sides[steps["line"][row]] for row in visits} == {0, 1}
    for row in visits:
        line, side = steps["line"][row], steps["side"][row]
        below = next(sides[each] for each, above in following.items() if above == line)
        said = "".join(data["phrases"][steps["said"][row][0]])
        assert ("will move again" in said) is (below == side)
        assert "".join(data["phrases"][steps["condition"][row]]).startswith(f"{('South', 'North')[below]} to move")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a game of each kind and a state of Kalah."""
    for name in ("kalah", "reversi"):
        code = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom tests.toys import {name} as make\n"
        (tmp_path / f"{name}.py").write_text(code)
    (tmp_path / "state.txt").write_text(kalah().format_state(START))
    return tmp_path


def test_every_command_takes_such_a_game(files: Path) -> None:
    def output(*words: str) -> str:
        done = run(*words, cwd=files)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    (files / "trace.txt").write_text(output("solve", "--game", "./kalah.py", "state.txt"))
    assert output("check", "--game", "./kalah.py", "state.txt", "trace.txt").startswith("case1: right, 51 lines\n")
    assert "│   └── ★ S2 3 " in output("tree", "--game", "./kalah.py", "state.txt", "--search-depth", "3")
    output("tree", "--game", "./kalah.py", "state.txt", "--svg", "tree.svg")
    assert ">North (MIN) or South (MAX)<" in (files / "tree.svg").read_text()
    output("view", "--game", "./kalah.py", "state.txt", "-o", "page.html")
    assert "South tries 1 at ply 3" in output("explain", "--game", "./kalah.py", "state.txt", "20")
    assert output("perft", "./kalah.py", "--depth", "4") == "40\n"
    assert output("play", "./kalah.py", "--max", "random", "--min", "search:depth=3").splitlines()[-1].endswith("over")
    words = ("./reversi.py", "--max", "search:depth=4", "--min", "random", "--games", "6", "--json")
    assert json.loads(output("match", *words))["players"][0]["wins"] >= 4
    assert "sides alternate: no\n" in output("games", "--test", "./kalah.py")
    assert "sides alternate: yes\n" in output("games", "--test", "./reversi.py")
    assert "sides alternate: no\n" in output("games", "--test", CYCLE)


def test_undo_takes_back_ones_own_last_move_and_what_followed(files: Path) -> None:
    words = ("play", "./kalah.py", "--min", "random")
    typed = "2\nundo\nmoves\n2\n1\nundo\nmoves\nquit\n"  # South moves twice with 2
    done = run(*words, stdin=typed, cwd=files)
    assert [line for line in done.stdout.splitlines() if "legal" in line] == ["3 legal: 1, 2, 3", "2 legal: 1, 3"]


def test_every_law_holds_but_advice(kit: AnyKit) -> None:
    assert all(result.holds or result.law.advice for result in check_laws(Sample(kit)))


def test_a_wide_tree_names_whose_move_each_is() -> None:
    kit = Kit(kalah().game, sides={Side.MAX: "South", Side.MIN: "North"}, format_move=lambda move: f"pit number {move}")
    kit.evaluations = kalah().evaluations
    svg = "".join(draw_search(tree_picture(Setting(kit, 3), START)).parts)
    assert ">N2: North (MIN) or S2: South (MAX)<" in svg
    assert ">S2: pit number 3<" in svg
    assert ">N2: pit number 3<" in svg
    assert ">pit number 1<" in svg  # at ply 1 the head says it


def test_the_sides_of_a_tree_are_an_option() -> None:
    names = {"MAX,MIN,MIN": CYCLE, "max,min": "tree", "MIN,MAX": "tree:first=min", "MAX": "tree:sides=MAX"}
    for sides, name in names.items():
        assert make_game(f"tree:sides={sides}").name == name
    assert make_game("tree:sides=MIN,MIN,MAX,leaves=wrapped").name == "tree:sides=MIN,MIN,MAX,leaves=wrapped"
    for wrong, why in (("sides=MAX,MON", "'MAX,MON'"), ("sides=", "found ''"), ("sides=MAX,first=min", "exclude")):
        with pytest.raises(OptionError, match=why):
            make_game(f"tree:{wrong}")
    kit = make_game(CYCLE)
    assert kit.parse_state(kit.format_state(kit.game.start())) == kit.game.start()


def test_exercises_follow_the_sides() -> None:
    programs = Programs(Setting(make_game(CYCLE)))
    for tree in islice(TreeShape(depth=(4, 5)).draw(Random(3)), 30):
        draft = TreeCandidate(programs, tree)
        measures, lines = draft.measures, format_trace(draft.state, game=programs.setting.kit)
        assert (measures.cuts, measures.leaves) == (lines.count("pruning"), lines.count("h="))
    assert Asker(programs, ()).introduce(draft.state).endswith("in this order, over and over: MAX, MIN, MIN.")


def test_a_bound_of_the_nearest_enemy_is_no_deep_cut() -> None:
    """MIN cuts at the bound of the root, two plies up, with a MIN node between them."""
    kit = make_game(CYCLE)
    state = kit.parse_state(TREE)
    for place, line in enumerate(format_trace(state, game=kit).splitlines(), 1):
        if "pruning" in line:
            explanation = explain_line(Setting(kit), state, place).explanation
            assert explanation is not None
            assert "deep" not in " ".join(explanation.sentences)
    assert TreeCandidate(Programs(Setting(kit)), (((3, 5), (4, 2)), ((1, 6), (7, 8)))).measures.deep_cuts == 0
