"""A class that hands in its homework: right programs, wrong ones, and some that mean harm.

None of the last is ever run outside of a sandbox; each is bounded by itself all the same.
"""

from tests.sample_class.making import make_class as make_class
from tests.sample_class.roster import ROSTER as ROSTER
