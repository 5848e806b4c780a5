"""The runtime of the site: Pyodide from a folder, of which only the files that are needed are taken, or at a URL."""

from __future__ import annotations

import gzip
import json
import os
import re
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from checkers_ab.core.errors import InputError
from checkers_ab.core.text import os_reason

LOADER, WASM, LIBRARY, LOCK = "pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
ASM, OLD_ASM = "pyodide.asm.mjs", "pyodide.asm.js"
"""The part of the runtime that belongs to the WASM; versions up to 0.28 have it under its old name."""
PACKED = (WASM, ASM, OLD_ASM)
"""Files that are stored compressed: the browser unpacks them, whatever the server can do."""
ROUGHLY = {LOADER: 18_000, ASM: 1_250_000, WASM: 9_600_000, LIBRARY: 2_550_000, LOCK: 120_000}
"""The sizes of the files at a URL, in bytes; for the progress only."""
BEGINNINGS = {WASM: b"\0asm", LIBRARY: b"PK"}
LARGEST = 100_000_000
"""The most bytes of a file."""
HOW = "npm install pyodide puts one into node_modules/pyodide"


class Runtime(NamedTuple):
    """The files of a runtime that are copied, and the addresses of all of them."""

    files: dict[str, bytes]
    """By their paths in the site; empty for a runtime at a URL."""
    addresses: list[dict[str, Any]]
    """For each file its name, its address and its size, and the name and address that hold `instead`."""
    base: str
    """The URL of the runtime; empty if it is copied."""


def read_runtime(given: str) -> Runtime:
    """The runtime in a folder or at a URL; raises InputError."""
    return _at_url(given) if re.match("[A-Za-z][A-Za-z0-9+.-]*://", given) else _in_folder(given)


def _in_folder(folder: str) -> Runtime:
    if not os.path.isdir(folder):
        raise InputError(f"no such folder: expected an unpacked pyodide package; {HOW}")
    asm = OLD_ASM if not os.path.isfile(os.path.join(folder, ASM)) else ASM
    names = [LOADER, asm, WASM, LIBRARY, LOCK]
    missing = [name for name in names if not os.path.isfile(os.path.join(folder, name))]
    if missing:
        raise InputError(f"expected an unpacked pyodide package, and {missing[0]} is missing; {HOW}")
    files, addresses = {}, []
    for name in names:
        content = _read(folder, name)
        packed = name in PACKED
        path = f"runtime/{name}{'.gz' * packed}"
        files[path] = gzip.compress(content, mtime=0) if packed else content
        addresses.append({"name": name, "url": path, "size": len(files[path])})
    return Runtime(files, addresses, "")


def _read(folder: str, name: str) -> bytes:
    try:
        with open(os.path.join(folder, name), "rb") as stream:
            content = stream.read(LARGEST)
    except OSError as error:
        raise InputError(os_reason(error), path=name) from None
    if not content.startswith(BEGINNINGS.get(name, b"")) or not content:
        raise InputError(f"{name} is not what its name says; {HOW}")
    return _without_packages(content) if name == LOCK else content


def _without_packages(lock: bytes) -> bytes:
    """The list of packages without any: the site needs none of them."""
    try:
        info = json.loads(lock)["info"]
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{LOCK} is not what its name says; {HOW}") from None
    return json.dumps({"info": info, "packages": {}}).encode()


def _at_url(url: str) -> Runtime:
    example = "such as https://example.org/pyodide/"
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise InputError(f"expected the URL of a folder, {example}") from None
    local = host in ("localhost", "127.0.0.1", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise InputError(f"expected a URL that begins with https://, {example}")
    plain = re.fullmatch(r"[\w:/.%~@+\[\]-]+", url, re.ASCII)
    if not (host and plain) or parts.username:
        raise InputError(f"expected the URL of a folder, {example}")
    base = url if url.endswith("/") else f"{url}/"
    addresses: list[dict[str, Any]] = [
        {"name": name, "url": f"{base}{name}", "size": size} for name, size in ROUGHLY.items()
    ]
    for address in addresses:
        if address["name"] == ASM:
            address["instead"] = {"name": OLD_ASM, "url": f"{base}{OLD_ASM}"}
    return Runtime({}, addresses, base)
