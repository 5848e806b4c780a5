"""The page on which a search is watched: its data against a replay of the trace, and the page in a browser."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checkers_ab import HANDOUT, Case, Convention, Kit, Side, format_trace, make_game, parse_boards
from checkers_ab.core.picture import as_data
from checkers_ab.core.setting import Setting
from checkers_ab.explain.sentences import WORDING, Sentences
from checkers_ab.judge.check import Judge
from checkers_ab.judge.text import finding_data
from checkers_ab.logs.base import find_log
from checkers_ab.logs.trace import TRACE as TRACE_LOG
from checkers_ab.page import data as page_data
from checkers_ab.page.data import search_cases
from checkers_ab.page.judged import judge_trace
from checkers_ab.page.page import MARK, SCRIPTS, START, format_json, format_page, format_script, part
from checkers_ab.page.pictures import MOST_LEAVES
from tests import naive
from tests.browser import Browser
from tests.mistaken import Mistaken
from tests.pages import END, HOME, LEFT, RIGHT, drawn_cells, picture_of, steps_of
from tests.support import INPUTS, ROOT, need_program, refused, run, run_command

KIT = make_game("checkers")
BOARD = ROOT / "inputs/assignment.txt"
TRACE = ROOT / "expected/assignment.txt"
HOSTILE = "</script><img src=x onerror=window.hacked=1><script>window.hacked=1</script>\u2028&amp;"


TREE = "((3 12 8)(2 4 6)(14 5 2))"
GAMES = [("checkers", 4), ("tictactoe", 3), ("connect4", 3), ("amazons:size=4", 1), ("skirmish", 2), ("tree", None)]


def start_of(kit: Kit[Any, Any, Any]) -> Any:
    """A state of a game from which there is something to search."""
    return kit.parse_state(TREE) if kit.name == "tree" else kit.game.start()


def case_of(state: Any) -> Case[Any]:
    return Case("case1", 1, False, state, [])


def folded(kit: Kit[Any, Any, Any], state: Any, depth: int | None) -> list[tuple[Any, ...]]:
    """The steps of a search with their windows, worked out by a search of its own that shares nothing with ours."""
    game, evaluate = kit.game, next(iter(kit.evaluations.values()))
    steps: list[tuple[Any, ...]] = []
    written = 0

    def look(state: Any, ply: int, alpha: Any, beta: Any, by: tuple[int, int]) -> Any:
        nonlocal written
        values: list[Any] = []
        maximizing = game.to_move(state) is Side.MAX
        moves = list(game.moves(state))
        for place, move in enumerate(moves):
            written += 1
            line, child = written, game.play(state, move)
            value, kind = game.utility(child), "leaf"
            if value is None and ply != depth:
                steps.append(("visit", line, alpha, beta, *by, (child, move)))
                value, kind = look(child, ply + 1, alpha, beta, by), "return"
            elif value is None:
                value = evaluate(child)
            values.append(value)
            if maximizing and value > alpha:
                alpha, by = value, (line, by[1])
            if not maximizing and value < beta:
                beta, by = value, (by[0], line)
            steps.append((kind, line, alpha, beta, *by, (child, move)))
            if alpha >= beta:
                if moves[place + 1 :]:
                    written += 1
                    steps.append(("prune", written, alpha, beta, *by, None))
                break
        return (max if maximizing else min)(values)

    look(state, 1, float("-inf"), float("inf"), (0, 0))
    return steps


# The data


def as_told(picture: Any) -> Any:
    """The picture of a kit as `picture_of` has it."""
    data = as_data(picture)
    if data["kind"] != "tree":
        return data
    nodes: list[Any] = []
    marks = []

    def walk(node: Any, parent: int) -> None:
        place = len(nodes)
        nodes.append([parent, node["move"], node["text"], node["side"]])
        marks.extend([place] if node["marked"] else [])
        for child in node["children"]:
            walk(child, place)

    walk(data, -1)
    return {"kind": "tree", "nodes": nodes, "marks": marks}


def expect_steps(kit: Kit[Any, Any, Any], state: Any, depth: int | None) -> None:
    """Every step of a page has the line, the window and the picture that it should have."""
    data = json.loads(format_json(search_cases(Setting(kit, depth), [case_of(state)])))
    found = steps_of(data)
    own = [step for step in found if step["kind"] not in ("start", "return")]
    assert [step["text"] for step in own] == format_trace(state, game=kit, depth=depth).splitlines()
    assert [step["line"] for step in own] == list(range(1, len(own) + 1))
    assert picture_of(data, 0) == as_told(kit.picture(state))
    spell = Sentences(Setting(kit)).spell
    expected = folded(kit, state, depth or kit.depth) if kit.game.utility(state) is None else []
    for step, (kind, line, alpha, beta, *by, reached) in zip(found[1:-1], expected, strict=True):
        assert (step["kind"], step["line"]) == (kind, line)
        assert step["ends"] == [spell(alpha), spell(beta)]
        assert step["by"] == by
        assert step["closed"] == (alpha >= beta)
        if kind in ("visit", "leaf"):
            assert picture_of(data, line) == as_told(kit.picture(*reached))


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_steps_are_the_lines_of_the_trace_with_the_windows_of_another_fold(path: Path) -> None:
    for case in parse_boards(path.read_text()):
        expect_steps(KIT, case.state, 4)


@pytest.mark.parametrize(("game", "depth"), GAMES[1:])
def test_steps_of_other_games_too(game: str, depth: int | None) -> None:
    kit, chance = make_game(game), Random(game)
    expect_steps(kit, start_of(kit), depth)
    for _ in range(3):
        state = kit.random_state(chance)
        if state is not None:
            expect_steps(kit, state, depth)


def test_lines_count_as_in_what_solve_writes() -> None:
    lines = (ROOT / "expected/several-cases.txt").read_text().splitlines()
    cases = parse_boards((ROOT / "inputs/several-cases.txt").read_text())
    data = search_cases(Setting(KIT), cases, labelled=True)
    for place in range(len(cases)):
        for step in steps_of(data, place):
            if step["text"]:
                assert step["text"] == lines[step["line"] - 1]
    handout = steps_of(search_cases(Setting(KIT, 2, HANDOUT), cases[:1]))
    text = format_trace(cases[0].state, depth=2, convention=HANDOUT).splitlines()
    assert text[handout[-1]["line"] - 1] == handout[-1]["text"]


def test_a_long_search_says_what_is_left_out_and_still_names_its_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_data, "MOST_STEPS", 50)
    data = search_cases(Setting(KIT), parse_boards(BOARD.read_text()))
    found = steps_of(data)
    own = [step for step in found if step["kind"] not in ("start", "return")]
    assert len(own) + data["cases"][0]["left_out"] == len(TRACE.read_text().splitlines())
    assert found[-1]["text"] == "first move: (5,2)=>(3,0)."
    assert data["cases"][0]["nodes"] == 213


def test_a_large_tree_is_counted_not_drawn() -> None:
    kit = make_game("tree")
    state = kit.parse_state("(" + "(1 2 3)" * (MOST_LEAVES // 3 + 1) + ")")
    data = search_cases(Setting(kit), [case_of(state)])
    assert data["cases"][0]["frames"] == [{"kind": "lines"}]
    assert picture_of(data, 0)["lines"] == [f"The tree has more than {MOST_LEAVES} leaves."]


def test_phrases_are_those_of_the_terminal_taken_apart() -> None:
    words = Sentences(Setting(make_game("skirmish"), convention=Convention(cut="gt")))
    for name in WORDING:
        for maximizing in (True, False):
            parts = words.parts((name, maximizing))
            text = "".join(f"{{{part}}}" if place % 2 else part for place, part in enumerate(parts))
            assert text == words.wording((name, maximizing))
    assert words.wording(("leaf", True)) == "Footmen try {move}: h={value}."
    assert words.wording(("alpha-is", True)).startswith("alpha is what Footmen are already sure of")
    assert words.wording(("return", False)) == "Archers' {move} ({line}) comes back with {value}."
    braces = Kit(make_game("tictactoe").game, sides={Side.MAX: "{X}", Side.MIN: "O"}, evaluations={"none": lambda _: 0})
    assert "".join(Sentences(Setting(braces)).parts(("limit-root", True))[:1]).startswith(
        "{X} to move: at the root nothing is cut, unless a move is worth "
    )


@pytest.mark.parametrize("cut", ["ge", "gt", "never"])
@pytest.mark.parametrize(("game", "depth"), GAMES)
def test_every_hole_of_every_sentence_can_be_filled(game: str, depth: int | None, cut: str) -> None:
    kit = make_game(game)
    data = search_cases(Setting(kit, depth, Convention(cut=cut)), [case_of(start_of(kit))])
    for step in steps_of(data):
        for phrase in [*step["said"], step["narrowing"], step["closing"], step["condition"], step["limit"]]:
            holes = set(data["phrases"][phrase][1::2])
            assert "value" not in holes or step["value"] >= 0
            assert not holes & {"alpha_line", "alpha_move"} or step["by"][0]
            assert not holes & {"beta_line", "beta_move"} or step["by"][1]
            assert "count" not in holes or step["count"]
            assert "move" not in holes or step["move"]


def test_the_json_can_not_leave_its_element() -> None:
    text = format_json({"heading": HOSTILE, "more": "\u2029<!--"})
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == {"heading": HOSTILE, "more": "\u2029<!--"}
    page = format_page({"cases": [], "label": HOSTILE}, HOSTILE)
    assert "<img" not in page
    assert page.count("</script>") == 2


def test_a_trace_that_can_not_be_followed_is_text() -> None:
    text = "nonsense\nA1: (0,0)=>(9,9).\n|-B2: (0,1)=>(1,0); h=1.\nA1: (5,2)=>(3,0); h=2.\nB2: h=3.\n"
    data = judge_trace(Setting(KIT), parse_boards(BOARD.read_text()), text)
    assert [step["kind"] for step in steps_of(data)] == ["start", "text", "text", "text", "leaf", "text"]
    found = data["cases"][0]
    assert found["total"] == len(found["findings"]) > 3


@pytest.mark.parametrize(("game", "depth"), GAMES)
def test_a_right_trace_is_followed_to_its_end(game: str, depth: int | None) -> None:
    kit = make_game(game)
    case = case_of(start_of(kit))
    text = format_trace(case.state, game=kit, depth=depth)
    setting = Setting(kit, depth)
    judged, ours = judge_trace(setting, [case], text), search_cases(setting, [case])
    assert judged["cases"][0]["findings"] == []
    named = {"kind", "line", "text", "under", "ends", "by", "move", "narrowing", "condition", "next", "picture"}
    for step, other in zip(steps_of(judged), steps_of(ours), strict=True):
        for name in named - {"narrowing", "condition", "picture"}:
            assert step[name] == other[name]
    assert judged["cases"][0]["best"] == ours["cases"][0]["best"][:1]


@pytest.mark.parametrize("cut", ["ge", "never"])
@pytest.mark.parametrize(("game", "depth"), GAMES)
def test_a_table_is_shown_as_a_trace_is_with_its_own_lines(game: str, depth: int | None, cut: str) -> None:
    kit = make_game(game)
    case, setting, log = case_of(start_of(kit)), Setting(kit, depth, Convention(cut=cut)), find_log("table")
    lines: list[str] = [""]
    log.write_search(setting, case.state, lines.append)
    trace, ours = (steps_of(search_cases(setting, [case], log=each)) for each in (TRACE_LOG, log))
    judged = judge_trace(setting, [case], "".join(lines), log=log)
    assert (judged["log"], judged["cases"][0]["findings"]) == ("table", [])
    seen = []
    for own, step, of_trace in zip([*steps_of(judged), None], ours, trace, strict=True):
        assert [step[name] for name in ("kind", "ends", "move", "count")] == [
            of_trace[name] for name in ("kind", "ends", "move", "count")
        ]
        names = ("kind", "line", "text", "row", "under", "ends", "by", "move", "next")
        assert own is None or [own[name] for name in names] == [step[name] for name in names]
        if step["kind"] in ("visit", "leaf"):
            seen.append([step["line"], step["text"]])
        seen += [step["row"]] if step["row"] else []
    assert seen == [[number, line[:-1]] for number, line in enumerate(lines) if number > 1]


def test_the_rows_of_a_table_are_stepped_through_and_its_findings_opened(browser: Browser, tmp_path: Path) -> None:
    table = run("solve", "--game", "tree", "--log", "table", TREE).stdout.splitlines(keepends=True)
    (tmp_path / "own.csv").write_text("".join(table).replace("\n2,1,2,3,I", "\n2,1,4,3,I"))
    words = ("view", "--game", "tree", "--log", "table", TREE, "-o", "page.html")
    assert run(*words, "--trace", "own.csv", cwd=tmp_path).returncode == 0
    browser.open(tmp_path / "page.html")
    assert (browser.now["kind"], browser.text("#trace h2")) == ("prune", "Table")
    assert "wrong-value" in browser.text("#finding h2")
    browser.press(LEFT)
    shown = "return [...document.querySelectorAll('#lines .now')].map((line) => line.lastChild.textContent)"
    assert browser.text("#lines .now span + span") == table[11].strip()
    assert "wrong-value" in browser.text("#finding h2")
    browser.press(RIGHT, RIGHT)
    assert browser.run(shown) == [table[13].strip()]
    assert browser.messages == []


def test_findings_have_the_state_and_the_window_of_the_judge() -> None:
    kit = make_game("tictactoe")
    case = case_of(kit.parse_state("X..\n.O.\n...\n"))
    wrong = re.sub(r"h=\S+", "h=7.", format_trace(case.state, game=kit, depth=3), count=2)
    found = judge_trace(Setting(kit, 3), [case], wrong)["cases"][0]["findings"]
    expected = Judge(Setting(kit, 3)).check([case], wrong).cases[0].findings
    assert len(found) == len(expected) > 1
    for finding, other in zip(found, expected, strict=True):
        told = finding_data(kit, other)
        assert {name: finding[name] for name in ("kind", "line", "after")} == {
            name: told[name] for name in ("kind", "line", "after")
        }
        assert other.scene is not None
        assert finding["window"] is None or finding["window"].startswith("alpha=")
        assert told["picture"]["cells"] == as_data(kit.picture(other.scene.state))["cells"]


# The script


def test_the_script_is_put_together_from_all_its_modules() -> None:
    folder = ROOT / "checkers_ab/page/script"
    assert sorted([*SCRIPTS, START]) == sorted(path.stem for path in folder.glob("*.js"))
    script = format_script(part(f"script/{name}.js") for name in (*SCRIPTS, START))
    assert not re.search("^(?:import|export) ", script, re.MULTILINE)
    names = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", script, re.MULTILINE)
    assert sorted(names) == sorted(set(names)), "modules share one scope"
    for path in folder.glob("*.js"):
        assert len(path.read_text().splitlines()) <= 160


def test_the_modules_import_what_they_use_from_each_other() -> None:
    paths = [ROOT / f"checkers_ab/page/script/{name}.js" for name in (*SCRIPTS, START)]
    parse = """
        import { readFileSync } from "node:fs";
        import { SourceTextModule } from "node:vm";
        for (const identifier of process.argv.slice(1))
          new SourceTextModule(readFileSync(identifier, "utf8"), { identifier });
    """
    call: list[str | Path] = [
        need_program("node"),
        "--experimental-vm-modules",
        "--input-type=module",
        "--eval",
        parse,
        "--",
        *paths,
    ]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for path in paths:
        for names, home in re.findall(r'^import {([^}]*)} from "./(\w+).js";', path.read_text(), re.MULTILINE):
            exported = (ROOT / f"checkers_ab/page/script/{home}.js").read_text()
            for imported in names.split(","):
                assert re.search(rf"^export (?:function|const|let) {imported.strip()}\b", exported, re.MULTILINE)


# The command


def test_the_page_is_named_for_its_input_and_is_small(tmp_path: Path) -> None:
    for path in (BOARD, ROOT / "inputs/opening.txt", ROOT / "inputs/several-cases.txt"):
        done = run("view", path, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, "")
        page = (tmp_path / f"{path.stem}.html").read_text()
        assert len(page) < 1_500_000
        assert MARK in page[:200]
        assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_a_file_of_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    page = tmp_path / "assignment.html"
    page.touch()
    assert run("view", BOARD, cwd=tmp_path).returncode == 2
    page.write_text("<p>mine</p>")
    done = run("view", BOARD, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "assignment.html: there is a file of that name, and it is no page of ours" in done.stderr
    assert page.read_text() == "<p>mine</p>"
    assert run("view", BOARD, "--force", cwd=tmp_path).returncode == 0
    assert run("view", BOARD, "--depth", "2", cwd=tmp_path).returncode == 0
    assert "depth 2" in page.read_text()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("checkers-ab view nowhere.txt", "nowhere.txt: no such file"),
        ("checkers-ab view inputs -o x.html", "inputs: is a directory"),
        ("checkers-ab view inputs/assignment.txt --trace nowhere.txt", "nowhere.txt: no such file"),
        ("checkers-ab view inputs/assignment.txt --beam 3 --convention handout", "not in the order 'handout'"),
        ("checkers-ab view inputs/assignment.txt --beam 3 --trace x", "--trace has no --beam"),
        ("checkers-ab view --game tree '((3 2)(1 5))' --beam 1", "<tree>: the node after 1 has no value"),
        ("checkers-ab view --game tree '((3 2)(1 5))' --depth 1", "<tree>: the node after 1 has no value"),
        ("checkers-ab view --game tictactoe --eval size", "unknown evaluation 'size'"),
        ("checkers-ab view inputs/assignment.txt --case 9", "no case 9"),
        ("checkers-ab view --game chess", "unknown game 'chess'"),
        ("checkers-ab view --game tictactoe --trace x", "--trace needs INPUT"),
        ("checkers-ab view --game tictactoe README.md", "README.md:1:1"),
        ("checkers-ab view - --trace -", "can't both be standard input"),
        ("checkers-ab view inputs/assignment.txt -o nowhere/x.html", "there is no folder nowhere"),
        ("checkers-ab view inputs/assignment.txt -o inputs/assignment.txt", "no page of ours"),
        ("checkers-ab view inputs/assignment.txt -o inputs/assignment.txt --force", "this is the input"),
        ("checkers-ab view inputs/assignment.txt --open -o /dev/null", "--open needs a page in a file"),
        ("printf '+B\n' | checkers-ab view -", "<stdin>:1:"),
    ],
)
def test_what_cannot_be_done_is_said(call: str, words: str) -> None:
    refused(run_command(call), words)


def test_without_a_browser_the_path_of_the_page_is_printed(tmp_path: Path) -> None:
    done = run("view", BOARD, "--open", cwd=tmp_path, env={"BROWSER": "/nowhere/browser %s", "PATH": "/nowhere"})
    assert done.returncode == 0
    assert done.stderr == f"no browser found to open the page; it is at {tmp_path / 'assignment.html'}\n"


# The page in a browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture
def page(pages: Path) -> Path:
    """The page of the assignment's board."""
    path = pages / "assignment.html"
    if not path.exists():
        assert run("view", BOARD, "-o", path).returncode == 0
    return path


