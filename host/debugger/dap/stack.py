"""Requests about where the machine stands: threads, stackTrace, exceptionInfo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.debugger.dap import spoken
from host.debugger.dap.arguments import Arguments, Body, Refusal
from host.debugger.dap.numbers import reference
from host.debugger.dap.stopping import STOPS, illegal
from host.debugger.halts import Reason

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation
    from host.debugger.dap.debuggee import Debuggee

THREAD = 1  # a machine has one


def threads(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the machine."""
    return {"threads": [{"id": THREAD, "name": conversation.debuggee.session.machine.title}]}


def stack_trace(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the instruction to come, and the calls that are open; perhaps a page of them."""
    session = conversation.debuggee.session
    start, levels = arguments.number("startFrame", 0, least=0), arguments.number("levels", 0, least=0)
    if session.spoken:
        found = session.spoken.activations()
        page = range(start, min(len(found), start + levels if levels else len(found)))
        return {
            "stackFrames": [spoken.frame(conversation.debuggee, number, found[number]) for number in page],
            "totalFrames": len(found),
        }
    calls = session.frames()
    addresses = [session.address, *(each.call for each in calls)]
    interrupted = [False, *(each.interrupt for each in calls)]
    shown = range(start, min(len(addresses), start + levels if levels else len(addresses)))
    rows = [frame(conversation.debuggee, number, addresses[number], interrupted[number]) for number in shown]
    return {"stackFrames": rows, "totalFrames": len(addresses)}


def frame(debuggee: Debuggee, number: int, address: int, interrupted: bool) -> Body:
    """Return a frame as the protocol describes them: of a call, the instruction that called."""
    name = debuggee.session.sources.near(address)
    return {
        "id": number + 1,
        "name": f"{name} (interrupted)" if interrupted else name,
        "instructionPointerReference": reference(address),
        **debuggee.places.of_frame(address),
    }


def exception_info(conversation: Conversation, arguments: Arguments) -> Body:
    """Say what has stopped the machine for good."""
    debuggee = conversation.debuggee
    halt = debuggee.session.halt
    if halt.reason != Reason.ILLEGAL:
        raise Refusal("no illegal instruction has stopped the machine")
    description = STOPS[halt.reason].description
    return {"exceptionId": description, "description": illegal(debuggee, halt), "breakMode": "always"}
