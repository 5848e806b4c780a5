"""Sentences about a search, for the page and the terminal alike.

`phrases.WORDING` has their words. `Sentences` chooses those that fit a step, as phrases: a name of `WORDING`, and True
if it is said about MAX. A phrase is worded once for a game (`wording`); moves, values and lines are filled in for each
step, by `fill` in the terminal and by the script on the page.
"""

from __future__ import annotations

import re
from typing import Any

from checkers_ab.core.convention import COLUMNS
from checkers_ab.core.game import Side
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.text import possessive
from checkers_ab.core.tree import Bound, Node
from checkers_ab.core.values import INF, OPEN
from checkers_ab.explain.follow import Moment
from checkers_ab.logs.base import Log
from checkers_ab.logs.trace import TRACE

Phrase = tuple[str, bool]

LONGEST_VALUE = 7
"""Characters of a value with a point; a longer one is rounded."""
_RETURNS = {Bound.EXACT: "return", Bound.AT_LEAST: "return-least", Bound.AT_MOST: "return-most"}
_WINDOW = {"window": "alpha={alpha}, beta={beta}", "before": "alpha={alpha_before}, beta={beta_before}"}
_HOLES = ("move", "value", "line", "count", "ply", "plies_up", "after", "moves", "why", "best")
"""The words left for each step to fill in, besides the ends of the window."""
_HOLE = re.compile(r"(?<!{){([a-z_]+)}")
_LIMITS = {
    "ge": ("limit", "limit-open", "limit-root"),
    "gt": ("limit-strict", "limit-none", "limit-none"),
    "never": ("limit-never",) * 3,
}
"""By the cutoff test: the phrases for the value that cuts, if the window is open there, and at the root."""


