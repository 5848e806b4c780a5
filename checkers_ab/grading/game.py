"""The game of a plan. One's own game goes along with the plan as text, to a cluster or in an archive."""

from __future__ import annotations

import ast
import os
from functools import lru_cache
from tempfile import TemporaryDirectory
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.games.registry import make_game, split_game

AnyKit = Kit[Any, Any, Any]


@lru_cache(maxsize=16)
def load_game(game: str, file: str) -> AnyKit:
    """The game of a plan, made once for all submissions. `file` is the text of its own file, or empty."""
    if not file:
        return make_game(game)
    name, options = split_game(game)
    with TemporaryDirectory(prefix="checkers-ab-") as folder:
        path = os.path.join(folder, os.path.basename(name))
        with open(path, "w", encoding="utf-8", newline="") as stream:
            stream.write(file)
        return make_game(f"{path}{':' * bool(options)}{options}")


def imported_beside(path: str, text: str) -> str:
    """The name of a file beside a game that it imports; empty if it imports none."""
    folder = os.path.dirname(path)
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            first = name.partition(".")[0]
            for file in (f"{first}.py", os.path.join(first, "__init__.py")):
                if first and os.path.isfile(os.path.join(folder, file)):
                    return file
    return ""
