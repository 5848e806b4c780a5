"""`make bench-peers`: the kernel against C, and against what else there is, in one run; tables for docs/performance.md.

Each contestant has an environment of its own below build/peers, made on the first call, and a limit of time.
"""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import subprocess
import sys
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.fen import format_fen
from tests.compiled import build_wheel, copy_source, install, why_no_compiler
from tests.support import ROOT
from tests.test_kernel import board_with_a_circle, random_board

FOLDER = ROOT / "build/peers"
HERE = Path(__file__).parent
PUBLISHED = [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673]
ROUNDS = 7
PATIENCE = 600
"""Seconds that a contestant may take altogether. Rates are by the time of the processor, so load does little harm."""

PEERS = {
    "open_spiel": ["open_spiel"],
    "py-draughts": ["py-draughts"],
    "pydraughts": ["pydraughts"],
    "imparaai-checkers": ["imparaai-checkers"],
    "easyAI": ["easyAI"],
    "aima3": ["aima3", "numpy"],
}
LABELS = {
    "C": "C, `gcc -O3 -march=native` (tests/peers/limit.c)",
    "compiled": "**checkers-ab, the kernel, compiled**",
    "kernel": "checkers-ab, the same kernel as plain Python",
    "core": "checkers-ab, the search for all games (plain Python)",
    "mailbox": "a dictionary of squares in Python (tests/naive_english.py)",
    "open_spiel": "OpenSpiel, C++ states from Python; its alpha-beta in Python",
    "py-draughts": "py-draughts",
    "pydraughts": "pydraughts",
    "imparaai-checkers": "imparaai-checkers",
    "easyAI": "easyAI, its Negamax on the dictionary of squares",
    "aima3": "aima3, its alpha-beta on the dictionary of squares",
}


def main() -> int:
    if why := why_no_compiler():
        print(f"the engine can't be compared with C: {why}", file=sys.stderr)
        return 2
    compiled = _compiled_python()
    ratios = _against_c(compiled)
    rates = {"C": ratios.pop("C"), "compiled": ratios.pop("compiled")}
    ours = Path(sys.executable)
    for name in ("kernel", "core", "mailbox"):
        rates[name] = _race(ours, name, PYTHONPATH=f"{ROOT}:{ROOT / 'tests'}")
    for name, packages in PEERS.items():
        python = _environment(name, packages)
        rates[name] = _race(python, name, PYTHONPATH=str(ROOT / "tests")) if python else {}
    print(f"{date.today()}, {_machine()}\n")
    print("\n".join(_table(rates)))
    print(f"\nOf C's rate in turns, the median of {ROUNDS}: " + ", ".join(f"{k} {v:.2f}" for k, v in ratios.items()))
    print(f"\n{_second_opinion()}\n")
    print("\n".join(_growth(compiled)))
    return 0


def _compiled_python() -> Path:
    with TemporaryDirectory() as folder:
        source = Path(folder, "source")
        source.mkdir()
        wheel, _ = build_wheel(copy_source(source), Path(folder, "wheels"))
        return install(wheel, FOLDER / "compiled")


def _environment(name: str, packages: list[str]) -> Path | None:
    """The Python of an environment with some packages; None, and a word about it, where they do not install."""
    python = FOLDER / name / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER / name], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    if subprocess.run(pip, check=False, stderr=subprocess.DEVNULL).returncode:
        print(f"{name} does not install", file=sys.stderr)
        return None
    return python


def _race(python: Path, name: str, seconds: float = 1.0, **environment: str) -> dict[str, Any]:
    """What a contestant reached; nothing where it failed or took too long."""
    command = [str(python), "-P", str(HERE / "race.py"), name, str(seconds)]
    print(f"{name} ...", file=sys.stderr, flush=True)
    try:
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return {}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _against_c(python: Path) -> dict[str, Any]:
    """Both kernels in turns, for machines are noisy: the median of each rate, and of the ratios."""
    program = FOLDER / "limit"
    subprocess.run(["cc", "-O3", "-march=native", HERE / "limit.c", "-o", program], check=True)
    found: dict[str, Any] = {"C": {}, "compiled": {}}
    for what, depth in (("perft", 11), ("alphabeta", 18)):
        rates: dict[str, list[float]] = {"C": [], "compiled": []}
        results = set()
        for _ in range(ROUNDS):
            words = subprocess.run([program, what, str(depth)], capture_output=True, text=True, check=True).stdout
            for name, line in (("C", words), ("compiled", _ours(python, what, depth))):
                result, positions, seconds = line.split()
                results.add((result, positions))
                rates[name].append(int(positions) / float(seconds))
        ((_, counted),) = results  # else C and the kernel disagree
        for name, measured in rates.items():
            found[name][what] = {"positions": int(counted), "seconds": int(counted) / statistics.median(measured)}
        found[what] = statistics.median(own / c for own, c in zip(rates["compiled"], rates["C"], strict=True))
    return found


