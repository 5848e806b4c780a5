"""Saved games: writing, reading and replaying them.

A file whose name ends with .pdn is in PDN; any other file is in a format of checkers-ab.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checkers_ab.cli.io import Failure, open_text, os_failure, shown
from checkers_ab.cli.output import expect_folder, expect_ours, opened_output
from checkers_ab.cli.solving import opened_input
from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.kit import Kit
from checkers_ab.core.match import Record
from checkers_ab.games.registry import make_game

LONGEST = 1_000_000


@dataclass(frozen=True, kw_only=True)
class SavedGame:
    """A game: its name with options, the initial state, and the moves."""

    game: str
    kit: Kit[Any, Any, Any]
    start: Any
    moves: list[Any]


def expect_savable(path: str, kit: Kit[Any, Any, Any]) -> None:
    """Raises Failure, before a game, if `save_game` could not write it."""
    expect_folder(path)
    expect_ours(path, "[GameType " if _is_pdn(path) else "game ", "saved game", hint="choose another name")
    if _is_pdn(path):
        from checkers_ab.cli.pdn_games import expect_english

        expect_english(kit, path)


def save_game(path: str, game: SavedGame, record: Record[Any, Any] | None = None) -> None:
    """Writes a game, with its result if there is a record."""
    if _is_pdn(path):
        from checkers_ab.cli.pdn_games import expect_english, format_played

        expect_english(game.kit, path)
        text = format_played(game, record)
    else:
        text = _format_saved_game(game, record)
    with opened_output(path) as stream:
        stream.write(text)


def _format_saved_game(game: SavedGame, record: Record[Any, Any] | None) -> str:
    """Formats a game. An initial state other than the usual one is included, each line after a bar."""
    kit = game.kit
    lines = [f"game {game.game}"]
    if game.start != kit.game.start():
        lines += [f"| {row}" for row in kit.format_state(game.start).splitlines()]
    lines += [f"move {kit.format_move(move)}" for move in game.moves]
    lines += [f"result {describe_result(kit, record)}"] if record else []
    return "\n".join(lines) + "\n"


def describe_result(kit: Kit[Any, Any, Any], record: Record[Any, Any]) -> str:
    """The result of a game as a sentence."""
    win = "win" if kit.sides_are_plural else "wins"
    who = "nobody wins" if record.winner is None else f"{kit.sides[record.winner]} {win}"
    plies = len(record.moves)
    return f"{who} after {plies} {'ply' if plies == 1 else 'plies'}: {record.reason}"


def read_saved_game(path: str) -> SavedGame:
    """Reads a game and replays its moves; raises Failure."""
    try:
        with open_text(path) as stream:
            text = stream.read(LONGEST)
    except OSError as error:
        raise os_failure(path, error) from None
    return _parse_pdn(path, text) if _is_pdn(path) else _parse_saved_game(path, text)


def _is_pdn(path: str) -> bool:
    return path.lower().endswith(".pdn")


def _parse_pdn(path: str, text: str) -> SavedGame:
    from checkers_ab.cli.pdn_games import ENGLISH, parse_game

    game = parse_game(path, text)
    return SavedGame(game=ENGLISH, kit=make_game(ENGLISH), start=game.start, moves=list(game.moves))


def _parse_saved_game(path: str, text: str) -> SavedGame:
    lines = text.splitlines()
    word, _, game = (lines[0] if lines else "").partition(" ")
    if word != "game":
        raise Failure(f"{shown(path)}:1:1: expected a saved game, whose first line is 'game NAME'")
    try:
        kit = make_game(game.strip())
        drawn = [line[2:] for line in lines if line.startswith("|")]
        start = kit.parse_state("\n".join(drawn) + "\n") if drawn else kit.game.start()
    except StateError as error:
        raise Failure(f"{shown(path)}:{error.line + 1}:{error.column + 2}: {error.reason}") from None
    except OptionError as error:
        raise Failure(f"{shown(path)}:1:6: {error}") from None
    state, moves = start, []
    for number, line in enumerate(lines, 1):
        word, _, text = line.partition(" ")
        if word == "move":
            try:
                moves.append(kit.parse_move(state, text))
            except MoveError as error:
                raise Failure(f"{shown(path)}:{number}:6: {error}") from None
            state = kit.game.play(state, moves[-1])
        elif number > 1 and word not in ("|", "result", ""):
            raise Failure(f"{shown(path)}:{number}:1: expected 'move MOVE' or 'result ...'")
    return SavedGame(game=game.strip(), kit=kit, start=start, moves=moves)


def load_game(game: str, state: str | None) -> tuple[Kit[Any, Any, Any], Any]:
    """Makes a game by name, and reads a state from a file; by default the initial state."""
    try:
        kit = make_game(game)
    except OptionError as error:
        raise Failure(str(error)) from None
    if state is None:
        return kit, kit.game.start()
    try:
        with opened_input(kit, state) as stream:
            return kit, kit.parse_state(stream.read(LONGEST))
    except StateError as error:
        raise Failure(f"{shown(state)}:{error}", hint=error.hint) from None
    except OSError as error:
        raise os_failure(state, error) from None
