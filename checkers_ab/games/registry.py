"""The registry of games: built in, from an installed package (entry points), or from a file named by its path.

Each game is a module with `make` and `OPTIONS` (see `core.kit`), loaded on first use.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from checkers_ab.core.errors import OptionError, nearest
from checkers_ab.core.kit import Kit
from checkers_ab.core.order import Bounded
from checkers_ab.core.plugins import call, load_file
from checkers_ab.core.text import printable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = {
    "checkers": "checkers_ab.games.checkers.kit",
    "tictactoe": "checkers_ab.games.tictactoe",
    "amazons": "checkers_ab.games.amazons.kit",
    "skirmish": "checkers_ab.games.skirmish.kit",
    "connect4": "checkers_ab.games.connect4",
    "tree": "checkers_ab.games.tree.kit",
}
GROUP = "checkers_ab.games"
"""The entry point group for games of installed packages."""

made_elsewhere: dict[str, None] = {}
"""The games made so far that are not built in, by the names given."""


class Source(NamedTuple):
    """The module of a game, and the file to report in errors if the game is not built in."""

    module: ModuleType
    file: str | None


def make_game(text: str) -> Kit[Any, Any, Any]:
    """Makes a game from its name or path with options, such as `amazons:size=6,first=black` or `./nim.py:size=9`.

    Raises OptionError with the known games and options, or with file and line if a user's game is broken.
    """
    name, listed = split_game(text)
    source = find_game(name)
    lists = getattr(source.module, "LISTS", ())
    options = parse_options(listed, _options(source), f"{printable(name)} has no option", lists)
    if source.file is None:
        built_in: Kit[Any, Any, Any] = source.module.make(**options)
        return built_in
    if not callable(getattr(source.module, "make", None)):
        raise OptionError(f"{printable(source.file)}:1: expected a function make(), which returns the Kit of the game")
    kit = call(source.file, source.module.make, **options)
    if not isinstance(kit, Kit):
        line = _line_of(source.module.make)
        raise OptionError(f"{printable(source.file)}:{line}: make() must return a Kit, found {type(kit).__name__}")
    if not isinstance(kit.game, Bounded):
        kit.game = call(source.file, Bounded, kit.game, printable(source.file))
    kit.name = text
    made_elsewhere[text] = None
    return kit


def options_of(name: str) -> dict[str, str]:
    """The options of a game, given by name or path, each with a help text."""
    return _options(find_game(name))


def game_names() -> list[str]:
    """The names of all games: built-in games, then those of installed packages."""
    return [*GAMES, *sorted(name for name in _entry_points() if name not in GAMES)]


def split_game(text: str) -> tuple[str, str]:
    """Splits the name or path of a game from its options: `./nim.py:size=9` is `./nim.py` and `size=9`.

    The colon of a drive letter, and colons before the `.py` of a path, do not separate options.
    """
    head = re.match(r"(?:[A-Za-z]:(?=[\\/]))?[^:]*", text)
    name = head[0] if head else ""
    if is_path(name) and (file := re.match(r".*?\.py(?=:|\Z)", text, re.DOTALL)):
        name = file[0]
    return name, text[len(name) + 1 :]


def is_path(name: str) -> bool:
    """True if the name of a game is the path of a file."""
    return "/" in name or os.sep in name or name.endswith(".py")


def find_game(name: str) -> Source:
    """Finds a game by name or path. Installed packages are searched only for names that are not built in."""
    if name in GAMES:
        return Source(import_module(GAMES[name]), None)
    if is_path(name):
        return Source(load_file(name), name)
    points = _entry_points()
    if name not in points:
        file = os.path.join(".", f"{name}.py")
        meant = f"did you mean {file!r}?" if os.path.isfile(file) else nearest(name, game_names())
        raise OptionError(f"unknown game {name!r}; {meant}")
    point = points[name]
    file = _file_of(point.module) or f"{point.module} (entry point {name!r} of {GROUP})"
    return Source(call(file, point.load), file)


def _entry_points() -> dict[str, EntryPoint]:
    """The games of installed packages; the first of equal names counts."""
    from importlib.metadata import entry_points

    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, point)
    return points


def _file_of(module: str) -> str | None:
    """The file of a module, without loading the module; None if it is not found."""
    from importlib.util import find_spec

    try:
        spec = find_spec(module)
    except Exception:  # the search imports the parent package, which may be broken
        return None
    return spec.origin if spec else None


def _options(source: Source) -> dict[str, str]:
    options = getattr(source.module, "OPTIONS", {})
    if not isinstance(options, dict) or not all(isinstance(text, str) for item in options.items() for text in item):
        file = printable(source.file or source.module.__name__)
        raise OptionError(f"{file}:1: OPTIONS must be a dict of names, each with a line of help as text")
    return options


def _line_of(function: object) -> int:
    code = getattr(function, "__code__", None)
    return code.co_firstlineno if code else 1


def parse_options(listed: str, known: dict[str, str], complaint: str, lists: Sequence[str] = ()) -> dict[str, str]:
    """Parses `a=1,b=2` into a dictionary; raises OptionError for an unknown or repeated name.

    The values of `lists` are lists, with commas between their items.
    """
    options: dict[str, str] = {}
    name = ""
    for part in filter(None, listed.split(",")):
        if name in lists and "=" not in part:
            options[name] += f",{part}"
            continue
        name, equals, value = part.partition("=")
        if name not in known:
            raise OptionError(f"{complaint} {name!r}; {nearest(name, known)}")
        if not equals or name in options:
            raise OptionError(f"expected {name}=VALUE once, found {part!r}")
        options[name] = value
    return options
