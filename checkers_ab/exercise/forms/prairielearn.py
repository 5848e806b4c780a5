"""PrairieLearn: a question folder whose server part makes and marks an exercise for each variant with this package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from checkers_ab.exercise.data import StudentExercise, as_data, from_data
from checkers_ab.exercise.forms.markup import picture_file, plain
from checkers_ab.exercise.make import make_exercise
from checkers_ab.exercise.marking import mark
from checkers_ab.exercise.sampling import Recipe, Target
from checkers_ab.page.page import part

PICTURE = "board.svg"


def question_folder(recipe: Recipe, target: Target) -> dict[str, str]:
    """The files of the folder, by name."""
    wanted = {
        "game": recipe.game,
        "seed": recipe.seed,
        "wants": list(recipe.wants),
        "depth": recipe.depth,
        "target": list(target),
    }
    info = {
        "uuid": str(uuid5(NAMESPACE_URL, json.dumps(wanted))),
        "title": "Alpha-beta search",
        "topic": "Game playing",
        "tags": ["alpha-beta"],
        "type": "v3",
    }
    return {
        "info.json": json.dumps(info, indent=2) + "\n",
        "question.html": part("question.html", beside=__file__),
        "server.py": part("server.txt", beside=__file__).replace("{{recipe}}", repr(wanted)),
    }


# What the server part calls


def generate(wanted: Mapping[str, Any], data: dict[str, Any]) -> None:
    """Makes the exercise of a variant: the same for the same seed of the variant."""
    recipe = Recipe(wanted["game"], wanted["seed"], tuple(wanted["wants"]), wanted["depth"])
    exercise = make_exercise(recipe, str(data["variant_seed"]), target=Target(*wanted["target"]))
    asked = [
        {"name": question.name, "text": question.text, "long": question.name == "trace"}
        for question in exercise.questions
    ]
    data["params"].update(text=exercise.text, state=exercise.state, questions=asked)
    data["correct_answers"].update({question.name: question.key for question in exercise.questions})
    data["correct_answers"]["exercise"] = as_data([exercise])


def grade(data: dict[str, Any]) -> None:
    """Marks what a student has submitted."""
    exercise, given = _exercise(data), data["submitted_answers"]
    marks = mark(exercise, {question.name: given.get(question.name) or "" for question in exercise.questions})
    for each in marks:
        feedback = plain(each.feedback)
        data["partial_scores"][each.question] = {"score": float(each.points), "weight": 1, "feedback": feedback}
        data["feedback"][each.question] = each.feedback
    data["score"] = sum(each.points for each in marks) / len(marks)


def file(data: Mapping[str, Any]) -> str | None:
    """The picture of the tree or board."""
    return picture_file(_exercise(data)) if data["filename"] == PICTURE else None


def _exercise(data: Mapping[str, Any]) -> StudentExercise:
    (exercise,) = from_data(data["correct_answers"]["exercise"])
    return exercise
