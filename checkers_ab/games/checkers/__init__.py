"""Checkers as the homework plays it: board, rules, notation, and what a board is worth."""
