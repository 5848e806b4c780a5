"""`checkers-ab site`: a web site on which the judge runs in the reader's browser."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from threading import Thread

import click

from checkers_ab.cli.io import InFile, say, say_on_terminal, shown
from checkers_ab.cli.output import LONGEST_BEGINNING, open_in_browser
from checkers_ab.core.errors import InputError
from checkers_ab.core.filenames import is_portable
from checkers_ab.core.files import exiting_on_signals, replacing
from checkers_ab.core.text import os_reason
from checkers_ab.site.build import INDEX, LISTING, MARK, build_site
from checkers_ab.site.runtime import HOW, read_runtime

USUAL_RUNTIME = os.path.join("node_modules", "pyodide")


@click.command("site")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path())
@click.option(
    "--runtime",
    type=click.Path(),
    metavar="DIR|URL",
    help=f"An unpacked pyodide package, or where the page finds one.  [default: {USUAL_RUNTIME}]",
)
@click.option("--serve", is_flag=True, help="Show the site on this machine, until Ctrl-C.")
@click.option("--port", type=click.IntRange(0, 65_535), default=0, help="The port of --serve.  [default: a free one]")
@click.option("--open", "opening", is_flag=True, help="Open the site in a browser; with --serve.")
def command(*, folder: str | None, runtime: str | None, serve: bool, port: int, opening: bool) -> int:
    """Write a site to DIR, for any web space: search a board, check a trace, do exercises, all in the browser.

    \b
    npm install pyodide                        once: Python for browsers
    checkers-ab site public                    with node_modules/pyodide
    checkers-ab site public --runtime pyodide/package
    checkers-ab site public --runtime https://example.org/pyodide/
    checkers-ab site public --serve            shows it on this machine
    checkers-ab site --serve --open            the same, without keeping it

    The judge is this program itself, which runs in the browser: nothing that a reader types leaves it. With a runtime
    in a folder, no other server is asked. DIR must be new, empty, or a site that this command has made.
    """
    if folder is None and not serve:
        raise click.UsageError("Missing argument 'DIR'.")
    if (opening or port) and not serve:
        raise click.UsageError("--open and --port are for --serve")
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="checkers-ab-") as made:
            _write(made, _build(runtime))
            return _serve(made, port, opening)
    is_site = _is_site(folder)
    if not (serve and is_site and runtime is None):
        _write(folder, _build(runtime))
        say_on_terminal(f"wrote {shown(folder)}: put it on any web space, or add --serve to look at it")
    return _serve(folder, port, opening) if serve else 0


def _build(runtime: str | None) -> dict[str, bytes]:
    given = runtime if runtime is not None else USUAL_RUNTIME
    if runtime is None and not os.path.isdir(given):
        raise InputError("the site needs Pyodide: name it with --runtime", hint=HOW)
    try:
        found = read_runtime(given)
    except InputError as error:
        raise error.within(f"--runtime {shown(given)}") from None
    return build_site(found)


def _is_site(folder: str) -> bool:
    """True if a folder holds a site of ours, False if there is nothing; raises InputError for anything else."""
    if not folder:
        raise InputError("expected the name of a folder for the site")
    with InFile(folder), suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
        if not os.path.lexists(folder) or (os.path.isdir(folder) and not os.listdir(folder)):
            return False
        with open(os.path.join(folder, INDEX), encoding="utf-8", errors="replace") as stream:
            if MARK in stream.read(LONGEST_BEGINNING):
                return True
    raise InputError(
        "expected a new or empty folder, or a site that checkers-ab has made",
        path=shown(folder),
        hint="choose another name",
    )


def _listed(folder: str) -> set[str]:
    """The files of a site, by its own list."""
    try:
        with open(os.path.join(folder, LISTING), encoding="utf-8") as stream:
            listed = json.load(stream)["files"]
            return {path for path in listed if all(map(is_portable, path.split("/")))} | {LISTING}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()


def _write(folder: str, files: dict[str, bytes]) -> None:
    """Writes a site, the page last, and removes what an earlier one has left."""
    stale = _listed(folder) - set(files)
    with exiting_on_signals():
        for name in sorted(files, key=lambda name: name == INDEX):
            path = os.path.join(folder, *name.split("/"))
            with InFile(path):
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with replacing(path) as stream:
                    stream.write(files[name])
    for name in stale:
        with suppress(OSError):
            os.unlink(os.path.join(folder, *name.split("/")))


def _serve(folder: str, port: int, opening: bool) -> int:
    """Serves a site until Ctrl-C."""
    from checkers_ab.site.server import SiteServer

    files = _listed(folder)
    if INDEX not in files:
        raise InputError(f"{LISTING} is missing or broken: make the site again with --runtime", path=shown(folder))
    try:
        server = SiteServer(folder, files, port)
    except OSError as error:
        raise InputError(f"port {port}: {os_reason(error)}", hint="choose another --port") from None
    with server:
        say(f"{server.url} shows {shown(folder)}; Ctrl-C ends it")
        if opening:
            # Not before the server answers: some browsers are programs of the terminal, and last.
            Thread(target=open_in_browser, args=(server.url, server.url), daemon=True).start()
        with exiting_on_signals():
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                pass
    return 0
