"""A plain solver for any game, with the slips that every search can have: written apart from the program's own."""

from __future__ import annotations

import random
from typing import Any

from checkers_ab import Kit, Side

INF = float("inf")


class AnySolver:
    """Writes the trace of a state. `slip` is the name of a mistake, or empty for a right program."""

    def __init__(
        self, kit: Kit[Any, Any, Any], depth: int | None, slip: str = "", shuffle: random.Random | None = None
    ) -> None:
        self.kit = kit
        self.game = kit.game
        self.evaluate = next(iter(kit.evaluations.values()))
        self.depth = {"one-ply-less": -1, "one-ply-more": 1}.get(slip, 0) + depth if depth else None
        self.slip = slip
        self.shuffle = shuffle
        self.lines: list[str] = []

    def trace(self, state: Any) -> str:
        self.lines = []
        if self.game.utility(state) is not None:
            return "first move: none.\n"
        answer = self.node(state, 1, -INF, INF)[1]
        self.lines.append(f"first move: {self.kit.format_move(answer)}.")
        return "\n".join(self.lines) + "\n"

    def moves(self, state: Any) -> list[Any]:
        moves = list(self.game.moves(state))
        if self.shuffle:
            self.shuffle.shuffle(moves)
        return moves

    def child(self, state: Any, move: Any, ply: int, alpha: Any, beta: Any) -> Any:
        """Writes the line of a move, and what lies below it; its value."""
        after = self.game.play(state, move)
        value = self.game.utility(after)
        if value is None and ply == self.depth:
            value = self.evaluate(state if self.slip == "h-of-the-parent" else after)
            if self.slip == "h-from-bills-side":
                value = -value
        label = f"{'|-' * (ply - 1)}{self.kit.labels[self.game.to_move(state)]}{ply}"
        written = f"{label}: {self.kit.format_move(move)}"
        if value is not None:
            self.lines.append(f"{written}; h={self.kit.format_value(value)}.")
            return value
        self.lines.append(f"{written}.")
        if self.slip == "fresh-windows":
            alpha, beta = -INF, INF
        return self.node(after, ply + 1, alpha, beta)[0]

    def node(self, state: Any, ply: int, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """The value of a state, and its best move."""
        best, answer = None, None
        moves = self.moves(state)
        maximizing = self.game.to_move(state) is Side.MAX
        for place, move in enumerate(moves):
            value = self.child(state, move, ply, alpha, beta)
            better = best is None or (value > best if maximizing else value < best)
            if better or (ply == 1 and value == best and self.slip == "last-of-equals"):
                answer = move
            alpha, beta, best, cut = self.narrow(value, best, alpha, beta, maximizing)
            if cut is not None:
                self.prune(state, moves[place + 1 :], ply, cut)
                break
        return best, answer

    def narrow(self, value: Any, best: Any, alpha: Any, beta: Any, maximizing: bool) -> tuple[Any, Any, Any, Any]:
        """The window and the best value after a move, and the window to print if the rest is cut."""
        before = (alpha, beta)
        if maximizing:
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            if self.slip == "alpha-lowered":
                alpha = min(alpha, best)
            else:
                beta = min(beta, best)
        closed = alpha > beta if self.slip == "strict-cut" else alpha >= beta
        if self.slip == "no-pruning" or not closed:
            return alpha, beta, best, None
        return alpha, beta, best, before if self.slip == "window-before-update" else (alpha, beta)

    def prune(self, state: Any, moves: list[Any], ply: int, window: tuple[Any, Any]) -> None:
        if moves:
            label = f"{'|-' * (ply - 1)}{self.kit.labels[self.game.to_move(state)]}{ply}"
            alpha, beta = map(self.kit.format_value, window)
            cut = ", ".join(map(self.kit.format_move, moves))
            self.lines.append(f"{label}: pruning {cut}; alpha={alpha}, beta={beta}.")
