"""How keys of the PC are written."""

from __future__ import annotations


def key_name(key: str) -> str:
    """Return a PC key as it is written on keyboards: F1, Ctrl-O."""
    return "-".join(part.capitalize() for part in key.split("+")) if len(key) > 1 else key
