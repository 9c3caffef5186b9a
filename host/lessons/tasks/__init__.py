"""The lessons, a file for each language; `host/lessons/lesson.py` says what one consists of."""
