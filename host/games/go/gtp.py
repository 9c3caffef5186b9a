"""The Go Text Protocol, version 2: lines in, responses out, whatever engine answers.

    7 play white K10      a command: perhaps a number, a name, arguments
    =7                    its response: = or, for a failure, ? and the number; then an empty line

An engine is a table of commands. Nothing that can be written on a line ends the session but `quit`.

Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import BinaryIO, NamedTuple, TypeVar

from emulators.errors import IronboardError
from host.formats.storage import reason
from host.games.go.rules import COLUMNS, Colour

PASS = "pass"
UNWANTED = re.compile(r"[\x00-\x08\x0A-\x1F\x7F]")  # control characters other than HT
COMMAND = re.compile(r"(?:(?P<id>\d+)(?:\s+|$))?(?P<name>\S*)\s*(?P<arguments>.*)", re.ASCII)


class GtpError(IronboardError):
    """A command that cannot be executed; the message is the response."""


class Command(NamedTuple):
    """The command on a line."""

    id: str  # digits, or nothing
    name: str
    arguments: list[str]


Handler = Callable[[list[str]], str]
T = TypeVar("T")


def parse(line: str) -> Command | None:
    """Return the command on a line; None if there is nothing but space and comment."""
    text = UNWANTED.sub("", line).replace("\t", " ").partition("#")[0].strip(" ")
    match = COMMAND.fullmatch(text) if text else None
    if match is None:
        return None
    return Command(match["id"] or "", match["name"], match["arguments"].split())


def respond(command: Command, handlers: Mapping[str, Handler]) -> str:
    """Return the response to a command, empty line included."""
    try:
        if command.name not in handlers:
            raise GtpError("unknown command")
        mark, text = "=", handlers[command.name](command.arguments)
    except IronboardError as error:
        mark, text = "?", " ".join(str(error).split())
    except OSError as error:  # of a file that is named
        mark, text = "?", reason(error)
    return f"{mark}{command.id} {text}".rstrip() + "\n\n"


def serve(handlers: Mapping[str, Handler], lines: BinaryIO, responses: BinaryIO) -> None:
    """Answer commands until `quit` or the end of the input."""
    for line in lines:
        command = parse(line.decode("latin-1"))
        if command:
            response = respond(command, handlers)
            responses.write(response.encode())
            responses.flush()
            if command.name == "quit" and response.startswith("="):
                return


# ---------------------------------------------------------------- arguments


def take(arguments: list[str], *kinds: str) -> list[str]:
    """Return the arguments that a command needs; one too few or too many is an error."""
    if len(arguments) != len(kinds):
        raise GtpError(f"syntax error: expected {' '.join(kinds) or 'no arguments'}")
    return arguments


def bare(answer: Callable[[], str]) -> Handler:
    """Return the handler of a command without arguments."""

    def handler(arguments: list[str]) -> str:
        take(arguments)
        return answer()

    return handler


def integer(text: str, error: str = "not an integer") -> int:
    """Return an integer that is not negative."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise GtpError(error)
    return int(text)


def real(text: str) -> float:
    """Return a number with or without a fraction."""
    if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})", text):
        raise GtpError("not a number")
    return float(text)


def colour(text: str) -> Colour:
    """Return the colour of `b`, `black`, `w` or `white`."""
    for each in Colour:
        if text.lower() in (each.value, each.value[0]):
            return each
    raise GtpError("invalid color")


def point(text: str, size: int) -> int | None:
    """Return the point of a vertex such as `C3`, None for `pass`. Rows are counted from the bottom."""
    if text.lower() == PASS:
        return None
    match = re.fullmatch(r"([A-HJ-Z])([1-9][0-9]?)", text.upper())
    column = COLUMNS.index(match[1]) + 1 if match else 0
    row = size + 1 - int(match[2]) if match else 0
    if not (1 <= row <= size and 1 <= column <= size):
        raise GtpError("invalid coordinate")
    return row * (size + 1) + column


def moves(arguments: list[str], size: int, colours: Callable[[str], T]) -> list[tuple[T, int | None]]:
    """Return the moves of `B C3 W D4 ...`."""
    if len(arguments) % 2:
        raise GtpError("syntax error: expected color vertex color vertex ...")
    pairs = zip(arguments[::2], arguments[1::2], strict=True)
    return [(colours(side), point(place, size)) for side, place in pairs]


def vertex(place: int | None, size: int) -> str:
    """Return the vertex of a point; None is a pass."""
    if place is None:
        return PASS
    row, column = divmod(place, size + 1)
    return f"{COLUMNS[column - 1]}{size + 1 - row}"
