"""The parser of trees, without recursion; errors have line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from checkers_ab.core.errors import StateError, show
from checkers_ab.core.order import MOST_MOVES
from checkers_ab.core.values import format_value
from checkers_ab.games.tree.rules import TreeNode, Trees, TreeState, parent, why_no_child

DEEPEST = 100
"""The most levels of a tree; the search is recursive."""
NAME = "[A-Za-z_][A-Za-z0-9_']*+"
_TOKEN = re.compile(r"[\s,]+|#[^\n]*|(?P<token>[()\[\]]|[A-Za-z0-9_'=+./-]+)")
_RESERVED = re.compile("(?i:pruning|pruned?|cut|none|alpha|beta|case[0-9].*)|h")
_PAIRS = {"(": ")", "[": "]"}
_HINTS = {"\u2212": "a minus is written '-'", ";": "children are separated by blanks, commas or line ends"}


class Token(NamedTuple):
    """A parenthesis or a word, with its offset in the text."""

    text: str
    start: int


class UnclosedNode(NamedTuple):
    """A node that is not closed yet."""

    name: str
    start: int
    """The offset of its parenthesis in the text."""
    children: list[TreeNode]
    bare: list[int]
    """The offsets of the numbers among its children that have no name."""
    names: set[str]
    """The names of its children."""


class TreeParser:
    """Parses one tree; with `wrapped`, each number is alone in its parentheses."""

    def __init__(self, text: str, *, wrapped: bool) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.wrapped = wrapped
        self.tokens = self.scan()
        self.open: list[UnclosedNode] = []

    def error(self, start: int, reason: str, hint: str = "") -> StateError:
        """Makes an error for an offset in the text."""
        return StateError(*self.place(start), reason, hint)

    def place(self, start: int) -> tuple[int, int]:
        """The line and column of an offset, from 1."""
        return self.text.count("\n", 0, start) + 1, start - self.text.rfind("\n", 0, start)

    def scan(self) -> Iterator[Token]:
        """Yields the tokens of the text, without blanks and comments."""
        place = 0
        while place < len(self.text):
            found = _TOKEN.match(self.text, place)
            if not found:
                character = self.text[place]
                reason = f"expected a number, a name or a parenthesis, found {show(character)}"
                raise self.error(place, reason, _HINTS.get(character, ""))
            if found["token"]:
                yield Token(found["token"], place)
            place = found.end()

    def read_tree(self) -> TreeNode:
        """Parses the tree, up to its closing parenthesis."""
        for token in self.tokens:
            if token.text in _PAIRS:
                self.open_node("", token.start)
            elif token.text not in _PAIRS.values():
                self.read_word(token)
            elif len(self.open) > 1:
                self.add_child(self.close_node(token))
            elif self.open:
                start = self.open[0].start
                root = self.close_node(token)
                if not root.children:
                    hint = "leaves=wrapped reads ((7)) as a node with one"
                    raise self.error(start, "a tree of one leaf has no move", hint)
                return root
            else:
                raise self.error(token.start, f"this {token.text!r} closes nothing", "a tree begins with '('")
        raise self.error_at_the_end()

    def error_at_the_end(self) -> StateError:
        """Makes an error for a text that ends before its tree does."""
        if self.open:
            start = self.open[-1].start
            hint = f"{len(self.open)} parentheses are not closed" if len(self.open) > 1 else ""
            return self.error(start, f"this {self.text[start]!r} is never closed", hint)
        hint = "a tree looks like ((3 12 8)(2 4 6)(14 5 2))"
        return self.error(len(self.text.rstrip()), "expected a tree, found the end of the text", hint)

    def open_node(self, name: str, start: int) -> None:
        if len(self.open) == DEEPEST:
            raise self.error(start, f"a tree has at most {DEEPEST} levels of nodes")
        self.open.append(UnclosedNode(name, start, [], [], set()))

    def close_node(self, token: Token) -> TreeNode:
        """Returns the node that a parenthesis closes."""
        name, start, children, bare, _ = self.open.pop()
        expected = _PAIRS[self.text[start]]
        if token.text != expected:
            hint = f"this node begins with {self.text[start]!r}"
            raise self.error(token.start, f"expected {expected!r}, found {token.text!r}", hint)
        if not children:
            raise self.error(start, "a node must have a child, and this one has none")
        if self.wrapped and bare:
            if len(children) > 1:
                hint = "tree:leaves=bare reads numbers side by side"
                raise self.error(bare[0], "expected a number alone in its parentheses", hint)
            return TreeNode(name, children[0].value)
        return parent(children, name)

    def add_child(self, child: TreeNode) -> None:
        """Adds a child to the innermost node that is open."""
        node = self.open[-1]
        if len(node.children) == MOST_MOVES:
            raise self.error(node.start, f"a node has at most {MOST_MOVES:,} children, and this one has more")
        node.children.append(child)

    def read_word(self, token: Token) -> None:
        """Parses a number, a named leaf, or a name with the parenthesis after it."""
        name, equals, number = token.text.partition("=")
        end = token.start + len(token.text)
        named = re.fullmatch(NAME, name)
        if named and self.text[end : end + 1] == "(" and not equals:
            self.check_name(name, token.start)
            self.open_node(name, next(self.tokens).start)
        elif not self.open:
            raise self.error(token.start, f"a tree begins with '(', found {show(token.text)}")
        elif equals:
            self.check_name(name, token.start)
            self.add_leaf(name, number, end - len(number))
        elif named:
            hint = "a name stands right before its '(' or '='"
            raise self.error(token.start, f"expected a number, found the word {show(name)}", hint)
        else:
            self.add_leaf("", name, token.start)

    def add_leaf(self, name: str, number: str, start: int) -> None:
        value = parse_number(number)
        if value is None:
            behind = f" behind {name + '='!r}" if name else ""
            hint = f"a number has at most {LONGEST} characters" if len(number) > LONGEST else ""
            raise self.error(start, f"expected a number{behind}, found {show(number) if number else 'nothing'}", hint)
        self.add_child(TreeNode(name, value))
        if not name:
            self.open[-1].bare.append(start)

    def check_name(self, name: str, start: int) -> None:
        """Raises StateError for a name that is invalid, reserved or repeated."""
        if not re.fullmatch(NAME, name):
            raise self.error(start, f"expected a name before '=', found {show(name) if name else 'nothing'}")
        if _RESERVED.fullmatch(name):
            raise self.error(start, f"{name!r} can't be a name", "a trace has its own meaning for this word")
        if self.open and name in self.open[-1].names:
            raise self.error(start, f"the name {name!r} stands twice in its node")
        if self.open:
            self.open[-1].names.add(name)

    def read_moves(self, game: Trees, state: TreeState) -> TreeState:
        """Parses the moves after the tree and plays them; nothing else may follow."""
        word = next(self.tokens, None)
        if word and word.text != "after":
            if word.text in _PAIRS.values():
                raise self.error(word.start, f"this {word.text!r} closes nothing")
            hint = "several trees stand each under a heading such as case1"
            raise self.error(word.start, f"expected nothing behind the tree, found {show(word.text)}", hint)
        for move, start in self.tokens:
            if state.node.value is not None:
                raise self.error(start, f"expected nothing behind the way to a leaf, found {show(move)}")
            if move not in state.node.moves:
                raise self.error(start, why_no_child(state, move))
            state = game.play(state, move)
        return state


LONGEST = 40
"""The most characters of a number."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:/[0-9]+|\.[0-9]*)?|\.[0-9]+)")


