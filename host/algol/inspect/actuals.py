"""What does a formal parameter stand for? The word that the caller has handed over says it (words.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from emulators.cdc6600 import display_code
from host.algol.code import words
from host.algol.code.words import Fixed
from host.algol.inspect.environment import ADDRESS, TYPES, Environment, Storage
from host.algol.syntax import Array, Declared, Expression, Formal, Kind, Procedure, Switch, Type, Variable

KIND_BITS, FRAME_BITS, CODE_BITS = 54, 36, 18  # to the right of the fields of a word
SORT = 0o17  # of a kind: what there is
LONGEST = 1000  # characters of a string that are shown

Named = Callable[[int], Declared | None]  # what an address belongs to


class Stands(NamedTuple):
    """What a formal parameter by name stands for."""

    sort: str  # variable, constant, expression, array, string, label, switch, procedure; empty: it makes no sense
    type: Type = Type.NONE  # of its value, or of its elements
    address: int | None = None  # of a variable or a constant; of an array's description
    node: Expression | None = None  # of what has code: as it was written
    there: Environment | None = None  # where that is evaluated
    declared: Declared | None = None  # of a procedure or a switch
    text: str = ""  # of a string

    @property
    def assignable(self) -> bool:
        """Whether it is a variable."""
        return self.sort == "variable"


def stands_for(storage: Storage, word: int) -> Stands:
    """Return what a word of an actual parameter means."""
    kind, address = word >> KIND_BITS, word & ADDRESS
    sort, code = kind & SORT, word >> CODE_BITS & ADDRESS
    if sort in TYPES and not kind & words.BY_CODE:
        return Stands("constant" if kind & words.READ_ONLY else "variable", TYPES[sort], address)
    if sort == words.STRING:
        return Stands("string", Type.STRING, text=_text(storage, address, code))
    if sort == words.ARRAY:
        return Stands("array", address=address)
    node = storage.codemap.thunk(code)
    if sort == words.SWITCH:
        return Stands("switch", declared=_entered(storage, code, Switch))
    if words.FUNCTION <= sort <= words.PROCEDURE:
        kinds = {words.of_procedure(each): each for each in words.TYPES}
        return Stands("procedure", kinds.get(sort, Type.NONE), declared=_formally(storage, code))
    if node is None:
        return Stands("")
    there = storage.codemap.owner(node), word >> FRAME_BITS & ADDRESS
    if sort == words.LABEL:
        return Stands("label", Type.LABEL, node=node, there=Environment(*there))
    return Stands("expression", TYPES.get(sort, Type.UNKNOWN), node=node, there=Environment(*there))


def _text(storage: Storage, address: int, length: int) -> str:
    count = min(length, LONGEST)
    found = (storage.peek(address + each & ADDRESS) for each in range(-(-count // 10)))
    return display_code.characters([*display_code.codes_of_words(found)][:count])


def _entered(storage: Storage, code: int, sort: type) -> Declared | None:
    """Return what has its code at an address."""
    entries = storage.shared.entries
    return next((each for each in entries if isinstance(each, sort) and storage.symbols[entries[each]] == code), None)


def _formally(storage: Storage, code: int) -> Procedure | None:
    """Return the procedure that is called by way of an address, when it is one of a parameter."""
    entries = storage.shared.formal_entries
    return next((each for each in entries if storage.symbols[entries[each]] == code), None)


class Names:
    """Which variable or array has this address? Those at addresses of their own, and those in frames."""

    def __init__(self, storage: Storage) -> None:
        self._at: dict[int, Declared] = {}
        self._in: dict[tuple[Procedure, int], Declared] = {}
        for declared, home in storage.shared.homes.items():
            if not _is_place(declared):
                continue
            if isinstance(home, Fixed):
                self._at[storage.symbols[home.symbol]] = declared
            else:
                self._in[home.procedure, home.offset] = declared
        self._size = 1 + max((offset for _, offset in self._in), default=0)

    def at(self, address: int, frames: Iterable[tuple[int, Procedure]]) -> Declared | None:
        """Return what an address belongs to; `frames` are those of activations that go on."""
        if address in self._at:
            return self._at[address]
        near = ((procedure, address - frame) for frame, procedure in frames if 0 <= address - frame < self._size)
        return next((self._in[each] for each in near if each in self._in), None)


def _is_place(declared: Declared) -> bool:
    """Whether the word of something is its own, rather than one that says what a parameter stands for."""
    if isinstance(declared, Formal):
        return declared.by_value and declared.kind is Kind.EXPRESSION
    return isinstance(declared, Variable | Array | Procedure)
