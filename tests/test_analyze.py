"""analyze, and the engine as a player, as a user meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from checkers_ab.cli import engine_note
from checkers_ab.cli.app import app
from checkers_ab.cli.players import make_player
from checkers_ab.engine import how_built
from checkers_ab.games.registry import make_game
from tests.support import PROGRAM, ROOT, let_work, refused, run, run_command
from tests.terminal import on_a_terminal, without_colours

WIN = "fen:W:WK10,K18:BK15"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab analyze", "Missing argument 'POSITION'"),
        ("checkers-ab analyze nowhere.txt", "nowhere.txt: no such file"),
        ("checkers-ab analyze fen:W:W22", "<fen>:1:"),
        ("checkers-ab analyze fen:X:W22:B1", "<fen>:1:1: expected W or B"),
        ("checkers-ab analyze README.md", "README.md:1:9: a row has 8 squares"),
        ("checkers-ab analyze inputs/several-cases.txt", "expected one board, found 4\n  hint: choose one with --case"),
        ("checkers-ab analyze inputs/several-cases.txt --case 3", "no case 3"),
        ("checkers-ab analyze W:W22:B1", "no such file\n  hint: a position is written fen:W:W22:B1"),
        ("checkers-ab analyze inputs/opening.txt --depth 0", "--depth"),
        ("checkers-ab analyze inputs/opening.txt --depth 100", "--depth"),
        ("checkers-ab analyze inputs/opening.txt --time 0", "--time"),
        ("checkers-ab analyze inputs/opening.txt --lines 0", "--lines"),
        ("checkers-ab analyze inputs/opening.txt --rules polish", "'polish' is not one of 'homework', 'english'"),
        ("checkers-ab match amazons --max engine --min random", "the engine plays checkers only"),
        ("checkers-ab match checkers --max engine:beam=3 --min random", "engine has no option 'beam'"),
        ("checkers-ab match checkers --max engine:depth=0 --min random", "depth must be a whole number"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)


def test_it_says_whose_move_it_is_what_it_took_and_the_best_lines() -> None:
    done = run("analyze", "inputs/assignment.txt", "--depth", "4", "--lines", "2")
    assert (done.returncode, done.stderr) == (0, "")
    head, took, first, second = done.stdout.splitlines()
    assert head == "Alice to move, homework rules"
    assert took.startswith("depth 4, ")
    assert took.endswith(" nodes/s")
    assert first.startswith("1. -3.09  (5,2)=>(3,0) ")
    assert second.startswith("2. ")
    assert len(second.split("=>")) == 5


def test_a_win_is_told_with_its_plies() -> None:
    done = run("analyze", WIN, "--rules", "english", "--depth", "20")
    assert done.stdout.splitlines()[2].startswith("1. Alice wins in ")
    bill = run("analyze", "fen:B:WK15:BK10,K18", "--rules", "english", "--depth", "20")
    assert bill.stdout.splitlines()[0] == "Bill to move, english rules"
    assert bill.stdout.splitlines()[2].startswith("1. Bill wins in ")


def test_the_json_has_the_same() -> None:
    found = json.loads(
        run("analyze", "fen:B:W18,22,K30:B5,9,K13", "--rules", "english", "--depth", "6", "--json").stdout
    )
    assert (found["fen"], found["rules"], found["to_move"]) == ("B:W18,22,K30:B5,9,K13", "english", "Bill")
    assert (found["depth"], len(found["lines"]), len(found["lines"][0]["moves"])) == (6, 1, 6)
    assert isinstance(found["lines"][0]["value"], float)
    win = json.loads(run("analyze", WIN, "--rules", "english", "--depth", "20", "--json").stdout)["lines"][0]
    assert (win["value"], win["winner"]) == (None, "Alice")
    assert win["ends_in"] == len(win["moves"])


def test_the_rules_make_a_difference() -> None:
    for rules, first in (("homework", "1. Bill wins in 2  (6,3)=>(4,1) "), ("english", "1. -0.01  26x17x10 ")):
        done = run("analyze", "fen:W:W26:B14,22,15", "--rules", rules, "--depth", "3")
        assert done.stdout.splitlines()[2].startswith(first)


def test_a_game_that_is_over_is_said_to_be() -> None:
    assert run("analyze", "fen:W:W1:BK6,K10").stdout == "the game is over: Bill has won, Alice has no legal move\n"
    over = json.loads(run("analyze", "fen:W:W:B1", "--json").stdout)
    assert (over["over"], over["lines"]) == ("Bill has won, Alice has no piece", [])


def test_one_board_of_several_is_chosen_by_its_number() -> None:
    done = run("analyze", "inputs/several-cases.txt", "--case", "2", "--depth", "2")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Alice to move, homework rules")


def test_it_keeps_to_its_time() -> None:
    found = json.loads(run("analyze", "inputs/opening.txt", "--time", "0.5", "--json").stdout)
    assert 1 <= found["depth"] < 99, "without a limit it would go on for years"


def test_a_terminal_is_refreshed_and_nothing_is_wrapped() -> None:
    shown = on_a_terminal("analyze", "inputs/assignment.txt", "--depth", "7", columns=60)
    assert "depth 1," in without_colours(shown)
    last = without_colours(shown).split("depth 7,")[1]
    assert "1. -3" in last
    assert "…" in last
    assert "depth 1," in on_a_terminal("analyze", "inputs/assignment.txt", "--depth", "3", env={"NO_COLOR": "1"})
    assert "depth 1," not in on_a_terminal("analyze", "inputs/assignment.txt", "--depth", "3", env={"TERM": "dumb"})


def test_ctrl_c_shows_what_was_found_so_far() -> None:
    with subprocess.Popen(
        [PROGRAM, "analyze", "inputs/opening.txt", "--time", "60"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        let_work(process, 1.5)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read().startswith(b"Alice to move, homework rules\ndepth ")
        assert process.stderr.read() == b""


@pytest.mark.parametrize("game", ["checkers", "checkers:rules=english"])
def test_the_engine_beats_a_plain_search(game: str) -> None:
    call = ["match", game, "--max", "engine:depth=5", "--min", "search:depth=2", "--games", "4", "--opening", "4"]
    figures = json.loads(run(*call, "--swap", "--json").stdout)
    assert figures["players"][0]["losses"] == 0
    assert figures["players"][0]["wins"] >= 3
    assert figures["players"][0]["mean_depth"] <= 5


def test_one_can_play_against_the_engine() -> None:
    typed = "11-15\nundo\n11-15\nmoves\nresign\n"
    done = run("play", "checkers:rules=english", "--max", "engine:depth=3", "--min", "human", stdin=typed)
    assert done.returncode == 0, done.stderr
    assert "Alice wins after" in done.stdout


def test_an_engine_that_is_not_compiled_is_told_once_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["perft", "checkers", "--depth", "1"], ["analyze", "fen:W:W22:B1", "--depth", "1"]):
        monkeypatch.setattr(engine_note, "_said", [])
        app.main(words, standalone_mode=False)
        assert "not compiled" not in capsys.readouterr().err, "nobody reads it"
        monkeypatch.setattr(engine_note, "_said", [])
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        app.main(words, standalone_mode=False)
        make_player(make_game("checkers"), "engine:depth=1", seed=1)
        assert capsys.readouterr().err.count("pip install . compiles it") == (how_built() != "compiled")
        monkeypatch.undo()
    app.main(["perft", "tictactoe", "--depth", "1"], standalone_mode=False)
    assert not capsys.readouterr().err
