"""Shell completion where a word may be a name or a file."""

from __future__ import annotations

import os
from glob import escape, glob

from click.shell_completion import CompletionItem


def with_files(names: list[CompletionItem], incomplete: str) -> list[CompletionItem]:
    """The names and the files that begin with a word.

    Files are left to the shell where no name fits. Where one does they are listed here, because bash takes
    either a program's list or its own files.
    """
    if not names:
        return [CompletionItem(incomplete, type="file")]
    files = sorted(path + "/" * os.path.isdir(path) for path in glob(escape(incomplete) + "*"))
    return names + [CompletionItem(path) for path in files]
