"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from checkers_ab.core import files
from checkers_ab.core.files import exiting_on_signals, replacing, replacing_text
from tests.support import tree


@pytest.mark.parametrize("exclusive", [True, False])
def test_a_file_is_replaced_at_the_end_and_keeps_its_permissions(exclusive: bool, tmp_path: Path) -> None:
    path = tmp_path / "marks"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with replacing(path, exclusive=exclusive) as stream:
        stream.write(b"new")
        stream.flush()
        assert path.read_bytes() == b"old"
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert tree(tmp_path) == ["marks"]


@pytest.mark.parametrize("exclusive", [True, False])
def test_a_block_that_fails_leaves_everything_as_it_was(exclusive: bool, tmp_path: Path) -> None:
    path = tmp_path / "marks"
    with pytest.raises(ZeroDivisionError), replacing(path, exclusive=exclusive):
        _ = 1 / 0
    assert tree(tmp_path) == []
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), replacing(path, exclusive=exclusive) as stream:
        stream.write(b"%d" % (1 / 0))
    assert (path.read_bytes(), tree(tmp_path)) == (b"old", ["marks"])


def test_what_a_killed_process_left_is_written_over_where_nobody_else_writes(tmp_path: Path) -> None:
    (tmp_path / ".marks.tmp").write_bytes(b"half of it and more")
    with replacing(tmp_path / "marks", exclusive=False) as stream:
        stream.write(b"all")
    assert (tmp_path / "marks").read_bytes() == b"all"
    assert tree(tmp_path) == ["marks"]


def test_a_file_of_somebody_else_beside_it_is_not_touched(tmp_path: Path) -> None:
    other = tmp_path / f".checkers-ab-{os.getpid()}.tmp"
    other.write_bytes(b"mine")
    with pytest.raises(FileExistsError), replacing(tmp_path / "marks"):
        pass
    assert (other.read_bytes(), tree(tmp_path)) == (b"mine", [other.name])


def test_text_is_utf_8_with_line_feeds(tmp_path: Path) -> None:
    with replacing_text(tmp_path / "page") as stream:
        stream.write("é\n")
    assert (tmp_path / "page").read_bytes() == "é\n".encode()


@pytest.mark.parametrize("number", files.SIGNALS)
def test_a_signal_leaves_the_block_like_an_exception(number: signal.Signals, tmp_path: Path) -> None:
    before = signal.getsignal(number)
    with pytest.raises(SystemExit) as caught, exiting_on_signals(), replacing(tmp_path / "marks"):
        signal.raise_signal(number)
    assert caught.value.code == 128 + number
    assert signal.getsignal(number) is before
    assert tree(tmp_path) == []


def test_a_signal_in_the_moment_in_which_the_file_is_made_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.open

    def make_and_get_a_signal(*arguments: Any) -> int:
        os.close(make(*arguments))
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError("the signal was not noticed")

    monkeypatch.setattr(os, "open", make_and_get_a_signal)
    with pytest.raises(SystemExit), exiting_on_signals(), replacing(tmp_path / "marks"):
        pass
    assert tree(tmp_path) == []


def test_a_system_without_sighup_is_served_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as changed:
        changed.delattr(signal, "SIGHUP")
        assert run_path(files.__file__)["SIGNALS"] == [signal.SIGTERM]
    assert run_path(files.__file__)["SIGNALS"] == [signal.SIGTERM, signal.SIGHUP]
