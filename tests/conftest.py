from __future__ import annotations

import os
import signal

from hypothesis import settings

# These machines are noisy. Each run tries other examples; HYPOTHESIS_PROFILE=thorough tries many more.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# A shell that runs the tests in the background lets them ignore Ctrl-C, and so would the programs they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The programs that the tests start are to buffer their output as they do for everybody.
os.environ.pop("PYTHONUNBUFFERED", None)
