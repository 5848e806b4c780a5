"""Completion of games and players, with their options, as bash is offered it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import importing, install, run, run_command

FILE = 'OPTIONS = {"size": "matches at the start", "last": "who takes it"}\nraise SystemExit("this was run")\n'


def complete(*words: str, cwd: Path, env: dict[str, str] | None = None) -> list[str]:
    """The offers for the last of the words, as bash parts them."""
    asked = {"_CHECKERS_AB_COMPLETE": "bash_complete", "COMP_WORDS": "\n".join(words)}
    done = run(cwd=cwd, env={**asked, "COMP_CWORD": str(len(words) - 1), **(env or {})})
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


def test_commands_files_options_and_conventions_are_offered(tmp_path: Path) -> None:
    (tmp_path / "so").mkdir()
    (tmp_path / "some.txt").touch()
    assert complete("checkers-ab", "so", cwd=tmp_path) == ["solve", "so/", "some.txt"]
    assert {"--depth", "--version"} <= {*complete("checkers-ab", "--", cwd=tmp_path)}
    assert complete("checkers-ab", "--depth", "6", "som", cwd=tmp_path) == ["som"], "for bash to complete a file"
    assert complete("checkers-ab", "solve", "--dep", cwd=tmp_path) == ["--depth"]
    assert complete("checkers-ab", "x.txt", "--convention", "h", cwd=tmp_path) == ["handout"]


GAMES = ["play", "match", "search", "perft", "games"]


@pytest.mark.parametrize("command", GAMES)
def test_games_and_files_are_offered(command: str, tmp_path: Path) -> None:
    (tmp_path / "tic.py").touch()
    (tmp_path / "tic.txt").touch()
    (tmp_path / "tics").mkdir()
    assert complete("checkers-ab", command, "ti", cwd=tmp_path) == ["tictactoe", "tic.py", "tics/"]
    everything = complete("checkers-ab", command, "", cwd=tmp_path)
    assert {"checkers", "amazons", "tic.py"} <= set(everything)
    assert not {"tic.txt", "tics/"} & set(everything)


def test_options_are_offered_after_a_colon(tmp_path: Path) -> None:
    assert complete("checkers-ab", "play", "tictactoe:", cwd=tmp_path) == [f"tictactoe:{name}=" for name in "mnk"]
    assert complete("checkers-ab", "play", "tictactoe:m=4,", cwd=tmp_path) == ["tictactoe:m=4,n=", "tictactoe:m=4,k="]
    assert complete("checkers-ab", "play", "tictactoe:m=", cwd=tmp_path) == []
    assert complete("checkers-ab", "play", "nothing:", cwd=tmp_path) == []


def test_bash_parts_words_at_colons_and_they_are_put_together(tmp_path: Path) -> None:
    assert complete("checkers-ab", "play", "tictactoe", ":", cwd=tmp_path) == ["m=", "n=", "k="]
    assert complete("checkers-ab", "play", "amazons", ":", "si", cwd=tmp_path) == ["size="]
    assert complete("checkers-ab", "play", "amazons", ":", "size", "=", "6,f", cwd=tmp_path) == ["6,first="]
    players = ("checkers-ab", "match", "skirmish", ":", "map", "=", "open", "--max")
    assert complete(*players, "search", ":", "--min", "script", ":", "name", "=", cwd=tmp_path) == ["archer"]
    assert complete(*players, "search", ":", "eval", "=", "l", cwd=tmp_path) == ["linear"]
    assert complete("checkers-ab", "match", "skirmish", "--max", "=", "search", ":", "o", cwd=tmp_path) == ["order="]
    assert "--max" in complete("checkers-ab", "match", "skirmish", "--", cwd=tmp_path)


def test_the_options_of_a_file_are_read_without_running_it(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(FILE)
    (tmp_path / "bad.py").write_text("OPTIONS = {\n")
    (tmp_path / "odd.py").write_text("OPTIONS = dict(size='x')\n")
    (tmp_path / "none.py").write_text("x = 3\n")
    assert complete("checkers-ab", "play", "./nim.py:", cwd=tmp_path) == ["./nim.py:size=", "./nim.py:last="]
    assert complete("checkers-ab", "play", "./nim.py", ":", "s", cwd=tmp_path) == ["size="]
    for path in ("bad.py", "odd.py", "none.py", "nowhere.py"):
        assert complete("checkers-ab", "play", f"./{path}:", cwd=tmp_path) == []
    assert complete("checkers-ab", "play", "./nim.py", "--max", "search:eval=", cwd=tmp_path) == []


def test_games_of_packages_are_offered(tmp_path: Path) -> None:
    install(tmp_path / "site", "heaps = heaps_of_nim\n", heaps_of_nim='OPTIONS = {"size": ""}\n')
    env = importing(tmp_path / "site")
    assert complete("checkers-ab", "perft", "he", cwd=tmp_path, env=env) == ["heaps"]
    assert complete("checkers-ab", "perft", "heaps:", cwd=tmp_path, env=env) == ["heaps:size="]


def test_players_are_offered(tmp_path: Path) -> None:
    def offered(command: str, player: str, game: str = "amazons") -> list[str]:
        return complete("checkers-ab", command, game, "--max", player, cwd=tmp_path)

    kinds = ["random", "random:", "search", "search:", "script", "script:"]
    assert offered("play", "") == ["human", *kinds]
    assert offered("match", "") == kinds
    assert offered("match", "ra") == ["random", "random:"]
    assert offered("match", "random:") == ["random:seed="]
    assert offered("match", "search:depth=3,") == [
        f"search:depth=3,{name}=" for name in ("time", "beam", "eval", "order", "algorithm")
    ]
    assert offered("match", "search:eval=") == ["search:eval=mobility", "search:eval=territory"]
    assert offered("match", "search:algorithm=m") == ["search:algorithm=minimax"]
    assert offered("match", "search:eval=", game="nothing") == []
    assert complete("checkers-ab", "play", "--min", "h", cwd=tmp_path) == ["human"]


def test_a_real_bash_completes_options_without_a_blank_behind_them(tmp_path: Path) -> None:
    script = """
        compopt() { echo "$2"; }
        eval "$(_CHECKERS_AB_COMPLETE=bash_source checkers-ab)"
        COMP_WORDS=(checkers-ab play amazons : si) COMP_CWORD=4
        _checkers_ab_completion checkers-ab
        echo "${COMPREPLY[@]}"
    """
    assert run_command(script, cwd=tmp_path).stdout == "nospace\nsize=\n"
