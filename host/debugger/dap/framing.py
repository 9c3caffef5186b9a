"""Bytes to messages and back: a header with the length, an empty line, and so many bytes of JSON.

Content-Length: 30 CR LF CR LF {"type": "request", "seq": 1 ...

Source: Debug Adapter Protocol, Overview, "Base protocol".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from emulators.errors import IronboardError

Message = dict[str, Any]

LARGEST = 16 << 20  # bytes of a message; a larger one is read over
LARGEST_HEADER = 4096  # bytes
CHUNK = 1 << 16  # bytes to ask for at once
FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]*):[ \t]*([ -~]*)")  # of a header: its name, its value


class FramingError(IronboardError):
    """It cannot be told any more where the next message begins."""


class MessageError(IronboardError):
    """A message that cannot be understood; the next one may be."""


class Reader:
    """The messages in a stream; `receive` returns up to so many bytes of it, none at its end."""

    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive
        self._bytes = bytearray()  # received, not yet used

    def message(self) -> Message | None:
        """Return the next message, None behind the last; raises MessageError, FramingError."""
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
    """Return how long the content behind a header is; raises FramingError.

    Every line must be a field: the header of an HTTP request, which a web page might send to a port, is none.
    """
    length = None
    for line in header.split(b"\r\n"):
        field = FIELD.fullmatch(line)
        if field is None:
            raise FramingError(f"no header of a message: {excerpt(line)}; expected Content-Length: and a number")
        if field[1].lower() == b"content-length":
            length = field[2].strip()
    if length is None or not length.isdigit() or len(length) > 18:
        raise FramingError(f"a header without a length: {excerpt(header)}; expected Content-Length: and a number")
    return int(length)


def parse(content: bytes) -> Message:
    """Return the message that is the content; raises MessageError."""
    try:
        message = json.loads(content.decode("utf-8"), parse_constant=_no_constant)
    except RecursionError:
        raise MessageError("a message that is nested too deeply") from None
    except ValueError as error:
        raise MessageError(f"a message that is not JSON: {error}: {excerpt(content)}") from None
    if not isinstance(message, dict):
        raise MessageError(f"a message that is no JSON object: {excerpt(content)}")
    return message


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def framed(message: Message) -> bytes:
    """Return a message as bytes."""
    content = json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(content), content)


def excerpt(content: bytes | bytearray) -> str:
    """Return the beginning of bytes for an error message."""
    text = repr(bytes(content[:60]))[1:]
    return text + "..." * (len(content) > 60)
