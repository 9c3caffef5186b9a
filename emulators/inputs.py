"""Tables of what can happen to a machine from outside: an input is checked by its row, then done by it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from emulators.machine import Value

NEVER = 1 << 62  # a cycle that does not come


class Input(NamedTuple):
    """A kind of input."""

    meaning: str  # of its value
    check: Callable[[Any], None]  # raises ValueError or TypeError for a value that makes no sense
    act: Callable[[Any, Any], None]  # on the machine, with the value


Inputs = Mapping[str, Input]  # by kind


def apply(inputs: Inputs, machine: object, kind: str, value: Value) -> None:
    """Let an input happen now; raises ValueError, with nothing changed, for one that makes no sense."""
    check(inputs, kind, value)
    inputs[kind].act(machine, value)


def check(inputs: Inputs, kind: str, value: Value) -> None:
    """Raise ValueError for an input that makes no sense."""
    if kind not in inputs:
        raise ValueError(f"there is no input '{kind}': there are {', '.join(inputs)}")
    try:
        inputs[kind].check(value)
    except (TypeError, AttributeError, LookupError) as error:
        raise ValueError(f"{value!r} is no value for {kind}: expected {inputs[kind].meaning} ({error})") from None


def meanings(inputs: Inputs) -> dict[str, str]:
    """Return what the values mean, by kind."""
    return {kind: each.meaning for kind, each in inputs.items()}


# ---------------------------------------------------------------- checks


def within(low: int, high: int) -> Callable[[Any], None]:
    """Return a check for a number."""

    def check_number(value: Any) -> None:
        if not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{value!r} is no number from {low} to {high}")

    return check_number


def all_within(low: int, high: int) -> Callable[[Sequence[Any]], None]:
    """Return a check for numbers: at once for the tens of thousands of a program, one by one to name a wrong one."""
    check_number = within(low, high)

    def check_numbers(values: Sequence[Any]) -> None:
        if not (set(map(type, values)) == {int} and low <= min(values) and max(values) <= high):
            for each in values:
                check_number(each)

    return check_numbers


def event(inputs: Inputs) -> Callable[[Any], None]:
    """Return a check for an input to come: [cycle, kind, value]."""

    def check_event(value: Any) -> None:
        cycle, kind, inner = value
        within(0, NEVER)(cycle)
        if kind == "state":
            raise ValueError("a state cannot be loaded later: only now")
        check(inputs, kind, inner)

    return check_event


def a_state(value: Any) -> None:
    """Check that something is text in base64; what it says is checked by the machine."""
    in_base64(value)


def in_base64(value: Any) -> bytes:
    """Return the bytes that a text in base64 stands for; raises ValueError if it is none."""
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error as error:
        raise ValueError(f"this is not base64: {error}") from None


def nothing(value: Any) -> None:
    """Check nothing: whoever gives this has done it."""


switch = within(0, 1)
