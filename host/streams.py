"""How a command answers its caller: standard streams as it finds them, errors and their colours, the exit status."""

from __future__ import annotations

import errno
import os
import re
import sys
from enum import IntEnum
from io import TextIOWrapper
from typing import TextIO

OUTPUT = "standard output"  # in messages
NOT_WRITTEN = (errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC)
STRICT = ("strict", "surrogateescape")  # how Python writes unless PYTHONIOENCODING says otherwise


class Status(IntEnum):
    """An exit status of the command, and its meaning: the one table, for the program, its manual and its pages."""

    meaning: str

    def __new__(cls, number: int, meaning: str) -> Status:
        """Make one with its meaning."""
        status = int.__new__(cls, number)
        status._value_, status.meaning = number, meaning
        return status

    DONE = 0, "done"
    FAILED = 1, "something failed, or the answer is no; standard error says what"
    USAGE = 2, "wrong usage: nothing was done"
    INTERRUPTED = 130, "interrupted with Ctrl-C; what was finished by then is kept"
    TERMINATED = 143, "ended by SIGTERM; what was finished by then is kept"


def prepare() -> None:
    """Open closed streams on the null device, and make the others write any character, × as backslash xd7 if need be.

    An output that was closed takes nothing: writing fails, and files opened later do not get its number.
    """
    colour.when = "auto"
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


def unwritten(error: OSError) -> bool:
    """Return whether an error is about writing without a file: to an output without a buffer (PYTHONUNBUFFERED)."""
    return error.filename is None and error.errno in NOT_WRITTEN


def not_text(error: UnicodeDecodeError) -> str:
    """Return the message about a byte of standard input that is not in its encoding."""
    return f"standard input: this is not text: byte {error.start} is not {error.encoding.upper()}"


# ---------------------------------------------------------------- errors

# Errors, warnings, and failures of programs, as they are printed: a terminal shows their first word, the carets below
# the text that is meant, and hints in colours.

WHEN = ("auto", "always", "never")  # the values of --color
RED, GREEN, YELLOW, CYAN, PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
PAINTS = {"error": RED, "warning": YELLOW}
HEAD = re.compile(r"^(?P<before>(?:\S.*?: )?)(?P<word>error|warning): ")  # with or without a place
MARKED = re.compile(r"^(?P<before> +\| [^^]*)(?P<word>\^+)$|^(?P<indent> +)(?P<hint>hint): ")
PICTURES = {  # of control characters in a text that is quoted: a terminal would obey them; each is one column
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}
VIRTUAL_TERMINAL = 4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING of a Windows console


class Colour:
    """When colours are shown: the value of --color of the command that runs."""

    when = "auto"


colour = Colour()


def in_colour(stream: TextIO | None) -> bool:
    """Return whether a stream gets colours.

    --color decides, then NO_COLOR (https://no-color.org), then FORCE_COLOR and CLICOLOR_FORCE; otherwise a terminal
    gets them, unless TERM says that it is a dumb one.
    """
    if stream is None or colour.when != "auto":
        return stream is not None and colour.when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb" and (sys.platform != "win32" or _console(stream))


def _console(stream: TextIO) -> bool:
    """Ask a console of Windows to obey the codes of colours; return whether it does: those before Windows 10 do not."""
    if sys.platform != "win32":
        return False
    import ctypes
    import msvcrt

    try:
        handle, mode = msvcrt.get_osfhandle(stream.fileno()), ctypes.c_ulong()
    except OSError:
        return False
    kernel = ctypes.windll.kernel32
    known = kernel.GetConsoleMode(handle, ctypes.byref(mode))
    return bool(known and kernel.SetConsoleMode(handle, mode.value | VIRTUAL_TERMINAL))


def complain(error: object, program: str = "ironboard", stream: TextIO | None = None) -> None:
    """Print an error after the name of the program, or of its verb; on standard error if no stream is given."""
    _tell(str(error), program, stream)


def failed(why: object, stream: TextIO | None = None) -> None:
    """Print why a program, a job or a machine has failed: a message that begins with its own place, if it has one."""
    complain(why, "", stream)


def warn(warning: object, stream: TextIO | None = None) -> None:
    """Print a warning: one with a place as it is, any other after the name of the program."""
    message = str(warning)
    placed = HEAD.match(message)
    _tell(message if placed else f"warning: {message}", "" if placed else "ironboard", stream)


def _tell(message: str, program: str, stream: TextIO | None) -> None:
    stream = stream or sys.stderr
    try:
        print(coloured(message, stream, program), file=stream)
    except OSError:  # the exit status says it, too
        lost(sys.stderr)


def coloured(message: str, stream: TextIO | None, program: str = "") -> str:
    """Return a message as a stream shows it; the word `error:`, where none is, is for those with colours."""
    before = f"{program}: " if program else ""
    message = message.translate(PICTURES)
    if not in_colour(stream):
        return before + message
    lines = message.split("\n")
    if not any(map(HEAD.match, lines)):
        lines[0] = f"error: {lines[0]}"
    paint = RED
    for at, line in enumerate(lines):
        if found := HEAD.match(line):
            paint = PAINTS[found["word"]]
            lines[at] = f"{found['before']}{paint}{found['word']}:{PLAIN} {line[found.end() :]}"
        elif (found := MARKED.match(line)) and found["hint"]:
            lines[at] = f"{found['indent']}{CYAN}hint:{PLAIN} {line[found.end() :]}"
        elif found:
            lines[at] = f"{found['before']}{paint}{found['word']}{PLAIN}"
    return before + "\n".join(lines)
