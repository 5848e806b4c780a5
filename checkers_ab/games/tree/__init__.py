"""Textbook game trees: nested parentheses whose numbers are the values of the leaves."""
