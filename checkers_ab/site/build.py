"""Building the site: all its files as bytes, by their paths."""

from __future__ import annotations

import hashlib
import json
from html import escape

from checkers_ab import __version__
from checkers_ab.grading.pack import own_wheel
from checkers_ab.page.page import SCRIPTS, fill, format_json, format_script, part
from checkers_ab.site.runtime import Runtime

MARK = "<!-- written by checkers-ab site -->"
"""Stands near the beginning of the page, so that a site is known as ours."""
INDEX, LISTING = "index.html", "site.json"
SITE_SCRIPTS = ("words", "load", "judge", "link", "setup", "task", "results", "practice", "state", "site")
"""The modules of the script after those of the explorer; the last one starts it."""
SHELL = ("./", INDEX, "site.css", "site.js")
"""The files that a browser needs before it loads the judge."""


def build_site(runtime: Runtime) -> dict[str, bytes]:
    """All files of the site; raises InputError. The same runtime and program give the same bytes."""
    wheel, content = own_wheel()
    files = {**runtime.files, wheel: content}
    files["site.css"] = (part("style.css") + _part("site.css")).encode()
    files["site.js"] = script().encode()
    files["worker.js"] = _part("worker.js").encode()
    own = [{"name": name, "url": name, "size": len(files[name])} for name in (wheel, "worker.js")]
    base = runtime.base
    where = f"Python comes from {escape(base)}, all else from this server." if base else "no other server is asked."
    page_parts = {
        "mark": MARK,
        "policy": policy(base),
        "explorer": part("explorer.html"),
        "where": where,
        "version": __version__,
    }
    cache = _digest({**files, **{name: text.encode() for name, text in page_parts.items()}})
    site = {"cache": cache, "wheel": wheel, "files": [*runtime.addresses, *own]}
    page_parts["site"] = format_json(site)
    files[INDEX] = "".join(fill(_part("template.html"), {name: [text] for name, text in page_parts.items()})).encode()
    stored = format_json({"cache": cache, "shell": SHELL})
    files["offline.js"] = f"const site = {stored};\n{_part('offline.js')}".encode()
    files[LISTING] = (json.dumps({"version": __version__, "files": sorted(files)}, indent=1) + "\n").encode()
    return files


def script() -> str:
    """The script of the page: the explorer and the site."""
    modules = [part(f"script/{name}.js") for name in SCRIPTS]
    return format_script([*modules, *(_part(f"script/{name}.js") for name in SITE_SCRIPTS)])


def policy(base: str) -> str:
    """The policy of the page: it may load its own files, the runtime at its URL, and nothing from any other host."""
    rules = {
        "default-src": "'none'",
        "script-src": "'self' blob: 'wasm-unsafe-eval'",
        "worker-src": "'self' blob:",
        "connect-src": f"'self' {base}".rstrip(),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return escape("; ".join(f"{name} {value}" for name, value in rules.items()), quote=False)


def _digest(files: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for path, content in sorted(files.items()):
        whole.update(f"{path} {len(content)}\n".encode() + content)
    return whole.hexdigest()[:16]


def _part(name: str) -> str:
    return part(name, beside=__file__)
