"""The trace of a search: written, and the conventions in which courses write it."""
