"""The speed of the site in a browser: until it is ready, a check, and a step."""

from __future__ import annotations

import shutil
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from checkers_ab.site.build import build_site
from checkers_ab.site.runtime import read_runtime
from tests.browser import Browser, started_browser
from tests.mistaken import Mistaken
from tests.naive import read
from tests.runtime import runtime_folder
from tests.site_pages import Site, follow, open_page
from tests.support import ROOT

ROUNDS = 3
STEPS = 60
ASKED = """
    const [seconds, done] = [[], arguments[arguments.length - 1]];
    const button = document.getElementById("run");
    const words = document.getElementById("verdict");
    let start = 0;
    const next = () => { words.textContent = ""; start = performance.now(); button.click(); };
    new MutationObserver(() => {
        if (!words.textContent) return;
        seconds.push(performance.now() - start);
        if (seconds.length < 5) setTimeout(next, 200);
        else done(seconds);
    }).observe(words, { childList: true });
    next();
"""
STEPPED = """
    const seconds = [];
    for (let step = 0; step < arguments[0]; step += 1) {
        const start = performance.now();
        document.getElementById("step").click();
        seconds.push(performance.now() - start);
    }
    return seconds;
"""


def bench() -> None:
    """Prints milliseconds, the least and the median of some."""
    if runtime_folder() is None or shutil.which("chromium") is None:
        print(f"{'':10}(the site was not measured: no Chromium or no Pyodide here, see tests/runtime.py)")
        return
    with TemporaryDirectory() as name:
        files = build_site(read_runtime(str(runtime_folder())))
        print(f"{'':10}(site, all files: {sum(map(len, files.values())) / 1e6:.2f} MB; 8 or less)")
        site = Site(Path(name) / "site", files)
        with started_browser(Path(name) / "profile") as browser:
            _measure(browser, site)
        site.stop()


def _measure(browser: Browser, site: Site) -> None:
    text = (ROOT / "inputs/assignment.txt").read_text()
    ready = []
    for _ in range(ROUNDS):
        start = perf_counter()
        open_page(browser, site.url)
        ready.append(1_000 * (perf_counter() - start))
    _print("until the page is ready", ready, "5,000 or less")
    right = (ROOT / "expected/assignment.txt").read_text()
    wrong = Mistaken("kings-count-one").trace(read(text))
    lines = wrong.count("\n")
    for what, trace in (("a check of 234 right lines", right), (f"a check of {lines} wrong lines, diagnosed", wrong)):
        follow(browser, mode="check", game="checkers", text=text, trace=trace)
        _print(what, browser.driver.execute_async_script(ASKED), "200 or less for 234")
    follow(browser, mode="search", game="checkers", text=text, results="search", view="explorer")
    _print("scripting of a step in the explorer", browser.run(STEPPED, STEPS), "16 or less")


def _print(what: str, milliseconds: list[float], wanted: str) -> None:
    least, middle = min(milliseconds), statistics.median(milliseconds)
    print(f"{'':10}(site, {what}: {least:,.1f} ms at best, {middle:,.1f} ms in the middle; {wanted})", flush=True)


if __name__ == "__main__":
    bench()
