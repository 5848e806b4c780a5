"""The words of the sentences about a search; `sentences` chooses and fills them."""

from __future__ import annotations

WORDING = {
    "start": "Nothing has been looked at yet: the window is open as wide as can be.",
    "visit": "{mover} {tries} {move}. The game goes on, and {enemy} will answer within {window}.",
    "leaf": "{mover} {tries} {move}: h={value}.",
    "claimed": "{mover} {tries} {move}: the trace says h={value}.",
    "return": "{movers} {move} ({line}) comes back with {value}.",
    "return-least": "{movers} {move} ({line}) comes back with ≥ {value}. That is a bound: moves below it were cut.",
    "return-most": "{movers} {move} ({line}) comes back with ≤ {value}. That is a bound: moves below it were cut.",
    "answer": "The first move: {move}, worth {value} to {max}.",
    "answer-only": "The first move: {move}.",
    "equal": "Another first move is worth the same; the earlier one stands.",
    "equal-bound": "Another first move came back with the same number, but later, and that is only a bound.",
    "over": "The game was over before the first move.",
    "ends": "The trace ends here.",
    "text": "This line can't be followed on the board.",
    # The window after a value
    "raises": "alpha rises to {value}: {mover} can have {value} here.",
    "lowers": "beta falls to {value}: {mover} can hold {enemy} to {value} here.",
    "stays": "That is no {more} than {end}={own} ({own_line}), so the window stays.",
    "stays-open": "That is no {more} than {end}={own}, so the window stays.",
    "closed": "{closed}: the window has closed. The moves that are left here need not be looked at.",
    "closed-last": "{closed}: the window has closed. But no move is left here to cut.",
    # Cuts
    "cut": "{closed}: the other {count} moves are cut.",
    "cut-one": "{closed}: the other move is cut.",
    "cut-open": "The trace cuts moves here, but {open}: by its own values the window is open.",
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
    "who-wants": "A value says how good a position is for {max}. {max_role} will pick the move with the highest value, "
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
    "worth": "This is the last ply: the position is worth h={value} to {max}.",
    "claims": "The trace says that the position is worth h={value} to {max}.",
    "ended": "{why}, so h={value}.",
}

PRIMER = {
    "search": "search-is",
    "value": "who-wants",
    "alpha": "alpha-is",
    "beta": "beta-is",
    "window": "window-is",
    "cut": "cut-is",
    "bound": "bound-is",
    "trace": "trace-is",
}
"""The primer for a newcomer: words, and the phrases that say what they mean."""
