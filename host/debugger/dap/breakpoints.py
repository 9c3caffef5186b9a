"""Requests about breakpoints: setBreakpoints, setFunctionBreakpoints, dataBreakpointInfo and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.dap import spoken
from host.debugger.dap.arguments import Arguments, Body, Refusal, explained
from host.debugger.dap.marks import Group, Wanted
from host.debugger.dap.spoken import Holder
from host.debugger.dap.spots import CHANGES, WRITES, data_id
from host.debugger.dap.targets import Register, watchable
from host.debugger.dap.variables import expression_of
from host.debugger.stops import Kind

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation
    from host.debugger.dap.debuggee import Debuggee

MODES: list[Body] = [
    {"mode": WRITES, "label": "Every write", "description": "of the same value, too", "appliesTo": ["data"]},
    {"mode": CHANGES, "label": "Changes", "description": "only of another value", "appliesTo": ["data"]},
]
ACCESSES = {"write": Kind.WRITE, "read": Kind.READ, "readWrite": Kind.ACCESS}


# ---------------------------------------------------------------- where code is executed


def set_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Set the breakpoints of a source; a line without code means the next one that has some."""
    key = conversation.debuggee.places.key(arguments.part("source"))
    wanted = [
        wanted_at(each, Group.SOURCE, line_of(each), key)._replace(message=each.text("logMessage", ""))
        for each in arguments.parts("breakpoints")
    ]
    return replaced(conversation.debuggee, Group.SOURCE, wanted, key)


def line_of(arguments: Arguments) -> str:
    """Return line and, if the editor says it, column of a breakpoint."""
    line, column = arguments.number("line"), arguments.number("column", None)
    return str(line) if column is None else f"{line}:{column}"


def set_function_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Set breakpoints on labels; an address, an expression and `file:line` will do, too."""
    wanted = [wanted_at(each, Group.FUNCTION, each.text("name")) for each in arguments.parts("breakpoints")]
    return replaced(conversation.debuggee, Group.FUNCTION, wanted)


def set_instruction_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Set breakpoints on instructions. An offset counts addresses."""
    wanted = [
        wanted_at(each, Group.INSTRUCTION, sum_of(each.text("instructionReference"), each.number("offset", 0)))
        for each in arguments.parts("breakpoints")
    ]
    return replaced(conversation.debuggee, Group.INSTRUCTION, wanted)


def wanted_at(arguments: Arguments, group: Group, place: str, source: str = "") -> Wanted:
    """Return what the editor wants of a breakpoint at a place."""
    return Wanted(
        group,
        place,
        source,
        condition=arguments.text("condition", ""),
        hits_wanted=arguments.text("hitCondition", ""),
    )


def replaced(debuggee: Debuggee, group: Group, wanted: list[Wanted], source: str = "") -> Body:
    """Set the breakpoints of a group; return the body of the answer."""
    return {"breakpoints": debuggee.marks.replace(group, source, wanted)}


def sum_of(text: str, offset: int) -> str:
    """Return an expression for an address and so many behind it."""
    return f"({text}) {'-' if offset < 0 else '+'} +{abs(offset)}" if offset else text


def breakpoint_locations(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the lines of a range that have code."""
    places, first = conversation.debuggee.places, arguments.number("line")
    key, last = places.key(arguments.part("source")), arguments.number("endLine", first)
    statements = places.statements(key, first, last)
    if statements:
        return {"breakpoints": statements}
    lines = places.lines_with_code(key, first, last)
    return {"breakpoints": [{"line": line} for line in lines]}


# ---------------------------------------------------------------- where data is touched


def data_breakpoint_info(conversation: Conversation, arguments: Arguments) -> Body:
    """Say whether something can be watched, and how."""
    debuggee, name = conversation.debuggee, arguments.text("name")
    mode = arguments.choice("mode", (WRITES, CHANGES), WRITES)
    words = -(-arguments.number("bytes", 1, least=1) // debuggee.numbers.bytes)
    try:
        container = arguments.number("variablesReference", 0)
        holder = debuggee.holders.at(container)
        if holder is not None or (not container and spoken.meant(debuggee.session, name)):
            return variable_info(conversation, holder, name, arguments)
        text = expression_of(debuggee, container, name) if container else name
        watched = watchable(debuggee.session, text)
    except IronboardError as error:
        return {"dataId": None, "description": explained(error)}
    if isinstance(watched, Register):
        return {
            "dataId": data_id(CHANGES, 1, text),
            "description": f"{watched.name} changes",
            "accessTypes": ["write"],
            "canPersist": True,
        }
    last = min(watched.address + words - 1, debuggee.numbers.top)
    return {
        "dataId": data_id(mode, last - watched.address + 1, text),
        "description": described(debuggee, watched.address, last),
        "accessTypes": list(ACCESSES) if mode == WRITES else ["write"],
        "canPersist": True,
    }


def variable_info(conversation: Conversation, holder: Holder | None, name: str, arguments: Arguments) -> Body:
    """Say how a variable of the program's language can be watched: its words, as long as it is there."""
    session = conversation.debuggee.session
    assert session.language is not None
    frame = holder.frame if holder else max(0, arguments.number("frameId", 1) - 1)
    inside = [each for each in spoken.variables(session, holder) if each.name == name] if holder else []
    found = inside[0] if inside else session.language.evaluate(name, frame)
    if found.address is None:
        raise Refusal(f"'{name}' has no place in storage that could be watched")
    mode = arguments.choice("mode", (WRITES, CHANGES), WRITES)
    return {
        "dataId": data_id(mode, found.words, f"0o{found.address:o}"),
        "description": name,
        "accessTypes": list(ACCESSES) if mode == WRITES else ["write"],
        "canPersist": False,
    }


def described(debuggee: Debuggee, first: int, last: int) -> str:
    """Return the name of a stretch of memory."""
    sources = debuggee.session.sources
    numbers = sources.number(first) if first == last else f"{sources.number(first)}-{sources.number(last)}"
    name = sources.near(first)
    return numbers if name == sources.number(first) else f"{name} ({numbers})"


def set_data_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Watch memory and registers."""
    wanted = []
    for each in arguments.parts("breakpoints"):
        name, access = each.text("dataId"), each.choice("accessType", tuple(ACCESSES), "write")
        changes = access == "write" and name.startswith(f"{CHANGES}:")
        kind = Kind.CHANGE if changes else ACCESSES[access]
        wanted.append(wanted_at(each, Group.DATA, name)._replace(kind=kind))
    return replaced(conversation.debuggee, Group.DATA, wanted)


# ---------------------------------------------------------------- exceptions


def set_exception_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Take note that there is nothing to choose: what stops the machine for good always stops it."""
    filters = [*arguments.texts("filters"), *(each.text("filterId") for each in arguments.parts("filterOptions"))]
    refused = {"verified": False, "message": "there are no filters for exceptions", "reason": "failed"}
    return {"breakpoints": [refused] * len(filters)}
