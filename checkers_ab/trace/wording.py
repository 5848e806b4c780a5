"""The findings in words: what is wrong, in the student's terms, what was expected and what was found."""

from __future__ import annotations

from collections.abc import Sequence

from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.notation import format_square
from checkers_ab.games.checkers.rules import Value
from checkers_ab.trace.faults import NAMES, format_path, is_missed_jump, why_illegal
from checkers_ab.trace.finding import Finding, Scene, clip, spell, spell_window
from checkers_ab.trace.meaning import Squares
from checkers_ab.trace.node import Node
from checkers_ab.trace.reader import Cut, Ended, Event, First, Heading, Oddity, Tried, Unreadable, side_letter


def scene_of(node: Node, move: Squares | None = None) -> Scene:
    known = not (node.unsure or node.lenient)
    return Scene(
        board=node.board,
        path=node.path(),
        window=(node.window.alpha, node.window.beta) if known else None,
        move=move,
    )


def label(node: Node) -> str:
    return f"{side_letter(node.side)}{node.ply}"


def write_move(move: Squares) -> str:
    return "=>".join(map(format_square, move))


def write_moves(moves: Sequence[Squares]) -> str:
    return ", ".join(map(write_move, sorted(moves)))


def refused_move(
    node: Node, event: Tried | Cut, path: tuple[tuple[int, int], ...], move: Squares | None, legal: Sequence[Squares]
) -> Finding:
    """A move that is not to be had at this node."""
    written = format_path(path)
    if not legal:
        kind, message, expected = "illegal-move", "The game is over before the first move.", "first move: none."
    elif move in legal:
        kind, message = "repeated-move", f"{written} was searched or pruned at this node before."
        if not node.left and node.parent is not None:
            message += f" Or is the line of the move at ply {node.ply - 1} missing that leads here?"
        expected = "each legal move once"
    elif is_missed_jump(node.board, move):
        kind, message = "missed-jump", f"{written} is a step, but {NAMES[node.side]} has a jump and must take it."
        expected = write_moves(legal)
    else:
        kind, message = "illegal-move", f"{written} is not legal: {why_illegal(node.board, path, move)}."
        expected = f"one of {write_moves(legal)}"
    return Finding(
        kind=kind, line=event.line, message=message, expected=expected, found=written, scene=scene_of(node, move)
    )


def wrong_side(node: Node, event: Tried | Cut) -> Finding:
    return Finding(
        kind="format",
        line=event.line,
        message=f"It is {NAMES[node.side]}'s move at ply {node.ply}.",
        expected=label(node),
        found=f"{side_letter(event.side)}{event.ply}",
        scene=scene_of(node),
    )


def orphan(node: Node, event: Tried | Cut) -> Finding:
    deeper = f"{side_letter(event.side)}{event.ply}"
    return Finding(
        kind="missing-move",
        line=event.line,
        message=f"This line is at {deeper}, but no move at ply {event.ply - 1} above it leads there.",
        expected=f"a line at ply {node.ply} or less",
        found=deeper,
        scene=scene_of(node),
    )


def missing_moves(node: Node, line: int) -> Finding:
    should = "should have been named as pruned" if node.window.closed else "should have been searched"
    count = f"{len(node.left)} of {NAMES[node.side]}'s moves at {label(node)}"
    return Finding(
        kind="missing-move",
        line=line,
        message=f"Before this line, {count} {should}.",
        expected=f"{label(node)}: {'pruning ' if node.window.closed else ''}{write_moves(list(node.left))}",
        found="nothing",
        scene=scene_of(node),
    )


def wrong_h(node: Node, event: Tried, move: Squares, child: Board, value: Value, over: bool) -> Finding:
    if event.h is None:
        message = "This is the last ply, so the line must give h."
    elif over:
        message = f"This move ends the game, so h is {spell(value)}."
    else:
        message = f"h is {spell(value)} on the board after {format_path(event.path)}: {_count(child)}."
    return Finding(
        kind="wrong-h",
        line=event.line,
        message=message,
        expected=f"h={spell(value)}",
        found="no h" if event.h is None else f"h={spell(event.h)}",
        scene=scene_of(node, move),
    )


def h_too_early(node: Node, event: Tried, h: Value, move: Squares) -> Finding:
    return Finding(
        kind="wrong-h",
        line=event.line,
        message="The game goes on after this move and it is not the last ply, so no h belongs here.",
        expected="no h",
        found=f"h={spell(h)}",
        scene=scene_of(node, move),
    )


