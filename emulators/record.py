"""A machine's state as one record: a NumPy record for the compiled code, a plain object before that is ready.

Both have the same fields; `copy_fields` carries the state over exactly. A field is described by
(kind, count): kind "int" is a signed 64-bit integer, "byte" is 8 bits; count > 1 makes an array.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

Fields = dict[str, tuple[str, int]]
State = Any  # a record of such fields, or its plain twin: attributes are known only at run time


def plain(fields: Fields) -> State:
    """Return the state as an object of Python integers, bytearrays and lists, all zero: needs no NumPy."""
    state = SimpleNamespace()
    for name, (kind, count) in fields.items():
        array: object = bytearray(count) if kind == "byte" else [0] * count
        setattr(state, name, array if count > 1 else 0)
    return state


def compiled(fields: Fields) -> np.recarray[Any, Any]:
    """Return the state as an array of one record, all zero; its element 0 is the record."""
    import numpy as np

    kinds = {"int": np.int64, "byte": np.uint8}
    layout = np.dtype(
        [(name, kinds[kind], (count,)) if count > 1 else (name, kinds[kind]) for name, (kind, count) in fields.items()],
        align=True,
    )
    return np.zeros(1, layout).view(np.recarray)


def copy_fields(source: State, target: State, fields: Fields) -> None:
    """Copy every field from one state to another, of whichever kind they are."""
    for name, (_, count) in fields.items():
        value = getattr(source, name)
        if count > 1:
            getattr(target, name)[:] = list(value)
        else:
            setattr(target, name, int(value))


def copy_of(state: State, names: Iterable[str], fields: Fields) -> dict[str, Any]:
    """Return the values of some fields, as Python's own integers, bytes and arrays: they fit either kind of state."""
    values: dict[str, Any] = {}
    for name in names:
        kind, count = fields[name]
        value = getattr(state, name)
        values[name] = int(value) if count == 1 else bytes(value) if kind == "byte" else _integers(value)
    return values


def _integers(values: Any) -> array[int]:
    """Return a list or a NumPy array of 64-bit integers as an array of Python's own."""
    return array("q", values if isinstance(values, list) else values.tobytes())


def put_back(state: State, values: dict[str, Any]) -> None:
    """Set the fields of a state to what `copy_of` returned."""
    for name, value in values.items():
        if isinstance(value, bytes):
            memoryview(getattr(state, name))[:] = value
        elif isinstance(value, array):
            getattr(state, name)[:] = value
        else:
            setattr(state, name, value)
