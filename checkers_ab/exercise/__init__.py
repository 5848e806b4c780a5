"""Exercises for a class: a tree or board for each student, questions with keys, forms for course systems, marks."""
