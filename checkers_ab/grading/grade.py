"""Grading one submission: it is unpacked, built, run and judged, with hints where it does not fit the plan."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from checkers_ab import __version__
from checkers_ab.core.errors import InputError
from checkers_ab.core.text import escape, printable
from checkers_ab.grading.judge import Judged, TooSlowError, at_most, diagnose, judge
from checkers_ab.grading.mark import (
    DOES_NOT_BUILD,
    GRADED,
    KILLED,
    RIGHT,
    UNREADABLE,
    WRONG,
    Mark,
    SubmissionResult,
    with_points,
)
from checkers_ab.grading.plan import GradingPlan, PlannedCase, Program, load_game
from checkers_ab.grading.submissions import Submission, gather, source_key
from checkers_ab.judge.report import Report
from checkers_ab.sandbox.box import Box, Job
from checkers_ab.sandbox.supervise import NOT_STARTED, Outcome
from checkers_ab.sandbox.unpack import IGNORED
from checkers_ab.sandbox.workspace import Workspace

WROTE_NOTHING, NO_TRACE = "wrote nothing", "no trace"
UNPACK_TIME, JUDGE_TIME = 60.0, 60.0
"""Seconds of the processor for unpacking a submission, and for judging a trace."""
INSTEAD = " Something was written to standard output instead."
PRINTS = "it writes to standard output: take {output} out of the plan's run, if it may do so"
LOG = 2000
"""Characters of a program's standard error that are kept."""

MESSAGES = {
    "time limit": "The program took more than {limits.time:g} seconds of the processor, "
    "or {limits.patience:g} by the clock.",
    "memory limit": "The program wanted more than {limits.memory:g} MB of memory.",
    "output limit": "The program wrote more than {limits.output:g} MB.",
    "process limit": "The program wanted more than {limits.processes} processes or threads at the same time.",
    NOT_STARTED: "The program could not be started: {reason}. Check that it exists, that it is executable, and "
    "that this system has the interpreter in its first line.",
    "disk limit": "The program wrote more than {limits.disk:g} MB of files.",
    KILLED: "The program was killed, and not for a limit: it kills itself or ends with exit code 137, or somebody else "
    "killed it. Ask the staff to run it again if you think that it was not the program.",
    WROTE_NOTHING: "The program ended well, but wrote no trace to {where}.",
    NO_TRACE: "There is no such file in the submission: {file}",
}
"""The message to the student about a run that failed, by its status."""


def grade(plan: GradingPlan, submission: Submission, box: Box | None, *, key: str = "") -> SubmissionResult:
    """The result of a submission. OSError and BoxError are faults of this machine, and no mark."""
    result = SubmissionResult(
        name=submission.name,
        status=GRADED,
        message="",
        marks=(),
        key=key,
        box=box.name if box else "",
        version=__version__,
        plan=plan.key,
        title=plan.title,
    )
    with Workspace() as workspace:
        source = workspace.folder / "source"
        try:
            with at_most(UNPACK_TIME, "reading it"):
                gather(submission, source, plan.limits, keep=plan.folders)
            program = source_key(source) if box else ""
            built = _build(plan, workspace, source, box)
        except (InputError, TooSlowError) as error:
            message = f"The submission can't be read: {error}."
            marks = _same_for_all(plan, UNREADABLE, message)
            return with_points(plan, replace(result, status=UNREADABLE, message=message, marks=marks, box=""))
        if isinstance(built, Outcome):
            message = " ".join(filter(None, (f"The build failed: {built.status}.", why_unfit(plan, source))))
            marks = _same_for_all(plan, KILLED if built.status == KILLED else DOES_NOT_BUILD, message)
            result = replace(result, status=DOES_NOT_BUILD, message=message, marks=marks, log=_tail(built.stderr))
            return with_points(plan, replace(result, program=program, hint=suggestion(plan, source)))
        judged = [
            _run_and_judge(plan, workspace, built, case, box) if box else _judge_file(plan, built, case)
            for case in plan.cases
        ]
        marks, mistakes = diagnose(plan, judged)
        hint = PRINTS if all(mark.message.endswith(INSTEAD) for mark in marks) else ""
        has_run = any(mark.status in (RIGHT, WRONG, WROTE_NOTHING) for mark in marks)
        if box and not has_run and (unfit := why_unfit(plan, source)):
            marks = tuple(replace(mark, message=f"{mark.message} {unfit}") for mark in marks)
            hint = suggestion(plan, source)
        return with_points(plan, replace(result, marks=marks, mistakes=mistakes, program=program, hint=hint))


