"""Names of files that mean the same on every system."""

from __future__ import annotations

DEVICES = {
    *("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"),
    *(f"{kind}{digit}" for kind in ("COM", "LPT") for digit in "0123456789¹²³"),
}
"""Names of devices on Windows, with any ending."""


def is_portable(name: str) -> bool:
    """False for a part of a path that Windows takes for a device, a stream, a path or another name."""
    is_device = name.partition(".")[0].rstrip(" ").upper() in DEVICES
    return not is_device and not name.endswith((".", " ")) and not {":", "\\", "/"} & set(name)
