"""A player that is another program. It receives the opponent's move as a line, and sends its own."""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
from typing import IO, Any

from checkers_ab.core.errors import MoveError, OptionError
from checkers_ab.core.kit import Kit, Wire
from checkers_ab.core.match import ForfeitError
from checkers_ab.trace.finding import clip

PATIENCE = 60.0
"""The seconds to wait for a line."""
LONGEST_LINE = 1000


def format_move(kit: Kit[Any, Any, Any], wire: Wire[Any, Any] | None, state: Any, move: Any) -> str:
    """Formats a move as a line of the protocol; `state` is the state after it."""
    return wire.format_move(state, move) if wire else kit.format_move(move)


def parse_move(kit: Kit[Any, Any, Any], wire: Wire[Any, Any] | None, state: Any, line: str) -> Any:
    """Parses a move from a line of the protocol."""
    return (wire or kit).parse_move(state, line)


class ProgramPlayer:
    """Runs a command. It loses the game by an illegal move, by silence, or by ending early."""

    def __init__(self, kit: Kit[Any, Any, Any], command: str, wire: Wire[Any, Any] | None) -> None:
        self.kit = kit
        self.wire = wire
        self.patience = PATIENCE
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="backslashreplace",
                bufsize=1,
                start_new_session=True,  # so that its child processes can be killed with it
            )
        except (OSError, ValueError) as error:
            raise OptionError(f"can't start {command!r}: {error}") from None
        self.lines: queue.Queue[str] = queue.Queue(maxsize=1000)
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        while (line := stream.readline(LONGEST_LINE)).endswith("\n"):
            self.lines.put(line)
        self.lines.put("")

    def choose(self, state: Any, last: Any) -> Any:
        if last is not None:
            self._send(format_move(self.kit, self.wire, state, last))
        try:
            line = self.lines.get(timeout=self.patience)
        except queue.Empty:
            raise ForfeitError(f"the program said nothing for {self.patience:g} s") from None
        if not line:
            raise ForfeitError("the program has ended")
        try:
            return parse_move(self.kit, self.wire, state, line.strip())
        except MoveError as error:
            raise ForfeitError(f"the program sent {clip(line.strip())!r}: {error}") from None

    def _send(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            raise ForfeitError("the program has ended") from None

    def close(self) -> None:
        """Kills the program and its child processes."""
        try:
            if self.process.stdin is not None:
                self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            pass  # all processes have ended
        self.process.wait()
