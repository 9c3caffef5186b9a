"""A machine's state as one record: a C structure for the kernels, a plain object for the same cores as Python.

Both have the same fields. A `Field` has the range of its values, the number of its elements, and their kind: "int" is a
signed 64-bit integer, "byte" is 8 bits, "float" a number of 64 bits (`emulators.loops`); count > 1 makes an array.
Count 0 is an array that grows: it lies elsewhere, and the record has the distance from its own beginning in bytes, 64
bits. It has no elements until `grow` gives it some.

A saved state is a whole record as bytes, exact to the bit, recognisable and checked: kernels index by the values in a
record, so whatever is put into one from outside goes through `checked`.
"""

from __future__ import annotations

import base64
import ctypes
import hashlib
import json
import mmap
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from emulators.errors import StateError, documentation
from emulators.inputs import NEVER


class Field(NamedTuple):
    """A field of a record: all its elements are from `least` to `most` whenever the machine does not run."""

    least: int
    most: int
    count: int = 1  # type: ignore[assignment]  # tuples have a method of this name, which nobody needs here
    kind: str = "int"


Fields = dict[str, Field]
State = Any  # a record of such fields, of either kind: attributes are known only at run time
# A condition between fields: `said` has it in words.
Relations = tuple[Callable[[State], bool], ...]
KINDS: dict[str, Any] = {"int": ctypes.c_int64, "byte": ctypes.c_uint8, "float": ctypes.c_double}
LAST = 1 << 52  # the last cycle, and the largest count: sums and products of a few of them fit 64 bits

FLAG = Field(0, 1)
COUNT = Field(0, LAST)  # of events since power-on
MOMENT = Field(0, LAST)
MOMENT_OR_NEVER = Field(0, NEVER)
ANYTHING = Field(-(1 << 63), (1 << 63) - 1)


def octets(count: int) -> Field:
    """Return a field of bytes."""
    return Field(0, 0xFF, count, "byte")


def as_many(count: int, field: Field) -> Field:
    """Return a field of `count` elements, each like another field."""
    return field._replace(count=count)


def unsigned(bits: int, count: int = 1) -> Field:
    """Return a field of numbers without sign."""
    return Field(0, (1 << bits) - 1, count)


def plain(fields: Fields) -> State:
    """Return the state as an object of Python integers, bytearrays and lists, all zero."""
    state = SimpleNamespace()
    for name, field in fields.items():
        zero = 0.0 if field.kind == "float" else 0
        array: object = bytearray(field.count) if field.kind == "byte" else [zero] * field.count
        setattr(state, name, array if field.count != 1 else zero)
    return state


def structure(fields: Fields) -> State:
    """Return the state as a C structure, all zero, as kernels know it; `ctypes.addressof` says where it is."""
    layout = [
        (name, KINDS[each.kind] * each.count if each.count > 1 else KINDS[each.kind]) for name, each in fields.items()
    ]
    record = type("record", (ctypes.Structure,), {"_fields_": layout})
    growing = {name: Elsewhere(name, getattr(record, name).offset) for name, each in fields.items() if not each.count}
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
    """Give an array that grows `count` elements, no fewer than before; new ones are zero."""
    old = getattr(state, name)
    if isinstance(old, list):
        old.extend([0] * (count - len(old)))
        return
    new = (ctypes.c_int64 * count)()
    if old:
        ctypes.memmove(new, old, ctypes.sizeof(old))
    setattr(state, name, new)


def image(state: State, fields: Fields, scratch: Iterable[str] = ()) -> bytes:
    """Return a record, of either kind, as the bytes that a kernel works on, wherever they are put.

    The arrays that grow come after the structure. Those in `scratch` are left out, and have no elements there.
    """
    made = structure(fields)
    grown = b""
    for name, field in without_scratch(fields, scratch).items():
        value = getattr(state, name)
        if field.count == 1:
            setattr(made, name, value)
        elif field.count:
            fill(getattr(made, name), bytes(value) if field.kind == "byte" else integers(value))
        else:
            place = ctypes.c_int64.from_buffer(made, getattr(type(made), name).offset)
            place.value = ctypes.sizeof(made) + len(grown)
            grown += bytes(integers(value))
    return bytes(made) + grown