class Sentences:
    """Chooses and words sentences about searches in a setting."""

    def __init__(self, setting: AnySetting, log: Log = TRACE) -> None:
        self.setting = setting
        self.kit = setting.kit
        self.noun = log.noun
        style, self.shows_backs = setting.convention.table, "backs" in log.shows
        self.shows_before = self.shows_backs and style.at_cut == "before" and style.columns == len(COLUMNS)
        """True if a position is shown with the window before it closed."""
        self.cut = setting.convention.cut
        self.closes = setting.cutoff
        self.cut_open = "cut-never" if self.cut == "never" else "cut-open"
        """The phrase for a cut where the window has not closed."""
        left_out = [*(("cut", "bound") if self.cut == "never" else ()), *(() if log is TRACE else ("trace",))]
        self.primer = [word for word in PRIMER if word not in left_out]
        self.evaluation = setting.evaluation
        self._words = {side: self._words_of(side) for side in (True, False)}

    # What fits a step

    def say(self, step: Moment, *, claimed: bool = False) -> list[Phrase]:
        """The step itself: a move that is tried, a value that came back, or a cut with its reasons.

        With `claimed` a value is only what a trace says.
        """
        maximizing = step.maximizing
        if step.kind == "leaf" and claimed:
            return [("claimed", maximizing)]
        if self.moves_again(step):
            return [("visit-again", maximizing)]
        if step.kind == "return":
            return [self.returned(step)]
        if step.cut is None:
            return [(step.kind, maximizing)]
        if not self.closes(*step.window):
            return [(self.cut_open, maximizing)]
        return [("cut-one" if len(step.cut.moves) == 1 else "cut", maximizing), *self.why_cut(step)]

    def returned(self, step: Moment) -> Phrase:
        """A value that came back, exact or as a bound."""
        assert step.child is not None
        return (_RETURNS[step.child.bound], step.maximizing)

    def why_cut(self, step: Moment) -> list[Phrase]:
        """The reasons for a cut: the move that the mover has found, and the one that the enemy has elsewhere."""
        own, other = step.setters
        reasons = ["found" if own else "found-above", "avoided" if other else "unbeaten"]
        return [(reason, step.maximizing) for reason in (*reasons, *(["deep"] if self.is_deep(step) else []))]

    def is_deep(self, step: Moment) -> bool:
        """True for a cut by a bound from higher up, which the position right above would not have caused."""
        setter, maximizing = step.setters[1], step.maximizing
        if step.cut is None or setter is None or setter.ply >= step.ply - 1:
            return False
        own = step.window[not maximizing]
        above = next((node.value for node in reversed(step.path) if (node.to_move is Side.MAX) != maximizing), None)
        return above is None or not (self.closes(own, above) if maximizing else self.closes(above, own))

    def moves_again(self, step: Moment) -> bool:
        """True if a move leads to a position in which the same side moves."""
        return step.kind == "visit" and step.child is not None and step.child.to_move is step.path[-1].to_move

    def narrowing(self, step: Moment) -> Phrase:
        """The window after a value: one end moves, or it stays."""
        maximizing = step.maximizing
        if step.before != step.window:
            return ("raises" if maximizing else "lowers", maximizing)
        return ("stays" if (step.alpha_by if maximizing else step.beta_by) else "stays-open", maximizing)

    def closing(self, step: Moment, following: Moment | None) -> Phrase | None:
        """The end of a position whose window has closed; `following` is the next step."""
        if not self.closes(*step.window):
            return None
        return ("closed" if next_here(step, following) else "closed-last", step.maximizing)

    def condition(self, step: Moment, following: Moment | None) -> Phrase | None:
        """When the next move at this position would cut; or that there is none."""
        if step.kind == "prune":
            return ("done" if step.ply == 1 else "done-here", True)
        if step.kind != "visit":
            coming = next_here(step, following)
            if coming in ("", "prune"):
                return None if coming else ("last" if step.ply == 1 else "last-here", True)
        return self.limit(step)

    def limit(self, step: Moment) -> Phrase:
        """The same, told before it is known whether the position goes on."""
        if step.kind == "visit":
            assert step.child is not None
            maximizing = step.child.to_move is Side.MAX
        else:
            maximizing = step.maximizing
            if step.ply == 1:
                return self.limit_at_root(maximizing)
        return (_LIMITS[self.cut][step.window[maximizing] in OPEN], maximizing)

    def limit_at_root(self, maximizing: bool) -> Phrase:
        """At the root only the best value of all cuts."""
        return (_LIMITS[self.cut][2], maximizing)

    def answer(self, root: Node, move: Any, value: Any) -> list[Phrase]:
        """The first move, and a word of warning where a later one has the same number."""
        phrases = [("answer-only" if value is None else "answer", True)]
        equal = [child for child in root.children if child.value == value and child.move != move]
        if equal and value is not None and value != self.kit.outcomes[0]:
            exact = any(child.bound is Bound.EXACT for child in equal)
            phrases.append(("equal" if exact else "equal-bound", True))
        return phrases

    def begins(self, side: Side) -> str:
        """The value that a position begins with."""
        worst = self.spell(-INF if side is Side.MAX else INF)
        return self.wording(("begins", side is Side.MAX)).format(best=worst)

    def make_up(self, state: Any) -> str:
        """A sentence that says why a state has its value; empty if there is nothing to say."""
        if self.kit.game.utility(state) is not None:
            return f"The game ends here: {self.kit.why_over(state)}."
        clause = self.evaluation and self.kit.explain_value(state, self.evaluation)
        return f"{clause}." if clause else ""

    # Wording

    def wording(self, phrase: Phrase) -> str:
        """A phrase with the names of the sides, and holes such as `{move}` for what each step fills in."""
        name, maximizing = phrase
        return WORDING[name].format_map(self._words[maximizing])

    def _words_of(self, maximizing: bool) -> dict[str, str]:
        """The words of all phrases that are said about a side."""
        mover, enemy, high, low = map(self._name, (maximizing, not maximizing, True, False))
        ends = ("alpha", "beta") if maximizing else ("beta", "alpha")
        shut, open_ = (">", "<=") if self.cut == "gt" else (">=", "<")
        words = {hole: f"{{{hole}}}" for hole in _HOLES} | _WINDOW
        for word, end in zip(("own", "limit"), ends, strict=True):
            words |= {word: f"{{{end}}}", f"{word}_move": f"{{{end}_move}}", f"{word}_line": f"{{{end}_line}}"}
        words |= {"log": self.noun, "mover": mover, "movers": possessive(mover), "enemy": enemy}
        for role, name in (("max", high), ("min", low)):
            words |= {role: name, f"{role}_role": name if name == role.upper() else f"{name} ({role.upper()})"}
        words |= {"end": ends[0], "limit_end": ends[1], "shut": shut, "more": "more" if maximizing else "less"}
        words |= {"closed": f"alpha={{alpha}} {shut} beta={{beta}}", "open": f"alpha={{alpha}} {open_} beta={{beta}}"}
        words |= {"has": _verb(mover, "has", "have"), "enemy_has": _verb(enemy, "has", "have")}
        words |= {"max_is": _verb(high, "is", "are"), "leaves": _verb(mover, "leaves", "leave")}
        return words | {"tries": _verb(mover, "tries", "try")}

    def fill(self, phrase: Phrase, step: Moment, **more: str) -> str:
        """A phrase as a sentence about a step; `more` fills holes that steps do not."""
        spell, child, limit_by = self.spell, step.child, step.setters[1]
        words = {"line": f"line {step.line}", "ply": str(step.ply)}
        for end, value, before, setter in zip(
            ("alpha", "beta"), step.window, step.before, (step.alpha_by, step.beta_by), strict=True
        ):
            words |= {end: spell(value), f"{end}_before": spell(before)}
            if setter is not None:
                words |= {f"{end}_move": self.name(setter), f"{end}_line": f"line {setter.line}"}
        if limit_by is not None:
            words["plies_up"] = str(step.ply - limit_by.ply)
        if child is not None:
            words["move"] = self.kit.format_move(child.move)
            words["value"] = "" if child.value is None else spell(child.value)
        if step.cut is not None:
            words["count"] = f"{len(step.cut.moves):,}"
        return self.wording(phrase).format_map(words | more)

    def name(self, node: Node) -> str:
        """A move with its label, such as `B2 (0,1)=>(1,0)`."""
        return f"{self.kit.labels[node.mover]}{node.ply} {self.kit.format_move(node.move)}"

    def spell(self, value: Any) -> str:
        """A value as a sentence can bear it: a long fraction is rounded."""
        text = self.kit.format_value(value)
        if len(text) <= LONGEST_VALUE or "." not in text:
            return text
        return f"{float(value):.4g}" if abs(value) < 1000 else f"{float(value):.1f}"

    def parts(self, phrase: Phrase) -> list[str]:
        """The wording taken apart: text, the name of a hole, text, a hole, and so on."""
        parts = _HOLE.split(self.wording(phrase))
        return [part if place % 2 else part.replace("{{", "{").replace("}}", "}") for place, part in enumerate(parts)]

    def _name(self, maximizing: bool) -> str:
        return self.kit.sides[Side.MAX if maximizing else Side.MIN].replace("{", "{{").replace("}", "}}")


