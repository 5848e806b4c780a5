"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import re
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from click import Command, Context, Group

import checkers_ab
from checkers_ab.cli.app import app
from checkers_ab.cli.main import COMMANDS
from checkers_ab.cli.players import Effort, search_state
from checkers_ab.core import game
from checkers_ab.trace.finding import KINDS
from checkers_ab.trace.mistakes import MISCONCEPTIONS
from tests import test_games
from tests.support import ROOT, run_command

README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output shown below it."""
    found = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        while lines and lines[0].startswith("> "):
            command += "\n" + lines.pop(0).removeprefix("> ")
        found.append((command, "".join(f"{line}\n" for line in lines)))
    return found


SHOWN = [
    pytest.param(page, block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks(page.read_text(), "console"))
]


@pytest.mark.parametrize(("page", "block"), SHOWN)
def test_commands_print_what_the_page_shows(page: Path, block: str, tmp_path: Path) -> None:
    for name in ("inputs", "expected"):
        (tmp_path / name).symlink_to(ROOT / name)
    for command, shown in sessions(block):
        done = run_command(command, cwd=tmp_path, env={"COLUMNS": "80"})
        pattern = r"(?:.*\n)+".join(map(re.escape, shown.split("...\n")))
        printed = done.stdout + done.stderr
        assert re.fullmatch(pattern, printed) is not None, f"{page.name}: {command}\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_page(page)


def run_page(page: Path) -> dict[str, Any]:
    """Runs the Python of a page from top to bottom; what it has defined by then."""
    names: dict[str, Any] = {}
    for block in blocks(page.read_text(), "python"):
        if ">>>" not in block:
            exec(compile(block, str(page), "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test)
        assert runner.failures == 0
        assert runner.tries > 0
    return names


def test_the_game_in_the_docstring_runs() -> None:
    assert doctest.testmod(game) == doctest.TestResults(failed=0, attempted=3)


def test_the_game_of_the_page_keeps_the_laws_and_plays() -> None:
    kit = run_page(ROOT / "docs/new-game.md")["kit"]
    laws = [
        test
        for name, test in vars(test_games).items()
        if name.startswith("test_") and list(signature(test).parameters) == ["kit"]
    ]
    assert len(laws) >= 8
    for law in laws:
        law(kit)
    found = search_state(kit, kit.game.start(), Effort(depth=12))
    assert found.progress.value == -1


def test_every_make_target_that_the_readme_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test"} <= set(re.findall(r"(?:`|^)make ([a-z-]+)", README, re.MULTILINE)) <= targets


def test_every_command_and_option_is_in_the_readme() -> None:
    context = app.make_context("checkers-ab", ["solve", "x"])
    for name in COMMANDS:
        command = app.get_command(context, name)
        assert command is not None
        expect_in_readme(command, f"checkers-ab {name}")


def expect_in_readme(command: Command, called: str) -> None:
    """A command, its options, and the commands below it."""
    assert called in README
    for parameter in command.params:
        assert all(option in README for option in parameter.opts if option.startswith("-")), called
    if isinstance(command, Group):
        context = Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            expect_in_readme(below, f"{called} {name}")


def test_public_names_are_in_the_readme_and_can_be_imported() -> None:
    for name in checkers_ab.__all__:
        assert f"`{name}`" in README
        assert getattr(checkers_ab, name) is not None
        assert name in dir(checkers_ab)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = checkers_ab.nonsense


def test_the_page_on_checking_lists_every_kind_and_misconception() -> None:
    page = (ROOT / "docs/checking.md").read_text()
    for kind in KINDS:
        assert f"| `{kind}` |" in page
    for mistake in MISCONCEPTIONS:
        assert f"| `{mistake.name}` | {mistake.clause} | {mistake.fix} | {mistake.paragraph} |" in page


def test_paragraphs_are_numbered_in_order() -> None:
    page = (ROOT / "docs/homework.md").read_text()
    numbers = [int(number) for number in re.findall(r"^\*\*(\d+)\.\*\*", page, re.MULTILINE)]
    assert numbers == sorted(set(numbers))
