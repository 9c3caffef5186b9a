"""The lessons, a file for each language; `host/lessons/lesson.py` defines one."""
