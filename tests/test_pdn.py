"""Games as files: what is written, what is read, and what is refused with which words."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_ab.core.errors import StateError
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.english_notation import format_route, parse_route
from checkers_ab.games.checkers.fen import format_fen, parse_fen
from checkers_ab.games.checkers.pdn import PdnGame, format_pdn, looks_like_pdn
from checkers_ab.games.checkers.pdn_reader import OTHERS, OtherGameError, parse_pdn
from checkers_ab.games.checkers.pdn_tokens import RESULTS
from tests.support import boards

GAME = English()

WRITTEN = dedent(
    """\
    [Event "A \\"short\\" game"]
    [White "Alice"]
    [Black "C:\\\\Bill"]
    [Result "0-1"]
    [GameType "21"]

    1. 9-14 22-18 2. 5-9 18-15 3. 10x19 24x15 4. 11x18 23-19 5. 7-10 19-15 6. 10x19
    25-22 7. 18x25 29x22 0-1
    """
)


def moves(game: PdnGame) -> list[str]:
    return [format_route(route) for route in game.moves]


def read_moves(text: str) -> str:
    (game,) = parse_pdn(text)
    return " ".join(moves(game))


def test_a_game_is_written_with_its_tags_and_numbered_moves() -> None:
    (game,) = parse_pdn(WRITTEN)
    assert game.tags == {"Event": 'A "short" game', "White": "Alice", "Black": "C:\\Bill"}
    assert (game.start, game.result, len(game.moves)) == (GAME.start(), "0-1", 14)
    assert format_pdn(game) == WRITTEN
    assert format_fen(game.end()) == "B:W21,22,26,27,28,30,31,32:B1,2,3,4,6,8,9,12,14,19"


def test_a_game_from_another_position_has_a_fen_and_white_may_begin() -> None:
    start = parse_fen("W:W26,31:B23,15,1")
    game = PdnGame(tags={"White": "A"}, start=start, moves=(parse_route(start, "26x10"),))
    text = format_pdn(game)
    assert text == dedent(
        """\
        [White "A"]
        [Result "*"]
        [GameType "21"]
        [SetUp "1"]
        [FEN "W:W26,31:B1,15,23"]

        1... 26x19x10 *
        """
    )
    assert parse_pdn(text) == [game]
    longer = parse_pdn(text.replace("10 *", "10 2. 1-6 10x1"))[0]
    assert format_pdn(longer).endswith("\n1... 26x19x10 2. 1-6 10x1 *\n")


def test_a_position_alone_is_a_game_too() -> None:
    (game,) = parse_pdn('[FEN "W:W26:B1"]')
    assert (game.start, game.moves, game.result) == (parse_fen("W:W26:B1"), (), "*")
    assert parse_pdn(format_pdn(game)) == [game]


@st.composite
def games(draw: st.DrawFn) -> PdnGame:
    """Random games, from the start or from a random position, with any tags."""
    chance = random.Random(draw(st.integers()))
    start = draw(st.just(GAME.start()) | boards(most_pieces=6))
    board, played = start, []
    for _ in range(draw(st.integers(0, 60))):
        if GAME.utility(board) is not None:
            break
        played.append(chance.choice(GAME.moves(board)))
        board = GAME.play(board, played[-1])
    names = st.sampled_from(["Event", "Site", "White", "Black", "Round"])
    values = st.text().filter(str.isprintable)
    tags = draw(st.dictionaries(names, values))
    return PdnGame(tags=tags, start=start, moves=tuple(played), result=draw(st.sampled_from(RESULTS)))


@given(st.lists(games(), min_size=1, max_size=3))
def test_games_round_trip(played: list[PdnGame]) -> None:
    text = "\n".join(map(format_pdn, played))
    assert parse_pdn(text) == played


@given(games())
def test_a_line_of_moves_fits_the_screen_and_ends_with_no_number(played: PdnGame) -> None:
    lines = format_pdn(played).partition("\n\n")[2].splitlines()
    assert all(len(line) <= 79 and not line.endswith(".") for line in lines)


def test_what_a_file_cannot_hold_is_replaced_in_a_tag() -> None:
    game = PdnGame(tags={"White": "a\nb\udcff"}, start=GAME.start())
    assert parse_pdn(format_pdn(game))[0].tags == {"White": "a?b?"}


def test_comments_variations_and_remarks_are_read_over() -> None:
    text = dedent(
        """\
        \ufeff% a line for other programs (
        [Event "x"]
        { before ( the } 1. 11-15 $1 {first} ( 1. 9-14 ( {in} 1. 10-14 nested... ) 22-18 1-0 ) 1... 23-19 (!)
        ; to the end of the line ( {
        2. 8-11! 22-17?? 3.11-16 ... 24-20 (3... 17-14 !?) 1/2-1/2
        """
    ).replace("nested... ", "")
    assert read_moves(text) == "11-15 23-19 8-11 22-17 11-16 24-20"
    assert parse_pdn(text)[0].result == "1/2-1/2"


def test_chains_may_be_written_short_and_captures_in_other_signs() -> None:
    for text in ("26x10", "26x19x10", "26:10", "26-10", "26X19X10"):
        assert read_moves(f'[FEN "W:W26:B22,23,15"] 1. {text}') == "26x19x10"


def test_several_games_end_with_results_or_with_the_next_tags() -> None:
    text = '1. 11-15 * [White "b"] 1. 9-13 22-18 [White "c"]\n[Result "0-1"] 1. 9-14 * * [White "d"] 1-0 *'
    found = parse_pdn(text)
    assert [(game.tags.get("White"), " ".join(moves(game)), game.result) for game in found] == [
        (None, "11-15", "*"),
        ("b", "9-13 22-18", "*"),
        ("c", "9-14", "0-1"),
        ("d", "", "1-0"),
    ]


def test_tags_with_a_meaning_are_known_in_any_letter_case() -> None:
    (game,) = parse_pdn('[EVENT "x"] [Setup "1"] [Fen "W:W26:B15,23"] [RESULT "0-1"] [Gametype "21"] 1. 26x10')
    assert (game.tags, game.result, moves(game)) == ({"EVENT": "x"}, "0-1", ["26x19x10"])
    with pytest.raises(OtherGameError):
        parse_pdn('[GAMETYPE "25"] 1. c3-d4')


@pytest.mark.parametrize(
    "text", ["1. 11-15* 23-19 2. 8-11", "1. 11-15!* {only} 23-19*\n2. 8-11", "11-15 23-19 8-11*1-0"]
)
def test_a_star_glued_to_a_move_does_not_end_the_game_when_moves_or_a_result_follow(text: str) -> None:
    assert read_moves(text) == "11-15 23-19 8-11"


def test_a_star_glued_to_the_last_move_ends_the_game() -> None:
    assert [moves(game) for game in parse_pdn('1. 11-15* 1. 9-13*\n[White "x"] 1. 9-14*')] == [
        ["11-15"],
        ["9-13"],
        ["9-14"],
    ]


def test_blanks_in_moves_and_results_do_not_matter() -> None:
    (game,) = parse_pdn("1. 11 - 15 22 -18 2. 15 x 22 1 - 0")
    assert (moves(game), game.result) == (["11-15", "22-18", "15x22"], "1-0")


@pytest.mark.parametrize(
    ("text", "glued"),
    [
        ("11-15x", "x"),
        ("11-15-", "-"),
        ("11-15!good", "!good"),
        ("11-15good old move,", "good old move,"),
        ("11-15;", ""),
        ("11-15!?", ""),
    ],
)
def test_text_glued_to_a_move_is_a_warning(text: str, glued: str) -> None:
    (game,) = parse_pdn(f"1. {text}\n23-19 *")
    assert moves(game) == ["11-15", "23-19"]
    assert [warning for _, _, warning in game.warnings] == [f"read as 11-15, without {glued!r} behind it"] * bool(glued)


@pytest.mark.parametrize(
    ("tag", "result"), [("", "*"), ("?", "*"), ("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("1 - 0", "1-0")]
)
def test_results_that_some_programs_write_are_known(tag: str, result: str) -> None:
    assert parse_pdn(f'[Result "{tag}"] 1. 11-15 *')[0].result == result


def test_two_results_that_differ_are_a_warning() -> None:
    (game,) = parse_pdn('[Result "1-0"]\n1. 11-15 0-1')
    warning = "the result after the moves is 0-1, that of the tag 1-0 is taken"
    assert (game.result, game.warnings) == ("1-0", ((2, 10, warning),))
    for tag, last in (("1-0", "*"), ("2-0", "1-0"), ("1/2-1/2", "1-1")):
        assert not parse_pdn(f'[Result "{tag}"] 1. 11-15 {last}')[0].warnings


@pytest.mark.parametrize(
    ("text", "is_pdn"),
    [
        ('[FEN "W:W26:B1"] 1. 26-23', True),
        ("11-15 23-19\n", True),
        ("1.11-15", True),
        ('[FEN "W:W26:B1"]\n', False),
        ('[FEN "W:W26:B1"].\n[FEN "W:W27:B2"].\n', False),
        ("W:W26:B1", False),
    ],
)
def test_games_are_told_from_boards(text: str, is_pdn: bool) -> None:
    assert looks_like_pdn(text) == is_pdn


def test_a_game_may_be_cut_after_some_plies() -> None:
    (game,) = parse_pdn(WRITTEN)
    assert moves(game.after(2)) == ["9-14", "22-18"]
    assert game.after(2).result == "*"
    assert game.after(0).end() == GAME.start()
    assert game.after(14) == game


def test_the_type_of_english_draughts_may_have_details() -> None:
    assert read_moves('[GameType "21,B,8,8,N1,0"] 1. 11-15') == "11-15"


@pytest.mark.parametrize("number", OTHERS)
def test_other_games_are_refused_by_name(number: str) -> None:
    with pytest.raises(StateError) as error:
        parse_pdn(f'[Event "x"]\n[GameType "{number},W,10,10,N2,0"]\n1. 32-28 *')
    assert str(error.value) == (f"2:12: expected English draughts, game type 21, found type {number}, {OTHERS[number]}")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "1:1: expected a game, found none", "1. 11-15 23-19 *"),
        ("{nothing} *\n", "1:1: expected a game, found none", ""),
        ("1. 11-15\nhello", "2:1: expected a move such as 11-15 or 15x24, found 'hello'", ""),
        ("1. 11-15 17", "1:10: expected a move such as 11-15 or 15x24, found '17'", ""),
        ("1. 11-15 ] 2", "1:10: expected a move such as 11-15 or 15x24, found ']'", ""),
        ("1. 11-15 {so\n\n", "1:10: this comment has no end", "'}'"),
        ("1. 11-15 (1. 9-13\n(", "1:10: this variation has no end", "')'"),
        ("(\n[White \"x\"]", "1:1: this variation has no end", "')'"),
        ("1. 11-15 ) 23-19", "1:10: no variation begins before this ')'", ""),
        ("[White Alice]\n", "1:1: expected a tag, found '[White Alice]'", '[White "Alice"]'),
        ('1. 11-15 /FEN "W:W1:B2"/', "1:10: a position in the middle of a game is not read", "[FEN"),
        ('[GameType "99"]', "1:12: expected English draughts, game type 21, found '99'", ""),
        ('[Result "won"]', "1:10: expected a result, one of 1-0 0-1 1/2-1/2", ""),
        ('[SetUp "1"]\n1. 11-15', "1:9: a game with [SetUp \"1\"] needs a tag [FEN \"...\"]", ""),
        ('\n [FEN "W:W1:B2,33"]', "2:16: expected a square from 1 to 32, found '33'", "as in W:W22"),
        ("1. 11-15\n  23-17 *", "2:3: 23-17: that is not legal; legal are 23-18, 23-19", ""),
        ("1. 11-15 22-18 2. 12-16", "1:19: 12-16: a jump is mandatory; legal are 15x22", ""),
        ('[FEN "W:WK30:B25,26,18,17"] 1. 30x30', "1:32: 30x30: name the squares on the way: it may be", ""),
        ('[FEN "W:W10:B6"] 1... 10x1 2. 1-5', "1:31: 1-5: the game is over", ""),
    ],
)  # fmt: skip
def test_an_error_says_where_and_what_was_expected(text: str, message: str, hint: str) -> None:
    with pytest.raises(StateError) as error:
        parse_pdn(text)
    assert str(error.value).startswith(message)
    assert hint in error.value.hint
