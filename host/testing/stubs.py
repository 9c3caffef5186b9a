"""Routines that a test has stubbed or spies on, and the record of their calls.

    rig.stub("GETCH", A=b"HI")       # is not executed: returns 48 in A, then 49
    rig.spy("PUTCH")                 # is executed, and noted
    rig.call("ECHO")
    assert rig.calls.of("PUTCH").A == [0x48, 0x49]

A routine is caught at its first instruction by a breakpoint, and its return by another: in between the machine runs at
full speed, and takes its own time. The return from a stub is an instruction that the machine executes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from emulators.errors import IronboardError
from host.testing.calling import Failure, State
from host.testing.loading import Memory, Place
from host.testing.registers import ByName

Words = int | str | Iterable[int]  # to be put into memory
Registers = Mapping[str, int]  # by the names of registers and flags
Function = Callable[["Call"], Registers | None]
Values = int | Iterable[int]  # of a register: the same in every call, or one for each


BEFORE, AFTER = 5, 10  # calls or accesses around the first difference that an explanation shows


class StubError(Failure):
    """A call that its stub has no answer for."""


@dataclass(eq=False)
class Call(State):
    """A call of a stubbed or spied routine. Registers and flags at its first instruction are attributes: `call.A`.

    `number` counts the calls of the routine, the first is 1. `site` is the address of the call's last word, `back` that
    to which it returns, `cycle` the cycle of the routine's first instruction; `memory` is the machine's, in its current
    state. `returned` are the registers and flags after its return, `cycles` its duration; both None as long as it
    has not returned. `seen` is the result of the function of a spy.
    """

    routine: str
    number: int
    cycle: int
    site: int
    back: int
    memory: Memory
    _line: Callable[[int], str] = field(repr=False)
    returned: State | None = None
    cycles: int | None = None
    seen: Any = None

    @property
    def caller(self) -> str:
        """The call's place in the sources, as `echo.s:12`; its address where no line is known; `the test`.

        That is the call to which the routine returns: of one that was reached by a jump, the call of the one that
        jumped.
        """
        return self._line(self.site)

    def __repr__(self) -> str:
        return f"<call {self.number} of {self.routine} by {self.caller}: {self.text()}>"


class Noted(list[int]):
    """The numbers of successive calls or accesses. When a comparison fails, pytest shows `explanation`."""

    def __init__(
        self, numbers: Iterable[int], keys: Sequence[int], form: Callable[[int], str], place: Callable[[int], str]
    ) -> None:
        super().__init__(numbers)
        self._keys, self._form, self._place = keys, form, place  # `place` is a text for a key: looked for when needed

    def explanation(self, expected: object) -> list[str]:
        """Return the numbers in the machine's own form, with their places and the first difference from a sequence."""
        wanted = list(expected) if isinstance(expected, Iterable) else []
        pairs = enumerate(zip(self, wanted, strict=False))
        different = next((index for index, (left, right) in pairs if left != right), min(len(self), len(wanted)))
        count = max(len(self), len(wanted))
        some = range(max(0, different - BEFORE), min(count, different + AFTER))  # looking for places takes time
        lines = [f"  {some.start:,} as expected"] if some.start else []
        for index in some:
            left = self._shown(self[index]) if index < len(self) else "nothing"
            right = self._shown(wanted[index]) if index < len(wanted) else "nothing"
            place = f"  {self._place(self._keys[index])}" if index < len(self) else ""
            lines.append(
                f"  {index + 1}: {left}{place}" if left == right else f"> {index + 1}: {left}{place}, expected {right}"
            )
        return lines + ([f"  ... and {count - some.stop:,} more"] if count > some.stop else [])

    def _shown(self, value: object) -> str:
        return self._form(value) if isinstance(value, int) else repr(value)


