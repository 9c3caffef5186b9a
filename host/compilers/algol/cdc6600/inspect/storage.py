"""Where the words of names are, seen from a place in the code with its frame, and what they mean.

The way to names of other procedures goes out through the frames; what a formal parameter stands for says the word that
the caller has handed over (words.py). Nothing here runs code of the program or changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.errors import IronboardError
from host.assemblers.columns import NumberError
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode
from host.compilers.algol.cdc6600.words import AROUND, FALSE, TRUE, Fixed, Home, frames_around
from host.compilers.algol.syntax import Array, Declared, Expression, Formal, Kind, Procedure, Switch, Type, Variable
from host.compilers.backends.cdc6600.compiled import of_integer, of_real, real, rounded, signed
from host.compilers.debuginfo.values import Calculator, Notation, Odd, Value, exact, whole
from host.compilers.ir.form import Frame, Place

ADDRESS = (1 << ADDRESS_BITS) - 1
COUNT_BITS, SIZE_BITS = 36, 18  # of the first word of an array's description: to the right of the fields
TYPES = {number: kind for kind, number in words.TYPES.items()}
MOST_SUBSCRIPTS = 100  # of an array whose description makes sense

Peek = Callable[[int], int]


# ---------------------------------------------------------------- values

CALCULATOR = Calculator(Notation("TRUE", "FALSE", "⏨"), rounded)
written = CALCULATOR.written


def decoded(word: int, kind: Type) -> Value:
    """Return the value that a word is in a variable of a type."""
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


class NoStorageError(IronboardError):
    """Something that is not in storage: it is not used, or has not been made yet."""


class Environment(NamedTuple):
    """What names mean in code of a procedure (None: the main program), B6 being `frame`."""

    procedure: Procedure | None
    frame: int


class Described(NamedTuple):
    """An array as its description says it is."""

    type: Type
    first: int  # the address of the first element
    size: int  # elements
    bounds: tuple[tuple[int, int], ...]

    def address(self, subscripts: list[int]) -> int:
        """Return where an element is; raises IronboardError for subscripts that are out of bounds."""
        if len(subscripts) != len(self.bounds):
            raise IronboardError(f"the array has {len(self.bounds)} subscripts, not {len(subscripts)}")
        index = 0
        for subscript, (lower, upper) in zip(subscripts, self.bounds, strict=True):
            if not lower <= subscript <= upper:
                raise IronboardError(f"the subscript {subscript} is out of its bounds {lower}:{upper}")
            index = index * (upper - lower + 1) + subscript - lower
        return self.first + index


class Storage:
    """The words of one program in one machine."""

    def __init__(self, code: AlgolCode, peek: Peek) -> None:
        self.code = code
        self.shared = code.shared
        self.symbols = code.symbols
        self.peek = peek

    def place(self, home: Home, here: Environment) -> int:
        """Return the address of a place, seen from an environment; raises NoStorageError."""
        if isinstance(home, Fixed):
            return self.symbols[home.symbol]
        return self.frame(home.procedure, here) + home.offset & ADDRESS

    def reached(self, place: Place, here: Environment) -> int:
        """Return the address of a place of the intermediate form, in code that runs in an environment."""
        address = self.symbols.get(place.symbol, 0) + place.offset
        if isinstance(place.base, Frame):
            frame = here.frame
            for _ in range(place.base.way):
                frame = self.peek(frame + AROUND & ADDRESS) & ADDRESS
            address += frame
        return address & ADDRESS

    def frame(self, procedure: Procedure, here: Environment) -> int:
        """Return the frame of a procedure around an environment; raises NoStorageError."""
        frame = here.frame
        for each in frames_around(here.procedure):
            if each is procedure:
                return frame
            frame = self.peek(frame + AROUND & ADDRESS) & ADDRESS
        raise NoStorageError(f"{procedure.spelling} is not active here")

    def outer(self, procedure: Procedure | None, here: Environment) -> Environment:
        """Return the environment of code of a procedure around one; raises NoStorageError."""
        nearest = next(frames_around(procedure), None)
        return Environment(procedure, 0 if nearest is None else self.frame(nearest, here))

    def home(self, declared: Declared) -> Home:
        """Return where something is kept; raises NoStorageError if nowhere."""
        home = self.shared.homes.get(declared)
        if home is None:
            raise NoStorageError("the program does not use it")
        return home

    def word(self, declared: Declared, here: Environment) -> int:
        """Return the address of the word of a variable, a function's value, a formal parameter, or a description."""
        return self.place(self.home(declared), here)

    def array(self, declared: Array | Formal, here: Environment) -> Described:
        """Return an array; raises NoStorageError while there is none."""
        place = self.word(declared, here)
        if isinstance(declared, Formal):
            place = self.peek(place) & ADDRESS
        return self.described(place)

    def described(self, place: int) -> Described:
        """Return the array that a description is about; raises NoStorageError for words that are not one."""
        first = self.peek(place)
        count, kind = first >> COUNT_BITS & 0o7777, TYPES.get(first >> 48)
        if not 0 < count < MOST_SUBSCRIPTS or kind is None:
            raise NoStorageError("the array has not been declared yet")
        size = first >> SIZE_BITS & ADDRESS
        bounds = tuple(
            (signed(self.peek(place + 2 + 3 * each)), signed(self.peek(place + 3 + 3 * each))) for each in range(count)
        )
        expected = 1
        for lower, upper in bounds:
            expected *= max(0, upper - lower + 1)
        if expected != size:
            raise NoStorageError("the array has not been declared yet")
        return Described(kind, first & ADDRESS, size, bounds)


def is_array(declared: Declared) -> bool:
    """Whether a name is surely one of an array."""
    return isinstance(declared, Array) or (isinstance(declared, Formal) and declared.kind is Kind.ARRAY)


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
