"""Runs checkers-ab without the names that Windows has not: `python as_windows.py ARGUMENT...`.

The libraries are imported before, and keep theirs: only what our own code asks for is taken away.
"""

from __future__ import annotations

import multiprocessing.connection
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import multiprocessing.spawn
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import types

import click.shell_completion
import rich.console
import rich.constrain
import rich.live
import rich.progress
import rich.table
import rich.text

LIBRARIES = (multiprocessing, shutil, subprocess, tempfile, click, rich)
MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGSTOP", "SIGUSR1", "SIGXCPU", "SIGXFSZ")
OF_SIGNAL = (*SIGNALS, "alarm", "pthread_sigmask", "setitimer", "sigtimedwait", "sigwait")
OF_OS = (
    *("chown", "fchown", "fork", "getegid", "geteuid", "getgid", "getpgid", "getpgrp", "getuid", "killpg", "mkfifo"),
    *("nice", "sched_getaffinity", "setgid", "setpgid", "setsid", "setuid", "sysconf", "uname", "wait3", "wait4"),
)
MORE_OF_OS = ("O_NOFOLLOW", "O_DIRECTORY", "O_CLOEXEC", "O_NONBLOCK", "WIFSIGNALED", "openpty", "pidfd_open")


def no_common_path(paths: object) -> str:
    raise ValueError("Paths don't have the same drive")


def take_away() -> None:
    """Takes the names away; libraries that look them up later get modules of their own."""
    for module in (os, signal):
        copy = types.ModuleType(module.__name__)
        copy.__dict__.update(module.__dict__)
        for library in list(sys.modules.values()):
            if getattr(library, module.__name__, None) is module and library is not sys.modules[__name__]:
                setattr(library, module.__name__, copy)
    for module, names in ((os, (*OF_OS, *MORE_OF_OS)), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    os.path.commonpath = no_common_path  # type: ignore[assignment]
    sys.platform = "win32"


if __name__ in ("__main__", "__mp_main__"):
    take_away()
if __name__ == "__main__":
    from checkers_ab.cli.main import main

    sys.exit(main())
