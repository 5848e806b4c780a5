"""`make compiled`: builds a wheel, installs it in an environment of its own, and tests the trace there.

`python -m tests.compiled build` does the first two, `python -m tests.compiled test [FILE...]` the last.

Where there is no C compiler that works it says so, and all is well: the package is then the plain one, and tested so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support import ROOT

ENVIRONMENT = ROOT / "build/compiled"
TESTS = ["test_rules.py", "test_bulk.py", "compiled_wheel.py"]


def why_no_compiler() -> str:
    """What is missing to compile a module for this Python; nothing if nothing is."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if shutil.which(command[0]) is None:
        return f"no C compiler: {command[0]} is not installed"
    with TemporaryDirectory() as folder:
        source = Path(folder, "x.c")
        source.write_text("#include <Python.h>\n")
        include = sysconfig.get_paths()["include"]
        done = subprocess.run(
            [*command, f"-I{include}", "-c", source, "-o", source.with_suffix(".o")], capture_output=True, check=False
        )
    return f"{command[0]} can't compile a module for this Python" if done.returncode else ""


def build_wheel(source: Path, folder: Path, **environment: str) -> tuple[Path, str]:
    """The wheel of a source tree, made with the tools of this environment, and what was said meanwhile."""
    folder.mkdir()
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[-1])"
    done = subprocess.run(
        [sys.executable, "-c", build, str(folder)],
        cwd=source,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel, done.stdout + done.stderr


def copy_source(folder: Path) -> Path:
    """What a wheel is built from, without anything that was built before."""
    (folder / "docs").mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "docs/checkers-ab.1"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "inputs", folder / "inputs")
    shutil.copytree(ROOT / "checkers_ab", folder / "checkers_ab", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    return folder


def install(wheel: Path, environment: Path) -> Path:
    """A new environment with the wheel in it; the tests and their tools are those of this one, behind the wheel."""
    shutil.rmtree(environment, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin/python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python), "install"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "tests.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n{ROOT}\n")
    return python


def build() -> None:
    """Builds the wheel, and installs it in its environment."""
    with TemporaryDirectory() as folder:
        source, wheels = Path(folder, "source"), Path(folder, "wheels")
        source.mkdir()
        wheel, _ = build_wheel(copy_source(source), wheels)
        install(wheel, ENVIRONMENT)


def test(more: list[str]) -> int:
    """Tests the wheel, also by other files of tests; returns the exit code of pytest."""
    tests = [*(str(ROOT / "tests" / name) for name in TESTS), *more]
    # -P and the empty pythonpath keep the source tree behind the wheel.
    command = [str(ENVIRONMENT / "bin/python"), "-P", "-m", "pytest", "-n", "2", "-o", "pythonpath=", *tests]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "CHECKERS_AB_COMPILED": "1"}, check=False).returncode


def main(words: list[str]) -> int:
    if why := why_no_compiler():
        print(f"the trace is tested as plain Python only: {why}")
        return 0
    if "build" in words or not ENVIRONMENT.exists():
        build()
    return test([word for word in words if word.endswith(".py")]) if "test" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
