"""The requests of the protocol, in a table at the end: the function that answers each, and when it is valid.

This file has those that begin and end the program, run it or move in time, and report the machine's position.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from host.debugger.dap import addresses, variables
from host.debugger.dap.conversation import THREAD, Conversation, Request, When
from host.debugger.dap.debuggee import STOPS, Debuggee, details
from host.debugger.dap.messages import Arguments, Body, Client, Error, Launch, Refusal
from host.debugger.dap.sources import reference
from host.debugger.stops import Reason
from host.languages.running import Activation, Spot

SUPPORTED = (
    "BreakpointLocationsRequest", "ClipboardContext", "CompletionsRequest", "ConditionalBreakpoints",
    "ConfigurationDoneRequest", "DataBreakpointBytes", "DataBreakpoints", "DelayedStackTraceLoading",
    "DisassembleRequest", "EvaluateForHovers", "ExceptionInfoRequest", "FunctionBreakpoints", "GotoTargetsRequest",
    "HitConditionalBreakpoints", "InstructionBreakpoints", "LoadedSourcesRequest", "LogPoints", "ReadMemoryRequest",
    "RestartRequest", "SetExpression", "SetVariable", "StepBack", "SteppingGranularity", "TerminateRequest",
    "ValueFormattingOptions", "WriteMemoryRequest",
)  # fmt: skip
CAPABILITIES: Body = {
    **{f"supports{name}": True for name in SUPPORTED},
    "exceptionBreakpointFilters": [],
    "breakpointModes": addresses.MODES,
    "completionTriggerCharacters": [".", ":", "@", "_"],
}
INSTRUCTION = "instruction"
GRANULARITIES = ("statement", "line", INSTRUCTION)  # a line is a statement; without a language, a statement a line
PART = 32  # bits of the identifier of a target that are its address; those to the left are the part of the word


# ---------------------------------------------------------------- the beginning and the end


def initialize(conversation: Conversation, arguments: Arguments) -> Body:
    """Store the editor's capabilities; return ours."""
    if conversation.introduced:
        raise Refusal("initialize was already requested", Error.WRONG_MOMENT)
    conversation.client = Client.introduced_by(arguments)
    conversation.introduced = True
    return CAPABILITIES


def launch(conversation: Conversation, arguments: Arguments) -> None:
    """Build the machine, find the program and run to its entry. Breakpoints can be set afterwards."""
    if conversation.opened:
        raise Refusal("a program is already loaded: send terminate first", Error.WRONG_MOMENT)
    conversation.opened = opened(conversation, Launch.of(arguments))
    conversation.afterwards(partial(conversation.event, "initialized"))


def opened(conversation: Conversation, wanted: Launch) -> Debuggee:
    """Open the debuggee; its keys are pressed as soon as it runs."""
    found = conversation.open(wanted.wish)
    debuggee = Debuggee(wanted, found, conversation.client, asleep=wanted.no_debug and not conversation.watches_runs)
    conversation.on_open(debuggee, found)
    debuggee.press(list(wanted.keys))
    for remark in (*wanted.remarks, *found.warnings):
        conversation.say(remark)
    return debuggee


def attach(conversation: Conversation, arguments: Arguments) -> None:
    """Refuse: machines live in the debugger's own process."""
    raise Refusal("there is nothing to attach to: a machine lives in its debugger; use launch")


def configuration_done(conversation: Conversation, arguments: Arguments) -> None:
    """Start the program, or stop at its entry."""
    conversation.afterwards(partial(set_off, conversation))


def restart(conversation: Conversation, arguments: Arguments) -> None:
    """Start again: the program is read again, and a source assembled. If that fails, nothing changes."""
    before, given = conversation.debuggee, arguments.part("arguments")
    debuggee = opened(conversation, Launch.of(given) if given.names else before.launch)
    for mark in debuggee.marks.take_over(before.marks):
        conversation.afterwards(partial(conversation.event, "breakpoint", {"reason": "changed", "breakpoint": mark}))
    conversation.opened = debuggee
    conversation.afterwards(partial(set_off, conversation, tell=True))


def set_off(conversation: Conversation, tell: bool = False) -> None:
    """Start the program unless it is to stop at its first instruction."""
    debuggee = conversation.debuggee
    if debuggee.session.running:
        return
    if tell:
        conversation.tell_start()
    if debuggee.launch.stop_on_entry or debuggee.session.stops_here():
        conversation.tell_stop()
    else:
        debuggee.runner.begin()


