"""What standard output can show: not every terminal has the signs of men and pieces."""

from __future__ import annotations

import sys


def can_show(text: str) -> bool:
    """Return whether all characters of a text are in the encoding of standard output."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