def _build(plan: GradingPlan, workspace: Workspace, source: Path, box: Box | None) -> Path | Outcome:
    """The folder with the built program, or the outcome of a build that failed."""
    program = plan.program
    if program is None or not program.build or box is None:
        return source
    limits = replace(plan.limits, time=plan.limits.build_time, memory=plan.limits.build_memory, output=plan.limits.disk)
    job = Job(workspace=workspace, command=program.build, limits=limits, environment=plan.environment)
    built = workspace.folder / "built"
    done = box.build(job, source=source, target=built)
    return done if done.status else built


def _judge_file(plan: GradingPlan, folder: Path, case: PlannedCase) -> Judged:
    """The mark for a trace that was handed in as a file."""
    file = plan.traces.replace("{case}", case.name)
    path = folder / file
    if not path.is_file():
        return _failed(case, NO_TRACE, MESSAGES[NO_TRACE].format(file=file)), None
    if path.stat().st_size > plan.limits.longest_file:
        return _failed(case, "output limit", f"The trace is larger than {plan.limits.output:g} MB."), None
    return _judge(plan, case, path.read_bytes())


def _run_and_judge(plan: GradingPlan, workspace: Workspace, built: Path, case: PlannedCase, box: Box) -> Judged:
    """The mark for the trace that a program writes."""
    program = plan.program
    assert program is not None
    text = _headed(plan, case) if program.headings else case.text
    job = Job(
        workspace=workspace,
        command=program.command(),
        limits=plan.limits,
        environment=plan.environment,
        input=text.encode("utf-8", "surrogateescape"),
        input_name=program.input,
        output_name=program.output,
    )
    done = box.run(job, program=built)
    trace = done.output if program.output else done.stdout
    report: Report | None = None
    if done.status:
        mark = _mark_failure(plan, case, done, trace)
    elif trace.strip():
        mark, report = _judge(plan, case, trace)
    else:
        message = MESSAGES[WROTE_NOTHING].format(where=program.output or "standard output")
        if program.output and done.stdout:
            message += INSTEAD
        mark = _failed(case, WROTE_NOTHING, message)
    return replace(mark, seconds=round(done.seconds, 3)), report


def _judge(plan: GradingPlan, case: PlannedCase, trace: bytes) -> Judged:
    """The mark for a trace, and the report on it. TooSlowError if the judge takes too long: that is for the staff."""
    with at_most(JUDGE_TIME, f"judging the trace of {case.name}"):
        return judge(plan, case, trace.decode("utf-8", "surrogateescape"))  # line ends stay as they are


def _headed(plan: GradingPlan, case: PlannedCase) -> str:
    """The text of a case with a heading for every board."""
    kit = load_game(plan.game, plan.game_file)
    boards = (f"{one.label}\n{kit.format_state(one.state).rstrip()}\n" for one in kit.parse_states(case.text))
    return "\n".join(boards)


def _mark_failure(plan: GradingPlan, case: PlannedCase, done: Outcome, trace: bytes) -> Mark:
    """The mark for a run that failed."""
    usual = f"The program did not end well: {done.status}."
    reason = _tail(done.stderr)
    message = MESSAGES.get(done.status, usual).format(limits=plan.limits, reason=reason.strip())
    if message == usual and trace.strip() and _judge(plan, case, trace)[0].status == RIGHT:
        message += " The trace that it had written by then is right."
    return replace(_failed(case, done.status, message), log="" if reason and reason in message else reason)


def _failed(case: PlannedCase, status: str, message: str) -> Mark:
    return Mark(case=case.name, hidden=case.hidden, points=0.0, most=case.points, status=status, message=message)


def _same_for_all(plan: GradingPlan, status: str, message: str) -> tuple[Mark, ...]:
    return tuple(_failed(case, status, message) for case in plan.cases)


def _tail(text: str) -> str:
    """The end of a text, safe to show."""
    return escape(text[-LOG:], keep="\n\t", substitute="\N{REPLACEMENT CHARACTER}")


