"""The names of an ALGOL program: the type and the location of each, and the owners of addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.storage import BASES, AlgolStorage
from host.compilers.algol.cdc6600.words import Home
from host.compilers.algol.syntax import Array, Declared, Formal, Kind, Procedure, Type, Variable
from host.compilers.debuginfo.table import Entry, Nowhere, Pointer, Word

UNUSED = Nowhere("the program does not use it")


def is_array(declared: Declared) -> bool:
    """Whether a name is surely one of an array."""
    return isinstance(declared, Array) or (isinstance(declared, Formal) and declared.kind is Kind.ARRAY)


def entry_of(declared: Declared, homes: Mapping[Declared, Home]) -> Entry:
    """Return the entry of a name that has been declared."""
    name, kind = declared.spelling, kind_of(declared)
    match declared:
        case Variable() | Procedure(standard=False, valued=True) | Array() | Formal():
            home = homes.get(declared)
            away = isinstance(declared, Formal) and declared.kind is Kind.ARRAY
            location = UNUSED if home is None else Pointer(home) if away else home
            return Entry(name, kind, declared.name, location, BASES[declared.type], declared=declared)
        case syntax.Switch():
            return Entry(name, kind, text=", ".join(each.at.text for each in declared.elements), declared=declared)
        case syntax.Label() | Procedure():
            return Entry(name, kind, text=f"line {declared.at.line}", declared=declared)
    return Entry(name, kind, declared=declared)


def kind_of(declared: syntax.Declared) -> str:
    """Return the type of a name as it was declared, in ALGOL's words."""
    match declared:
        case Variable():
            return f"own {declared.type.value}" if declared.own else declared.type.value
        case Array():
            return f"{'own ' if declared.own else ''}{declared.type.value} array"
        case Procedure(type=Type.NONE):
            return "procedure"
        case Procedure():
            return f"{declared.type.value} procedure"
        case Formal():
            return f"{_specified(declared)} by {'value' if declared.by_value else 'name'}"
        case syntax.Label():
            return "label"
        case syntax.Switch():
            return "switch"
    return ""


def _specified(formal: Formal) -> str:
    kind = {Kind.ARRAY: "array", Kind.PROCEDURE: "procedure", Kind.SWITCH: "switch", Kind.UNKNOWN: "anything"}.get(
        formal.kind, ""
    )
    values = (Type.INTEGER, Type.REAL, Type.BOOLEAN, Type.STRING, Type.LABEL)
    return f"{formal.type.value if formal.type in values else ''} {kind}".strip()


class Names:
    """Which variable or array has this address? Those at addresses of their own, and those in frames."""

    def __init__(self, storage: AlgolStorage) -> None:
        self._at: dict[int, Declared] = {}
        self._in: dict[tuple[Procedure, int], Declared] = {}
        for declared, home in storage.shared.homes.items():
            if not _is_place(declared):
                continue
            if isinstance(home, Word):
                self._at[storage.symbols[home.symbol]] = declared
            else:
                self._in[home.routine, home.offset] = declared
        self._size = 1 + max((offset for _, offset in self._in), default=0)

    def at(self, address: int, frames: Iterable[tuple[int, Procedure]]) -> Declared | None:
        """Return the owner of an address; `frames` are those of activations that go on."""
        if address in self._at:
            return self._at[address]
        near = ((procedure, address - frame) for frame, procedure in frames if 0 <= address - frame < self._size)
        return next((self._in[each] for each in near if each in self._in), None)


def _is_place(declared: Declared) -> bool:
    """Whether the word of something is its own, rather than one that says what a parameter stands for."""
    if isinstance(declared, Formal):
        return declared.by_value and declared.kind is Kind.EXPRESSION
    return isinstance(declared, Variable | Array | Procedure)
