"""Tic-tac-toe on any board: m columns, n rows, k in a row."""
