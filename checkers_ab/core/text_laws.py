"""Laws about the notation, the pictures and the players of a game (see `laws`)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from checkers_ab.core.errors import MoveError, StateError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.law_checks import LawList, Sample, expect, few
from checkers_ab.core.picture import Branches, Grid, Lines, as_data, draw_text
from checkers_ab.core.values import OPEN

LAWS = LawList()
RESERVED = re.compile(
    r"none|alpha|beta|h|case\s*[0-9].*|(?:pruning|pruned?|cut)(?:[\s:].*)?", re.IGNORECASE | re.DOTALL
)
"""Words with another meaning in a trace, which can't be moves."""
NO_MOVES = ("", "nonsense", "\0", "(9,9)=>(9,9)", "z99", "1:Q")
NO_STATES = ("", "\n\n", "nonsense", "?\n" * 8, "(((", "{}", "None")


@LAWS.add(
    "The sides have names and labels of letters.", fix="Give sides={Side.MAX: ..., Side.MIN: ...}, labels likewise."
)
def _labels(sample: Sample) -> None:
    for what, names in (("sides", sample.kit.sides), ("labels", sample.kit.labels)):
        found = f"{what} is {dict(names)!r}"
        expect(set(names) == set(Side) and len(set(names.values())) == 2 and all(names.values()), found)
    expect(all(re.fullmatch("[A-Za-z]+", label) for label in sample.kit.labels.values()), found)


@LAWS.add(
    "A trace can hold every move.", fix="format_move() has no ';', no ',' outside parentheses, and fits move_pattern."
)
def _move_text(sample: Sample) -> None:
    for state in sample.going():
        for move in sample.moves(state):
            text = sample.kit.format_move(move)
            expect(isinstance(text, str) and text.isprintable(), f"format_move() is {text!r}")
            expect(text and text == text.strip(), f"format_move() is {text!r}, empty or with a blank at an end")
            split = ";" in text or "," in re.sub(r"\([^()]*\)", "", text) or text.endswith(".")
            expect(not split, f"format_move() is {text!r}, which a trace would split")
            expect(not RESERVED.fullmatch(text), f"format_move() is {text!r}, which is a word of the trace")
            fits = re.fullmatch(sample.kit.move_pattern, text)
            expect(fits, f"format_move() is {text!r}, and move_pattern is {sample.kit.move_pattern!r}")


@LAWS.add("The moves of a state have different texts.", fix="format_move() includes all that two moves can differ in.")
def _move_texts_differ(sample: Sample) -> None:
    for state in sample.going():
        seen: dict[Any, Any] = {}
        for move in sample.moves(state, most=None):
            text = sample.kit.format_move(move)
            other = seen.setdefault(sample.kit.move_key(text), move)
            expect(other == move, f"{other!r} and {move!r} are both written {text!r}")


@LAWS.add("A move that is written can be read.", fix="parse_move(state, format_move(move)) is the move.")
def _move_round_trip(sample: Sample) -> None:
    for state in sample.going():
        for move in sample.moves(state):
            text = sample.kit.format_move(move)
            read = sample.kit.parse_move(state, text)
            expect(read == move, f"{move!r} is written {text!r}, which is read as {read!r}")


@LAWS.add("Other texts than moves are refused.", fix="parse_move() raises MoveError for a text that is no legal move.")
def _no_move(sample: Sample) -> None:
    sample.state = state = sample.game.start()
    for text in NO_MOVES:
        expect(_refuses(MoveError, sample.kit.parse_move, state, text), f"{text!r} is read as a move")


@LAWS.add(
    "A state that is written can be read.", fix="parse_state(format_state(state)) == state, with the side to move."
)
def _state_round_trip(sample: Sample) -> None:
    for state in sample.states():
        text = sample.kit.format_state(state)
        expect(isinstance(text, str) and text.endswith("\n"), f"format_state() is {text!r}, without a line end")
        read = sample.kit.parse_state(text)
        expect(read == state, f"{state!r} is written {text!r}, which is read as {read!r}")


@LAWS.add(
    "Other texts than states are refused.", fix="parse_state() raises StateError(line, column, reason) for other texts."
)
def _no_state(sample: Sample) -> None:
    for text in NO_STATES:
        expect(_refuses(StateError, sample.kit.parse_state, text), f"{text!r} is read as a state")


@LAWS.add(
    "A file can hold several states under headings.", fix="No line of format_state() begins with 'case' and a number."
)
def _several_states(sample: Sample) -> None:
    states = few(list(sample.states()), 5)
    sample.state = None
    text = "\n".join(f"case {place}\n{sample.kit.format_state(state)}" for place, state in enumerate(states, 1))
    read = [(case.number, case.state) for case in sample.kit.parse_states(text)]
    expect(read == list(enumerate(states, 1)), f"{len(states)} states are read as {len(read)}, or as others")


