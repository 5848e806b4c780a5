"""`python -m checkers_ab`."""

import sys

from checkers_ab.cli.main import main

sys.exit(main())
