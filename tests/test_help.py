"""Help that leads: the overview, near names, plain words, and what commands say on a terminal."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from checkers_ab.cli.app import GROUPS
from checkers_ab.cli.main import COMMANDS
from tests.command_pages import help_pages
from tests.support import ROOT, refused, run, run_command
from tests.terminal import on_a_terminal

EXAMPLES = {name: example for commands in GROUPS.values() for name, (example, _) in commands.items()}


def test_every_command_is_listed_once_in_the_order_of_the_groups() -> None:
    assert tuple(EXAMPLES) == COMMANDS
    assert COMMANDS[:3] == ("solve", "try", "view")
    overview = run("--help", env={"COLUMNS": "80"}).stdout
    titles = re.findall(r"^([A-Z][a-z ]+):", overview, re.MULTILINE)
    assert titles[1:] == [*GROUPS, "Options"]
    assert re.findall(r"^  (checkers-ab \S.*?)(?:  .*)?$", overview, re.MULTILINE) == list(EXAMPLES.values())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_command_calls_it_with_options_that_it_has(name: str) -> None:
    words = shlex.split(EXAMPLES[name].partition(" <")[0])[1:]
    assert words[0] == (name if name != "solve" else "board.txt")
    called = " ".join(["checkers-ab", name, *words[1:2] * (name == "grade")])
    assert all(word in help_pages()[called] for word in words if word.startswith("--"))


@pytest.mark.parametrize("words", [[], ["check"], ["grade", "run"], ["help"]])
def test_help_as_a_word_is_the_help(words: list[str]) -> None:
    assert run("help", *words).stdout == run(*words, "--help").stdout


def test_help_about_nothing() -> None:
    refused(run("help", "chek"), "no command 'chek'; did you mean 'check'?")
    refused(run("help", "check", "it"), "check has no commands below it")
    refused(run("help", "grade", "rum"), "did you mean 'run'?")


def test_completion_as_a_word(tmp_path: Path) -> None:
    assert 'eval "$(checkers-ab completion bash)"' in run("completion").stdout
    refused(run("completion", "cmd"), "'cmd' is not one of 'bash', 'zsh', 'fish'")
    for shell, word in (("zsh", "#compdef checkers-ab"), ("fish", "complete --no-files --command checkers-ab")):
        assert word in run("completion", shell).stdout
    (tmp_path / "tryout.txt").touch()
    script = """
        eval "$(checkers-ab completion bash)"
        COMP_WORDS=(checkers-ab tr) COMP_CWORD=1
        _checkers_ab_completion checkers-ab
        echo "${COMPREPLY[@]}"
    """
    assert run_command(script, cwd=tmp_path).stdout == "try tree tryout.txt\n"


@pytest.mark.parametrize(
    ("missing", "near"),
    [
        ("inputs/openin.txt", "inputs/opening.txt"),
        ("inputs/opening", "inputs/opening.txt"),
        ("inputs/OPENING.TXT", "inputs/opening.txt"),
        ("input/opening.txt", "inputs/opening.txt"),
        ("inptus/tie-is-bound.txt", "inputs/tie-is-a-bound.txt"),
        ("setupp.py", "setup.py"),
    ],
)
def test_a_file_name_that_is_nearly_there_is_suggested(missing: str, near: str) -> None:
    refused(run(missing, cwd=ROOT), f"{missing}: no such file\n  hint: did you mean {near}?")


@pytest.mark.parametrize(
    "call", ["check openin.txt ../expected/opening.txt", "check opening.txt openin.txt", "view openin.txt"]
)
def test_a_near_name_is_suggested_by_every_command(call: str) -> None:
    refused(run(*call.split(), cwd=ROOT / "inputs"), "openin.txt: no such file\n  hint: did you mean opening.txt?")


def test_nothing_is_suggested_for_another_name() -> None:
    for name in ("quite-another.xyz", "nowhere/x.txt", ""):
        assert "did you mean" not in run("solve", name).stderr


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (["--depth", "four", "x"], "--depth: expected a whole number, 1 to 12, found 'four'"),
        (["--depth", "1.5", "x"], "--depth: expected a whole number, 1 to 12, found '1.5'"),
        (["solve", "x", "--case", "-1"], "--case: expected a whole number, 0 or more, found '-1'"),
        (["explain", "x", "none"], "LINE: expected a whole number, 1 or more, found 'none'"),
        (["grade", "run", "p", "s", "-o", "r", "--jobs", "0"], "--jobs: expected a whole number, 1 to "),
        (["search", "x", "--time", "soon"], "--time: expected a number of seconds above 0, such as 0.5, found 'soon'"),
        (["generate", "x", "--time", "nan"], "--time: expected a number of seconds above 0, such as 0.5, found 'nan'"),
        (["generate", "x", "--time", "0"], "--time: expected a number of seconds above 0, such as 0.5, found '0'"),
    ],
)
def test_numbers_are_refused_in_plain_words(call: list[str], words: str) -> None:
    refused(run(*call), words)


def test_the_help_has_ranges_in_plain_words() -> None:
    for text in help_pages().values():
        assert "<=x" not in text
        assert "INTEGER RANGE" not in text


def test_on_a_terminal_commands_say_what_they_wrote_and_what_to_do_with_it(tmp_path: Path) -> None:
    board = str(ROOT / "inputs/win-at-ply-1.txt")
    page, picture, folder = (str(tmp_path / name) for name in ("page.html", "board.svg", "new"))
    calls = [
        (("view", board, "-o", page), [f"wrote {page}: open it in a browser, or add --open"]),
        (
            ("board", board, "--svg", picture),
            [f"wrote {picture}: a picture for a document, or to look at in a browser"],
        ),
        (("generate", folder, "--count", "2"), [f"wrote boards to {folder}/inputs", f"try --boards {folder}/inputs"]),
    ]
    for call, words in calls:
        shown = on_a_terminal(*call, columns=400, stderr_too=True)
        assert all(word in shown for word in words), shown
    again = run("view", board, "-o", page)
    assert (again.stdout, again.stderr) == ("", "")
