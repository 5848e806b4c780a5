"""Games by anyone: found by path and by entry point, and refused with file and line."""

from __future__ import annotations

import os
import pickle
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from checkers_ab.core.errors import OptionError
from checkers_ab.core.plugins import load_function
from checkers_ab.games import registry
from checkers_ab.games.registry import game_names, make_game, options_of, split_game
from tests.support import ROOT, importing, install, refused, run, run_command

NIM = """\
from dataclasses import dataclass
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit

OPTIONS = {"size": "matches at the start"}

@dataclass(frozen=True)
class Heap:
    left: int
    turn: int

class Nim:
    def __init__(self, size): self.size = size
    def start(self): return Heap(self.size, 1)
    def to_move(self, heap): return Side(heap.turn)
    def moves(self, heap): return [taken for taken in (1, 2, 3) if taken <= heap.left]
    def play(self, heap, taken): return Heap(heap.left - taken, -heap.turn)
    def utility(self, heap): return None if heap.left else -heap.turn

def make(size="9"):
    return Kit(Nim(int(size)), evaluations={"even": lambda heap: 0}, outcomes=(-1, 1))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with a game in it."""
    (tmp_path / "nim.py").write_text(NIM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def why_not(game: str) -> str:
    with pytest.raises(OptionError) as error:
        make_game(game)
    return str(error.value)


# By path


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("checkers", ("checkers", "")),
        ("skirmish:weights=10:1:1", ("skirmish", "weights=10:1:1")),
        ("tree:leaves=a/b.py", ("tree", "leaves=a/b.py")),
        ("./nim.py", ("./nim.py", "")),
        ("./nim.py:size=9,x=a.py", ("./nim.py", "size=9,x=a.py")),
        ("nim.py:size=9", ("nim.py", "size=9")),
        ("a:b/nim.py", ("a", "b/nim.py")),
        ("./a:b/nim.py:size=9", ("./a:b/nim.py", "size=9")),
        ("./nim:size=9", ("./nim", "size=9")),
        (r"C:\games\nim.py", (r"C:\games\nim.py", "")),
        (r"C:\games\nim.py:size=9", (r"C:\games\nim.py", "size=9")),
        ("C:/games/nim.py:size=9", ("C:/games/nim.py", "size=9")),
        ("", ("", "")),
    ],
)
def test_options_follow_the_name_or_the_path(text: str, parts: tuple[str, str]) -> None:
    assert split_game(text) == parts


def test_a_file_is_a_game_by_any_path_to_it(folder: Path) -> None:
    for path in ("./nim.py", "nim.py", str(folder / "nim.py"), f"../{folder.name}/nim.py"):
        kit = make_game(f"{path}:size=7")
        assert kit.game.start().left == 7
        assert kit.name == f"{path}:size=7"
    assert options_of("./nim.py") == {"size": "matches at the start"}
    assert why_not("./nim.py:sise=7") == "./nim.py has no option 'sise'; did you mean 'size'?"


def test_a_file_is_run_once_and_again_when_it_has_changed(folder: Path) -> None:
    counted = NIM + "\nwith open('runs', 'a') as runs: runs.write('x')\n"
    (folder / "nim.py").write_text(counted)
    make_game("./nim.py")
    kit = make_game("nim.py:size=3")
    assert (folder / "runs").read_text() == "x"
    assert pickle.loads(pickle.dumps(kit.game.start())) == kit.game.start()
    (folder / "nim.py").write_text(counted.replace('"9"', '"19"'))
    assert make_game("./nim.py").game.start().left == 19
    assert (folder / "runs").read_text() == "xx"


def test_a_file_shadows_nothing_and_leaves_nothing_behind(folder: Path) -> None:
    before = list(sys.path)
    (folder / "json.py").write_text(NIM)
    (folder / "sized.py").write_text(
        f"import colorsys\nfrom usual_size_of_nim import SIZE\n{NIM}".replace('"9"', "SIZE")
    )
    (folder / "usual_size_of_nim.py").write_text("SIZE = '5'\n")
    (folder / "colorsys.py").write_text("raise RuntimeError('this is not the module of Python')\n")
    make_game("./json.py")
    assert not hasattr(sys.modules["json"], "make")
    assert make_game("./sized.py").game.start().left == 5
    assert sys.path == before
    assert not list((folder / "__pycache__").glob("json*"))