def wrong_end(node: Node, event: Ended, value: Value | None) -> Finding:
    found = f"h={spell(event.h)}"
    if value is not None and event.side is node.side:
        return Finding(
            kind="format",
            line=event.line,
            message=f"It would be {NAMES[node.side.opponent]}'s move here, if the game had not ended.",
            expected=f"{side_letter(node.side.opponent)}{event.ply}",
            found=f"{side_letter(event.side)}{event.ply}",
        )
    if value is None:
        return Finding(
            kind="format",
            line=event.line,
            message="This line has a value but no move, and the move above it did not end the game.",
            expected="a move after the label",
            found=found,
        )
    return Finding(
        kind="wrong-h",
        line=event.line,
        message=f"The game ended with the move above, so h is {spell(value)} here.",
        expected=f"h={spell(value)}",
        found=found,
        scene=scene_of(node),
    )


def missed_cut(node: Node, event: Tried, move: Squares) -> Finding:
    window = spell_window(node.window.shown())
    return Finding(
        kind="missed-cut",
        line=event.line,
        message=f"The window had closed here, at {window}: this move and those after it should have been pruned.",
        expected=f"pruning {format_path(event.path)}, ...",
        found=format_path(event.path),
        scene=scene_of(node, move),
    )


def early_cut(node: Node, event: Cut) -> Finding:
    window = spell_window((node.window.alpha, node.window.beta))
    return Finding(
        kind="early-cut",
        line=event.line,
        message=f"The window is still open here, at {window}: these moves must be searched.",
        expected=f"{format_path(event.paths[0])} searched",
        found=f"pruning {format_path(event.paths[0])}",
        scene=scene_of(node),
    )


def wrong_window(node: Node, event: Cut, window: tuple[Value, Value]) -> Finding:
    return Finding(
        kind="wrong-window",
        line=event.line,
        message=f"The window that closed here is {spell_window(window)}.",
        expected=spell_window(window),
        found=spell_window((event.alpha, event.beta)),
        scene=scene_of(node),
    )


def wrong_answer(root: Node, event: First, message: str, expected: str) -> Finding:
    return Finding(
        kind="wrong-first-move",
        line=event.line,
        message=message,
        expected=f"first move: {expected}.",
        found="first move: none." if event.path is None else f"first move: {format_path(event.path)}.",
        scene=scene_of(root),
    )


def truncated(line: int, last: Unreadable | None, *, empty: bool = False) -> Finding:
    message = "The trace ends before its 'first move' line."
    if empty:
        message = "The trace is empty." if line == 1 else "There is no trace for this case."
    elif last is not None:
        message = f"The trace ends with a line that can't be read: {last.reason}."
    return Finding(
        kind="truncated",
        line=line,
        message=message,
        expected="a trace, up to 'first move: ...'",
        found=clip(last.text) if last else "the end of the text",
    )


def interrupted(event: Heading) -> Finding:
    return Finding(
        kind="truncated",
        line=event.line,
        message="Another case begins before this trace has named its first move.",
        expected="first move: ...",
        found=clip(event.text),
    )


def surplus(event: Event) -> Finding:
    return Finding(
        kind="format",
        line=event.line,
        message="The trace is over, and the input has no other board.",
        expected="the end of the text",
        found=clip(event.text) if isinstance(event, Unreadable) else "another trace",
    )


def unreadable(event: Unreadable) -> Finding:
    return Finding(
        kind="format",
        line=event.line,
        message=f"This line can't be read: {event.reason}.",
        expected="a line of the trace",
        found=clip(event.text),
    )


def odd_bars(event: Oddity) -> Finding:
    return Finding(
        kind="format",
        line=event.line,
        message=f"The bars do not fit the label: {event.reason}.",
        expected=event.expected,
        found=clip(event.text),
    )


def _count(board: Board) -> str:
    """The pieces that h adds up."""

    def side(pieces: int) -> str:
        kings = (pieces & board.kings).bit_count()
        men = pieces.bit_count() - kings
        return f"{men} {'man' if men == 1 else 'men'} and {kings} {'king' if kings == 1 else 'kings'}"

    return f"Alice has {side(board.alice)}, Bill {side(board.bill)}, and a king counts twice"
