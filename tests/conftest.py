from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("checkers-ab", deadline=None)  # these machines are noisy
settings.load_profile("checkers-ab")

# A shell that runs the tests in the background lets them ignore Ctrl-C, and so would the programs they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The programs that the tests start are to buffer their output as they do for everybody.
os.environ.pop("PYTHONUNBUFFERED", None)
