"""A search and its log in words."""
