"""How a search is written down: a file a log."""
