"""Moodle XML: a category for each exercise, and a pool of whole exercises where they are nobody's."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence

from checkers_ab.draw.svg_grid import plain
from checkers_ab.exercise.forms import (
    OTHER,
    POOL,
    answers_of,
    categories,
    is_number,
    picture_file,
    plain_lines,
    title_of,
)
from checkers_ab.exercise.make import StudentExercise
from checkers_ab.exercise.marking import RIGHT
from checkers_ab.exercise.questions import Question


def moodle_xml(exercises: Sequence[StudentExercise], *, pool: bool) -> Iterator[str]:
    """The file in pieces. With `pool` there is a category of whole exercises, too, for random questions."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
    for exercise, category in zip(exercises, categories(exercises), strict=True):
        yield _category(category)
        picture = _picture(exercise)
        for question in exercise.questions:
            yield _question(exercise, question, picture)
    if pool:
        yield _category(POOL)
        for exercise in exercises:
            yield _whole(exercise)
    yield "</quiz>\n"


def cdata(html: str) -> str:
    """A CDATA section: in escaped HTML Moodle's reader loses blanks."""
    return f"<![CDATA[{html.replace(']]>', ']]]]><![CDATA[>')}]]>"


def _category(name: str) -> str:
    """The element of a category; a slash in its name is doubled."""
    path = f"$course$/top/Alpha-beta/{name.replace('/', '//')}"
    return f'<question type="category"><category><text>{cdata(path)}</text></category></question>\n'


def _picture(exercise: StudentExercise) -> str:
    """The file element; it stands beside the text with the image."""
    content = b64encode(picture_file(exercise).encode()).decode()
    return f'<file name="board.svg" path="/" encoding="base64">{content}</file>'


def _intro(exercise: StudentExercise) -> str:
    image = f'<p><img src="@@PLUGINFILE@@/board.svg" alt="{plain(exercise.state)}"></p>'
    return f"<p>{plain(exercise.text)}</p>{image}{plain_lines(exercise.state)}"


def _question(exercise: StudentExercise, question: Question, picture: str) -> str:
    text = f"{_intro(exercise)}<p>{plain(question.text)}</p>"
    if question.name == "trace":
        return _element(exercise, "essay", question.name, text, picture, _essay(question))
    if question.name == "window":
        return _element(exercise, "cloze", question.name, f"{text}<p>{_gaps(question)}</p>", picture, "")
    if question.name in ("value", "count") and is_number(question.key):
        return _element(exercise, "numerical", question.name, text, picture, _numerical(question))
    return _element(exercise, "multichoice", question.name, text, picture, _choices(exercise, question))


def _element(
    exercise: StudentExercise, kind: str, name: str, text: str, picture: str, rest: str, points: int = 1
) -> str:
    title = f"{title_of(exercise)}: {name}"
    return (
        f'<question type="{kind}">\n<name><text>{cdata(title)}</text></name>\n'
        f'<questiontext format="html"><text>{cdata(text)}</text>{picture}</questiontext>\n'
        f'<generalfeedback format="html"><text></text></generalfeedback>\n'
        f"<defaultgrade>{points}</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>"
        f"<idnumber>{exercise.exercise}-{name}</idnumber>\n{rest}</question>\n"
    )


def _answer(fraction: int, text: str, feedback: str, extra: str = "", style: str = "html") -> str:
    said = f'<feedback format="html"><text>{cdata(plain(feedback))}</text></feedback>'
    return f'<answer fraction="{fraction}" format="{style}"><text>{text}</text>{extra}{said}</answer>\n'


def _numerical(question: Question) -> str:
    exact = "<tolerance>0</tolerance>"
    wrong = [
        _answer(0, each.answer, each.feedback, exact, "plain_text") for each in question.wrong if is_number(each.answer)
    ]
    right = _answer(100, question.key, RIGHT, exact, "plain_text")
    return "".join([right, *wrong, _answer(0, "*", OTHER, exact, "plain_text")])


def _choices(exercise: StudentExercise, question: Question) -> str:
    options = "<single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering>\n"
    return options + "".join(
        _answer(100 * (answer == question.key), cdata(plain(answer)), feedback)
        for answer, feedback in answers_of(exercise, question)
    )


def _essay(question: Question) -> str:
    key = f'<graderinfo format="html"><text>{cdata(plain_lines(question.key))}</text></graderinfo>'
    lines = question.key.count("\n") + 3
    fields = f"<responserequired>1</responserequired><responsefieldlines>{lines}</responsefieldlines>"
    return f"<responseformat>monospaced</responseformat>{fields}<attachments>0</attachments>{key}\n"


# Gaps in a text: cloze


def _whole(exercise: StudentExercise) -> str:
    """All questions of an exercise but the trace as one, with gaps."""
    asked = [question for question in exercise.questions if question.name != "trace"]
    text = _intro(exercise) + "".join(f"<p>{plain(each.text)}<br>{_gap(exercise, each)}</p>" for each in asked)
    return _element(exercise, "cloze", "all", text, _picture(exercise), "", points=len(asked))


def _gap(exercise: StudentExercise, question: Question) -> str:
    if question.name == "window":
        return _gaps(question)
    if question.name in ("value", "count") and is_number(question.key):
        wrong = [(each.answer, each.feedback) for each in question.wrong if is_number(each.answer)]
        return gap("NUMERICAL", question.key, wrong, ":0")
    return gap("MULTICHOICE_VS", question.key, [pair for pair in answers_of(exercise, question) if pair[1] != RIGHT])


def _gaps(question: Question) -> str:
    """A gap for alpha and one for beta: text, for infinity is no number to Moodle."""
    gaps = []
    for place, (end, key) in enumerate(zip(("alpha", "beta"), question.key.split(", "), strict=True)):
        wrong: dict[str, str] = {}
        for each in question.wrong:
            wrong.setdefault(each.answer.split(", ")[place], each.feedback)
        wrong.pop(key, None)
        gaps.append(f"{end} = {gap('SHORTANSWER', key, list(wrong.items()))}")
    return " ".join(gaps)


def gap(kind: str, key: str, wrong: Sequence[tuple[str, str]], after: str = "") -> str:
    """A gap with its right answer, and wrong ones with feedback."""
    parts = [f"={_escaped(key)}{after}#{_escaped(RIGHT)}"]
    parts += [f"%0%{_escaped(answer)}{after}#{_escaped(feedback)}" for answer, feedback in wrong]
    return f"{{1:{kind}:{'~'.join(parts)}}}"


def _escaped(text: str) -> str:
    """Text within a gap; a tilde would part answers even with a backslash."""
    return plain(text).replace("\\", "\\\\").replace("~", "-").replace("#", "\\#").replace("}", "\\}")
