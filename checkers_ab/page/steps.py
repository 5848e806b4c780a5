"""The steps of a page: each line of a trace and each value that comes back, with the window and in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.steps import Ends, Step
from checkers_ab.core.tree import Bound, Node
from checkers_ab.core.values import OPEN
from checkers_ab.explain.follow import Moment, Moments
from checkers_ab.explain.sentences import Phrase, Sentences, next_here
from checkers_ab.page.pictures import Drawn, Json, Pictures
from checkers_ab.page.scale import Scale
from checkers_ab.page.texts import Phrases, Strings

KINDS = ("start", "visit", "leaf", "return", "prune", "answer", "text")
LONGEST_NAME = 40
"""Characters by which a line is known that can't be followed."""
NOTHING = -1
BOUNDS = (Bound.EXACT, Bound.AT_LEAST, Bound.AT_MOST)
ASK_WINDOW, ASK_CUT, ASK_H = 1, 2, 4
"""The questions of guess mode, as a sum: what becomes of the window, whether the next move is cut, what h is."""
MOST_NAMES = 24
"""Moves of a cut that are named; the others are counted."""
NEXT = {"": 0, "visit": 1, "leaf": 1, "prune": 2}
"""The next move of a position: there is none, it is looked at, it is cut."""
_PLACES = {kind: place for place, kind in enumerate(KINDS)}

ROW: Json = {
    "kind": 0,
    "line": 0,
    "text": "",
    "under": 0,
    "ply": 0,
    "side": NOTHING,
    "label": 0,
    "move": 0,
    "value": NOTHING,
    "bound": 0,
    "window": (),
    "before": 0,
    "closed": 0,
    "count": 0,
    "cut": (),
    "said": (),
    "narrowing": 0,
    "closing": 0,
    "condition": 0,
    "limit": 0,
    "next": 0,
    "asks": 0,
    "choices": (),
    "made_up": 0,
    "picture": 0,
}
"""A row of the table of steps with nothing in it; docs/explorer.md says what each column holds."""


