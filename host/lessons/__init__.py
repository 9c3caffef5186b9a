"""Lessons that check the answer: what `ironboard learn` does, as docs/learn.md describes it.

`lesson.py` is what a lesson consists of, and where lessons are; `checking.py` runs a solution on all cases and finds
the instruction that went wrong; `command.py` is what the user sees, and what has been solved. `tasks/` has
all lessons, a file for each language.
"""
