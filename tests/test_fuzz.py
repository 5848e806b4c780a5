"""Inputs with something wrong in them, by a seed: each is read or refused, and none is a fault of the program."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers_ab.cli.main import main
from checkers_ab.core.values import INF, parse_value
from checkers_ab.games.registry import make_game
from tests.support import ROOT

BLANKS = ["\x1c", "\x1d", "\x1e", "\x1f", "\x0b", "\x85", "\xa0", "\u2028", "\u200b", "\0", "\t", "\r", "\n", " "]
DIGITS = ["\u00b2", "\u0663", "\uff11", "\U0001d7d9", "0", "9" * 400, "9" * 5000, "1e999", "1e9999", "1e-9999", "1/0"]
WORDS = [
    *("inf", "nan", "\u221e", "\u2212", "case", "case 5", "first move:", "pruning", "h=", "=>", "->", "(", ")", ","),
    ";",
]
PARTS = [part.encode() for part in (*BLANKS, *DIGITS, *WORDS)] + [bytes([byte]) for byte in range(0, 256, 5)]

TREE = b"A(B(b1=3 b2=1/3 b3=8) C(2 -4.5 6))\n"
CONVENTION = b'order = "reading"\ncut = "ge"\ninfinity = "inf"\nafter_label = " "\nblank_before_first_move = false\n'
PLAN = b'game = "tree"\ndepth = 2\n[cases]\npublic = ["board.txt"]\n[traces]\nfile = "t.txt"\n[limits]\ntime = 5\n'
VALUES = [b"0x" + b"f" * 5000, b"9" * 5000, b"1e999", b"nan", b"true", b"[]", b"{}", b"1979-05-27", b"'\xff'", b"-1"]
GAMES = ["amazons:size=4", "connect4", "skirmish", "tictactoe", "checkers"]


def spoil(chance: random.Random, right: bytes) -> bytes:
    """A text with a few parts of it replaced, or cut, or with lines twice."""
    text = right
    for _ in range(chance.choice([1, 1, 2, 5])):
        start = chance.randrange(len(text) + 1)
        end = start + chance.choice([0, 1, 1, 2])
        text = text[:start] + chance.choice(PARTS) + text[end:]
    if chance.random() < 0.1:
        text = text[: chance.randrange(len(text) + 1)]
    return text + right if chance.random() < 0.1 else text


def spoil_toml(chance: random.Random, right: bytes) -> bytes:
    lines = right.split(b"\n")
    place = chance.randrange(len(lines))
    key, equals, _ = lines[place].partition(b"=")
    lines[place] = key + b"= " + chance.choice(VALUES) if equals else spoil(chance, lines[place])
    return b"\n".join(lines)


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Calls the program in this process, in a folder of its own; what it wrote, and no fault of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "feedback").mkdir()

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["checkers-ab", *words])
        with open("input.txt", encoding="utf-8", errors="surrogateescape") as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            code = main()
        written = capsys.readouterr()
        assert code in (0, 1, 2, 42, 43), (words, Path("input.txt").read_bytes(), written.err)
        assert "Traceback" not in written.out + written.err
        return written.out

    (tmp_path / "input.txt").touch()
    return run


@pytest.mark.parametrize("game", ["checkers", "tree"])
def test_a_spoilt_trace_is_judged_and_explained(game: str, call: Callable[..., str]) -> None:
    chance = random.Random(game)
    Path("board.txt").write_bytes(TREE if game == "tree" else (ROOT / "inputs/crowning-by-jump.txt").read_bytes())
    chosen = ["--game", game, *(["--depth", "2"] if game == "checkers" else [])]
    right = call("solve", "board.txt", *chosen).encode()
    for place in range(60 if game == "tree" else 24):
        text = spoil(chance, right)
        Path("input.txt").write_bytes(text)
        if place % 3 == 0:
            call("check", "board.txt", "input.txt", *chosen)
        elif place % 3 == 1:
            line = str(chance.randrange(1, text.count(b"\n") + 2))
            call("explain", "board.txt", line, "--trace", "input.txt", *chosen)
        elif game == "tree":
            call("validate", "board.txt", "none", "feedback", *chosen[:2])
        else:
            call("view", "board.txt", "--trace", "input.txt", *chosen, "-o", "page.html", "--force")


@pytest.mark.parametrize("game", [*GAMES, "tree"])
def test_a_spoilt_state_is_searched_or_refused(game: str, call: Callable[..., str]) -> None:
    kit = make_game(game)
    chance = random.Random(game)
    right = TREE if game == "tree" else kit.format_state(kit.game.start()).encode()
    for _ in range(20):
        Path("input.txt").write_bytes(spoil(chance, right))
        call("board", "input.txt", "--game", game)


def test_spoilt_toml_is_read_or_refused(call: Callable[..., str]) -> None:
    chance = random.Random("toml")
    Path("board.txt").write_bytes(TREE)
    Path("class").mkdir()
    for _ in range(60):
        Path("course.toml").write_bytes(spoil_toml(chance, CONVENTION))
        call("solve", "board.txt", "--game", "tree", "--convention", "course.toml")
        Path("plan.toml").write_bytes(spoil_toml(chance, PLAN))
        call("grade", "look", "plan.toml", "class")


def test_a_heading_may_have_any_number(call: Callable[..., str]) -> None:
    for number in ("5" * 5000, "5\u00b2", "\u00b2", "\u0663"):
        for game, board in (("checkers", (ROOT / "inputs/assignment.txt").read_text()), ("tree", TREE.decode())):
            Path("input.txt").write_text(f"case {number}\n{board}", encoding="utf-8")
            call("solve", "input.txt", "--game", game)


@pytest.mark.parametrize(
    "number", ["1e999", "1e9999", "-1e9999", "1e-9999", "9" * 400, "9" * 400 + ".123", "3." + "3" * 5000]
)
def test_a_trace_may_have_any_number(number: str, call: Callable[..., str]) -> None:
    Path("board.txt").write_bytes(TREE)
    right = call("solve", "board.txt", "--game", "tree")
    for text in (right.replace("h=8", f"h={number}"), right.replace("alpha=1/3", f"alpha={number}")):
        assert text != right
        Path("input.txt").write_text(text)
        call("check", "board.txt", "input.txt", "--game", "tree")
        call("view", "board.txt", "--trace", "input.txt", "--game", "tree", "-o", "page.html", "--force")
        for line in range(1, right.count("\n") + 1):
            call("explain", "board.txt", str(line), "--trace", "input.txt", "--game", "tree")


def test_a_number_that_no_float_holds_is_infinite_or_0() -> None:
    for text, value in (("1e999999999", INF), ("-1e999999999", -INF), ("1e-999999999", 0), ("9" * 400, INF)):
        assert parse_value(text) == value
    assert parse_value(f"{'9' * 400}/{'9' * 399}") is not None
    assert [parse_value(text) for text in ("9" * 5000, "0." + "1" * 5000, "1e", "1/0", "\u0663", "1\u00b2")] == [
        None
    ] * 6
