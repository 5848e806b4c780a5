"""States as pictures: in the terminal, as SVG and as text."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from checkers_ab.core.picture import draw_text, show_move
from checkers_ab.draw.svg import MARKER
from checkers_ab.games.registry import GAMES, make_game
from tests.support import ROOT, refused, run, run_command
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


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())


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


@pytest.mark.parametrize("game", GAMES)
def test_every_game_begins_with_a_drawing(game: str) -> None:
    kit = make_game(game)
    drawn = draw_text(kit.picture(kit.game.start())) + "\n"
    assert run("board", "--game", game).stdout == drawn
    coloured = without_colours(on_a_terminal("board", "--game", game, columns=500))
    assert "\n".join(line.rstrip() for line in coloured.split("\n")) == drawn


def test_a_board_without_dark_squares_is_shaded_whole() -> None:
    assert on_a_terminal("board", "--game", "tictactoe").count("48;") >= 9


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_shown(game: str) -> None:
    kit = make_game(game)
    state = kit.game.start()
    move = kit.game.moves(state)[0]
    shown = run("board", "--game", game, "--move", kit.format_move(move))
    after = kit.picture(kit.game.play(state, move), move)
    assert shown.stdout == draw_text(show_move(kit.picture(state), after)) + "\n" != run("board", "--game", game).stdout


def test_a_move_is_marked_on_the_state_before_it() -> None:
    assert run("board", "--game", "tictactoe", "--move", "b2").stdout.splitlines()[1] == "  2  . [.] ."
    assert run("board", "--game", "amazons:size=4", "--move", "b1-b2/b3").stdout == (
        "  4  .  B  B  .\n  3  B [.] .  B\n  2  W [.] .  W\n  1  . [W] W  .\n     a  b  c  d\n"
    )


# As text


@pytest.mark.parametrize("game", GAMES)
def test_text_is_a_file_of_the_same_state(game: str) -> None:
    kit = make_game(game)
    done = run("board", "--game", game, "--text")
    assert (done.stdout, done.stderr) == (kit.format_state(kit.game.start()), "")
    assert run("board", "-", "--game", game, "--text", stdin=done.stdout).stdout == done.stdout


def test_several_states_keep_their_headings() -> None:
    text = run("board", "inputs/several-cases.txt", "--text").stdout
    cases = make_game("checkers").parse_states(text)
    assert [case.label for case in cases] == ["Case 1", "case2", "CASE07", "case 12"]
    assert run("board", "-", "--text", stdin=text).stdout == text
    assert run("board", "inputs/several-cases.txt", "--text", "--case", "7").stdout.startswith("CASE07\n+K+O")


# SVG


def test_the_command_writes_the_picture(tmp_path: Path) -> None:
    done = run("board", BOARD, "--svg", tmp_path / "a.svg", "--move", "52-30")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    text = (tmp_path / "a.svg").read_text()
    assert MARKER in text.splitlines()[1]
    assert parsed(text).findtext(f"{SVG}title") == "Checkers, case1: Alice moves (5,2)=>(3,0)"
    assert run("board", BOARD, "--svg", "-", "--move", "52-30").stdout == text
    assert os.listdir(tmp_path) == ["a.svg"]
    one = parsed(run("board", "inputs/several-cases.txt", "--case", "7", "--svg", "-").stdout)
    assert one.findtext(f"{SVG}title") == "Checkers, CASE07"
    start = parsed(run("board", "--game", "tictactoe:m=4", "--svg", "-", "--move", "b2").stdout)
    assert start.findtext(f"{SVG}title") == "Tictactoe, start: X moves b2"
    assert start.findtext(f"{SVG}desc") == "Marked: b2."


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
        ("checkers-ab board --case 2", "checkers: no case 2"),
        ("checkers-ab board --game tictactoe --move d4", "--move: expected a free cell, one of a3, b3"),
        (f"checkers-ab board {BOARD} --game tictactoe", f"{BOARD}:1:1: expected X, O or '.', found '+'"),
        ("printf 'XXX\\nOO.\\n...' | checkers-ab board - --game tictactoe --move a1", "the game is over: X has won"),
        (f"checkers-ab board {BOARD} --text --move 52-30", "--text takes neither --move nor --svg"),
        (f"checkers-ab board {BOARD} --text --svg x.svg", "--text takes neither --move nor --svg"),
        (f"checkers-ab board {BOARD} --svg x.png", "x.png: expected the name of a picture, which ends in .svg"),
        ("head -9 README.md | checkers-ab board -", "<stdin>:1:9: a row has 8 squares, this one has 13"),
        (
            f"checkers-ab board {BOARD} --move 70-61",
            "--move: a jump is mandatory; legal are (5,2)=>(3,0), (5,2)=>(3,4)",
        ),
        (f"checkers-ab board {BOARD} --move 52-41", "--move: that is not legal; legal are (5,2)=>(3,0), (5,2)=>(3,4)"),
        (f"checkers-ab board {BOARD} --move up", "--move: expected a move such as 52-43 or (5,2)=>(4,3), found 'up'"),
        (f"checkers-ab board {BOARD} --move $'\\e[31m'", "found '\\x1b[31m'"),
        (f"checkers-ab board {BOARD} --move 52-99 --svg x.svg", "such as 52-43"),
        ("checkers-ab board inputs/game-over.txt --case 2 --move 52-30", "the game is over: Alice has won"),
        (
            "checkers-ab board inputs/several-cases.txt --move 52-30",
            "--move is for one state, and here are 4\n  hint: --case",
        ),
        (
            "checkers-ab board inputs/several-cases.txt --svg x.svg",
            "--svg is for one state, and here are 4\n  hint: --case",
        ),
        (f"checkers-ab board {BOARD} --force", "--force is for --svg"),
        (f"checkers-ab board {BOARD} --svg no/where.svg", "there is no folder no"),
        (f"checkers-ab board {BOARD} --svg ''", "'': expected the name of a picture"),
        (f"checkers-ab board {BOARD} >&-", "standard output is closed"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)
    assert not (ROOT / "x.svg").exists()


def test_the_input_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    path.write_text((ROOT / BOARD).read_text())
    refused(run("board", path, "--svg", path, "--force"), "this is the input")
    (tmp_path / "folder.svg").mkdir()
    refused(run("board", path, "--svg", tmp_path / "folder.svg"), "is a directory")


def test_a_board_with_bill_to_move_is_drawn_with_his_moves(tmp_path: Path) -> None:
    bill = tmp_path / "bill.txt"
    bill.write_text((ROOT / BOARD).read_text() + "bill to move\n")
    assert run("board", bill).stdout == run("board", BOARD).stdout
    assert "[B]" in run("board", bill, "--move", "(4,1)=>(6,3)").stdout
    refused(run("board", bill, "--move", "(0,1)=>(1,0)"), "a jump is mandatory; legal are (4,1)=>(6,3)")
    assert "Bill moves (4,1)=&gt;(6,3)" in run("board", bill, "--move", "(4,1)=>(6,3)", "--svg", "-").stdout
