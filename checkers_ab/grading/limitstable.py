"""The table [limits] of a plan."""

from __future__ import annotations

from typing import Any

from checkers_ab.grading.tables import Tables
from checkers_ab.sandbox.limits import Limits

LIMITS: dict[str, float] = {
    "time": 86_400,
    "memory": 1_000_000,
    "output": 10_000,
    "processes": 10_000,
    "disk": 100_000,
    "build_time": 86_400,
    "build_memory": 1_000_000,
    "submission": 10_000,
    "files": 2_500,
}
"""Every key of [limits] with the most that a plan may allow."""
UNPACKED = "submission"
"""The key of [limits] whose name in `Limits` is another: unpacked."""


def read_limits(tables: Tables) -> Limits:
    """The limits of a plan."""
    wholes = ("processes", "files")
    values: dict[str, Any] = {}
    for key, most in LIMITS.items():
        name = "unpacked" if key == UNPACKED else key
        usual = getattr(Limits(), name)
        value = tables.number("limits", key, usual, most=most, whole=key in wholes, positive=True)
        values[name] = int(value) if key in wholes else value
    return Limits(**values)
