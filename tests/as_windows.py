"""Runs checkers-ab without what Windows has not: `python as_windows.py ARGUMENT...`.

Names that only other systems have are taken away from `os`, `signal`, `select`, `socket`, `time` and the module table,
and some functions refuse what they refuse there. The libraries are imported before, and keep theirs: only what our own
code asks for is taken away.
"""

from __future__ import annotations

import multiprocessing.connection
import multiprocessing.context
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import multiprocessing.spawn
import multiprocessing.synchronize
import os
import pathlib
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable
from typing import Any

import click.shell_completion
import rich.console
import rich.constrain
import rich.live
import rich.progress
import rich.table
import rich.text

LIBRARIES = (multiprocessing, pathlib, selectors, shutil, subprocess, tempfile, click, rich)
MODULES = ("crypt", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")

# What of these modules Windows has. Whatever else begins with a letter is taken away.
OF_OS = (
    *("F_OK", "O_APPEND", "O_CREAT", "O_EXCL", "O_RDONLY", "O_RDWR", "O_TRUNC", "O_WRONLY", "P_NOWAIT", "P_NOWAITO"),
    *("P_WAIT", "R_OK", "SEEK_CUR", "SEEK_END", "SEEK_SET", "TMP_MAX", "W_OK", "X_OK", "EX_OK", "DirEntry"),
    *("PathLike", "abc", "abort", "access", "altsep", "chdir", "chmod", "close", "closerange", "cpu_count", "curdir"),
    *("defpath", "device_encoding", "devnull", "dup", "dup2", "environ", "error", "execl", "execle", "execlp"),
    *("execlpe", "execv", "execve", "execvp", "execvpe", "extsep", "fdopen", "fsdecode", "fsencode", "fspath"),
    *("fstat", "fsync", "ftruncate", "get_exec_path", "get_inheritable", "get_terminal_size", "getcwd", "getcwdb"),
    *("getenv", "getlogin", "getpid", "getppid", "isatty", "kill", "linesep", "link", "listdir", "lseek", "lstat"),
    *("makedirs", "mkdir", "name", "open", "pardir", "path", "pathsep", "pipe", "popen", "process_cpu_count"),
    *("putenv", "read", "readlink", "remove", "removedirs", "rename", "renames", "replace", "rmdir", "scandir"),
    *("sep", "set_inheritable", "spawnl", "spawnle", "spawnv", "spawnve", "st", "stat", "stat_result"),
    *("statvfs_result", "strerror", "supports_bytes_environ", "supports_dir_fd", "supports_effective_ids"),
    *("supports_fd", "supports_follow_symlinks", "symlink", "sys", "system", "terminal_size", "times"),
    *("times_result", "truncate", "umask", "uname_result", "unlink", "unsetenv", "urandom", "utime", "waitpid"),
    *("waitstatus_to_exitcode", "walk", "write"),
)
OF_SIGNAL = (
    *("Handlers", "NSIG", "SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"),
    *("Signals", "default_int_handler", "getsignal", "raise_signal", "set_wakeup_fd", "signal", "strsignal"),
    *("valid_signals",),
)
GONE = {
    select: ("poll", "epoll", "kqueue", "devpoll"),
    socket: ("CMSG_LEN", "SCM_RIGHTS", "send_fds", "recv_fds"),
    time: ("clock_gettime", "clock_gettime_ns", "pthread_getcpuclockid", "tzset"),
}


def take_away() -> None:
    """Takes the names away; libraries that look them up later get modules of their own."""
    keep_for_libraries()
    for module, kept in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in [name for name in vars(module) if name[0].isalpha() and name not in kept]:
            delattr(module, name)
    for module, names in GONE.items():
        for name in names:
            vars(module).pop(name, None)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    refuse()
    sys.platform = "win32"
    multiprocessing.synchronize.sys = types.SimpleNamespace(platform="linux")  # type: ignore[assignment,attr-defined]


def keep_for_libraries() -> None:
    """Gives every library that is loaded a copy of each module; pathlib does without what is taken away."""
    for module in (os, signal, *GONE):
        copy = types.ModuleType(module.__name__)
        copy.__dict__.update(module.__dict__)
        for library in list(sys.modules.values()):
            ours = library is sys.modules[__name__] or getattr(library, "__name__", "").startswith("pathlib")
            if not ours and getattr(library, module.__name__, None) is module:
                setattr(library, module.__name__, copy)


def refuse() -> None:
    """Makes functions refuse what Windows refuses."""
    os.supports_dir_fd = set()
    os.path.commonpath = _no_common_path  # type: ignore[assignment]
    for name in ("chmod", "link", "lstat", "mkdir", "open", "readlink", "rmdir", "stat", "symlink", "unlink", "utime"):
        setattr(os, name, _without_dir_fd(getattr(os, name)))
    for name in ("listdir", "scandir"):
        setattr(os, name, _without_descriptor(getattr(os, name)))
    os.open = _not_of_folders(os.open)
    os.rename = _only_to_new_names(os.rename)
    for name in ("remove", "rename", "replace", "unlink"):
        setattr(os, name, _not_of_open_files(getattr(os, name)))
    start = subprocess.Popen.__init__

    def start_there(self: Any, *words: Any, **options: Any) -> None:
        for name in ("preexec_fn", "pass_fds", "user", "group", "umask", "process_group"):
            if options.get(name):
                raise ValueError(f"{name} is not supported on Windows platforms")
        start(self, *words, **options)

    subprocess.Popen.__init__ = start_there  # type: ignore[method-assign]
    for name in ("fork", "forkserver"):
        multiprocessing.context._concrete_contexts.pop(name, None)  # type: ignore[attr-defined]
    multiprocessing.context._default_context._default_context = multiprocessing.get_context("spawn")  # type: ignore[attr-defined]


def _no_common_path(paths: object) -> str:
    raise ValueError("Paths don't have the same drive")


Function = Callable[..., Any]


def _without_dir_fd(function: Function) -> Function:
    def call(*words: Any, dir_fd: None = None, **options: Any) -> Any:
        if dir_fd is not None:
            raise NotImplementedError("dir_fd unavailable on this platform")
        return function(*words, **options)

    return call


def _without_descriptor(function: Function) -> Function:
    def call(path: Any = ".") -> Any:
        if isinstance(path, int):
            raise TypeError("path should be string, bytes, os.PathLike or None, not int")
        return function(path)

    return call


def _not_of_folders(function: Function) -> Function:
    def call(path: Any, *words: Any, **options: Any) -> Any:
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied", path)
        return function(path, *words, **options)

    return call


def _only_to_new_names(function: Function) -> Function:
    def call(source: Any, target: Any) -> Any:
        if os.path.lexists(target):
            raise FileExistsError(17, "Cannot create a file when that file already exists", target)
        return function(source, target)

    return call


def _not_of_open_files(function: Function) -> Function:
    """Refuses a file that this process has open, in the place of either argument."""

    def call(*paths: Any) -> Any:
        for path in paths:
            if os.path.isfile(path) and not os.path.islink(path) and os.path.realpath(path) in _open_files():
                raise PermissionError(13, "The process cannot access the file: it is being used", path)
        return function(*paths)

    return call


def _open_files() -> set[str]:
    found = set()
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            found.add(os.readlink(f"/proc/self/fd/{descriptor}"))
        except OSError:
            pass  # that of the listing itself
    return found


if __name__ in ("__main__", "__mp_main__"):
    take_away()
if __name__ == "__main__":
    from checkers_ab.cli.main import main

    sys.exit(main())
