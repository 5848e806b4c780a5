"""The wheel with the trace compiled, as it is installed."""

from __future__ import annotations

from importlib.metadata import distribution

INSTALLED = distribution("checkers-ab")
NAMES = [file.as_posix() for file in INSTALLED.files or ()]


def test_the_trace_is_in_the_wheel_both_ways() -> None:
    compiled = [name.partition(".")[0] for name in NAMES if name.endswith(".so")]
    assert "checkers_ab/games/checkers/bits" not in compiled  # a plain solve would load the library
    assert {"checkers_ab/compiled/games/checkers/bits", "checkers_ab/compiled/core/search"} <= {*compiled}
    assert {"checkers_ab/games/checkers/bits.py", "checkers_ab/core/search.py"} <= {*NAMES}


def test_the_wheel_is_for_this_system_and_has_the_licence_and_the_man_page() -> None:
    about = INSTALLED.read_text("WHEEL") or ""
    assert "Root-Is-Purelib: false" in about
    assert "-none-any" not in about
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in NAMES)
    assert any(name.endswith("share/man/man1/checkers-ab.1") for name in NAMES)
