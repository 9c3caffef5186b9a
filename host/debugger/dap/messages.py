"""Messages: bytes to JSON and back, and the arguments of a request.

Framing: a header with the length, an empty line, and that many bytes of JSON.

    Content-Length: 30 CR LF CR LF {"type": "request", "seq": 1 ...

Arguments are read by name and type; a wrong one is refused with a message that names the expected form.

Source: Debug Adapter Protocol, Overview, "Base protocol".
"""

from __future__ import annotations

import difflib
import json
import math
import os
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from emulators import roms
from emulators.errors import ImageError, IronboardError, SourceError
from host import registry
from host.assemblers.dialects import dialect_of, settings
from host.debugger.opening import Target, source_suffixes
from host.options import Option

Message = dict[str, Any]
Body = dict[str, Any]
Default = TypeVar("Default")

REQUIRED: Any = object()
LONGEST_NUMBER = 1000  # digits
LARGEST = 16 << 20  # bytes of a message; a larger one is read over
LARGEST_HEADER = 4096  # bytes
CHUNK = 1 << 16  # bytes to ask for at once
FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]*):[ \t]*([ -~]*)")  # of a header: its name, its value


class FramingError(IronboardError):
    """The start of the next message is lost."""


class MessageError(IronboardError):
    """An invalid message; the next one can still be read."""


class Reader:
    """The messages in a stream; `receive(n)` returns up to n bytes of it, none at its end."""

    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive
        self._bytes = bytearray()  # received, not yet used

    def message(self) -> Message | None:
        """Return the next message, None after the last; raises MessageError, FramingError."""
        header = self._header()
        if header is None:
            return None
        length = content_length(header)
        if length > LARGEST:
            self._skip(length)
            raise MessageError(f"a message of {length:,} bytes is not read: at most {LARGEST:,} are")
        while len(self._bytes) < length:
            self._more("in the middle of a message")
        content = bytes(self._bytes[:length])
        del self._bytes[:length]
        return parse(content)

    def _header(self) -> bytes | None:
        while (end := self._bytes.find(b"\r\n\r\n")) < 0:
            if len(self._bytes) > LARGEST_HEADER:
                raise FramingError(f"no message begins here: {excerpt(self._bytes)}")
            chunk = self._receive(CHUNK)
            if not chunk and not self._bytes:
                return None
            if not chunk:
                raise FramingError(f"the stream ends in the middle of a header: {excerpt(self._bytes)}")
            self._bytes += chunk
        header = bytes(self._bytes[:end])
        del self._bytes[: end + 4]
        return header

    def _skip(self, length: int) -> None:
        while length > len(self._bytes):
            length -= len(self._bytes)
            self._bytes.clear()
            self._more("in the middle of a message")
        del self._bytes[:length]

    def _more(self, where: str) -> None:
        chunk = self._receive(CHUNK)
        if not chunk:
            raise FramingError(f"the stream ends {where}")
        self._bytes += chunk


def content_length(header: bytes) -> int:
    """Return the length of the content after a header; raises FramingError.

    Every line must be a field: the header of an HTTP request, which a web page might send to a port, is refused.
    """
    length = None
    for line in header.split(b"\r\n"):
        field = FIELD.fullmatch(line)
        if field is None:
            raise FramingError(f"not a message header: {excerpt(line)}; expected Content-Length: and a number")
        if field[1].lower() == b"content-length":
            length = field[2].strip()
    if length is None or not length.isdigit() or len(length) > 18:
        raise FramingError(f"a header without a length: {excerpt(header)}; expected Content-Length: and a number")
    return int(length)


def parse(content: bytes) -> Message:
    """Parse the content of a message; raises MessageError."""
    try:
        message = json.loads(content.decode("utf-8"), parse_constant=_no_constant, parse_int=_integer)
    except RecursionError:
        raise MessageError("a message that is nested too deeply") from None
    except ValueError as error:
        raise MessageError(f"a message that is not JSON: {error}: {excerpt(content)}") from None
    if not isinstance(message, dict):
        raise MessageError(f"a message that is not a JSON object: {excerpt(content)}")
    return message


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits):,} digits")
    return int(digits)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def framed(message: Message) -> bytes:
    """Return a message as bytes."""
    content = json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(content), content)


def excerpt(content: bytes | bytearray) -> str:
    """Return the beginning of bytes for an error message."""
    text = repr(bytes(content[:60]))[1:]
    return text + "..." * (len(content) > 60)


# ---------------------------------------------------------------- arguments


class Error(IntEnum):
    """Error numbers in answers."""

    NOT_UNDERSTOOD = 1  # missing arguments, or of another type
    UNKNOWN_REQUEST = 2
    WRONG_MOMENT = 3  # it cannot be asked for now
    REFUSED = 4  # understood, but impossible; the message says why
    INTERNAL = 5  # a fault of Ironboard's own


