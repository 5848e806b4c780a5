"""QTI 1.2 in a zip, as Canvas imports it: a quiz for each exercise, of choices, for only these take feedback."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from checkers_ab.core.zips import zip_entry
from checkers_ab.draw.svg_grid import plain
from checkers_ab.exercise.forms import answers_of, on_one_line, picture_file, picture_title, plain_lines
from checkers_ab.exercise.make import StudentExercise
from checkers_ab.exercise.questions import Question

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
CARTRIDGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
METADATA = "http://ltsc.ieee.org/xsd/imsccv1p1/LOM/manifest"


def canvas_zip(exercises: Sequence[StudentExercise]) -> bytes:
    """The zip."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as package:
        for name, text in _files(exercises):
            package.writestr(zip_entry(name), text)
    return out.getvalue()


def _files(exercises: Sequence[StudentExercise]) -> Iterator[tuple[str, str]]:
    yield "imsmanifest.xml", _manifest(exercises)
    for exercise in exercises:
        quiz = _ident(exercise)
        yield f"{quiz}/{quiz}.xml", _assessment(exercise)
        yield f"{quiz}/assessment_meta.xml", _meta(exercise)
        yield f"images/{quiz}.svg", picture_file(exercise)


def _ident(exercise: StudentExercise) -> str:
    """A name that starts with a letter."""
    return f"quiz_{exercise.exercise}"


def _manifest(exercises: Sequence[StudentExercise]) -> str:
    resources = "".join(map(_resources, exercises))
    return (
        f'{HEAD}<manifest identifier="manifest" xmlns="{CARTRIDGE}" xmlns:imsmd="{METADATA}" {XSI}>\n'
        "<metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>\n"
        f"<organizations/>\n<resources>\n{resources}</resources>\n</manifest>\n"
    )


def _resources(exercise: StudentExercise) -> str:
    quiz = _ident(exercise)
    meta, image = f"{quiz}/assessment_meta.xml", f"images/{quiz}.svg"
    application = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
    return (
        f'<resource identifier="{quiz}" type="imsqti_xmlv1p2"><file href="{quiz}/{quiz}.xml"/>'
        f'<dependency identifierref="{quiz}_meta"/></resource>\n'
        f'<resource identifier="{quiz}_meta" type="{application}" href="{meta}"><file href="{meta}"/></resource>\n'
        f'<resource identifier="{quiz}_image" type="webcontent" href="{image}"><file href="{image}"/></resource>\n'
    )


def _meta(exercise: StudentExercise) -> str:
    return (
        f'{HEAD}<quiz identifier="{_ident(exercise)}" xmlns="{CANVAS}" {XSI}>\n'
        f"<title>{plain(picture_title(exercise))}</title>\n<description></description>\n"
        "<shuffle_answers>true</shuffle_answers><scoring_policy>keep_highest</scoring_policy>"
        "<quiz_type>assignment</quiz_type>"
        f"<points_possible>{len(exercise.questions)}</points_possible><allowed_attempts>1</allowed_attempts>\n</quiz>\n"
    )


def _assessment(exercise: StudentExercise) -> str:
    items = "".join(_item(exercise, question) for question in exercise.questions)
    title = plain(picture_title(exercise))
    return (
        f'{HEAD}<questestinterop xmlns="{QTI}" {XSI}>\n<assessment ident="{_ident(exercise)}" title="{title}">\n'
        f'<section ident="root_section">\n{items}</section>\n</assessment>\n</questestinterop>\n'
    )


def _item(exercise: StudentExercise, question: Question) -> str:
    ident = f"{_ident(exercise)}_{question.name}"
    essay = question.name == "trace"
    answers = (
        [] if essay else [(f"{ident}_a{place}", *pair) for place, pair in enumerate(answers_of(exercise, question))]
    )
    fields = {
        "question_type": "essay_question" if essay else "multiple_choice_question",
        "points_possible": "1",
        "original_answer_ids": ",".join(answer for answer, _, _ in answers),
        "assessment_question_identifierref": f"{ident}_question",
    }
    return (
        f'<item ident="{ident}" title="{question.name}">\n<itemmetadata><qtimetadata>{_fields(fields)}</qtimetadata>'
        f"</itemmetadata>\n<presentation>{_material(_text(exercise, question))}{_response(answers)}</presentation>\n"
        f"<resprocessing>{_outcomes(answers, question.key)}</resprocessing>\n{_feedback(answers, question)}</item>\n"
    )


def _fields(fields: dict[str, str]) -> str:
    return "".join(
        f"<qtimetadatafield><fieldlabel>{label}</fieldlabel><fieldentry>{entry}</fieldentry></qtimetadatafield>"
        for label, entry in fields.items()
    )


def _text(exercise: StudentExercise, question: Question) -> str:
    """The picture, and the same as text, should it not be shown."""
    source = f"%24IMS-CC-FILEBASE%24/images/{_ident(exercise)}.svg"
    image = f'<p><img src="{source}" alt="{plain(exercise.state)}"></p>'
    return f"<p>{plain(exercise.text)}</p>{image}{plain_lines(exercise.state)}<p>{plain(question.text)}</p>"


def _material(text: str, kind: str = "html") -> str:
    return f'<material><mattext texttype="text/{kind}">{escape(text)}</mattext></material>'


def _plain_material(text: str) -> str:
    """Plain text: Canvas would show the entities of HTML that has no tags in it."""
    return _material(on_one_line(text), "plain")


Answers = Sequence[tuple[str, str, str]]
"""Answers by their names, each with its feedback."""


def _response(answers: Answers) -> str:
    if not answers:
        field = '<render_fib><response_label ident="answer1" rshuffle="No"/></render_fib>'
        return f'<response_str ident="response1" rcardinality="Single">{field}</response_str>'
    labels = "".join(
        f'<response_label ident="{ident}">{_plain_material(answer)}</response_label>' for ident, answer, _ in answers
    )
    choice = f"<render_choice>{labels}</render_choice>"
    return f'<response_lid ident="response1" rcardinality="Single">{choice}</response_lid>'


def _outcomes(answers: Answers, key: str) -> str:
    """Feedback comes before the score: Canvas takes the last condition about an answer as its worth."""
    score = '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>'
    if not answers:
        return f'{score}<respcondition continue="No"><conditionvar><other/></conditionvar></respcondition>'
    said = "".join(
        f'<respcondition continue="Yes">{_is_answer(ident)}'
        f'<displayfeedback feedbacktype="Response" linkrefid="{ident}_fb"/></respcondition>'
        for ident, _, _ in answers
    )
    (right,) = (ident for ident, answer, _ in answers if answer == key)
    full = '<setvar action="Set" varname="SCORE">100</setvar>'
    return f'{score}{said}<respcondition continue="No">{_is_answer(right)}{full}</respcondition>'


def _is_answer(ident: str) -> str:
    return f'<conditionvar><varequal respident="response1">{ident}</varequal></conditionvar>'


def _feedback(answers: Answers, question: Question) -> str:
    """A comment on each answer; for the essay the key, for those who mark it."""
    if not answers:
        key = _material(plain_lines(question.key))
        return f'<itemfeedback ident="general_fb"><flow_mat>{key}</flow_mat></itemfeedback>\n'
    return "".join(
        f'<itemfeedback ident="{ident}_fb"><flow_mat>{_plain_material(feedback)}</flow_mat></itemfeedback>\n'
        for ident, _, feedback in answers
    )
