"""The page as a teacher: bounds, the drawn tree, who set a bound, guess mode, the primer, the telephone."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from checkers_ab import Kit, Side, format_trace, make_game, parse_boards
from checkers_ab.core.setting import Setting
from checkers_ab.judge.check import Judge
from checkers_ab.judge.text import finding_data
from checkers_ab.page.data import search_cases
from checkers_ab.page.pictures import MOST_LEAVES
from checkers_ab.page.steps import ASK_CUT, ASK_H, ASK_WINDOW
from tests import naive
from tests.browser import Browser
from tests.mistaken import Mistaken
from tests.pages import END, HOME, RIGHT, drawn_cells, steps_of
from tests.support import INPUTS, ROOT, run

KIT = make_game("checkers")
BOARD = ROOT / "inputs/assignment.txt"
SIGNS = ["=", "≥", "≤"]
PRESS = """
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
"""


def exact_values(kit: Kit[Any, Any, Any], state: Any, depth: int | None) -> dict[tuple[str, ...], Any]:
    """The value of each position by plain minimax, by the moves that lead to it; shares nothing with our search."""
    game, evaluate = kit.game, next(iter(kit.evaluations.values()))
    values: dict[tuple[str, ...], Any] = {}

    def value(state: Any, way: tuple[str, ...]) -> Any:
        found = game.utility(state)
        if found is None and len(way) == depth:
            found = evaluate(state)
        if found is None:
            better = max if game.to_move(state) is Side.MAX else min
            found = better(value(game.play(state, move), (*way, kit.format_move(move))) for move in game.moves(state))
        values[way] = found
        return found

    value(state, ())
    return values


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_a_value_is_exact_or_a_bound_that_holds(path: Path) -> None:
    for case in parse_boards(path.read_text()):
        data = search_cases(Setting(KIT), [case])
        exact = exact_values(KIT, case.state, 4) if KIT.game.utility(case.state) is None else {}
        moves: dict[int, tuple[str, ...]] = {0: ()}
        for step in steps_of(data):
            if step["kind"] in ("visit", "leaf"):
                moves[step["line"]] = (*moves[step["under"]], step["move"])
            if step["value"] < 0 or step["kind"] == "answer":
                continue
            told = float(data["cases"][0]["values"][step["value"]][0])
            value, sign = exact[moves[step["line"]]], SIGNS[step["bound"]]
            assert {"=": value == told, "≥": value >= told, "≤": value <= told}[sign]
            assert step["kind"] == "return" or sign == "="


def test_questions_are_asked_where_something_is_at_stake() -> None:
    expected = {"assignment": 70, "opening": 137, "choice-of-jumps": 69, "kings-backwards": 49, "crowning-by-step": 56}
    for name, count in expected.items():
        steps = steps_of(search_cases(Setting(KIT), parse_boards((ROOT / f"inputs/{name}.txt").read_text())))
        assert sum(step["asks"].bit_count() for step in steps) == count
        for step in steps:
            assert step["asks"] & (ASK_WINDOW | ASK_H) or not step["before"]
            assert step["asks"] & ASK_CUT or step["next"] != 2
            assert not step["asks"] & ASK_H or (step["kind"] == "leaf" and step["made_up"])


def test_a_cut_is_deep_if_the_position_above_would_not_have_caused_it() -> None:
    kit = make_game("tree")
    trees = {
        "(5 (((3 9)(2 1)) 8))": ["2.1.1"],  # not 2.1.2: there 2.1 has 3 already
        "(5 (((((3 9))))))": ["2.1.1.1.1"],
        "((((10 11)(8 9))((14 15)(12 13)))(((2 3)(0 1))((6 7)(4 5))))": ["2.1.1"],
        "((3 12 8)(2 4 6)(14 5 2))": [],
    }
    for text, expected in trees.items():
        data = search_cases(Setting(kit), parse_trees(kit, text))
        ways = {0: ""}
        deep = []
        for step in steps_of(data):
            if step["kind"] in ("visit", "leaf"):
                ways[step["line"]] = f"{ways[step['under']]}.{step['move']}"
            if step["choices"]:
                deep.append(ways[step["under"]][1:])
                assert step["by"][0] in step["choices"]
                assert "deep cut" in " ".join(data["phrases"][phrase][0] for phrase in step["said"])
        assert deep == expected


def parse_trees(kit: Kit[Any, Any, Any], text: str) -> Any:
    return kit.read_states(StringIO(text))


# In a browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def page_of(pages: Path, name: str) -> Path:
    """The page of a board of `inputs/`."""
    path = pages / f"{name}.html"
    if not path.exists():
        assert run("view", ROOT / f"inputs/{name}.txt", "-o", path).returncode == 0
    return path


def boxes(browser: Browser, selector: str = ".tree-box") -> list[str]:
    """What stands in the boxes of the drawn tree, without what only a screen reader says."""
    script = """
        const found = [...document.querySelectorAll("#drawn " + arguments[0])];
        return found.filter((box) => box.matches(".tree-box")).map((box) => {
            const copy = box.cloneNode(true);
            copy.querySelectorAll(".hidden-text").forEach(part => part.remove());
            return copy.textContent;
        });
    """
    found: list[str] = browser.run(script, selector)
    return found


def test_bounds_are_written_as_bounds_where_a_tie_is_one(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "tie-is-a-bound"), "")
    browser.press(END)
    assert boxes(browser, ".column:nth-of-type(1) .tree-box") == ["★ (2,7)=>(1,6) = 0", "(5,0)=>(4,1) ≤ 0"]
    browser.press("t")
    drawn = browser.run("return [...document.querySelectorAll('#tree > ul > li > .row .go')].map(go => go.textContent)")
    assert drawn == ["★best: A1 (2,7)=>(1,6) = 0", "●searched: A1 (5,0)=>(4,1) ≤ 0"]
    browser.run("document.querySelectorAll('#drawn .column:nth-of-type(1) .tree-box')[1].click()")
    assert browser.text("#sentence").startswith(
        "Alice's (5,0)=>(4,1) (line 42) comes back with ≤ 0. That is a bound: moves below it were cut."
    )
    assert browser.messages == []


def test_what_is_not_looked_at_yet_looks_so_and_the_best_line_is_marked_at_the_end(
    browser: Browser, pages: Path
) -> None:
    browser.open(page_of(pages, "assignment"), "#line=4")
    assert boxes(browser, ".done") == ["(1,0)=>(3,2) = -4"]
    assert len(boxes(browser, ".later")) == 1 + 12 + 5
    assert boxes(browser, ".cut") == boxes(browser, ".best") == []
    assert browser.run("return [...document.querySelectorAll('#lines .later a')].map(link => link.text)") == [*"567"]
    browser.press("c")
    assert boxes(browser, ".cut") == ["✂ 11 moves cut"]
    assert not any("★" in text for text in boxes(browser))
    browser.press(END)
    best = browser.data["cases"][0]["best"]
    lines = browser.run(
        "return [...document.querySelectorAll('#drawn .tree-box.best')].map(box => Number(box.dataset.line))"
    )
    assert lines == best
    assert boxes(browser, ".later") == []


def test_the_boxes_say_what_the_search_has_found_so_far(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "opening"))
    script = (
        PRESS
        + """
        return Array.from({ length: arguments[0] }, () => {
            press("ArrowRight");
            const read = (box) => [Number(box.dataset.line), box.querySelector(".worth").textContent];
            return all("#drawn .tree-box.done", read);
        });
    """
    )
    data = browser.data
    steps = steps_of(data)
    values = [text for text, _ in data["cases"][0]["values"]]
    found: dict[int, str] = {}
    for step, drawn in zip(steps[1:], browser.run(script, len(steps) - 1), strict=True):
        if step["kind"] in ("leaf", "return"):
            found[step["line"]] = f" {SIGNS[step['bound']]} {values[step['value']]}"
        assert all(found[line] == worth for line, worth in drawn)
        lines = {line for line, _ in drawn}
        under = {known["under"] for known in steps if known["line"] in lines}
        assert lines == {known["line"] for known in steps if known["line"] in found and known["under"] in under}


def judges_setters(name: str) -> dict[int, dict[str, int]]:
    """By line of a cut: the lines that set its window, in the judge's words about a trace with wrong windows."""
    wrong = re.sub(r"alpha=\S+, beta=\S+\.", "alpha=40, beta=41.", (ROOT / f"expected/{name}.txt").read_text())
    report = Judge(Setting(KIT)).check(parse_boards((ROOT / f"inputs/{name}.txt").read_text()), wrong).cases[0]
    said = r"(alpha|beta) was set by \S+ \S+ in line (\d+)"
    return {
        finding.line: {end: int(line) for end, line in re.findall(said, finding.message)} for finding in report.findings
    }


