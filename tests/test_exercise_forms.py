"""The forms of exercises, each read back: Moodle XML, Canvas, sheets; names as text."""

from __future__ import annotations

import csv
import re
import subprocess
from base64 import b64decode
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from checkers_ab.exercise.forms import FORMS, answer_table, categories, on_one_line, title_of, write_forms
from checkers_ab.exercise.make import StudentExercise, make_exercise, make_exercises
from checkers_ab.exercise.marking import mark
from checkers_ab.exercise.sampling import Recipe, Sampler
from tests.support import need_program

HOSTILE = [
    "Ada Lovelace",
    '<script>alert(1)</script> & "Tables" \']]>',
    '=HYPERLINK("http://x")',
    "../../etc/passwd",
    "~=#{}:\\ :: $CATEGORY: /x/ %100% {{params}} ``` | [a](b) *c* _d_ <!-- -->",
    "Zo\u00eb \u738b \u202eevil\x07\x1b[31m",
    "CON",
    "ada lovelace",
]
FRACTIONS = {0, 100}
"""The worth of answers that are used; all of them are among those that Moodle allows."""

Made = tuple[list[StudentExercise], dict[str, bytes]]


@pytest.fixture(scope="module", params=["tree", "checkers", "tictactoe"])
def made(request: pytest.FixtureRequest) -> Made:
    exercises = make_exercises(Sampler(Recipe(request.param, 3)), HOSTILE)
    return exercises, write_forms(exercises, tuple(FORMS), pool=True)


def seen(text: str) -> str:
    """Text as a reader of a form sees it: what is no text is a blank."""
    return "".join(character if character.isprintable() else " " for character in text)


# Moodle


def test_moodle_has_a_category_for_each_exercise_and_questions_with_feedback(made: Made) -> None:
    exercises, files = made
    raw = files["moodle.xml"].decode()
    assert raw.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    quiz = ElementTree.fromstring(raw)
    expected = [(each, question.name) for each in exercises for question in each.questions]
    questions = [each for each in quiz if each.get("type") != "category"]
    assert len(questions) == len(expected) + len(exercises)
    for element, (exercise, name) in zip(questions, expected, strict=False):
        assert element.findtext("name/text") == f"{on_one_line(exercise.student)}: {name}"
        expect_moodle_question(element, exercise, name)
    paths = [each.findtext("category/text") or "" for each in quiz if each.get("type") == "category"]
    names = [name.replace("/", "//") for name in categories(exercises)]
    assert paths == [f"$course$/top/Alpha-beta/{name}" for name in [*names, "Pool"]]
    numbers = [each.findtext("idnumber") for each in questions]
    assert len(set(numbers)) == len(numbers)


def expect_moodle_question(element: ElementTree.Element, exercise: StudentExercise, name: str) -> None:
    question = next(each for each in exercise.questions if each.name == name)
    text = element.findtext("questiontext/text") or ""
    assert "@@PLUGINFILE@@/board.svg" in text
    (picture,) = element.findall("questiontext/file")
    svg = ElementTree.fromstring(b64decode(picture.text or ""))
    assert svg.tag.endswith("svg")
    assert svg.findtext("{*}title") == f"{on_one_line(exercise.student)}: exercise {exercise.exercise}"
    kind = element.get("type")
    assert kind in {
        "value": ("numerical", "multichoice"),
        "count": ("numerical",),
        "window": ("cloze",),
        "trace": ("essay",),
    }.get(name, ("multichoice",))
    answers = {unescape(each.findtext("text") or ""): each for each in element.findall("answer")}
    assert {float(each.get("fraction") or "") for each in answers.values()} <= FRACTIONS
    assert all(each.findtext("feedback/text") for each in answers.values())
    if answers:
        assert [text for text, each in answers.items() if each.get("fraction") == "100"] == [question.key]
        wrong = {each.answer: each.feedback for each in question.wrong}
        for answer, each in answers.items():
            if answer in wrong:
                assert unescape(each.findtext("feedback/text") or "") == wrong[answer]
    if kind == "multichoice":
        assert len(answers) >= 2
        assert set(answers) <= {question.key, *wrong}
    if kind == "numerical":
        assert [*answers][-1] == "*"
    if kind == "essay":
        assert question.key.splitlines()[-1] in unescape(element.findtext("graderinfo/text") or "")
    if kind == "cloze":
        gaps = read_gaps(text)
        assert [right for _, right, _ in gaps] == question.key.split(", ")


