"""The commands as the help of the program lists them: in groups, with an example each."""

from __future__ import annotations

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "For the homework": {
        "solve": ("checkers-ab board.txt", "the trace of a board (solve)"),
        "try": ("checkers-ab try ./hw4", "what is wrong with your program"),
        "view": ("checkers-ab view board.txt --open", "a page: the search, step by step"),
        "check": ("checkers-ab check board.txt mine.txt", "is this trace right?"),
        "explain": ("checkers-ab explain board.txt 57", "line 57 of the trace, in words"),
        "rule": ("checkers-ab rule 26", "a rule of the homework"),
        "tree": ("checkers-ab tree board.txt", "the search as a tree"),
        "board": ("checkers-ab board board.txt", "the board, drawn"),
    },
    "For a class": {
        "generate": ("checkers-ab generate next-term", "new boards, with their traces"),
        "exercise": ("checkers-ab exercise week3 --count 30", "a tree for each student, keys"),
        "site": ("checkers-ab site public --serve", "a web page with the judge in it"),
        "coverage": ("checkers-ab coverage inputs/*.txt", "the mistakes that boards can show"),
        "grade": ("checkers-ab grade run plan.toml handed-in", "programs or traces into marks"),
        "validate": ("checkers-ab validate in ans dir < trace", "a judge for contest systems"),
    },
    "Games": {
        "games": ("checkers-ab games", "the games there are"),
        "play": ("checkers-ab play connect4", "you against the search"),
        "match": ("checkers-ab match checkers --max search --min random", "players against each other"),
        "search": ("checkers-ab search amazons --time 5", "the best move"),
        "perft": ("checkers-ab perft checkers --depth 6", "counted move sequences"),
    },
    "Help": {
        "help": ("checkers-ab help check", "every option of a command"),
        "completion": ("checkers-ab completion", "what the tab key completes"),
    },
}
"""For each command a call, and what it gives."""
