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

from emulators.errors import IronboardError, require
from host.testing.calling import State, StubError
from host.testing.loading import Memory, Place
from host.testing.registers import ByName

if TYPE_CHECKING:
    from host.testing.routines import Procedure, Results

AnyCall = Any  # a `Call`, or a `ProcedureCall` of routines.py

Words = int | str | Iterable[int]  # to be put into memory
Registers = Mapping[str, int]  # by the names of registers and flags
Function = Callable[["Call"], Registers | None]
Key = int | str  # of a routine: its address; of a procedure of ALGOL or FORTRAN its name in capitals
Answer = complex | Iterable[complex] | Iterable[Iterable[complex]]  # of a register: one, or one for each call

BEFORE, AFTER = 5, 10  # calls or accesses around the first difference that an explanation shows


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

    def after(self) -> Call:
        """Return the call with the registers and flags after its return."""
        assert self.returned is not None
        return Call(self.returned.registers, self.returned.flags, self.routine, self.number, self.cycle, self.site,
                    self.back, self.memory, self._line, self.returned, self.cycles, self.seen)  # fmt: skip

    def __repr__(self) -> str:
        return f"<call {self.number} of {self.routine} by {self.caller}: {self.text()}>"


class Noted(list[Any]):
    """The numbers of successive calls or accesses; of procedures values.

    When a comparison fails, pytest shows `explanation`.
    """

    def __init__(
        self, numbers: Iterable[Any], keys: Sequence[int], form: Callable[[Any], str], place: Callable[[int], str]
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
    """Calls in their order. `calls.A` is a list of the registers A at their first instructions; so is every flag.

    Of procedures of ALGOL and FORTRAN it is each argument, by the name of the formal parameter in small letters.
    """

    def __init__(self, calls: Sequence[AnyCall], form: Callable[[str], Callable[[Any], str]]) -> None:
        self._calls, self._form = calls, form

    @overload
    def __getitem__(self, index: int) -> Call: ...
    @overload
    def __getitem__(self, index: slice) -> Calls: ...
    def __getitem__(self, index: int | slice) -> Call | Calls:
        if isinstance(index, slice):
            return Calls(self._calls[index], self._form)
        call: Call = self._calls[index]
        return call

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
    def arguments(self) -> list[Mapping[str, Any]]:
        """The arguments of procedures of ALGOL and FORTRAN, by the names of the formal parameters."""
        return [call.arguments for call in self._calls]

    @property
    def value(self) -> list[Any]:
        """The values of functions of ALGOL and FORTRAN."""
        return [call.value for call in self._calls]

    @property
    def seen(self) -> list[Any]:
        """The results of the functions of spies."""
        return [call.seen for call in self._calls]

    @property
    def returned(self) -> Calls:
        """The same calls with the registers and flags after their returns; without those that have not returned."""
        return Calls([call.after() for call in self._calls if call.returned is not None], self._form)

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


class CallLog:
    """The fixture `calls`: `calls.of("PUTCH")`, `calls.all`, `calls.names`, `calls.clear()`."""

    def __init__(
        self,
        key: Callable[[Place], Key],
        caught: Callable[[Key], bool],
        form: Callable[[str], Callable[[Any], str]],
    ) -> None:
        self._key, self._caught, self._form = key, caught, form
        self._noted: list[tuple[Key, AnyCall]] = []

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
        key = self._key(place)
        found = [call for each, call in self._noted if each == key]
        if not found and not self._caught(key):
            raise IronboardError(f"{place} is neither stubbed nor spied on, so its calls are not noted")
        return Calls(found, self._form)

    def clear(self) -> None:
        """Forget the calls; they are numbered anew."""
        self._noted.clear()

    def note(self, key: Key, call: AnyCall) -> None:
        """Note a call."""
        self._noted.append((key, call))


# ---------------------------------------------------------------- answers


class Answers:
    """The answers of a stub to successive calls: registers, flags, and words of memory."""

    def __init__(
        self,
        each: Function | Iterable[Registers | None] | None,
        memory: Mapping[Place, Words],
        registers: Mapping[str, Any],
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
            found = self._function(call)
            require(found or {}, f"registers for {call.routine}", Mapping)
            values.update(found or {})
        return values


@dataclass(eq=False)
class Caught:
    """A routine that is stubbed (it has `answers`), or spied on.

    As a context manager it is in force up to the end of the block; else up to the end of the test, or to `remove`.
    """

    name: str
    entry: int  # its address; of a procedure 0 as long as its program is not in the machine
    answers: Answers | Results | None
    look: Callable[[Any], Any] | None
    cycles: int | None
    skip: int = 0
    key: Key = 0  # by which its calls are asked for
    remove: Callable[[], None] = field(repr=False, default=lambda: None)
    count: int = 0
    procedure: Procedure | None = field(repr=False, default=None)  # None: it is none, or not in the machine

    def __enter__(self) -> Caught:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()


@dataclass(eq=False)
class Open:
    """A call of a spied routine that has not returned yet: where it will, and with which stack pointer."""

    call: AnyCall
    back: int
    level: int
    procedure: Procedure | None = None
