"""The site in a browser, from loopback, with every other host refused: one page is loaded once for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from checkers_ab.exercise.make import make_exercises
from checkers_ab.exercise.sampling import Recipe, Sampler
from checkers_ab.games.registry import make_game
from checkers_ab.site.build import build_site
from checkers_ab.site.runtime import read_runtime
from tests.browser import Browser, started_browser
from tests.mistaken import Mistaken
from tests.naive import read
from tests.runtime import need_runtime
from tests.site_pages import Site, click_board, enter, follow, link, open_page, press_run, until, value
from tests.support import ROOT, run

BOARD = ROOT / "inputs/assignment.txt"
TEXT = BOARD.read_text()
TRACE = (ROOT / "expected/assignment.txt").read_text()
HOSTILE = "</pre><img src=x onerror=window.hacked=1><script>window.hacked=1</script>"
WRONG = [
    ("strict-cut",),
    ("kings-count-one",),
    ("h-from-bills-side",),
    ("no-pruning",),
    ("optional-jumps",),
    ("strict-cut", "kings-count-one"),
    ("strict-cut", "h-from-bills-side"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    found = Site(tmp_path_factory.mktemp("site"), build_site(read_runtime(str(need_runtime()))))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def loaded(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started_browser(tmp_path_factory.mktemp("profile")) as browser:
        open_page(browser, site.url)
        yield browser


@pytest.fixture
def page(loaded: Browser) -> Iterator[Browser]:
    """The page; a test must leave nothing on the console."""
    _ = loaded.messages
    loaded.look()
    yield loaded
    assert loaded.messages == []


# Setting up and searching


def test_a_board_set_up_by_clicks_has_the_trace_of_the_command(page: Browser) -> None:
    follow(page, mode="search", game="checkers", text=TEXT.replace("A", "O"))
    click_board(page, TEXT, "+O")
    press_run(page)
    assert page.text("#trace-text").encode() == (ROOT / "expected/assignment.txt").read_bytes()
    assert page.text("#verdict") == "234 lines, first move: (5,2)=>(3,0)."


@pytest.mark.parametrize(
    ("game", "start", "text"),
    [
        ("tictactoe:m=3,n=3,k=3", "...\n...\n...\n", "X..\n.O.\n..X\n"),
        ("connect4:width=4,height=4,connect=3", "....\n" * 4, "....\n....\n.Y..\n.RR.\n"),
        ("amazons:size=4", "white to move\n..B.\nB...\n...W\n.W..\n", "B...\n..*.\n....\n.W..\n"),
        ("skirmish", ".....\n.F...\n....A\n", "F....\n.T...\n....A\n"),
    ],
)
def test_every_game_on_a_grid_is_set_up_by_clicks(page: Browser, game: str, start: str, text: str) -> None:
    follow(page, mode="search", game=game, text=start, depth=2)
    click_board(page, text, ".")
    press_run(page)
    written = value(page, "#state")
    assert page.text("#trace-text") == run("solve", "-", "--game", game, "--depth", "2", stdin=written).stdout


def test_a_tree_is_drawn_from_text_and_searched(page: Browser) -> None:
    follow(page, mode="search", game="tree", text="((3 12 8)(2 4 6))\n")
    assert not page.sees("#cells")
    enter(page, "#state", "((3 12 8)(2 4 6)(14 5 2))")
    until(page, "document.querySelector('#preview img').alt.includes('13 nodes')")
    press_run(page)
    assert page.text("#trace-text") == run("solve", "--game", "tree", "((3 12 8)(2 4 6)(14 5 2))").stdout
    page.click("#views [data-choice='explorer']")
    assert page.sees("#board .branches svg")
    page.click("#views [data-choice='drawing']")
    drawn = until(page, "document.querySelector('#drawing img')?.alt")
    assert drawn.startswith("tree: the search. The tree of a search with 13 nodes")


def test_the_keyboard_sets_up_a_board(page: Browser) -> None:
    follow(page, mode="search", game="tictactoe", text="...\n...\n...\n")
    page.run("document.querySelector('#cells [data-place=\"0\"]').focus()")
    page.type_into_focus("x")
    until(page, "document.getElementById('state').value.startsWith('X')")
    page.type_into_focus("\ue014", "\ue015", "o")
    until(page, "document.getElementById('state').value === 'X..\\n.O.\\n...\\n'")
    assert page.run("return document.activeElement.getAttribute('aria-label')") == "row 2, column b: O"
    page.type_into_focus("\ue003")
    until(page, "document.getElementById('state').value === 'X..\\n...\\n...\\n'")


def test_what_is_wrong_with_a_position_is_said_at_once(page: Browser) -> None:
    follow(page, mode="search", game="checkers", text=TEXT)
    enter(page, "#state", TEXT.replace("+", "x", 1))
    until(page, "document.getElementById('position-words').textContent.startsWith('Line 1, column 1: a light square')")
    press_run(page)
    assert page.text(".task-words").startswith("Line 1, column 1: a light square must be '+', found 'x'.")


def test_the_explorer_steps_through_the_search(page: Browser) -> None:
    follow(page, mode="search", game="checkers", text=TEXT, depth=4, results="search", view="explorer")
    assert page.now["step"] == "0"
    page.click("#step")
    assert page.now["line"] == "1"
    page.press("c")
    assert page.now["kind"] == "prune"
    page.run("document.querySelector('#sentence a, #lines a').click()")
    assert page.now["step"] != "0"
    assert page.driver.current_url.partition("#")[2].startswith("s=")


# Checking


@pytest.mark.parametrize("names", WRONG, ids="+".join)
def test_a_wrong_trace_gets_the_diagnosis_of_check(page: Browser, names: tuple[str, ...]) -> None:
    trace = Mistaken(*names).trace(read(TEXT))
    follow(page, mode="check", game="checkers", text=TEXT)
    enter(page, "#own-trace", trace)
    press_run(page)
    done = run("check", str(BOARD), "-", stdin=trace, env={"COLUMNS": "80"})
    assert done.returncode == 1
    assert page.text("#report") == done.stdout
    assert page.sees("#report")
    page.click("#views [data-choice='explorer']")
    assert page.sees("#findings")


def test_a_file_is_opened_and_one_of_ten_megabytes_is_refused(page: Browser, tmp_path: Path) -> None:
    follow(page, mode="check", game="checkers", text=TEXT)
    small, large = tmp_path / "mine.txt", tmp_path / "large.txt"
    small.write_text(TRACE)
    large.write_text(TRACE * 1_200)
    field = page.driver.find_element("css selector", "#own-file")
    field.send_keys(str(small))
    until(page, "document.getElementById('own-trace').value.length > 9000")
    assert value(page, "#own-trace") == TRACE
    field.send_keys(str(large))
    until(page, "!document.getElementById('trouble').hidden")
    assert "at most 1,000,000 characters, and large.txt has 10,851,600." in page.text("#trouble")
    assert value(page, "#own-trace") == TRACE


def test_ten_megabytes_that_are_pasted_leave_the_page_alive(page: Browser) -> None:
    follow(page, mode="check", game="checkers", text=TEXT)
    pasted = """
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "A1: (5,2)=>(3,0).\\n".repeat(600000));
        const event = new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true });
        document.getElementById("own-trace").dispatchEvent(event);
        return event.defaultPrevented;
    """
    assert page.run(pasted)
    assert "at most 1,000,000 characters, and that has 10,800,000." in page.text("#trouble")
    enter(page, "#own-trace", "x" * 1_000_001)
    assert "and that has 1,000,001." in page.text("#trouble")
    assert len(value(page, "#own-trace")) == 1_000_000
    enter(page, "#own-trace", TRACE)
    assert page.text("#trouble") == ""
    press_run(page)
    assert page.text("#verdict") == "case1: right, 234 lines."


# Exercises


def test_an_exercise_is_taken_by_its_number_and_marked(page: Browser) -> None:
    (made,) = make_exercises(Sampler(Recipe("tree", 7, ("depth:3",))), ["2"])
    follow(page, mode="exercise", game="checkers", text=TEXT)
    for name, text in {"game": "tree", "number": "2", "seed": "7", "wants": "depth:3"}.items():
        enter(page, f"#exercise-{name}", text)
    page.click("#take")
    until(page, "!document.getElementById('sheet').hidden && !document.body.matches('.busy')")
    asked = page.run("return [...document.querySelectorAll('#questions label')].map((label) => label.textContent)")
    assert asked == [question.text for question in made.questions]
    for question in made.questions:
        enter(page, f"#answer-to-{question.name}", question.key)
    first = made.questions[0]
    enter(page, f"#answer-to-{first.name}", first.wrong[0].answer)
    page.click("#sheet [type='submit']")
    until(page, "document.getElementById('points').textContent")
    assert page.text("#points") == f"{len(asked) - 1} of {len(asked)} points."
    assert page.text(f"#feedback-on-{first.name}") == f"✗ {first.wrong[0].feedback}"
    assert page.text(f"#feedback-on-{made.questions[1].name}") == "✓ Right."
    page.click("#open-exercise")
    until(page, "document.getElementById('state').value && !document.body.matches('.busy')")
    assert value(page, "#state") == made.state


def test_features_that_exclude_each_other_are_refused(page: Browser) -> None:
    follow(page, mode="exercise", game="checkers", text=TEXT)
    enter(page, "#exercise-wants", "deep-cut no-deep-cut")
    page.click("#take")
    until(page, "document.querySelector('#practice .task-words').matches('.wrong')")
    assert page.text("#practice .task-words") == "Deep-cut and no-deep-cut exclude each other."
    enter(page, "#exercise-wants", "")


# Links, and what is wrong with them


def test_a_link_restores_the_page_without_a_server(page: Browser, site: Site) -> None:
    wrong = Mistaken("strict-cut").trace(read(TEXT))
    follow(page, mode="check", game="checkers", text=TEXT, depth=4, trace=wrong, results="check", view="explorer")
    page.press("n")
    at = page.now
    page.wait(600)
    url = page.driver.current_url
    until(page, "navigator.serviceWorker.controller")
    with site.stopped():
        open_page(page, url)
        until(page, "!document.body.matches('.busy')")
        assert value(page, "#state") == TEXT
        assert value(page, "#own-trace") == wrong
        assert page.text("#report") == run("check", str(BOARD), "-", stdin=wrong, env={"COLUMNS": "80"}).stdout
        assert page.now == at
        press_run(page)
        assert page.text("#verdict").startswith("case1: wrong")


@pytest.mark.parametrize("shorten", [lambda url: url[:-9], lambda url: url[: len(url) // 2], lambda _: "#line=3"])
def test_a_link_that_was_cut_short_is_called_so(page: Browser, shorten: Any) -> None:
    follow(page, mode="search", game="checkers", text=TEXT)
    page.run("location.hash = arguments[0]", shorten(link(mode="search", game="checkers", text=TEXT, trace=TRACE)))
    until(page, "!document.getElementById('trouble').hidden")
    assert page.text("#trouble").startswith("This link was cut short or changed on its way")
    assert value(page, "#state") == TEXT


def test_hostile_text_comes_out_as_text(page: Browser) -> None:
    exercise = {
        "game": "tree",
        "number": HOSTILE,
        "seed": 1,
        "wants": "",
        "answers": {"value": HOSTILE},
        "marked": True,
    }
    follow(page, mode="check", game="tree", text="(3 4)\n", trace=HOSTILE, results="check", exercise=exercise)
    assert page.sees("#results")
    assert HOSTILE[:60] in page.text("#report")
    assert page.text("#trace-text") == HOSTILE
    assert HOSTILE in page.run("return document.querySelector('#sheet-picture img').alt")
    enter(page, "#state", HOSTILE)
    until(page, "document.getElementById('position-words').matches('.wrong')")
    page.click("#views [data-choice='explorer']")
    assert page.run("return document.querySelectorAll('img[onerror], main script').length + (window.hacked || 0)") == 0


@pytest.mark.parametrize("state", [{"mode": 3, "game": {}, "text": 7, "depth": "x"}, {"exercise": {}}, {"results": []}])
def test_a_link_with_other_things_in_it_does_no_harm(page: Browser, state: Any) -> None:
    follow(page, mode="search", game="checkers", text=TEXT)
    page.run("location.hash = arguments[0]", link(**state))
    until(page, "!document.body.matches('.busy')")
    follow(page, mode="search", game="checkers", text=TEXT, results="search", view="text")
    assert page.text("#trace-text") == TRACE


# What every reader needs


def test_the_first_use_takes_less_than_eight_megabytes_from_any_server(site: Site) -> None:
    sizes = [(site.folder / name).stat().st_size for name in site.files]
    assert sum(sizes) < 8_000_000


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (400, "dark")])
def test_there_is_no_serious_fault_and_nothing_is_wider_than_the_screen(page: Browser, width: int, scheme: str) -> None:
    page.look(width=width, scheme=scheme)
    wrong = Mistaken("strict-cut").trace(read(TEXT))
    practice = {"game": "tree", "number": "1", "seed": 1, "wants": "", "answers": {}, "marked": True}
    for state in (
        {"mode": "search", "game": "checkers", "results": "search", "view": "explorer"},
        {"mode": "check", "game": "checkers", "trace": wrong, "results": "check", "view": "report"},
        {"mode": "exercise", "game": "checkers", "exercise": practice},
    ):
        follow(page, text=TEXT, **state)
        assert page.serious_faults() == []
        assert page.run("return document.documentElement.scrollWidth") <= width


def test_a_search_that_takes_too_long_is_stopped(page: Browser) -> None:
    amazons = make_game("amazons")
    start = amazons.format_state(amazons.game.start())
    follow(page, mode="search", game="amazons", text=start, depth=3)
    page.click("#run")
    until(page, "!document.querySelector('#task .stop').hidden")
    page.click("#task .stop")
    until(page, "document.querySelector('.task-words').textContent === 'Stopped.'")
    follow(page, mode="search", game="checkers", text=TEXT, results="search", view="text")
    assert page.text("#trace-text") == TRACE


def test_nothing_but_this_server_is_asked(page: Browser, site: Site) -> None:
    asked = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert all(name.startswith((site.url, "blob:", "data:")) for name in asked)
    script = "fetch('http://192.0.2.1/').then(() => arguments[0](false), () => arguments[0](true))"
    assert page.driver.execute_async_script(script)
    assert any("Content Security Policy" in message for message in page.messages)


class _Elsewhere(SimpleHTTPRequestHandler):
    """Another server, which lets other sites read its files."""

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Says nothing."""


