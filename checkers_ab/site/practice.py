"""Exercises on the page: one by its number, and the marks of its answers."""

from __future__ import annotations

from functools import lru_cache

from checkers_ab.core.errors import InputError, OptionError
from checkers_ab.draw.svg import svg_element
from checkers_ab.exercise.forms import picture_title
from checkers_ab.exercise.make import GAMES, StudentExercise, load_state, make_exercise
from checkers_ab.exercise.marking import mark
from checkers_ab.exercise.sampling import DEEPEST, Recipe, ShortageError
from checkers_ab.site.requests import LONGEST_TRACE, Json, Request, sentence, text_of

SECONDS = 20.0
"""For drawing an exercise."""
MOST_SEED = 10**9


def list_exercises(_: Request) -> Json:
    """The games that exercises can be about."""
    return {"games": list(GAMES)}


def describe_exercise(request: Request) -> Json:
    """An exercise without its keys; raises InputError."""
    made = _exercise(*_recipe(request))
    kit, state = load_state(made)
    return {
        "exercise": made.exercise,
        "game": made.game,
        "depth": made.depth,
        "state": made.state,
        "text": made.text,
        "drawn": svg_element(kit.picture(state), title=picture_title(made)),
        "questions": [[question.name, question.text] for question in made.questions],
    }


def mark_answers(request: Request) -> Json:
    """The points and the feedback of answers, by the names of the questions; raises InputError."""
    made = _exercise(*_recipe(request))
    given = request.get("answers") or {}
    answers = {question.name: text_of(given, question.name, LONGEST_TRACE) for question in made.questions}
    marks = mark(made, answers)
    return {
        "points": sum(each.points for each in marks),
        "of": len(marks),
        "marks": [[each.question, each.points, each.feedback] for each in marks],
    }


def _recipe(request: Request) -> tuple[Recipe, str]:
    """The recipe of an exercise and its number, which may be a name."""
    number = text_of(request, "number").strip()
    if not number:
        raise InputError("Which exercise? Write its number, such as 1.")
    seed, depth = request.get("seed", 1), request.get("depth")
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise InputError(f"The seed must be a number from 0 to {MOST_SEED:,}.")
    if depth is not None and (type(depth) is not int or not 1 <= depth <= DEEPEST):
        raise InputError(f"The depth must be a number from 1 to {DEEPEST}.")
    wants = tuple(text_of(request, "wants").replace(",", " ").split())
    return Recipe(text_of(request, "game"), seed, wants, depth), number


PRACTICE = {"exercises": list_exercises, "exercise": describe_exercise, "mark": mark_answers}


@lru_cache(maxsize=16)
def _exercise(recipe: Recipe, number: str) -> StudentExercise:
    """The exercise that `checkers-ab exercise` makes with this recipe for this number or name."""
    try:
        return make_exercise(recipe, number, seconds=SECONDS)
    except (InputError, OptionError) as error:
        raise InputError(sentence(str(error))) from None
    except ShortageError as error:
        raise InputError(f"No exercise was found: {error}. Leave out a feature.") from None