@pytest.mark.parametrize("name", ["assignment", "opening"])
def test_at_each_cut_the_move_is_lit_that_set_the_bound(browser: Browser, pages: Path, name: str) -> None:
    script = (
        PRESS
        + """
        const found = [];
        const lineOf = (box) => Number(box.dataset.line);
        const number = (link) => Number(link.textContent.match(/\\d+/)[0]);
        for (let step = 0; step < 400; step += 1) {
            const at = document.getElementById("now").dataset.step;
            press("c");
            if (at === document.getElementById("now").dataset.step) break;
            found.push({
                line: Number(document.getElementById("now").dataset.line),
                side: document.querySelector("#drawn .column:last-of-type .column-head").textContent.slice(0, 3),
                limits: all("#drawn .limits", (box) => [lineOf(box), box.querySelector(".set-by").textContent]),
                lit: all("#drawn .lit", lineOf),
                trace: all("#lines .limits a", number),
                marked: all("#lines .lit a", number),
                links: all("#sentence a", number),
                arcs: document.querySelectorAll("#drawn .cut-arc").length,
            });
        }
        return found;
    """
    )
    browser.open(page_of(pages, name))
    cuts = browser.run(script)
    expected = judges_setters(name)
    assert [cut["line"] for cut in cuts] == sorted(expected)
    for cut in cuts:
        ends = expected[cut["line"]]
        limit = {"MAX": "beta", "MIN": "alpha"}[cut["side"]]
        assert cut["limits"] == [[ends[limit], f" set {limit}"]]
        assert cut["trace"] == [ends[limit]]
        assert sorted(cut["lit"]) == sorted(cut["marked"]) == sorted(ends.values())
        assert set(ends.values()) <= set(cut["links"])
        assert cut["arcs"] == 1
    assert browser.messages == []


