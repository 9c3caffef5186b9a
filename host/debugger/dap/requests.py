"""The table of requests: who answers each of them, and when it may be asked."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from host.debugger.dap import (
    breakpoints,
    custom,
    disassembling,
    evaluating,
    memory,
    running,
    stack,
    starting,
    texts,
    variables,
)
from host.debugger.dap.arguments import Arguments, Body

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation

Handler = Callable[["Conversation", Arguments], Body | None]  # returns the body of the answer; raises IronboardError


class When(Enum):
    """What must have happened before a request makes sense."""

    AT_FIRST = "nothing yet"
    INITIALIZED = "initialize"
    LAUNCHED = "launch"
    STOPPED = "launch, and the machine stands still"


class Row(NamedTuple):
    """A request."""

    answer: Handler
    when: When = When.LAUNCHED


REQUESTS = {
    "initialize": Row(starting.initialize, When.AT_FIRST),
    "launch": Row(starting.launch, When.INITIALIZED),
    "attach": Row(starting.attach, When.INITIALIZED),
    "configurationDone": Row(starting.configuration_done),
    "restart": Row(starting.restart),
    "terminate": Row(starting.terminate),
    "disconnect": Row(starting.disconnect, When.AT_FIRST),
    "setBreakpoints": Row(breakpoints.set_breakpoints),
    "setFunctionBreakpoints": Row(breakpoints.set_function_breakpoints),
    "setInstructionBreakpoints": Row(breakpoints.set_instruction_breakpoints),
    "setExceptionBreakpoints": Row(breakpoints.set_exception_breakpoints),
    "setDataBreakpoints": Row(breakpoints.set_data_breakpoints),
    "dataBreakpointInfo": Row(breakpoints.data_breakpoint_info),
    "breakpointLocations": Row(breakpoints.breakpoint_locations),
    "continue": Row(running.proceed, When.STOPPED),
    "next": Row(running.step_over, When.STOPPED),
    "stepIn": Row(running.step_in, When.STOPPED),
    "stepOut": Row(running.step_out, When.STOPPED),
    "stepBack": Row(running.step_back, When.STOPPED),
    "reverseContinue": Row(running.reverse, When.STOPPED),
    "pause": Row(running.pause),
    "gotoTargets": Row(running.goto_targets),
    "goto": Row(running.goto, When.STOPPED),
    "threads": Row(stack.threads),
    "stackTrace": Row(stack.stack_trace, When.STOPPED),
    "exceptionInfo": Row(stack.exception_info, When.STOPPED),
    "scopes": Row(variables.scopes, When.STOPPED),
    "variables": Row(variables.variables, When.STOPPED),
    "setVariable": Row(evaluating.set_variable, When.STOPPED),
    "evaluate": Row(evaluating.evaluate),
    "setExpression": Row(evaluating.set_expression, When.STOPPED),
    "completions": Row(evaluating.completions),
    "source": Row(texts.source),
    "loadedSources": Row(texts.loaded_sources),
    "disassemble": Row(disassembling.disassemble),
    "readMemory": Row(memory.read_memory),
    "writeMemory": Row(memory.write_memory),
    "ironboard/press": Row(custom.press),
    "ironboard/give": Row(custom.give),
    "ironboard/devices": Row(custom.devices),
}
