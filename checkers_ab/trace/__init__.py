"""The trace of a search: written in the conventions of courses, read from any program, judged and explained."""