@LAWS.add(
    "A value that is written can be read.", fix="parse_value(format_value(value)) == value; infinities as inf and -inf."
)
def _value_round_trip(sample: Sample) -> None:
    for state in sample.states():
        over = sample.game.utility(state)
        values = sample.values(state).values() if over is None else [over]
        for value in (*values, *OPEN):
            text = sample.kit.format_value(value)
            read = sample.kit.parse_value(text)
            same = read is not None and (read == value or float(read) == value)
            expect(same and not re.search(r"[;,\s]", text), f"{value!r} is written {text!r}, which is read as {read!r}")


@LAWS.add(
    "Every state has a picture.",
    fix="picture() returns a Grid with a name for each row and column, or Lines, or Branches.",
)
def _picture(sample: Sample) -> None:
    for state in few(list(sample.going()), 12):
        sample.state = state
        _expect_drawn(sample.kit.picture(state, None))
        for move in sample.moves(state):
            _expect_drawn(sample.kit.picture(sample.game.play(state, move), move))


def _expect_drawn(picture: Any) -> None:
    expect(isinstance(picture, Grid | Branches | Lines), f"picture() is a {type(picture).__name__}")
    if isinstance(picture, Grid):
        rows, columns = len(picture.rows), len(picture.columns)
        shape = [len(row) for row in picture.cells]
        expect(shape == [columns] * rows, f"{columns} columns and {rows} rows have names, the rows have {shape} cells")
        places = [*picture.marks, *picture.arrow]
        on_board = all(0 <= row < rows and 0 <= column < columns for row, column in places)
        expect(on_board, f"{places} are marked on a board of {rows} rows and {columns} columns")
    expect(isinstance(draw_text(picture), str) and json.dumps(as_data(picture)), "it can't be drawn")


@LAWS.add(
    "Reasons are given as text on one line.", fix="why_...() and explain_value() return a clause, or an empty text."
)
def _reasons(sample: Sample) -> None:
    kit = sample.kit
    for state in sample.ended():
        _expect_clause(kit.why_over(state))
    for state in sample.going():
        given = [kit.explain_value(state, name) for name in kit.evaluations]
        given += [kit.why_unfit(state), kit.why_illegal(state, _example(kit)), kit.why_mandatory(state, _example(kit))]
        for clause in given:
            _expect_clause(clause)


def _expect_clause(text: Any) -> None:
    expect(isinstance(text, str) and "\n" not in text, f"a reason is {text!r}")


def _example(kit: AnyKit) -> str:
    return kit.move_example or kit.format_move(kit.game.moves(kit.game.start())[0])


# Players and exercises


@LAWS.add("Scripts play legal moves.", fix="A script returns a move of moves(state); script_sides says whose it is.")
def _scripts(sample: Sample) -> None:
    for name, script in sample.kit.scripts.items():
        for state in sample.going():
            side = sample.game.to_move(state)
            if sample.kit.script_sides.get(name, side) is side:
                sample.move = script(state)
                expect(sample.move in sample.game.moves(state), f"{name} plays {sample.move!r}, which is not legal")


@LAWS.add(
    "Wires write moves so that they can be read.",
    fix="wire.parse_move(state, wire.format_move(state, move)) is the move.",
)
def _wires(sample: Sample) -> None:
    for name, wire in sample.kit.wires.items():
        for state in sample.going():
            for move in sample.moves(state):
                line = wire.format_move(state, move)
                read = wire.parse_move(state, line)
                expect(read == move, f"{name} writes {move!r} as {line!r}, and reads it as {read!r}")


@LAWS.add(
    "Random states are not over.",
    fix="random_state() returns None if the game was over before; mirrored() undoes itself.",
)
def _random_states(sample: Sample) -> None:
    for _ in range(20):
        state = sample.state = sample.kit.random_state(sample.chance)
        if state is not None:
            expect(sample.game.utility(state) is None, "the game is over")
            again = sample.kit.mirrored(sample.kit.mirrored(state))
            expect(again == state, f"mirrored twice it is {again!r}")
            for name, has in sample.kit.features.items():
                expect(isinstance(has(state), bool), f"the feature {name} is {has(state)!r}, not True or False")


def _refuses(error: type[Exception], parse: Callable[..., Any], *args: Any) -> bool:
    try:
        parse(*args)
    except error:
        return True
    return False
