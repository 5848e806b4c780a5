"""A person of a class, as a course system or a roster knows them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A person. A field that is not known is empty."""

    name: str = ""
    login: str = ""
    id: str = ""
    email: str = ""

    @property
    def called(self) -> str:
        """The name, or whatever else is known."""
        return self.name or self.login or self.id or self.email


NOBODY = Person()


def plain_name(name: str) -> str:
    """A name without case, accents, blanks and signs: systems write names differently."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def name_forms(name: str) -> set[str]:
    """The plain forms of a name, the first name first or the last name first."""
    words = [word for word in re.split(r"[\s,]+", name) if word]
    return {plain_name("".join(words[place:] + words[:place])) for place in range(len(words))} - {""}
