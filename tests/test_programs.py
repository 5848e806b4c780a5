"""Programs that play by the line protocol: what they are told, and how checkers-ab is such a program itself."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from checkers_ab.core.errors import StateError
from checkers_ab.core.game import Side
from checkers_ab.games.amazons import wire
from checkers_ab.games.amazons.rules import Amazons
from tests.support import ROOT, files_shown, refused, run

LISTENER = """\
import sys
moves = sys.argv[2:]
with open(sys.argv[1], "w") as heard:
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        if line == "go\\n":
            print(moves.pop(0), flush=True)
"""


@pytest.fixture
def listener(tmp_path: Path) -> str:
    """The start of a player that plays the moves that follow, and keeps what it is told in `heard`."""
    (tmp_path / "listener.py").write_text(LISTENER)
    return f"program:{sys.executable} {tmp_path / 'listener.py'} {tmp_path / 'heard'}"


def heard(tmp_path: Path) -> list[str]:
    return (tmp_path / "heard").read_text().splitlines()


def test_a_program_is_told_side_time_position_moves_and_the_end(tmp_path: Path, listener: str) -> None:
    (tmp_path / "state.txt").write_text("XX.\nOO.\n...\n")
    players = ["--max", f"{listener} a1 c1", "--min", "search:depth=1"]
    done = run("play", "tictactoe", tmp_path / "state.txt", *players, "--move-time", "7.5")
    assert "O wins after 2 plies: the game is over" in done.stdout
    assert heard(tmp_path) == [
        *("game tictactoe", "side max X", "time 7.5", "turn max", "| XX.", "| OO.", "| ..."),
        *("go", "end lost the game is over"),
    ]


def test_the_second_side_is_told_the_first_move_and_60_seconds(tmp_path: Path, listener: str) -> None:
    players = ["--max", f"{listener} 24-19 99-1", "--min", "search:depth=1"]
    done = run("match", "checkers:rules=english", *players, "--games", "1", "--json")
    assert "the program sent '99-1'" in json.loads(done.stdout)["results"][0]["reason"]
    lines = heard(tmp_path)
    assert lines[:5] == ["game checkers:rules=english", "side max Alice", "time 60", "turn min", "| +B+B+B+B"]
    first, go, second, again, end = lines[13:]
    assert (lines[12], go, again) == ("| bill to move", "go", "go")
    assert [line.partition(" ")[0] for line in (first, second)] == ["move", "move"]
    assert end.startswith("end lost the program sent '99-1': expected a move")


def test_a_game_that_goes_on_is_told_with_the_moves_of_both_sides(tmp_path: Path, listener: str) -> None:
    (tmp_path / "game.txt").write_text("game tictactoe\nmove b2\nmove a1\n")
    run("play", "--resume", tmp_path / "game.txt", "--max", f"{listener} a1", "--min", "random")
    assert heard(tmp_path)[4:] == [
        *("| ...", "| ...", "| ...", "move b2", "move a1", "go"),
        "end lost the program sent 'a1': a1 is taken; free are a3, b3, c3, a2, c2, b1, c1",
    ]
    (tmp_path / "game.txt").write_text("game tictactoe\nmove b2\n")
    run("play", "--resume", tmp_path / "game.txt", "--max", "search:depth=1", "--min", f"{listener} c3 z9")
    assert heard(tmp_path)[7:9] == ["move b2", "go"]
    assert heard(tmp_path)[9].startswith("move ")


def test_the_program_of_the_page_plays_openings_both_sides_and_states(tmp_path: Path) -> None:
    bot = files_shown((ROOT / "docs/programs.md").read_text())["bot.py"]
    (tmp_path / "bot.py").write_text(bot)
    assert len(bot.splitlines()) <= 31
    players = ["--max", f"program:{sys.executable} bot.py", "--min", "search:depth=9"]
    done = run("match", "tictactoe", *players, "--games", "4", "--opening", "3", "--swap", "--json", cwd=tmp_path)
    reasons = [one["reason"] for one in json.loads(done.stdout)["results"]]
    assert reasons == ["the game is over"] * 4
    (tmp_path / "state.txt").write_text("XX.\nOO.\n...\n")
    assert "X wins after 1 ply" in run("play", "tictactoe", "state.txt", *players, cwd=tmp_path).stdout


def test_the_course_s_board_begins_a_game_in_its_wire_format(tmp_path: Path, listener: str) -> None:
    turn = '{"queen-position-current": [1, 4], "queen-position-next": [7, 4], "arrow-position": [7, 7]}'
    player = listener.replace("program:", "program@course:") + f" '{turn}' resign"
    run("play", "amazons", "--max", player, "--min", "random")
    *_, board, go, answer, _, _ = heard(tmp_path)
    numbers = json.loads(board.removeprefix("| "))["game-state"]
    queens = {(1, 4): 2, (1, 7): 2, (4, 1): 2, (4, 10): 2, (7, 1): 1, (7, 10): 1, (10, 4): 1, (10, 7): 1}
    assert numbers == [queens.get((row, column), 0) for row in range(11) for column in range(11)]
    assert go == "go"
    assert set(json.loads(answer.removeprefix("move "))) == set(wire.KEYS)


def test_boards_of_the_course_are_read_as_they_are_written() -> None:
    for game in (Amazons(), Amazons(width=5, height=4)):
        state = game.start()
        for _ in range(8):
            assert wire.parse_state(wire.format_state(state), game.start(), state.side) == state
            state = game.play(state, game.moves(state)[7])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[0]", 'expected {"game-state": [...]} with 121 integers'),
        ('{"game-state": [0, 0]}', "with 121 integers"),
        (json.dumps({"game-state": [0.5] * 121}), "with 121 integers"),
        (json.dumps({"game-state": [0] * 25 + [4] + [0] * 95}), "row 2, column 3: expected 0, 1, 2 or 3, found 4"),
    ],
)
def test_what_is_no_board_of_the_course_is_refused(text: str, reason: str) -> None:
    with pytest.raises(StateError, match=r".*") as failure:
        wire.parse_state(text, Amazons().start(), Side.MAX)
    assert reason in failure.value.reason


@pytest.mark.parametrize(("game", "name"), [("tictactoe", ""), ("checkers:rules=english", ""), ("amazons", "course")])
def test_two_copies_play_from_random_openings_with_exchanged_sides(game: str, name: str) -> None:
    serve = f"checkers-ab play {game} --serve {{side}} --{{side}} random" + (f" --wire {name}" if name else "")
    player = f"program@{name}:{serve}" if name else f"program:{serve}"
    call = ["match", game, "--max", player, "--min", "random", "--games", "2", "--swap", "--opening", "3", "--json"]
    done = run(*call, "--plies", "40")
    reasons = [one["reason"] for one in json.loads(done.stdout)["results"]]
    assert set(reasons) <= {"the game is over", "40 plies were played"}, done.stderr


def test_a_served_game_is_saved_with_its_result(tmp_path: Path) -> None:
    lines = "game tictactoe\nside min O\nnews to come\nmove b2\ngo\nend drawn nobody knows\n"
    done = run("play", "tictactoe", "--serve", "min", "--save", tmp_path / "game.txt", stdin=lines)
    assert done.stdout == "a3\n"
    assert done.stderr == "nobody wins after 2 plies: nobody knows\n"
    saved = "game tictactoe\nmove b2\nmove a3\nresult nobody wins after 2 plies: nobody knows\n"
    assert (tmp_path / "game.txt").read_text() == saved
    done = run("play", "tictactoe", "--serve", "min", stdin="move b2\n")
    assert (done.returncode, done.stderr) == (0, "the other side has closed the connection\n")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("game tictactoe:m=4\n", "the other side says game 'tictactoe:m=4', and here it is tictactoe"),
        ("game chess\n", "the other side says game 'chess', and here it is tictactoe"),
        ("side min O\n", "the other side says side 'min O', and here it is max"),
        ("| nonsense\ngo\n", "the other side sent no position: "),
        ("move z9\n", "the other side sent no legal move: "),
        ("| XXX\n| OO.\n| ...\ngo\n", "the other side asks for a move, and the game is over"),
    ],
)
def test_lines_that_cannot_be_are_refused(lines: str, words: str) -> None:
    refused(run("play", "tictactoe", "--serve", "max", stdin=lines), words)
