"""Allocation of X registers: to values of a block, and to copies of variables and constants for further use.

A value is in a register or, when that is needed for another one, in a temporary. The allocator goes through a block
once, forwards. It knows from a scan backwards where each value is used: a value that is not used any more leaves its
register at once, and if none is free, the one with the farthest next use is put away. A register with no value any
more still holds the word: a copy of the place that it was loaded from, or stored to, until the register is needed.

X1 to X5 are loaded by setting A1 to A5, X6 and X7 are stored by setting A6 and A7; every operation takes any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Sequence

from host.compilers.backends.cdc6600.text import Text
from host.compilers.ir.form import Value

ALL = (5, 4, 3, 2, 1, 0, 7, 6)
LOADED = (1, 2, 3, 4, 5)
STORED = (6, 7)

Key = Hashable  # the original of a copy in a register
Contents = list[frozenset[Key]]


class Registers:
    """The X registers at one point of a block."""

    def __init__(
        self, text: Text, spill: Callable[[], str], release: Callable[[str], None], lazy: Container[Value]
    ) -> None:
        self.text = text
        self.lazy = lazy  # values that need not be put away
        self._spill, self._release = spill, release  # give the field of a temporary, and take it back
        self._time = 0
        self.begin({}, frozenset())

    def begin(self, uses: dict[Value, list[int]], reserved: frozenset[int], contents: Contents | None = None) -> None:
        """Begin a block: where its values are used, the last place first; which registers are not for them."""
        self.uses = uses
        self.reserved = reserved
        self.owners: list[list[Value]] = [[] for _ in range(8)]
        self.copies: list[set[Key]] = [set(each) for each in contents] if contents else [set() for _ in range(8)]
        self.where: dict[Value, int] = {}
        self.away: dict[Value, str] = {}
        self.used = [0] * 8  # when: of those with copies the one that was used longest ago goes first

    def contents(self) -> Contents:
        """Return the originals of the copies in the registers."""
        return [frozenset(each) for each in self.copies]

    # ------------------------------------------------------------ taking

    def touch(self, register: int) -> None:
        self._time += 1
        self.used[register] = self._time

    def take(
        self, wanted: Sequence[int] = ALL, allowed: Sequence[int] = ALL, pins: Sequence[int] = (), result: bool = False
    ) -> int:
        """Return a register for a new word: a free one of those wanted, or one of those allowed.

        If none is free a value is put away. The next instruction has still to read those in `pins`: only its `result`
        may take the place of an operand that is not used any more.
        """
        owners, copies, used, reserved = self.owners, self.copies, self.used, self.reserved
        for group in (wanted, allowed):
            best, score = -1, 1 << 60
            for each in group:
                if not owners[each] and each not in reserved and (result or each not in pins):
                    own = used[each] + (1 << 40 if copies[each] else 0)
                    if own < score:
                        best, score = each, own
            if best >= 0:
                copies[best].clear()
                self.touch(best)
                return best
        candidates = [each for each in allowed if each not in pins and each not in reserved and each]
        chosen = max(candidates, key=self._next_use)
        self._vacate(chosen, pins)
        copies[chosen].clear()
        self.touch(chosen)
        return chosen

    def idle(self, other: int) -> int:
        """Return a free register for a word that is needed for a moment, or this one if none is free."""
        owners, copies, used = self.owners, self.copies, self.used
        free = [each for each in ALL if not owners[each] and each not in self.reserved and each != other]
        if not free:
            return other
        best = min(free, key=lambda each: (bool(copies[each]), used[each]))
        copies[best].clear()
        self.touch(best)
        return best

    def _next_use(self, register: int) -> int:
        return min(self.uses[each][-1] for each in self.owners[register])

    def _vacate(self, register: int, pins: Sequence[int]) -> None:
        """Move the values of a register to a free one, put them away, or forget them if they are easily had again."""
        values = self.owners[register]
        if all(each in self.lazy or each in self.away for each in values):
            for value in values:
                del self.where[value]
            values.clear()
            return
        for each in ALL:
            if not self.owners[each] and each not in self.reserved and each not in pins and each != register:
                self.move(register, each)
                return
        self.put_away(register, pins)

    def move(self, source: int, to: int) -> None:
        """Move the values of a register to another one, which is free."""
        self.text.op(f"BX{to}", f"X{source}")
        for value in self.owners[source]:
            self.where[value] = to
        self.owners[to], self.owners[source] = self.owners[source], []
        self.copies[to] = set(self.copies[source])
        self.touch(to)

    def put_away(self, register: int, pins: Sequence[int] = ()) -> None:
        """Store the values of a register into a temporary."""
        values = self.owners[register]
        field = next((self.away[each] for each in values if each in self.away), None)
        if field is None:
            field = self._spill()
            if register in LOADED and not self._able(pins):
                self._exchange(register, field)
            else:
                self.text.op(f"SA{self._storable(register, pins)}", field)
            first = values[0]
            self.away[first] = field
            for each in values[1:]:
                self.away[each] = field
        for each in values:
            del self.where[each]
            self.away[each] = field
        self.owners[register] = []

    def _storable(self, register: int, pins: Sequence[int]) -> int:
        """Return X6 or X7 with the word of a register."""
        if register in STORED:
            return register
        able = self._able(pins)
        through = next((each for each in able if not self.owners[each]), -1)
        if through < 0:
            through = max(able, key=self._next_use)
            self.put_away(through, pins)
        self.text.op(f"BX{through}", f"X{register}")
        self.copies[through] = set(self.copies[register])
        self.touch(through)
        return through

    def _able(self, pins: Sequence[int]) -> list[int]:
        return [each for each in STORED if each not in pins and each not in self.reserved]

    def _exchange(self, register: int, field: str) -> None:
        """Store a register by way of X6, which holds a value still needed."""
        other = self._spill()
        self.text.op("SA6", other)
        self.text.op("BX6", f"X{register}")
        self.text.op("SA6", field)
        self.text.op(f"SA{register}", other)
        self.text.op("BX6", f"X{register}")
        self._release(other)

    # ------------------------------------------------------------ values

    def own(self, value: Value, register: int) -> None:
        """Note that a register also holds a value."""
        self.where[value] = register
        self.owners[register].append(value)
        self.touch(register)

    def drop(self, value: Value) -> None:
        """Free the register of a value that is not used any more."""
        register = self.where.pop(value, None)
        if register is not None:
            self.owners[register].remove(value)
        field = self.away.pop(value, None)
        if field is not None and field not in self.away.values():
            self._release(field)

    def dies(self, value: Value, now: int) -> bool:
        """Whether a value is not used after the operation with a number."""
        return self.uses[value][0] <= now

    # ------------------------------------------------------------ copies

    def copy_of(self, key: Key) -> int | None:
        """Return a register that holds the word of a variable or constant already."""
        for each, copies in enumerate(self.copies):
            if key in copies:
                return each
        return None

    def note(self, register: int, key: Key) -> None:
        """Note that a register holds the word of a variable or constant."""
        self.copies[register].add(key)

    def changed(self, key: Key) -> None:
        """Forget copies of a variable that gets another value."""
        for copies in self.copies:
            copies.discard(key)

    def forget_but(self, kept: Iterable[int] = ()) -> None:
        """Forget the copies in all registers but some."""
        for register, copies in enumerate(self.copies):
            if register not in kept:
                copies.clear()

    def forget(self, which: Callable[[Key], bool]) -> None:
        """Forget some copies."""
        for register, copies in enumerate(self.copies):
            if copies:
                self.copies[register] = {each for each in copies if not which(each)}
