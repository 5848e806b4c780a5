"""Games as text: what was played, from where, and how it ended; saved, replayed and gone on with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.kit import Kit
from checkers_ab.games import make_game
from checkers_ab.ui.failure import Failure, os_failure, shown
from checkers_ab.ui.output import opened_output
from checkers_ab.ui.solving import open_text

LONGEST = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """A game: which, from which state, and its moves."""

    game: str
    kit: Kit[Any, Any, Any]
    start: Any
    moves: list[Any]


def save_transcript(path: str, game: str, kit: Kit[Any, Any, Any], start: Any, moves: list[Any], result: str) -> None:
    """Writes a game; a start that is not the usual one is drawn, each line behind a bar."""
    lines = [f"game {game}"]
    if start != kit.game.start():
        lines += [f"| {row}" for row in kit.format_state(start).splitlines()]
    lines += [f"move {kit.format_move(move)}" for move in moves]
    lines += [f"result {result}"] if result else []
    with opened_output(path) as stream:
        stream.write("\n".join(lines) + "\n")


def read_transcript(path: str) -> Transcript:
    """Reads a game, and plays it through; Failure says where it is not one."""
    try:
        with open_text(path) as stream:
            lines = stream.read(LONGEST).splitlines()
    except OSError as error:
        raise os_failure(path, error) from None
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
    return Transcript(game=game.strip(), kit=kit, start=start, moves=moves)


def load_game(game: str, state: str | None) -> tuple[Kit[Any, Any, Any], Any]:
    """A game by its name, and the state that a file has, or the start."""
    try:
        kit = make_game(game)
    except OptionError as error:
        raise Failure(str(error)) from None
    if state is None:
        return kit, kit.game.start()
    try:
        with open_text(state) as stream:
            return kit, kit.parse_state(stream.read(LONGEST))
    except StateError as error:
        raise Failure(f"{shown(state)}:{error}", hint=error.hint) from None
    except OSError as error:
        raise os_failure(state, error) from None
