"""`python -m checkers_ab`."""

import sys

from checkers_ab.ui.main import main

sys.exit(main())
