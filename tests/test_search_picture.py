"""Searches as pictures: what they show, how they are drawn, and `tree --svg`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab import parse_boards
from checkers_ab.core.convention import ASSIGNMENT, Convention, parse_convention
from checkers_ab.core.game import Side
from checkers_ab.core.picture import Grid, SearchPicture, SearchTree
from checkers_ab.core.search import minimax, never
from checkers_ab.core.setting import Setting
from checkers_ab.core.values import OPEN
from checkers_ab.draw.svg import MARKER, draw_svg
from checkers_ab.explain.tree import MOST_NODES, TooManyNodes, tree_picture
from checkers_ab.games.registry import make_game
from checkers_ab.logs.solve import format_trace
from tests.browser import Browser
from tests.support import INPUTS, ROOT, refused, run, run_command

SVG = "{http://www.w3.org/2000/svg}"
BOARD = "inputs/win-at-ply-3.txt"
TREES = make_game("tree")
CHECKERS = make_game("checkers")
STRICT = parse_convention('cut = "gt"', ("reading",))
TEXTBOOK = "((3 12 8)(2 4 6)(14 5 2))"
DEEP = "(5 (((3 9)(2 1)) 8))"
KEYS = [key.split("\n") for key in (ROOT / "tests/tree_keys.txt").read_text().strip().split("\n\n")[1:]]
MAX_KEYS = [pytest.param(text, id=name) for name, text, root, *_ in KEYS if root.startswith("MAX")]


def of_tree(text: str, convention: Convention = ASSIGNMENT, **options: Any) -> SearchPicture:
    return tree_picture(Setting(TREES, convention=convention), TREES.parse_state(text), **options)


def of_board(name: str, depth: int | None = None, convention: Convention = ASSIGNMENT, **options: Any) -> SearchPicture:
    state = parse_boards((ROOT / name).read_text())[0].state
    return tree_picture(Setting(CHECKERS, depth, convention), state, **options)


def walk(node: SearchTree, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], SearchTree]]:
    yield way, node
    for child in node.children:
        yield from walk(child, (*way, child.move))


def parsed(picture: SearchPicture, title: str = "A search") -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg(picture, title=title).encode())


def kinds(svg: ElementTree.Element, kind: str) -> list[str]:
    return [element.text or "" for element in svg.iter() if element.get("class") == kind]


# What a picture shows


def lines_of(picture: SearchPicture, node: SearchTree, ply: int = 1) -> Iterator[str]:
    """The trace that a picture of a whole search amounts to; of a cut it has the number of moves, or their names."""
    if node.side is None or node.cut:
        return
    before = "|-" * (ply - 1) + f"{picture.labels[node.side]}{ply}: "
    for child in node.children:
        if not child.cut:
            h = "" if child.side else f"; h={child.value}"
            yield f"{before}{child.move}{h}."
            yield from lines_of(picture, child, ply + 1)
    if cut := [child for child in node.children if child.cut]:
        alpha, _, beta = cut[0].closed.split()
        what = ", ".join(child.move for child in cut) or cut[0].note
        yield f"{before}pruning {what}; alpha={alpha}, beta={beta}."


def best_move(picture: SearchPicture) -> str:
    return f"first move: {next(child.move for child in picture.root.children if child.best)}."


@pytest.mark.parametrize("convention", [ASSIGNMENT, STRICT], ids=["ge", "gt"])
@pytest.mark.parametrize("text", MAX_KEYS)
def test_the_picture_of_a_tree_says_what_its_trace_says(text: str, convention: Convention) -> None:
    picture = of_tree(text, convention=convention)
    trace = format_trace(Setting(TREES, convention=convention), TREES.parse_state(text))
    assert [*lines_of(picture, picture.root), best_move(picture)] == trace.splitlines()
    assert {child.closed.split()[1] for _, child in walk(picture.root) if child.closed} <= {
        "≥" if convention is ASSIGNMENT else ">"
    }


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_the_picture_of_a_board_says_what_its_trace_says(path: Path) -> None:
    for case in parse_boards(path.read_text()):
        if CHECKERS.game.utility(case.state) is not None:
            continue
        picture = tree_picture(Setting(CHECKERS), case.state)
        trace = format_trace(Setting(CHECKERS), case.state).splitlines()
        assert [*lines_of(picture, picture.root), best_move(picture)] == [*map(with_counts, trace)]


def with_counts(line: str) -> str:
    """A line of a trace with the number of the moves that are pruned instead of the moves."""
    moves = line.count("=>")
    return re.sub("pruning .*;", f"pruning {moves} move{'s' * (moves > 1)} cut;", line)


trees = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=16).filter(
    lambda tree: isinstance(tree, list)
)


@given(trees)
def test_values_are_those_of_minimax_and_bounds_hold(tree: list[Any]) -> None:
    picture = of_tree(str(tree))
    for way, node in walk(picture.root):
        if node.value:
            state = TREES.parse_state(str(tree))
            for move in way:
                state = TREES.game.play(state, move)
            true = minimax(TREES.game, state, None, evaluate=lambda _: 0, window=OPEN, cutoff=never).value
            *sign, number = node.value.split()
            assert {"": true == int(number), "≤": true <= int(number), "≥": true >= int(number)}["".join(sign)]


@given(trees)
def test_a_blank_picture_has_all_leaves_and_gives_nothing_away(tree: list[Any]) -> None:
    picture = of_tree(str(tree), blank=True)
    leaves = [node.value for _, node in walk(picture.root) if node.side is None]
    assert leaves == re.findall(r"-?\d+", str(tree))
    assert picture == of_tree(str(tree), blank=True, convention=STRICT)
    for _, node in walk(picture.root):
        assert not any((node.closed, node.cut, node.best, node.window, node.note))
        assert node.blank == (node.side is not None) == (not node.value)
    assert not picture.legend


def test_what_is_below_a_cut_is_drawn_to_its_leaves() -> None:
    picture = of_tree("((5 6)(4 ((1 2)(3 (7 8)))))")
    cut = [(way, node.value) for way, node in walk(picture.root) if node.cut and not node.side]
    assert cut == [
        (("2", "2", "1", "1"), "1"),
        (("2", "2", "1", "2"), "2"),
        (("2", "2", "2", "1"), "3"),
        (("2", "2", "2", "2", "1"), "7"),
        (("2", "2", "2", "2", "2"), "8"),
    ]
    assert [way for way, node in walk(picture.root) if node.closed] == [("2", "2")]
    assert not any(node.blank for _, node in walk(picture.root))


def test_the_best_line_and_what_leads_to_cuts() -> None:
    best = of_board("inputs/assignment.txt", only="best")
    moves = [node.move for _, node in walk(best.root) if node.best]
    assert moves == ["", "(5,2)=>(3,0)", "(0,1)=>(1,0)", "(7,0)=>(6,1)", "(0,3)=>(1,2)"]
    notes = [node.note for _, node in walk(best.root) if node.note]
    assert notes == [f"{n} other move{'s' * (n > 1)} searched" for n in (11, 5, 12, 1)]
    cuts = of_board(BOARD, only="cuts")
    trace = (ROOT / "expected/win-at-ply-3.txt").read_text()
    assert sum(bool(node.closed) for _, node in walk(cuts.root)) == trace.count("pruning")
    for _, node in walk(cuts.root):
        assert not node.move or any(child.closed for _, child in walk(node))


def test_plies_are_counted_below_the_last_that_is_drawn() -> None:
    picture = of_board(BOARD, plies=2)
    assert (picture.plies, picture.deepest) == (2, 4)
    last = {way: node.note for way, node in walk(picture.root) if len(way) == 2}
    assert last[("(2,5)=>(1,4)", "(0,7)=>(1,6)")] == "15 below, 14 moves cut"
    first = of_tree(TEXTBOOK, plies=1)
    assert [child.note for child in first.root.children] == ["3 below", "1 below, 2 moves cut", "3 below"]


def test_the_order_and_the_infinity_of_a_convention() -> None:
    handout = CHECKERS.conventions["handout"]
    moves = [child.move for child in of_board(BOARD, convention=handout).root.children]
    assert moves[:2] == ["(2,5)=>(1,6)", "(2,5)=>(1,4)"]
    blank = of_board(BOARD, convention=handout, blank=True, depth=1)
    assert [(child.move, child.value) for child in blank.root.children][:2] == [
        ("(2,5)=>(1,6)", "2"),
        ("(2,5)=>(1,4)", "2"),
    ]
    infinite = of_tree(TEXTBOOK, convention=parse_convention('infinity = "∞"', ("reading",)))
    assert infinite.root.window == ("-∞", "∞")


def test_a_picture_that_would_be_too_large_has_fewer_plies() -> None:
    deep = of_board("inputs/opening.txt", depth=7)
    assert (deep.plies, deep.deepest) == (6, 7)
    assert sum(1 for _ in walk(deep.root)) <= 2 * MOST_NODES
    blank = of_board("inputs/opening.txt", blank=True, depth=8)
    assert (blank.plies, blank.deepest) == (4, 8)
    assert 500 < sum(1 for _ in walk(blank.root)) <= MOST_NODES
    wide = "(" + "1 " * MOST_NODES + ")"
    with pytest.raises(TooManyNodes, match="the first ply alone has more than 2,000 moves"):
        of_tree(wide, blank=True)
    below = of_tree(f"((5 6)(4 {wide}))")
    assert below.root.children[1].children[-1].note == "1 move cut"


# How it is drawn


def key(name: str) -> str:
    """The tree of a key by the beginning of its name."""
    return next(text for full, text, *_ in KEYS if full.startswith(f"{name} "))


PICTURES = {
    "textbook": of_tree(TEXTBOOK),
    "blank": of_tree(TEXTBOOK, blank=True),
    "deep": of_tree(DEEP),
    "named": of_tree("Root(Beth(b1=3.25 b2=-12 b3=8) Long_name(-2.25 4 1/3) D(14 5 -2))"),
    "four plies": of_tree(key("K15")),
    "four plies blank": of_tree(key("K15"), blank=True),
    "uneven": of_tree(key("K23")),
    "uneven blank": of_tree(key("K6"), blank=True),
    "large": of_tree(key("K14")),
    "best": of_tree(TEXTBOOK, only="best"),
    "one ply": of_tree(TEXTBOOK, plies=1),
    "board": of_board(BOARD),
    "board blank": of_board(BOARD, plies=2, blank=True),
    "board cuts": of_board("inputs/assignment.txt", only="cuts"),
    "board best": of_board("inputs/assignment.txt", only="best"),
}

OVERLAPS = """
const sheet = document.documentElement.viewBox.baseVal, faults = [];
const boxes = [...document.querySelectorAll('text')].map(text => [text.textContent, text.getBBox()]);
for (const [words, box] of boxes)
  if (box.x < 0 || box.y < 0 || box.x + box.width > sheet.width || box.y + box.height > sheet.height)
    faults.push(`${words} is beside the sheet`);
