"""Pictures as SVG, for handouts, slides and notebooks. They stay readable in black and white."""

from __future__ import annotations

from checkers_ab.core.picture import Branches, Grid, Lines, Picture, SearchPicture
from checkers_ab.draw.svg_grid import INK, LINE, MARGIN, PAPER, Drawing, draw_grid, number, plain
from checkers_ab.draw.svg_search import draw_search
from checkers_ab.draw.svg_tree import draw_tree

MARKER = "<!-- a board of checkers-ab -->"
"""A comment near the start of each file; a file with it may be overwritten."""
FONT = "Helvetica, Arial, sans-serif"
FIXED_FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"


def draw_svg(picture: Picture | SearchPicture, *, title: str) -> str:
    """Returns a complete SVG file, with a title and a full description for screen readers."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{MARKER}\n{svg_element(picture, title=title)}'


def svg_element(picture: Picture | SearchPicture, *, title: str) -> str:
    """Returns only the `svg` element, for notebooks and pages."""
    drawing = _draw(picture)
    width, height = number(drawing.width), number(drawing.height)
    sheet = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {sheet} role="img" font-family="{FONT}" text-anchor="middle">',
        f"<title>{plain(title)}</title>",
        f"<desc>{plain(drawing.words)}</desc>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *drawing.parts,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _draw(picture: Picture | SearchPicture) -> Drawing:
    match picture:
        case Grid():
            return draw_grid(picture)
        case Branches():
            return draw_tree(picture)
        case SearchPicture():
            return draw_search(picture)
        case Lines():
            return _draw_lines(picture)


def _draw_lines(picture: Lines) -> Drawing:
    """Draws text in a monospaced font."""
    lines = [line.expandtabs() for line in picture.lines]
    style = f'font-family="{FIXED_FONT}" font-size="18" fill="{INK}" text-anchor="start" xml:space="preserve"'
    parts = [
        f'<text class="line" x="{MARGIN}" y="{MARGIN + LINE * place + 15}" {style}>{plain(line)}</text>'
        for place, line in enumerate(lines)
        if line.strip()
    ]
    width = 2 * MARGIN + 11 * max(map(len, lines), default=0)
    return Drawing(width, 2 * MARGIN + LINE * len(lines), parts, " ".join(" ".join(lines).split()))
