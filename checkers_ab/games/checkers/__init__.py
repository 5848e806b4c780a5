"""Checkers: board, rules, notation and evaluation of the homework."""
