"""The checkers engine: perft and a strong search on native integers, compiled with mypyc where possible."""

from __future__ import annotations


def how_built() -> str:
    """`compiled` or `plain Python`, the latter without a compiler and in an editable install."""
    from checkers_ab.engine import kernel

    return "plain Python" if kernel.__file__.endswith(".py") else "compiled"
