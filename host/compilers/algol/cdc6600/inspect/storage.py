"""The words of a running ALGOL program: values, frames, descriptions of arrays, what parameters by name stand for.

The way to names of other procedures goes out through the frames; what a formal parameter stands for says the word that
the caller has handed over (words.py). Nothing here runs code of the program or changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from emulators.cdc6600 import display_code
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.errors import IronboardError
from host.assemblers.columns import NumberError
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode
from host.compilers.algol.cdc6600.words import AROUND, FALSE, TRUE, frames_around
from host.compilers.algol.syntax import Declared, Expression, Procedure, Switch, Type
from host.compilers.backends.cdc6600.compiled import of_integer, of_real, real, rounded, signed
from host.compilers.debuginfo import table
from host.compilers.debuginfo.table import REMOVED, Array, BaseType, Location, NoStorageError
from host.compilers.debuginfo.values import Calculator, Notation, Odd, Value, exact, whole

ADDRESS = (1 << ADDRESS_BITS) - 1
COUNT_BITS, SIZE_BITS = 36, 18  # of the first word of an array's description: to the right of the fields
TYPES = {number: kind for kind, number in words.TYPES.items()}
MOST_SUBSCRIPTS = 100  # of an array whose description makes sense
NOT_DECLARED = "the array has not been declared yet"

Environment: TypeAlias = table.Environment[Procedure, syntax.Node]


# ---------------------------------------------------------------- values

CALCULATOR = Calculator(Notation("TRUE", "FALSE", "⏨"), rounded)
written = CALCULATOR.written


def decoded(word: int, kind: Type) -> Value:
    """Return the value that a word of 60 bits is in a variable of a type."""
    if kind is Type.BOOLEAN:
        return {TRUE: True, FALSE: False}.get(word, Odd(f"{word:020o}B"))
    return real(word) if kind is Type.REAL else signed(word)


def encoded(value: Value, kind: Type) -> int:
    """Return the word of a value in a variable of a type, after ALGOL's transfer; raises IronboardError."""
    if isinstance(value, Odd):
        raise IronboardError(f"{value.text} is not a value")
    if (kind is Type.BOOLEAN) != isinstance(value, bool):
        raise IronboardError(f"{written(value)} is not a value of type {kind.value}")
    if isinstance(value, bool):
        return TRUE if value else FALSE
    try:
        if kind is Type.REAL:
            return of_real(exact(value))
        number = whole(value)
        if abs(number) >= 1 << WORD_BITS - 1:
            raise IronboardError(f"{number} is too large for an integer")
        return of_integer(number)
    except NumberError:
        raise IronboardError(f"{written(value)} is too large for a real") from None


def _base(kind: Type) -> BaseType:
    def from_words(given: Sequence[int]) -> Value:
        return decoded(given[0], kind)

    def to_words(value: Value) -> Sequence[int]:
        return [encoded(value, kind)]

    return BaseType(kind.value, from_words, to_words, written)


BASES = {kind: _base(kind) for kind in Type}


class AlgolStorage(table.Storage[Procedure, syntax.Node]):
    """The words of one program in one machine."""

    def __init__(self, code: AlgolCode) -> None:
        super().__init__(code.symbols, 1 << ADDRESS_BITS)
        self.code, self.shared = code, code.shared

    def address(self, location: Location, here: Environment) -> int:
        address = super().address(location, here)
        if location in self.shared.removed and address not in self.held():
            raise NoStorageError(REMOVED)
        return address

    def frame(self, routine: Procedure | None, here: Environment) -> int:
        frame = here.frame
        for each in frames_around(here.routine):
            if each is routine:
                return frame
            frame = self.peek(frame + AROUND & ADDRESS) & ADDRESS
        assert routine is not None
        raise NoStorageError(f"{routine.spelling} is not active here")

    def check_active(self, declared: Declared, here: Environment) -> None:
        """Check that the value of a function is seen from its body; raises NoStorageError for an old one."""
        if isinstance(declared, Procedure):
            routine = here.routine
            while routine is not None and routine is not declared:
                routine = routine.owner
            if routine is None:
                raise NoStorageError(f"{declared.spelling} is not active here")

    def outwards(self, way: int, here: Environment) -> int:
        frame = here.frame
        for _ in range(way):
            frame = self.peek(frame + AROUND & ADDRESS) & ADDRESS
        return frame

    def described(self, place: int, own: str = "") -> Array:
        """Return the array that a description is about; raises NoStorageError for words that are not one."""
        first = self.peek(place)
        count, kind = first >> COUNT_BITS & 0o7777, TYPES.get(first >> 48)
        if not 0 < count < MOST_SUBSCRIPTS or kind is None:
            raise NoStorageError(NOT_DECLARED)
        bounds = tuple(
            (signed(self.peek(place + 2 + 3 * each)), signed(self.peek(place + 3 + 3 * each))) for each in range(count)
        )
        title = f"{own}{kind.value} array [{', '.join(f'{lower}:{upper}' for lower, upper in bounds)}]"
        found = Array(title, BASES[kind], first & ADDRESS, bounds, "[]")
        if found.elements != first >> SIZE_BITS & ADDRESS:
            raise NoStorageError(NOT_DECLARED)
        return found


KIND_BITS, FRAME_BITS, CODE_BITS = 54, 36, 18  # to the right of the fields of a word
SORT = 0o17  # of a kind: what it is
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


def stands_for(storage: AlgolStorage, word: int) -> Stands:
    """Return the meaning of a word of an actual parameter."""
    kind, address = word >> KIND_BITS, word & ADDRESS
    sort, code = kind & SORT, word >> CODE_BITS & ADDRESS
    if sort in TYPES and not kind & words.BY_CODE:
        return Stands("constant" if kind & words.READ_ONLY else "variable", TYPES[sort], address)
    if sort == words.STRING:
        return Stands("string", Type.STRING, text=_text(storage, address, code))
    if sort == words.ARRAY:
        return Stands("array", address=address)
    node = storage.code.thunk(code)
    if sort == words.SWITCH:
        return Stands("switch", declared=_entered(storage, code, Switch))
    if words.FUNCTION <= sort <= words.PROCEDURE:
        kinds = {words.of_procedure(each): each for each in words.TYPES}
        return Stands("procedure", kinds.get(sort, Type.NONE), declared=_formally(storage, code))
    if node is None:
        return Stands("")
    there = storage.code.owner(node), word >> FRAME_BITS & ADDRESS
    if sort == words.LABEL:
        return Stands("label", Type.LABEL, node=node, there=Environment(*there))
    return Stands("expression", TYPES.get(sort, Type.UNKNOWN), node=node, there=Environment(*there))


def _text(storage: AlgolStorage, address: int, length: int) -> str:
    count = min(length, LONGEST)
    found = (storage.peek(address + each & ADDRESS) for each in range(-(-count // 10)))
    return display_code.characters([*display_code.codes_of_words(found)][:count])


def _entered(storage: AlgolStorage, code: int, sort: type) -> Declared | None:
    """Return the owner of the code at an address."""
    entries = storage.shared.entries
    return next((each for each in entries if isinstance(each, sort) and storage.symbols[entries[each]] == code), None)


def _formally(storage: AlgolStorage, code: int) -> Procedure | None:
    """Return the procedure that is called by way of an address, when it is one of a parameter."""
    entries = storage.shared.formal_entries
    return next((each for each in entries if storage.symbols[entries[each]] == code), None)
