"""A machine's state as one record: a C structure for the kernels, a plain object for the same cores as Python.

Both have the same fields. A field is described by (kind, count): kind "int" is a signed 64-bit integer, "byte" is
8 bits; count > 1 makes an array. ("int", 0) is an array that grows: it lies elsewhere, and the record has the
distance from its own beginning in bytes, 64 bits. It has no elements until `grow` gives it some.

A saved state is a whole record as bytes, exact to the bit, recognisable and checked.
"""

from __future__ import annotations

import base64
import ctypes
import hashlib
import json
import mmap
import zlib
from array import array
from collections.abc import Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from emulators.errors import StateError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Fields = dict[str, tuple[str, int]]
State = Any  # a record of such fields, of either kind: attributes are known only at run time
KINDS: dict[str, Any] = {"int": ctypes.c_int64, "byte": ctypes.c_uint8}


def plain(fields: Fields) -> State:
    """Return the state as an object of Python integers, bytearrays and lists, all zero."""
    state = SimpleNamespace()
    for name, (kind, count) in fields.items():
        array: object = bytearray(count) if kind == "byte" else [0] * count
        setattr(state, name, array if count != 1 else 0)
    return state


def structure(fields: Fields) -> State:
    """Return the state as a C structure, all zero, as kernels know it; `ctypes.addressof` says where it is."""
    layout = [(name, KINDS[kind] * count if count > 1 else KINDS[kind]) for name, (kind, count) in fields.items()]
    record = type("record", (ctypes.Structure,), {"_fields_": layout})
    growing = {name: Elsewhere(name, getattr(record, name).offset) for name, (_, count) in fields.items() if not count}
    kind: Any = type("record", (record,), growing) if growing else record
    return kind.from_buffer(mmap.mmap(-1, ctypes.sizeof(kind)))  # whole pages: elsewhere some records are 10 % slower


class Elsewhere:
    """An array of a C structure that grows: `offset` is where the structure has its place."""

    def __init__(self, name: str, offset: int) -> None:
        self._name, self.offset = f"_{name}", offset

    def __get__(self, state: Any, owner: type) -> Any:
        return self if state is None else state.__dict__.get(self._name, ())

    def __set__(self, state: Any, array: Any) -> None:
        state.__dict__[self._name] = array
        place = ctypes.c_int64.from_buffer(state, self.offset)
        place.value = ctypes.addressof(array) - ctypes.addressof(state)


def grow(state: State, name: str, count: int) -> None:
    """Let an array that grows have `count` elements, no fewer than before; new ones are zero."""
    old = getattr(state, name)
    if isinstance(old, list):
        old.extend([0] * (count - len(old)))
        return
    new = (ctypes.c_int64 * count)()
    if old:
        ctypes.memmove(new, old, ctypes.sizeof(old))
    setattr(state, name, new)


def image(state: State, fields: Fields) -> bytes:
    """Return a record, of either kind, as the bytes that a kernel works on, wherever they are put.

    The arrays that grow come after the structure.
    """
    made = structure(fields)
    grown = b""
    for name, (kind, count) in fields.items():
        value = getattr(state, name)
        if count == 1:
            setattr(made, name, value)
        elif count:
            fill(getattr(made, name), bytes(value) if kind == "byte" else integers(value))
        else:
            place = ctypes.c_int64.from_buffer(made, getattr(type(made), name).offset)
            place.value = ctypes.sizeof(made) + len(grown)
            grown += bytes(integers(value))
    return bytes(made) + grown


def copy_of(state: State, names: Iterable[str], fields: Fields) -> dict[str, Any]:
    """Return the values of some fields, as Python's own integers, bytes and arrays: they fit either kind of state."""
    values: dict[str, Any] = {}
    for name in names:
        kind, count = fields[name]
        value = getattr(state, name)
        values[name] = value if count == 1 else bytes(value) if kind == "byte" else integers(value)
    return values


def integers(values: Any) -> array[int]:
    """Return an array of 64-bit integers, of either kind of state, as one of Python's own."""
    return array("q", values if isinstance(values, list) else bytes(values))


def numbers(field: Any, start: int, end: int) -> NDArray[np.int64]:
    """Return a part of a field of 64-bit integers, as a NumPy array of its own."""
    import numpy as np

    if isinstance(field, list):
        return np.array(field[start:end], np.int64)
    return np.frombuffer(field, np.int64)[start:end].copy()


def piece(field: Any, start: int, end: int) -> array[int]:
    """Return a part of a field of 64-bit integers, as one of Python's own arrays."""
    if isinstance(field, list):
        return array("q", field[start:end])
    return array("q", bytes(memoryview(field).cast("B")[8 * start : 8 * end]) if end > start else b"")


def put_back(state: State, values: dict[str, Any]) -> None:
    """Set the fields of a state to what `copy_of` returned."""
    for name, value in values.items():
        if isinstance(value, (bytes, array)):
            fill(getattr(state, name), value)
        else:
            setattr(state, name, value)


def fill(field: Any, values: bytes | bytearray | array[int], at: int = 0) -> None:
    """Put bytes into a field of bytes, or an array of 64-bit integers into one of integers, from a place on."""
    if isinstance(field, list):
        field[at : at + len(values)] = values
    else:
        size = values.itemsize if isinstance(values, array) else 1
        memoryview(field).cast("B")[at * size : (at + len(values)) * size] = memoryview(values).cast("B")


def size_of(fields: Fields) -> int:
    """Return how many bytes a copy of these fields takes."""
    return sum(count * (8 if kind == "int" else 1) for kind, count in fields.values())


# ---------------------------------------------------------------- what debuggers need of every core

ACCESSES = 16  # to memory, that an instruction and an interrupt after it make at most
TRACE_ROWS = 2048  # instructions; `run` returns when that many have been noted


def debugging_fields(trace_columns: int) -> Fields:
    """Return the fields by which a machine is run and looked at; they are not part of its state."""
    return {
        "horizon": ("int", 1),  # up to this cycle nothing but instructions can happen
        "deadline": ("int", 1),  # the cycle at which `run` returns
        "stop": ("int", 1),  # a Stop
        "watched": ("int", 1),  # accesses to watched addresses that made it stop, in their order
        "watched_address": ("int", ACCESSES),
        "watched_value": ("int", ACCESSES),
        "watched_write": ("int", ACCESSES),
        "log_length": ("int", 1),
        "log_address": ("int", ACCESSES),
        "log_value": ("int", ACCESSES),
        "log_write": ("int", ACCESSES),
        "tracing": ("int", 1),  # 1: note every instruction in `trace_rows`
        "trace_length": ("int", 1),  # rows that are complete; the next one is being written
        "trace_rows": ("int", (TRACE_ROWS + 1) * trace_columns),  # cycle, Flow, registers
    }


def log(m: State, address: int, value: int, write: int) -> None:
    """Note an access to memory."""
    if m.log_length < ACCESSES:
        m.log_address[m.log_length] = address
        m.log_value[m.log_length] = value
        m.log_write[m.log_length] = write
        m.log_length += 1


def catch(m: State, address: int, value: int, write: int) -> None:
    """Note an access to a watched address; look at what is due after this instruction."""
    if m.watched < ACCESSES:
        m.watched_address[m.watched] = address
        m.watched_value[m.watched] = value
        m.watched_write[m.watched] = write
        m.watched += 1
    m.horizon = 0


# ---------------------------------------------------------------- saved states


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
        raise StateError(
            "the saved state is of another version of Ironboard: the machine's record has a different layout"
        )
    return content["fields"], content["extra"]
