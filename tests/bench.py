"""`make bench`: speed as ratios within one run, for machines are noisy, and the signature of the search."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import perf_counter

from checkers_ab import (
    Board,
    Case,
    Checkers,
    format_board,
    format_trace,
    parse_board,
    parse_boards,
    solve,
    write_trace,
)
from checkers_ab.cli.commands.players import Effort, search_state
from checkers_ab.core.observe import Statistics
from checkers_ab.core.perft import perft
from checkers_ab.core.setting import Setting
from checkers_ab.exercise.boards import StateSearch, parse_wish
from checkers_ab.games.amazons.bits import count_turns
from checkers_ab.games.amazons.turns import count_both
from checkers_ab.games.registry import make_game
from checkers_ab.judge.check import Judge
from checkers_ab.judge.coverage import Programs
from tests import bench_grading, bench_site, naive, naive_amazons
from tests.mistaken import Mistaken
from tests.support import INPUTS, ROOT

CHECKERS = make_game("checkers")
ENVIRONMENT = ROOT / "build/bench-venv"


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def ratio(slow: Callable[[], object], fast: Callable[[], object], *, rounds: int, repeat_fast: int = 1) -> float:
    """How many times as long one takes as the other: taken in turns, the median of each."""
    slow_times, fast_times = [], []
    for _ in range(rounds):
        slow_times.append(seconds(slow))
        fast_times.append(seconds(lambda: [fast() for _ in range(repeat_fast)]) / repeat_fast)
    return statistics.median(slow_times) / statistics.median(fast_times)


def opening() -> Board:
    return Checkers().start()


def assignment() -> Board:
    return parse_board((ROOT / "inputs/assignment.txt").read_text())


def signature() -> int:
    """The nodes of four searches, added up: it changes if and only if the search does."""
    total = 0
    for board in (opening(), assignment()):
        for depth in (4, 6):
            counted: Statistics[object, object] = Statistics()
            solve(board, depth=depth, observer=counted)
            total += counted.nodes
    return total


def trace_speed() -> None:
    for name, board in (("opening", opening()), ("assignment", assignment())):
        plain = naive.read(format_board(board))
        times = ratio(
            lambda plain=plain: naive.Solver().trace(plain),  # type: ignore[misc]
            lambda board=board: format_trace(board),  # type: ignore[misc]
            rounds=40,
            repeat_fast=6,
        )
        report(f"trace lines a second, {name}, against a plain list-of-lists solver", times, "5 or more, target 8")


def many_boards() -> None:
    texts = [path.read_text() for path in INPUTS if path.name != "game-over.txt"]
    boards = [case.state for text in texts for case in parse_boards(text)]
    many = "".join(map(format_board, boards)) * 20
    times = ratio(
        lambda: [format_trace(parse_board(format_board(board))) for board in boards],
        lambda: [format_trace(case.state) for case in parse_boards(many)],
        rounds=5,
    )
    report("one board at a time against many boards in a file, each board", times * 20, "1 or more")


def checking() -> None:
    """Lines a second of a check against those of a solve, on the same trace in a file."""
    trace = ROOT / "build/bench-trace.txt"
    trace.parent.mkdir(exist_ok=True)
    for name, board in (("opening", opening()), ("assignment", assignment())):
        cases = [Case("case1", 1, False, board, [])]

        def write(board: Board = board) -> None:
            with trace.open("w") as stream:
                write_trace(board, stream.write, depth=6)

        def check(cases: list[Case[Board]] = cases) -> None:
            Judge(Setting(CHECKERS, 6)).check(cases, trace.read_text())

        times = ratio(write, check, rounds=30)
        report(f"lines a second of check against solve, {name}, depth 6", times, "0.5 or more")


def files(count: int) -> tuple[list[Case[Board]], str]:
    """A file of boards and their traces."""
    boards = [case.state for path in INPUTS for case in parse_boards(path.read_text())]
    cases = [Case(f"case{number}", number, True, boards[number % len(boards)], []) for number in range(1, count + 1)]
    return cases, "".join(f"{case.label}\n{format_trace(case.state)}" for case in cases)


def checking_files() -> None:
    """The time of a check against that of a solve, and what one wrong case among right ones adds."""
    for count, rounds in ((1, 30), (100, 3), (10_000, 1)):
        cases, text = files(count)
        times = ratio(
            lambda: Judge(Setting(CHECKERS)).check(cases, text),  # noqa: B023
            lambda: [format_trace(case.state) for case in cases],  # noqa: B023
            rounds=rounds,
        )
        report(f"time of check against solve, {count:,} boards in a file", times, "2 or less")
    cases, text = files(1_000)
    wrong = text + f"case1001\n{Mistaken('kings-count-one').trace(naive.read(format_board(assignment())))}"
    more = [*cases, Case("case1001", 1001, True, assignment(), [])]
    times = ratio(
        lambda: Judge(Setting(CHECKERS)).check(more, wrong),
        lambda: Judge(Setting(CHECKERS)).check(cases, text),
        rounds=3,
    )
    report("time of 1,000 right cases and a wrong one against the right ones", times, "1.2 or less")


def diagnosing() -> None:
    """The time of a diagnosis: a slip that nothing explains, so that all sets are tried, and a set of three."""
    case = Case("case1", 1, False, assignment(), [])
    slip = format_trace(assignment()).replace("h=-3", "h=-2", 1)
    three = Mistaken("kings-count-one", "strict-cut", "letters-exchanged").trace(naive.read(format_board(assignment())))
    for what, trace in (("nothing explains a slip", slip), ("a set of three", three)):
        spent = seconds(lambda: Judge(Setting(CHECKERS)).check([case], trace))  # noqa: B023
        print(f"{'':10}(diagnosis, {what}: {spent:.3f} s)")


def generating() -> None:
    wishes = {name: parse_wish(CHECKERS, name) for name in ("unique-best", "cuts:20")}
    search = StateSearch(Programs(Setting(CHECKERS)), wishes)
    spent = seconds(lambda: list(islice((board for board in search.states(1) if board), 100)))
    print(f"{'':10}(100 boards with unique-best and cuts:20: {spent:.1f} s; 10 or less)")


def games() -> None:
    amazons = make_game("amazons")
    plain = naive_amazons.read(amazons.format_state(amazons.game.start()).split("\n", 1)[1])
    fast = seconds(lambda: perft(amazons.game, amazons.game.start(), 2, amazons.count_moves))
    times = ratio(
        lambda: naive_amazons.perft(plain, "W", 1),
        lambda: perft(amazons.game, amazons.game.start(), 1, amazons.count_moves),
        rounds=30,
        repeat_fast=20,
    )
    report("Amazons, counting the turns of the start, against a list-of-lists generator", times, "15 or more")
    print(f"{'':10}({4_307_152 / fast / 1e6:.0f} million turns counted a second, perft 2 on 10x10)")
    skirmish = make_game("skirmish:map=open")
    counts = [search_state(skirmish, skirmish.game.start(), Effort(depth=4, order=order)) for order in (None, "attack")]
    nodes = [found.progress.nodes for found in counts]
    report("nodes of skirmish:map=open at depth 4, without an order against with it", nodes[0] / nodes[1], "3 or more")
    checkers = make_game("checkers")
    deep = search_state(checkers, checkers.game.start(), Effort(depth=8, seconds=1e5)).progress.nodes
    once = search_state(checkers, checkers.game.start(), Effort(depth=8)).progress.nodes
    report("nodes of deepening to depth 8 against one search, checkers", deep / once, "1.6 or less")


def installed() -> str:
    """The program in a regular install of its own, with bytecode written."""
    if not ENVIRONMENT.exists():
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    pip = [str(ENVIRONMENT / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, str(ROOT)], check=True)
    subprocess.run([*pip, "--no-deps", "--force-reinstall", str(ROOT)], check=True)
    return str(ENVIRONMENT / "bin/checkers-ab")


def start_up(program: str) -> None:
    python = str(Path(program).with_name("python"))

    def call(*command: str) -> Callable[[], object]:
        return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

    nothing = call(python, "-c", "pass")
    times = ratio(call(program, str(ROOT / "inputs/assignment.txt")), nothing, rounds=30)
    report("start-up of checkers-ab FILE against python -c pass", times, "1.9 or less")
    wrapper = ratio(call(python, "-c", "import re, sys"), nothing, rounds=30)
    print(f"{'':10}(of which pip's wrapper: {wrapper:.2f})")


def large_file(program: str, boards: int = 2_000) -> None:
    """A file of boards of random games by the installed program, with the compiled modules and without them."""
    path = ROOT / "build/bench-large.txt"
    chance = random.Random(1)
    states = (CHECKERS.random_state(chance) for _ in iter(int, 1))
    path.write_text("".join(islice((format_board(state) for state in states if state), boards)))
    code = "import sys; from checkers_ab.cli import main; main.LARGE = sys.maxsize; main.main()"
    python = str(Path(program).with_name("python"))
    plain = [python, "-P", "-c", code, str(path)]
    times = ratio(
        lambda: subprocess.run(plain, stdout=subprocess.DEVNULL, check=True),
        lambda: subprocess.run([program, str(path)], stdout=subprocess.DEVNULL, check=True),
        rounds=5,
    )
    report(f"a file of {boards:,} boards, plain Python against the compiled modules", times, "1.8 or more if compiled")


def amazons_values() -> None:
    """Positions along a random game of Amazons, each with those that follow it, as a beam values them."""
    game = make_game("amazons").game
    chance = random.Random(3)
    state, groups = game.start(), []
    while game.utility(state) is None:
        moves = game.moves(state)
        groups.append([game.play(state, move) for move in moves[:100]])
        state = game.play(state, chance.choice(moves))
    third = len(groups) // 3
    for part, name in enumerate(("beginning", "middle", "end")):
        positions = [position for group in groups[part * third : (part + 1) * third] for position in group]
        times = ratio(
            lambda: [[count_turns(side, p.empty) for side in (p.white, p.black)] for p in positions],  # noqa: B023
            lambda: [count_both(p.white, p.black, p.empty) for p in positions],  # noqa: B023
            rounds=5,
        )
        report(f"Amazons, turns of positions that follow each other, {name}, against counting anew", times, "2 or more")


def report(what: str, times: float, wanted: str) -> None:
    print(f"{times:8.2f}  {what} ({wanted})", flush=True)


if __name__ == "__main__":
    trace_speed()
    many_boards()
    checking()
    checking_files()
    diagnosing()
    generating()
    games()
    amazons_values()
    bench_grading.bench(report)
    bench_grading.bench_traces(report)
    bench_site.bench()
    program = installed()
    start_up(program)
    large_file(program)
    print(f"signature {signature()}")
