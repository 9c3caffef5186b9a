"""Who has which X register: values in work, and copies of variables and constants that may be used again.

A value stands in a register or, when that is needed for another one, in a word of its own. Registers X1 to X5 are
loaded from storage by setting A1 to A5, X6 and X7 are stored by setting A6 and A7; every operation takes any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from host.algol.code.emit import Text

ALL = (5, 4, 3, 2, 1, 0, 7, 6)
LOADED = (1, 2, 3, 4, 5)
STORED = (6, 7)

Place = str  # the address field of an instruction that reaches a word: NAME., B2+5, X3+2


class Value:
    """A word in work: in a register, or put away."""

    def __init__(self, register: int | None) -> None:
        self.register = register
        self.place: Place | None = None  # where it has been put away
        self.pinned = True


class Registers:
    """The X registers at one point of a program that is being written."""

    def __init__(self, text: Text, spill: Callable[[], Place]) -> None:
        self.text = text
        self._spill = spill  # gives a word to put a value away
        self._values: list[Value | None] = [None] * 8
        self._copies: list[set[Hashable]] = [set() for _ in range(8)]
        self._used = [0] * 8  # when: the one that was used longest ago goes first
        self._time = 0

    # ------------------------------------------------------------ registers

    def free(self, wanted: Iterable[int]) -> int:
        """Return one of these registers, free for a new word; a value in it is put away if there is no other."""
        wanted = list(wanted)
        idle = [each for each in wanted if self._values[each] is None]
        if not idle:
            self.put_away(min(wanted, key=self._used.__getitem__))
            return self.free(wanted)
        chosen = min(idle, key=lambda each: (bool(self._copies[each]), self._used[each] if self._copies[each] else 0))
        self._copies[chosen].clear()
        self.touch(chosen)
        return chosen

    def touch(self, register: int) -> None:
        """Note that a register is used now."""
        self._time += 1
        self._used[register] = self._time

    def take(self, wanted: Iterable[int] = ALL) -> Value:
        """Return a new value in one of these registers."""
        value = Value(self.free(wanted))
        assert value.register is not None
        self._values[value.register] = value
        return value

    def hold(self, register: int) -> Value:
        """Return a new value in a register that has it: a result of a routine, a copy that is used again."""
        if self._values[register] is not None:
            self.put_away(register)
        value = Value(register)
        self._values[register] = value
        self.touch(register)
        return value

    def drop(self, *values: Value) -> None:
        """Let go of values that are no longer needed."""
        for value in values:
            if value.register is not None and self._values[value.register] is value:
                self._values[value.register] = None
            value.pinned = False

    # ------------------------------------------------------------ values that move

    def put_away(self, register: int) -> None:
        """Store the value of a register into a word of its own."""
        value = self._values[register]
        assert value is not None
        if register not in STORED:
            spare = [each for each in STORED if self._values[each] is None]
            if spare:
                through = min(spare, key=self._used.__getitem__)
            else:
                through = min(STORED, key=self._used.__getitem__)
                self.put_away(through)
            self._copies[through].clear()
            self.text.op(f"BX{through}", f"X{register}")
            self.touch(through)
        else:
            through = register
        value.place = value.place or self._spill()
        self.text.op(f"SA{through}", value.place)
        value.register = None
        self._values[register] = None

    def put_away_all(self) -> None:
        """Store all values: what follows uses every register. Copies are forgotten."""
        for register in (*STORED, *ALL[:-2]):
            if self._values[register] is not None:
                self.put_away(register)
        self.forget()

    def ready(self, value: Value, wanted: Iterable[int] = ALL) -> int:
        """Return the register of a value, one of these; it is fetched or moved if need be."""
        wanted = list(wanted)
        if value.register is None:
            assert value.place is not None
            register = self.free([each for each in wanted if each in LOADED] or LOADED)
            self.text.op(f"SA{register}", value.place)
            value.register = register
            self._values[register] = value
        if value.register not in wanted:
            register = self.free(wanted)
            self.text.op(f"BX{register}", f"X{value.register}")
            self._values[value.register] = None
            value.register = register
            self._values[register] = value
        self.touch(value.register)
        return value.register

    # ------------------------------------------------------------ copies

    def copy_of(self, key: Hashable) -> int | None:
        """Return a register that holds the word of a variable or constant already."""
        return next((each for each in range(8) if key in self._copies[each]), None)

    def note(self, register: int, key: Hashable) -> None:
        """Note that a register holds the word of a variable or constant."""
        self._copies[register].add(key)

    def changed(self, key: Hashable) -> None:
        """Forget copies of a variable that gets another value."""
        for copies in self._copies:
            copies.discard(key)

    def forget(self, keep: Callable[[Hashable], bool] = lambda key: False) -> None:
        """Forget all copies, but for those of some keys."""
        for copies in self._copies:
            copies.intersection_update([each for each in copies if keep(each)])

    def busy(self, register: int) -> bool:
        """Whether a value stands in a register."""
        return self._values[register] is not None