def test_a_line_in_a_sentence_is_a_link_and_going_back_returns(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "assignment"))
    browser.press("c", "c", "c")
    assert browser.now["line"] == "26"
    browser.click("#sentence a[href='#line=5']")
    browser.until_at(5)
    browser.driver.back()
    browser.until_at(26)
    browser.click("#lines a[href='#line=23']")
    browser.until_at(23)


def test_the_windows_of_the_path_stand_below_each_other(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "assignment"), "#line=26")
    rows = browser.run("return [...document.querySelectorAll('#window li')].map(row => row.textContent)")
    assert rows == [
        "root: Alice to movealpha=-inf, beta=inf",
        "A1 (5,2)=>(3,0): Bill to movealpha=-inf, beta=inf",
        "B2 (0,1)=>(1,0): Alice to movealpha=-3 (line 5), beta=inf",
        "A3 (7,6)=>(6,5): Bill to movealpha=-3 (line 5), beta=-3 (line 25)",
    ]
    assert browser.run("return [...document.querySelectorAll('#window b')].map(end => end.textContent)") == ["alpha=-3"]


def test_a_box_is_chosen_by_mouse_key_and_touch(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "assignment"), "#line=26")
    browser.run("document.querySelectorAll('#drawn .column:nth-of-type(3) .tree-box')[2].click()")
    assert (browser.now["kind"], browser.now["line"]) == ("return", "18")
    assert boxes(browser, ".column:nth-of-type(3) .on-path") == ["(7,2)=>(6,1) ≤ -3"]
    assert boxes(browser, ".column:nth-of-type(4) .tree-box") == ["(0,3)=>(1,2) = -3", "✂ 11 moves cut"]
    down = "\ue015"
    browser.run("document.querySelector('#drawn .column:nth-of-type(3) .on-path').focus()")
    browser.type_into_focus(down, down, "\ue007")
    assert browser.now["line"] == "24"
    assert browser.run("return document.activeElement.closest('.column') !== null")
    browser.tap("#drawn .column:nth-of-type(3) .tree-box")
    assert (browser.now["kind"], browser.now["line"]) == ("return", "3")
    assert browser.messages == []


