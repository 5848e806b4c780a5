"""The board files that come with the package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[2]


def board_files() -> list[Path]:
    """The files: in the package if it was built, else in the source tree, which it is built from."""
    built = PACKAGE / "boards"
    return sorted((built if built.is_dir() else PACKAGE.parent / "inputs").glob("*.txt"))


def example_boards() -> list[tuple[str, str]]:
    """Each file as a name and its text."""
    return [(path.stem, path.read_text("utf-8")) for path in board_files()]