@pytest.fixture
def mistaken(tmp_path: Path) -> Path:
    """The page of a trace that counts a king as one piece."""
    trace = tmp_path / "mine.txt"
    trace.write_text(Mistaken("kings-count-one").trace(naive.read(BOARD.read_text())))
    assert run("view", BOARD, "--trace", trace, "-o", tmp_path / "mine.html").returncode == 0
    return tmp_path / "mine.html"


def test_stepping_by_key_through_the_whole_search_and_back(browser: Browser, page: Path) -> None:
    lines = TRACE.read_text().splitlines()
    board = parse_boards(BOARD.read_text())[0].state
    expected = folded(KIT, board, 4)
    browser.open(page)
    last = len(expected) + 1
    for number in [*range(10, last, 10), last]:
        browser.press(*[RIGHT] * (number - int(browser.now["step"])))
        now = browser.now
        assert int(now["step"]) == number
        line = int(now["line"])
        if number < last:
            kind, own, alpha, beta, *_, reached = expected[number - 1]
            assert (now["kind"], line) == (kind, own)
            assert [now["alpha"], now["beta"]] == [KIT.format_value(alpha), KIT.format_value(beta)]
            if reached:
                assert drawn_cells(browser) == as_data(KIT.picture(reached[0]))["cells"]
        assert browser.text("#lines [aria-current] span + span") == lines[line - 1]
        assert f"alpha={now['alpha']}" in browser.text("#window")
        assert f"beta={now['beta']}" in browser.text("#window")
    assert browser.text("#sentence") == "The first move: (5,2)=>(3,0), worth -3 to Alice."
    assert lines[-1] == "first move: (5,2)=>(3,0)."
    browser.press(LEFT, LEFT)
    assert int(browser.now["step"]) == last - 2
    browser.press(*[LEFT] * last)
    assert browser.now["step"] == "0"
    assert browser.messages == []


