"""One contestant of `make bench-peers`, in an environment of its own: prints one line of JSON.

    race.py NAME SECONDS

It counts the move tree of English draughts deeper and deeper until a count takes that long, or searches with
alpha-beta so, and tells the rate of the last. Modules are imported by name: none of them is there where tests run.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

Work = Callable[[int], tuple[int, int]]
"""From a depth to a result, and to how many positions count for the rate."""


def deepen(work: Work, seconds: float) -> dict[str, Any]:
    """The last of the depths that could be done, with its rate."""
    depth = 0
    while True:
        depth += 1
        begun = process_time()
        result, positions = work(depth)
        took = process_time() - begun
        if took > seconds:
            return {"depth": depth, "result": result, "positions": positions, "seconds": took}


def counted(moves: Callable[[Any], Any], play: Callable[[Any, Any], Any], start: Any) -> Work:
    """Perft by somebody's moves; the last ply is counted, not played."""

    def perft(state: Any, depth: int) -> int:
        legal = moves(state)
        return len(legal) if depth == 1 else sum(perft(play(state, move), depth - 1) for move in legal)

    return lambda depth: (perft(start, depth),) * 2


def kernel() -> dict[str, Work]:
    module = import_module("checkers_ab.engine.kernel")
    start = 0, 0x1EFF, 0x7FBC00000, 0

    def search(depth: int) -> tuple[int, int]:
        plain = module.AlphaBeta(False)
        return plain.value(*start, depth, -1000, 1000), plain.nodes

    return {"perft": lambda depth: (module.perft(*start, depth, False),) * 2, "alphabeta": search}


def generic_core() -> dict[str, Work]:
    game = import_module("checkers_ab.games.checkers.english").English()
    material = import_module("checkers_ab.games.checkers.material").material
    core, observe = import_module("checkers_ab.core.search"), import_module("checkers_ab.core.observe")
    infinity = float("inf")

    def search(depth: int) -> tuple[int, int]:
        seen = observe.Statistics()
        window = (-infinity, infinity)
        found = core.minimax(game, game.start(), depth, evaluate=material, window=window, observer=seen)
        return int(found.value), seen.nodes

    return {"perft": counted(game.moves, game.play, game.start()), "alphabeta": search}


def plain_mailbox() -> dict[str, Work]:
    box = _Mailbox()
    return {"perft": counted(box.all_moves_of, box.play, box.start)}


def open_spiel() -> dict[str, Work]:
    game = import_module("pyspiel").load_game("checkers")
    minimax: Any = import_module("open_spiel.python.algorithms.minimax")
    plain = minimax._alpha_beta
    seen = 0

    def noticed(*arguments: Any, **named: Any) -> Any:
        nonlocal seen
        seen += 1
        return plain(*arguments, **named)

    def search(depth: int) -> tuple[int, int]:
        nonlocal seen
        seen, minimax._alpha_beta = 0, noticed
        value, _ = minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth)
        return int(value), seen

    def moves(state: Any) -> Any:
        return state.legal_actions()  # none when the game is over

    return {
        "perft": counted(moves, lambda state, action: state.child(action), game.new_initial_state()),
        "alphabeta": search,
    }


def py_draughts() -> dict[str, Work]:
    board = import_module("draughts").AmericanBoard()

    def perft(depth: int) -> int:
        legal = list(board.legal_moves)
        if depth == 1:
            return len(legal)
        total = 0
        for move in legal:
            board.push(move)
            total += perft(depth - 1)
            board.pop()
        return total

    return {"perft": lambda depth: (perft(depth),) * 2}


def pydraughts() -> dict[str, Work]:
    board = import_module("draughts").Board(variant="english", fen="startpos")

    def play(state: Any, move: Any) -> Any:
        after = state.copy()
        after.push(move)
        return after

    return {"perft": counted(lambda state: state.legal_moves(), play, board)}


def imparaai_checkers() -> dict[str, Work]:
    def play(state: Any, move: Any) -> Any:
        after = copy.deepcopy(state)
        after.move(move)
        return after

    start = import_module("checkers.game").Game()
    return {"perft": counted(lambda state: state.get_possible_moves(), play, start)}


class _Mailbox:
    """The plain generator of the tests as games that frameworks search: a state is a board and whose move it is."""

    def __init__(self) -> None:
        self.naive = import_module("naive_english")
        rows = ["+B+B+B+B", "B+B+B+B+", "+B+B+B+B", "O+O+O+O+", "+O+O+O+O", "A+A+A+A+", "+A+A+A+A", "A+A+A+A+"]
        self.start = (self.naive.read("\n".join(rows)), False)
        self.seen = 0

    def all_moves_of(self, state: Any) -> Any:
        return self.naive.all_moves(*state)

    def play(self, state: Any, move: Any) -> Any:
        self.seen += 1
        return self.naive.play(state[0], move), not state[1]

    def worth(self, state: Any) -> int:
        """To Alice."""
        pieces = list(state[0].values())
        return sum(weight * pieces.count(piece) for piece, weight in {"A": 1, "k": 2, "B": -1, "K": -2}.items())


def easy_ai() -> dict[str, Work]:
    module, box = import_module("easyAI"), _Mailbox()

    class Draughts(module.TwoPlayerGame):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self.state = box.start
            self.before: list[Any] = []
            self.current_player = 1

        def possible_moves(self) -> Any:
            return box.all_moves_of(self.state)

        def make_move(self, move: Any) -> None:
            self.before.append(self.state)
            self.state = box.play(self.state, move)

        def unmake_move(self, move: Any) -> None:
            self.state = self.before.pop()

        def is_over(self) -> bool:
            return not box.all_moves_of(self.state)

        def scoring(self) -> int:
            return box.worth(self.state) * (1 if self.state[1] else -1)

    def search(depth: int) -> tuple[int, int]:
        box.seen = 0
        game = Draughts()
        module.Negamax(depth)(game)
        return 0, box.seen

    return {"alphabeta": search}


def aima3() -> dict[str, Work]:
    module, box = import_module("aima3.games"), _Mailbox()

    class Draughts(module.Game):  # type: ignore[misc, name-defined]
        def actions(self, state: Any) -> Any:
            return box.all_moves_of(state)

        def result(self, state: Any, move: Any) -> Any:
            return box.play(state, move)

        def terminal_test(self, state: Any) -> bool:
            return not box.all_moves_of(state)

        def to_move(self, state: Any) -> bool:
            return bool(state[1])

        def utility(self, state: Any, player: bool) -> int:
            return box.worth(state) * (1 if player else -1)

    def search(depth: int) -> tuple[int, int]:
        box.seen = 0
        module.alphabeta_cutoff_search(box.start, Draughts(), d=depth - 1)
        return 0, box.seen

    return {"alphabeta": search}


CONTESTANTS = {
    "kernel": kernel,
    "core": generic_core,
    "mailbox": plain_mailbox,
    "open_spiel": open_spiel,
    "py-draughts": py_draughts,
    "pydraughts": pydraughts,
    "imparaai-checkers": imparaai_checkers,
    "easyAI": easy_ai,
    "aima3": aima3,
}


def opinions() -> None:
    """Reads FENs from stdin, and tells how many moves pydraughts sees in each."""
    board = import_module("draughts").Board
    for line in sys.stdin:
        print(len(board(variant="english", fen=line.strip()).legal_moves()))


if __name__ == "__main__":
    if sys.argv[1] == "opinions":
        opinions()
    else:
        works = CONTESTANTS[sys.argv[1]]()
        print(json.dumps({name: deepen(work, float(sys.argv[2])) for name, work in works.items()}))
