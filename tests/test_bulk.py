"""Large files: the compiled modules write the same bytes, and small files do not load them."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from checkers_ab import format_board
from checkers_ab.cli.main import LARGE, how_built, is_large
from checkers_ab.core.game import Side
from tests import naive
from tests.support import ROOT, random_board, run_command

COMPILED = bool(os.environ.get("CHECKERS_AB_COMPILED"))
NAMES = "*(name for name, module in sys.modules.items() if (getattr(module, '__file__', '') or '').endswith('.so'))"
SOLVE = f"import sys; from checkers_ab.cli.main import main; main(); print({NAMES}, file=sys.stderr)"


def boards_of_a_large_file() -> list[str]:
    """The boards of a file that is just large enough, with many kings."""
    chance = random.Random(11)
    boards = [format_board(random_board(chance, 1 + number % 7).with_side(Side.MAX)) for number in range(LARGE // 72)]
    return [*boards, (ROOT / "inputs/assignment.txt").read_text()]


def test_a_large_file_has_the_traces_of_a_plain_solver_from_the_compiled_modules_if_there_are_any(
    tmp_path: Path,
) -> None:
    boards = boards_of_a_large_file()
    path = tmp_path / "large.txt"
    path.write_text("".join(boards))
    assert is_large(str(path))
    done = run_command([sys.executable, "-P", "-c", SOLVE, str(path)])
    assert done.returncode == 0, done.stderr
    traces = [naive.Solver().trace(naive.read(board)) for board in boards]
    expected = "\n".join(f"case{place}\n" + "\n".join([*trace, ""]) for place, trace in enumerate(traces, 1))
    assert done.stdout == expected
    loaded = {name for name in done.stderr.split() if name.startswith("checkers_ab")}
    assert ({"checkers_ab.core.search", "checkers_ab.games.checkers.rules", "checkers_ab.logs.lines"} <= loaded) is (
        COMPILED
    )
    assert bool(loaded) is COMPILED


def test_a_small_file_a_pipe_and_a_missing_file_are_not_large(tmp_path: Path) -> None:
    small = tmp_path / "small.txt"
    small.write_text("+" * (LARGE - 1))
    assert not any(map(is_large, (str(small), "-", str(tmp_path / "missing.txt"), "nul\0byte")))
    done = run_command([sys.executable, "-P", "-c", SOLVE, "inputs/several-cases.txt"])
    assert done.returncode == 0
    assert not [name for name in done.stderr.split() if name.startswith("checkers_ab")]


def test_bits_are_shifted_beyond_32_in_the_compiled_modules_too() -> None:
    code = (
        "from checkers_ab.cli.main import use_compiled_modules; use_compiled_modules();"
        "from checkers_ab.games.checkers import bits, rules;"
        "pairs = [(origin, target) for origin in range(62) for target in range(62) if abs(origin - target) > 5];"
        "assert all(bits.jumped(*pair) == 1 << sum(pair) // 2 for pair in pairs);"
        "assert all(bits.jumped(bit, bit + way) == 0 for bit in range(5, 58) for way in (-5, -4, 4, 5));"
        "assert [rules.PLAYS[33, target][:2] for target in (28, 29)] == [(1 << 33 | 1 << 28, 1 << 33),"
        " (1 << 33 | 1 << 29, 1 << 33)];"
        "print(bits.__file__.endswith('.py'))"
    )
    done = run_command([sys.executable, "-P", "-c", code])
    assert done.stdout == f"{not COMPILED}\n", done.stderr


def test_it_is_compiled_where_it_should_be() -> None:
    assert how_built() == ("compiled" if COMPILED else "plain Python")


def test_a_plain_solve_does_not_load_the_library() -> None:
    code = "import sys; from checkers_ab.cli.main import main; main(); print(*sys.modules, file=sys.stderr)"
    done = run_command([sys.executable, "-P", "-c", code, "inputs/opening.txt"])
    assert done.returncode == 0
    assert "checkers_ab.games.checkers.bits" in done.stderr.split()
    assert not [name for name in done.stderr.split() if name.endswith("__mypyc")]