boxes.forEach(([words, one], place) => {
  for (const [others, other] of boxes.slice(place + 1))
    if (one.x < other.x + other.width && other.x < one.x + one.width
        && one.y + 2 < other.y + other.height - 2 && other.y + 2 < one.y + one.height - 2)
      faults.push(`${words} and ${others} overlap`);
});
for (const shape of document.querySelectorAll('polygon, rect.box')) {
  const box = shape.getBBox();
  for (const [words, text] of boxes) {
    const over = text.x < box.x + box.width && box.x < text.x + text.width
      && text.y + 4 < box.y + box.height && box.y < text.y + text.height - 4;
    if (over && (text.x < box.x || text.x + text.width > box.x + box.width))
      faults.push(`${words} crosses the border of a node`);
  }
}
return faults;
"""


@pytest.mark.parametrize("name", PICTURES)
def test_no_two_texts_overlap_in_a_browser(name: str, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(draw_svg(PICTURES[name], title=name), encoding="utf-8")
    browser.open(path)
    assert browser.run(OVERLAPS) == []
    assert browser.messages == []


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_needs_no_colours(name: str) -> None:
    for colour in set(re.findall("#[0-9a-f]{6}", draw_svg(PICTURES[name], title=name))):
        levels = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
        assert max(levels) - min(levels) < 12, "grey"
        assert max(levels) < 0x70 or colour == "#ffffff", "dark on white, so that it stays readable in print"


drawn = st.recursive(
    st.builds(SearchTree, move=st.text(max_size=14), value=st.text(max_size=9), note=st.text(), cut=st.booleans()),
    lambda below: st.builds(
        SearchTree,
        move=st.text(max_size=14),
        side=st.sampled_from(Side),
        value=st.text(max_size=9),
        window=st.none() | st.tuples(st.text(max_size=9), st.text(max_size=9)),
        closed=st.text(max_size=9),
        note=st.text(),
        best=st.booleans(),
        cut=st.booleans(),
        blank=st.booleans(),
        children=st.lists(below, min_size=1, max_size=4),
    ),
)


@given(drawn.filter(lambda tree: tree.side is not None), st.text(), st.lists(st.text()))
def test_any_search_has_a_well_formed_picture(root: SearchTree, name: str, legend: list[str]) -> None:
    names = dict.fromkeys(Side, name)
    svg = parsed(SearchPicture(root=root, sides=names, labels=names, legend=legend, plies=1, deepest=1), name)
    edges = sum(len(kinds(svg, kind)) for kind in ("edge", "edge best", "edge cut"))
    assert edges == sum(1 for _ in walk(root)) - 1
    assert len(kinds(svg, "legend")) == len(legend)


NIM = """
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit

