"""Requests that let time pass, or go elsewhere in it: continue, next, stepBack, pause, goto and the like."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from host.debugger.dap.arguments import Arguments, Body, Refusal
from host.debugger.dap.numbers import reference
from host.debugger.goals import Instructions, Over
from host.debugger.language import Spot

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation

INSTRUCTION = "instruction"
PART = 32  # bits of the identifier of a target that are its address; those to the left are the part of the word
GRANULARITIES = ("statement", "line", INSTRUCTION)  # a line is a statement; without a language, a statement a line


# ---------------------------------------------------------------- forwards


def proceed(conversation: Conversation, arguments: Arguments) -> Body:
    """Run until something stops the machine."""
    conversation.debuggee.runner.begin()
    return {"allThreadsContinued": True}


def step_over(conversation: Conversation, arguments: Arguments) -> None:
    """Run to the next line, or instruction; calls are not followed."""
    session = conversation.debuggee.session
    conversation.debuggee.runner.begin(
        Over(session.machine) if by_instruction(arguments) else session.step_goal(over=True)
    )


def step_in(conversation: Conversation, arguments: Arguments) -> None:
    """Run to the next line, or instruction; calls are followed."""
    goal = Instructions(1) if by_instruction(arguments) else conversation.debuggee.session.step_goal(over=False)
    conversation.debuggee.runner.begin(goal)


def step_out(conversation: Conversation, arguments: Arguments) -> None:
    """Run to the end of the subroutine."""
    conversation.debuggee.runner.begin(conversation.debuggee.session.out_goal())


def by_instruction(arguments: Arguments) -> bool:
    """Return whether a step is an instruction rather than a line."""
    return arguments.choice("granularity", GRANULARITIES, GRANULARITIES[0]) == INSTRUCTION


# ---------------------------------------------------------------- backwards


def step_back(conversation: Conversation, arguments: Arguments) -> None:
    """Go back by one instruction, or to the beginning of the line before, behind calls."""
    session = conversation.debuggee.session
    travel(conversation, session.step_back if by_instruction(arguments) else session.line_back)


def reverse(conversation: Conversation, arguments: Arguments) -> None:
    """Go back to where the machine would have stopped last."""
    travel(conversation, conversation.debuggee.session.reverse)


def travel(conversation: Conversation, journey: Callable[[], object]) -> None:
    """Go elsewhere in time behind the answer, and say where that is."""

    def set_out() -> None:
        with conversation.journey():
            journey()
        conversation.tell_stop()

    conversation.afterwards(set_out)


# ---------------------------------------------------------------- elsewhere


def pause(conversation: Conversation, arguments: Arguments) -> None:
    """Let the run halt; the event follows. Where nothing runs, nothing happens."""
    conversation.debuggee.session.pause()


def goto_targets(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the addresses of a line, or of the next one that has some. They are their own identifiers."""
    places, sources = conversation.debuggee.places, conversation.debuggee.session.sources
    key, line = places.key(arguments.part("source")), arguments.number("line")
    found = places.statement(key, line, arguments.number("column", None))
    if found is None:
        line, addresses = places.breakable(key, line)
        found = {"line": line}, [Spot(address) for address in addresses]
    where, spots = found
    return {
        "targets": [
            {"id": part << PART | address, "label": sources.near(address), **where,
             "instructionPointerReference": reference(address)}
            for address, part in spots
        ]
    }  # fmt: skip


def goto(conversation: Conversation, arguments: Arguments) -> None:
    """Let the program go on elsewhere: set the program counter."""
    session, target = conversation.debuggee.session, arguments.number("targetId")
    part, address = (target >> PART, target & (1 << PART) - 1) if session.machine.part_counter else (0, target)
    if not conversation.debuggee.numbers.is_address(address):
        raise Refusal(f"there is no address {address:#x}")
    session.write_register(session.machine.program_counter, address)
    if part:
        session.write_register(session.machine.part_counter, part)
    conversation.afterwards(partial(conversation.tell_stop, {"reason": "goto", "description": "Elsewhere"}))
