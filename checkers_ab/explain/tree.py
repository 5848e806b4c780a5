"""The tree of a search in words, for the terminal, and as a picture, with what was searched or blank as an exercise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from checkers_ab.core.picture import ALPHA, BETA, SearchPicture, SearchTree
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import tell_search
from checkers_ab.core.text import plural
from checkers_ab.core.tree import Bound, Cut, Node, Tree
from checkers_ab.core.values import INF

MOST_NODES = 2_000
"""The most nodes of a picture; a larger tree is drawn to fewer plies."""
ALL_PLIES = 10_000
"""More than any search has that ends."""


class TooManyNodes(Exception):
    """A picture would have more than MOST_NODES."""


def tree_picture(
    setting: AnySetting,
    state: Any,
    *,
    plies: int | None = None,
    only: str | None = None,
    blank: bool = False,
) -> SearchPicture:
    """Searches a state in play and draws the tree to some plies; None means all of them.

    `only` is "best" for the best line or "cuts" for what leads to cuts. A `blank` picture has all moves, cut or not,
    and the values of leaves alone; raises TooManyNodes if not even its first ply fits. Where a game is searched to
    its end, the moves below a cut are drawn, too.
    """
    kit = setting.kit
    words = TreeWords(setting, only=only)
    wanted = min(plies or ALL_PLIES, setting.depth or ALL_PLIES)
    if blank:
        return _blank_picture(words, state, wanted)
    tree = Tree(kit.game.to_move(state), plies=0 if only == "best" else wanted, most=MOST_NODES)
    tell_search(setting, state, tree.hear)
    kept = wanted if only == "best" else tree.plies
    try:
        root = _Drawing(words, kept, whole=kit.depth is None and only is None).draw(tree.root, state)
    except TooManyNodes:
        root = _Drawing(words, kept).draw(tree.root, state)
    return _picture(words, root, min(kept, tree.deepest), tree.deepest, _legend(words, root))


def _blank_picture(words: TreeWords, state: Any, wanted: int) -> SearchPicture:
    """All moves to as many plies as are wanted and fit; raises TooManyNodes if not even the first ply does."""
    root, plies, nodes = None, 0, 0
    while plies < wanted:
        drawing = _Drawing(words, plies + 1)
        try:
            grown = drawing.grow(drawing.start(state))
        except TooManyNodes:
            break
        if drawing.nodes == nodes:  # all were leaves
            wanted = plies
        else:
            root, plies, nodes = grown, plies + 1, drawing.nodes
    if root is None:
        raise TooManyNodes(f"the first ply alone has more than {MOST_NODES:,} moves")
    return _picture(words, root, plies, wanted)


class _Drawing:
    """Draws a search down to a ply, in the convention's order of moves; a `whole` one has what was cut, too."""

    def __init__(self, words: TreeWords, plies: int, *, whole: bool = False) -> None:
        self.nodes = 0
        """The number of those that were drawn without a search."""
        self._words, self._setting, self._plies, self._whole = words, words.setting, plies, whole
        self._game = words.setting.game
        self._wrapped = self._game is not words.kit.game

    def start(self, state: Any) -> Any:
        return self._game.wrap(state) if self._wrapped else state

    def grow(self, state: Any, move: Any = None, *, ply: int = 0, cut: bool = False) -> SearchTree:
        """The tree of all moves from a state on, with the values of its leaves."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooManyNodes
        game, name = self._game, "" if move is None else self._words.kit.format_move(move)
        value = game.utility(state)
        if value is None and ply == self._setting.depth:
            value = self._setting.evaluate(game.unwrap(state) if self._wrapped else state)
        if value is not None:
            return SearchTree(move=name, value=self._words.spell(value), cut=cut)
        moves = game.moves(state) if ply < self._plies else ()
        children = [self.grow(game.play(state, each), each, ply=ply + 1, cut=cut) for each in moves]
        return SearchTree(move=name, side=game.to_move(state), children=children, cut=cut, blank=not cut)

    def draw(self, root: Node, state: Any) -> SearchTree:
        """The tree of a search from its root on."""
        return self._position(root, self.start(state), best=True)

    def _position(self, node: Node, state: Any, *, best: bool) -> SearchTree:
        words, ends = self._words, node.ply >= self._plies
        return SearchTree(
            move=words.kit.format_move(node.move) if node.ply else "",
            side=node.to_move if node.tried else None,
            value=words.worth(node),
            window=(words.spell(node.window[0]), words.spell(node.window[1])) if node.tried else None,
            note=words.count_below(node) if ends and node.tried else "",
            best=best,
            children=[] if ends else self._below(node, state, best=best),
        )

    def _below(self, node: Node, state: Any, *, best: bool) -> list[SearchTree]:
        """The moves that are shown, then those that are only counted, then those that are cut."""
        words, play = self._words, self._game.play
        shown = words.choose(node)
        drawn = [self._position(child, play(state, child.move), best=best and child is node.best) for child in shown]
        if folded := node.tried - len(shown):
            drawn.append(SearchTree(note=words.count_folded(folded)[0]))
        if node.cut is None:
            return drawn
        closed = f"{words.spell(node.cut.alpha)} {_cut_sign(words)} {words.spell(node.cut.beta)}"
        if not self._whole:
            return [*drawn, SearchTree(note=words.count_cut(node.cut), cut=True, closed=closed)]
        cut = [self.grow(play(state, move), move, ply=node.ply + 1, cut=True) for move in node.cut.moves]
        return [*drawn, *(replace(each, closed=closed) for each in cut)]


def _cut_sign(words: TreeWords) -> str:
    return words.signs.at_least if words.setting.convention.cut == "ge" else ">"


def _legend(words: TreeWords, root: SearchTree) -> list[str]:
    """The meaning of the signs that are in the picture."""
    lines = [f"Thick: the best line. {ALPHA} and {BETA}: the window with which the search of a position began."]
    nodes = [root]
    for node in nodes:
        nodes += node.children
    if any(node.value.startswith((words.signs.at_least, words.signs.at_most)) for node in nodes):
        lines.append(f"{words.legend_of_bounds()}.")
    if any(node.closed for node in nodes):
        lines.append(f"Dashed: cut, because alpha {_cut_sign(words)} beta: the two numbers beside it.")
    return lines


def _picture(
    words: TreeWords, root: SearchTree, plies: int, deepest: int, legend: list[str] | None = None
) -> SearchPicture:
    sides, labels = words.kit.sides, words.kit.labels
    return SearchPicture(root=root, sides=sides, labels=labels, legend=legend or [], plies=plies, deepest=deepest)


class Signs(NamedTuple):
    """The characters that stand for something."""

    best: str
    at_least: str
    at_most: str
    more: str


FANCY = Signs("★", "≥", "≤", "…")
PLAIN = Signs("*", ">=", "<=", "...")


class TreeWords:
    """Words about a tree that shows everything, or `only` the best line or what leads to cuts."""

    def __init__(self, setting: AnySetting, signs: Signs = FANCY, only: str | None = None) -> None:
        self.setting, self.kit = setting, setting.kit
        self.signs, self.only = signs, only

    def choose(self, node: Node) -> list[Node]:
        """The moves below a node that are shown."""
        if self.only == "best":
            return [node.best] if node.best is not None else []
        return [child for child in node.children if self.only is None or child.moves_cut]

    def count_folded(self, moves: int) -> list[str]:
        """The number of moves that were searched and are not shown, in two parts."""
        if self.only == "best":
            return [f"{plural(moves, 'other move')} searched", ", no better"]
        return [f"{plural(moves, 'move')} without a cut"]

    def count_cut(self, cut: Cut) -> str:
        return f"{plural(len(cut.moves), 'move')} cut"

    def count_below(self, node: Node) -> str:
        """The numbers of positions searched and moves cut below a node."""
        cut = f", {plural(node.moves_cut, 'move')} cut" if node.moves_cut else ""
        return f"{node.positions:,} below{cut}"

    def worth(self, node: Node) -> str:
        """The value that a node came back with, marked if it is only a bound."""
        signs = {Bound.EXACT: "", Bound.AT_LEAST: self.signs.at_least, Bound.AT_MOST: self.signs.at_most}
        return f"{signs[node.bound]} {self.spell(node.value)}".lstrip()

    def spell(self, value: Any) -> str:
        if value in (INF, -INF):
            return f"{'-' if value < 0 else ''}{self.setting.convention.infinity}"
        return self.kit.format_value(value)

    def legend(self) -> str:
        """The meaning of the signs."""
        return f"{self.signs.best} the best line; {self.legend_of_bounds()}"

    def legend_of_bounds(self) -> str:
        return f"{self.signs.at_least} at least, {self.signs.at_most} at most: only a bound, after a cut"
