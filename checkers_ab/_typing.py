"""Stand-ins for the names of `typing` that only the type checker needs.

Importing `typing` adds a third to the start-up time of Python. The modules that a plain solve loads import these
names from here instead: the type checker sees the real ones, the running program sees stand-ins.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Generic as Generic
    from typing import NewType as NewType
    from typing import Protocol as Protocol
    from typing import TypeVar as TypeVar
else:

    class Generic:
        """A base class that may be subscripted."""

        def __class_getitem__(cls, _parameters):
            return cls

    Protocol = Generic

    def TypeVar(name, **_options):
        return name

    def NewType(_name, base):
        return base
