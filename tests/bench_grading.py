"""The cost of grading: 200 submissions of 6 cases, right programs in C, Python and Perl in turn."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from checkers_ab.sandbox.sampling import TimeCounter
from tests.sample_class.roster import HERE
from tests.support import PROGRAM

SUBMISSIONS = 200
PLAN = """
[cases]
public = ["cases"]
[program]
run = ["./hw4", "{input}", "{output}"]
"""
PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def bench(report: Callable[[str, float, str], None]) -> None:
    """Reports the processor time that box and judge add to a run, the gain of more jobs, and the memory."""
    missing = [tool for tool in ("bwrap", "gcc", "perl") if shutil.which(tool) is None]
    if missing:
        print(f"{'':10}(grading was not measured: no {' and no '.join(missing)} here)")
        return
    with TemporaryDirectory() as name:
        folder = Path(name)
        cases = _make_class(folder)
        # In turns, the best of two: whatever else the machine does only adds to it.
        turns = [
            [
                _processor(lambda: _run_plainly(folder, 8 * cases)) / (3 * 8 * len(cases)),
                _processor(partial(_grade, folder, "class", 1)) / (SUBMISSIONS * len(cases)),
                *(_seconds(partial(_grade, folder, "class", jobs)) for jobs in (1, 2)),
                *map(_compute, (1, 2)),
                _seconds(partial(_grade, folder, "class", 1, new=False)),
            ]
            for _ in range(2)
        ]
        plain, graded, one, two, alone, together, again = map(min, zip(*turns, strict=True))
        what = "milliseconds of the processor that box and judge add to a run, 200 submissions of 6 cases"
        report(what, 1000 * (graded - plain), "10 or less, 8 wanted")
        report("one job against two, the same class", one / two, "1.8 or more if the machine gains 1.85")
        print(f"{'':10}(the machine's own gain, two programs that only compute: {2 * alone / together:.2f})")
        report("submissions a second, a class that is graded already", SUBMISSIONS / again, "300 or more")
        few, many = _peak(folder, "few"), _peak(folder, "class")
        report("memory with 200 submissions against 20", many / few, "flat: 1.1 or less")
        print(f"{'':10}({many / 1000:.0f} MB at the most; the programs' own runs take {1000 * plain:.1f} ms)")


def bench_traces(report: Callable[[str, float, str], None]) -> None:
    """Reports how many submissions of handed-in traces are graded in a second, and the time to mark them again."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cases").mkdir()
        for board in (HERE / "cases").rglob("*.txt"):
            shutil.copy(board, folder / "cases")
        (folder / "plan.toml").write_text('[cases]\npublic = ["cases"]\n[traces]\n[points]\neach = 10\n')
        traces = {
            case.name: subprocess.run([PROGRAM, case], capture_output=True, check=True).stdout
            for case in (folder / "cases").iterdir()
        }
        for number in range(1000):
            student = folder / f"class/student-{number:04}"
            student.mkdir(parents=True)
            for case, trace in traces.items():
                (student / case).write_bytes(trace)
        seconds = _seconds(lambda: _grade(folder, "class", 1))
        report("submissions of six handed-in traces graded in a second, one job", 1000 / seconds, "90 or more")
        (folder / "plan.toml").write_text((folder / "plan.toml").read_text().replace("10", "7"))
        call = [PROGRAM, "grade", "mark", str(folder / "plan.toml"), str(folder / "results")]
        again = _seconds(lambda: subprocess.run(call, stdout=subprocess.DEVNULL, check=True))
        report("seconds to mark 1,000 submissions again from their findings", again, "5 or less")


def _make_class(folder: Path) -> list[Path]:
    shutil.copytree(HERE / "cases/public", folder / "cases")
    shutil.copytree(HERE / "cases/hidden", folder / "cases", dirs_exist_ok=True)
    (folder / "plan.toml").write_text(PLAN)
    programs = folder / "programs"
    programs.mkdir()
    subprocess.run(["gcc", "-O2", "-std=c99", "-o", programs / "c", HERE / "solvers/solver.c"], check=True)
    for name in ("solver.py", "solver.pl"):
        shutil.copy(HERE / "solvers" / name, programs)
        (programs / name).chmod(0o755)
    for place, count in (("class", SUBMISSIONS), ("few", SUBMISSIONS // 10)):
        for number, program in zip(range(count), cycle(sorted(programs.iterdir()))):
            student = folder / place / f"student-{number:03}"
            student.mkdir(parents=True)
            shutil.copy(program, student / "hw4")
    return sorted((folder / "cases").iterdir())


def _run_plainly(folder: Path, cases: list[Path]) -> None:
    environment = {"PATH": "/usr/bin:/bin"}  # as in the box
    for program in (folder / "programs").iterdir():
        for case in cases:
            subprocess.run([program, case, folder / "trace.txt"], check=True, env=environment)


def _command(folder: Path, place: str, jobs: int, *, new: bool = True) -> list[str]:
    results = folder / "results"
    if new:
        shutil.rmtree(results, ignore_errors=True)
    words = [folder / "plan.toml", folder / place, "-o", results, "--jobs", jobs]
    return [PROGRAM, "grade", "run", *map(str, words)]


def _grade(folder: Path, place: str, jobs: int, *, new: bool = True) -> None:
    subprocess.run(_command(folder, place, jobs, new=new), stdout=subprocess.DEVNULL, check=True)


def _compute(programs: int) -> float:
    """The seconds that some programs take at the same time, each of which only computes."""
    command = [sys.executable, "-c", "for i in range(20_000_000): pass"]

    def compute() -> None:
        for running in [subprocess.Popen(command) for _ in range(programs)]:
            running.wait()

    return _seconds(compute)


def _peak(folder: Path, place: str) -> float:
    """Kilobytes that the largest process held."""
    command = [sys.executable, "-c", PEAK, *_command(folder, place, 1)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _processor(work: Callable[[], object]) -> float:
    """The seconds of the processor that a function takes with all processes that it starts."""
    counter = TimeCounter(0)
    work()
    spent = counter.seconds
    counter.close()
    return spent
