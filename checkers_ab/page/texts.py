"""The strings and sentences of a page, each kept once."""

from __future__ import annotations

from checkers_ab.explain.sentences import Phrase, Sentences


class Strings(dict[str, int]):
    """The place of each string among all, in the order in which they came up; the empty one is the first."""

    def __init__(self) -> None:
        self[""] = 0

    def __missing__(self, string: str) -> int:
        place = self[string] = len(self)
        return place


class Phrases(dict["Phrase | None", int]):
    """The place of each phrase among all; no phrase is the first."""

    def __init__(self, words: Sentences) -> None:
        self.words = words
        self[None] = 0

    def __missing__(self, phrase: Phrase | None) -> int:
        place = self[phrase] = len(self)
        return place

    def listed(self) -> list[list[str]]:
        """Each phrase as text and holes, in turn."""
        return [self.words.parts(phrase) if phrase else [] for phrase in self]