def test_a_folder_that_is_on_the_import_path_stays_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(folder))
    before = list(sys.path)
    make_game("./nim.py")
    assert sys.path == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (1,\ny = 2\n", "./game.py:1: '(' was never closed"),
        ("x = 1\n  y = 2\n", "./game.py:2: unexpected indent"),
        ("\x00", "./game.py:1: source code string cannot contain null bytes"),
        ("import nowhere_at_all\n", "./game.py:1: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("def f():\n    return 1 / 0\n\nf()\n", "./game.py:2: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit()\n", "./game.py:2: SystemExit"),
        ("import json\njson.loads('{')\n", "./game.py:2: JSONDecodeError: Expecting property name"),
        ("raise ValueError('\\x1b[31m' + 'a' * 1000)\n", "./game.py:1: ValueError: \\x1b[31maaa"),
        ("import sibling_of_a_game\n", "sibling_of_a_game.py:2: '(' was never closed"),
        ("OPTIONS = {}\n", "./game.py:1: expected a function make(), which returns the Kit of the game"),
        ("make = 3\n", "./game.py:1: expected a function make()"),
        ("OPTIONS = ['size']\nmake = dict\n", "./game.py:1: OPTIONS must be a dict of names"),
        ("OPTIONS = {'size': 3}\nmake = dict\n", "./game.py:1: OPTIONS must be a dict of names"),
        ("\ndef make():\n    return 3\n", "./game.py:2: make() must return a Kit, found int"),
        ("make = dict\n", "./game.py:1: make() must return a Kit, found dict"),
        ("def make():\n    return [][1]\n", "./game.py:2: IndexError: list index out of range"),
        ("def make():\n    int('x')\n", "./game.py:2: ValueError: invalid literal for int()"),
        ("\ndef make(size):\n    pass\n", "./game.py:2: TypeError: make() missing 1 required positional argument"),
        ("from checkers_ab.core.kit import *\ndef make():\n    Kit(0, nme=1)\n", "./game.py:3: TypeError: a kit has"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, message: str, folder: Path) -> None:
    (folder / "game.py").write_text(text)
    (folder / "sibling_of_a_game.py").write_text("\nx = (1\n")
    assert message in why_not("./game.py")
    assert len(why_not("./game.py")) < 400


def test_a_file_that_fails_is_no_module(folder: Path) -> None:
    (folder / "half.py").write_text("x = 1\n1 / 0\n")
    why_not("./half.py")
    assert not [name for name in sys.modules if name.startswith("half_")]


def test_an_option_error_of_the_game_is_passed_on(folder: Path) -> None:
    text = "from checkers_ab.core.errors import OptionError\ndef make(): raise OptionError('size must be odd')\n"
    (folder / "game.py").write_text(text)
    assert why_not("./game.py") == "size must be odd"


def test_a_file_that_is_not_there_is_asked_about(folder: Path) -> None:
    (folder / "other").mkdir()
    assert why_not("./nin.py") == "./nin.py: no such file; did you mean ./nim.py?"
    assert why_not("./nim") == "./nim: no such file; did you mean ./nim.py?"
    assert why_not("nowhere/nim.py") == "nowhere/nim.py: no such file"
    assert why_not("./zebra.py") == "./zebra.py: no such file"
    assert why_not("./a\0.py") == "./a\\x00.py: no such file"
    assert why_not("./other/") == "./other/: is a directory, expected a Python file"
    assert why_not("nim") == "unknown game 'nim'; did you mean './nim.py'?"
    os.mkfifo(folder / "zebra.py")
    assert why_not("./zebra.py") == "./zebra.py: is no regular file, expected a Python file"


def test_a_file_that_may_not_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(SourceFileLoader, "get_data", closed)
    assert why_not("./nim.py") == "./nim.py: PermissionError: [Errno 13] Permission denied"
    monkeypatch.setattr(os, "stat", closed)
    assert why_not("./nim.py") == "./nim.py: permission denied"


def test_a_function_of_a_file_is_found_by_its_name(folder: Path) -> None:
    (folder / "mine.py").write_text("def worth(state):\n    return 3\n")
    assert load_function("./mine.py", "worth")(0) == 3
    with pytest.raises(OptionError, match=r"\./mine\.py: it has no function 'wroth'; did you mean 'worth'"):
        load_function("./mine.py", "wroth")


def test_a_broken_file_ends_a_command_with_2(folder: Path) -> None:
    (folder / "game.py").write_text("def make(:\n")
    for call in (
        ["games", "./game.py"],
        ["games", "--test", "./game.py"],
        ["perft", "./game.py", "--depth", "1"],
        ["search", "./game.py"],
        ["play", "./game.py"],
        ["match", "./game.py", "--max", "random", "--min", "random"],
    ):
        refused(run(*call, cwd=folder), "./game.py:1: invalid syntax")


@pytest.mark.parametrize(
    ("rule", "broken", "words"),
    [
        ("return [taken", "return 1 / 0 and [taken", "./nim.py:16: ZeroDivisionError: division by zero"),
        (
            "if taken <= heap.left]",
            "if taken < heap.left - 3]",
            "./nim.py: the game failed: AssertionError: a game that goes on",
        ),
        ("else -heap.turn", "else 'lost'", "./nim.py: the game failed: TypeError: "),
    ],
)
def test_a_game_that_breaks_a_law_ends_a_search_with_2(rule: str, broken: str, words: str, folder: Path) -> None:
    (folder / "nim.py").write_text(NIM.replace(rule, broken))
    done = run("search", "./nim.py", "--depth", "9", cwd=folder)
    refused(done, words)
    hint = "  hint: it may break a law: checkers-ab games --test ./nim.py\n"
    assert (hint in done.stderr) is ("failed" in words)


FAULTS = {
    "raise SystemExit": "SystemExit",
    "raise SystemExit(0)": "SystemExit: 0",
    "raise GeneratorExit": "GeneratorExit",
    "raise BaseException('no')": "BaseException: no",
    "raise OSError(28, 'No space')": "OSError: [Errno 28] No space",
    "raise BrokenPipeError": "BrokenPipeError",
    "raise type('Mute', (Exception,), {'__str__': None})": "Mute",
    "raise MemoryError": "MemoryError",
    "import asyncio; raise asyncio.CancelledError": "CancelledError",
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("place", ["in the file", "in make", "in a rule"])
def test_whatever_a_game_raises_is_one_message(fault: str, place: str, folder: Path) -> None:
    line, before = {
        "in the file": (fault, "OPTIONS"),
        "in make": (f"    {fault}", "    return Kit"),
        "in a rule": (f"    def play(self, heap, taken): {fault}", "    def play"),
    }[place]
    text = NIM.replace(before, f"{line}\n{before.replace('play', 'former_play')}")
    (folder / "nim.py").write_text(text)
    number = text.splitlines().index(line) + 1
    done = run("search", "./nim.py", cwd=folder)
    refused(done, f"./nim.py:{number}: {FAULTS[fault]}\n")
    assert done.stderr.count("\n") == 1


def test_an_interrupt_in_a_game_is_an_interrupt(folder: Path) -> None:
    for text in ("raise KeyboardInterrupt\n", NIM.replace("return [taken", "raise KeyboardInterrupt; return [taken")):
        (folder / "nim.py").write_text(text)
        done = run("search", "./nim.py", cwd=folder)
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("fault", ["raise SystemExit(0)", "raise GeneratorExit"])
def test_a_worker_that_a_game_ends_is_not_waited_for(fault: str, folder: Path) -> None:
    (folder / "nim.py").write_text(NIM.replace("return [taken", f"{fault}; return [taken"))
    done = run("match", "./nim.py", "--max", "random", "--min", "random", "--jobs", "2", cwd=folder)
    refused(done, "./nim.py:16: ")


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("range(1, 10**9)", "999,999,999"),
        ("[1] * 100_001", "100,001"),
        ("(taken for taken in range(1, 10**9))", "100,001"),
    ],
)
def test_a_state_with_too_many_moves_is_refused(moves: str, found: str, folder: Path) -> None:
    (folder / "nim.py").write_text(NIM.replace("[taken for taken in (1, 2, 3) if taken <= heap.left]", moves))
    message = f"./nim.py: a state has at most 100,000 moves, found one with {found}\n"
    for call in (["search", "./nim.py"], ["perft", "./nim.py", "--depth", "2"], ["view", "--game", "./nim.py"]):
        done = run(*call, cwd=folder)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_a_state_in_a_file_may_have_too_many_moves_too(folder: Path) -> None:
    plain = NIM.replace("return Heap(self.size, 1)", "return self.size, 1").replace("Side(heap.turn)", "Side(heap[1])")
    plain = plain.replace("def moves(self, heap): return", "def moves(self, heap): return range(10**6);")
    (folder / "nim.py").write_text(plain.replace("None if heap.left else -heap.turn", "None"))
    (folder / "heap.txt").write_text("(3, 1)\n")
    refused(run("solve", "--game", "./nim.py", "heap.txt", cwd=folder), "moves, found one with 1,000,000\n")


def test_a_game_that_lists_its_moves_lazily_keeps_what_else_it_has(folder: Path) -> None:
    (folder / "nim.py").write_text(NIM.replace("[taken for taken in (1, 2, 3) if taken <= heap.left]", "iter((1, 2))"))
    game: Any = make_game("./nim.py").game
    assert game.moves(game.start()) == [1, 2]
    assert game.size == 9


# By entry point


def test_an_installed_package_brings_a_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(folder / "site", "heaps = heaps_of_nim\nchess = heaps_of_nim\ncheckers = nowhere\n", heaps_of_nim=NIM)
    monkeypatch.syspath_prepend(str(folder / "site"))
    assert make_game("heaps:size=4").game.start().left == 4
    assert make_game("heaps:size=4").name == "heaps:size=4"
    assert game_names() == [*registry.GAMES, "chess", "heaps"]
    assert make_game("checkers").sides, "built-in names are not looked for elsewhere"
    assert why_not("heeps") == "unknown game 'heeps'; did you mean 'heaps'?"
    assert why_not("zzz") == f"unknown game 'zzz'; there are {', '.join(game_names())}"


def test_packages_are_not_looked_at_for_a_built_in_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def look() -> dict[str, Any]:
        raise AssertionError("nobody has asked for another game")

    monkeypatch.setattr(registry, "_entry_points", look)
    assert make_game("tictactoe").sides


@pytest.mark.parametrize(
    ("point", "text", "message"),
    [
        (
            "nowhere_to_be_found",
            "",
            "nowhere_to_be_found (entry point 'bad' of checkers_ab.games): ModuleNotFoundError",
        ),
        ("bad_game:kit", "", "bad_game.py: AttributeError: module 'bad_game' has no attribute 'kit'"),
        ("bad_game", "\n1 / 0\n", "bad_game.py:2: ZeroDivisionError: division by zero"),
        ("bad_game", "\n\nx = (\n", "bad_game.py:3: '(' was never closed"),
        ("bad_game", "x = 3\n", "bad_game.py:1: expected a function make()"),
        ("bad_game.below", "1 / 0\n", "bad_game.below (entry point 'bad' of checkers_ab.games): ZeroDivisionError"),
    ],
)
def test_a_broken_package_is_refused(
    point: str, text: str, message: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(folder / "site", f"bad = {point}\n", bad_game=text)
    monkeypatch.syspath_prepend(str(folder / "site"))
    try:
        assert message in why_not("bad")
        listed = run("games", env=importing(folder / "site"))
        assert listed.returncode == 0
        assert "checkers\n" in listed.stdout
        assert "bad\n  broken       " in listed.stdout
        refused(run("games", "bad", env=importing(folder / "site")), message.partition(":")[2])
    finally:
        sys.modules.pop("bad_game", None)


# In other processes


def test_workers_find_the_game_however_they_are_started(folder: Path) -> None:
    call = (
        "import multiprocessing, sys\n"
        "from checkers_ab.cli.main import main\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.set_start_method(sys.argv.pop(1))\n"
        "    sys.exit(main())\n"
    )
    (folder / "call.py").write_text(call)
    for method in ("fork", "spawn"):
        command = [sys.executable, "call.py", method, "perft", "./nim.py", "--depth", "3", "--jobs", "2"]
        counted = run_command(command, cwd=folder, env=importing(ROOT))
        assert (counted.stdout, counted.stderr) == ("27\n", "")


def test_a_match_names_the_file(folder: Path) -> None:
    players = ("--max", "search:depth=9", "--min", "random")
    played = run("match", "./nim.py:size=5", *players, "--games", "4", "--jobs", "2", cwd=folder)
    assert played.stdout.startswith("./nim.py:size=5, 4 games\n"), played.stderr
