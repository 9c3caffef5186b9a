"""Lessons that check the answer, for `ironboard learn`, as docs/learn.md describes it.

`lesson.py` defines a lesson, `collection.py` finds all, `written.py` reads those that are data; `checking.py` runs an
answer on all cases and finds the instruction that went wrong; `findings.py` makes plain data of it, `command.py` prints
that; `progress.py` keeps the lessons solved. `tasks/` has the lessons of Ironboard, a file for each language.
"""
