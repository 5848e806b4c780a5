"""FEN and PDN as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checkers_ab.games.checkers.boardfile import format_state
from checkers_ab.games.checkers.english_notation import format_route
from checkers_ab.games.checkers.pdn_reader import parse_pdn
from tests.support import ROOT, refused, run, run_command

FEN = "fen:W:W22,29,30,32:B1,2,3,4,17,18,K19"
BILL = "fen:B:W22,29,30,32:B1,2,3,4,17,18,K19"
ASSIGNMENT = ROOT / "inputs/assignment.txt"


# A FEN as INPUT


def test_a_fen_is_solved_like_the_board_it_stands_for(tmp_path: Path) -> None:
    expected = (ROOT / "expected/assignment.txt").read_text()
    assert run(FEN).stdout == expected
    assert run("solve", FEN, "--depth", "4").stdout == expected
    (tmp_path / "board.txt").write_text(FEN.removeprefix("fen:"))
    assert run(tmp_path / "board.txt").stdout == expected
    (tmp_path / "old.txt").write_text("old")
    assert run("solve", FEN, "-o", tmp_path / "old.txt").returncode == 0
    assert (tmp_path / "old.txt").read_text() == expected
    assert run(FEN.replace("W:W", " w :\tw")).stdout == expected
    assert run("-", stdin=f"case3\n{FEN.removeprefix('fen:')}\n").stdout == f"case3\n{expected}"


@pytest.mark.parametrize(
    "call",
    [
        "check {} expected/assignment.txt",
        "explain {} 3",
        "tree {}",
        "board {}",
        "perft checkers {} --depth 2",
        "search checkers {} --depth 2 --json | grep -v second",
        "play checkers {} --max search:depth=2 --min search:depth=2",
        "view {} -o - | tail -c 1000",
    ],
)
def test_a_fen_stands_for_a_board_in_every_command(call: str) -> None:
    with_file = run_command(f"checkers-ab {call.format('inputs/assignment.txt')}")
    assert with_file.returncode == 0
    assert with_file.stdout
    assert run_command(f"checkers-ab {call.format(FEN)}").stdout == with_file.stdout


def test_a_page_for_a_fen_is_called_fen(tmp_path: Path) -> None:
    assert run("view", FEN, cwd=tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["fen.html"]


@pytest.mark.parametrize(
    "call",
    [
        "checkers-ab {}",
        "checkers-ab solve {}",
        "checkers-ab check {} expected/assignment.txt",
        "checkers-ab explain {} 1",
        "checkers-ab tree {}",
        "checkers-ab view {}",
        "checkers-ab validate {} x . < expected/assignment.txt",
    ],
)
def test_what_searches_for_alice_refuses_a_board_with_bill_to_move(call: str) -> None:
    refused(
        run_command(call.format(BILL)),
        "<fen>: case1: Bill is to move, and the search is for a move of Alice's",
        "hint: exchange the sides",
    )


def test_only_the_chosen_case_must_be_alices_move() -> None:
    cases = f"{FEN}\n{BILL}\n".replace("fen:", "")
    assert run("solve", "-", "--case", "1", stdin=cases).returncode == 0
    refused(run("solve", "-", "--case", "2", stdin=cases), "<stdin>: case2: Bill is to move")


def test_a_board_with_bill_to_move_is_drawn_with_his_moves() -> None:
    assert run("board", BILL).stdout == run("board", ASSIGNMENT).stdout
    assert "[B]" in run("board", BILL, "--move", "(4,1)=>(6,3)").stdout
    refused(run("board", BILL, "--move", "(0,1)=>(1,0)"), "a jump is mandatory; legal are (4,1)=>(6,3)")
    refused(run("board", "fen:B:W14,10,9:B5", "--move", "10-21"), "Alice has won, Bill has no legal move")
    picture = run("board", BILL, "--move", "(4,1)=>(6,3)", "--svg", "-").stdout
    assert "Bill moves (4,1)=&gt;(6,3)" in picture


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fen:", "<fen>:1:1: expected W or B for the side to move, found the end of the line"),
        ("fen:hello", "<fen>:1:1: expected W or B for the side to move, found 'hello'"),
        ("fen:W:W22:B1,33", "<fen>:1:10: expected a square from 1 to 32, found '33'"),
        ("fen:+B+B+B+B", "<fen>:1:1: expected W or B"),
    ],
)
def test_a_fen_that_is_none_is_refused_with_its_column(text: str, words: str) -> None:
    refused(run(text), words)
    refused(run("search", "checkers", text), words)


# convert

GAMES = """\
[White "Alice"]
[GameType "21"]