def terminate(conversation: Conversation, arguments: Arguments) -> None:
    """End the program."""
    conversation.afterwards(conversation.end_program)


def disconnect(conversation: Conversation, arguments: Arguments) -> None:
    """End the program and the session."""
    conversation.afterwards(partial(conversation.end_program, tell=False))
    conversation.afterwards(conversation.end)


# ---------------------------------------------------------------- forwards


def proceed(conversation: Conversation, arguments: Arguments) -> Body:
    """Run until something stops the machine."""
    conversation.debuggee.runner.begin()
    return {"allThreadsContinued": True}


def step_over(conversation: Conversation, arguments: Arguments) -> None:
    """Run to the next line, or instruction; calls are not followed."""
    conversation.debuggee.runner.begin(conversation.session.step_goal(over=True, lines=by_lines(arguments)))


def step_in(conversation: Conversation, arguments: Arguments) -> None:
    """Run to the next line, or instruction; calls are followed."""
    conversation.debuggee.runner.begin(conversation.session.step_goal(over=False, lines=by_lines(arguments)))


def step_out(conversation: Conversation, arguments: Arguments) -> None:
    """Run to the end of the subroutine."""
    conversation.debuggee.runner.begin(conversation.session.out_goal())


def by_lines(arguments: Arguments) -> bool:
    """Return whether a step covers a line rather than an instruction."""
    return arguments.choice("granularity", GRANULARITIES, GRANULARITIES[0]) != INSTRUCTION


# ---------------------------------------------------------------- backwards and elsewhere


def step_back(conversation: Conversation, arguments: Arguments) -> None:
    """Go back by one instruction, or to the beginning of the previous line, over calls."""
    session = conversation.session
    travel(conversation, session.line_back if by_lines(arguments) else session.step_back)


def reverse(conversation: Conversation, arguments: Arguments) -> None:
    """Go back to where the machine would have stopped last."""
    travel(conversation, conversation.session.reverse)


def travel(conversation: Conversation, journey: Callable[[], object]) -> None:
    """Move in time after the answer, and report the position."""

    def set_out() -> None:
        with conversation.journey():
            journey()
        conversation.tell_stop()

    conversation.afterwards(set_out)


def pause(conversation: Conversation, arguments: Arguments) -> None:
    """Pause the run; the event follows. Does nothing if the machine is not running."""
    conversation.session.pause()