def without_scratch(fields: Fields, scratch: Iterable[str]) -> Fields:
    """Return the fields but for those of arrays that are no part of the machine, and of their sizes."""
    left_out = {each for name in scratch for each in (name, f"{name}_size")}
    return {name: field for name, field in fields.items() if name not in left_out}


def copy_of(state: State, names: Iterable[str], fields: Fields) -> dict[str, Any]:
    """Return the values of some fields, as Python's own integers, bytes and arrays: they fit either kind of state."""
    values: dict[str, Any] = {}
    for name in names:
        field = fields[name]
        value = getattr(state, name)
        values[name] = value if field.count == 1 else bytes(value) if field.kind == "byte" else integers(value)
    return values


def integers(values: Any) -> array[int]:
    """Return an array of 64-bit integers, of either kind of state, as one of Python's own."""
    return array("q", values if isinstance(values, list) else bytes(values))


def append(cells: array[int], field: Any, count: int) -> None:
    """Append the first integers of a field of 64-bit integers to an array."""
    if isinstance(field, list):
        cells.fromlist(field[:count])
    else:
        cells.frombytes(memoryview(field).cast("B")[: count * cells.itemsize])


def piece(field: Any, start: int, end: int) -> array[int]:
    """Return a part of a field of 64-bit integers, as one of Python's own arrays."""
    if isinstance(field, list):
        return array("q", field[start:end])
    return array("q", bytes(memoryview(field).cast("B")[8 * start : 8 * end]) if end > start else b"")


def put_back(state: State, values: dict[str, Any]) -> None:
    """Set the fields of a state to the result of `copy_of`."""
    for name, value in values.items():
        if isinstance(value, (bytes, array)):
            fill(getattr(state, name), value)
        else:
            setattr(state, name, value)


def fill(field: Any, values: bytes | bytearray | array[int], at: int = 0) -> None:
    """Put bytes into a field of bytes, or an array of 64-bit integers into one of integers, beginning at a place."""
    if isinstance(field, list):
        field[at : at + len(values)] = values
    else:
        size = values.itemsize if isinstance(values, array) else 1
        memoryview(field).cast("B")[at * size : (at + len(values)) * size] = memoryview(values).cast("B")


def size_of(fields: Fields) -> int:
    """Return how many bytes a copy of these fields takes."""
    return sum(each.count * (8 if each.kind == "int" else 1) for each in fields.values())


# ---------------------------------------------------------------- what debuggers need of every core

ACCESSES = 16  # to memory, that an instruction and an interrupt after it make at most
TRACE_ROWS = 2048  # instructions; `run` returns when that many have been noted


def debugging_fields(trace_columns: int) -> Fields:
    """Return the fields by which a machine is run and looked at; they are not part of its state."""
    return {
        "horizon": ANYTHING,  # up to this cycle nothing but instructions can happen
        "deadline": ANYTHING,  # the cycle at which `run` returns
        "stop": unsigned(8),  # a Stop
        "watched": Field(0, ACCESSES),  # accesses to watched addresses that made it stop, in their order
        "watched_address": as_many(ACCESSES, ANYTHING),
        "watched_value": as_many(ACCESSES, ANYTHING),
        "watched_write": as_many(ACCESSES, ANYTHING),
        "log_length": Field(0, ACCESSES),
        "log_address": as_many(ACCESSES, ANYTHING),
        "log_value": as_many(ACCESSES, ANYTHING),
        "log_write": as_many(ACCESSES, ANYTHING),
        "tracing": FLAG,  # 1: note every instruction in `trace_rows`
        "trace_length": Field(0, TRACE_ROWS),  # rows that are complete; the next one is being written
        "trace_rows": as_many((TRACE_ROWS + 1) * trace_columns, ANYTHING),  # cycle, Flow, registers
    }


def log(m: State, address: int, value: int, write: int) -> None:
    """Note an access to memory."""
    if m.log_length < ACCESSES:
        m.log_address[m.log_length] = address
        m.log_value[m.log_length] = value
        m.log_write[m.log_length] = write
        m.log_length += 1


