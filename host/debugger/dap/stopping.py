"""Why the machine stands still, in the words of the protocol."""

from __future__ import annotations

from typing import NamedTuple

from host.debugger.dap.arguments import Body
from host.debugger.dap.debuggee import Debuggee
from host.debugger.halts import FINAL, Halt, Reason


class Stop(NamedTuple):
    """How a reason is told: one of the protocol's words, and a text that editors show as it is."""

    reason: str
    description: str


STOPS = {
    Reason.START: Stop("entry", "The program has not begun"),
    Reason.GOAL: Stop("step", "Arrived"),
    Reason.TIME: Stop("step", "The time is over"),
    Reason.BREAKPOINT: Stop("breakpoint", "Breakpoint"),
    Reason.PAUSE: Stop("pause", "Paused"),
    Reason.ILLEGAL: Stop("exception", "Illegal instruction"),
    Reason.HALT: Stop("pause", "The program has stopped the machine"),
    Reason.INPUT: Stop("pause", "The program waits for input"),
    Reason.BEGINNING: Stop("pause", "The beginning: there is no earlier moment"),
    Reason.RECORDING_ENDS: Stop("pause", "The recording ends here"),
    Reason.RECORDING_DIFFERS: Stop("pause", "The recording ends here, but the machine is another than it was then"),
}


def stopped(debuggee: Debuggee, halt: Halt) -> Body:
    """Return the body of the event `stopped`."""
    stop = STOPS[halt.reason]
    body: Body = {"reason": stop.reason, "description": stop.description}
    marks = debuggee.marks.of(halt.breakpoints)
    if marks:
        body |= {"reason": str(marks[0].wanted.group), "hitBreakpointIds": [mark.id for mark in marks]}
    text = reading(debuggee, halt)
    return {**body, "text": text} if text else body


def reading(debuggee: Debuggee, halt: Halt) -> str:
    """Return what was read and written where it is watched, which registers have changed, or what is illegal."""
    if halt.reason == Reason.ILLEGAL:
        return illegal(debuggee, halt)
    language = debuggee.session.language
    complaint = language.complaint() if language and halt.reason in FINAL.values() else ""
    if complaint or halt.words:
        return complaint or halt.words
    innermost = language.activations(1) if language else []
    if innermost and innermost[0].parameter and not halt.breakpoints:
        return f"{innermost[0].name}: {innermost[0].note}"
    sources, numbers, machine = debuggee.session.sources, debuggee.numbers, debuggee.session.machine
    lines = [
        f"{'write' if each.write else 'read'} {numbers.word(each.value)} at {sources.near(each.address)}"
        for each in halt.accesses
        if any(breakpoint.holds(each.address) for breakpoint in halt.breakpoints)
    ]
    for each in halt.breakpoints:
        if each.register:
            value = numbers.word(machine.read_register(each.register), machine.registers[each.register])
            lines.append(f"{each.register} is {value}")
    return ", ".join(dict.fromkeys(lines))


def illegal(debuggee: Debuggee, halt: Halt) -> str:
    """Return what is wrong with an illegal instruction."""
    session = debuggee.session
    number, word = session.sources.number(halt.address), debuggee.numbers.word(session.machine.peek(halt.address))
    counter = session.machine.program_counter
    return f"{word} at {number} is no instruction of the {session.machine.title}; {counter} stays on it"
