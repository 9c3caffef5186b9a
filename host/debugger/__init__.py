"""Step, stop, rewind: a debugging session without a user interface (`session.py`), and its faces.

A session knows nothing but the `Machine` protocol: every machine has a debugger as soon as it is one.
"""
