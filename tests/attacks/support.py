"""Running a function as an ordinary user, in a process of its own."""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Callable
from typing import Any

NOBODY = 65534


def as_ordinary_user(function: Callable[[], Any]) -> Any:
    """What the function returns, as JSON can say it. It has the rights of nobody if this is root."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        code = 1
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
            with open(writing, "w") as stream:
                json.dump(function(), stream)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    with open(reading) as stream:
        text = stream.read()
    _, status = os.waitpid(pid, 0)
    assert status == 0, "the process of the ordinary user failed"
    return json.loads(text)
