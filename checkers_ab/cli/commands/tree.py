"""`checkers-ab tree`: the search as a tree, in the terminal or as SVG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from checkers_ab.cli.io import say
from checkers_ab.cli.io import shown as name_of
from checkers_ab.cli.options import (
    DEEPEST,
    Cases,
    case_option,
    convention_option,
    eval_option,
    game_option,
    load_chosen,
    read_setting,
    start_argument,
    values_needed,
)
from checkers_ab.cli.output import check_svg, expect_one, force_option, svg_option, title_of, write_svg
from checkers_ab.cli.screen import Screen
from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError
from checkers_ab.core.picture import SearchPicture
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import tell_search
from checkers_ab.core.text import shorten
from checkers_ab.core.tree import Cut, Node, Tree
from checkers_ab.explain.tree import ALL_PLIES, FANCY, MOST_NODES, PLAIN, TooManyNodes, TreeWords, tree_picture
from checkers_ab.logs.solve import has_labels

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree as Branch


SHOWN = 2
MOST_MOVES = 5_000
"""That a tree shows; one with more is shown to fewer plies."""


@click.command("tree")
@start_argument
@click.option(
    "--plies",
    "--depth",
    "shown",
    type=click.IntRange(1, DEEPEST),
    help=f"Plies to show.  [default: {SHOWN}; with --only all]",
)
@click.option(
    "--search-depth",
    "depth",
    type=click.IntRange(1, DEEPEST),
    help="Plies to search.  [default: 4; a textbook tree whole]",
)
@click.option("--only", type=click.Choice(["best", "cuts"]), help="Only the best line, or only what leads to cuts.")
@svg_option
@click.option("--blank", is_flag=True, help="Leave values, windows and cuts to be filled in; with --svg.")
@force_option
@game_option
@eval_option
@case_option
@convention_option
def command(
    *,
    path: str | None,
    shown: int | None,
    depth: int | None,
    only: str | None,
    svg: str | None,
    blank: bool,
    force: bool,
    game_name: str,
    evaluation: str | None,
    number: int | None,
    convention_name: str,
) -> None:
    """Show the search of each board of INPUT as a tree.

    \b
    checkers-ab tree board.txt                  two plies of it, the rest counted
    checkers-ab tree board.txt --plies 4        all of it
    checkers-ab tree board.txt --only best      the best line
    checkers-ab tree board.txt --only cuts      the moves that lead to cuts
    checkers-ab tree board.txt --svg tree.svg   a picture for a handout
    checkers-ab tree --game tree '((3 12 8)(2 4 6))' --svg exam.svg --blank

    Each line has a move, the value that it came back with and the window it began with. A value with >= or <= is
    only a bound, for moves were cut; a star marks the best line. In a picture the best line is thick, and what is cut
    is dashed.
    """
    if blank and (svg is None or only):
        raise click.UsageError("--blank is for --svg" if svg is None else "--blank shows all moves: leave out --only")
    check_svg(svg, force=force)
    setting = read_setting(game_name, depth, convention_name, evaluation)
    kit = setting.kit
    everything, cases = load_chosen(kit, path, number)
    searched = setting.depth or ALL_PLIES
    plies = min(searched, shown or (searched if only or kit.depth is None else SHOWN))
    order = Order(setting, path or game_name, plies, only)
    if svg is None:
        show_trees(order, cases, labelled=has_labels(everything))
        return
    expect_one(order.where, cases, {"--svg": svg})
    picture = draw_picture(order, cases[0], blank=blank)
    title = f"{title_of(kit, cases[0])}: {'a search to fill in' if blank else 'the search'}"
    write_svg(kit, picture, svg, title=title, force=force, path=path)
    if picture.plies < (wanted := min(plies, picture.deepest)):
        say(f"drawn to ply {picture.plies} of {wanted}: more are over {MOST_NODES:,} nodes")


class Order(NamedTuple):
    """The search, and the part of it to show."""

    setting: Setting[Any, Any, Any]
    where: str
    plies: int
    only: str | None


def draw_picture(order: Order, case: Case[Any], *, blank: bool) -> SearchPicture:
    """Searches one state; raises InputError if there is nothing to search, or too much to draw."""
    setting, where, plies, only = order
    if setting.kit.game.utility(case.state) is not None:
        raise InputError(f"{name_of(where)}: {case.label}: the game is over, so there is no search to draw")
    with values_needed(where):
        try:
            return tree_picture(setting, case.state, plies=plies, only=only, blank=blank)
        except TooManyNodes as error:
            raise InputError(f"{case.label}: {error}", path=name_of(where)) from None


def show_trees(order: Order, cases: Cases, *, labelled: bool) -> None:
    """Searches states and shows their trees one below the other."""
    setting, where, plies, only = order
    kit = setting.kit
    screen = Screen()
    fitting = min(plies, most_plies(screen.width))
    signs = PLAIN if screen.ascii_only else FANCY
    words = TreeWords(setting, signs, only)
    painter = Painter(words=words, width=screen.width, plies=fitting)
    for place, case in enumerate(cases):
        if labelled:
            screen.write(f"\n{case.label}\n" if place else f"{case.label}\n")
        if kit.game.utility(case.state) is not None:
            screen.say(f"the game is over: {kit.why_over(case.state)}")
            continue
        tree = Tree(kit.game.to_move(case.state), plies=0 if only == "best" else fitting, most=MOST_MOVES)
        with values_needed(where):
            tell_search(setting, case.state, tree.hear)
        show_tree(screen, painter, tree, plies)


def show_tree(screen: Screen, painter: Painter, tree: Tree, plies: int) -> None:
    """Draws the tree of a search, and says how far if that is not as far as was asked: to some `plies`."""
    fitting, wanted = painter.plies, min(plies, tree.deepest)
    if painter.words.only != "best":
        painter = replace(painter, plies=min(fitting, tree.plies))
    screen.show(painter.paint(tree.root))
    screen.say(painter.words.legend())
    if painter.plies < wanted:
        narrow = painter.plies == fitting
        why = f"more need over {screen.width} columns" if narrow else f"more are over {MOST_MOVES:,} moves"
        screen.say(f"shown to ply {painter.plies} of {wanted}: {why}")


GUIDE = 4
"""Columns that rich indents a branch by."""
MOVE_AND_VALUE = 24
"""Columns that a branch needs."""


@dataclass(frozen=True, kw_only=True)
class Painter:
    """Draws the tree of a search: `plies` of it, in `width` columns."""

    words: TreeWords
    width: int
    plies: int

    def paint(self, root: Node) -> Branch:
        from rich.tree import Tree

        head = f"{self.words.kit.sides[root.to_move]} to move  {self.words.worth(root)}"
        branch = Tree(self.fit(0, [head, f"  {self.spell_window(root)}"], "bold"), guide_style="dim")
        self._grow(branch, root, principal=True)
        return branch

    def _grow(self, branch: Branch, node: Node, *, principal: bool) -> None:
        """Adds what lies below a node: the moves that are shown, then counts of those that are not."""
        level = node.ply + 1
        if level > self.plies:
            return
        shown = self.words.choose(node)
        for child in shown:
            best = principal and child is node.best
            below = branch.add(self.describe(child, best=best))
            self._grow(below, child, principal=best)
        if folded := node.tried - len(shown):
            head, *others = self.words.count_folded(folded)
            branch.add(self.fit(level, [f"  {head}", *others], "dim"))
        if node.cut is not None:
            branch.add(self.fit(level, self.describe_cut(node.cut), "yellow"))

    def describe(self, node: Node, *, best: bool) -> Text:
        words = self.words
        mark = words.signs.best if best else " "
        label = f"{words.kit.labels[node.mover]}{node.ply}"
        worth = words.worth(node).rjust(len(words.signs.at_least) + 5)
        parts = [f"{mark} {label} {words.kit.format_move(node.move)} {worth}", f"  {self.spell_window(node)}"]
        if node.tried and node.ply >= self.plies:
            parts.append(f"  {words.count_below(node)}")
        return self.fit(node.ply, parts, "bold green" if best else "")

    def describe_cut(self, cut: Cut) -> list[str]:
        words = self.words
        sign = ">=" if words.setting.convention.cut == "ge" else ">"
        window = f"alpha={words.spell(cut.alpha)} {sign} beta={words.spell(cut.beta)}"
        return [f"  {words.count_cut(cut)}", f": {window}"]

    def spell_window(self, node: Node) -> str:
        alpha, beta = map(self.words.spell, node.window)
        return f"alpha={alpha}, beta={beta}"

    def fit(self, level: int, parts: list[str], style: str) -> Text:
        """A line with as many of the parts as there is room for, all but the first one dim."""
        from rich.text import Text

        head, *others = fit_parts(parts, max(self.width - GUIDE * level, 1), self.words.signs.more)
        return Text(no_wrap=True, overflow="crop").append(head, style).append("".join(others), "dim")


def fit_parts(parts: list[str], room: int, more: str) -> list[str]:
    """As many of the parts as there is room for, and a sign for those that are missing; the first one at any rate."""
    if sum(map(len, parts)) <= room:
        return parts
    sign = f" {more}"
    kept = parts[:-1]
    while len(kept) > 1 and sum(map(len, kept)) + len(sign) > room:
        kept = kept[:-1]
    if kept and sum(map(len, kept)) + len(sign) <= room:
        return [*kept, sign]
    return [shorten(parts[0], room, more)]


def most_plies(width: int) -> int:
    """The plies that fit with a move and its value on each line; at least one, then shortened."""
    return max((width - MOVE_AND_VALUE) // GUIDE, 1)
