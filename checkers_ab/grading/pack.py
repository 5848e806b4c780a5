"""The autograder archive for Gradescope: this program, the plan with its cases, and two scripts."""

from __future__ import annotations

from importlib.resources import files
from typing import IO
from zipfile import ZipFile

from checkers_ab.core.zips import zip_entry
from checkers_ab.grading.plan import GradingPlan, pack_plan
from checkers_ab.grading.wheels import wheels

SCRIPTS = ("setup.sh", "run_autograder")


def write_archive(stream: IO[bytes], plan: GradingPlan) -> None:
    """Writes a zip with everything that grading needs. The same plan and program give the same bytes."""
    with ZipFile(stream, "w") as archive:
        for name in SCRIPTS:
            text = (files("checkers_ab.grading") / name).read_bytes()
            archive.writestr(zip_entry(name, 0o755), text)
        archive.writestr(zip_entry("plan.json"), pack_plan(plan))
        for name, content in wheels():
            archive.writestr(zip_entry(f"wheels/{name}"), content)
