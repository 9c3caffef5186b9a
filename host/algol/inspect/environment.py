"""Where are the words of names, seen from a place in the code with its frame? By the way out through the frames.

Nothing here runs code of the program or changes anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.errors import IronboardError
from host.algol.code import words
from host.algol.code.words import AROUND, WORD, Fixed, Home, frames_around
from host.algol.inspect.codemap import CodeMap
from host.algol.syntax import Array, Declared, Formal, Kind, Procedure, Type

ADDRESS = (1 << ADDRESS_BITS) - 1
COUNT_BITS, SIZE_BITS = 36, 18  # of the first word of an array's description: to the right of the fields
TYPES = {number: kind for kind, number in words.TYPES.items()}
MOST_SUBSCRIPTS = 100  # of an array whose description makes sense

Peek = Callable[[int], int]


class NoStorageError(IronboardError):
    """Something that is not in storage: nobody uses it, or it has not been made yet."""


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

    def __init__(self, codemap: CodeMap, peek: Peek) -> None:
        self.codemap = codemap
        self.shared = codemap.compiled.shared
        self.symbols = codemap.compiled.image.symbols
        self.peek = peek

    def place(self, home: Home, here: Environment) -> int:
        """Return the address of a place, seen from an environment; raises NoStorageError."""
        if isinstance(home, Fixed):
            return self.symbols[home.symbol]
        return self.frame(home.procedure, here) + home.offset & ADDRESS

    def frame(self, procedure: Procedure, here: Environment) -> int:
        """Return the frame of a procedure around an environment; raises NoStorageError."""
        frame = here.frame
        for each in frames_around(here.procedure):
            if each is procedure:
                return frame
            frame = self.peek(frame + AROUND & ADDRESS) & ADDRESS
        raise NoStorageError(f"no activation of {procedure.spelling} is around this place")

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
        """Return the array that a description is about; raises NoStorageError for words that are none."""
        first = self.peek(place)
        count, kind = first >> COUNT_BITS & 0o7777, TYPES.get(first >> 48)
        if not 0 < count < MOST_SUBSCRIPTS or kind is None:
            raise NoStorageError("the array has not been declared yet")
        size = first >> SIZE_BITS & ADDRESS
        bounds = tuple(
            (_signed(self.peek(place + 2 + 3 * each)), _signed(self.peek(place + 3 + 3 * each)))
            for each in range(count)
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


def _signed(word: int) -> int:
    return word - WORD if word >> WORD_BITS - 1 else word
