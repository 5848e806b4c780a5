"""play, match, search, perft and games as a user meets them."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from checkers_ab.games.registry import make_game
from tests.support import PROGRAM, ROOT, let_work, refused, run, run_command, wait_until


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab perft chekers --depth 1", "unknown game 'chekers'; did you mean 'checkers'?"),
        ("checkers-ab perft amazons:size=99 --depth 1", "3 to 16 squares wide"),
        ("checkers-ab perft checkers", "Missing option '--depth'"),
        ("checkers-ab perft checkers inputs --depth 1", "inputs: is a directory"),
        ("checkers-ab search amazons README.md --depth 1", "README.md:3:1: "),
        ("checkers-ab search checkers --depth 2 --eval materiel", "did you mean 'material'?"),
        ("checkers-ab search checkers --depth 2 --order jump", "unknown order 'jump'; there are none"),
        ("checkers-ab search checkers --depth 201", "--depth"),
        ("checkers-ab perft tictactoe:m=0031 --depth 1", "m must be a number from 1 to 9"),
        ("checkers-ab match tictactoe --max random --min random --opening 9", "no game goes on after 9 random plies"),
        ("checkers-ab play skirmish --max script --min random", "the script 'archer' plays Archers only"),
        ("checkers-ab search checkers --time nan", "--time"),
        ("checkers-ab search checkers --beam 0", "--beam"),
        ("checkers-ab match checkers --max serch --min random", "unknown player 'serch'; did you mean 'search'?"),
        ("checkers-ab match checkers --max human --min random", "a human can't play here"),
        ("checkers-ab match checkers --max search:deep=4 --min random", "did you mean 'depth'?"),
        ("checkers-ab match checkers --max search:depth=0 --min random", "depth must be a whole number"),
        ("checkers-ab match checkers --max search:time=0 --min random", "time must be a number of seconds above 0"),
        ("checkers-ab match checkers --max search:algorithm=a --min random", "unknown algorithm 'a'"),
        ("checkers-ab match checkers --max script --min random", "checkers has no scripted player"),
        ("checkers-ab play", "Missing argument 'GAME'"),
        ("checkers-ab play tictactoe --wire course", "unknown wire format 'course'; there are none"),
        ("checkers-ab play amazons --wire curse", "unknown wire format 'curse'; did you mean 'course'?"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)


def test_games_lists_what_there_is() -> None:
    text = run("games").stdout
    for name in (
        "checkers",
        "tictactoe:m=",
        "amazons:size=",
        "skirmish:map=",
        "territory",
        "archer",
        "course",
        "attack",
    ):
        assert name in text


def test_perft_ends_with_the_count() -> None:
    assert run("perft", "checkers", "--depth", "4").stdout == "1469\n"
    divided = run("perft", "amazons:size=4", "--depth", "2", "--divide").stdout.splitlines()
    assert divided[-1] == "total 4336"
    assert sum(int(line.split()[-1]) for line in divided[:-1]) == 4336
    assert len(divided) == 89
    assert run("perft", "checkers", "--depth", "0").stdout == "1\n"
    assert run("perft", "checkers", "--depth", "0", "--divide").stdout == "1\n"
    assert run("perft", "tictactoe", "-", "--depth", "2", "--divide", stdin="XXX\nOO.\n...\n").stdout == "total 0\n"
    assert run("perft", "checkers", "inputs/assignment.txt", "--depth", "1").stdout == "2\n"
    for game, depth in (("checkers", "5"), ("tictactoe", "4")):
        counted = [run("perft", game, "--depth", depth, *options).stdout for options in ([], ["--jobs", "2"])]
        assert counted[0] == counted[1]


def test_search_says_what_it_found() -> None:
    found = json.loads(run("search", "checkers", "inputs/assignment.txt", "--depth", "4", "--json").stdout)
    assert (found["move"], found["value"], found["nodes"], found["exact"]) == ("(5,2)=>(3,0)", -3, 213, True)
    assert found["line"][0] == found["move"]
    assert sum(ply["nodes"] for ply in found["plies"]) == 212
    beam = json.loads(run("search", "amazons:size=6", "--depth", "2", "--beam", "5", "--json").stdout)
    assert beam["exact"] is False
    assert beam["valued_by_the_beam"] > beam["left_out_by_the_beam"] > 500
    assert "no, a beam left moves out" in run("search", "amazons:size=6", "--depth", "1", "--beam", "5").stdout
    timed = json.loads(run("search", "checkers", "--time", "0.3", "--json").stdout)
    assert timed["depth"] >= 3
    assert timed["seconds"] < 0.35
    lost = run(
        "search", "checkers", "-", "--depth", "2", stdin=Path(ROOT / "inputs/opening.txt").read_text().replace("A", "O")
    )
    assert lost.stdout.startswith("move                 none\nvalue                -inf\n")


def test_orders_save_nodes_and_keep_the_value() -> None:
    counts = {}
    for name, options in {"plain": [], "ordered": ["--order", "attack"]}.items():
        counts[name] = json.loads(run("search", "skirmish:map=open", "--depth", "4", *options, "--json").stdout)
    assert counts["plain"]["value"] == counts["ordered"]["value"]
    assert counts["plain"]["nodes"] >= 3 * counts["ordered"]["nodes"]


def test_a_match_is_the_same_with_the_same_seed_and_with_more_jobs() -> None:
    call = [
        *("match", "tictactoe", "--max", "search:depth=3", "--min", "random", "--games", "6", "--opening", "1"),
        "--swap",
    ]
    results = []
    for jobs in ("1", "2"):
        figures = json.loads(run(*call, "--jobs", jobs, "--json").stdout)
        results.append([(one["number"], one["winner"], one["plies"]) for one in figures["results"]])
    assert results[0] == results[1]
    other = json.loads(run(*call, "--seed", "2", "--json").stdout)
    assert [(one["number"], one["winner"], one["plies"]) for one in other["results"]] != results[0]


def test_the_search_beats_random_at_checkers() -> None:
    call = ["match", "checkers", "--max", "search:depth=4", "--min", "random", "--games", "8", "--jobs", "2", "--json"]
    assert json.loads(run(*call).stdout)["players"][0]["wins"] == 8


def play(*args: str, typed: str, cwd: Path = ROOT) -> str:
    done = run("play", *args, stdin=typed, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_a_person_is_helped_and_asked_again() -> None:
    text = play("tictactoe", "--min", "random", typed="z9\n\nb2\nb2\nhelp\nmoves\nhint\nundo\nmoves\nresign\n")
    assert "expected a free cell" in text
    assert "b2 is taken" in text
    assert "take back your last move" in text
    assert "9 legal: a3, b3" in text
    assert "a search would play" in text
    assert "O wins after 0 plies: X resigned" in text
    assert "[X]" in text


def test_a_person_begins_at_a_state_and_breaks_off() -> None:
    text = play("checkers", "inputs/assignment.txt", "--min", "random", typed="x\n52-30\n")
    assert "expected a move such as 52-43" in text
    assert "Alice: (5,2)=>(3,0)" in text
    assert text.endswith("the game is broken off\n")
    assert play("tictactoe", "--min", "random", typed="quit\n").endswith("the game is broken off\n")


def test_names_of_players_are_shown_as_they_are() -> None:
    done = run("match", "tictactoe", "--max", "random:seed=[/x] :smile:", "--min", "random", "--games", "1")
    assert "random:seed=[/x] :smile:" in done.stdout


def test_ctrl_c_breaks_a_game_off_and_stops_a_match_at_once(tmp_path: Path) -> None:
    shown = tmp_path / "shown.txt"
    play_call = ("play", "tictactoe", "--min", "random")
    with interrupted(play_call, tmp_path, stdout=shown) as process:
        assert process.stdin is not None
        process.stdin.write(b"b2\n")
        process.stdin.flush()
        wait_until(lambda: shown.read_text().count("your move") == 2, "the answer to b2")
    match_call = ("match", "amazons", "--max", "search:time=1", "--min", "search:time=1", "--jobs", "2")
    with interrupted(match_call, tmp_path, stdout=Path(os.devnull)) as process:
        let_work(process, 1.5)


@contextmanager
def interrupted(call: tuple[str, ...], folder: Path, *, stdout: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The program in a process, which Ctrl-C ends after the block as it should."""
    with (
        open(stdout, "wb") as output,
        subprocess.Popen(
            [PROGRAM, *call],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process,
    ):
        yield process
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


def test_a_forced_line_ends_at_the_deepest_ply(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("FT..........\nT...........\n..........TT\n..........TA\n")
    found = json.loads(run("search", "skirmish", tmp_path / "map.txt", "--time", "60", "--json").stdout)
    assert found["depth"] == 200


# A wire format

MESSAGES = [
    '{"queen-position-current": [1, 4], "queen-position-next": [7, 4], "arrow-position": [7, 7]}',
    '{"queen-position-current": [1, 7], "queen-position-next": [5, 7], "arrow-position": [5, 1]}',
]


def test_amazons_is_played_through_a_pipe_the_server_s_message_in_ours_out() -> None:
    game = "amazons:size=5,first=black"
    kit = make_game(game)
    course, state, chance = kit.wires["course"], kit.game.start(), random.Random(3)
    call = [PROGRAM, "play", game, "--max", "search:depth=1", "--min", "human", "--wire", "course"]
    pipe = subprocess.PIPE
    with subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        while kit.game.utility(state) is None:
            move = chance.choice(kit.game.moves(state))
            process.stdin.write(course.format_move(state, move) + "\n")
            process.stdin.flush()
            state = kit.game.play(state, move)
            if kit.game.utility(state) is None:
                state = kit.game.play(state, course.parse_move(state, process.stdout.readline()))
        assert process.stdout.read() == ""
        assert process.wait(timeout=60) == 0
        assert re.search(r"\n(White|Black) wins after [0-9]+ plies: the game is over\n$", process.stderr.read())


def test_with_a_wire_format_all_but_the_moves_of_others_is_on_stderr() -> None:
    typed = "d1-d7/g7\nmoves\n" + "".join(f"{message}\n" for message in MESSAGES) + "resign\n"
    done = run("play", "amazons", "--min", "random", "--wire", "course", stdin=typed)
    assert done.returncode == 0
    start = make_game("amazons").game.start()
    course = make_game("amazons").wires["course"]
    assert [sorted(json.loads(line)) for line in done.stdout.splitlines()] == [sorted(json.loads(MESSAGES[0]))] * 2
    assert "expected one line of JSON such as {" in done.stderr
    assert f"2,176 legal: {course.format_move(start, make_game('amazons').game.moves(start)[0])}, " in done.stderr
    assert "White: d1-d7/g7" in done.stderr
    assert "Black wins after 4 plies: White resigned" in done.stderr
    replies = run("play", "amazons", "--max", "random", "--min", "random", "--seed", "2", "--wire", "course")
    assert json.loads(replies.stdout.splitlines()[-1]).keys() == json.loads(MESSAGES[0]).keys()