def test_moodle_has_html_in_cdata_pictures_beside_their_text_and_the_key_first(made: Made) -> None:
    raw = made[1]["moodle.xml"].decode()
    texts = re.findall(r"<text>(.*?)</text>", re.sub(r"<!\[CDATA\[.*?\]\]>", "CDATA", raw, flags=re.DOTALL))
    assert all(re.fullmatch(r"(CDATA)+|-?\d+|\*|", text) for text in texts)
    assert set(re.findall('fraction="([^"]*)"', raw)) == {"0", "100"}
    quiz = ElementTree.fromstring(raw)
    holders = [each for each in quiz.iter() if "@@PLUGINFILE@@" in (each.findtext("text") or "")]
    assert [each.tag for each in holders] == ["questiontext"] * len(quiz.findall("question/questiontext"))
    assert all([file.get("name") for file in each.findall("file")] == ["board.svg"] for each in holders)
    for question in quiz.iterfind("question[@type='numerical']"):
        fractions = [each.get("fraction") for each in question.iterfind("answer")]
        assert fractions == ["100", *["0"] * (len(fractions) - 1)]


def read_gaps(text: str) -> list[tuple[str, str, dict[str, str]]]:
    """The gaps of a cloze text: kind, right answer, and wrong ones with feedback."""
    gaps = []
    for kind, inside in re.findall(r"\{1:([A-Z_]+):((?:\\.|[^}\\])*)\}", text):
        right, wrong = "", {}
        for alternative in inside.split("~"):
            answer, said = re.split(r"(?<!\\)#", alternative, maxsplit=1)
            plain = [unescape(re.sub(r"\\(.)", r"\1", part)) for part in (answer, said)]
            answer = plain[0].removesuffix(":0") if kind == "NUMERICAL" else plain[0]
            if answer.startswith("%0%"):
                wrong[answer[3:]] = plain[1]
            else:
                assert answer.startswith("=")
                assert not right
                right = answer[1:]
        gaps.append((kind, right, wrong))
    return gaps


def test_the_pool_has_whole_exercises_as_texts_with_gaps(made: Made) -> None:
    exercises, files = made
    quiz = ElementTree.fromstring(files["moodle.xml"])
    whole = [each for each in quiz if (each.findtext("idnumber") or "").endswith("-all")]
    for exercise, element in zip(exercises, whole, strict=True):
        gaps = read_gaps(element.findtext("questiontext/text") or "")
        keys = [
            question.key.split(", ") if question.name == "window" else [question.key] for question in exercise.questions
        ]
        keys = [key for question, key in zip(exercise.questions, keys, strict=True) if question.name != "trace"]
        assert [right for _, right, _ in gaps] == [part for key in keys for part in key]
        assert all(right not in wrong for _, right, wrong in gaps)
        assert all(wrong for kind, _, wrong in gaps if kind == "MULTICHOICE_VS")
        assert element.findtext("defaultgrade") == str(len(keys))


# Canvas

