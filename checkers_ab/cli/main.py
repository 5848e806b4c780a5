"""The entry point. A call with only a file is handled before click is imported; all others go through click."""

from __future__ import annotations

import gc
import os
import sys

import checkers_ab.core
import checkers_ab.games.checkers
import checkers_ab.logs
from checkers_ab.cli.io import MissingFile, refusal, say
from checkers_ab.core.errors import InputError, MoveError, StateError
from checkers_ab.core.text import os_reason

COMMANDS = (
    "solve",
    "try",
    "view",
    "check",
    "explain",
    "rule",
    "tree",
    "board",
    "generate",
    "exercise",
    "site",
    "coverage",
    "grade",
    "validate",
    "games",
    "play",
    "match",
    "search",
    "perft",
    "help",
    "completion",
)
"""The commands; each is in the module of `cli.commands` with the same name, `try` in `try_`."""

LARGE = 3_000
"""The least bytes of a file for which it pays to load the compiled modules: some 40 boards."""

OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Loading modules leaves no garbage, and each search one cycle: more frequent collections look in vain."""

BAD_INPUT = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
OUR_FAULT = 3


def script() -> int:
    """The installed program: `main`, but the interpreter is not taken apart after a plain solve.

    That would take longer than the trace of a board, and there is nothing to clean up.
    """
    code = main()
    if solves_file(sys.argv[1:]):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            try:
                stream.flush()
            except (OSError, ValueError):
                pass
        os._exit(code)
    return code


def main() -> int:
    """Runs the command line and returns the exit code; raises only SystemExit."""
    args = sys.argv[1:]
    try:
        code = run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return abandon_stdout(INTERRUPTED)
    except MissingFile as error:
        hint = "" if args[0] in COMMANDS or error.near else near_command(error.path)
        say(f"{refusal(error)}{hint}")
        return BAD_INPUT
    except InputError as error:
        if isinstance(error, StateError | MoveError):  # no command lets one through: a game is to blame
            return abandon_stdout(explain_failure(error))
        say(refusal(error))
        return BAD_INPUT
    except BaseException as error:  # users never see a traceback, and a user's file may raise anything
        return abandon_stdout(explain_failure(error))


def explain_failure(error: BaseException) -> int:
    """Reports an unexpected error, in a user's file or in this program; returns the exit code.

    What only ends the program is raised again.
    """
    if isinstance(error, BrokenPipeError) and error.errno:  # a user's file that raises it gives no number
        return CLOSED_PIPE
    plugins = sys.modules.get("checkers_ab.core.plugins")
    blamed = plugins.blame_loaded(error) if plugins else None
    if blamed is None and isinstance(error, OSError):
        say(f"can't write the output: {os_reason(error)}")
        return BAD_INPUT
    if os.environ.get("CHECKERS_AB_DEBUG") or not (blamed or isinstance(error, Exception)):
        raise error
    if blamed:
        say(blamed)
        return BAD_INPUT
    logs = sys.modules.get("checkers_ab.logs.base")
    for log in logs.found_elsewhere if logs else ():
        say(f"{log}: the log failed: {type(error).__name__}: {error}")
        say("  hint: an event that it yields may be none that docs/new-log.md lists")
        return BAD_INPUT
    registry = sys.modules.get("checkers_ab.games.registry")
    for game in registry.made_elsewhere if registry else ():
        say(f"{game}: the game failed: {type(error).__name__}: {error}")
        say(f"  hint: it may break a law: checkers-ab games --test {game}")
        return BAD_INPUT
    say(f"checkers-ab: a fault of our own: {type(error).__name__}: {error}")
    say("  hint: set CHECKERS_AB_DEBUG=1 to see where, and report it with the input")
    return OUR_FAULT


def solves_file(args: list[str]) -> bool:
    """True if the arguments are an INPUT and nothing else."""
    return len(args) == 1 and args[0] not in COMMANDS and (args[0] == "-" or not args[0].startswith("-"))


def run(args: list[str]) -> int:
    if solves_file(args):
        gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
        if is_large(args[0]):
            use_compiled_modules()
        from checkers_ab.cli.solving import solve_file

        return solve_file(args[0])
    from checkers_ab.cli.app import call

    return call(args)


def is_large(path: str) -> bool:
    """True for a file of many boards; False for a pipe, whose size is not known, and for no file at all."""
    try:
        return os.stat(path).st_size >= LARGE
    except (OSError, ValueError):
        return False


def near_command(word: str) -> str:
    """A suggestion if a missing file looks like a mistyped command; else empty."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), COMMANDS, n=1)
    return f"\n  hint: did you mean the command {near[0]!r}? see checkers-ab {near[0]} --help" if near else ""


def abandon_stdout(code: int) -> int:
    """Redirects stdout to the null device, so that the interpreter does not flush it again at exit."""
    if sys.stdout is not None:
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (OSError, ValueError):
            pass
    return code


COMPILED = os.path.join(os.path.dirname(checkers_ab.__file__), "compiled")


def how_built() -> str:
    """`compiled` or `plain Python`, the latter without a compiler and in an editable install."""
    return "compiled" if os.path.isdir(COMPILED) else "plain Python"


def use_compiled_modules() -> None:
    """Lets later imports find the compiled modules first. Without them nothing changes."""
    for package in (checkers_ab.core, checkers_ab.games.checkers, checkers_ab.logs):
        package.__path__.insert(0, os.path.join(COMPILED, *package.__name__.split(".")[1:]))
