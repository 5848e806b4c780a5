"""The page on adding a game makes one that every command knows, by its path and by an entry point."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from checkers_ab.core.laws import LAWS
from tests.support import ROOT, files_shown, importing, install, run

PAGE = (ROOT / "docs/new-game.md").read_text()
STATE = "||||||| Ann\n"
Run = Callable[..., "CompletedProcess[str]"]


def test_the_smallest_game_is_a_dozen_lines() -> None:
    smallest = files_shown(PAGE.partition("## The laws")[0])["nim.py"]
    code = [line for line in smallest.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert len(code) <= 15


@pytest.fixture(params=["path", "entry point"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Run]:
    """The name of the page's game, and how to run the program where it has it."""
    text = files_shown(PAGE)["nim.py"]
    (tmp_path / "state.txt").write_text(STATE)
    if request.param == "path":
        (tmp_path / "nim.py").write_text(text)
        return "./nim.py:size=7", lambda *args, **options: run(*args, cwd=tmp_path, **options)
    install(tmp_path / "site", "nim = nim_game\n", nim_game=text)
    env = importing(tmp_path / "site")
    return "nim:size=7", lambda *args, **options: run(*args, cwd=tmp_path, env=env, **options)


def well(done: CompletedProcess[str], code: int = 0) -> str:
    """The output of a call that ended as it should."""
    assert (done.returncode, done.stderr) == (code, ""), done
    return done.stdout


def test_it_is_listed_and_keeps_the_laws(game: tuple[str, Run]) -> None:
    name, program = game
    assert well(program("games", name)).splitlines()[0] == name
    assert ("\nnim\n  nim:size=...  matches" in well(program("games"))) is name.startswith("nim:")
    assert well(program("games", "--test", name)).endswith(f"all {len(LAWS)} laws hold\n")


def test_it_is_searched_counted_and_played(game: tuple[str, Run]) -> None:
    name, program = game
    assert well(program("perft", name, "--depth", "3")) == "23\n"
    assert well(program("perft", name, "state.txt", "--depth", "3", "--jobs", "2")) == "23\n"
    found = json.loads(well(program("search", name, "--depth", "9", "--json")))
    assert (found["move"], found["value"]) == ("3", 1)
    assert "Ann wins after" in well(program("play", name, "--max", "search:depth=9", "--min", "random"))


def test_a_person_plays_it(game: tuple[str, Run]) -> None:
    name, program = game
    shown = well(program("play", name, "--min", "script", stdin="moves\n5\n3\nresign\n"))
    assert "3 legal: 1, 2, 3" in shown
    assert "expected a legal move, one of 1, 2, 3" in shown
    assert "Ben wins after 2 plies: Ann resigned" in shown


def test_matches_of_it_are_played_by_several_processes(game: tuple[str, Run]) -> None:
    name, program = game
    call = ["match", name, "--max", "script", "--min", "random", "--games", "6", "--jobs", "2", "--json"]
    assert json.loads(well(program(*call)))["players"][0]["wins"] == 6


def test_its_traces_are_written_judged_and_explained(game: tuple[str, Run], tmp_path: Path) -> None:
    name, program = game
    trace = well(program("solve", "--game", name))
    assert trace.splitlines()[0] == "A1: 1."
    assert trace.endswith("first move: 3.\n")
    assert well(program("solve", "--game", name, "state.txt")) == trace
    (tmp_path / "trace.txt").write_text(trace)
    assert program("check", "--game", name, "state.txt", "trace.txt").returncode == 0
    (tmp_path / "wrong.txt").write_text(trace.replace("first move: 3", "first move: 1"))
    assert program("check", "--game", name, "state.txt", "wrong.txt").returncode == 1
    (tmp_path / "illegal.txt").write_text(trace.replace("A1: 3.", "A1: 5."))
    illegal = program("check", "--game", name, "state.txt", "illegal.txt")
    assert illegal.returncode == 1
    assert "one to three matches are taken, and 7 are left" in illegal.stdout
    pruned = next(number for number, line in enumerate(trace.splitlines(), 1) if "pruning" in line)
    for line in (1, pruned, len(trace.splitlines())):
        assert well(program("explain", "--game", name, "state.txt", str(line)))
    assert well(program("tree", "--game", name, "state.txt"))


def test_it_has_pages_exercises_and_pictures(game: tuple[str, Run], tmp_path: Path) -> None:
    name, program = game
    for given in ([], ["state.txt"]):
        assert program("view", "--game", name, *given, "-o", "page.html").returncode == 0
        assert "<!doctype html>" in (tmp_path / "page.html").read_text().lower()
    assert program("generate", "new", "--game", name, "--count", "2").returncode == 0
    inputs = sorted(path for path in (tmp_path / "new").rglob("*.txt") if "Ann" in path.read_text())
    assert len(inputs) == 2
    assert program("solve", "--game", name, str(inputs[0])).returncode == 0
    drawn = well(program("board", "--game", name))
    assert drawn == well(program("board", "--game", name, "state.txt"))
    assert drawn.count("|") == 7
    assert well(program("board", "--game", name, "--text")) == STATE


def test_what_it_has_not_is_refused(game: tuple[str, Run], tmp_path: Path) -> None:
    name, program = game
    (tmp_path / "other.txt").write_text("X..\n...\n...\n")
    for call in (["search", name, "other.txt"], ["solve", "--game", name, "other.txt"]):
        done = program(*call)
        assert (done.returncode, done.stdout) == (2, "")
        assert "other.txt:1:1: expected bars and a name, such as '||||| Ann'" in done.stderr
    big = program("perft", name.replace("7", "700"), "--depth", "1")
    assert (big.returncode, big.stderr) == (2, "size must be a number from 1 to 99, found '700'\n")
