from __future__ import annotations

from hypothesis import settings

settings.register_profile("checkers-ab", deadline=None)  # these machines are noisy
settings.load_profile("checkers-ab")
