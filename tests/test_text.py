"""Text from elsewhere as messages show it, and the system's reasons."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab.core.text import escape, os_reason, printable, repr_unless_printable, undecoded_byte


@given(st.text(st.characters(codec=None)))
def test_nothing_is_left_that_a_terminal_would_obey(text: str) -> None:
    assert escape(text).isprintable()
    assert printable(text).isprintable()
    assert repr_unless_printable(text).isprintable()


@given(st.binary(), st.binary())
def test_two_names_never_look_alike(one: bytes, other: bytes) -> None:
    assert (printable(os.fsdecode(one)) == printable(os.fsdecode(other))) == (one == other)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\nb\udcff\x1b[1m", "a\\nb\\xff\\x1b[1m"), ("\u202e\ud800 é", "\\u202e\\ud800 é"), ("C:\\new", "C:\\new")],
)
def test_what_does_not_print_is_escaped_as_in_python(text: str, shown: str) -> None:
    assert escape(text) == shown
    assert printable(text) == shown.replace("C:\\", "C:\\\\")


def test_some_characters_may_stay_and_others_may_be_substituted() -> None:
    assert escape("a\n\t\x1b", keep="\n\t") == "a\n\t\\x1b"
    assert escape("a\n\x1b\udcff", keep="\n", substitute="?") == "a\n??"


def test_an_undecoded_byte_is_told_from_other_characters() -> None:
    assert [undecoded_byte(c) for c in (*os.fsdecode(b"\x80\xff"), "a", "\ud800", "\udc00")] == [128, 255, *[None] * 3]


def test_a_text_that_prints_is_shown_without_quotes() -> None:
    assert [repr_unless_printable(text) for text in ("a b", "", "a\x1b")] == ["a b", "''", "'a\\x1b'"]


def test_the_reason_of_an_error_is_the_systems() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        os.stat("/nowhere")
    assert os_reason(caught.value) == "no such file or directory"
    assert os_reason(OSError("Broken")) == "broken"
    assert os_reason(ValueError("embedded null byte")) == "embedded null byte"
