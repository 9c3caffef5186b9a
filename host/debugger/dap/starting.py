"""Requests about the beginning and the end: initialize, launch, configurationDone, restart, terminate, disconnect."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from host.debugger.dap.arguments import Arguments, Body, Error, Refusal
from host.debugger.dap.breakpoints import MODES
from host.debugger.dap.client import Client
from host.debugger.dap.debuggee import Debuggee
from host.debugger.dap.launch import Launch

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation

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
    "breakpointModes": MODES,
    "completionTriggerCharacters": [".", ":", "@", "_"],
}


def initialize(conversation: Conversation, arguments: Arguments) -> Body:
    """Take note of what the editor can do; say what we can."""
    if conversation.introduced:
        raise Refusal("initialize has been asked for already", Error.WRONG_MOMENT)
    conversation.client = Client.introduced_by(arguments)
    conversation.introduced = True
    return CAPABILITIES


def launch(conversation: Conversation, arguments: Arguments) -> None:
    """Put the machine together, find the program and bring it to its entry. Then breakpoints can be set."""
    if conversation.has_debuggee:
        raise Refusal("there is a program already: terminate comes first", Error.WRONG_MOMENT)
    conversation.debug(open_one(conversation, Launch.of(arguments)))
    conversation.afterwards(partial(conversation.event, "initialized"))


def open_one(conversation: Conversation, wanted: Launch) -> Debuggee:
    """Open what is to be debugged; its keys are pressed as soon as it runs."""
    opened = conversation.open(wanted.wish)
    debuggee = Debuggee(wanted, opened, conversation.client)
    debuggee.press(list(wanted.keys))
    for remark in (*wanted.remarks, *opened.warnings):
        conversation.say(remark)
    return debuggee


def attach(conversation: Conversation, arguments: Arguments) -> None:
    """Refuse: machines live in the debugger's own process."""
    raise Refusal("there is nothing to attach to: a machine lives in its debugger; use launch")


def configuration_done(conversation: Conversation, arguments: Arguments) -> None:
    """Let the program begin, or stop at its entry."""
    conversation.afterwards(partial(set_off, conversation))


def restart(conversation: Conversation, arguments: Arguments) -> None:
    """Begin anew: the program is read again, and assembled if it is a source. If that fails, nothing changes."""
    before, given = conversation.debuggee, arguments.part("arguments")
    debuggee = open_one(conversation, Launch.of(given) if given.names else before.launch)
    for mark in debuggee.take_marks(before):
        conversation.afterwards(partial(conversation.event, "breakpoint", {"reason": "changed", "breakpoint": mark}))
    conversation.debug(debuggee)
    conversation.afterwards(partial(set_off, conversation, tell=True))


def set_off(conversation: Conversation, tell: bool = False) -> None:
    """Let the program run, unless it is to stop at its very first instruction."""
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
    """End the program, and the conversation."""
    conversation.afterwards(partial(conversation.end_program, tell=False))
    conversation.afterwards(conversation.end)
