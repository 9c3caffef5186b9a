"""What is wrong with rules, in words: the numbers of errors that the 6600's program prints."""

from __future__ import annotations

from collections.abc import Sequence


def message(code: int, word: str, lines: Sequence[str]) -> tuple[str, str]:
    """Return the message of an error, and a hint."""
    return f"error {code} {word}", ""