class Decimal(Fraction):
    """A fraction that is written with a decimal point: `0.5` equals `1/2`, and `0.1` equals `1/10`."""

    __slots__ = ()

    def __str__(self) -> str:
        places = next(places for places in range(1, LONGEST) if 10**places % self.denominator == 0)
        digits = str(abs(self.numerator) * 10**places // self.denominator).zfill(places + 1)
        return f"{'-' if self < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def parse_number(text: str) -> int | Fraction | None:
    """Parses a number such as `-3`, `0.5`, `.5` or `1/3`, as an int if possible; None if the text is not a number."""
    if len(text) > LONGEST or not _NUMBER.fullmatch(text):
        return None
    if text.lstrip("+-").isdigit():
        return int(text)
    try:
        value = Decimal(text) if "." in text else Fraction(text)
    except ZeroDivisionError:
        return None
    return int(value) if value.denominator == 1 else value


def parse_state(game: Trees, text: str, *, wrapped: bool = False) -> TreeState:
    """Parses a tree and the optional moves after it; raises StateError."""
    reader = TreeParser(text, wrapped=wrapped)
    return reader.read_moves(game, game.state(reader.read_tree()))


def format_state(state: TreeState, *, wrapped: bool = False) -> str:
    """Formats a state on one line."""
    moves = " ".join(("", "after", *state.path)) if state.path else ""
    return f"{format_node(state.root, wrapped)}{moves}\n"


def format_node(node: TreeNode, wrapped: bool = False) -> str:
    """Formats a subtree, with as few blanks as possible."""
    if node.value is not None:
        value = format_value(node.value)
        return f"{node.name}={value}" if node.name else f"({value})" if wrapped else value
    return f"{node.name}({' '.join(format_node(child, wrapped) for child in node.children)})".replace(") (", ")(")


def wraps_numbers(node: TreeNode) -> bool:
    """True if every number below a node is unnamed and alone in its parentheses."""
    return all(child.value is None and (_is_wrapped(child) or wraps_numbers(child)) for child in node.children)


def _is_wrapped(node: TreeNode) -> bool:
    return len(node.children) == 1 and node.children[0].value is not None and not node.children[0].name
