"""A 704 with its operator, small programs for it, and a clock that moves only when a test says so."""

from __future__ import annotations

from pathlib import Path

from host.machines.ibm704.machine import Ibm704
from host.panels.ibm704.controller import Controller704
from tests.ibm704.machines import word

HELLO = Path(__file__).parents[2] / "data" / "ibm704" / "hello.deck"  # prints HELLO WORLD, and halts
LEFT, RIGHT = 0o525252525252, 0o252525252525  # every place is a 1 in exactly one of them
LEFT_AT, RIGHT_AT = 0o2000, 0o2001
FRAME = 1 / 40


class Clock:
    """The clock on the wall."""

    time = 0.0

    def __call__(self):
        return self.time


def room(*words: int, first: int = 0o100, **options) -> Controller704:
    """Return a machine with a program, the instruction counter before it."""
    machine = Ibm704()
    for address, each in enumerate(words, first):
        machine.poke(address, each)
    machine.poke(LEFT_AT, LEFT)
    machine.poke(RIGHT_AT, RIGHT)
    machine.write_register("IC", first)
    return Controller704(machine, now=Clock(), **options)


def two_steps() -> Controller704:
    """Return a machine with two instructions and a halt."""
    return room(word("CAL", LEFT_AT), word("CAL", RIGHT_AT), word("HPR"))


def flickering() -> Controller704:
    """Return a machine that loads the accumulator with LEFT, then RIGHT, again and again."""
    return room(word("CAL", LEFT_AT), word("CAL", RIGHT_AT), word("TRA", 0o100))


def wait(controller: Controller704, seconds: float) -> None:
    """Let frames pass."""
    for _ in range(max(1, round(seconds / FRAME))):
        controller.now.time += FRAME
        controller.advance()


def strike(controller: Controller704, *keys: str) -> None:
    """Press keys of the PC and let them go."""
    for key in keys:
        assert controller.key(key), key
        controller.release()


def until_it_stands(controller: Controller704, seconds: float = 60) -> None:
    """Let the machine run until it stops."""
    for _ in range(round(seconds / FRAME)):
        wait(controller, FRAME)
        if not controller.machine.running:
            return
    raise AssertionError(f"it runs: {controller.shown['now']}")