OPTIONS = {}

class Rules:
    def start(self): return 3, Side.MAX
    def to_move(self, state): return state[1]
    def moves(self, state): return ["<script>alert(1)</script>", "&amp;"][:state[0]]
    def play(self, state, move): return state[0] - 1, state[1].opponent
    def utility(self, state): return None if state[0] else 1

def make():
    sides = {Side.MAX: "<img src=x onerror=alert(1)>", Side.MIN: "]]>--><!--"}
    return Kit(Rules(), name="evil", sides=sides, depth=None, outcomes=(-1, 1), evaluations={"e": lambda state: 0})
"""


@pytest.mark.parametrize("options", [[], ["--blank"], ["--plies", "1"], ["--only", "cuts"]])
def test_names_are_text_whatever_they_hold(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(NIM)
    done = run("tree", "--game", "./evil.py", "--svg", "-", *options, cwd=tmp_path)
    svg = ElementTree.fromstring(done.stdout)
    assert {element.tag.removeprefix(SVG) for element in svg.iter()} <= {
        *("svg", "title", "desc", "rect", "text", "path", "polygon")
    }
    written = " ".join(element.text or "" for element in svg.iter(f"{SVG}text"))
    assert ("&amp;" if options == ["--only", "cuts"] else "<script>alert(1)</script>") in written
    assert "<img src=x onerror=alert(1)>" in written
    assert done.stdout.count("<!--") == 1


# The command


def test_tree_writes_a_picture(tmp_path: Path) -> None:
    done = run("tree", BOARD, "--plies", "3", "--svg", tmp_path / "a.svg")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert MARKER in text
    assert text == run("tree", BOARD, "--depth", "3", "--svg", "-").stdout
    assert kinds(ElementTree.fromstring(text.encode()), "head")[-1].startswith("A3")
    two = ElementTree.fromstring(run("tree", BOARD, "--svg", "-").stdout)
    assert len(kinds(two, "head")) == 2
    case = ElementTree.fromstring(run("tree", "inputs/several-cases.txt", "--case", "7", "--svg", "-").stdout)
    assert case.findtext(f"{SVG}title") == "Checkers, CASE07: the search"
    own = run("tree", "--game", "tree", TEXTBOOK, "--svg", tmp_path / "a.svg", "--blank")
    assert own.returncode == 0, "a picture of ours may be overwritten"
    assert "a search to fill in" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    (tmp_path / "a.svg").write_text("<svg/>")
    refused(run("tree", BOARD, "--svg", tmp_path / "a.svg"), "and it is no picture of ours")
    assert run("tree", BOARD, "--svg", tmp_path / "a.svg", "--force").returncode == 0


def test_a_tree_as_long_as_no_file_name_can_be(tmp_path: Path) -> None:
    text = "(" + "(1 2 3)" * 700 + ")"
    assert run("tree", "--game", "tree", text, "--svg", tmp_path / "a.svg").returncode == 0
    assert run("board", "--game", "tree", text, "--svg", tmp_path / "b.svg").returncode == 0


def test_a_picture_says_how_far_it_goes(tmp_path: Path) -> None:
    call = ("inputs/opening.txt", "--search-depth", "8", "--plies", "8", "--svg", tmp_path / "a.svg")
    assert run("tree", *call, "--blank").stderr == "drawn to ply 4 of 8: more are over 2,000 nodes\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"tree {BOARD} --blank", "--blank is for --svg"),
        (f"tree {BOARD} --blank --svg x.svg --only cuts", "--blank shows all moves: leave out --only"),
        ("tree inputs/several-cases.txt --svg x.svg", "--svg is for one state, and here are 4\n  hint: --case N"),
        ("tree inputs/game-over.txt --case 2 --svg x.svg", "case 2: the game is over, so there is no search to draw"),
        ("tree --game amazons --search-depth 1 --blank --svg x.svg", "case1: the first ply alone has more than 2,000"),
        (f"tree --game tree '{TEXTBOOK}' --search-depth 1 --svg x.svg", "has no value: search to the leaves"),
        (f"tree --game tree '{TEXTBOOK}' --search-depth 1 --blank --svg x.svg", "has no value: search to the leaves"),
    ],
)
def test_what_tree_refuses(command: str, words: str) -> None:
    refused(run_command(f"checkers-ab {command}"), words)
    assert not (ROOT / "x.svg").exists()


# generate --pictures


def test_generate_draws_boards_and_answers(tmp_path: Path) -> None:
    assert run("generate", tmp_path / "new", "--count", "2", "--depth", "3", "--pictures").returncode == 0
    pictures = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "new/pictures").iterdir()}
    assert sorted(pictures) == ["board-1-answer.svg", "board-1.svg", "board-2-answer.svg", "board-2.svg"]
    state = parse_boards((tmp_path / "new/inputs/board-2.txt").read_text())[0].state
    board = CHECKERS.picture(state)
    assert isinstance(board, Grid)
    assert pictures["board-2.svg"] == draw_svg(board, title="board-2")
    answer = draw_svg(tree_picture(Setting(CHECKERS, 3), state), title="board-2: the search")
    assert pictures["board-2-answer.svg"] == answer


def test_pictures_of_cases_are_named_as_the_cases(tmp_path: Path) -> None:
    call = ("--game", "tree", "--count", "11", "--headings", "--pictures")
    assert run("generate", tmp_path / "new", *call).returncode == 0
    names = {path.name for path in (tmp_path / "new/pictures").iterdir()}
    headings = re.findall(r"^case\d+$", (tmp_path / "new/inputs/cases.txt").read_text(), re.MULTILINE)
    assert names == {f"{case}{ending}.svg" for case in headings for ending in ("", "-answer")}
    assert len(names) == 22
    assert run("generate", tmp_path / "none", "--count", "1").returncode == 0
    assert not (tmp_path / "none/pictures").exists()