class Steps:
    """Hears a log and keeps a row for each step.

    `text` gives the text of a line. From `most` rows on only the counts go on;
    `left_out` says for how many lines. `claimed`: the values are what somebody's log says; `backs`: a position has a
    line for each value that came back.
    """

    def __init__(
        self,
        words: Sentences,
        strings: Strings,
        phrases: Phrases,
        state: Any,
        *,
        text: Callable[[int], str],
        most: int,
        claimed: bool = False,
        backs: bool = False,
    ) -> None:
        game = words.kit.game
        self.words = words
        self.strings = strings
        self.phrases = phrases
        self.text = text
        self.most = most
        self.claimed = claimed
        self.backs = backs
        self.play = game.play
        self.pictures = Pictures(words.kit, strings)
        self.scale = Scale(words.spell)
        labels = {True: words.kit.labels[Side.MAX], False: words.kit.labels[Side.MIN]}
        self._label = cache(lambda maximizing, ply: strings[f"{labels[maximizing]}{ply} "])
        self._moments = Moments(game.to_move(state), self._add_moment)
        self.tree = self._moments.tree
        self.rows: list[Json] = []
        self.left_out = 0
        self.first_lines: dict[Any, int] = {}
        """The lines of the first moves."""
        self.picture, drawn = self.pictures.encode(state)
        self._states: list[tuple[Any, Drawn]] = [(state, drawn)]
        self._last: tuple[Moment, Json] | None = None
        self._before: dict[int, tuple[Node, Any]] = {}
        """By ply: a position, and the value that came back last to it."""
        self._counted: Any = None
        limit = phrases[words.limit_at_root(self.tree.root.to_move is Side.MAX)]
        self._add("start", OPEN, said=self._said([("start", True)]), condition=limit, limit=limit)

    def hear(self, step: Step, line: int) -> None:
        """Take in a step, and the line on which the log has it."""
        self._moments(step, line)
        if step.kind == "answer":
            self._answer(step, line)
        elif self.backs and not step.path and step.kind in ("enter", "leaf"):
            self._show_again(self.rows[0], line)

    def _add_moment(self, step: Moment) -> None:
        """Adds a row, and to the row before what is known only now."""
        self._complete(step)
        row = self._add(step.kind, step.window, step.alpha_by, step.beta_by)
        if row is None:
            return
        self._describe(row, step)
        if self.backs:
            self._show_again(row, step.row)
        child = step.child
        if child is not None:
            row["move"] = self.strings[self.words.kit.format_move(child.move)]
            if step.kind != "return":
                self._draw(row, step, child.move)
        row["said"] = self._said(self.words.say(step, claimed=self.claimed))
        if child is None or step.kind == "visit":
            row["condition"] = self.phrases[self.words.condition(step, None)]
            return
        row["value"] = self.scale[child.value]
        row["bound"] = BOUNDS.index(child.bound)
        row["narrowing"] = self.phrases[self.words.narrowing(step)]
        row["limit"] = self.phrases[self.words.limit(step)]
        if step.before != step.window:
            row["before"] = [self.scale[end] for end in step.before]
        self._last = (step, row)

    def _answer(self, step: Step, line: int) -> None:
        """The last line; it has no move when the game was over before the first move."""
        root = self.tree.root
        self._complete(None)
        row = self._add("answer", root.narrowed, root.alpha_by, root.beta_by, always=True)
        assert row is not None
        row |= {"line": line, "text": self.text(line)}
        if not step.path:
            row["said"] = self._said([("ends" if self.claimed else "over", True)])
            return
        (move,), value = step.path, step.value
        row["said"] = self._said(self.words.answer(root, move, value))
        row["move"] = self.strings[self.words.kit.format_move(move)]
        if value is not None:
            row["value"] = self.scale[value]

    def note(self, line: int) -> None:
        """A line that can't be followed."""
        self._complete(None)
        node = self.tree.open[-1]
        row = self._add("text", node.narrowed, node.alpha_by, node.beta_by)
        if row is not None:
            text = self.text(line)
            row |= {"line": line, "text": text, "under": node.line, "said": self._said([("text", True)])}
            row["move"] = self.strings[text[:LONGEST_NAME]]

    def columns(self) -> Json:
        """The rows as a table: a list for each column, as long as there are rows."""
        columns: Json = {name: [row[name] for row in self.rows] for name in ROW}
        return columns | ({"row": [row.get("row", ()) for row in self.rows]} if self.backs else {})

    def _show_again(self, row: Json, line: int) -> None:
        if line:
            row["row"] = [line, self.text(line)]

    def _said(self, phrases: list[Phrase]) -> list[int]:
        return [self.phrases[phrase] for phrase in phrases]

    def _describe(self, row: Json, step: Moment) -> None:
        """The place of a step in the search, and what it says."""
        kit, position = self.words.kit, step.path[-1]
        maximizing, ply = position.to_move is Side.MAX, len(step.path)
        row["line"] = step.line
        if step.kind != "return":
            row["text"] = self.text(step.line)
        row["under"] = position.line
        row["ply"] = ply
        row["side"] = 0 if maximizing else 1
        row["label"] = self._label(maximizing, ply)
        if step.cut is not None:
            row["count"] = len(step.cut.moves)
            spell = kit.format_key if self.claimed else kit.format_move  # a trace's moves are as it writes them
            row["cut"] = [self.strings[spell(move)] for move in step.cut.moves[:MOST_NAMES]]
            if self.words.is_deep(step):
                row["choices"] = [node.best.line for node in step.path if node.best is not None]

    def _draw(self, row: Json, step: Moment, move: Any) -> None:
        ply = len(step.path)
        if ply == 1:
            self.first_lines.setdefault(move, step.line)
        state, drawn = self._states[ply - 1]
        child = self.play(state, move)
        row["picture"], picture = self.pictures.encode(child, move, drawn)
        self._states[ply:] = [(child, picture)]
        if step.kind == "leaf":
            row["made_up"] = self.strings[self.words.make_up(child)]

    def _complete(self, following: Moment | None) -> None:
        """A value is known as a whole when the next step is heard."""
        if self._last is None:
            return
        (step, row), self._last = self._last, None
        coming = NEXT[next_here(step, following)]
        row["next"] = coming
        row["condition"] = row["limit"] if coming == 1 else self.phrases[self.words.condition(step, following)]
        if row["closed"]:
            row["closing"] = self.phrases[self.words.closing(step, following)]
        row["asks"] = self._questions(step, row)

    def _questions(self, step: Moment, row: Json) -> int:
        """The questions about a value at which something is at stake; the same value again asks nothing new."""
        assert step.child is not None
        ply, now = len(step.path), (step.path[-1], step.child.value)
        again = self._before.get(ply) == now
        self._before[ply] = now
        value = now[1]
        alpha, beta = step.window
        asks = 0
        if step.before != step.window or (value in step.window and not again):
            asks = ASK_H if row["made_up"] and self._has_to_be_counted(value) else ASK_WINDOW
        closest = {"ge": 1, "gt": 0}.get(self.words.cut)  # the nearest that an open window comes to a closed one
        if row["next"] == NEXT["prune"] or (row["next"] and beta - alpha == closest and not again):
            asks |= ASK_CUT
        return asks

    def _has_to_be_counted(self, value: Any) -> bool:
        """True for the value of a board on which the game goes on, other than the one counted before."""
        before, self._counted = self._counted, value
        return not self.claimed and type(value) is int and value not in (before, *self.words.kit.outcomes)

    def _add(
        self,
        kind: str,
        window: Ends,
        alpha_by: Node | None = None,
        beta_by: Node | None = None,
        *,
        always: bool = False,
        **cells: Any,
    ) -> Json | None:
        """A row with the window; None if there are too many."""
        if len(self.rows) >= self.most and not always:
            self.left_out += kind != "return"
            return None
        scale = self.scale
        row = ROW | cells
        row["kind"] = _PLACES[kind]
        row["window"] = [
            scale[window[0]],
            scale[window[1]],
            alpha_by.line if alpha_by else 0,
            beta_by.line if beta_by else 0,
        ]
        row["closed"] = int(self.words.closes(*window))
        self.rows.append(row)
        return row
