"""Is a log right, and if not, which program wrote it."""
