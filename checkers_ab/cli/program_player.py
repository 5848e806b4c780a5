"""A player that is another program, which speaks the line protocol."""

from __future__ import annotations

import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from checkers_ab.cli.line_protocol import LONGEST_LINE, Dialect, format_end
from checkers_ab.core.errors import MoveError, OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit, Wire
from checkers_ab.core.match import ForfeitError, Record
from checkers_ab.core.text import os_reason
from checkers_ab.sandbox.running import kill_group
from checkers_ab.trace.finding import clip

PATIENCE = 60.0
"""The seconds for a move, unless others are given."""
GRACE = 0.5
"""The seconds that a program has to end after its input is closed."""


class ProgramPlayer:
    """Runs a command. It loses the game by an illegal move, by silence, or by ending early."""

    def __init__(self, kit: Kit[Any, Any, Any], command: str, wire: Wire[Any, Any] | None) -> None:
        self.dialect = Dialect(kit=kit, wire=wire)
        self.patience = PATIENCE
        self.knows_last = False
        try:
            self.process = subprocess.Popen(
                _words(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="backslashreplace",
                bufsize=1,
                start_new_session=True,  # so that its child processes can be killed with it
            )
        except (OSError, ValueError) as error:
            raise OptionError(f"can't start {command!r}: {os_reason(error)}") from None
        self.lines: queue.Queue[str] = queue.Queue(maxsize=1000)
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        while (line := stream.readline(LONGEST_LINE)).endswith("\n"):
            self.lines.put(line)
        if line:  # without an end
            self.lines.put(line)
        self.lines.put("")

    def begin(self, game: str, side: Side, start: Any, played: Sequence[Any], seconds: float) -> None:
        """Tells the program the game, its side, the seconds for a move, the position and the moves played before."""
        self.patience = seconds
        rules = self.dialect.kit.game
        state = start
        for move in played:
            state = rules.play(state, move)
        self.knows_last = rules.to_move(state) is side
        with suppress(ForfeitError):  # the first move will say so
            for line in self.dialect.opening(game, side, seconds, start, played):
                self._send(line)

    def end(self, record: Record[Any, Any], side: Side) -> None:
        """Tells the program how the game has ended."""
        with suppress(ForfeitError):
            self._send(format_end(record, side))

    def choose(self, state: Any, last: Any) -> Any:
        ended = None
        try:
            if last is not None and not self.knows_last:
                self._send(f"move {self.dialect.format_move(state, last)}")
            self.knows_last = False
            self._send("go")
        except ForfeitError as error:  # what it has said before still counts
            ended = error
        try:
            line = self.lines.get(timeout=GRACE if ended else self.patience)
        except queue.Empty:
            raise ended or ForfeitError(f"the program said nothing for {self.patience:g} s") from None
        if not line:
            raise self._ended()
        try:
            return self.dialect.parse_move(state, line.strip())
        except MoveError as error:
            raise ForfeitError(f"the program sent {clip(line.strip())!r}: {error}") from None

    def _send(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _ended(self) -> ForfeitError:
        """The reason why nothing more comes from the program."""
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(timeout=GRACE)
            return ForfeitError("the program has ended" + (f" with exit code {code}" if code else ""))
        return ForfeitError("the program has closed its input or output")

    def close(self) -> None:
        """Closes the program's input, and kills it with its child processes if it does not end soon."""
        with suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=GRACE)
        kill_group(self.process)
        self.process.wait()


def _words(command: str) -> list[str]:
    """The words of a command, as a shell splits it; on Windows a backslash stands for itself. Raises ValueError."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if sys.platform == "win32":
        lexer.escape = ""
    return list(lexer)


def begin_game(
    players: Mapping[Side, Any], game: str, start: Any, played: Sequence[Any] = (), seconds: float | None = None
) -> None:
    """Tells the programs among the players that a game begins, and how long they have for a move."""
    for side, player in players.items():
        if isinstance(player, ProgramPlayer):
            player.begin(game, side, start, played, seconds or PATIENCE)


def end_game(players: Mapping[Side, Any], record: Record[Any, Any]) -> None:
    """Tells the programs among the players how the game has ended."""
    for side, player in players.items():
        if isinstance(player, ProgramPlayer):
            player.end(record, side)