class Calls(ByName[Noted]):
    """Calls in their order. `calls.A` is a list of the registers A at their first instructions; so is every flag."""

    def __init__(self, calls: Sequence[Call], form: Callable[[str], Callable[[int], str]]) -> None:
        self._calls, self._form = calls, form

    @overload
    def __getitem__(self, index: int) -> Call: ...
    @overload
    def __getitem__(self, index: slice) -> Calls: ...
    def __getitem__(self, index: int | slice) -> Call | Calls:
        if isinstance(index, slice):
            return Calls(self._calls[index], self._form)
        return self._calls[index]

    def __len__(self) -> int:
        return len(self._calls)

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    @property
    def count(self) -> int:
        """How many there were."""
        return len(self)

    @property
    def names(self) -> list[str]:
        """The routines, in the order in which they were called."""
        return [call.routine for call in self._calls]

    @property
    def callers(self) -> list[str]:
        """The lines that called."""
        return [call.caller for call in self._calls]

    @property
    def seen(self) -> list[Any]:
        """The results of the functions of spies."""
        return [call.seen for call in self._calls]

    @property
    def returned(self) -> Calls:
        """The same calls with the registers and flags after their returns; without those that have not returned."""
        return Calls([_after(call) for call in self._calls if call.returned], self._form)

    if not TYPE_CHECKING:  # type checkers have the names in ByName

        def __getattr__(self, name: str) -> Noted:
            if name.startswith("_"):
                raise AttributeError(name)
            values = [getattr(call, name) for call in self._calls]
            return Noted(values, range(len(values)), self._form(name), self._place)

    def _place(self, index: int) -> str:
        return f"{self._calls[index].routine}, called by {self._calls[index].caller}"

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self._calls))}]"


def _after(call: Call) -> Call:
    assert call.returned is not None
    return Call(call.returned.registers, call.returned.flags, call.routine, call.number, call.cycle, call.site,
                call.back, call.memory, call._line, call.returned, call.cycles, call.seen)  # fmt: skip


class CallLog:
    """The fixture `calls`: `calls.of("PUTCH")`, `calls.all`, `calls.names`, `calls.clear()`."""

    def __init__(
        self,
        address: Callable[[Place], int],
        caught: Callable[[int], bool],
        form: Callable[[str], Callable[[int], str]],
    ) -> None:
        self._address, self._caught, self._form = address, caught, form
        self._noted: list[tuple[int, Call]] = []

    @property
    def all(self) -> Calls:
        """All calls of stubbed and spied routines, in their order."""
        return Calls([call for _, call in self._noted], self._form)

    @property
    def names(self) -> list[str]:
        """The routines, in the order in which they were called."""
        return self.all.names

    def of(self, place: Place) -> Calls:
        """Return the calls of a routine; raises IronboardError if it is neither stubbed nor spied on."""
        address = self._address(place)
        found = [call for entry, call in self._noted if entry == address]
        if not found and not self._caught(address):
            raise IronboardError(f"{place} is neither stubbed nor spied on, so its calls are not noted")
        return Calls(found, self._form)

    def clear(self) -> None:
        """Forget the calls; they are numbered anew."""
        self._noted.clear()

    def note(self, entry: int, call: Call) -> None:
        """Note a call."""
        self._noted.append((entry, call))


# ---------------------------------------------------------------- answers


class Answers:
    """The answers of a stub to successive calls: registers, flags, and words of memory."""

    def __init__(
        self,
        each: Function | Iterable[Registers | None] | None,
        memory: Mapping[Place, Words],
        registers: Mapping[str, Values],
    ) -> None:
        self.memory = memory
        self._function = each if callable(each) else None
        self._rows = None if each is None or callable(each) else iter(each)
        self._fixed = {name: value for name, value in registers.items() if isinstance(value, int)}
        self._streams = {name: iter(value) for name, value in registers.items() if not isinstance(value, int)}

    def next(self, call: Call) -> dict[str, int]:
        """Return the registers and flags to set; raises StubError when all answers have been given."""
        values = dict(self._fixed)
        try:
            if self._rows is not None:
                row = next(self._rows)
                values.update(row or {})
            values.update({name: next(stream) for name, stream in self._streams.items()})
        except StopIteration:
            before = call.number - 1
            answers = f"{before} answer{'s' * (before != 1)}"
            message = f"{call.routine} has {answers}, and was called once more by {call.caller}"
            raise StubError(message, call.site) from None
        if self._function:
            values.update(self._function(call) or {})
        return values


@dataclass(eq=False)
class Caught:
    """A routine that is stubbed (it has `answers`), or spied on.

    As a context manager it is in force up to the end of the block; else up to the end of the test, or to `remove`.
    """

    name: str
    entry: int
    answers: Answers | None
    look: Callable[[Call], Any] | None
    cycles: int | None
    skip: int
    remove: Callable[[], None] = field(repr=False, default=lambda: None)
    count: int = 0

    def __enter__(self) -> Caught:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()


@dataclass(eq=False)
class Open:
    """A call of a spied routine that has not returned yet: where it will, and with which stack pointer."""

    call: Call
    back: int
    level: int
