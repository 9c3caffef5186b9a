"""Saved states: a whole machine as bytes, exact to the bit, recognisable and checked."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from typing import Any

from emulators.errors import StateError
from emulators.record import Fields, State


def magic(title: str) -> bytes:
    """Return the first line of every saved state of a machine."""
    return f"Ironboard {title} state, version 1\n".encode("ascii")


def dump(title: str, m: State, fields: Fields, extra: dict[str, Any]) -> bytes:
    """Return every field of the state, and `extra` (plain JSON), as bytes."""
    values: dict[str, Any] = {}
    for name, (kind, count) in fields.items():
        value = getattr(m, name)
        if count == 1:
            values[name] = int(value)
        elif kind == "byte":
            values[name] = base64.b64encode(bytes(value)).decode("ascii")
        else:
            values[name] = [int(each) for each in value]
    body = zlib.compress(json.dumps({"fields": values, "extra": extra}, sort_keys=True).encode("ascii"))
    return magic(title) + hashlib.sha256(body).digest() + body


def checked(title: str, data: bytes, fields: Fields) -> bytes:
    """Return the data if it is what `dump` returned; raises StateError if it is damaged, foreign or too old."""
    content(title, data, fields)
    return data


def load(title: str, data: bytes, m: Any, fields: Fields) -> dict[str, Any]:
    """Set every field of `m` from what `dump` returned; return its `extra`.

    Raises StateError, with `m` unchanged, when the data is damaged, foreign or of another version.
    """
    values, extra = content(title, data, fields)
    for name, (kind, count) in fields.items():
        if count == 1:
            setattr(m, name, values[name])
        elif kind == "byte":
            getattr(m, name)[:] = list(base64.b64decode(values[name]))
        else:
            getattr(m, name)[:] = values[name]
    return extra


def content(title: str, data: bytes, fields: Fields) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of the fields, and the extra."""
    first = magic(title)
    if not data.startswith(first):
        raise StateError(f"this is not a saved {title} state of this version of Ironboard")
    digest, body = data[len(first) :][:32], data[len(first) + 32 :]
    if hashlib.sha256(body).digest() != digest:
        raise StateError("the saved state is damaged: its checksum does not match its content")
    content = json.loads(zlib.decompress(body))
    if not set(fields) <= set(content["fields"]):
        raise StateError("the saved state is of another version of Ironboard: it describes another machine record")
    return content["fields"], content["extra"]
