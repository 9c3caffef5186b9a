"""Why the machine stands still."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from emulators.machine import BusCycle, Stop
from host.debugger.stops import Breakpoint


class Reason(StrEnum):
    """Why the machine stands still."""

    START = "start"  # nothing has run yet
    GOAL = "goal"  # it has arrived where it was sent
    TIME = "time"  # the cycles asked for have passed
    BREAKPOINT = "breakpoint"
    PAUSE = "pause"  # somebody asked for it
    ILLEGAL = "illegal instruction"
    HALT = "halt"  # the program stopped the machine
    INPUT = "input"  # the program waits for input that nobody has given
    BEGINNING = "beginning"  # there is no earlier moment
    RECORDING_ENDS = "end of recording"  # as it was recorded, bit for bit
    RECORDING_DIFFERS = "end of recording, which differs"  # another version of the machine, surely


FINAL = {
    Stop.ILLEGAL_INSTRUCTION: Reason.ILLEGAL,
    Stop.HALT: Reason.HALT,
    Stop.INPUT: Reason.INPUT,
}


@dataclass(frozen=True)
class Halt:
    """The machine stands still: why, where, when."""

    reason: Reason
    address: int  # of the next instruction
    cycle: int
    breakpoints: tuple[Breakpoint, ...] = ()  # those that stopped it
    accesses: tuple[BusCycle, ...] = ()  # what watchpoints have caught
    words: str = ""  # what the machine says about it, in the words of its manual
