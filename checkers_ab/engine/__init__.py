"""Checkers on native integers: counting, and a search to win with. Compiled where there is a compiler to install it."""

from __future__ import annotations


def how_built() -> str:
    """`compiled`, or `plain Python` where there was no compiler or the package is edited in place."""
    from checkers_ab.engine import kernel

    return "plain Python" if kernel.__file__.endswith(".py") else "compiled"
