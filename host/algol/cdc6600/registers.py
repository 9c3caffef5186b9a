"""Who has which X register: values in work, and copies of variables and constants that may be used again.

A value stands in a register or, when that is needed for another one, in a word of its own. Registers X1 to X5 are
loaded from storage by setting A1 to A5, X6 and X7 are stored by setting A6 and A7; every operation takes any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from host.algol.cdc6600.emit import Text
from host.algol.cdc6600.words import Fixed, Home, InFrame

ALL = (5, 4, 3, 2, 1, 0, 7, 6)
LOADED = (1, 2, 3, 4, 5)
STORED = (6, 7)


def loaded(wanted: Iterable[int]) -> Iterable[int]:
    """Return those of some registers that can be loaded from storage, all of that sort if none can."""
    return [each for each in wanted if each in LOADED] or LOADED


Place = str  # the address field of an instruction that reaches a word: NAME., B6+5, X3+2


class Value:
    """A word in work: in a register, or put away. Several values may be the same word in the same register."""

    def __init__(self, register: int | None = None, place: Place | None = None) -> None:
        self.register = register
        self.place = place  # where it has been put away
        self.behind = ""  # what is added to it where it is an address


class Registers:
    """The X registers at one point of a program that is being written."""

    def __init__(self, text: Text, spill: Callable[[], Place]) -> None:
        self.text = text
        self._spill = spill  # gives a word to put a value away
        self._owners: list[list[Value]] = [[] for _ in range(8)]
        self._copies: list[set[Hashable]] = [set() for _ in range(8)]
        self._used = [0] * 8  # when: the one that was used longest ago goes first
        self._time = 0

    # ------------------------------------------------------------ registers

    def free(self, wanted: Iterable[int] = ALL) -> int:
        """Return one of these registers, free for a new word; a value in it is put away if there is no other."""
        wanted = list(wanted)
        idle = [each for each in wanted if not self._owners[each]]
        if not idle:
            self.put_away(min(wanted, key=self._used.__getitem__))
            return self.free(wanted)
        chosen = min(idle, key=lambda each: self._used[each] if self._copies[each] else -1)
        self._copies[chosen].clear()
        self._touch(chosen)
        return chosen

    def _touch(self, register: int) -> None:
        self._time += 1
        self._used[register] = self._time

    def take(self, wanted: Iterable[int] = ALL) -> Value:
        """Return a new value in one of these registers."""
        return self.own(self.free(wanted))

    def room(self, wanted: Iterable[int] = ALL, *operands: Value) -> None:
        """Let one of these registers be free, or be so when the operands are let go of.

        Whoever writes an operation lets go of its operands, takes a register for the result, and only then writes it:
        nothing may be put away in between, for that may go by way of an operand's register.
        """
        wanted = list(wanted)
        if all(any(owner not in operands for owner in self._owners[each]) for each in wanted):
            self.put_away(min(wanted, key=self._used.__getitem__))

    def own(self, register: int) -> Value:
        """Return a new value in a register that has it already: the result of a routine, a copy used again."""
        value = Value(register)
        self._owners[register].append(value)
        self._touch(register)
        return value

    def drop(self, *values: Value) -> None:
        """Let go of values that are no longer needed."""
        for value in values:
            if value.register is not None and value in self._owners[value.register]:
                self._owners[value.register].remove(value)

    # ------------------------------------------------------------ values that move

    def put_away(self, register: int, but: Sequence[Value] = ()) -> None:
        """Store the values of a register into a word of their own; some need not be."""
        moved = [each for each in self._owners[register] if each not in but]
        place = next((each.place for each in moved if each.place), None)
        if moved and place is None:
            place = self._spill()
            self.text.op(f"SA{self._storable(register)}", place)
        for value in moved:
            value.register, value.place = None, place
            self._owners[register].remove(value)

    def _storable(self, register: int) -> int:
        """Return X6 or X7 with the word of a register."""
        if register in STORED:
            return register
        idle = [each for each in STORED if not self._owners[each]]
        through = min(idle or STORED, key=self._used.__getitem__)
        if self._owners[through]:
            self.put_away(through)
        self._copies[through] = set(self._copies[register])
        self.text.op(f"BX{through}", f"X{register}")
        self._touch(through)
        return through

    def put_away_all_but(self, kept: Iterable[int] = (), but: Sequence[Value] = ()) -> None:
        """Store all values but those in some registers, and some that need not be: what follows uses the others."""
        for register in (*STORED, *ALL[:-2]):
            if register not in kept:
                self.put_away(register, but)

    def arrive(self) -> None:
        """Forget the contents of all registers: control may come from elsewhere. Values have been stored before."""
        for owners in self._owners:
            for value in owners:
                assert value.place is not None
                value.register = None
            owners.clear()
        self.forget_but()

    def ready(self, value: Value, wanted: Iterable[int] = ALL) -> int:
        """Return the register of a value, one of these; it is fetched or moved if need be."""
        wanted = list(wanted)
        if value.register is None:
            assert value.place is not None
            register = self.free(loaded(wanted))
            self.text.op(f"SA{register}", value.place)
            self._own(value, register)
        assert value.register is not None
        if value.register not in wanted:
            self._touch(value.register)  # whatever makes room goes by way of another one
            register = self.free(wanted)
            self.text.op(f"BX{register}", f"X{value.register}")
            self._copies[register] = set(self._copies[value.register])
            self.drop(value)
            self._own(value, register)
        self._touch(value.register)
        return value.register

    def reached(self, address: Value) -> str:
        """Return the address field for the place that a value is the address of."""
        register = self.ready(address)
        return f"X{register}+{address.behind}" if address.behind else f"X{register}"

    def _own(self, value: Value, register: int) -> None:
        value.register = register
        self._owners[register].append(value)

    # ------------------------------------------------------------ copies

    def copy_of(self, key: Hashable) -> int | None:
        """Return a register that holds the word of a variable or constant already."""
        return next((each for each in range(8) if key in self._copies[each]), None)

    def variables(self) -> Iterator[tuple[int, Home]]:
        """Yield which registers hold copies of what has a place in storage."""
        for register, copies in enumerate(self._copies):
            yield from ((register, each) for each in copies if isinstance(each, Fixed | InFrame))

    def note(self, register: int, key: Hashable) -> None:
        """Note that a register holds the word of a variable or constant."""
        self._copies[register].add(key)

    def changed(self, key: Hashable) -> None:
        """Forget copies of a variable that gets another value."""
        for copies in self._copies:
            copies.discard(key)

    def forget_but(self, kept: Iterable[int] = ()) -> None:
        """Forget the copies in all registers but some."""
        for register, copies in enumerate(self._copies):
            if register not in kept:
                copies.clear()

    def forget_variables(self) -> None:
        """Forget copies of variables, any of which may have changed; constants stay."""
        for copies in self._copies:
            copies.intersection_update([each for each in copies if isinstance(each, tuple)])
