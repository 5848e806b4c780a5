"""The kit of a game: its rules, and everything else that the commands need.

A game is a module with `OPTIONS`, a dictionary from option names to help texts, and `make(**options)`, which takes the
options as strings and returns a `Kit`, or raises OptionError (see `errors`). Rules, a notation for moves and an
evaluation make a complete game; everything else has a default.

>>> from checkers_ab.core.game import Side
>>> class Matches:
...     def start(self): return 7, Side.MAX
...     def to_move(self, state): return state[1]
...     def moves(self, state): return [taken for taken in (1, 2, 3) if taken <= state[0]]
...     def play(self, state, taken): return state[0] - taken, state[1].opponent
...     def utility(self, state): return None if state[0] else -1 if state[1] is Side.MAX else 1
>>> kit = Kit(Matches(), name="matches", evaluations={"even": lambda state: 0}, outcomes=(-1, 1))
>>> kit.parse_move((7, Side.MAX), "3")
3
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING, Generic, TypeVar
from checkers_ab.core import values
from checkers_ab.core.case import read_cases
from checkers_ab.core.convention import ASSIGNMENT
from checkers_ab.core.errors import MoveError, OptionError, StateError
from checkers_ab.core.game import Comparable, Side
from checkers_ab.core.text import list_some

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from typing import Any, TextIO

    from checkers_ab.core.case import Case
    from checkers_ab.core.convention import Convention
    from checkers_ab.core.game import Game
    from checkers_ab.core.mistake import Mistake
    from checkers_ab.core.picture import Picture
    from checkers_ab.core.setup import BoardRow

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)

LONGEST_GAME = 120
"""The most plies of random play for `random_state`."""


class Wire(Generic[S, M]):
    """A wire format: another notation for moves, for exchange with other programs."""

    def __init__(self, *, format_move: Callable[[S, M], str], parse_move: Callable[[S, str], M]) -> None:
        """Both get the state before the move, too; `parse_move` raises MoveError."""
        self.format_move = format_move
        self.parse_move = parse_move


class Linear(Generic[S]):
    """An evaluation that is a sum of weighted features, those of MAX first and then the same of MIN."""

    def __init__(
        self,
        *,
        features: Callable[[S], tuple[int, ...]],
        right: tuple[int, ...],
        name_of: Callable[[tuple[int, ...]], str],
        clause_of: Callable[[tuple[int, ...]], str],
        fix: str,
    ) -> None:
        """`name_of` names wrong weights, `clause_of` says what a program with them does, `fix` what is right."""
        self.features = features
        self.right = right
        self.name_of = name_of
        self.clause_of = clause_of
        self.fix = fix


class Kit(Generic[S, M, V]):
    """A game with its notation, evaluations, pictures and explanations.

    Pass what differs from the defaults as keyword arguments, or override it in a subclass.
    """

    name = "game"
    """The name with its options, as in `--game`."""
    sides: Mapping[Side, str] = {Side.MAX: "MAX", Side.MIN: "MIN"}
    """The names of the two players."""
    sides_are_plural = False
    """True if the names are plurals: Footmen win, and Alice wins."""
    labels: Mapping[Side, str] = {}
    """The labels before the ply in a trace; by default the initials of the sides, or MAX and MIN if these are equal."""
    depth: int | None = 4
    """The default depth of a trace; None: to the end of the game."""
    outcomes: tuple[V, V] = values.OPEN
    """The values of a lost and a won game to MAX; any other final value is a draw."""
    instructions = ""
    """Sentences for an exercise sheet: how moves are written and in which order they come, and what h is."""

    def __init__(self, game: Game[S, M, V], **parts: Any) -> None:
        self.game = game
        for part, value in parts.items():
            if not hasattr(Kit, part):
                from checkers_ab.core.errors import nearest

                raise TypeError(f"a kit has no part {part!r}; {nearest(part, vars(Kit))}")
            setattr(self, part, value)
        if not self.labels:
            initials = {side: name[:1].upper() for side, name in self.sides.items()}
            self.labels = initials if len(set(initials.values())) == 2 else {side: side.name for side in Side}

    # Moves

    def format_move(self, move: M, /) -> str:
        """Formats a move for traces: without `;`, line end, or `,` outside parentheses."""
        return str(move)

    def parse_move(self, state: S, text: str, /) -> M:
        """Parses a legal move; raises MoveError for anything else."""
        if self.game.utility(state) is not None:
            raise MoveError("the game is over")
        legal = self.game.moves(state)
        for move in legal:
            if self.move_key(self.format_move(move)) == self.move_key(text):
                return move
        raise MoveError(f"expected a legal move, one of {list_some([*map(self.format_move, legal)])}")

    move_pattern = r"(?:\([^()\n]*+\)|[^;,()\s]|[^\S\n]+(?=[^;,\s]))++(?<!\.)"
    """A regular expression for the text of a move in a trace, legal or not; the default takes no period at the end."""
    near_move_pattern = ""
    """A regular expression for moves in the right spelling and in misspellings (see `near_move`); empty for none."""
    lone_move_pattern = ""
    """The same for misspellings that are accepted only if no move of the trace fits `near_move_pattern`."""
    move_example = ""
    """An example of a move for messages; by default a move of the initial state."""

    def move_key(self, text: str, /) -> Hashable:
        """A key that is equal for all accepted spellings of a move: blanks around punctuation are ignored."""
        import re

        return re.sub(r"\s*([(),])\s*", r"\1", " ".join(text.split()))

    def near_move(self, text: str, /) -> tuple[Hashable, Sequence[tuple[str, str, str]]]:
        """The key of a move that fits `near_move_pattern` or `lone_move_pattern`, and the slips in its spelling.

        Each slip is a name for its kind, the text found, and the text expected there.
        """
        return self.move_key(text), ()

    def format_key(self, key: Any, /) -> str:
        """Formats the move with a key for messages, legal or not."""
        return str(key)

    def move_of_key(self, key: Any, /) -> M | None:
        """The move with a key, for pictures of illegal moves; None if it can't be shown."""
        return None

    # Values

    evaluations: Mapping[str, Callable[[S], V]] = {}
    """Evaluations of states that are not over, by name; the first is the default.

    An evaluation raises ValueMissingError for a state that it can't evaluate.
    """

    def format_value(self, value: V, /) -> str:
        """Formats a value for traces."""
        return values.format_value(value)

    def parse_value(self, text: str, /) -> Any:
        """Parses a value of a trace; None if the text is not a value."""
        return values.parse_value(text)

    def explain_value(self, state: S, evaluation: str, /) -> str:
        """A clause that explains the value that an evaluation gives to a state; empty by default."""
        return ""

    # States

    def format_state(self, state: S, /) -> str:
        """Formats a state as in files, each line with its line end."""
        return f"{state!r}\n"

    def parse_state(self, text: str, /) -> S:
        """Parses a state; raises StateError. By default the text is a Python literal."""
        from ast import literal_eval

        game = self.game
        start = game.start()
        try:
            state: S = literal_eval(text.strip())
            sound = type(state) is type(start) and game.to_move(state) in Side
            if sound and (game.utility(state) is not None or game.moves(state)):
                return state
        except OptionError:
            raise
        except Exception:  # rules may raise anything for a value that is not a state
            pass
        raise StateError(1, 1, f"expected a state of {self.name} as Python writes it, such as {start!r}")

    def read_states(self, stream: TextIO, /) -> list[Case[S]]:
        """Reads all states of a file, one or more, under optional headings `case N`; raises StateError."""
        return read_cases(stream, self.parse_state)

    def parse_states(self, text: str, /) -> list[Case[S]]:
        """Parses all states of a text."""
        from io import StringIO

        return self.read_states(StringIO(text, newline=None))

    def inline(self, text: str, /) -> str | None:
        """The text of a state if the INPUT argument is the state itself; None if INPUT is a file name."""
        return None

    def picture(self, state: S, move: M | None = None, /) -> Picture:
        """The picture of a state, with the move that led to it marked."""
        from checkers_ab.core.picture import Lines

        return Lines(self.format_state(state).rstrip("\n").split("\n"))

    brushes: Mapping[str, str] = {}
    """The letters of the cells of a board in a file, each with its meaning; the first stands for an empty cell.

    A cell whose letter has an empty text can't be changed. Empty if states are not set up cell by cell.
    """

    def put(self, text: str, rows: Sequence[BoardRow], row: int, column: int, letter: str, /) -> str:
        """The text of a board, with these rows, after a letter was put in a cell (see `core.setup`)."""
        from checkers_ab.core.setup import replace_letter

        return replace_letter(text, rows[row], column, letter)

    def why_unfit(self, state: S, /) -> str:
        """A clause that says why a state can't be traced; empty if it can."""
        return ""

    def why_over(self, state: S, /) -> str:
        """A clause that says who won a finished game, and why."""
        value, (lost, won) = self.game.utility(state), self.outcomes
        winner = Side.MAX if value == won else Side.MIN if value == lost else None
        return f"{self.sides[winner]} {'have' if self.sides_are_plural else 'has'} won" if winner else "nobody has won"

    # Judging

    sentinel: int | None = None
    """A number of at least this size stands for infinity in a trace."""
    ends_are_implied = False
    """True if a trace may omit the value of a finished game."""

    def why_illegal(self, state: S, text: str, /) -> str:
        """A clause that says why a move, as written, is illegal in this state."""
        return "it is not a legal move here"

    def why_mandatory(self, state: S, text: str, /) -> str:
        """A sentence about a move that is illegal only because another is mandatory; empty for any other move."""
        return ""

    def owner_of_origin(self, state: S, key: Any, /) -> Side | None:
        """The side whose piece stands where the move with a key starts; None if none does, or games have no pieces."""
        return None

    def mistakes(self) -> Sequence[Mistake]:
        """The mistakes that are specific to this game."""
        return ()

    @property
    def linear(self) -> Linear[S] | None:
        """The usual evaluation as a sum of weighted features, so that wrong weights can be told; None if it is none."""
        return None

    paragraphs: Mapping[str, int] = {}
    """The rules that kinds of findings break, where the homework's rules are about this game."""

    # Searching

    conventions: Mapping[str, Convention] = {"assignment": ASSIGNMENT}
    """The conventions of courses for this game, by name."""
    move_orders: Mapping[str, Callable[[], Any]] = {}
    """Move orders for conventions, by name: each makes a game with `wrap(state)` and `unwrap(state)`."""
    orders: Mapping[str, Callable[[S, M], Any]] = {}
    """Sort keys for moves, by name; the smallest is tried first."""
    scripts: Mapping[str, Callable[[S], M]] = {}
    """Players that follow a fixed rule, by name."""
    script_sides: Mapping[str, Side] = {}
    """The side that a script plays, if it plays only one."""
    wires: Mapping[str, Wire[S, M]] = {}
    """Wire formats for moves, by name."""
    count_moves: Callable[[S], int] | None = None
    """A fast count of the legal moves of a state that is not over."""

    # States for exercises

    def examples(self) -> Sequence[tuple[str, str]]:
        """Files of states on which a program can be tried, each as a name and its text; none by default."""
        return ()

    features: Mapping[str, Callable[[S], bool]] = {}
    """Features of a state that exercises can ask for, by name."""
    search_features: Mapping[str, Callable[[S, M, S], bool]] = {}
    """Features of a search that exercises can ask for, by name, given a state, a move and the next state."""

    absences: Mapping[str, str] = {}
    """Clauses about states that lack a feature, by its name (see `trace.generate`): "has no king"."""

    def random_state(self, chance: random.Random, /) -> S | None:
        """A state in play, MAX to move, from a game of random moves; None if that game ended too early."""
        game = self.game
        state = game.start()
        for _ in range(2 * chance.randrange(1, LONGEST_GAME // 2)):
            if game.utility(state) is not None:
                return None
            state = game.play(state, chance.choice(game.moves(state)))
        return state if game.utility(state) is None else None

    def mirrored(self, state: S, /) -> S:
        """The mirror image of a state, which makes the same exercise; by default the state itself."""
        return state


AnyKit = Kit["Any", "Any", "Any"]
"""The kit of any game."""