def _ours(python: Path, what: str, depth: int) -> str:
    """The line that limit.c prints, from the compiled kernel."""
    calls = {
        "perft": f"(kernel.perft(*start, {depth}, False),) * 2",
        "alphabeta": f"(s := kernel.AlphaBeta(False)).value(*start, {depth}, kernel.LOST, -kernel.LOST), s.nodes",
    }
    code = (
        "from time import process_time; from checkers_ab.engine import kernel; start = 0, 0x1EFF, 0x7FBC00000, 0;"
        f"t = process_time(); found = {calls[what]}; print(*found, process_time() - t)"
    )
    return subprocess.run([python, "-P", "-c", code], capture_output=True, text=True, check=True).stdout


def _table(rates: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "| program | perft, leaves/s | compiled is faster by | alpha-beta, positions/s | compiled is faster by |",
        "|---|---:|---:|---:|---:|",
    ]
    own = {what: _rate(rates["compiled"], what) for what in ("perft", "alphabeta")}
    for name, measured in rates.items():
        cells = []
        for what, ours in own.items():
            rate = _rate(measured, what)
            times = ours / rate if rate else 0.0
            cells += [_short(rate), f"{times:,.0f}" if times >= 10 else f"{times:.2f}"] if rate else ["", ""]
        perft = measured.get("perft", {})
        if "result" in perft and perft["result"] != PUBLISHED[perft["depth"]]:
            cells[0] += f" (depth {perft['depth']}: {perft['result']:,}, published {PUBLISHED[perft['depth']]:,})"
        lines.append(f"| {LABELS[name]} | " + " | ".join(cells) + " |")
    return lines


def _rate(measured: dict[str, Any], what: str) -> float:
    return measured[what]["positions"] / measured[what]["seconds"] if what in measured else 0.0


def _short(rate: float) -> str:
    return f"{rate / 1e6:,.1f} M" if rate >= 1e6 else f"{rate / 1e3:,.1f} k"


def _second_opinion(boards: int = 300) -> str:
    """Whether pydraughts sees as many moves in positions with many kings."""
    python = _environment("pydraughts", PEERS["pydraughts"])
    if python is None:
        return "pydraughts, as a second opinion, does not install."
    chance = random.Random(9)
    asked = [board_with_a_circle(chance) if number % 3 == 0 else random_board(chance, 8) for number in range(boards)]
    asked = [board for board in asked if English().utility(board) is None]
    fens = "".join(f"{format_fen(board)}\n" for board in asked)
    command = [str(python), "-P", str(HERE / "race.py"), "opinions"]
    done = subprocess.run(command, input=fens, capture_output=True, text=True, timeout=PATIENCE, check=True)
    counts = [len(English().moves(board)) for board in asked]
    differing = [
        format_fen(board)
        for board, own, other in zip(asked, counts, map(int, done.stdout.split()), strict=True)
        if own != other
    ]
    said = f"pydraughts sees as many moves as we do in {len(asked) - len(differing)} of {len(asked)} positions"
    return f"{said}; not in {', '.join(differing[:5])}" if differing else f"{said}, {sum(counts)} moves in all."


def _growth(python: Path) -> list[str]:
    """How the cost of analyze grows with depth, from the start of English draughts."""
    code = (
        "from time import process_time; from checkers_ab.games.checkers.english import English as E;"
        "from checkers_ab.engine.analysis import Engine; e = Engine(E(), clock=process_time);"
        "e.analyze([E().start()], seconds=30, observer=lambda a: print(a.depth, a.nodes, a.seconds))"
    )
    done = subprocess.run([python, "-P", "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    lines = ["| depth | seconds so far | positions so far | times the depth before |", "|---:|---:|---:|---:|"]
    before = 0
    for line in done.stdout.splitlines():
        depth, nodes, seconds = line.split()
        if int(depth) > 8:
            lines.append(f"| {depth} | {float(seconds):.2f} | {int(nodes):,} | {int(nodes) / before:.2f} |")
        before = int(nodes)
    return lines


def _machine() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return f"{model}, {os.cpu_count()} cores, CPython {platform.python_version()}, {compiler}"


if __name__ == "__main__":
    begun = monotonic()
    code = main()
    print(f"{monotonic() - begun:.0f} s", file=sys.stderr)
    sys.exit(code)
