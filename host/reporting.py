"""Errors on standard error: `error:` is red in a terminal, unless NO_COLOR is set (https://no-color.org)."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

from host import streams

RED, PLAIN = "\x1b[31m", "\x1b[0m"
ERROR = re.compile(r"^(?P<place>\S+:\d+:\d+: |[\w ]+: )?error: ", re.MULTILINE)


def complain(error: object, program: str = "ironboard") -> None:
    """Print an error after the name of the program, or of its verb."""
    try:
        print(coloured(f"{program}: {error}", sys.stderr), file=sys.stderr)
    except OSError:  # the exit status says it, too
        streams.lost(sys.stderr)


def coloured(text: str, stream: TextIO | None) -> str:
    """Return a message as a stream shows it: the word `error:`, which only a terminal gets where none is, in red."""
    if stream is None or not stream.isatty() or os.environ.get("NO_COLOR"):
        return text
    if not ERROR.search(text):
        program, _, rest = text.partition(": ")
        text = f"{program}: error: {rest}"
    return ERROR.sub(lambda found: f"{found['place'] or ''}{RED}error:{PLAIN} ", text)