def test_the_runtime_is_taken_from_the_url_that_was_named(browser: Browser, tmp_path: Path) -> None:
    handler = partial(_Elsewhere, directory=str(need_runtime()))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/"
        site = Site(tmp_path / "site", build_site(read_runtime(base)))
        open_page(browser, site.url)
        assert f"Python comes from {base}" in browser.text("footer")
        follow(browser, mode="search", game="checkers", text=TEXT, results="search", view="text")
        assert browser.text("#trace-text") == TRACE
        assert browser.messages == []
        site.stop()
        server.shutdown()


def test_what_a_browser_lacks_is_said(site: Site, browser: Browser, tmp_path: Path) -> None:
    elsewhere = Site(tmp_path / "elsewhere", build_site(read_runtime("http://127.0.0.1:9/pyodide/")))
    for url, words in (
        (elsewhere.url, "http://127.0.0.1:9/pyodide/"),
        ((elsewhere.folder / "index.html").as_uri(), "This page must come from a web server, not from a file"),
    ):
        browser.driver.get(url)
        until(browser, "!document.getElementById('trouble').hidden")
        assert words in browser.text("#trouble")
    script = {"source": "delete window.WebAssembly"}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    browser.driver.get(site.url)
    until(browser, "!document.getElementById('trouble').hidden")
    assert browser.text("#trouble").startswith("This browser has no WebAssembly, which the judge needs.")
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    elsewhere.stop()
