"""The lines of texts that people write: in UTF-8, or else in Latin-1, with line ends of any system."""

from __future__ import annotations

from host.formats.faults import NEWLINE


def split(data: bytes) -> list[str]:
    """Return the lines as assemblers count them: form feeds and the like end none. A byte order mark is skipped."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    rows = NEWLINE.split(text)
    return rows[:-1] if rows[-1] == "" else rows