def catch(m: State, address: int, value: int, write: int) -> None:
    """Note an access to a watched address; look at due work after this instruction."""
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
    """Return every field of the state, and `extra` (plain JSON), as bytes.

    Raises StateError when time, or a count, is past LAST, as only a forged state leads to: no machine could load it.
    """
    values: dict[str, Any] = {}
    for name, field in fields.items():
        value = getattr(m, name)
        if field.count == 1:
            values[name] = int(value)
        elif field.kind == "byte":
            values[name] = base64.b64encode(bytes(value)).decode("ascii")
        else:
            values[name] = integers(value).tolist()
        if field.most == LAST and max(values[name] if field.count != 1 else [values[name]], default=0) > LAST:
            raise StateError(f"the machine's state cannot be saved: '{name}' is past {LAST:,}, where counting ends")
    body = zlib.compress(json.dumps({"fields": values, "extra": extra}, sort_keys=True).encode("ascii"))
    return magic(title) + hashlib.sha256(body).digest() + body


LARGEST = 128 << 20  # bytes of a saved state's JSON: ten full reels of tape take 77 MB


def checked(title: str, data: bytes, fields: Fields, relations: Relations) -> tuple[State, dict[str, Any]]:
    """Return the values of the fields, arrays as bytes and as 64-bit integers, and the extra.

    Raises StateError when the data is damaged, foreign or of another version, too large, and when a value is not in
    its field's range or does not agree with others: no machine has been in such a state. The extra is a dictionary;
    the machine has to check its content.
    """
    values, extra = content(title, data, fields)
    m = SimpleNamespace(**{name: value_of(name, field, values[name]) for name, field in fields.items()})
    for relation in relations:
        if not relation(m):
            raise StateError(f"no machine can be in the saved state: {said(relation)}")
    return m, extra


def said(relation: Callable[[State], bool]) -> str:
    """Return the condition of a relation, in the words of its docstring."""
    words = documentation(relation).partition("\n")[0].removeprefix("Return whether ").rstrip(".")
    return f"it is not so that {words}"


OTHER_VERSION = "the saved state is of another version of Ironboard: the machine's record has a different layout"


def content(title: str, data: bytes, fields: Fields) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of the fields, and the extra, as they were written: anything that JSON can say."""
    first = magic(title)
    if not data.startswith(first):
        raise StateError(f"this is not a saved {title} state of this version of Ironboard")
    found = unpacked(data[len(first) :])
    values, extra = (found.get(name) if isinstance(found, dict) else None for name in ("fields", "extra"))
    if not isinstance(values, dict) or not isinstance(extra, dict):
        raise StateError("the saved state is damaged: expected fields, and an extra")
    if missing := [name for name in fields if name not in values]:
        raise StateError(f"{OTHER_VERSION}: there is no '{missing[0]}'")
    return values, extra


def unpacked(data: bytes) -> Any:
    """Return the content after the first line of a saved state: anything that JSON can say."""
    digest, body = data[:32], data[32:]
    if hashlib.sha256(body).digest() != digest:
        raise StateError("the saved state is damaged: its checksum does not match its content")
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(body, LARGEST)
        if unpacking.unconsumed_tail:
            raise StateError(f"the saved state is too large: more than {LARGEST >> 20} MB")
        return json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        raise StateError(f"the saved state is damaged: {error}") from None


def value_of(name: str, field: Field, value: Any) -> Any:
    """Return the value of a field as a record takes it: a number, bytes, or an array of 64-bit integers."""
    least, most, count, kind = field
    if count == 1:
        if type(value) is not int or not least <= value <= most:
            raise StateError(f"no machine can be in the saved state: '{name}' is not a number from {least} to {most}")
        return value
    numbers: Sequence[int]
    if kind == "byte":
        numbers = _octets(value, count)
        right = len(numbers) == count and (most >= 0xFF or max(numbers) <= most)
    else:
        right = isinstance(value, list) and len(value) == count and set(map(type, value)) == {int}
        right = right and least <= min(different := set(value)) and max(different) <= most
        numbers = array("q", value) if right else array("q")
    if not right:
        what = f"{count:,} {'bytes' if kind == 'byte' else 'numbers'} from {least} to {most}"
        raise StateError(f"no machine can be in the saved state: '{name}' is not {what}")
    return numbers


def _octets(text: Any, count: int) -> bytes:
    """Return the bytes of a text in base64, none if it is not one of that many."""
    if not isinstance(text, str) or len(text) != -(-count // 3) * 4:
        return b""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def put_in(m: State, names: Iterable[str], values: State) -> None:
    """Set fields of a record to the result of `checked`."""
    put_back(m, {name: getattr(values, name) for name in names})
