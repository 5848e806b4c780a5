"""A headless Chromium, driven by its driver, and what the tests of the page ask of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from tests.support import need_program, wait_until

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # it finds no other host
)
SERIOUS = {"serious", "critical"}


class Browser:
    """One page at a time, opened from disk."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, page: Path, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.driver.get(page.as_uri() + fragment)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, milliseconds: int) -> None:
        self.driver.execute_async_script(f"setTimeout(arguments[0], {milliseconds})")

    def until(self, script: str) -> None:
        """Waits until an expression is true."""
        wait_until(lambda: self.run(f"return {script}"), script)

    def until_at(self, line: int) -> None:
        """Waits until the page shows a line of the trace."""
        self.until(f"document.getElementById('now').dataset.line === '{line}'")

    def press(self, *keys: str) -> None:
        self.driver.find_element(By.TAG_NAME, "body").send_keys("".join(keys))

    def type_into_focus(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys("".join(keys))

    def tap(self, selector: str) -> None:
        """Touches the middle of the first thing that fits."""
        self.driver.find_element(By.CSS_SELECTOR, selector).location_once_scrolled_into_view  # noqa: B018
        script = "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.x + 9, r.y + 9]"
        x, y = self.run(script, selector)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", touch)
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.wait(100)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})

    def click(self, selector: str) -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def sees(self, selector: str) -> bool:
        """Whether anything that fits is on the page and not hidden."""
        return any(found.is_displayed() for found in self.driver.find_elements(By.CSS_SELECTOR, selector))

    @property
    def now(self) -> dict[str, str]:
        """What the page says about the step that it shows."""
        return dict(self.run("return {...document.getElementById('now').dataset}"))

    @property
    def data(self) -> Any:
        return json.loads(self.text("#data"))

    @property
    def messages(self) -> list[str]:
        """What stands on the console since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def look(self, *, width: int = 1280, height: int = 900, scheme: str = "light") -> None:
        """Sets the size of the page, and the colours that the reader prefers."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)

    def serious_faults(self) -> list[str]:
        """What axe-core finds on the page as it is."""
        self.run((files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8"))
        found = self.driver.execute_async_script("axe.run().then(arguments[0])")
        return [
            f"{fault['id']}: {fault['help']}: {node['html'][:100]}"
            for fault in found["violations"]
            if fault["impact"] in SERIOUS
            for node in fault["nodes"]
        ]


@contextmanager
def started_browser(profile: Path) -> Iterator[Browser]:
    """A browser of its own, gone when the block ends."""
    options = Options()
    options.binary_location = need_program("chromium")
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(need_program("chromedriver")))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