def test_cuts_lines_and_links_are_jumped_to(browser: Browser, page: Path) -> None:
    lines = TRACE.read_text().splitlines()
    first_cut = next(number for number, line in enumerate(lines, 1) if "pruning" in line)
    browser.open(page)
    browser.press("c")
    assert (browser.now["kind"], browser.now["line"]) == ("prune", str(first_cut))
    assert "are cut" in browser.text("#sentence")
    browser.press(END)
    assert browser.now["line"] == str(len(lines))
    browser.press(HOME)
    browser.press("l")
    browser.run("document.activeElement.value = 30; document.getElementById('jump').requestSubmit()")
    assert browser.now["line"] == "30"
    browser.open(page, "#line=57")
    assert browser.now["line"] == "57"
    assert browser.text("#lines [aria-current] span + span") == lines[56]
    browser.press(RIGHT)
    browser.until("location.hash === '#line=58'")
    browser.run("location.hash = '#line=5'")
    browser.until_at(5)
    assert browser.messages == []


def test_nothing_plays_by_itself_and_play_can_be_paused(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.wait(250)
    assert browser.now["step"] == "0"
    browser.run("const s = document.getElementById('speed'); s.value = 20; s.dispatchEvent(new Event('input'))")
    browser.press("p")
    browser.until("document.getElementById('now').dataset.step > 2")
    browser.press("p")
    reached = int(browser.now["step"])
    browser.wait(250)
    assert int(browser.now["step"]) == reached


def test_the_list_unfolds_what_matters_and_tells_cut_from_searched_by_words(browser: Browser, page: Path) -> None:
    browser.open(page, "#line=29")
    browser.press("t")
    drawn = browser.run("return [...document.querySelectorAll('#tree .go')].map(go => go.textContent)")
    assert len(drawn) < 100
    assert any(text.startswith("✂cut: 11 moves cut") for text in drawn)
    assert any(text.startswith("●searched: ") for text in drawn)
    assert any(text.startswith("○not yet: ") for text in drawn)
    assert not any(text.startswith("★best") for text in drawn)  # it is known only at the end
    before = browser.run("return document.querySelectorAll('#tree li').length")
    browser.click("#tree .toggle[aria-expanded='false']")
    assert browser.run("return document.querySelectorAll('#tree li').length") > before
    browser.press(END)
    marked = browser.run("return [...document.querySelectorAll('#tree .best > .row .go')].map(go => go.textContent)")
    assert len(marked) == 4
    assert all(text.startswith("★best: ") for text in marked)


def test_a_trace_of_ones_own_opens_at_its_first_finding(browser: Browser, mistaken: Path) -> None:
    browser.open(mistaken)
    assert browser.now["line"] == "4"
    assert "171 findings" in browser.text("#findings")
    assert "counts a king as one piece" in browser.text("#diagnosis")
    for words in ("line 4: wrong-h", "h=-4", "h=-3", "alpha=-inf, beta=inf"):
        assert words in browser.text("#finding")
    assert browser.sees("#finding")
    browser.click("#findings li:nth-child(2) button")
    assert browser.now["line"] == "6"
    assert browser.messages == []


def test_hostile_input_runs_nothing(browser: Browser, tmp_path: Path) -> None:
    board = tmp_path / "a<img src=x onerror=window.hacked=1>.txt"
    board.write_text(f"case1 {HOSTILE}\n{BOARD.read_text()}")
    trace = tmp_path / "trace.txt"
    trace.write_text(f"case 1 {HOSTILE}\nA1: (5,2)=>(3,0){HOSTILE}.\n{HOSTILE}\n|-B2: (0,1)=>(1,0); h={HOSTILE}\n")
    convention = tmp_path / "ours.toml"
    convention.write_text(f"infinity = {json.dumps(HOSTILE[:-6])}\n")
    choices: list[list[str | Path]] = [["--trace", trace], ["--convention", convention], []]
    for options in choices:
        assert run("view", board, *options, "-o", tmp_path / "page.html").returncode == 0
        browser.open(tmp_path / "page.html")
        if "--trace" in options:
            assert browser.text("#findings h2").endswith("findings")
            assert "onerror" in browser.text("#lines")
        browser.press(RIGHT, END)
        assert browser.run("return window.hacked === undefined && !document.querySelector('img')")
        assert "onerror" in browser.text("h1")
        assert browser.messages == []


@pytest.mark.parametrize(
    ("call", "marks"),
    [
        ("--game amazons:size=6 --depth 2 --beam 5", 3),
        ("--game skirmish --depth 2", 0),
        ("--game tictactoe --depth 3", 1),
        ("--game connect4 --depth 3", 1),
    ],
)
def test_boards_of_other_games_are_drawn(browser: Browser, call: str, marks: int, tmp_path: Path) -> None:
    assert run("view", *call.split(), "-o", tmp_path / "game.html").returncode == 0
    browser.open(tmp_path / "game.html")
    data = browser.data
    steps = steps_of(data)
    for _ in range(8):
        browser.press(RIGHT)
        step = steps[int(browser.now["step"])]
        if step["kind"] in ("visit", "leaf"):
            assert drawn_cells(browser) == picture_of(data, step["line"])["cells"]
            assert browser.run("return document.querySelectorAll('#board .marked').length") == marks
            notes = picture_of(data, step["line"])["notes"]
            assert browser.text("#notes") == "\n".join(notes)
    browser.press("c", END)
    assert steps[-1]["move"] in browser.text("#sentence")
    assert browser.messages == []


def test_a_wide_tree_is_scrolled_to_where_the_search_is(browser: Browser, tmp_path: Path) -> None:
    assert run("view", "--game", "tree", "(" + TREE * 4 + ")", "-o", tmp_path / "wide.html").returncode == 0
    browser.look(width=800)
    browser.open(tmp_path / "wide.html")
    browser.press(*[RIGHT] * 3)
    assert browser.run("return document.querySelector('.branches').scrollLeft") == 0
    browser.press(END, *[LEFT] * 4)
    browser.until("document.querySelector('.branches').scrollLeft > 100")
    assert browser.serious_faults() == []
    assert browser.messages == []
    browser.look()


def test_several_cases_are_chosen_from(browser: Browser, tmp_path: Path) -> None:
    assert run("view", "inputs/several-cases.txt", "-o", tmp_path / "page.html").returncode == 0
    browser.open(tmp_path / "page.html")
    labels = browser.run("return [...document.getElementById('case').options].map(option => option.text)")
    assert labels == ["Case 1", "case2", "CASE07", "case 12"]
    lines = (ROOT / "expected/several-cases.txt").read_text().splitlines()
    answer = lines.index("CASE07")
    browser.open(tmp_path / "page.html", f"#line={answer + 2}")
    assert browser.run("return document.getElementById('case').selectedIndex") == 2
    assert browser.text("#lines [aria-current] span + span") == lines[answer + 1]


def test_a_page_with_little_or_nothing_to_step_through_opens(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    assert run("view", BOARD, "--trace", tmp_path / "empty.txt", "-o", tmp_path / "empty.html").returncode == 0
    browser.open(tmp_path / "empty.html")
    assert "The trace is empty." in browser.text("#finding")
    browser.press(RIGHT, "c", END, HOME, "g")
    assert run("view", "inputs/game-over.txt", "-o", tmp_path / "over.html").returncode == 0
    browser.open(tmp_path / "over.html")
    browser.press(RIGHT, "c", "g", END)
    assert browser.text("#sentence") == "The game was over before the first move."
    assert browser.messages == []


def test_the_page_says_what_is_left_out(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_data, "MOST_STEPS", 50)
    data = search_cases(Setting(KIT), parse_boards(BOARD.read_text()))
    (tmp_path / "page.html").write_text(format_page(data, "a long one"))
    browser.open(tmp_path / "page.html")
    assert f"The search went on for {data['cases'][0]['left_out']} more lines" in browser.text("#left-out")
    assert browser.sees("#left-out")
    browser.press(END, LEFT, LEFT, RIGHT, RIGHT)
    assert browser.text("#sentence").startswith("The first move: (5,2)=>(3,0)")
    assert browser.messages == []


def test_no_serious_accessibility_fault(browser: Browser, page: Path, mistaken: Path) -> None:
    for scheme, width in (("light", 1280), ("dark", 400)):
        browser.look(width=width, scheme=scheme)
        browser.open(page, "#line=29")
        assert browser.serious_faults() == []
        assert browser.run("return document.documentElement.scrollWidth") <= width
        browser.press("g", HOME, *[RIGHT] * 6)
        assert browser.sees("#question")
        assert browser.serious_faults() == []
        browser.open(mistaken)
        assert browser.serious_faults() == []
    browser.look()
