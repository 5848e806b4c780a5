"""A server for the site on this machine alone: right types, and compressed as a server on the web would."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

HOST = "127.0.0.1"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
PACKED = ("text/", "application/json", "application/wasm")
"""Beginnings of the types that are worth compressing."""


class SiteServer(ThreadingHTTPServer):
    """Serves the files of a folder on the loopback address."""

    daemon_threads = True

    def __init__(self, folder: str, files: set[str], port: int = 0) -> None:
        """`files` are the paths that may be asked for; port 0 is any that is free."""
        self.folder = folder
        self.files = files
        super().__init__((HOST, port), _Handler)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing: the browser has left before it got everything."""


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer
    protocol_version = "HTTP/1.1"
    server_version = "checkers-ab"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(self.path.partition("?")[0]).removeprefix("/") or "index.html"
        if path not in self.server.files:
            self.send_error(HTTPStatus.NOT_FOUND, "no such file in this site")
            return
        kind = TYPES.get(os.path.splitext(path)[1], "application/octet-stream")
        packed = kind.startswith(PACKED) and "gzip" in self.headers.get("Accept-Encoding", "")
        file = os.path.join(self.server.folder, *path.split("/"))
        try:
            body = _content(file, os.stat(file).st_mtime_ns, packed)
        except OSError:
            self.send_error(HTTPStatus.NOT_FOUND, "the file is gone: make the site again")
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Says nothing about each request."""


@lru_cache(maxsize=64)
def _content(path: str, _changed: int, packed: bool) -> bytes:
    with open(path, "rb") as stream:
        content = stream.read()
    return gzip.compress(content, 6, mtime=0) if packed else content