1. 11-15 23-19 {a remark} 2. 8-11 (2. 9-14) 22-17 *

[White "Carol"]
[FEN "W:W26,32:B23,15,1"]

1... 26x10 1-0
"""
ROWS = """\
+O+O+O+O
O+O+O+O+
+O+O+O+O
O+O+O+O+
+B+O+O+O
O+A+O+O+
+O+O+O+O
O+O+O+O+
"""
CROWDED = ROWS.replace("O", "B", 13)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES)
    return path


def test_boards_become_fens_and_fens_boards() -> None:
    assert run("convert", ASSIGNMENT, "--to", "fen").stdout == FEN.removeprefix("fen:") + "\n"
    assert run("convert", FEN, "--to", "board").stdout == ASSIGNMENT.read_text()
    assert run("convert", "fen:W:W22:B17", "--to", "board").stdout == ROWS
    assert run("convert", "fen:B:W22:B17", "--to", "board").stdout == ROWS + "bill to move\n"
    assert run("convert", "-", "--to", "fen", stdin=ROWS + "bill to move\n").stdout == "B:W22:B17\n"


def test_several_boards_keep_their_headings(tmp_path: Path) -> None:
    fens = run("convert", "inputs/several-cases.txt", "--to", "fen").stdout
    assert fens == "Case 1\nW:W24,25:B2,8,19\nW:WK15:B4,26\nCASE07\nW:WK20:BK1\ncase 12\nW:W14:B6\n"
    back = run("convert", "-", "--to", "board", stdin=fens).stdout
    assert run("-", stdin=back).stdout == run("-", stdin=fens).stdout == run("inputs/several-cases.txt").stdout
    assert run("convert", "-", "--to", "fen", stdin=back).stdout == fens
    assert run("convert", "inputs/several-cases.txt", "--case", "7", "--to", "fen").stdout == "CASE07\nW:WK20:BK1\n"
    run("convert", "inputs/several-cases.txt", "--to", "fen", "-o", tmp_path / "fens.txt")
    assert (tmp_path / "fens.txt").read_text() == fens


def test_games_become_the_boards_that_they_end_with_or_come_through(games: Path) -> None:
    start = "W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    after_four = "W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"
    assert run("convert", games, "--to", "fen").stdout == f"B:{after_four}\nB:W10,32:B1\n"
    assert run("convert", games, "--case", "1", "--ply", "0", "--to", "fen").stdout == f"B:{start}\n"
    assert run("convert", games, "--case", "2", "--ply", "0", "--to", "fen").stdout == "W:W26,32:B1,15,23\n"
    assert run("convert", games, "--case", "1", "--to", "board").stdout.endswith("\nbill to move\n")
    assert run("convert", "-", "--to", "fen", stdin=GAMES).stdout == f"B:{after_four}\nB:W10,32:B1\n"
    assert run("convert", "-", "--to", "fen", stdin="1. 11-15 *").stdout.startswith("W:W21,")


def test_games_are_written_anew_whole_or_cut(games: Path) -> None:
    text = run("convert", games, "--to", "pdn").stdout
    assert text == (
        '[White "Alice"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n\n'
        '[White "Carol"]\n[Result "1-0"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "W:W26,32:B1,15,23"]\n\n'
        "1... 26x19x10 1-0\n"
    )
    assert run("convert", "-", "--to", "pdn", stdin=text).stdout == text
    assert run("convert", games, "--case", "1", "--ply", "2", "--to", "pdn").stdout.endswith("\n1. 11-15 23-19 *\n")


def test_a_board_becomes_a_game_without_a_move() -> None:
    text = run("convert", "-", "--to", "pdn", stdin=f"case5\n{ROWS}").stdout
    assert text == '[Event "case5"]\n[Result "*"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "W:W22:B17"]\n\n*\n'
    assert run("convert", "-", "--to", "board", stdin=text).stdout == ROWS


def test_a_man_on_its_far_row_is_a_warning() -> None:
    done = run("convert", "fen:W:W1:B5", "--to", "board")
    assert done.returncode == 0
    assert "<fen>:1:1: warning: a man A on its far row can't move" in done.stderr


@pytest.mark.parametrize(
    ("call", "stdin", "words"),
    [
        ("convert nowhere.txt --to fen", "", "nowhere.txt: no such file"),
        ("convert inputs --to fen", "", "inputs: is a directory"),
        ("convert - ", ROWS, "Missing option '--to'"),
        ("convert - --to fen", "", "<stdin>:1:1: expected a board, found an empty file"),
        ("convert - --to fen", "W:W22:B1,33", "<stdin>:1:10: expected a square from 1 to 32, found '33'"),
        ("convert - --to fen", "1. 11-15\n11-15 *", "<stdin>:2:1: 11-15: that is not legal; legal are 21-17,"),
        ("convert - --to fen", '[GameType "20"]', "found type 20, international draughts"),
        ("convert - --to fen --case 3", GAMES, "<stdin>: no case 3; the file has 2 games"),
        ("convert - --to fen --ply 4", GAMES, "<stdin>: case2: --ply 4 is too far: this game has 1 ply"),
        ("convert - --to fen --ply 1", ROWS, "<stdin>: case1: --ply 1 is too far: this game has 0 plies"),
        ("convert - --to fen", CROWDED, "case1: a side has at most 12 pieces in a FEN, found 14"),
        ("convert - --to pdn", CROWDED, "case1: a side has at most 12 pieces in a FEN, found 14"),
        ("solve -", GAMES, '<stdin>:1:1: expected [FEN "..."], found \'[White "Alice"]\''),
    ],
)
def test_what_cannot_be_converted_is_said(call: str, stdin: str, words: str) -> None:
    refused(run(*call.split(), stdin=stdin), words)


def test_the_input_is_not_overwritten(games: Path) -> None:
    refused(run("convert", games, "--to", "fen", "-o", games), "this is the input")
    assert games.read_text() == GAMES


# Databases

BAD_GAMES = [
    '[Event "bad"]\n[White Alice]\n\n1. 11-15 22-18 1-0\n',
    '[Event "bad"]\n\n1. 11-15 11-15 2. 9-14 1-0\n',
    '[Event "bad"]\n\n1. 11-15 {no end of this 1-0\n',
    '[Event "bad"]\n\n1. 11-15 (1. 9-14 22-18 1-0\n',
    '[Event "bad"]\n\n1. 11-15 22-18) 2. 15x22 1-0\n',
    '[Event "bad"]\n[FEN "B:W21-32:B1-33"]\n\n1. 11-15 1-0\n',
    '[Event "bad"]\n[Result "won"]\n\n1. 11-15 1-0\n',
    '[Event "bad"]\n[SetUp "1"]\n\n1. 11-15 1-0\n',
    '[Event "bad"]\n\n1. 11-15 Here Black resigned. 1-0\n',
    '[Event "bad"]\n\n1. c3-d4 f6-e5 2. d4xf6 g7xe5 1-0\n',
]
OTHER_GAME = '[Event "other"]\n[FEN "W:W31-50:B1-20"]\n[GameType "20,W,10,10,N2,0"]\n\n1. 32-28 19-23 2-0\n'


def test_bad_games_of_a_database_are_left_out_and_all_others_converted(tmp_path: Path) -> None:
    path = tmp_path / "database.pdn"
    run(
        *[
            "match",
            "checkers:rules=english",
            "--max",
            "random",
            "--min",
            "random",
            "--games",
            "700",
            "--plies",
            "40",
            "--pdn",
        ],
        path,
    )
    good = ["[Event" + game for game in path.read_text().split("[Event")[1:]]
    assert len(good) == 700
    mixed = list(good)
    for place, bad in enumerate([*BAD_GAMES, OTHER_GAME]):
        mixed.insert(60 * place + 5, bad)
    mixed[0] = mixed[0].replace('"random"', '"Bj\xf6rn"', 1)
    text = "\n".join(game.rstrip("\n") + "\n" for game in mixed)
    path.write_bytes(text.encode("latin-1"))
    done = run("convert", path, "--to", "pdn")
    assert done.returncode == 0
    assert [len(done.stdout.split("[Event")), done.stdout.count('"bad"')] == [701, 0]
    assert '[White "Björn"]' in done.stdout
    assert done.stdout.replace("Björn", "random") == "\n".join(game.rstrip("\n") + "\n" for game in good)
    *reports, last = done.stderr.splitlines()
    assert last == f"{path}: 700 of 711 games read"
    assert [f"game {60 * place + 6} is" in report for place, report in enumerate(reports)] == [True] * 11
    assert "is skipped: expected English draughts, game type 21, found type 20, international" in reports[-1]
    lines = text.split("\n")
    for report in reports[:-1]:
        number = int(report.removeprefix(f"{path}:").partition(":")[0])
        assert '"bad"' in "".join(lines[number - 5 : number]), report
    refused(run("convert", path, "--to", "fen", "--strict"), "expected a tag, found '[White Alice]'")
    refused(run("convert", path, "--to", "fen", "--case", "6"), "expected a tag, found '[White Alice]'")
    after = run("convert", path, "--to", "pdn", "--case", "711")
    assert (after.stdout, after.stderr) == (good[-1], "")


def test_a_file_without_a_good_game_is_refused() -> None:
    done = run("convert", "-", "--to", "fen", stdin="".join(BAD_GAMES))
    refused(done, "<stdin>: none of its 10 games can be read", "game 10 is left out: expected a move")


def test_games_without_tags_are_left_out_too() -> None:
    done = run("convert", "-", "--to", "pdn", stdin="1. 11-15 11-15 2. 1-5 * 1. 9-13 *")
    assert done.stdout == '[Result "*"]\n[GameType "21"]\n\n1. 9-13 *\n'
    assert "<stdin>:1:10: game 1 is left out: 11-15: that is not legal" in done.stderr


def test_the_characters_of_windows_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.pdn"
    path.write_bytes(b'[Event "Fran\xe7ois \x93Cup\x94"]\r\n1. 11-15 *\r\n')
    assert '[Event "François “Cup”"]' in run("convert", path, "--to", "pdn").stdout


def test_slips_that_leave_no_doubt_are_warnings() -> None:
    games = '[FEN "?:W26,32:B23,15,1:H0:F1"]\n1... 26x10, 1-5good 2. 10-6! *\n[FEN "?:W32:B1"]\n1. 1-5 *\n'
    done = run("convert", "-", "--to", "pdn", stdin=games)
    assert done.returncode == 0
    assert "\n1... 26x19x10 2. 1-5 10-6 *\n" in done.stdout
    assert '[FEN "B:W32:B1"]\n\n1. 1-5 *\n' in done.stdout
    assert done.stderr.splitlines() == [
        "<stdin>:1:7: warning: it is not known whose move it is, '?': taken as White's",
        "<stdin>:1:25: warning: the counters of moves are not used: H0:F1",
        "<stdin>:2:6: warning: read as 26x10, without ',' behind it",
        "<stdin>:2:13: warning: read as 1-5, without 'good' behind it",
        "<stdin>:3:7: warning: it is not known whose move it is, '?': taken as Black's",
    ]
    many = run("convert", "-", "--to", "pdn", stdin="1. 11-15, *\n" * 15)
    assert many.stderr.endswith("<stdin>: and 5 more warnings of this kind\n")


@pytest.mark.parametrize(("result", "claimed"), [("1-0", "Black"), ("1/2-1/2", "nobody"), ("2-0", "Black")])
def test_a_result_that_contradicts_the_last_position_is_a_warning(result: str, claimed: str) -> None:
    game = f'[FEN "W:W26:B23,15"]\n1... 26x10 {result}\n'
    done = run("convert", "-", "--to", "fen", stdin=f"{game}1. 11-15 1-0\n{game}")
    assert done.returncode == 0
    assert done.stderr == (
        "<stdin>: warning: 2 games with a result that contradicts the last position; game 1: "
        f"by its result, {result}, {claimed} has won, and by its last position White\n"
        "  hint: 1-0 is a win for Black, who moves first; some programs write White's points first\n"
    )
    for right in ("0-1", "0-2", "*"):
        assert not run("convert", "-", "--to", "fen", stdin=game.replace(result, right)).stderr


# Games of play and match


def test_a_game_is_saved_as_pdn_broken_off_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    call = ["play", "checkers:rules=english", "--max", "search:depth=2", "--min", "human", "--save", str(path)]
    done = run(*call, stdin="11-15\n")
    assert "Go on with: checkers-ab play --resume" in done.stderr
    assert path.read_text().startswith(
        '[Event "checkers-ab play"]\n[White "Alice"]\n[Black "Bill"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 '
    )
    second = tmp_path / "second.pdn"
    seats = ["--max", "search:depth=2", "--min", "human"]
    ended = run("play", "--resume", path, *seats, "--save", second, stdin="resign\n")
    assert "Alice wins after 2 plies: Bill resigned" in ended.stdout
    assert second.read_text() == path.read_text().replace('"*"', '"0-1"').replace(" *", " 0-1")
    third = tmp_path / "third.pdn"
    run("play", "--resume", path, *seats, stdin=f"save {third}\n")
    assert third.read_text() == path.read_text()


def test_a_game_is_saved_as_pdn_by_play_from_a_state(tmp_path: Path) -> None:
    path = tmp_path / "GAME.PDN"
    seats = ["--max", "search:depth=2", "--min", "search:depth=2", "--save", str(path)]
    run("play", "checkers:rules=english", "fen:W:W26:B23,15", *seats)
    assert path.read_text().endswith('[SetUp "1"]\n[FEN "W:W26:B15,23"]\n\n1... 26x19x10 0-1\n')


def test_the_games_of_a_match_are_written_as_pdn(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    call = ["match", "checkers:rules=english", "--max", "search:depth=2", "--min", "random", "--games", "2", "--swap"]
    done = run(*call, "--opening", "3", "--pdn", path, "--json")
    first, second = json.loads(done.stdout)["results"]
    text = path.read_text()
    assert text.startswith('[Event "checkers-ab match"]\n[Round "1"]\n[White "search:depth=2"]\n[Black "random"]\n')
    assert '\n\n[Event "checkers-ab match"]\n[Round "2"]\n[White "random"]\n[Black "search:depth=2"]\n' in text
    games = parse_pdn(text)
    for game, one in zip(games, (first, second), strict=True):
        assert [format_route(route) for route in game.moves] == one["moves"]
        assert format_state(game.start) == one["start"]
    assert games[0].start == games[1].start
    won = [{0: "0-1", 1: "1-0"}[first["winner"]], {0: "1-0", 1: "0-1"}[second["winner"]]]  # Black is first
    assert [game.result for game in games] == won


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("play checkers --save x.pdn", "x.pdn: PDN is for games of checkers:rules=english only"),
        ("play checkers:rules=english --save no/x.pdn", "no/x.pdn: there is no folder no"),
        ("match checkers --max random --min random --pdn x.pdn", "x.pdn: PDN is for games of"),
        ("match checkers:rules=english --max random --min random --pdn no/x.pdn", "there is no folder no"),
    ],
)
def test_what_cannot_be_saved_is_said_before_it_is_played(call: str, words: str) -> None:
    refused(run(*call.split()), words)


def test_a_person_cannot_save_another_game_as_pdn(tmp_path: Path) -> None:
    done = run("play", "tictactoe", stdin=f"save {tmp_path / 'x.pdn'}\n")
    assert "PDN is for games of checkers:rules=english only" in done.stdout


def test_a_game_file_that_is_none_is_not_gone_on_with(tmp_path: Path, games: Path) -> None:
    refused(run("play", "--resume", games), "games.pdn: expected one game, found 2")
    (tmp_path / "bad.pdn").write_text("1. 11-15, 11-12 *")
    refused(run("play", "--resume", tmp_path / "bad.pdn"), "bad.pdn:1:11: 11-12: that is not legal")
    (tmp_path / "slip.pdn").write_bytes(b'[White "Bj\xf6rn"] 1. 11-15, *')
    done = run("play", "--resume", tmp_path / "slip.pdn", "--min", "random", stdin="quit\n")
    assert "slip.pdn:1:20: warning: read as 11-15, without ',' behind it" in done.stderr
    assert done.returncode == 0


def test_games_overwrite_nothing_but_games(tmp_path: Path) -> None:
    mine = tmp_path / "thesis.txt"
    mine.write_text("mine\n")
    players = ("--max", "random", "--min", "random")
    refused(run("play", "tictactoe", *players, "--save", mine), "it is no saved game of ours")
    refused(
        run("match", "checkers:rules=english", *players, "--games", "1", "--pdn", mine),
        "it is no file of games of ours",
    )
    assert mine.read_text() == "mine\n"
    for _ in range(2):
        assert run("play", "tictactoe", *players, "--save", tmp_path / "game.txt").returncode == 0
        call = ("match", "checkers:rules=english", *players, "--games", "1", "--pdn", tmp_path / "games.pdn")
        assert run(*call).returncode == 0


def test_a_person_can_quit() -> None:
    done = run("play", "tictactoe", "--min", "random", stdin="quit\n")
    assert (done.returncode, "broken off" in done.stderr) == (0, True)
