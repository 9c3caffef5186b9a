"""The lessons, a file for each; `host/learn/lesson.py` says what one consists of."""
