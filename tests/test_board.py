"""Boards as pictures: in the terminal and as SVG."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab import Board, Checkers, format_board, format_move, parse_board
from checkers_ab.games.checkers.drawing import draw_board
from checkers_ab.games.checkers.svg import MARKER, SIDE, describe, draw_svg
from tests.support import ROOT, boards, refused, run, run_command
from tests.terminal import on_a_terminal, without_colours

BOARD = "inputs/assignment.txt"
DRAWN = """\
     0  1  2  3  4  5  6  7
  0     B     B     B     B
  1  .     .     .     .
  2     .     .     .     .
  3 [.]    .     .     .
  4     B     B     K     .
  5  .    [A]    .     .
  6     .     .     .     .
  7  A     A     .     A
"""
SVG = "{http://www.w3.org/2000/svg}"
TITLES = st.text() | st.text(st.characters(max_codepoint=127))


def picture(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())


def classes(svg: ElementTree.Element) -> list[str]:
    return [element.get("class", "") for element in svg.iter()]


# In the terminal


def test_a_board_with_a_move_in_brackets() -> None:
    plain = DRAWN.replace("[.]", " . ").replace("[A]", " A ")
    assert run("board", BOARD).stdout == plain
    for move in ("(5,2)=>(3,0)", "52-30", "5,2 3,0"):
        assert run("board", BOARD, "--move", move).stdout == DRAWN
    assert run("board", "-", stdin=(ROOT / BOARD).read_text()).stdout == plain


def test_several_boards_stand_under_labels() -> None:
    parts = run("board", "inputs/several-cases.txt").stdout.split("\n\n")
    assert [part.split("\n")[0] for part in parts] == ["Case 1", "case2", "CASE07", "case 12"]
    assert run("board", "inputs/several-cases.txt", "--case", "7").stdout == parts[2] + "\n"


def test_colours_are_for_terminals_that_want_them() -> None:
    coloured = on_a_terminal("board", BOARD, "--move", "52-30")
    assert "\x1b[" in coloured
    assert "\n".join(line.rstrip() for line in without_colours(coloured).split("\n")) == DRAWN
    assert on_a_terminal("board", BOARD, "--move", "52-30", env={"NO_COLOR": "1"}) == DRAWN
    assert run("board", BOARD, "--move", "52-30", env={"FORCE_COLOR": "1"}).stdout == DRAWN
    narrow = without_colours(on_a_terminal("board", BOARD, columns=20)).splitlines()
    assert max(map(len, narrow)) <= 20


# SVG


@given(boards(), st.data())
def test_a_picture_is_well_formed_and_shows_every_piece(board: Board, data: st.DataObject) -> None:
    moves = Checkers().moves(board)
    move = data.draw(st.sampled_from([None, *moves]))
    svg = picture(draw_svg(board, move))
    rows = format_board(board)
    found = classes(svg)
    for letter, name in {"A": "alice man", "k": "alice king", "B": "bill man", "K": "bill king"}.items():
        assert found.count(name) == rows.count(letter)
    letters = [element.text for element in svg.iter() if element.get("class") == "letter"]
    assert sorted(map(str, letters)) == sorted(rows.replace("O", "").replace("+", "").replace("\n", ""))
    assert found.count("crown") == rows.count("k") + rows.count("K")
    assert found.count("arrow") == (move is not None)
    assert found.count("dark") == 32


def test_kings_have_a_second_ring() -> None:
    svg = picture(draw_svg(parse_board((ROOT / "inputs/kings-backwards.txt").read_text())))
    rings = {element.get("class", "").split()[1]: len(list(element)) for element in svg.iter(f"{SVG}g")}
    assert rings == {"man": 1, "king": 2}


def test_pieces_and_coordinates_stand_where_the_homework_counts_them() -> None:
    svg = picture(draw_svg(parse_board((ROOT / BOARD).read_text())))
    places = {
        name: {
            element.text: (float(element.get("x", "")), float(element.get("y", "")))
            for element in svg.iter()
            if element.get("class") == name
        }
        for name in ("row", "column", "letter")
    }
    king_x, king_y = places["letter"]["K"]
    assert king_x == places["column"]["5"][0]
    assert abs(king_y - places["row"]["4"][1]) < SIDE / 4
    assert list(places["row"]) == list(places["column"]) == [*"01234567"]


@pytest.mark.parametrize("jump", [False, True])
def test_an_arrow_points_from_the_origin_to_the_target(jump: bool) -> None:
    rows = ["+O+O+O+O", "O+O+O+O+", "+O+O+O+O", "O+O+k+O+", "+O+O+O+O", "O+O+O+O+", "+O+B+O+O", "O+O+O+O+"]
    if jump:
        rows[2], rows[4] = "+O+B+B+O", "+O+B+B+O"
    board = parse_board("\n".join(rows))
    turns = {}
    for move in Checkers().moves(board):
        arrow = next(element for element in picture(draw_svg(board, move)).iter() if element.get("class") == "arrow")
        turns[format_move(move)] = arrow.get("transform", "").split("rotate")[1]
    far = 2 if jump else 1
    assert turns == {
        f"(3,4)=>({3 - far},{4 - far})": "(225)",
        f"(3,4)=>({3 - far},{4 + far})": "(315)",
        f"(3,4)=>({3 + far},{4 - far})": "(135)",
        f"(3,4)=>({3 + far},{4 + far})": "(45)",
    }


@given(TITLES)
def test_any_title_is_escaped(title: str) -> None:
    svg = picture(draw_svg(Checkers().start(), title=title))
    found = svg.find(f"{SVG}title")
    assert found is not None
    assert (found.text or "") == "".join(letter if letter.isprintable() else " " for letter in title)


def test_a_title_runs_nothing() -> None:
    text = draw_svg(Checkers().start(), title="</title><script>alert(1)</script>--><!-- &amp;")
    assert "<script" not in text
    assert not list(picture(text).iter(f"{SVG}script"))


def test_a_picture_says_in_words_where_everything_stands() -> None:
    board = parse_board((ROOT / "inputs/win-at-ply-3.txt").read_text())
    words = "Alice: men on (2,5), (7,4). Alice: king on (4,7). Bill: king on (0,7)."
    assert describe(board) == words
    assert describe(Board(0, 0, 0)) == "The board is empty."
    move = Checkers().moves(board)[0]
    svg = picture(draw_svg(board, move, title="A board"))
    assert svg.findtext(f"{SVG}title") == "A board"
    assert svg.findtext(f"{SVG}desc") == f"{words} An arrow shows (2,5)=>(1,4)."
    assert svg.get("role") == "img"


def test_the_command_writes_the_picture(tmp_path: Path) -> None:
    done = run("board", BOARD, "--svg", tmp_path / "a.svg", "--move", "52-30")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    text = (tmp_path / "a.svg").read_text()
    assert MARKER in text.splitlines()[1]
    assert picture(text).findtext(f"{SVG}title") == "Checkers board, case1: Alice moves (5,2)=>(3,0)"
    assert run("board", BOARD, "--svg", "-", "--move", "52-30").stdout == text
    assert os.listdir(tmp_path) == ["a.svg"]
    one = picture(run("board", "inputs/several-cases.txt", "--case", "7", "--svg", "-").stdout)
    assert one.findtext(f"{SVG}title") == "Checkers board, CASE07"


def test_only_a_picture_of_ours_is_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "a.svg"
    assert run("board", BOARD, "--svg", target).returncode == 0
    first = target.read_text()
    assert run("board", BOARD, "--svg", target, "--move", "52-34").returncode == 0
    assert target.read_text() != first
    for other in (b"<svg/>", b"", b"\xff\xfe", b" " * 2000 + MARKER.encode()):
        target.write_bytes(other)
        done = run("board", BOARD, "--svg", target)
        assert (done.returncode, done.stdout) == (2, "")
        assert "a.svg: there is a file of that name, and it is no picture of ours\n" in done.stderr
        assert target.read_bytes() == other
        assert run("board", BOARD, "--svg", target, "--force").returncode == 0
        assert target.read_text() == first
    target.chmod(0)
    powerless = "setpriv --bounding-set -dac_override,-dac_read_search" if os.geteuid() == 0 else ""
    done = run_command(f"{powerless} checkers-ab board {BOARD} --svg {target}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a.svg: permission denied" in done.stderr


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab board nowhere.txt", "nowhere.txt: no such file"),
        ("checkers-ab board", "Missing argument 'INPUT'"),
        ("head -9 README.md | checkers-ab board -", "<stdin>:1:9: a row has 8 squares, this one has 13"),
        (
            f"checkers-ab board {BOARD} --move 70-61",
            "--move: a jump is mandatory\n  hint: Alice's legal moves: (5,2)=>(3,0)",
        ),
        (
            f"checkers-ab board {BOARD} --move 52-41",
            "--move: that is not legal\n  hint: Alice's legal moves: (5,2)=>(3,0)",
        ),
        (f"checkers-ab board {BOARD} --move up", "found 'up'\n  hint: Alice's legal moves: (5,2)=>(3,0), (5,2)=>(3,4)"),
        (f"checkers-ab board {BOARD} --move ''", "found ''\n  hint: Alice's legal moves"),
        (f"checkers-ab board {BOARD} --move $'\\e[31m'", "found '\\x1b[31m'"),
        (f"checkers-ab board {BOARD} --move 52-99 --svg x.svg", "Alice's legal moves"),
        ("checkers-ab board inputs/game-over.txt --case 2 --move 52-30", "the game is over: Alice has won"),
        (
            "checkers-ab board inputs/several-cases.txt --move 52-30",
            "--move is for one board, and here are 4\n  hint: --case",
        ),
        (
            "checkers-ab board inputs/several-cases.txt --svg x.svg",
            "--svg is for one board, and here are 4\n  hint: --case",
        ),
        (f"checkers-ab board {BOARD} --force", "--force is for --svg"),
        (f"checkers-ab board {BOARD} --svg {BOARD} --force", "this is the input"),
        (f"checkers-ab board {BOARD} --svg no/where.svg", "there is no folder no"),
        (f"checkers-ab board {BOARD} --svg inputs", "is a directory"),
        (f"checkers-ab board {BOARD} --svg ''", "can't write the output"),
        (f"checkers-ab board {BOARD} --svg /dev/full", "no space left"),
        (f"checkers-ab board {BOARD} >&-", "standard output is closed"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)
    assert not (ROOT / "x.svg").exists()


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text((ROOT / BOARD).read_text() * 5000)
    done = run_command("set -o pipefail; checkers-ab board many.txt | head -1", cwd=tmp_path)
    assert (done.stderr, done.returncode) == ("", 141)


def test_the_drawing_has_no_blanks_at_the_ends_of_lines() -> None:
    lines = draw_board(Checkers().start()).split("\n")
    assert len(lines) == 9
    assert lines == [line.rstrip() for line in lines]