QTI = {"q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}
PACKAGE = {"p": "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"}


def test_the_manifest_of_canvas_lists_every_file(made: Made) -> None:
    exercises, files = made
    with ZipFile(BytesIO(files["canvas.zip"])) as package:
        assert package.testzip() is None
        names = package.namelist()
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        for name in names:
            ElementTree.fromstring(package.read(name))
    listed = [each.get("href") or "" for each in manifest.iterfind(".//p:file", PACKAGE)]
    assert sorted(listed) == sorted(set(names) - {"imsmanifest.xml"})
    idents = [each.get("identifier") or "" for each in manifest.iterfind(".//p:resource", PACKAGE)]
    assert len(set(idents)) == len(idents) == 3 * len(exercises)
    for link in manifest.iterfind(".//p:dependency", PACKAGE):
        assert link.get("identifierref") in idents
    assert all(re.fullmatch("[a-z][a-z0-9_]*", ident) for ident in idents)


def test_canvas_scores_the_key_and_comments_on_every_answer(made: Made) -> None:
    exercises, files = made
    with ZipFile(BytesIO(files["canvas.zip"])) as package:
        for exercise in exercises:
            quiz = f"quiz_{exercise.exercise}"
            root = ElementTree.fromstring(package.read(f"{quiz}/{quiz}.xml"))
            assessment = root.find("q:assessment", QTI)
            assert assessment is not None
            assert assessment.get("title") == f"{on_one_line(exercise.student)}: exercise {exercise.exercise}"
            items = root.findall(".//q:item", QTI)
            for item, question in zip(items, exercise.questions, strict=True):
                text = item.findtext("q:presentation/q:material/q:mattext", "", QTI)
                assert f"%24IMS-CC-FILEBASE%24/images/{quiz}.svg" in text
                if question.name != "trace":
                    expect_canvas_choice(item, {each.answer: each.feedback for each in question.wrong}, question.key)
                else:
                    assert "essay_question" in ElementTree.tostring(item, "unicode")


def expect_canvas_choice(item: ElementTree.Element, wrong: dict[str, str], key: str) -> None:
    labels = {
        each.get("ident") or "": each.findtext(".//q:mattext", "", QTI)
        for each in item.iterfind(".//q:response_label", QTI)
    }
    assert len(labels) >= 2
    assert set(labels.values()) <= {key, *wrong}
    assert len(set(labels.values())) == len(labels)
    said = {each.get("ident"): each.findtext(".//q:mattext", "", QTI) for each in item.iterfind("q:itemfeedback", QTI)}
    conditions = item.findall("q:resprocessing/q:respcondition", QTI)
    *comments, score = conditions
    assert score.findtext("q:setvar", "", QTI) == "100"
    assert labels[score.findtext(".//q:varequal", "", QTI)] == key
    for condition in comments:
        shown = condition.find("q:displayfeedback", QTI)
        assert shown is not None
        link = shown.get("linkrefid") or ""
        assert not re.search("correct|wrong|solution|general_|_all", link)
        answer = labels[condition.findtext(".//q:varequal", "", QTI)]
        assert said[link] == wrong.get(answer, "Right.")
    assert len(comments) == len(labels)


# The order of children and the attributes that QTI 1.2 allows, for the elements that are written; `!` must be there
QTI_RULES = {
    "questestinterop": ("assessment", ""),
    "assessment": ("section+", "ident! title"),
    "section": ("item*", "ident! title"),
    "item": ("itemmetadata? presentation? resprocessing* itemfeedback*", "ident! title"),
    "itemmetadata": ("qtimetadata*", ""),
    "qtimetadata": ("qtimetadatafield+", ""),
    "qtimetadatafield": ("fieldlabel fieldentry", ""),
    "presentation": ("material response_(lid|str)", ""),
    "material": ("mattext+", ""),
    "mattext": ("", "texttype=text/(html|plain)"),
    "response_lid": ("render_choice", "ident! rcardinality=Single"),
    "response_str": ("render_fib", "ident! rcardinality=Single"),
    "render_choice": ("response_label+", ""),
    "render_fib": ("response_label", ""),
    "response_label": ("material?", "ident! rshuffle=Yes|No"),
    "resprocessing": ("outcomes respcondition+", ""),
    "outcomes": ("decvar", ""),
    "decvar": ("", "varname vartype=Decimal minvalue maxvalue"),
    "respcondition": ("conditionvar setvar* displayfeedback*", "continue=Yes|No"),
    "conditionvar": ("(varequal|other)", ""),
    "varequal": ("", "respident!"),
    "setvar": ("", "varname action=Set"),
    "displayfeedback": ("", "linkrefid! feedbacktype=Response"),
    "itemfeedback": ("flow_mat", "ident!"),
    "flow_mat": ("material+", ""),
}


def expect_qti(element: ElementTree.Element) -> None:
    name = element.tag.split("}")[1]
    order, allowed = QTI_RULES.get(name, ("", ""))
    pattern = "".join(re.sub(r"^(.*?)([+*?]?)$", r"(?:(?:\1) )\2", part) for part in order.split())
    children = "".join(f"{child.tag.split('}')[1]} " for child in element)
    assert re.fullmatch(pattern, children), (name, children)
    values = dict(part.partition("=")[::2] for part in allowed.split())
    assert {key[:-1] for key in values if key.endswith("!")} <= set(element.attrib)
    for key, value in element.attrib.items():
        assert key in values or f"{key}!" in values, (name, key)
        assert re.fullmatch(values.get(key) or ".+", value, re.DOTALL), (name, key, value)
    for child in element:
        expect_qti(child)


def test_canvas_gets_elements_in_the_order_of_qti_and_idents_that_are_there_once(made: Made) -> None:
    with ZipFile(BytesIO(made[1]["canvas.zip"])) as package:
        for exercise in made[0]:
            quiz = f"quiz_{exercise.exercise}"
            root = ElementTree.fromstring(package.read(f"{quiz}/{quiz}.xml"))
            expect_qti(root)
            for name in ("item", "itemfeedback"):
                idents = [each.get("ident") or "" for each in root.iterfind(f".//q:{name}", QTI)]
                assert len(set(idents)) == len(idents)
                assert all(re.fullmatch("[a-z][a-z0-9_]*", ident) for ident in idents)


def test_canvas_gets_answers_and_comments_as_plain_text(made: Made) -> None:
    """In HTML without tags it keeps `=&gt;` as it stands."""
    with ZipFile(BytesIO(made[1]["canvas.zip"])) as package:
        quiz = f"quiz_{made[0][0].exercise}"
        root = ElementTree.fromstring(package.read(f"{quiz}/{quiz}.xml"))
    said = [*root.iterfind(".//q:response_lid//q:mattext", QTI), *root.iterfind(".//q:itemfeedback//q:mattext", QTI)]
    essay = [each for each in said if each.get("texttype") == "text/html"]
    assert len(essay) == 1
    assert all("&" not in (each.text or "") for each in said if each not in essay)


# Sheets and tables


class Sheet(HTMLParser):
    """The text of a page, its elements, and what stands within h1."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.heads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag == "h1":
            self.heads.append("")

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self.tags and self.tags[-1] == "h1":
            self.heads[-1] += data


def test_sheets_have_a_section_for_each_student_and_keys_only_on_their_own(made: Made) -> None:
    exercises, files = made
    sheet, keys = (Sheet(files[name].decode()) for name in ("sheet.html", "keys.html"))
    for page in (sheet, keys):
        assert [head.strip() for head in page.heads] == [seen(each.student).strip() for each in exercises]
        assert page.tags.count("section") == page.tags.count("svg") == len(exercises)
        assert not {"script", "link", "img", "a"} & set(page.tags)
    for exercise in exercises:
        for question in exercise.questions:
            assert question.text in sheet.words
            if question.name in ("visited", "cuts"):
                assert question.key in keys.words
                assert question.key not in sheet.words


def test_files_have_names_for_every_system(made: Made) -> None:
    exercises, files = made
    names = [each.file for each in exercises]
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,60}", name) for name in names)
    assert "CON" not in names
    for exercise in exercises:
        assert files[f"inputs/{exercise.file}.txt"].decode() == exercise.state
        ElementTree.fromstring(files[f"pictures/{exercise.file}.svg"])


def test_the_table_for_answers_is_no_formula(made: Made) -> None:
    exercises, _ = made
    rows = list(csv.reader(answer_table(exercises).splitlines(keepends=True)))
    assert rows[0][:2] == ["student", "exercise"]
    assert [row[1] for row in rows[1:]] == [each.exercise for each in exercises]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert not any(re.fullmatch(r"[0-9.e+-]+", each.exercise) for each in exercises)


def test_every_wrong_answer_is_marked_with_its_feedback(made: Made) -> None:
    for exercise in made[0][:3]:
        for question in exercise.questions:
            (right,) = mark(exercise, {question.name: question.key})
            assert (right.points, right.feedback) == (1, "Right.")
            for wrong in question.wrong:
                (found,) = mark(exercise, {question.name: wrong.answer})
                assert found.points == 0
                assert found.feedback == wrong.feedback or question.name == "trace"


def test_a_sheet_has_room_for_each_answer(made: Made) -> None:
    """The lines of all cuts of a board may be long."""
    exercises, files = made
    sections = files["sheet.html"].decode().split("<section>")[1:]
    for exercise, section in zip(exercises, sections, strict=True):
        for question in exercise.questions:
            item = section.partition(f'<li class="{question.name}">')[2].partition("</li>")[0]
            written = question.key.count("\n") if question.name == "trace" else len(question.key) / 60
            assert item.count('class="line"') >= written


def test_sheets_begin_new_pages_on_paper(tmp_path: Path) -> None:
    """Printed by a browser, one student's sheets are as many as every student's, and few."""
    chromium = need_program("chromium")
    exercises = make_exercises(Sampler(Recipe("tree", 3, ("branching:2", "depth:4"))), HOSTILE[:3])
    pages = []
    for handed_out in (exercises[:1], exercises):
        files = write_forms(handed_out, ["sheet"], pool=False)
        sheet, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
        sheet.write_bytes(files["sheet.html"])
        call = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
        subprocess.run([*call, f"--print-to-pdf={pdf}", sheet.as_uri()], capture_output=True, timeout=120, check=True)
        pages.append(len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())))
    assert 1 <= pages[0] <= 3
    assert pages[1] == 3 * pages[0]


def test_titles_fit_into_tables_and_categories_are_told_apart() -> None:
    names = ["Ada", "ada", "\u00c1da", "Bob", "x" * 300, "\u200b", "Pool"]
    one = make_exercise(Recipe("tictactoe", 1))
    exercises = [replace(one, student=name, exercise=f"x{place}") for place, name in enumerate(names)]
    told = categories(exercises)
    assert told == ["Ada x0", "ada x1", "\u00c1da x2", "Bob", "x" * 180 + " x4", "x5", "Pool x6"]
    assert max(len(title_of(each)) for each in exercises) < 200
