"""The stops of a session: breakpoints, watchpoints, their conditions, and messages printed instead of stopping."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import compress, count
from operator import ne
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.machine import BusCycle, Machine, Stop, Trace
from host.debugger.expressions import Expression, Parser, register_named

LARGEST = 0x10000  # addresses of one watchpoint
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "": operator.ge, ">=": operator.ge, "=": operator.eq, "==": operator.eq, ">": operator.gt, "<": operator.lt,
    "<=": operator.le, "!=": operator.ne, "%": lambda hits, number: hits % number == 0,
}  # fmt: skip
HITS = re.compile(r"\s*(>=|<=|==|!=|=|>|<|%)?\s*(\d+)\s*")
FIELD = re.compile(r"\{([^{}]*)\}")


class Kind(StrEnum):
    """The event that stops it."""

    EXECUTE = "execute"  # before the instruction at an address
    READ = "read"  # after an instruction that reads there
    WRITE = "write"  # after one that writes there
    ACCESS = "access"  # after one that does either
    CHANGE = "change"  # after one that writes another value there; of a register: after one that changes it


class Armed(NamedTuple):
    """The events a machine can stop at: EXECUTE, READ or WRITE."""

    address: int
    kind: Kind
    part: int = 0  # of the word


ARMED = {Kind.EXECUTE: (Kind.EXECUTE,), Kind.READ: (Kind.READ,), Kind.ACCESS: (Kind.READ, Kind.WRITE)}  # else: WRITE


@dataclass
class Breakpoint:
    """A place to stop at. `first` to `last` are addresses; with `register`, they mean nothing."""

    number: int
    kind: Kind
    first: int = 0
    last: int = 0
    register: str = ""
    condition: Expression | None = None
    hits_wanted: str = ""  # such as 5 (the fifth and later), ==5, %10; empty: always
    message: str = ""  # print this instead of stopping; {A} and the like are filled in
    temporary: bool = False  # gone as soon as it has stopped the machine
    enabled: bool = True
    place: str = ""  # as the user named it
    hits: int = 0  # how often it was reached, its condition being true
    owner: object = None  # the client that has set it, which removes only its own
    part: int = 0  # of the word at `first`: the instruction that begins there
    words: dict[int, int] = field(default_factory=dict, repr=False)  # the earlier content, for CHANGE

    def holds(self, address: int) -> bool:
        """Return whether it covers an address."""
        return not self.register and self.first <= address <= self.last

    def true(self) -> bool:
        """Return whether its condition is true now."""
        return self.condition is None or bool(self.condition.compute())

    def reached(self) -> bool:
        """Count an arrival; return whether it takes effect."""
        if not self.true():
            return False
        self.hits += 1
        return hit_test(self.hits_wanted)(self.hits)


class Wanted(NamedTuple):
    """A requested breakpoint: one for each range."""

    kind: Kind
    place: str = ""  # as the user named it
    register: str = ""
    ranges: tuple[tuple[int, int, int], ...] = ((0, 0, 0),)  # first and last address, part of the word
    condition: str = ""
    hits: str = ""
    message: str = ""
    temporary: bool = False


def hit_test(text: str) -> Callable[[int], bool]:
    """Parse a hit count; raises IronboardError."""
    if not text.strip():
        return lambda hits: True
    match = HITS.fullmatch(text)
    if match is None or (match[1] == "%" and int(match[2]) == 0):
        raise IronboardError(
            f"'{text}' is not a hit count: write 5 (the fifth and later), ==5, >5, <5 or %5 (every fifth)"
        )
    compare, number = COMPARISONS[match[1] or ""], int(match[2])
    return lambda hits: compare(hits, number)


class Stops:
    """The breakpoints of a session; keeps the machine's own in step with them."""

    def __init__(self, machine: Machine, parser: Parser) -> None:
        self._machine = machine
        self._parser = parser
        self._list: dict[int, Breakpoint] = {}
        self._count = 0
        self._armed: set[Armed] = set()  # the marks that the machine has

    def __iter__(self) -> Iterator[Breakpoint]:
        return iter(list(self._list.values()))

    def __len__(self) -> int:
        return len(self._list)

    def __getitem__(self, number: int) -> Breakpoint:
        if number not in self._list:
            known = ", ".join(map(str, self._list)) or "none"
            raise IronboardError(f"there is no breakpoint {number}: there are {known}")
        return self._list[number]

    # ------------------------------------------------------------ setting and clearing

    def add(
        self,
        kind: Kind,
        first: int = 0,
        last: int | None = None,
        *,
        register: str = "",
        condition: str = "",
        hits_wanted: str = "",
        message: str = "",
        temporary: bool = False,
        place: str = "",
        owner: object = None,
        part: int = 0,
    ) -> Breakpoint:
        """Set a breakpoint; raises IronboardError, with nothing set, for an invalid one."""
        last, top = first if last is None else last, (1 << self._machine.address_bits) - 1
        if register:
            register = register_named(self._machine, register)
        elif not 0 <= first <= last <= top:
            raise IronboardError(f"{first:#x} to {last:#x} is not a range of addresses: they go from 0 to {top:#x}")
        elif last - first >= LARGEST:
            raise IronboardError(f"a watchpoint on {last - first + 1:,} words: at most {LARGEST:,} are possible")
        each = Breakpoint(self._count + 1, kind, first, last, register, place=place, owner=owner, part=part)
        each.temporary = temporary
        self._change(each, condition, hits_wanted, message)
        self._count += 1
        self._list[each.number] = each
        self._arm()
        self.look([each])
        return each

    def put(self, wanted: Wanted, owner: object = None) -> list[Breakpoint]:
        """Set a requested breakpoint; raises IronboardError."""
        return [
            self.add(
                wanted.kind, first, last, register=wanted.register, condition=wanted.condition, owner=owner, part=part,
                hits_wanted=wanted.hits, message=wanted.message, temporary=wanted.temporary, place=wanted.place,
            )
            for first, last, part in wanted.ranges
        ]  # fmt: skip

    def change(
        self, number: int, *, condition: str | None = None, hits_wanted: str | None = None, message: str | None = None
    ) -> None:
        """Change a breakpoint's condition, hit count or message; empty texts remove them."""
        self._change(self[number], condition, hits_wanted, message)

    def _change(self, each: Breakpoint, condition: str | None, hits_wanted: str | None, message: str | None) -> None:
        parsed = self._parser.parse(condition) if condition and condition.strip() else None
        hit_test(hits_wanted or "")
        for text in FIELD.findall(message or ""):
            self._parser.parse(text)
        each.condition = each.condition if condition is None else parsed
        each.hits_wanted = each.hits_wanted if hits_wanted is None else hits_wanted
        each.message = each.message if message is None else message

    def enable(self, number: int, on: bool = True) -> None:
        """Enable or disable a breakpoint."""
        self[number].enabled = on
        self._arm()

    def remove(self, *numbers: int) -> None:
        """Remove breakpoints; raises IronboardError, with nothing removed, if one is unknown."""
        for each in [self[number] for number in numbers]:
            del self._list[each.number]
        self._arm()

    def clear(self, owner: object = None) -> None:
        """Remove all breakpoints, or all that `owner` has set."""
        self.remove(*(each.number for each in self if owner is None or each.owner == owner))

    # ------------------------------------------------------------ the machine's own

    def _arm(self) -> None:
        """Update the machine's own breakpoints."""
        now = {
            Armed(address, kind, each.part)
            for each in self
            if each.enabled and not each.register
            for address in range(each.first, each.last + 1)
            for kind in ARMED.get(each.kind, (Kind.WRITE,))
        }
        self._tell(self._armed - now, False)
        self._tell(now - self._armed, True)
        self._armed = now

    def _tell(self, pairs: set[Armed], on: bool) -> None:
        for address, kind, part in pairs:
            if kind == Kind.EXECUTE:
                self._machine.set_breakpoint(address, on, part)
            else:
                self._machine.set_watchpoint(address, read=kind == Kind.READ, write=kind == Kind.WRITE, on=on)

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Disable all of them in this context."""
        with self.only(set()):
            yield

    @contextmanager
    def only(self, pairs: set[Armed]) -> Iterator[None]:
        """Enable only these in this context."""
        self._tell(self._armed - pairs, False)
        self._tell(pairs - self._armed, True)
        try:
            yield
        finally:
            self._tell(pairs - self._armed, False)
            self._tell(self._armed - pairs, True)

    # ------------------------------------------------------------ arriving

    def look(self, which: list[Breakpoint] | None = None) -> None:
        """Remember the contents of words watched for changes."""
        for each in self if which is None else which:
            if each.kind == Kind.CHANGE and not each.register:
                each.words = {address: self._machine.peek(address) for address in range(each.first, each.last + 1)}

    def at(self, address: int) -> list[Breakpoint]:
        """Return the breakpoints, enabled or not, on the instruction at an address."""
        return [each for each in self if each.kind == Kind.EXECUTE and each.holds(address)]

    def arrived(self, watched: bool) -> list[Breakpoint]:
        """Return those met at the machine's position; `watched`: it reports watchpoints."""
        machine = self._machine
        part = machine.read_register(machine.part_counter) if machine.part_counter else 0
        here = self.at(machine.read_register(machine.program_counter))
        met = [each for each in here if each.enabled and each.part == part]
        if watched:
            met += [each for each in self if each.enabled and each.kind != Kind.EXECUTE and self._touched(each)]
        return met

    def _touched(self, each: Breakpoint) -> bool:
        accesses = [access for access in self._machine.watched if each.holds(access.address)]
        if each.kind == Kind.CHANGE:
            changed = [self._changed(each, access.address) for access in accesses if access.write]
            return any(changed)
        return any(each.kind in (Kind.ACCESS, Kind.WRITE if access.write else Kind.READ) for access in accesses)

    def _changed(self, each: Breakpoint, address: int) -> bool:
        before, now = each.words.get(address), self._machine.peek(address)
        each.words[address] = now
        return before != now

    def watched_registers(self) -> list[Breakpoint]:
        """Return those that watch registers."""
        return [each for each in self if each.enabled and each.register]

    def changes(self, register: str, rows: Trace) -> list[int]:
        """Return the number of rows, of a trace that ends at the present, after which a register changed."""
        values = rows[register]
        after = values[1:]
        after.append(self._machine.read_register(register))
        return list(compress(count(1), map(ne, values, after)))

    def text(self, message: str) -> str:
        """Return a message with its fields filled in."""

        def value(match: re.Match[str]) -> str:
            shown = self._parser.shown(match[1])
            if shown is not None:
                return shown
            return word_text(self._parser.value(match[1]), self._machine.radix, self._machine.word_bits)

        return FIELD.sub(value, message)