class Refusal(IronboardError):
    """The error answer to a request."""

    def __init__(self, text: str, number: Error = Error.REFUSED) -> None:
        super().__init__(text)
        self.number = number


class Arguments:
    """A JSON object with typed access to its members. `null` counts as a missing member.

    Editors written in Lua cannot tell an empty list from an empty object: each is accepted as the other.
    """

    def __init__(self, values: object, where: str) -> None:
        self._values: Body = values if isinstance(values, dict) else {}
        if values not in (None, []) and not isinstance(values, dict):
            raise Refusal(f"{where}: expected an object, not {shown(values)}", Error.NOT_UNDERSTOOD)
        self._where = where

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    @property
    def names(self) -> list[str]:
        return [name for name in self._values if name in self]

    def text(self, name: str, default: Default = REQUIRED) -> str | Default:
        value: str | Default = self._get(name, str, "a text", default)
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        return bool(self._get(name, bool, "true or false", default))

    def number(
        self, name: str, default: Default = REQUIRED, least: int = -(1 << 62), most: int = 1 << 62
    ) -> int | Default:
        """Return a whole number; 3.0 counts as one."""
        value = self._get(name, (int, float), "a whole number", default)
        if value is default:
            return default
        if isinstance(value, bool) or value != value // 1:
            raise self.refusal(name, f"expected a whole number, not {shown(value)}")
        if not least <= value <= most:
            limits = f"at least {least}" if most == 1 << 62 else f"from {least} to {most}"
            raise self.refusal(name, f"expected a number {limits}, not {shown(value)}")
        return int(value)

    def fraction(self, name: str) -> float:
        value = self._get(name, (int, float), "a number", REQUIRED)
        if isinstance(value, bool) or not 0 < value < 1e100:
            raise self.refusal(name, f"expected a number above 0, not {shown(value)}")
        return float(value)

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise self.refusal(name, f"expected {' or '.join(choices)}, not {shown(value)}")
        return value

    def part(self, name: str) -> Arguments:
        """Return a member object; an empty one if it is missing."""
        return Arguments(self._get(name, dict, "an object", {}), f"{self._where}.{name}")

    def parts(self, name: str) -> list[Arguments]:
        """Return the objects of a list."""
        values = self._get(name, list, "a list", [])
        return [Arguments(value, f"{self._where}.{name}[{index}]") for index, value in enumerate(values)]

    def texts(self, name: str) -> list[str]:
        values = self._get(name, list, "a list of texts", [])
        for index, value in enumerate(values):
            if not isinstance(value, str):
                raise self.refusal(f"{name}[{index}]", f"expected a text, not {shown(value)}")
        return list(values)

    def anything(self, name: str, default: Any = REQUIRED) -> Any:
        return self._get(name, object, "a value", default)

    def _get(self, name: str, kind: type | tuple[type, ...], expected: str, default: Any) -> Any:
        value = self._values.get(name)
        if value is None:
            if default is REQUIRED:
                raise self.refusal(name, f"it is missing: expected {expected}")
            return default
        if value in ([], {}) and kind in (list, dict):
            return default
        if not isinstance(value, kind):
            raise self.refusal(name, f"expected {expected}, not {shown(value)}")
        return value

    def refusal(self, name: str, message: str) -> Refusal:
        return Refusal(f"{self._where}.{name}: {message}", Error.NOT_UNDERSTOOD)


def shown(value: Any) -> str:
    """Format a JSON value for a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def explained(error: IronboardError) -> str:
    """Return the text of an error. An error in an expression takes one line."""
    if not isinstance(error, SourceError):
        return str(error)
    return f"{error.message}; {error.hint}" if error.hint else error.message


# ---------------------------------------------------------------- the editor

# The editor's settings: those of `initialize`, and the program, machine and speed that `launch` requests.


ABILITIES = ("supportsVariableType", "supportsMemoryReferences", "supportsInvalidatedEvent", "supportsMemoryEvent")
FIELDS = (
    "program", "machine", "symbols", "format", "origin", "core", "options", "replay", "record", "cwd", "keys",
    "compiling", "stopOnEntry", "noDebug", "speed",
)  # fmt: skip
CORES = ("compiled", "py65", "python")
TURBO = "turbo"  # the speed that is as fast as the host can


@dataclass(frozen=True)
class Client:
    """An editor: its capabilities, its line and column numbering, its paths."""

    first_line: int = 1
    first_column: int = 1
    uris: bool = False  # paths are written as URIs
    abilities: frozenset[str] = frozenset()

    @classmethod
    def introduced_by(cls, arguments: Arguments) -> Client:
        """Return the editor described by an `initialize` request."""
        arguments.text("adapterID")
        return cls(
            first_line=int(arguments.flag("linesStartAt1", True)),
            first_column=int(arguments.flag("columnsStartAt1", True)),
            uris=arguments.choice("pathFormat", ("path", "uri"), "path") == "uri",
            abilities=frozenset(name for name in ABILITIES if arguments.flag(name)),
        )

    def line(self, line: int) -> int:
        """Convert a line, counted from 1, to the editor's numbering."""
        return line - 1 + self.first_line

    def column(self, column: int) -> int:
        """Convert a column, counted from 1, to the editor's numbering."""
        return column - 1 + self.first_column

    def our_line(self, line: int) -> int:
        """Convert the editor's line to one counted from 1."""
        return line + 1 - self.first_line

    def path(self, path: Path) -> str:
        """Convert a path to the editor's form."""
        return path.resolve().as_uri() if self.uris else str(path.resolve())

    def our_path(self, path: str) -> str:
        """Convert the editor's path; raises Refusal."""
        if not path.startswith("file:"):
            return path
        from urllib.request import url2pathname  # imports all that a network needs

        try:
            return url2pathname(unquote(urlsplit(path).path))
        except (ValueError, OSError):
            raise Refusal(f"'{path}' is not a path") from None


