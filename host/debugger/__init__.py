"""Step, stop, rewind: a debugging session without a user interface (`session.py`), and its faces.

A session uses only the `Machine` protocol, so every machine that implements it has a debugger.
"""