def word_text(value: int, radix: int, bits: int) -> str:
    """Return a word in the format of the machine's manual: all its digits, in octal or hexadecimal."""
    digit = {16: 4, 8: 3}[radix]
    sign, value = ("-", -value) if value < 0 else ("", value)
    return f"{sign}{value:0{-(-bits // digit)}{'X' if radix == 16 else 'o'}}"


# ---------------------------------------------------------------- halts


class Reason(StrEnum):
    """Why the machine stopped."""

    START = "start"  # nothing has run yet
    GOAL = "goal"  # it has arrived where it was sent
    TIME = "time"  # the cycles asked for have passed
    BREAKPOINT = "breakpoint"
    PAUSE = "pause"  # the user asked for it
    ILLEGAL = "illegal instruction"
    HALT = "halt"  # the program stopped the machine
    INPUT = "input"  # the program waits for input
    BEGINNING = "beginning"  # there is no earlier moment
    RECORDING_ENDS = "end of recording"  # as it was recorded, bit for bit
    RECORDING_DIFFERS = "end of recording, which differs"  # another version of the machine, surely


FINAL = {Stop.ILLEGAL_INSTRUCTION: Reason.ILLEGAL, Stop.HALT: Reason.HALT, Stop.INPUT: Reason.INPUT}


@dataclass(frozen=True)
class Halt:
    """A stop of the machine: why, where, when."""

    reason: Reason
    address: int  # of the next instruction
    cycle: int
    breakpoints: tuple[Breakpoint, ...] = ()  # those that stopped it
    accesses: tuple[BusCycle, ...] = ()  # the accesses that watchpoints have caught
    words: str = ""  # the machine's reason, in the words of its manual
