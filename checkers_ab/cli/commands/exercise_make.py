"""`checkers-ab exercise make`: an exercise for each student, in the forms of course systems and for print."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from checkers_ab.cli.io import say, say_on_terminal, shown, standard_output
from checkers_ab.cli.options import Seconds
from checkers_ab.cli.output import expect_new, write_folder
from checkers_ab.core.errors import InputError, OptionError, nearest
from checkers_ab.exercise.features import HAND_DEPTH, feature_names
from checkers_ab.exercise.forms import FORMS, write_forms
from checkers_ab.exercise.make import GAMES, StudentExercise, expect_game, make_exercises, read_names
from checkers_ab.exercise.sampling import DEEPEST, Recipe, Sampler, ShortageError
from checkers_ab.games.registry import make_game


def _forms(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Forms by their names, or by those of their files; all of them if none is named."""
    named = {file: form for form, file in FORMS.items()}
    forms = [named.get(value, value) for value in values]
    for form in forms:
        if form not in FORMS:
            raise click.BadParameter(f"unknown form {form!r}; {nearest(form, FORMS)}", ctx, param)
    return tuple(dict.fromkeys(forms)) or tuple(FORMS)


def _complete_form(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(form) for form in FORMS if form.startswith(incomplete)]


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(game) for game in GAMES if game.startswith(incomplete)]


def _complete_feature(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    kit = make_game(ctx.params.get("game_name") or GAMES[0])
    return [CompletionItem(name) for name in feature_names(kit) if name.startswith(incomplete)]


@click.command("make")
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--count", type=click.IntRange(1, 10_000), help="The number of exercises.  [default: 10]")
@click.option("--roster", metavar="FILE", type=click.Path(), help="An exercise for each student of a CSV file.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed gives the same exercises."
)
@click.option(
    "--game",
    "game_name",
    metavar="NAME",
    default=GAMES[0],
    show_default=True,
    shell_complete=_complete_game,
    help=f"{', '.join(GAMES[:-1])} or {GAMES[-1]}.",
)
@click.option("--depth", type=click.IntRange(1, DEEPEST), help=f"Plies to search on a board.  [default: {HAND_DEPTH}]")
@click.option(
    "--want",
    "wants",
    multiple=True,
    metavar="FEATURE",
    shell_complete=_complete_feature,
    help="A feature that every exercise must have; may be repeated.",
)
@click.option(
    "--form",
    "forms",
    multiple=True,
    callback=_forms,
    shell_complete=_complete_form,
    metavar="FORM",
    help="Only this form; may be repeated.",
)
@click.option(
    "--time",
    "seconds",
    type=Seconds(),
    default=60.0,
    show_default=True,
    help="Give up after this many seconds of the processor.",
)
def command(
    *,
    folder: str,
    count: int | None,
    roster: str | None,
    seed: int,
    game_name: str,
    depth: int | None,
    wants: tuple[str, ...],
    forms: tuple[str, ...],
    seconds: float,
) -> int:
    """Make an exercise for each student in DIR, with questions and keys.

    \b
    checkers-ab exercise week3 --count 30 --seed 7
    checkers-ab exercise week3 --roster class.csv --want depth:4 --want leaves:..20
    checkers-ab exercise week3 --roster class.csv --want deep-cut --want ties:none
    checkers-ab exercise week3 --count 30 --game checkers --want jump --form sheet --form keys

    All exercises of a call are different and equally hard: as many leaves visited, cuts and deep cuts, give or take
    a tenth, or more where searches differ a lot. The same seed and name give the same exercise. DIR must be new or
    empty.

    Features of trees: branching:2..3, depth:4, leaves:..20, values:-9..9. Features of every search: cuts:2..4,
    deep-cut, no-deep-cut, both-sides (a MAX and a MIN cut), subtree (more than a leaf is cut), best:not-first,
    ties:none (>= and > cut the same, and no two first moves are equal), ties:cut, ties:root, separates:MISTAKE; and
    those of checkers-ab generate. Without a feature about cuts a tree has two or more, a board one. Boards are searched
    as deep as their features need.

    Forms: moodle (moodle.xml), canvas (canvas.zip), sheet and keys (for print); all of them unless some are named.
    exercises.json holds everything as data, and answers.csv is a table to be filled in for checkers-ab exercise mark.
    """
    expect_new(folder)
    recipe = Recipe(game_name, seed, wants, depth)
    names = _names(roster, count)
    expect_game(game_name)
    try:
        sampler = Sampler(recipe, seconds=seconds)
        if depth is not None and sampler.kit.depth is None:
            raise OptionError(
                "--depth is for boards; a tree is searched to its leaves: --want depth:4 makes it so deep"
            )
        exercises = make_exercises(sampler, names)
    except OptionError:
        raise
    except InputError as error:
        raise error.within("--want") from None
    except ShortageError as error:
        say(f"too few exercises were found, so nothing was written: {error}")
        say("  hint: leave out a feature, or give it more time with --time")
        return 1
    written = write_forms(exercises, forms, pool=roster is None)
    write_folder(folder, written.items())
    standard_output().write(_measures(exercises))
    answers = shown(os.path.join(folder, "answers.csv"))
    say_on_terminal(f"fill in {answers}, then: checkers-ab exercise mark {shown(folder)} {answers}")
    return 0


def _names(roster: str | None, count: int | None) -> list[str]:
    """The names of a roster, or the numbers from 1."""
    if roster is None:
        return [str(place) for place in range(1, (count or 10) + 1)]
    names = read_names(roster)
    if count not in (None, len(names)):
        raise InputError(f"expected {count} students, as --count says, found {len(names)}", path=shown(roster))
    return names


def _measures(exercises: Sequence[StudentExercise]) -> str:
    """The measures of how hard the exercises are."""
    measures = {
        "question": [len(each.questions) for each in exercises],
        "leaf visited": [each.leaves for each in exercises],
        "cut": [each.cuts for each in exercises],
        "deep cut": [each.deep_cuts for each in exercises],
    }
    told = ", ".join(_many(word, numbers) for word, numbers in measures.items())
    return f"{_many('exercise', [len(exercises)])}: {told}\n"


def _many(word: str, numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    if high != 1 or low != 1:
        word = "leaves visited" if word == "leaf visited" else f"{word}s"
    return f"{low} {word}" if low == high else f"{low} to {high} {word}"
