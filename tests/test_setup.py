"""Boards set up cell by cell, for every game that has letters for its cells."""

from __future__ import annotations

from typing import Any

import pytest

from checkers_ab.core.errors import StateError
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid
from checkers_ab.core.setup import board_picture, clear, find_rows, is_fixed, put
from checkers_ab.games.registry import game_names, make_game

AnyKit = Kit[Any, Any, Any]
KITS = {name: make_game(name) for name in game_names()}
BOARDS = [name for name, kit in KITS.items() if kit.brushes]


def start_text(kit: AnyKit) -> str:
    return kit.format_state(kit.game.start())


def test_every_game_on_a_grid_can_be_set_up() -> None:
    assert [name for name, kit in KITS.items() if isinstance(kit.picture(kit.game.start()), Grid)] == BOARDS
    assert len(BOARDS) >= 5


@pytest.mark.parametrize("name", BOARDS)
def test_the_rows_of_the_start_are_found(name: str) -> None:
    kit = KITS[name]
    picture = kit.picture(kit.game.start())
    assert isinstance(picture, Grid)
    rows = find_rows(kit.brushes, start_text(kit))
    assert (len(rows), {len(row.letters) for row in rows}) == (len(picture.rows), {len(picture.columns)})


@pytest.mark.parametrize("name", BOARDS)
def test_the_start_is_set_up_again_from_an_empty_board(name: str) -> None:
    kit = KITS[name]
    rows = find_rows(kit.brushes, start_text(kit))
    text = clear(kit, start_text(kit))
    empty = next(iter(kit.brushes))
    cleared = {letter for row in find_rows(kit.brushes, text) for letter in row.letters}
    assert all(letter == empty or is_fixed(kit.brushes, letter) for letter in cleared)
    for row, found in reversed(list(enumerate(rows))):
        for column, letter in enumerate(found.letters):
            text = put(kit, text, row, column, letter)
    assert kit.parse_state(text) == kit.game.start()


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_drawn_as_its_state_is_even_while_it_is_none(name: str) -> None:
    kit = KITS[name]
    drawn = board_picture(kit, start_text(kit))
    picture = kit.picture(kit.game.start())
    assert drawn is not None
    assert isinstance(picture, Grid)
    assert (drawn.rows, drawn.columns, drawn.pieces) == (picture.rows, picture.columns, picture.pieces)
    assert [[cell[:1] for cell in row] for row in drawn.cells] == [[cell[:1] for cell in row] for row in picture.cells]
    empty = board_picture(kit, clear(kit, start_text(kit)))
    assert empty is not None
    assert {cell for row in empty.cells for cell in row} <= {".", ""}
    assert empty.rows == picture.rows


def test_nothing_is_put_beside_the_board_or_on_a_light_square() -> None:
    kit = KITS["checkers"]
    text = start_text(kit)
    assert put(kit, text, 0, 0, "A") == put(kit, text, 8, 1, "A") == put(kit, text, 0, -1, "A") == text
    assert put(kit, text, 0, 1, "+") == put(kit, text, 0, 1, "?") == text
    assert put(kit, text, 0, 1, "K").startswith("+K+B+B+B\n")


def test_text_around_a_board_stays() -> None:
    kit = KITS["amazons"]
    text = "black to move\n\n  ..W.\n  .*..\n  ....\n  B...\n"
    assert put(kit, text, 1, 1, ".") == text.replace("*", ".")
    picture = board_picture(kit, text)
    assert picture is not None
    assert picture.columns == ["a", "b", "c", "d"]


def test_rows_of_different_lengths_are_no_board_to_click_on() -> None:
    kit = KITS["tictactoe"]
    assert board_picture(kit, "XO.\n..\n...\n") is None
    assert board_picture(kit, "") is None


def test_a_board_of_another_size_has_no_names() -> None:
    picture = board_picture(KITS["tictactoe"], "XXX.\n....\n")
    assert picture is not None
    assert (list(picture.rows), len(picture.columns)) == ([" ", " "], 4)


def test_a_disc_falls_and_only_the_top_one_is_taken_away() -> None:
    kit = make_game("connect4:width=3,height=3,connect=3")
    text = put(kit, "...\n...\n...\n", 0, 1, "R")
    assert text == "...\n...\n.R.\n"
    text = put(kit, text, 2, 1, "Y")
    assert text == "...\n...\n.Y.\n", "another colour takes its place"
    text = put(kit, put(kit, text, 0, 1, "R"), 1, 1, "R")
    assert text == "...\n.R.\n.Y.\n"
    assert put(kit, text, 2, 1, ".") == "...\n...\n.Y.\n"
    assert put(kit, text, 0, 0, ".") == text
    assert put(kit, ".R.\n...\n.Y.\n", 1, 1, "R") == ".R.\n.R.\n.Y.\n", "below one that hangs in the air"
    assert put(kit, "...\n...\nY\n", 0, 2, "R") == "...\n..R\nY\n", "a row that is not whole"


def test_lines_about_units_that_are_gone_go() -> None:
    kit = KITS["skirmish"]
    text = "....\n.F..\n..A.\n\nfootman 1 at 1,1 health 100\narcher 3 at 2,2 health 20\narchers to move\n"
    moved = put(kit, put(kit, text, 1, 1, "."), 0, 0, "F")
    assert moved == "F...\n....\n..A.\n\narcher 3 at 2,2 health 20\narchers to move\n"
    assert kit.parse_state(moved).units[0].health == 160
    alone = put(kit, moved, 2, 2, ".")
    with pytest.raises(StateError, match="archer"):
        kit.parse_state(alone)
    assert kit.parse_state(put(kit, f"{alone}archers gone\n", 1, 1, "T"))
    assert "gone" not in put(kit, f"{alone}archers gone\n", 1, 1, "A")
