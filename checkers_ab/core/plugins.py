"""Loading Python files of users. Errors in them are reported with file and line.

A file is loaded under a unique module name, so that it never shadows another module. Its folder is at the end of the
import path, and only while the file is loaded.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from types import CodeType, ModuleType, TracebackType
from typing import Any
from zlib import crc32

from checkers_ab.core.errors import OptionError, ValueMissingError, nearest
from checkers_ab.core.files import Terminated
from checkers_ab.core.text import printable, shorten

LONGEST_REASON = 300
"""The most characters of an exception's text in a message."""

FROM_OUTSIDE = (KeyboardInterrupt, Terminated)
"""Exceptions that a user or the system causes, in whatever code they are raised."""

_loaded: dict[str, tuple[tuple[int, int], ModuleType]] = {}
"""Loaded modules by real path, each with the modification time and size of its file."""

_called: dict[str, None] = {}
"""The files whose code was called, as the user named them."""


class _Uncached(SourceFileLoader):
    """Compiles a file without a bytecode cache."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def load_file(path: str) -> ModuleType:
    """Loads a Python file as a module; raises OptionError with file, line and reason.

    A file is run again only if it has changed.
    """
    stamp = _stamp(path)
    real = os.path.realpath(path)
    if real in _loaded and _loaded[real][0] == stamp:
        return _loaded[real][1]
    stem = os.path.splitext(os.path.basename(real))[0]
    name = f"{stem}_{crc32(os.fsencode(real)):08x}".replace(".", "_")
    spec = spec_from_file_location(name, real, loader=_Uncached(name, real))
    assert spec is not None, "a file with a loader has a spec"
    module = sys.modules[name] = module_from_spec(spec)  # dataclasses and pickle look there
    assert spec.loader is not None
    try:
        call(path, spec.loader.exec_module, module, folder=os.path.dirname(real))
    except BaseException:
        del sys.modules[name]
        raise
    _loaded[real] = stamp, module
    return module


def load_function(path: str, name: str) -> Callable[..., Any]:
    """Returns a function of a Python file; raises OptionError if there is none of that name."""
    functions = {known: value for known, value in vars(load_file(path)).items() if callable(value)}
    if name not in functions:
        own = [known for known in functions if not known.startswith("_")]
        raise OptionError(f"{printable(path)}: it has no function {name!r}; {nearest(name, own)}")
    function: Callable[..., Any] = functions[name]
    return function


def blame_loaded(error: BaseException) -> str | None:
    """Formats an error that was raised in a user's file, with file and line; None for any other error."""
    if not isinstance(error, FROM_OUTSIDE):
        for file in _called:
            if any(_lines(error.__traceback__, file)):
                return blame(error, file)
    return None


@contextmanager
def blaming() -> Iterator[None]:
    """Turns whatever is raised in a user's file into an OptionError that can be sent to another process."""
    try:
        yield
    except BaseException as error:
        reason = None if isinstance(error, OptionError | ValueMissingError) else blame_loaded(error)
        if reason is None:
            raise
        raise OptionError(reason) from None


def _stamp(path: str) -> tuple[int, int]:
    """The modification time and size of a file; raises OptionError if there is no such file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        if isinstance(error, PermissionError):
            raise OptionError(f"{printable(path)}: permission denied") from None
        raise OptionError(f"{printable(path)}: no such file{_near(path)}") from None
    if not stat.S_ISREG(found.st_mode):
        what = "is a directory" if stat.S_ISDIR(found.st_mode) else "is no regular file"
        raise OptionError(f"{printable(path)}: {what}, expected a Python file{_near(path)}")
    return found.st_mtime_ns, found.st_size


def _near(path: str) -> str:
    """A suggestion of the Python file with the most similar name; empty if there is none."""
    folder, name = os.path.split(path.rstrip("/"))
    try:
        files = [file for file in os.listdir(folder or ".") if file.endswith(".py") and file != name]
    except (OSError, ValueError):
        return ""
    near = get_close_matches(name, files, n=1)
    return f"; did you mean {printable(os.path.join(folder, near[0]))}?" if near else ""


def call(file: str, function: Callable[..., Any], *args: Any, folder: str = "", **options: Any) -> Any:
    """Calls a function of a user's `file`; any exception becomes an OptionError with file and line.

    An OptionError passes unchanged. `folder` is at the end of the import path during the call.
    """
    _called[file] = None
    added = folder != "" and folder not in sys.path
    if added:
        sys.path.append(folder)
    try:
        return function(*args, **options)
    except (OptionError, *FROM_OUTSIDE):
        raise
    except BaseException as error:
        raise OptionError(blame(error, file, function)) from error
    finally:
        if added and folder in sys.path:
            sys.path.remove(folder)


def blame(error: BaseException, file: str, function: Callable[..., Any] | None = None) -> str:
    """Formats an error in a user's code: `nim.py:12: ZeroDivisionError: division by zero`.

    The line is the innermost one in `file`, or else the first line of `function`.
    """
    if isinstance(error, SyntaxError):
        place = file if not error.filename or _same(error.filename, file) else error.filename
        return f"{printable(place)}:{error.lineno or 1}: {_reason(error.msg)}"
    said = _said(error)
    code = getattr(function, "__code__", None)
    begins = [code.co_firstlineno] if code and _same(code.co_filename, file) else []
    lines = [*begins, *_lines(error.__traceback__, file)]
    return f"{printable(file)}:{lines[-1]}: {said}" if lines else f"{printable(file)}: {said}"


def _said(error: BaseException) -> str:
    """The name of an exception and its text, if it has one."""
    try:
        text = _reason(str(error))
    except Exception:  # its `__str__` is the user's, too
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _lines(trace: TracebackType | None, file: str) -> Iterable[int]:
    """The line numbers in a file that a traceback contains, the innermost last."""
    while trace is not None:
        if _same(trace.tb_frame.f_code.co_filename, file):
            yield trace.tb_lineno
        trace = trace.tb_next


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _reason(text: str) -> str:
    return shorten(printable(text.strip().partition("\n")[0]), LONGEST_REASON)
