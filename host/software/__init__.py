"""Programs of the time, unmodified: those known to run, where people find them, and how to run them.

    catalogue.py    the entry of a program, the table of all, and `ironboard software`, which lists and runs them
    *.py            the entries, a file for each machine, with PROGRAMS; found by themselves

None of the programs is part of the project. A user fetches the repositories that the entries name into one folder,
each under its own name, and says where that is: `--from`, or IRONBOARD_SOFTWARE.
"""
