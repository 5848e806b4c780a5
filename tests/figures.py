"""`make docs`: the pictures in docs/figures, made by the commands on the pages that show them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.support import ROOT, run_command

FOLDER = ROOT / "docs/figures"


def commands(page: Path) -> dict[str, str]:
    """The commands of a page that write pictures, by the names of these."""
    found = re.findall(r"^\$ (checkers-ab .*--svg (\S+\.svg)\b.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: command for command, name in found}


def shown(page: Path) -> list[str]:
    """The names of the figures that a page shows."""
    return re.findall(r"^!\[[^\]]+\]\(figures/(\S+)\)$", page.read_text(encoding="utf-8"), re.MULTILINE)


def pages() -> list[Path]:
    return [page for page in sorted((ROOT / "docs").glob("*.md")) if shown(page)]


def make(page: Path, name: str, folder: Path) -> bytes:
    """Makes a figure again, in a folder of its own."""
    if not (folder / "inputs").exists():
        (folder / "inputs").symlink_to(ROOT / "inputs")
    done = run_command(commands(page)[name], cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
    return (folder / name).read_bytes()


if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    for page in pages():
        for name in shown(page):
            make(page, name, FOLDER)
    (FOLDER / "inputs").unlink()