@dataclass(frozen=True)
class Launch:
    """The arguments of `launch`."""

    wish: Target
    stop_on_entry: bool = False
    no_debug: bool = False
    speed: float = math.inf  # times the original's clock
    keys: tuple[str, ...] = ()  # to press as soon as the machine runs
    record: Path | None = None  # where everything that the machine is given is to be kept
    remarks: tuple[str, ...] = ()  # for the user

    @classmethod
    def of(cls, arguments: Arguments) -> Launch:
        """Parse the arguments; raises Refusal."""
        cwd, program = arguments.text("cwd", ""), arguments.text("program", None)
        folder = Path(cwd)
        shipped = program is not None and is_shipped(program, folder)
        machine = arguments.text("machine", None) or registry.meant(program, None if shipped else folder)
        replay, record = arguments.text("replay", None), arguments.text("record", None)
        wish = Target(
            program=program if program is None or shipped else os.path.join(cwd, program),
            machine=machine,
            symbols=tuple(folder / each for each in arguments.texts("symbols")),
            format=arguments.text("format", None),
            origin=arguments.number("origin", None, least=0),
            core=arguments.choice("core", CORES, "compiled"),
            replay=folder / replay if replay else None,
            options=options(arguments.part("options"), registry.find(machine).options, folder),
            compiling=compiling(arguments.part("compiling"), program, machine, folder),
            debugging=not arguments.flag("noDebug"),
        )
        if record and (folder / record).exists():
            raise arguments.refusal("record", f"there is a file {folder / record} already: name another one")
        turbo = arguments.anything("speed", TURBO) == TURBO
        close = {
            name: difflib.get_close_matches(name, FIELDS, 1, 0.8) for name in arguments.names if name not in FIELDS
        }
        return cls(
            wish,
            stop_on_entry=arguments.flag("stopOnEntry"),
            no_debug=arguments.flag("noDebug"),
            speed=math.inf if turbo else arguments.fraction("speed"),
            keys=tuple(arguments.texts("keys")),
            record=folder / record if record else None,
            remarks=tuple(
                f"launch: '{name}' is not an option here; '{like[0]}'?" for name, like in close.items() if like
            ),
        )


def is_shipped(program: str, folder: Path) -> bool:
    """Return whether a name is that of a program that comes with Ironboard."""
    return program in roms.manifest() or (not (folder / program).exists() and registry.shipped(program) is not None)


def options(given: Arguments, known: Mapping[str, Option], folder: Path) -> Mapping[str, Any]:
    """Return the options of the machine with their types checked; raises Refusal."""
    found: dict[str, Any] = {}
    for name in given.names:
        option = known.get(name)
        if option is None:
            raise given.refusal(name, f"there is no such option: there are {', '.join(known) or 'none'}")
        if option.kind is Path:
            found[name] = folder / given.text(name)
        else:
            found[name] = option_of(given, name, option)
    return found


def option_of(given: Arguments, name: str, option: Option) -> Any:
    """Return the value of an option; a text is read as on the command line. Raises Refusal."""
    if option.kind is bool:
        return given.flag(name)
    if option.kind is int and not isinstance(given.anything(name), str):
        return given.number(name, least=0)
    try:
        return option.convert(given.text(name))
    except ArgumentTypeError as error:
        raise given.refusal(name, str(error)) from None


def compiling(given: Arguments, program: str | None, machine: str, folder: Path) -> dict[str, Any]:
    """Return the options of a source's language; raises Refusal."""
    if not given.names:
        return {}
    if program is None or Path(program).suffix.lower() not in source_suffixes():
        raise Refusal("launch.compiling: the program is no source", Error.NOT_UNDERSTOOD)
    try:
        return settings(
            dialect_of(program, machine=machine), {each: given.anything(each) for each in given.names}, folder
        )
    except ImageError as error:
        raise Refusal(f"launch.compiling: {error}", Error.NOT_UNDERSTOOD) from None
