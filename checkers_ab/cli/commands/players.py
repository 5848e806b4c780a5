"""Making players by name, such as `random:seed=3`, `search:depth=6,beam=100`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import ge
from time import monotonic
from typing import Any

from checkers_ab.core.deepen import Progress, deepen
from checkers_ab.core.errors import OptionError, nearest
from checkers_ab.core.game import Game, Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.match import Player, RandomPlayer, ScriptedPlayer
from checkers_ab.core.observe import Statistics
from checkers_ab.core.order import Beam, Ordered
from checkers_ab.core.search import minimax, never
from checkers_ab.core.values import OPEN
from checkers_ab.games.registry import parse_options

AnyPlayer = Player[Any, Any]

KINDS = {
    "human": "you, at the terminal",
    "random": "any legal move; seed=N",
    "search": "depth=N, time=S, beam=K, eval=NAME, order=NAME, algorithm=NAME",
    "script": "the game's own scripted player, if it has one; name=NAME",
}
OPTIONS = {
    "random": {"seed": "a number"},
    "search": {
        "depth": "plies to look ahead",
        "time": "seconds a move",
        "beam": "keep only this many moves of each state",
        "eval": "the evaluation",
        "order": "the order of the moves",
        "algorithm": "alphabeta or minimax",
    },
    "script": {"name": "the script"},
}
"""The options of each kind of player, with a help text each."""
ALGORITHMS = ("alphabeta", "minimax")
USUAL_SECONDS = 1.0
DEEPEST = 200
"""The deepest search, in plies: the search is recursive."""


@dataclass(frozen=True, kw_only=True)
class Effort:
    """The settings of a search: depth, time, beam, evaluation, order, algorithm."""

    depth: int | None = None
    seconds: float | None = None
    beam: int | None = None
    evaluation: str | None = None
    order: str | None = None
    algorithm: str = "alphabeta"


@dataclass(frozen=True, kw_only=True)
class SearchOutcome:
    """The outcome of a search: the moves that a beam removed, and the states that it valued for that."""

    progress: Progress[Any, Any]
    left_out: int
    valued: int


def search_state(
    kit: AnyKit, state: Any, effort: Effort, observer: Callable[[Progress[Any, Any]], object] = lambda progress: None
) -> SearchOutcome:
    """Searches a state with the given settings."""
    evaluate = look_up("evaluation", effort.evaluation, kit.evaluations) or next(iter(kit.evaluations.values()))
    key = look_up("order", effort.order, kit.orders)
    cutoff = ge if effort.algorithm == "alphabeta" else never
    beams: list[Beam[Any, Any, Any]] = []

    def around(game: Game[Any, Any, Any]) -> Game[Any, Any, Any]:
        if key is not None:
            game = Ordered(game, key)
        if effort.beam is not None:
            beams.append(Beam(game, evaluate, effort.beam))
            game = beams[-1]
        return game

    if effort.seconds is not None and kit.depth is not None:  # a tree has values at its leaves alone
        progress = deepen(
            kit.game,
            state,
            evaluate=evaluate,
            window=OPEN,
            outcomes=kit.outcomes,
            seconds=effort.seconds,
            clock=monotonic,
            deepest=effort.depth or DEEPEST,
            exact=effort.beam is None,
            cutoff=cutoff,
            around=around,
            observer=observer,
        )
        return _outcome(progress, beams)
    statistics: Statistics[Any, Any] = Statistics()
    start = monotonic()
    result = minimax(
        around(kit.game),
        state,
        effort.depth,
        evaluate=evaluate,
        window=OPEN,
        cutoff=cutoff,
        observer=statistics,
    )
    progress = Progress(
        depth=statistics.depth,
        value=result.value,
        line=result.line,
        nodes=statistics.nodes,
        seconds=monotonic() - start,
        statistics=statistics,
    )
    return _outcome(progress, beams)


def _outcome(progress: Progress[Any, Any], beams: list[Beam[Any, Any, Any]]) -> SearchOutcome:
    left_out, valued = sum(beam.left_out for beam in beams), sum(beam.valued for beam in beams)
    return SearchOutcome(progress=progress, left_out=left_out, valued=valued)


def look_up(what: str, name: str | None, known: Any) -> Any:
    """Looks up a name in a table; raises OptionError if it is unknown. None without a name."""
    if name is None:
        return None
    if name not in known:
        raise OptionError(f"unknown {what} {name!r}; {nearest(name, known)}")
    return known[name]


class SearchPlayer:
    """Plays the best move of a search; sums up depth, nodes and seconds."""

    def __init__(self, kit: AnyKit, effort: Effort) -> None:
        self.kit = kit
        self.effort = effort
        self.searches = self.depths = self.nodes = 0
        self.seconds = 0.0

    def choose(self, state: Any, last: Any) -> Any:
        progress = search_state(self.kit, state, self.effort).progress
        self.searches += 1
        self.depths += progress.depth
        self.nodes += progress.nodes
        self.seconds += progress.seconds
        return progress.move


def parse_effort(listed: str) -> Effort:
    """Parses options such as `depth=6,time=2,beam=100,eval=mobility`."""
    options = parse_options(listed, OPTIONS["search"], "search has no option")
    depth, beam = _whole("depth", options.get("depth"), DEEPEST), _whole("beam", options.get("beam"), 10**9)
    seconds = _seconds(options.get("time"))
    if depth is None and seconds is None:
        seconds = USUAL_SECONDS
    algorithm = options.get("algorithm", "alphabeta")
    if algorithm not in ALGORITHMS:
        raise OptionError(f"unknown algorithm {algorithm!r}; {nearest(algorithm, ALGORITHMS)}")
    return Effort(
        depth=depth,
        seconds=seconds,
        beam=beam,
        evaluation=options.get("eval"),
        order=options.get("order"),
        algorithm=algorithm,
    )


def _whole(name: str, text: str | None, most: int) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 0 < int(text) <= most):
        raise OptionError(f"{name} must be a whole number from 1 to {most}, found {text!r}")
    return int(text)


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise OptionError(f"time must be a number of seconds above 0, found {text!r}")
    return seconds


def make_player(
    kit: AnyKit,
    text: str,
    *,
    seed: int | str,
    side: Side | None = None,
    human: Callable[[], AnyPlayer] | None = None,
) -> AnyPlayer:
    """Makes a player from its name with options; raises OptionError with the known names.

    `side` is its side, if known; `human` makes a human player, if possible.
    """
    name, _, listed = text.partition(":")
    if name == "human" and human is not None and not listed:
        return human()
    if name == "random":
        options = parse_options(listed, OPTIONS["random"], "random has no option")
        return RandomPlayer(kit.game, f"{options.get('seed')} {seed}")
    if name == "search":
        effort = parse_effort(listed)
        look_up("evaluation", effort.evaluation, kit.evaluations)
        look_up("order", effort.order, kit.orders)
        return SearchPlayer(kit, effort)
    if name == "script":
        return _scripted(kit, listed, side)
    if name == "human":
        raise OptionError("a human can't play here: choose another player")
    known = KINDS if human is not None else {key: KINDS[key] for key in KINDS if key != "human"}
    raise OptionError(f"unknown player {text!r}; {nearest(name, known)}")


def _scripted(kit: AnyKit, listed: str, side: Side | None) -> AnyPlayer:
    options = parse_options(listed, OPTIONS["script"], "script has no option")
    if not kit.scripts:
        raise OptionError(f"{kit.name.partition(':')[0]} has no scripted player")
    name = options.get("name", next(iter(kit.scripts)))
    script = look_up("script", name, kit.scripts)
    if side is not None and kit.script_sides.get(name, side) is not side:
        raise OptionError(f"the script {name!r} plays {kit.sides[kit.script_sides[name]]} only")
    return ScriptedPlayer(script)
