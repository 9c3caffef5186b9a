"""Inputs from outside a machine: tables of their kinds, and those that are still to come.

An input is checked by its row of the table, then done by it. The rows that all machines have are in `common_inputs`.
"""

from __future__ import annotations

import base64
import binascii
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

NEVER = 1 << 62  # a cycle that is never reached
LONGEST_IDLE = 1_000_000_000  # cycles

Value = int | str | list[Any]  # of an input: plain JSON, so that it can be written down
Event = tuple[int, int, str, Value]  # cycle, order, kind, value


class Input(NamedTuple):
    """A kind of input."""

    meaning: str  # of its value
    check: Callable[[Any], None]  # raises ValueError or TypeError for a value that makes no sense
    act: Callable[[Any, Any], None]  # on the machine, with the value


Inputs = Mapping[str, Input]  # by kind


def check(inputs: Inputs, kind: str, value: Value) -> None:
    """Raise ValueError for an input that makes no sense."""
    if kind not in inputs:
        raise ValueError(f"there is no input '{kind}': there are {', '.join(inputs)}")
    try:
        inputs[kind].check(value)
        if kind == "at":
            check(inputs, *_later(value))
    except (TypeError, AttributeError, LookupError) as error:
        raise ValueError(
            f"{repr(value)[:100]} is not a value for {kind}: expected {inputs[kind].meaning} ({error})"
        ) from None


def common_inputs(word_bits: int, address_bits: int, registers: Mapping[str, int]) -> dict[str, Input]:
    """Return the kinds that every machine has.

    Its hooks `put`, `set_register`, `put_program` and `pass_time` do the work. The words of a program are hexadecimal
    digits where words are bytes, else a list of numbers.
    """
    word, all_words = within(0, (1 << word_bits) - 1), all_within(0, (1 << word_bits) - 1)
    place = within(0, (1 << address_bits) - 1)

    def a_word_somewhere(value: Any) -> None:
        address, content = value
        place(address)
        word(content)

    def a_register(value: Any) -> None:
        name, number = value
        within(0, (1 << registers[name]) - 1)(number)

    def program(value: Any) -> list[tuple[int, Any]]:
        return [(address, bytes.fromhex(words) if word_bits == 8 else words) for address, words in value]

    def segments(value: Any) -> None:
        for address, words in program(value):
            within(0, (1 << address_bits) - len(words))(address)
            all_words(words)

    words = "bytes in hexadecimal" if word_bits == 8 else "[words]"
    return {
        "at": Input(
            "[cycle, kind, value]: an input to come", _event, lambda machine, value: machine.schedule.add(*value)
        ),
        "poke": Input(
            "[address, word]: put it into memory", a_word_somewhere, lambda machine, value: machine.put(*value)
        ),
        "register": Input(
            "[name, value]: set a register", a_register, lambda machine, value: machine.set_register(*value)
        ),
        "load": Input(
            f"[[address, {words}], ...]: put a program into memory",
            segments,
            lambda machine, value: machine.put_program(program(value)),
        ),
        "idle": Input(
            "cycles that pass without an instruction",
            within(0, LONGEST_IDLE),
            lambda machine, value: machine.pass_time(value),
        ),
        "state": Input(
            "a saved state, in base64", _a_state, lambda machine, value: machine.go_to_state(in_base64(value))
        ),
    }


# ---------------------------------------------------------------- checks


def within(low: int, high: int) -> Callable[[Any], None]:
    """Return a check for a number."""

    def check_number(value: Any) -> None:
        if not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{value!r} is not a number from {low} to {high}")

    return check_number


def all_within(low: int, high: int) -> Callable[[Sequence[Any]], None]:
    """Return a check for numbers: at once for the tens of thousands of a program, one by one to name a wrong one."""
    check_number = within(low, high)

    def check_numbers(values: Sequence[Any]) -> None:
        if not (set(map(type, values)) == {int} and low <= min(values) and max(values) <= high):
            for each in values:
                check_number(each)

    return check_numbers


def a_list(value: Any) -> list[Any]:
    """Check that a value is a list, and return it."""
    if not isinstance(value, list):
        raise TypeError("it is not a list")
    return value


def _event(value: Any) -> None:
    cycle, kind, _ = value
    within(0, NEVER)(cycle)
    if kind == "state":
        raise ValueError("a state can be loaded only at the current cycle")


def _later(value: Any) -> tuple[str, Value]:
    _, kind, content = value
    return kind, content


def _a_state(value: Any) -> None:
    in_base64(value)


def in_base64(value: Any) -> bytes:
    """Return the bytes that a text in base64 stands for; raises ValueError if it is not one."""
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error as error:
        raise ValueError(f"this is not base64: {error}") from None


switch = within(0, 1)


# ---------------------------------------------------------------- what is still to come


class Schedule:
    """Inputs in the order of their cycles, at the same cycle in the order in which they were added.

    `changed` is set by whatever changes it, for caches of a part of it.
    """

    def __init__(self) -> None:
        self._events: list[Event] = []  # in their order, those before `_first` have happened
        self._first = 0
        self._order = 0
        self.changed = True

    def add(self, cycle: int, kind: str, value: Value) -> None:
        """Schedule an input at a cycle."""
        self._order += 1
        insort(self._events, (cycle, self._order, kind, value), self._first)
        self.changed = True

    @property
    def next_cycle(self) -> int | None:
        """The cycle of the next input, None if there is none."""
        return self._events[self._first][0] if self._first < len(self._events) else None

    def first(self, count: int) -> list[Event]:
        """Return the next inputs, `count` of them at most."""
        return self._events[self._first : self._first + count]

    def take_due(self, cycle: int) -> tuple[str, Value] | None:
        """Return, and forget, the next input if it is due."""
        following = self.next_cycle
        if following is None or following > cycle:
            return None
        _, _, kind, value = self._events[self._first]
        self.forget(1)
        return kind, value

    def forget(self, count: int) -> None:
        """Forget the next `count` inputs."""
        self._first += count
        if 2 * self._first >= len(self._events):
            del self._events[: self._first]
            self._first = 0
        self.changed = True

    def drop(self, kind: str) -> None:
        """Forget all inputs of a kind."""
        self.state = self._order, tuple(each for each in self._events[self._first :] if each[2] != kind)

    @property
    def state(self) -> tuple[int, tuple[Event, ...]]:
        """All of it, for a snapshot."""
        return self._order, tuple(self._events[self._first :])

    @state.setter
    def state(self, state: tuple[int, tuple[Event, ...]]) -> None:
        self._order, events = state
        self._events, self._first = list(events), 0
        self.changed = True

    @property
    def plain(self) -> list[tuple[int, str, Value]]:
        """(cycle, kind, value) of all that will happen, for a saved state."""
        return [(cycle, kind, value) for cycle, _, kind, value in self._events[self._first :]]

    @plain.setter
    def plain(self, inputs: list[tuple[int, str, Value]]) -> None:
        self.state = 0, ()
        for each in inputs:
            self.add(*each)
