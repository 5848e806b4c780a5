"""Games between two players: `play_game` asks for moves, checks and applies them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from checkers_ab.core.game import Comparable, Game, Side

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)
S_contra = TypeVar("S_contra", contravariant=True)


class Player(Protocol[S_contra, M]):
    """A player: chooses moves."""

    def choose(self, state: S_contra, last: M | None, /) -> M:
        """Returns a move. `last` is the move that led to the state; None at the start."""


class ForfeitError(Exception):
    """A player resigns or fails; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Record(Generic[S, M]):
    """A finished game: its moves, the winner (None: a draw), and the reason."""

    start: S
    moves: Sequence[M]
    winner: Side | None
    reason: str


def play_game(
    game: Game[S, M, V],
    players: Mapping[Side, Player[S, M]],
    *,
    outcomes: tuple[V, V],
    start: S,
    most_plies: int = 1000,
    played: Sequence[M] = (),
    display: Callable[[S, M], object] = lambda state, move: None,
) -> Record[S, M]:
    """Plays a game to its end, from `start` and the moves already `played`.

    `outcomes` are the values of a lost and a won game to MAX. A player that forfeits or moves illegally loses. The game
    is a draw after `most_plies`. `display` is called with the new state and the move after each move.
    """
    state, moves = start, list(played)
    for move in moves:
        state = game.play(state, move)

    def ended(winner: Side | None, reason: str) -> Record[S, M]:
        return Record(start=start, moves=moves, winner=winner, reason=reason)

    while (over := game.utility(state)) is None:
        if len(moves) >= most_plies:
            return ended(None, f"{most_plies} plies were played")
        side = game.to_move(state)
        try:
            move = players[side].choose(state, moves[-1] if moves else None)
        except ForfeitError as error:
            return ended(side.opponent, str(error))
        if move not in game.moves(state):
            return ended(side.opponent, "the move is not legal")
        moves.append(move)
        state = game.play(state, move)
        display(state, move)
    lost, won = outcomes
    winner = Side.MAX if over == won else Side.MIN if over == lost else None
    return ended(winner, "the game is over")


class RandomPlayer(Generic[S, M, V]):
    """Plays random legal moves, from a seed."""

    def __init__(self, game: Game[S, M, V], seed: int | str) -> None:
        self.game = game
        self.chance = random.Random(seed)

    def choose(self, state: S, last: M | None) -> M:
        return self.chance.choice(self.game.moves(state))


class ScriptedPlayer(Generic[S, M]):
    """Plays by a fixed rule."""

    def __init__(self, script: Callable[[S], M]) -> None:
        self.script = script

    def choose(self, state: S, last: M | None) -> M:
        return self.script(state)
