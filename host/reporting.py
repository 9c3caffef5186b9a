"""Errors, and failures of programs, as they are printed: a terminal shows `error:` in red.

Unless NO_COLOR is set: https://no-color.org.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

from host import streams

RED, PLAIN = "\x1b[31m", "\x1b[0m"
ERROR = re.compile(r"^(?P<before>(?:\S.*?: )?)error: ", re.MULTILINE)  # with or without a place, in lines of a message


def complain(error: object, program: str = "ironboard", stream: TextIO | None = None) -> None:
    """Print an error after the name of the program, or of its verb; on standard error if no stream is given."""
    stream = stream or sys.stderr
    try:
        print(coloured(str(error), stream, program), file=stream)
    except OSError:  # the exit status says it, too
        streams.lost(sys.stderr)


def failed(why: object, stream: TextIO | None = None) -> None:
    """Print why a program, a job or a machine has failed: a message that begins with its own place, if it has one."""
    complain(why, "", stream)


def coloured(message: str, stream: TextIO | None, program: str = "") -> str:
    """Return a message as a stream shows it: the word `error:`, which only a terminal gets where none is, in red."""
    before = f"{program}: " if program else ""
    if stream is None or not stream.isatty() or os.environ.get("NO_COLOR"):
        return before + message
    if not ERROR.search(message):
        message = f"error: {message}"
    return before + ERROR.sub(lambda found: f"{found['before']}{RED}error:{PLAIN} ", message)
