"""The site in a browser, for tests and measurements: a server of its own, and what is done on the page."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from zlib import compress

from checkers_ab.site.server import SiteServer
from tests.browser import Browser


class Site:
    """A server for a site, which can be stopped and started again at its port."""

    def __init__(self, folder: Path, files: dict[str, bytes]) -> None:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.folder = folder
        self.files = set(files)
        self.start()

    def start(self, port: int = 0) -> None:
        self.server = SiteServer(str(self.folder), self.files, port)
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = self.server.url

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start(self.server.server_port)


def until(page: Browser, script: str, seconds: float = 300) -> Any:
    """The value of an expression as soon as it is true."""
    end = time.monotonic() + seconds
    while not (found := page.run(f"return {script}")):
        assert time.monotonic() < end, (script, page.text("#trouble"), page.text(".task-words"))
        time.sleep(0.02)
    return found


def open_page(page: Browser, url: str) -> None:
    page.driver.get("about:blank")
    page.driver.get(url)
    until(page, "document.body.dataset.ready || !document.getElementById('trouble').hidden")
    assert page.text("#trouble") == ""


def link(**state: Any) -> str:
    """The link to a state of the page, packed by other means than the page's."""
    return "#s=" + urlsafe_b64encode(compress(json.dumps(state).encode())).decode().rstrip("=")


def follow(page: Browser, **state: Any) -> None:
    """Brings the page to a state."""
    text = json.dumps(state["text"])
    nonce = page.run("return performance.now()")  # else it may be the link that is there already
    page.run("document.getElementById('state').value = '?'; location.hash = arguments[0]", link(**state, nonce=nonce))
    until(page, f"document.getElementById('state').value === {text} && !document.body.matches('.busy')")
    assert page.text("#trouble") == ""


def value(page: Browser, selector: str) -> str:
    return str(page.run("return document.querySelector(arguments[0]).value", selector))


def enter(page: Browser, selector: str, text: str, event: str = "input") -> None:
    """Puts a text into a field, as a paste does."""
    script = """
        const field = document.querySelector(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event(arguments[2], { bubbles: true }));
    """
    page.run(script, selector, text, event)


def press_run(page: Browser) -> None:
    """Searches or checks, and waits for what comes of it."""
    words = "document.getElementById('verdict').textContent || document.querySelector('.task-words').textContent"
    page.run("for (const each of document.querySelectorAll('#verdict, .task-words')) each.textContent = ''")
    page.click("#run")
    until(page, f"!document.body.matches('.busy') && ({words})")


def click_board(page: Browser, text: str, empty: str) -> None:
    """Sets up a board by clicks: on the cells that are not empty, from the bottom."""
    page.click("#empty-board")
    rows = text.split()
    for row in reversed(range(len(rows))):
        for column, letter in enumerate(rows[row]):
            if letter not in empty:
                if page.run("return document.querySelector('#brushes [aria-pressed=true]').dataset.choice") != letter:
                    page.click(f"#brushes [data-choice='{letter}']")
                page.click(f"#cells [data-place='{row * len(rows[0]) + column}']")
    until(page, f"document.getElementById('state').value.endsWith({json.dumps(text)})")
