"""The lessons, a file for each; `host/lessons/lesson.py` says what one consists of."""
