"""Workspaces: a folder, and as root a user, that one program at a time has for itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from checkers_ab.core.text import os_reason
from checkers_ab.sandbox.processes import available_memory, kill_user
from checkers_ab.sandbox.supervise import BoxError

if sys.platform != "win32":
    import fcntl
    import pwd

WORKSPACES = 900
"""Workspaces that a machine has at the most."""
IN_MEMORY = "/dev/shm"
"""A folder in memory. Files there wait for no disk, and the jobs not for each other's."""
ENOUGH = 2_000_000_000
"""Bytes that must be free there: more than a dozen jobs take with the usual limits."""
NAME = "checkers-ab-workspaces-{}"
"""The folder of a user's workspaces."""
FIRST_UID = 59_000
"""As root, each workspace has a user of its own, for the system counts processes by user. These users have no names."""


class Workspace:
    """A folder that one program at a time may use, and as root a user that no other has; a context manager.

    A workspace is locked as long as this process lives. What a killed process has left in it is removed by the next one
    that locks it.
    """

    def __init__(self) -> None:
        self.uid = self._lock = -1

    def __enter__(self) -> Workspace:
        if sys.platform == "win32":
            self.folder = Path(tempfile.mkdtemp(prefix="checkers-ab-"))
            return self
        # As root the folder of the locks is the same for all graders, wherever their folders are.
        locks = "/run" if is_root() and os.path.isdir("/run") else tempfile.gettempdir()
        number = self._lock_first_free(_folder_of(os.geteuid(), locks))
        try:
            self._prepare(number, _folder_of(os.geteuid(), place_for_files()))
        except BaseException:
            os.close(self._lock)
            raise
        return self

    def _prepare(self, number: int, folders: Path) -> None:
        """Empties the folder, and kills what its user may still run."""
        self.uid = _uid_of(number)
        self.folder = folders / str(number)
        for left in (self.folder, *_left_elsewhere(number)):
            remove(left)
        self.folder.mkdir(mode=0o700)
        if is_root():
            kill_user(self.uid)
            # The user may pass through to the files that it owns, and read nothing else.
            try:
                os.chown(self.folder, 0, self.uid)
            except OSError as error:  # in a container that has no other users
                raise BoxError(
                    f"this root can't have user {self.uid}, {os_reason(error)}: grade as another user"
                ) from None
            self.folder.chmod(0o710)

    def _lock_first_free(self, locks: Path) -> int:
        """Locks the first workspace that is free. Returns its number."""
        for number in range(WORKSPACES):
            if is_root() and _has_name(_uid_of(number)):
                continue
            self._lock = os.open(locks / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return number
            except OSError:  # another process has it
                os.close(self._lock)
        raise BoxError("too many programs are run on this machine at the same time: no workspace is free")

    def __exit__(self, *_error: object) -> None:
        remove(self.folder)
        if self._lock >= 0:
            os.close(self._lock)

    def chown(self, path: Path) -> None:
        """As root, makes the user of the workspace the owner of a file, or of a folder and all in it."""
        if not is_root():
            return
        os.chown(path, self.uid, self.uid)
        for folder, folders, files in os.walk(path):
            for name in (*folders, *files):
                os.chown(os.path.join(folder, name), self.uid, self.uid, follow_symlinks=False)


def place_for_files() -> str:
    """The folder where workspaces are made: in memory where there is enough of it, unless TMPDIR names another."""
    try:
        found = os.statvfs(IN_MEMORY)
        available = available_memory()
    except (AttributeError, OSError, ValueError):  # another system
        return tempfile.gettempdir()
    runs_programs = not found.f_flag & os.ST_NOEXEC and os.access(IN_MEMORY, os.W_OK)
    enough = min(found.f_bavail * found.f_frsize, available) >= ENOUGH
    return IN_MEMORY if runs_programs and enough and "TMPDIR" not in os.environ else tempfile.gettempdir()


def _left_elsewhere(number: int) -> Iterator[Path]:
    """The folders that a killed process with the same locks may have had for the workspace of this number."""
    if is_root() or "TMPDIR" not in os.environ:
        for place in (IN_MEMORY, tempfile.gettempdir()):
            folder = Path(place, NAME.format(os.geteuid()))
            if folder.is_dir() and not folder.is_symlink() and folder.stat().st_uid == os.geteuid():
                yield folder / str(number)


@cache
def _folder_of(user: int, place: str) -> Path:
    """The folder of this user for workspaces or their locks."""
    folder = Path(place, NAME.format(user))
    folder.mkdir(exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        raise BoxError(f"{folder} belongs to another user")
    folder.chmod(0o711)
    return folder


def remove(path: Path) -> None:
    """Removes a file, or a folder with all its contents, however deep. A missing one is no error."""
    try:
        shutil.rmtree(path)
    except FileNotFoundError:
        pass
    except NotADirectoryError:
        path.unlink()
    except (RecursionError, OSError):
        subprocess.run(["rm", "-rf", "--", path], stderr=subprocess.DEVNULL, check=False)


def is_root() -> bool:
    """True if this process runs as root."""
    return sys.platform != "win32" and os.geteuid() == 0


def _uid_of(number: int) -> int:
    return FIRST_UID + number if is_root() else os.geteuid()


def _has_name(uid: int) -> bool:
    """True if the system has a user of this number: a person's, or a service's."""
    try:
        return bool(pwd.getpwuid(uid))
    except KeyError:
        return False