def test_a_captured_piece_is_shown_as_it_goes(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "assignment"), "#line=4")
    assert browser.run("return document.querySelectorAll('#board .gone').length") == 1
    assert "taken: Alice's man" in browser.run("return document.querySelector('#board svg').ariaLabel")
    browser.press(RIGHT, RIGHT)
    assert browser.run("return document.querySelectorAll('#board .gone').length") == 0


def test_a_finding_has_the_board_and_the_window_of_the_terminal(browser: Browser, tmp_path: Path) -> None:
    trace = Mistaken("kings-count-one").trace(naive.read(BOARD.read_text()))
    (tmp_path / "mine.txt").write_text(trace)
    assert run("view", BOARD, "--trace", tmp_path / "mine.txt", "-o", tmp_path / "mine.html").returncode == 0
    findings = Judge(Setting(KIT)).check(parse_boards(BOARD.read_text()), trace).cases[0].findings
    browser.open(tmp_path / "mine.html")
    for finding in findings[:8]:
        told = finding_data(KIT, finding)
        assert browser.now["line"] == str(finding.line)
        assert drawn_cells(browser) == told["picture"]["cells"]
        marks = "return document.querySelectorAll('#board .touched').length"
        assert browser.run(marks) == len(told["picture"]["marks"])
        window = "alpha={}, beta={}".format(*told["window"])
        assert browser.text("#window") == f"where the finding is{window}"
        assert window in browser.text("#finding")
        said = "the trace says h=" if finding.kind == "wrong-h" else ""
        assert said in browser.text("#sentence")
        browser.press("n")
    browser.press("N")
    assert browser.now["line"] == str(findings[7].line)
    browser.press(HOME, "N")
    assert browser.text("#condition") == "There is no earlier finding."
    assert browser.messages == []


def test_the_primer_says_the_idea_and_stays_folded(browser: Browser, pages: Path) -> None:
    browser.look()
    browser.open(page_of(pages, "assignment"))
    browser.run("localStorage.clear()")
    browser.open(page_of(pages, "assignment"))
    assert browser.sees("#primer-words")
    words = browser.run("return [...document.querySelectorAll('#primer dt')].map(word => word.textContent)")
    assert words == ["search", "value", "alpha", "beta", "window", "cut", "bound", "trace"]
    for part in ("alpha is what Alice is already sure of", "beta is what Bill can already hold Alice to"):
        assert part in browser.text("#primer")
    browser.click("#primer summary")
    browser.until("localStorage.length > 0")
    browser.open(page_of(pages, "opening"))
    assert not browser.sees("#primer-words")
    browser.run("localStorage.clear()")


# Guess mode


def expected_answer(steps: list[dict[str, Any]], at: int, asked: str, data: Any) -> int:
    """The place of the right answer among the choices, worked out from the data."""
    following = steps[at + 1]
    if "Are they cut?" in asked:
        return 0 if following["kind"] == "prune" else 1
    if "Which of these moves set" in asked:
        return int(following["choices"].index(following["by"][0 if "set alpha" in asked else 1]))
    if "What is h" in asked:
        return int(following["line"] % 3)
    if "Which one is the answer" in asked:
        firsts = [step["line"] for step in steps if step["kind"] in ("visit", "leaf") and not step["under"]]
        return firsts.index(data["cases"][0]["best"][0])
    assert "What becomes of the window?" in asked
    return (0 if following["side"] == 0 else 1) if following["before"] else 2


