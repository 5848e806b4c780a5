"""Reading pages: their data as the script puts it together, and what is drawn."""

from __future__ import annotations

import json
from typing import Any

from tests.browser import Browser

RIGHT, LEFT, HOME, END = "\ue014", "\ue012", "\ue011", "\ue010"


def steps_of(data: Any, place: int = 0) -> list[dict[str, Any]]:
    """The steps of a case as the page's script puts them together."""
    case = data["cases"][place]
    table = case["steps"]
    return [
        {name: table[name][index] for name in table}
        | {
            "kind": data["kinds"][table["kind"][index]],
            "move": data["texts"][table["move"][index]],
            "ends": [case["values"][end][0] for end in table["window"][index][:2]],
            "by": table["window"][index][2:],
        }
        for index in range(len(table["kind"]))
    ]


def picture_of(data: Any, line: int, place: int = 0) -> Any:
    """The picture after the move of a line, put together from the data."""
    case = data["cases"][place]
    table = case["steps"]
    if line:
        row = next(row for row, own in enumerate(table["line"]) if own == line and table["picture"][row])
        before, changes = picture_of(data, table["under"][row], place), table["picture"][row]
    else:
        before, changes = None, case["picture"]
    cells, marks, arrow, noted = (changes[part] if part < len(changes) else [] for part in range(4))
    picture = json.loads(json.dumps(case["frames"][changes[4] if len(changes) > 4 else 0]))
    notes = [data["texts"][note] for note in noted]
    if picture["kind"] == "tree":
        return picture | {"marks": marks}
    if picture["kind"] == "lines":
        return picture | {"lines": notes}
    if before and all(before[part] == picture[part] for part in ("rows", "columns", "pieces")):
        picture["cells"] = before["cells"]
    width = len(picture["columns"])
    for cell, text in zip(cells[::2], cells[1::2], strict=True):
        picture["cells"][cell // width][cell % width] = data["texts"][text]
    marked = [[*divmod(cell, width)] for cell in marks]
    way = marked if arrow == 1 else [[*divmod(cell, width)] for cell in arrow]
    return picture | {"marks": marked, "arrow": way, "notes": notes}


def drawn_cells(browser: Browser) -> list[list[str]]:
    """The cells of the board that is drawn, read from the letters of the picture; what is empty is as in the kit's."""
    script = """
        const svg = document.querySelector("#board svg");
        const cells = [...svg.querySelectorAll("rect:not(g rect)")];
        const rows = [];
        for (const cell of cells) {
            const [x, y] = [cell.x.baseVal.value, cell.y.baseVal.value];
            if (!rows.length || rows[rows.length - 1].y !== y) rows.push({ y, row: [] });
            const dark = cell.classList.contains("square-light") ? "" : ".";
            const inside = [...svg.querySelectorAll("g text:not(.gone text)")].find((text) => {
                const [left, top] = [text.x.baseVal[0].value, text.y.baseVal[0].value];
                return left > x && left < x + 1 && top > y && top < y + 1;
            });
            rows[rows.length - 1].row.push(inside ? inside.textContent : dark);
        }
        return rows.map(({ row }) => row);
    """
    found: list[list[str]] = browser.run(script)
    return found
