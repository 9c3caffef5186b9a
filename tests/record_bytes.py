"""Records as bytes, worked on by a kernel alone: no machine, no Python functions of the cores."""

from __future__ import annotations

import ctypes

from emulators.kernels import building, short_name
from emulators.kernels.building import FOLDER
from emulators.record import structure


class RecordBytes:
    """A record that was exported as bytes; `call` lets the kernel of a core work on it, `m` shows its fields."""

    def __init__(self, core, data):
        self._library = ctypes.CDLL(str(FOLDER / building.stamp()["libraries"][short_name(core.__name__)]))
        self._buffer = ctypes.create_string_buffer(bytes(data), len(bytes(data)))
        self.m = type(structure(core.FIELDS)).from_buffer(self._buffer)

    def call(self, function, *arguments):
        """Call an entry point."""
        getattr(self._library, function)(self._buffer, *map(ctypes.c_int64, arguments))

    def field(self, name):
        """A field of the record, as Python's own numbers."""
        return value_of(self.m, name)

    def __bytes__(self):
        return bytes(self._buffer)


def value_of(m, name):
    """A field of any record, as Python's own numbers."""
    value = getattr(m, name)
    return value if isinstance(value, int) else list(value)


def differing(one, other, names):
    """The fields in which two records differ."""
    return [name for name in names if value_of(one, name) != value_of(other, name)]
