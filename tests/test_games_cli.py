"""play, match, search, perft and games as a user meets them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import PROGRAM, ROOT, let_work, refused, run, run_command, wait_until


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab perft chekers --depth 1", "unknown game 'chekers'; did you mean 'checkers'?"),
        ("checkers-ab perft amazons:size=99 --depth 1", "3 to 16 squares wide"),
        ("checkers-ab perft checkers", "Missing option '--depth'"),
        ("checkers-ab perft checkers nowhere.txt --depth 1", "nowhere.txt: no such file"),
        ("checkers-ab perft checkers inputs --depth 1", "inputs: is a directory"),
        ("checkers-ab search amazons README.md --depth 1", "README.md:3:1: "),
        ("checkers-ab search checkers --depth 2 --eval materiel", "did you mean 'material'?"),
        ("checkers-ab search checkers --depth 2 --order jump", "unknown order 'jump'; there are none"),
        ("checkers-ab search checkers --depth 201", "--depth"),
        ("checkers-ab perft tictactoe:m=0031 --depth 1", "m must be a number from 1 to 9"),
        ("checkers-ab match tictactoe --max random --min random --opening 9", "no game goes on after 9 random plies"),
        ("checkers-ab play skirmish --max script --min random", "the script 'archer' plays Archers only"),
        ("checkers-ab play checkers --save no/where.txt", "no/where.txt: there is no folder no"),
        ("checkers-ab search checkers --time 0", "--time"),
        ("checkers-ab search checkers --time nan", "--time"),
        ("checkers-ab search checkers --beam 0", "--beam"),
        ("checkers-ab match checkers --max serch --min random", "unknown player 'serch'; did you mean 'search'?"),
        ("checkers-ab match checkers --max human --min random", "a human can't play here"),
        ("checkers-ab match checkers --max search:deep=4 --min random", "did you mean 'depth'?"),
        ("checkers-ab match checkers --max search:depth=0 --min random", "depth must be a whole number"),
        ("checkers-ab match checkers --max search:time=0 --min random", "time must be a number of seconds above 0"),
        ("checkers-ab match checkers --max search:time=x --min random", "time must be a number of seconds above 0"),
        ("checkers-ab match checkers --max search:algorithm=a --min random", "unknown algorithm 'a'"),
        ("checkers-ab match checkers --max script --min random", "checkers has no scripted player"),
        ("checkers-ab match checkers --max program:/nowhere/x --min random", "can't start '/nowhere/x'"),
        ("checkers-ab match checkers --max program --min random", "a program needs a command: program:COMMAND"),
        ("checkers-ab match amazons --max program@curse:cat --min random", "did you mean 'course'?"),
        ("checkers-ab play", "name a game, or --resume a saved one"),
        ("checkers-ab play checkers --resume x", "give either GAME or --resume"),
        ("checkers-ab play --resume nowhere.txt", "nowhere.txt: no such file"),
        ("checkers-ab play --resume README.md", "README.md:1:1: expected a saved game"),
        ("checkers-ab play tictactoe --serve max --wire course", "unknown wire format 'course'"),
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
    assert run("perft", "checkers:rules=english", "--depth", "6").stdout == "36768\n"
    assert run("perft", "checkers", "--depth", "0").stdout == "1\n"


def test_perft_says_when_it_merges_equal_positions(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("W:W22:B1\n")
    for depth, merged in (("7", False), ("8", True)):
        done = run("perft", "checkers", tmp_path / "board.txt", "--depth", depth)
        assert (done.returncode, "equal positions are merged" in done.stderr) == (0, merged)
    assert "merged" not in run("perft", "checkers", tmp_path / "board.txt", "--depth", "8", "--divide").stderr
    assert "merged" not in run("perft", "tictactoe", "--depth", "1").stderr
    for game, depth in (("checkers:rules=english", "6"), ("tictactoe", "4")):
        counted = [run("perft", game, "--depth", depth, *options).stdout for options in ([], ["--jobs", "2"])]
        assert counted[0] == counted[1]
    assert run("perft", "checkers", "fen:W:W:B1", "--depth", "2", "--divide").stdout == "total 0\n"
    assert run("perft", "checkers", "inputs/assignment.txt", "--depth", "1").stdout == "2\n"


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
        "match",
        "tictactoe",
        "--max",
        "search:depth=3",
        "--min",
        "random",
        "--games",
        "6",
        "--opening",
        "1",
        "--swap",
    ]
    results = []
    for jobs in ("1", "2"):
        figures = json.loads(run(*call, "--jobs", jobs, "--json").stdout)
        results.append([(one["number"], one["winner"], one["plies"]) for one in figures["results"]])
    assert results[0] == results[1]
    other = json.loads(run(*call, "--seed", "2", "--json").stdout)
    assert [(one["number"], one["winner"], one["plies"]) for one in other["results"]] != results[0]


def test_the_search_never_loses_at_tic_tac_toe() -> None:
    for seats in (("search:depth=9", "random"), ("random", "search:depth=9")):
        players = json.loads(run("match", "tictactoe", "--max", seats[0], "--min", seats[1], "--json").stdout)[
            "players"
        ]
        searcher = next(player for player in players if player["player"] != "random")
        assert searcher["losses"] == 0


def test_the_search_beats_random_at_checkers() -> None:
    call = ["match", "checkers", "--max", "search:depth=4", "--min", "random", "--games", "20", "--jobs", "2", "--json"]
    assert json.loads(run(*call).stdout)["players"][0]["wins"] == 20


def test_english_draughts_is_a_game_like_any_other() -> None:
    call = ["match", "checkers:rules=english", "--max", "search:depth=3", "--min", "random", "--games", "4", "--swap"]
    figures = json.loads(run(*call, "--opening", "2", "--json").stdout)
    assert figures["players"][0]["wins"] >= 3
    assert all(re.fullmatch(r"\d+-\d+|\d+(x\d+)+", move) for one in figures["results"] for move in one["moves"])
    found = json.loads(run("search", "checkers:rules=english", "--depth", "3", "--json").stdout)
    assert found["move"] == "9-13"
    drawn = run("play", "checkers:rules=english", "--max", "search:depth=2", "--min", "search:depth=2").stdout
    assert "nobody wins" in drawn
    assert drawn.rstrip().endswith("the position has come up three times")


def test_two_footmen_beat_the_archers_on_the_open_map() -> None:
    call = [
        "match",
        "skirmish:map=open",
        "--max",
        "search:depth=2,order=attack",
        "--min",
        "script",
        "--games",
        "1",
        "--json",
    ]
    assert json.loads(run(*call).stdout)["players"][0]["wins"] == 1


def test_who_moves_illegally_takes_too_long_or_says_nothing_loses(tmp_path: Path) -> None:
    for text, seconds, reason in [
        ("print('z9', flush=True)", "60", "the program sent 'z9'"),
        ("raise SystemExit", "60", "the program has ended"),
        ("raise SystemExit(3)", "60", "the program has ended with exit code 3"),
        ("import os, time; os.close(1); time.sleep(60)", "60", "the program has closed its input or output"),
        ("print('a9', end='', flush=True); raise SystemExit", "60", "the program sent 'a9'"),
        ("pass", "0.2", "the program said nothing for 0.2 s"),
        ("import time; time.sleep(60); print('b2', flush=True)", "0.3", "the program said nothing for 0.3 s"),
    ]:
        bot = tmp_path / "bot.py"
        bot.write_text(text + "\nimport sys; sys.stdin.read()\n")
        call = ["match", "tictactoe", "--max", f"program:{sys.executable} {bot}", "--min", "random"]
        done = run(*call, "--games", "1", "--move-time", seconds, "--json")
        figures = json.loads(done.stdout)
        assert figures["players"][0]["losses"] == 1
        assert reason in figures["results"][0]["reason"]


@pytest.mark.parametrize(("game", "wire"), [("checkers", ""), ("amazons:size=5", ""), ("amazons", "course")])
def test_two_copies_play_each_other_through_a_pipe(game: str, wire: str) -> None:
    serve = f"checkers-ab play {game} --serve min --min random:seed=2" + (f" --wire {wire}" if wire else "")
    player = f"program@{wire}:{serve}" if wire else f"program:{serve}"
    done = run("play", game, "--max", "random:seed=1", "--min", player)
    assert done.returncode == 0, done.stderr
    assert "wins after" in done.stdout.splitlines()[-1] or "nobody wins" in done.stdout.splitlines()[-1]
    assert "the game is over" in done.stdout.splitlines()[-1]


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


def test_a_game_is_saved_replayed_and_gone_on_with(tmp_path: Path) -> None:
    broken_off = play("tictactoe", "--min", "random", "--save", "game.txt", typed="b2\n", cwd=tmp_path)
    assert "Go on with: checkers-ab play --resume game.txt" in broken_off
    saved = (tmp_path / "game.txt").read_text().splitlines()
    assert saved[:2] == ["game tictactoe", "move b2"]
    assert len(saved) == 3
    resumed = play("--resume", "game.txt", "--min", "random", "--save", "game.txt", typed="resign\n", cwd=tmp_path)
    assert "O wins after 2 plies: X resigned" in resumed
    assert (tmp_path / "game.txt").read_text().splitlines()[-1] == "result O wins after 2 plies: X resigned"
    (tmp_path / "bad.txt").write_text("game tictactoe\nmove b2\nmove b2\n")
    done = run("play", "--resume", "bad.txt", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "bad.txt:3:6: b2 is taken" in done.stderr
    (tmp_path / "worse.txt").write_text("game tictactoe\nnonsense\n")
    assert "worse.txt:2:1: expected 'move MOVE'" in run("play", "--resume", "worse.txt", cwd=tmp_path).stderr
    (tmp_path / "state.txt").write_text("game tictactoe\n| X#.\n| ...\n| ...\n")
    assert "state.txt:2:4: expected X, O or '.'" in run("play", "--resume", "state.txt", cwd=tmp_path).stderr
    (tmp_path / "game.bad").write_text("game go\n")
    assert "game.bad:1:6: unknown game 'go'" in run("play", "--resume", "game.bad", cwd=tmp_path).stderr


def test_a_game_from_a_state_is_saved_with_it(tmp_path: Path) -> None:
    text = play(
        "checkers",
        str(ROOT / "inputs/assignment.txt"),
        "--min",
        "random",
        typed="x\n52-30\nsave mid.txt\n",
        cwd=tmp_path,
    )
    assert "expected a move such as 52-43" in text
    assert "the game is broken off" in text
    saved = (tmp_path / "mid.txt").read_text().splitlines()
    assert saved[0] == "game checkers"
    assert saved[1] == "| +B+B+B+B"
    assert "move (5,2)=>(3,0)" in saved
    assert "wins after" in play(
        "--resume", "mid.txt", "--max", "search:depth=2", "--min", "random", typed="", cwd=tmp_path
    )


def test_a_save_that_fails_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    text = play("tictactoe", "--min", "random", typed="b2\nsave /nowhere/x\nsave ok.txt\nmoves\n", cwd=tmp_path)
    assert "there is no folder /nowhere" in text
    assert "saved to ok.txt" in text
    assert "7 legal" in text


def test_ctrl_c_saves_a_game_and_stops_a_match_at_once(tmp_path: Path) -> None:
    shown = tmp_path / "shown.txt"
    play_call = ("play", "tictactoe", "--min", "random", "--save", "game.txt")
    with interrupted(play_call, tmp_path, stdout=shown) as process:
        assert process.stdin is not None
        process.stdin.write(b"b2\n")
        process.stdin.flush()
        wait_until(lambda: shown.read_text().count("your move") == 2, "the answer to b2")
    assert (tmp_path / "game.txt").read_text().startswith("game tictactoe\nmove b2\n")
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


def test_programs_that_flood_or_leave_children_are_ended(tmp_path: Path) -> None:
    flood = run("match", "tictactoe", "--max", "program:cat /dev/zero", "--min", "random", "--games", "1", "--json")
    assert "the program sent " in json.loads(flood.stdout)["results"][0]["reason"]
    marker = "71.25"
    run("play", "tictactoe", "--max", f"program:sh -c 'echo zz; sleep {marker}; true'", "--min", "random")
    assert marker not in run_command("ps -eo args | grep '[s]leep'").stdout


def test_names_of_players_are_shown_as_they_are() -> None:
    done = run("match", "tictactoe", "--max", "program:true [/x] :smile:", "--min", "random", "--games", "1")
    assert "program:true [/x] :smile:" in done.stdout


def test_a_forced_line_ends_at_the_deepest_ply(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("FT..........\nT...........\n..........TT\n..........TA\n")
    found = json.loads(run("search", "skirmish", tmp_path / "map.txt", "--time", "60", "--json").stdout)
    assert found["depth"] == 200
