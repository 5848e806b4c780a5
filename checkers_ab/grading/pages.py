"""The templates of the pages, which lie beside this module. Every value is text there, whatever stands in it."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from checkers_ab.grading.markup import link, number, visible
from checkers_ab.page.page import part


def page_template(name: str) -> Template:
    """A template by the name of its file."""
    return page_environment().get_template(name)


@cache
def page_environment() -> Environment:
    """The settings of all templates."""
    environment = Environment(
        loader=FileSystemLoader(os.path.dirname(__file__)),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters.update(link=link, number=number, printed=_printed)
    environment.globals["file"] = _file
    return environment


def _shown(value: Any) -> Any:
    """The value as a template prints it, before it is escaped. HTML stays."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _printed(lines: list[str]) -> Markup:
    """Lines for a `pre` element: tabs and line ends stay."""
    return Markup("\n").join(Markup("\t").join(map(visible, line.split("\t"))) for line in lines)


@cache
def _file(name: str) -> Markup:
    """A style sheet or script that lies beside this module."""
    return Markup(part(name, beside=__file__))