def test_guess_mode_asks_what_is_at_stake_and_nothing_asked_is_on_the_screen(browser: Browser, pages: Path) -> None:
    script = (
        PRESS
        + """
        const text = (id) => document.getElementById(id).textContent;
        const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
        const answers = arguments[0];
        const asked = [];
        press("g");
        for (let turn = 0; turn < 600 && document.getElementById("now").dataset.kind !== "answer"; turn += 1) {
            if (document.getElementById("question").hidden) press("ArrowRight");
            if (document.getElementById("question").hidden) continue;
            const question = { asked: text("asked"), at: Number(document.getElementById("now").dataset.step) };
            question.seen = all("#window, #condition, #sentence, #drawn .window-in, #drawn .lit", isSeen).some(Boolean);
            question.lines = text("lines");
            question.caption = text("caption");
            press(answers ? String(answers[asked.length]) : "1");
            asked.push({ ...question, told: text("feedback") });
        }
        return [asked, text("score")];
    """
    )
    browser.look()
    browser.open(page_of(pages, "assignment"))
    data = browser.data
    steps = steps_of(data)
    asked, _ = browser.run(script, None)
    answers = [expected_answer(steps, question["at"], question["asked"], data) for question in asked]
    for question, answer in zip(asked, answers, strict=True):
        assert question["told"].startswith("✗ Wrong" if answer else "✓ Right")
        assert not question["seen"]
        if "What is h" in question["asked"]:
            following = steps[question["at"] + 1]
            assert following["text"] not in question["lines"]
            assert data["texts"][following["made_up"]] not in question["caption"]
    kinds = ("h on this board", "window?", "Are they cut?", "set alpha?", "is the answer?")
    counts = [sum(kind in question["asked"] for question in asked) for kind in kinds]
    assert (sum(counts[:3]), counts[3:]) == (70, [1, 1])  # by the rule, at the deep cut, at the end
    assert all(counts)
    browser.open(page_of(pages, "assignment"))
    _, score = browser.run(script, [answer + 1 for answer in answers])
    assert score == "Score: 72 of 72 right. That is the end."
    assert browser.messages == []


def test_the_number_of_questions_is_chosen(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "assignment"))
    browser.press("?")
    assert not browser.sees("#amount")
    browser.press("g")
    options = browser.run("return [...document.getElementById('amount').options].map(option => option.text)")
    assert options == ["where something is at stake (72)", "only about cuts (27)", "at each value and each move (405)"]
    for amount in ("cuts", "all", "stake"):
        browser.press("?")
        assert browser.run("return document.getElementById('amount').value") == amount


def test_a_wrong_guess_is_explained_and_a_skipped_one_is_skipped(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "assignment"))
    browser.press("g", *[RIGHT] * 4)
    assert browser.text("#asked") == "Bill tries (1,0)=>(3,2). What is h on this board?"
    browser.press("1")
    assert browser.text("#feedback").startswith("✗ Wrong: h=-4. Alice has 3 men and 0 kings, Bill 5 men and 1 king")
    assert browser.text("#score") == "Score: 0 of 1 right."
    browser.press(RIGHT)
    assert "What becomes of the window?" in browser.text("#asked")
    browser.press("s")
    assert browser.text("#feedback").startswith("Skipped: alpha becomes -4.")
    assert browser.text("#score") == "Score: 0 of 1 right, 1 skipped."
    browser.press("c")
    assert browser.now["kind"] == "prune"
    skipped = re.fullmatch(r"Skipped: (\d+) questions\.", browser.text("#feedback"))
    assert skipped
    assert browser.text("#score") == f"Score: 0 of 1 right, {int(skipped[1]) + 1} skipped."
    browser.press(END)
    assert browser.text("#score") == "Score: 0 of 1 right, 71 skipped. That is the end."
    assert browser.messages == []


def test_the_moves_that_are_cut_can_be_clicked(browser: Browser, pages: Path) -> None:
    browser.open(page_of(pages, "assignment"), "#line=19")
    browser.press("g", "?", RIGHT)
    assert "Are they cut?" in browser.text("#asked")
    later = "document.querySelector('#drawn .column:nth-of-type({}) .later').click()"
    browser.run(later.format(2))
    assert "Only moves of the position that is being searched are cut." in browser.text("#feedback")
    browser.open(page_of(pages, "assignment"), "#line=19")
    browser.press("g", "?", RIGHT)
    browser.run(later.format(4))
    assert browser.text("#feedback").startswith("✓ Right: cut them.")
    assert browser.now["kind"] == "prune"
    browser.press(HOME)
    assert browser.messages == []


# Textbook trees


def open_tree(browser: Browser, folder: Path, text: str) -> None:
    assert run("view", "--game", "tree", text, "-o", folder / "tree.html").returncode == 0
    browser.open(folder / "tree.html")


