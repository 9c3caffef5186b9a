"""The standard streams as a command finds them (closed, full, with a small character set); errors printed on them."""

from __future__ import annotations

import os
import re
import sys
from io import TextIOWrapper
from typing import TextIO

OUTPUT = "standard output"  # in messages
STRICT = ("strict", "surrogateescape")  # how Python writes unless PYTHONIOENCODING says otherwise


def prepare() -> None:
    """Open closed streams on the null device, and make the others write any character, × as backslash xd7 if need be.

    An output that was closed takes nothing: writing fails, and files opened later do not get its number.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the process
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors in STRICT:
        sys.stdout.reconfigure(errors="backslashreplace")


def lost(stream: TextIO | None = None) -> bool:
    """Return whether a stream, standard output, takes no more; the rest of the output is dropped then."""
    stream = stream or sys.stdout
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return True
    return False


def not_text(error: UnicodeDecodeError) -> str:
    """Return the message about a byte of standard input that is not in its encoding."""
    return f"standard input: this is not text: byte {error.start} is not {error.encoding.upper()}"


# ---------------------------------------------------------------- errors

# Errors, and failures of programs, as they are printed: a terminal shows `error:` in red.
#
# Unless NO_COLOR is set: https://no-color.org.


RED, PLAIN = "\x1b[31m", "\x1b[0m"
ERROR = re.compile(r"^(?P<before>(?:\S.*?: )?)error: ", re.MULTILINE)  # with or without a place, in lines of a message


def complain(error: object, program: str = "ironboard", stream: TextIO | None = None) -> None:
    """Print an error after the name of the program, or of its verb; on standard error if no stream is given."""
    stream = stream or sys.stderr
    try:
        print(coloured(str(error), stream, program), file=stream)
    except OSError:  # the exit status says it, too
        lost(sys.stderr)


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