@cache
def program_key() -> str:
    """A hash of this program's source: another version may judge otherwise."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for path in sorted(package.rglob("*.py")):
        digest.update(os.fsencode(path.relative_to(package)) + b"\0" + path.read_bytes())
    return digest.hexdigest()


def grading_key(plan: GradingPlan, content: str, box: Box | None, again: str = "") -> str:
    """A hash of everything that findings depend on: `content` is the hash of the submission, `again` of notes."""
    parts = (plan.key, content, program_key(), box.name if box else "", again)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


BOM = b"\xef\xbb\xbf"
MOST_NAMED = 4
"""Files that are named; others are only counted."""
MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_FILE = re.compile(r"[\w*?./+-]*[\w*?]\.(?:py|java|cpp|cc|cxx|c|sh|pl|js|rb|jar|class)\b")
_CPP = ("cpp", "C++")
KINDS = {".java": ("java", "Java"), ".py": ("python", "Python"), ".cpp": _CPP, ".cc": _CPP, ".cxx": _CPP}
"""Languages that `grade init --for` knows, by the endings of their files."""


def why_unfit(plan: GradingPlan, folder: Path) -> str:
    """Sentences about a submission that could not be built or started, for the student; empty if all seems right."""
    if plan.program is None:
        return ""
    files = _files(folder)
    return " ".join([*_missing(plan.program, files), *_odd(plan.program, folder, files)])


def suggestion(plan: GradingPlan, folder: Path) -> str:
    """A hint for the grader about a submission without the files that the plan names; empty if it has them."""
    if plan.program is None:
        return ""
    files = _files(folder)
    wanted = [name for name in _wanted(plan.program) if not _has(files, name)]
    if not wanted:
        return ""
    found = next((KINDS[path.suffix] for path in files if path.suffix in KINDS), None)
    plan_for = f": a plan for {found[1]} is written by checkers-ab grade init --for {found[0]}" if found else ""
    return f"no {wanted[0]}; {_there(files)}{plan_for}"


def _files(folder: Path) -> list[Path]:
    """The files of a submission by their paths in it, those at the top first."""
    found = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    kept = [path for path in found if not set(path.parts) & set(IGNORED)]
    return sorted(kept, key=lambda path: (len(path.parts), path.as_posix()))


def _wanted(program: Program) -> Iterator[str]:
    """The files that the commands of a plan name and do not make themselves."""
    build = program.build[-1] if program.build[:2] == ("/bin/sh", "-c") else " ".join(program.build)
    if re.match(r"\s*make\b", build):
        yield "Makefile"
    run = " ".join(program.run)
    yield from dict.fromkeys(name.removeprefix("./") for name in _FILE.findall(f"{build} {run}"))
    started = program.run[0].removeprefix("./")
    if not program.build and started != program.run[0] and not _FILE.fullmatch(started):
        yield started


def _has(files: list[Path], name: str) -> bool:
    if name == "Makefile":
        return any(path.as_posix() in MAKEFILES for path in files)
    plain = name.removeprefix("./")
    # A pattern of `find` is looked for in every folder.
    return any(fnmatch(path.as_posix(), plain) or ("*" in plain and fnmatch(path.name, plain)) for path in files)


def _missing(program: Program, files: list[Path]) -> Iterator[str]:
    wanted = list(_wanted(program))
    missing = [name for name in wanted if not _has(files, name)]
    if not missing or (any("*" in name for name in missing) and len(missing) < len(wanted)):
        return
    elsewhere = next((path for path in files if path.name == missing[0] and len(path.parts) > 1), None)
    if elsewhere:
        yield f"{printable(missing[0])} is in the folder {printable(elsewhere.parent.as_posix())}, not at the top."
    else:
        yield f"There is no {printable(missing[0])} in the submission; {_there(files)}."
    if any(path.suffix == ".class" for path in files) and not any(path.suffix == ".java" for path in files):
        yield "A .class file is what the compiler makes: hand in the .java file."


def _there(files: list[Path]) -> str:
    top = [path.name for path in files if len(path.parts) == 1]
    names = top or [path.as_posix() for path in files]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    where = "at the top" if top else "below the top"
    return f"{', '.join(map(printable, names[:MOST_NAMED])) or 'nothing'}{more} {where}"


def _odd(program: Program, folder: Path, files: list[Path]) -> Iterator[str]:
    """Sentences about files that a system can't run or compile as they are."""
    started = program.run[0].removeprefix("./")
    for path in files:
        name = path.as_posix()
        if name != started and path.suffix != ".java" and name not in MAKEFILES:
            continue
        with open(folder / path, "rb") as stream:
            first = stream.readline(1000)
        shown = printable(name)
        if first.startswith(BOM):
            yield f"{shown} begins with a byte-order mark: save it as UTF-8 without one."
        if first.removeprefix(BOM).startswith(b"#!") and first.endswith(b"\r\n"):
            yield f"{shown} has Windows line ends, so its interpreter is not found: save it with Unix line ends."
        if name in MAKEFILES and first.endswith(b"\r\n"):
            yield f"{shown} has Windows line ends: save it with Unix line ends."
