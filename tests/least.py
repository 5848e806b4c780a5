"""Prints the least versions that pyproject.toml allows, as pip takes them; `make least` tests with these."""

from __future__ import annotations

import tomllib

from tests.support import ROOT


def least_versions() -> list[str]:
    """Every requirement at its least version."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = stated["project"]
    named = [*stated["build-system"]["requires"], *project["dependencies"]]
    for names in project["optional-dependencies"].values():
        named += [name for name in names if not name.startswith(project["name"])]
    return sorted({name.replace(">=", "==") for name in named})


if __name__ == "__main__":
    print(*least_versions())