def goto_targets(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the addresses of a line, or of the next one that has some. They are their own identifiers."""
    places, sources = conversation.debuggee.places, conversation.session.sources
    key, line = places.key(arguments.part("source")), arguments.number("line")
    found = places.statement(key, line, arguments.number("column", None))
    if found is None:
        line, there = places.breakable(key, line)
        found = {"line": line}, [Spot(address) for address in there]
    where, spots = found
    return {
        "targets": [
            {"id": part << PART | address, "label": sources.near(address), **where,
             "instructionPointerReference": reference(address)}
            for address, part in spots
        ]
    }  # fmt: skip


def goto(conversation: Conversation, arguments: Arguments) -> None:
    """Continue elsewhere: set the program counter."""
    session, target = conversation.session, arguments.number("targetId")
    part, address = (target >> PART, target & (1 << PART) - 1) if session.machine.part_counter else (0, target)
    if not 0 <= address <= conversation.debuggee.session.top:
        raise Refusal(f"there is no address {address:#x}")
    session.write_register(session.machine.program_counter, address)
    if part:
        session.write_register(session.machine.part_counter, part)
    conversation.afterwards(partial(conversation.tell_stop, {"reason": "goto", "description": "Elsewhere"}))


# ---------------------------------------------------------------- where the machine stands


def threads(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the machine."""
    return {"threads": [{"id": THREAD, "name": conversation.session.machine.title}]}


def stack_trace(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the next instruction or statement and the open calls, optionally one page of them."""
    found = conversation.session.activations()
    start, levels = arguments.number("startFrame", 0, least=0), arguments.number("levels", 0, least=0)
    page = range(start, min(len(found), start + levels if levels else len(found)))
    rows = [frame(conversation.debuggee, number, found[number]) for number in page]
    return {"stackFrames": rows, "totalFrames": len(found)}


def frame(debuggee: Debuggee, number: int, each: Activation) -> Body:
    """Return a call in the protocol's form."""
    note = f": {each.note}" if each.parameter else f"({each.note})"
    body: Body = {
        "id": number + 1,
        "name": f"{each.name}{note if each.note else ''}",
        "instructionPointerReference": reference(each.spot.address),
        **debuggee.places.of_frame(each.spot.address),
    }
    return {**body, **debuggee.places.of_passage(each.passage)} if each.passage else body


def exception_info(conversation: Conversation, arguments: Arguments) -> Body:
    """Describe the fatal stop of the machine."""
    halt = conversation.session.halt
    if halt.reason != Reason.ILLEGAL:
        raise Refusal("no illegal instruction has stopped the machine")
    description = STOPS[halt.reason].description
    text = details(conversation.debuggee, halt)
    return {"exceptionId": description, "description": text, "breakMode": "always"}


def source(conversation: Conversation, arguments: Arguments) -> Body:
    """Return a text: a disassembly, which the editor cannot read from a file, or a file."""
    places, number = conversation.debuggee.places, arguments.number("sourceReference", 0)
    whole = Arguments({"sourceReference": number}, "source") if number else arguments.part("source")
    return {"content": places.text(places.key(whole)), "mimeType": "text/x-asm"}


def loaded_sources(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the source files of the program."""
    return {"sources": conversation.debuggee.places.files()}


# ---------------------------------------------------------------- our own


def press(conversation: Conversation, arguments: Arguments) -> None:
    """Press keys one by one while the machine runs; if it is stopped, they wait."""
    conversation.debuggee.press(arguments.texts("keys"))


def give(conversation: Conversation, arguments: Arguments) -> None:
    """Apply an input to the machine now."""
    conversation.session.give(arguments.text("kind"), arguments.anything("value"))
    conversation.afterwards(conversation.invalidate)


def devices(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the devices: device, name, text. The machine may be running."""
    return {"devices": conversation.session.machine.devices()}


REQUESTS = {
    "initialize": Request(initialize, When.AT_FIRST),
    "launch": Request(launch, When.INITIALIZED),
    "attach": Request(attach, When.INITIALIZED),
    "configurationDone": Request(configuration_done),
    "restart": Request(restart),
    "terminate": Request(terminate),
    "disconnect": Request(disconnect, When.AT_FIRST),
    "setBreakpoints": Request(addresses.set_breakpoints),
    "setFunctionBreakpoints": Request(addresses.set_function_breakpoints),
    "setInstructionBreakpoints": Request(addresses.set_instruction_breakpoints),
    "setExceptionBreakpoints": Request(addresses.set_exception_breakpoints),
    "setDataBreakpoints": Request(addresses.set_data_breakpoints),
    "dataBreakpointInfo": Request(addresses.data_breakpoint_info),
    "breakpointLocations": Request(addresses.breakpoint_locations),
    "continue": Request(proceed, When.STOPPED),
    "next": Request(step_over, When.STOPPED),
    "stepIn": Request(step_in, When.STOPPED),
    "stepOut": Request(step_out, When.STOPPED),
    "stepBack": Request(step_back, When.STOPPED),
    "reverseContinue": Request(reverse, When.STOPPED),
    "pause": Request(pause),
    "gotoTargets": Request(goto_targets),
    "goto": Request(goto, When.STOPPED),
    "threads": Request(threads),
    "stackTrace": Request(stack_trace, When.STOPPED),
    "exceptionInfo": Request(exception_info, When.STOPPED),
    "scopes": Request(variables.scopes, When.STOPPED),
    "variables": Request(variables.variables, When.STOPPED),
    "setVariable": Request(variables.set_variable, When.STOPPED),
    "evaluate": Request(variables.evaluate),
    "setExpression": Request(variables.set_expression, When.STOPPED),
    "completions": Request(variables.completions),
    "source": Request(source),
    "loadedSources": Request(loaded_sources),
    "disassemble": Request(addresses.disassemble),
    "readMemory": Request(addresses.read_memory),
    "writeMemory": Request(addresses.write_memory),
    "ironboard/press": Request(press),
    "ironboard/give": Request(give),
    "ironboard/devices": Request(devices),
}
