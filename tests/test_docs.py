"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import checkers_ab
from checkers_ab.cli.main import COMMANDS
from checkers_ab.core import game
from checkers_ab.games.registry import make_game
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.report import KINDS
from checkers_ab.logs.base import LOGS, find_log
from tests import figures
from tests.command_pages import MAN_PAGE, PAGE, help_pages, man_page, section, whole_page
from tests.support import ROOT, files_shown, run, run_command

README = (ROOT / "README.md").read_text()
REQUESTS = {".TH", ".SH", ".nf", ".fi"}
"""What troff is asked for in the man page."""
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
    for name, text in files_shown(page.read_text().partition(block)[0]).items():
        (tmp_path / name).write_text(text)
    for command, shown in sessions(block):
        done = run_command(command, cwd=tmp_path, env={"COLUMNS": "80"})
        pattern = r"(?:.*\n)+".join(map(re.escape, re.split(r"(?:(?<= )|^)\.\.\.\n", shown, flags=re.MULTILINE)))
        printed = done.stdout + done.stderr
        assert re.fullmatch(pattern, printed) is not None, f"{page.name}: {command}\n{printed}"


FIGURES = [
    pytest.param(page, name, id=f"{page.name}-{name}") for page in figures.pages() for name in figures.shown(page)
]


@pytest.mark.parametrize(("page", "name"), FIGURES)
def test_the_command_on_the_page_makes_the_figure(page: Path, name: str, tmp_path: Path) -> None:
    assert figures.make(page, name, tmp_path) == (figures.FOLDER / name).read_bytes(), "run make docs"


def test_every_figure_is_shown_once_and_made_by_the_lecture() -> None:
    shown = [name for page in figures.pages() for name in figures.shown(page)]
    assert sorted(shown) == sorted(path.name for path in figures.FOLDER.iterdir())
    assert len(shown) == len(set(shown)) >= 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_page(page)


def run_page(page: Path) -> dict[str, Any]:
    """Runs the Python of a page from top to bottom, and returns the names that it has defined by then."""
    names: dict[str, Any] = {}
    for block in blocks(page.read_text(), "python"):
        if ">>>" not in block:
            exec(compile(block, str(page), "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test, clear_globs=False)
        assert runner.failures == 0
        assert runner.tries > 0
        names.update(test.globs)
    return names


def test_the_game_in_the_docstring_runs() -> None:
    assert doctest.testmod(game) == doctest.TestResults(failed=0, attempted=3)


def test_the_man_page_is_made_from_the_help() -> None:
    assert MAN_PAGE.read_text() == man_page(), "run make docs"
    assert not [line for line in man_page().splitlines() if line[:1] in (".", "'") and line.split()[0] not in REQUESTS]


def test_the_readme_stays_short() -> None:
    assert len(README.splitlines()) <= 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), re.MULTILINE))
    assert named <= targets
    if page.name == "README.md":
        assert {"demo", "test"} <= named


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not link.startswith("https://"):
            assert (page.parent / link.partition("#")[0]).is_file(), link


def test_every_page_is_linked_from_the_readme() -> None:
    for page in PAGES[1:]:
        assert f"(docs/{page.name})" in README


@pytest.mark.parametrize("called", help_pages())
def test_the_page_of_commands_has_the_help_of(called: str) -> None:
    outdated = f"docs/commands.md is not up to date about {called}: run make docs"
    assert section(called, help_pages()[called]) in PAGE.read_text(), outdated


def test_the_page_of_commands_has_nothing_else() -> None:
    assert whole_page() == PAGE.read_text(), "docs/commands.md is not up to date: run make docs"


@pytest.mark.parametrize("called", ["checkers-ab", "checkers-ab play", "checkers-ab grade run"])
def test_the_help_on_that_page_is_what_the_program_prints(called: str) -> None:
    printed = run(*called.split()[1:], "--help", env={"COLUMNS": "80"}).stdout
    assert printed == help_pages()[called] + "\n"


def test_every_command_is_on_that_page() -> None:
    assert {f"checkers-ab {name}" for name in COMMANDS} < set(help_pages())


def test_public_names_are_on_the_page_of_the_library_and_can_be_imported() -> None:
    page = (ROOT / "docs/library.md").read_text()
    rows = "".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE))
    for name in checkers_ab.__all__:
        assert f"`{name}`" in rows
        assert getattr(checkers_ab, name) is not None
        assert name in dir(checkers_ab)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = checkers_ab.nonsense


def test_the_table_of_folders_names_files_that_exist() -> None:
    table = README.partition("## Where things live")[2]
    rows = re.findall(r"^\| `(\S+)/` \| (.*) \| (.*) \|$", table, re.MULTILINE)
    package = ROOT / "checkers_ab"
    assert {folder for folder, *_ in rows} >= {path.parent.name for path in package.glob("*/__init__.py")}
    for folder, *texts in rows:
        for name in re.findall(r"`([a-z_]+(?:\.py|\.html|/))`", " ".join(texts)):
            assert (package / folder / name).exists(), f"{folder}/{name}"


def test_the_page_on_checking_lists_every_kind_and_mistake() -> None:
    page = (ROOT / "docs/checking.md").read_text()
    for kind in KINDS:
        assert f"| `{kind}` |" in page
    for name in LOGS:
        for kind, words in find_log(name).kinds.items():
            assert f"| `{name}` | `{kind}` | {words} |" in page
    for mistake in catalogue(make_game("checkers")).values():
        assert f"| `{mistake.name}` | {mistake.clause} | {mistake.fix} | {mistake.rule} |" in page
    of_every_game = re.findall("`([a-z-]+)`", page.partition("Every game has these")[2].partition(". The others")[0])
    assert of_every_game == list(catalogue(make_game("tree")))


def test_paragraphs_are_numbered_in_order() -> None:
    page = (ROOT / "docs/homework.md").read_text()
    numbers = [int(number) for number in re.findall(r"^\*\*(\d+)\.\*\*", page, re.MULTILINE)]
    assert numbers == sorted(set(numbers))
