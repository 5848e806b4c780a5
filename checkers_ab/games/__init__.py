"""The games: one folder each, and the registry that finds them by name, by entry point or by path."""
