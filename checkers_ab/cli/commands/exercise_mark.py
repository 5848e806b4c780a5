"""`checkers-ab exercise mark`: answers into points and feedback."""

from __future__ import annotations

import click

from checkers_ab.cli.output import opened_output
from checkers_ab.exercise.marking import FORMATS, Marked, load_exercises, mark, read_answers


@click.command("mark")
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("answers", metavar="ANSWERS", type=click.Path())
@click.option(
    "--format", "form", type=click.Choice(tuple(FORMATS)), default="text", show_default=True, help="What to write."
)
@click.option("-o", "--output", metavar="FILE", type=click.Path(), help="Write to FILE: whole, or not at all.")
def command(*, folder: str, answers: str, form: str, output: str | None) -> int:
    """Mark ANSWERS to the exercises in DIR: a point for each right answer, and feedback for each wrong one.

    \b
    checkers-ab exercise mark week3 answers.csv
    checkers-ab exercise mark week3 answers.csv --format csv -o marks.csv
    checkers-ab exercise mark week3 traces

    ANSWERS is a CSV file with a column for the student and one for each question, as DIR/answers.csv begins it; or a
    folder with a file for each student, which holds a trace and is called as in DIR/inputs, or by the student's name.
    A trace is judged as by checkers-ab check.
    """
    exercises = load_exercises(folder)
    given = read_answers(exercises, answers)
    marked = [Marked(exercise, mark(exercise, given[exercise.exercise])) for exercise in exercises]
    with opened_output(output, apart_from=answers) as stream:
        stream.write(FORMATS[form](marked))
    return 0
