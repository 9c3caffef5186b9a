"""Lessons that check the answer, for `ironboard learn`, as docs/learn.md describes it.

`lesson.py` defines a lesson, and finds all; `checking.py` runs a solution on all cases and finds
the instruction that went wrong; `command.py` is the user's view, with the lessons solved. `tasks/` has
all lessons, a file for each language.
"""
