"""`python -m tests.sample_class FOLDER` writes the sample class there, unless it is there already."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.sample_class.making import ForeignError, make_class


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python -m tests.sample_class FOLDER", file=sys.stderr)
        return 2
    try:
        make_class(Path(sys.argv[1]))
    except ForeignError as error:
        print(f"{error}: not of the sample class; remove it, or choose another folder", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
