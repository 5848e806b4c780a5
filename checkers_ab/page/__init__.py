"""The page on which a search is watched: its data, and the file that holds it."""
