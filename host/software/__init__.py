"""Programs of the time, unmodified: what is known to run, where people find it, and how to run it.

    catalogue.py    what an entry is, the table of all, and `ironboard software`, which lists and runs them
    *.py            the entries, a file for each machine, with PROGRAMS; found by themselves

None of the programs is part of the project. A user fetches the repositories that the entries name into one folder,
each under its own name, and says where that is: `--from`, or IRONBOARD_SOFTWARE.
"""
