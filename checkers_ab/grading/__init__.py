"""Grading a class of submissions."""
