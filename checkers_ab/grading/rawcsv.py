"""CSV whose bytes stay as they are, except for cells that are replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CODECS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class RawTable:
    """The rows of a CSV file as they are written. The first line says what separates the cells."""

    def __init__(self, content: bytes) -> None:
        """ValueError if the content is not text in rows."""
        self.codec = next((codec for mark, codec in _CODECS if content.startswith(mark)), "utf-8")
        try:
            text = content.decode(self.codec)
        except UnicodeDecodeError:
            self.codec = "latin-1"  # it gives every byte back
            text = content.decode(self.codec)
        if "\0" in text:
            raise ValueError("expected text, found a zero byte")
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        text = text[len(self.mark) :]
        first = re.split(r"[\r\n]", text, maxsplit=1)[0]
        self.delimiter = max(",;\t", key=first.count)
        self.rows: list[list[str]] = []
        """Cells with their quotes."""
        self.ends: list[str] = []
        """The line end of each row."""
        self.lines: list[int] = []
        """The line at which each row begins, from 1."""
        self._split(text)

    def _split(self, text: str) -> None:
        cell = rf'("(?:[^"]|"")*"[^{self.delimiter}\r\n]*|[^{self.delimiter}\r\n]*)({self.delimiter}|\r\n|\n|\r|\Z)'
        row: list[str] = []
        line = begun = 1
        for found in re.finditer(cell, text):
            if not row and not found[0]:
                break  # the end of the text
            row.append(found[1])
            line += found[0].count("\n")
            if found[2] != self.delimiter:
                self.rows.append(row)
                self.ends.append(found[2])
                self.lines.append(begun)
                row, begun = [], line
            if not found[2]:
                break

    def values(self) -> Iterator[tuple[int, list[str]]]:
        """The rows with their lines, cells without quotes; rows without any text are left out."""
        for line, row in zip(self.lines, self.rows, strict=True):
            cells = list(map(unquoted, row))
            if any(cell.strip() for cell in cells):
                yield line, cells

    def replace(self, row: int, column: int, value: str) -> None:
        """Replaces a cell; it is quoted if it was before."""
        self.rows[row][column] = f'"{value}"' if self.rows[row][column].startswith('"') else value

    def content(self) -> bytes:
        """The file."""
        rows = (self.delimiter.join(row) + end for row, end in zip(self.rows, self.ends, strict=True))
        return (self.mark + "".join(rows)).encode(self.codec)


def unquoted(cell: str) -> str:
    """The text of a cell. Canvas writes `="..."` for text that looks like a formula."""
    text = cell[1:] if cell.startswith('="') else cell
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else cell