def test_a_textbook_tree_is_drawn_whole_with_values_bounds_and_cuts(browser: Browser, tmp_path: Path) -> None:
    open_tree(browser, tmp_path, "((3 12 8)(2 4 6)(14 5 2))")
    inner = "return [...document.querySelectorAll('#board .node:not(.end-node) .node-text')].map(t => t.textContent)"
    assert browser.run(inner) == ["", "", "", ""]
    assert not browser.sees("#tree-drawn")
    browser.press("c")
    assert browser.run(inner) == ["", "3", "", ""]
    cut = "return [...document.querySelectorAll('#board .node.cut .node-text')].map(text => text.textContent)"
    assert browser.run(cut) == ["4", "6"]
    assert browser.run("return document.querySelectorAll('#board .cut-strokes').length") == 2
    assert browser.text("#board .set-text.limits") == "set alpha"
    assert browser.run("return document.querySelectorAll('#board .cut-arc').length") == 1
    browser.press(END)
    assert browser.run(inner) == ["3", "3", "≤ 2", "2"]
    assert browser.run("return document.querySelectorAll('#board .node.later').length") == 0
    browser.run("document.querySelectorAll('#board .node')[1].dispatchEvent(new MouseEvent('click'))")
    assert (browser.now["kind"], browser.now["line"]) == ("return", "1")
    assert browser.messages == []


def test_a_larger_tree_is_drawn_around_the_path(browser: Browser, tmp_path: Path) -> None:
    open_tree(browser, tmp_path, "(" + "(1 2 3)" * (MOST_LEAVES // 3 + 1) + ")")
    browser.press(RIGHT, RIGHT)
    assert browser.sees("#drawn .on-path")
    assert boxes(browser, ".done") == ["1 = 1"]
    assert browser.messages == []


def test_a_position_with_many_moves_stays_short(browser: Browser, tmp_path: Path) -> None:
    assert run("view", "--game", "amazons:size=5", "--depth", "1", "-o", tmp_path / "a.html").returncode == 0
    browser.open(tmp_path / "a.html")
    browser.press(*[RIGHT] * 30)
    shown = boxes(browser)
    moves = len(format_trace(make_game("amazons:size=5").game.start(), game="amazons:size=5", depth=1).splitlines()) - 1
    assert len(shown) < 20
    hidden = sum(int(text.split()[1]) for text in shown if text.startswith("…"))
    assert hidden + sum(not text.startswith("…") for text in shown) == moves


# A telephone


def bottom_of(browser: Browser, selector: str) -> float:
    found: float = browser.run("return document.querySelector(arguments[0]).getBoundingClientRect().bottom", selector)
    return found


def test_on_a_telephone_a_finding_leaves_room_for_its_board(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(Mistaken("kings-count-one").trace(naive.read(BOARD.read_text())))
    assert run("view", BOARD, "--trace", tmp_path / "mine.txt", "-o", tmp_path / "mine.html").returncode == 0
    browser.look(width=400, height=800)
    browser.open(tmp_path / "mine.html")
    assert browser.sees("#finding")
    assert bottom_of(browser, "#finding") < bottom_of(browser, "#board svg") < bottom_of(browser, "#step") <= 800
    assert browser.serious_faults() == []
    browser.look()


def test_on_a_telephone_board_sentence_and_steps_fit_the_first_screen(browser: Browser, pages: Path) -> None:
    browser.look(width=400, height=780)
    browser.open(page_of(pages, "assignment"), "#line=26")
    for selector in ("#board svg", "#sentence", "#step", "#back", "#cut"):
        box = browser.run(
            "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.top, r.bottom]", selector
        )
        assert 0 <= box[0] < box[1] <= 780, selector
    steps = browser.run("return document.querySelector('.main-steps').getBoundingClientRect().top")
    assert browser.run("return document.querySelector('#board svg').getBoundingClientRect().bottom") <= steps
    assert not browser.sees("kbd")
    assert browser.run("return document.documentElement.scrollWidth") <= 400
    column = "#drawn .column:nth-of-type(2)"
    assert browser.run("return getComputedStyle(document.querySelector('#drawn svg')).display") == "none"
    assert not browser.sees(f"{column} .later")
    assert browser.text(f"{column} .more") == "+12"
    browser.run(f"document.querySelector('{column} .more').click()")
    assert browser.sees(f"{column} .later")
    assert browser.sees("#drawn .limits")
    assert browser.serious_faults() == []
    browser.look()
    assert browser.messages == []
