"""Where a submission is laid out and run: a folder of its own, and as root a user of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from checkers_ab.sandbox.processes import end_user
from checkers_ab.sandbox.supervise import BoxError

if sys.platform != "win32":
    import fcntl
    import pwd

FIRST_UID, SEATS = 58_000, 900
"""As root, each box that runs has a user of its own: the system counts processes by user."""


class Seat:
    """A folder that one submission at a time may use, and as root a user that no other has; a context manager.

    A seat is taken with a lock that ends with this process, so what a killed one has left is swept away by the next.
    """

    def __init__(self) -> None:
        self.uid = self._lock = -1

    def __enter__(self) -> Seat:
        if sys.platform == "win32":
            self.folder = Path(tempfile.mkdtemp(prefix="checkers-ab-"))
            return self
        seats = _own_folder(tempfile.gettempdir())
        # Users are numbered for the whole machine, so as root the locks must be in one place, wherever the folders are.
        number = self._sit_down(_own_folder("/run") if is_root() and os.path.isdir("/run") else seats)
        try:
            self._prepare(number, seats)
        except BaseException:
            os.close(self._lock)
            raise
        return self

    def _prepare(self, number: int, seats: Path) -> None:
        """Sweeps the folder of a seat, and ends what its user may still run."""
        self.uid = _uid_of(number)
        self.folder = seats / str(number)
        remove(self.folder)
        self.folder.mkdir(mode=0o700)
        if is_root():
            end_user(self.uid)
            # The user of the box may pass through to what is theirs, and look at nothing else.
            os.chown(self.folder, 0, self.uid)
            self.folder.chmod(0o710)

    def _sit_down(self, locks: Path) -> int:
        """Locks the first seat that is free; its number."""
        for number in range(SEATS):
            if is_root() and _is_somebody(_uid_of(number)):
                continue
            self._lock = os.open(locks / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return number
            except OSError:
                os.close(self._lock)
        raise BoxError("too many submissions are graded on this machine at the same time")

    def __exit__(self, *_error: object) -> None:
        remove(self.folder)
        if self._lock >= 0:
            os.close(self._lock)

    def give(self, path: Path) -> None:
        """Makes the user of the seat the owner of a file, or of a folder and all in it."""
        if not is_root():
            return
        os.chown(path, self.uid, self.uid)
        for folder, folders, files in os.walk(path):
            for name in (*folders, *files):
                os.chown(os.path.join(folder, name), self.uid, self.uid, follow_symlinks=False)


def _own_folder(place: str) -> Path:
    """A folder of this user's for seats."""
    folder = Path(place, f"checkers-ab-seats-{os.geteuid()}")
    folder.mkdir(exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        raise BoxError(f"{folder} belongs to somebody else")
    folder.chmod(0o711)
    return folder


def remove(path: Path) -> None:
    """Removes a file or a folder with all that is in it, however deep; nothing if it is not there."""
    try:
        shutil.rmtree(path)
    except FileNotFoundError:
        pass
    except NotADirectoryError:
        path.unlink()
    except (RecursionError, OSError):
        subprocess.run(["rm", "-rf", "--", path], stderr=subprocess.DEVNULL, check=False)


def is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def _uid_of(seat: int) -> int:
    return FIRST_UID + seat if is_root() else os.geteuid()


def _is_somebody(uid: int) -> bool:
    try:
        return bool(pwd.getpwuid(uid))
    except KeyError:
        return False