def _verb(name: str, one: str, many: str) -> str:
    """Return the form of a verb that goes with a side's name: `many` for that of several people."""
    return many if re.search("(?:[a-z]s|men)$", name) else one


def next_here(step: Moment, following: Moment | None) -> str:
    """The kind of the next step if it is about another move of the same position; empty if that has no other."""
    if following is None or following.kind == "return" or following.path[-1] is not step.path[-1]:
        return ""
    return following.kind


WORDING = {
    "start": "Nothing has been looked at yet: the window is open as wide as can be.",
    "visit": "{mover} {tries} {move}. The game goes on, and {enemy} will answer within {window}.",
    "visit-again": "{mover} {tries} {move}. The game goes on, and {mover} will move again within {window}.",
    "leaf": "{mover} {tries} {move}: h={value}.",
    "claimed": "{mover} {tries} {move}: the {log} says h={value}.",
    "return": "{movers} {move} ({line}) comes back with {value}.",
    "return-least": "{movers} {move} ({line}) comes back with ≥ {value}. That is a bound: moves below it were cut.",
    "return-most": "{movers} {move} ({line}) comes back with ≤ {value}. That is a bound: moves below it were cut.",
    "answer": "The first move: {move}, worth {value} to {max}.",
    "answer-only": "The first move: {move}.",
    "equal": "Another first move is worth the same; the earlier one stands.",
    "equal-bound": "Another first move came back with the same number, but later, and that is only a bound.",
    "over": "The game was over before the first move.",
    "ends": "The {log} ends here.",
    "outside": "It is no part of a {log}.",
    "no-step": "It stands for no step of the search.",
    "text": "This line can't be followed on the board.",
    # The window after a value
    "raises": "alpha rises to {value}: {mover} can have {value} here.",
    "lowers": "beta falls to {value}: {mover} can hold {enemy} to {value} here.",
    "stays": "That is no {more} than {end}={own} ({own_line}), so the window stays.",
    "stays-open": "That is no {more} than {end}={own}, so the window stays.",
    "closed": "{closed}: the window has closed. The moves that are left here need not be looked at.",
    "closed-last": "{closed}: the window has closed. But no move is left here to cut.",
    "begins": "The value begins with {best}, the worst for {mover}, who is to move.",
    "so-far": "The best value of this position is now {best}.",
    "shows-before": "The line shows the window before that: {before}.",
    # Cuts
    "cut": "{closed}: the other {count} moves are cut.",
    "cut-one": "{closed}: the other move is cut.",
    "cut-open": "The {log} cuts moves here, but {open}: by its own values the window is open.",
    "cut-never": "The {log} cuts moves here, but nothing is pruned in plain minimax.",
    "found": "{mover} {has} already found {own_move} ({own_line}), so this position is worth {own} or {more}.",
    "found-above": "{mover} {has} {own} already, so this position is worth {own} or {more}.",
    "avoided": "But {enemy} need not let it come to this: with {limit_move} ({limit_line}) {enemy} {enemy_has} {limit} "
    "already.",
    "deep": "This is a deep cut: {limit_end} was set {plies_up} plies up, not one.",
    "unbeaten": "Nothing can be better than that, so the other moves need not be looked at.",
    "harmless": "Whatever the moves left out are worth, they can only make the position better for {mover}, and "
    "{enemy} will not come here for it: nothing in them can matter.",
    # The next move
    "limit": "{mover} to move: the rest is cut if a reply is worth {limit} or {more}.",
    "limit-open": "{mover} to move: nothing is cut here yet, unless a reply is worth {limit}.",
    "limit-strict": "{mover} to move: the rest is cut if a reply is worth {more} than {limit}.",
    "limit-none": "{mover} to move: nothing can be cut here yet.",
    "limit-never": "{mover} to move: nothing is pruned in plain minimax.",
    "limit-root": "{mover} to move: at the root nothing is cut, unless a move is worth {limit}.",
    "done": "The search is done.",
    "done-here": "This position is done; its value goes up.",
    "last": "That was the last first move.",
    "last-here": "No move is left here: the value goes up.",
    # For readers who guess
    "ask-window": "What becomes of the window?",
    "alpha": "alpha becomes {value}",
    "beta": "beta becomes {value}",
    "stay": "It stays",
    "ask-h": "{mover} {tries} {move}. What is h on this board?",
    "ask-cut": "{mover} {has} more moves here. Are they cut? Click the first one that is, or choose.",
    "cuts": "Cut them",
    "goes-on": "Go on",
    "elsewhere": "Only moves of the position that is being searched are cut.",
    "open": "{open}: the window is open, so the next move is looked at.",
    "ask-setter": "The moves are cut. Which of these moves set {limit_end}?",
    "ask-move": "All first moves are done. Which one is the answer?",
    # A primer
    "search-is": "The program tries moves and the replies to them, some plies deep (a ply is one move of one side). It "
    "values the positions that it reaches and so finds the best first move. Step shows it at work, move by move.",
    "value-is": "A value says how good a position is for {max}. {max_role} will pick the move with the highest value, "
    "{min_role} the one with the lowest.",
    "alpha-is": "alpha is what {max} {max_is} already sure of: a move tried before, here or higher up, gives {max} "
    "that much. -inf: nothing yet.",
    "beta-is": "beta is what {min} can already hold {max} to: after a move tried before, here or higher up, {max} "
    "can get no more. inf: nothing yet.",
    "window-is": "The window is what lies between alpha and beta. Only a value inside it can still change the answer. "
    "A position starts with the window of the position above. What it finds changes its own window; the one above "
    "changes only when the value has come back.",
    "cut-is": "When the two meet (alpha {shut} beta), the window is closed. One side has something as good in another "
    "place and will not let the game come here. The other moves here can't matter: they are cut.",
    "bound-is": "Where moves were cut, a value is only a bound: ≤ 0 says 0 or less, ≥ 3 says 3 or more.",
    "trace-is": "Each line of the trace is a move that is tried: the label says whose it is and at which ply, and h "
    "is the value where the search stops.",
    # At length
    "tries-at": "{mover} {tries} {move} at ply {ply}{after}.",
    "leaves-out": "{mover} {leaves} out {moves} at ply {ply}{after}.",
    "window": "The window is {before}.",
    "window-now": "The window is now {window}.",
    "alpha-set": "alpha was set by {own_move} ({own_line}): {mover} can have {own} already.",
    "beta-set": "beta was set by {own_move} ({own_line}): {mover} can hold {enemy} to {own} already.",
    "below": "The game goes on, and the lines below look at the answers.",
    "below-again": "The game goes on, and the lines below look at {movers} next moves.",
    "worth": "This is the last ply: the position is worth h={value} to {max}.",
    "claims": "The {log} says that the position is worth h={value} to {max}.",
    "ended": "{why}, so h={value}.",
}

PRIMER = ("search", "value", "alpha", "beta", "window", "cut", "bound", "trace")
"""The words that the primer tells a newcomer the meaning of."""
