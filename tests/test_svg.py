"""Pictures as SVG: boards, trees and lines of text."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab import Board, Checkers, format_board, format_move, parse_board
from checkers_ab.core.game import Side
from checkers_ab.core.picture import Branches, Grid, Lines, Picture, Piece, show_move
from checkers_ab.draw.svg import draw_svg, svg_element
from checkers_ab.draw.svg_grid import CELL
from checkers_ab.draw.svg_tree import MOST_NODES_DESCRIBED, place_nodes
from checkers_ab.games.checkers.board import Move
from checkers_ab.games.checkers.explanations import picture
from checkers_ab.games.registry import GAMES, make_game
from tests.support import boards

SVG = "{http://www.w3.org/2000/svg}"
TITLES = st.text() | st.text(st.characters(max_codepoint=127))


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())


def describe(drawn: Picture) -> str:
    """The description of a picture for screen readers."""
    return parsed(svg_element(drawn, title="")).findtext(f"{SVG}desc") or ""


def board_svg(board: Board, move: Move | None = None, title: str = "A board") -> ElementTree.Element:
    return parsed(draw_svg(picture(board, move or ()), title=title))


def classes(svg: ElementTree.Element) -> list[str]:
    return [element.get("class", "") for element in svg.iter()]


def texts(svg: ElementTree.Element, kind: str) -> list[str]:
    return [element.text or "" for element in svg.iter() if element.get("class") == kind]


# Boards


def start_picture(game: str) -> Picture:
    kit = make_game(game)
    return kit.picture(kit.game.start())


def moved_picture(game: str) -> Picture:
    kit = make_game(game)
    state = kit.game.start()
    move = kit.game.moves(state)[0]
    return kit.picture(kit.game.play(state, move), move)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make", [start_picture, moved_picture])
def test_every_game_has_pictures_with_a_title_and_a_description(game: str, make: Any) -> None:
    drawn = make(game)
    svg = parsed(draw_svg(drawn, title=f"{game} & more"))
    assert svg.findtext(f"{SVG}title") == f"{game} & more"
    assert svg.findtext(f"{SVG}desc")
    assert svg.get("role") == "img"
    assert svg.get("viewBox") == f"0 0 {svg.get('width')} {svg.get('height')}"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_stands_beside_the_sheet(game: str) -> None:
    svg = parsed(draw_svg(moved_picture(game), title=game))
    width, height = float(svg.get("width", "")), float(svg.get("height", ""))
    for element in svg.iter():
        for name, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.get(name, "0")) <= most


@given(boards(), st.data())
def test_a_picture_is_well_formed_and_shows_every_piece(board: Board, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from([None, *Checkers().moves(board)]))
    svg = board_svg(board, move)
    rows = format_board(board)
    found = classes(svg)
    kinds = {"A": "piece max", "k": "piece max crowned", "B": "piece min", "K": "piece min crowned"}
    for letter, kind in kinds.items():
        assert found.count(kind) == rows.count(letter)
    assert sorted(texts(svg, "letter")) == sorted(rows.replace("O", "").replace("+", "").replace("\n", ""))
    assert found.count("crown") == rows.count("k") + rows.count("K")
    assert found.count("arrow") == (move is not None)
    assert found.count("dark") == 32
    assert not {"mark", "word", "empty", "lines"} & set(found)


@pytest.mark.parametrize("jump", [False, True])
def test_an_arrow_points_from_the_origin_to_the_target(jump: bool) -> None:
    rows = ["+O+O+O+O", "O+O+O+O+", "+O+O+O+O", "O+O+k+O+", "+O+O+O+O", "O+O+O+O+", "+O+B+O+O", "O+O+O+O+"]
    if jump:
        rows[2], rows[4] = "+O+B+B+O", "+O+B+B+O"
    board = parse_board("\n".join(rows))
    turns = {}
    for move in Checkers().moves(board):
        arrow = next(element for element in board_svg(board, move).iter() if element.get("class") == "arrow")
        turns[format_move(move)] = arrow.get("transform", "").split("rotate")[1]
    far = 2 if jump else 1
    assert turns == {
        f"(3,4)=>({3 - far},{4 - far})": "(225)",
        f"(3,4)=>({3 - far},{4 + far})": "(315)",
        f"(3,4)=>({3 + far},{4 - far})": "(135)",
        f"(3,4)=>({3 + far},{4 + far})": "(45)",
    }


def grid(drawn: list[str], **parts: Any) -> Grid:
    """A board with rows 1, 2, ... from the bottom and columns a, b, ... below it."""
    names = [str(len(drawn) - row) for row in range(len(drawn))]
    columns = [chr(ord("a") + column) for column in range(len(drawn[0].split()))]
    cells = [row.split() for row in drawn]
    return Grid(**{"cells": cells, "rows": names, "columns": columns, "columns_below": True, **parts})


def test_texts_that_are_no_pieces_are_written_as_they_are() -> None:
    drawn = grid(["T F1 .", ". * <b>"], marks=[(0, 1)], notes=["F1: health 160", "A & B."])
    svg = parsed(draw_svg(drawn, title="Words"))
    assert texts(svg, "word") == ["T", "F1", "*", "<b>"]
    assert texts(svg, "note") == ["F1: health 160", "A & B."]
    assert [classes(svg).count(kind) for kind in ("empty", "mark", "arrow", "dark")] == [2, 1, 0, 0]
    assert svg.findtext(f"{SVG}desc") == "T: a2. F1: b2. *: b1. <b>: c1. Marked: b2. F1: health 160. A & B."


def test_a_way_of_three_cells_is_two_arrows() -> None:
    queens = {"W": Piece(Side.MAX, "a white queen")}
    drawn = grid([". . *", "W . .", ". . ."], pieces=queens, arrow=[(2, 0), (1, 0), (1, 0), (0, 2)], marks=[(0, 2)])
    svg = parsed(draw_svg(drawn, title="Amazons"))
    arrows = [element for element in svg.iter() if element.get("class") == "arrow"]
    assert [arrow.get("transform", "").split("rotate")[1] for arrow in arrows] == ["(270)", "(333.43)"]
    assert "mark" not in classes(svg)
    assert describe(drawn) == "A white queen: a2. *: c3. An arrow leads from a1 to a2 to a2 to c3."


def test_an_arrow_between_two_pieces_still_has_a_head() -> None:
    drawn = grid(["W W"], pieces={"W": Piece(Side.MAX, "a queen")}, arrow=[(0, 0), (0, 1)])
    assert "M0,-4 H4 V-13 L24,0" in draw_svg(drawn, title="Near")


def test_places_without_names_are_counted() -> None:
    drawn = grid(["X .", ". X"], rows=["1", "5"], columns=[" ", " "])
    assert describe(drawn) == "X: row 1 column 1; row 2 column 2."
    assert describe(grid(["X X"], columns_below=False)) == "X: row 1 columns a, b."
    assert describe(grid([". ."])) == "The board is empty."


@pytest.mark.parametrize("rows", [1, 64])
def test_a_board_may_have_any_size(rows: int) -> None:
    drawn = grid([" ".join(["."] * 70)] * rows, rows=[f"row {row}" for row in range(rows)])
    svg = parsed(draw_svg(drawn, title="Large"))
    assert classes(svg).count("empty") == 70 * rows
    assert float(svg.get("width", "")) > 70 * CELL


# Trees


def leaf(text: str, move: str, **parts: Any) -> Branches:
    return Branches(text=text, move=move, **parts)


TEXTBOOK = Branches(
    text="A",
    side=Side.MAX,
    marked=True,
    children=[
        Branches(text="", side=Side.MIN, move="1", children=[leaf("3", "1"), leaf("12", "2"), leaf("8", "3")]),
        Branches(text="", side=Side.MIN, move="2", marked=True, children=[leaf("2", "1", marked=True), leaf("4", "2")]),
        Branches(text="C", side=Side.MIN, move="C", children=[leaf("c1=14", "c1"), leaf("1/3", "2")]),
    ],
)


def test_a_tree_is_drawn_from_the_top_down() -> None:
    svg = parsed(draw_svg(TEXTBOOK, title="A tree"))
    assert texts(svg, "leaf") == ["3", "12", "8", "2", "4", "14", "1/3"]
    assert texts(svg, "move") == ["1", "1", "2", "3", "2", "1", "2", "c1", "2"]
    assert texts(svg, "level") == ["MAX", "MIN"]
    assert texts(svg, "name") == ["A", "C"]
    found = classes(svg)
    kinds = ("node max", "node min", "edge", "edge marked", "mark")
    assert [found.count(kind) for kind in kinds] == [1, 3, 8, 2, 1]
    lower = [float(element.get("y", "")) for element in svg.iter() if element.get("class") == "leaf"]
    assert len(set(lower)) == 1


def test_a_tree_in_words() -> None:
    assert describe(TEXTBOOK) == (
        "A tree of 11 nodes on 3 levels. MAX at the root (A): 1, 2, C. MIN after 1: 1 is 3, 2 is 12, 3 is 8. "
        "MIN after 2: 1 is 2, 2 is 4. MIN after C: c1 is 14, 2 is 1/3. The game stands after 2, 1."
    )
    assert describe(Branches(text="7")) == "A leaf: 7."
    many = Branches(text="", side=Side.MAX, children=[leaf("0", str(place)) for place in range(MOST_NODES_DESCRIBED)])
    assert describe(many) == f"A tree of {MOST_NODES_DESCRIBED + 1} nodes on 2 levels."
    assert describe(Branches(text="", children=[leaf("1", "a")])).endswith("A node at the root: a is 1.")


def test_a_node_alone_is_no_way() -> None:
    drawn = Branches(text="root", side=Side.MAX, children=[leaf("1", "a", marked=True), leaf("2", "b")])
    svg = parsed(draw_svg(drawn, title="A tree"))
    assert [classes(svg).count(kind) for kind in ("edge", "edge marked", "mark")] == [2, 0, 1]
    assert texts(svg, "name") == ["root"]


trees = st.recursive(
    st.builds(Branches, text=st.text(max_size=9), move=st.text(max_size=9), marked=st.booleans()),
    lambda children: st.builds(
        Branches,
        text=st.text(max_size=9),
        side=st.sampled_from([None, *Side]),
        move=st.text(max_size=9),
        children=st.lists(children, min_size=1, max_size=4),
        marked=st.booleans(),
    ),
)


@given(trees)
def test_any_tree_has_a_picture(tree: Branches) -> None:
    svg = parsed(draw_svg(tree, title="A tree"))
    assert classes(svg).count("leaf") == sum(not placed.node.children for placed in place_nodes(tree, lambda _: 1))


@given(trees)
def test_leaves_stand_in_order_and_parents_over_the_middle(tree: Branches) -> None:
    placed = place_nodes(tree, lambda node: 4 + len(node.text))
    leaves = [node.x for node in placed if not node.node.children]
    assert leaves == sorted(set(leaves))
    for place, node in enumerate(placed):
        below = [child for child in placed if child.parent == place]
        assert [child.node for child in below] == list(node.node.children)
        assert {child.level for child in below} <= {node.level + 1}
        if below:
            assert node.x == (below[0].x + below[-1].x) / 2


def test_a_tree_may_be_very_deep() -> None:
    tree = Branches(text="0", move="a")
    for _ in range(5000):
        tree = Branches(text="", side=Side.MAX, move="a", children=[tree])
    assert draw_svg(tree, title="Deep").count("<polygon") == 5000


# Lines


def test_lines_keep_their_blanks() -> None:
    drawn = Lines(["7  matches", "", "\t<end>"])
    svg = parsed(draw_svg(drawn, title="Matches"))
    assert texts(svg, "line") == ["7  matches", "        <end>"]
    assert svg.findtext(f"{SVG}desc") == "7 matches <end>"
    assert parsed(draw_svg(Lines([]), title="Nothing")).findtext(f"{SVG}desc") == ""


def test_a_move_on_a_picture_without_marks_is_the_picture_after_it() -> None:
    before, after = Lines(["7"]), Lines(["4"])
    assert show_move(before, after) is after
    assert show_move(grid(["."]), grid(["X"])).cells == [["X"]]  # type: ignore[union-attr]
    assert show_move(grid(["."]), grid(["X"], marks=[(0, 0)])) == grid(["."], marks=[(0, 0)])


# Words in a picture


@given(TITLES)
def test_any_title_is_escaped(title: str) -> None:
    found = board_svg(Checkers().start(), title=title).find(f"{SVG}title")
    assert found is not None
    assert (found.text or "") == "".join(letter if letter.isprintable() else " " for letter in title)


def test_a_title_runs_nothing() -> None:
    title = "</title><script>alert(1)</script>--><!-- &amp;"
    text = draw_svg(grid([f"X {title.replace(' ', '')}"], notes=[title]), title=title)
    assert "<script" not in text
    assert not list(parsed(text).iter(f"{SVG}script"))


def test_a_board_shows_itself_in_a_notebook() -> None:
    board = Checkers().start()
    shown = board._repr_svg_()
    assert shown == svg_element(picture(board), title="Checkers, Alice to move")
    assert shown.startswith("<svg ")
    assert "Bill to move" in board.with_side(Side.MIN)._repr_svg_()
