"""The log `leaves` is compared with the leaves that a program visits, in the order of the convention."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from checkers_ab import check, format_trace
from checkers_ab.core.setting import Setting
from checkers_ab.games.registry import make_game
from checkers_ab.judge.check import Judge
from tests.support import INPUTS

TREE = "((3 12 8)(2 4 6)(14 5 2))"


def findings(text: str) -> list[tuple[str, int, str, str, str]]:
    report = check(TREE, text, game="tree", log="leaves")
    return [(one.kind, one.line, one.message, one.expected, one.found) for one in report.cases[0].findings]


@pytest.mark.parametrize("convention", ["assignment", "handout"])
def test_the_leaves_of_a_search_are_accepted_in_the_order_of_the_convention(convention: str) -> None:
    setting: Setting[Any, Any, Any] = Setting(make_game("checkers"), convention=convention)
    other = {"assignment": "handout", "handout": "assignment"}[convention]
    judging, refused = Judge(setting, "leaves"), 0
    for path in INPUTS:
        boards = path.read_text()
        for case in setting.kit.parse_states(boards):
            text = format_trace(case.state, convention=convention, log="leaves")
            assert judging.check([case], text).valid, (path.name, case.label)
            refused += not judging.check([case], format_trace(case.state, convention=other, log="leaves")).valid
    assert refused > len(INPUTS) / 2


def test_any_other_list_is_refused_with_its_first_difference() -> None:
    right = format_trace(make_game("tree").parse_states(TREE)[0].state, game="tree", log="leaves").split()
    assert right == ["1", "2", "3", "1", "1", "2", "3"]
    assert not findings("\n".join(right))
    for order in set(permutations(right)) - {tuple(right)}:
        (found,) = findings(" ".join(order))
        place = next(place for place, (one, other) in enumerate(zip(order, right, strict=True)) if one != other)
        assert found[3:] == (right[place], order[place])
    assert findings("1 2 3 1 1") == [("truncated", 1, "Here the search has come to 3, 2.", "2", "the end")]
    assert findings(" ".join([*right, "3"])) == [
        ("different-row", 1, "The search is over before this.", "the end", "3")
    ]


def test_several_lists_stand_under_headings() -> None:
    text = "case 1\n1 2 3 1 1 2 3\n\ncase 2\n1 2 3 1 1 2 3\n"
    report = check(f"case 1\n{TREE}\ncase 2\n{TREE}", text, game="tree", log="leaves")
    assert report.valid
    report = check(f"case 1\n{TREE}\ncase 2\n{TREE}", text.replace("1 2 3\n\n", "1 3 2\n\n"), game="tree", log="leaves")
    assert [case.valid for case in report.cases] == [False, True]
