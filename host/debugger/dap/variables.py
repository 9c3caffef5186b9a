"""Scopes and variables: registers, flags, labels, devices and the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from host.debugger.dap import spoken
from host.debugger.dap.arguments import Arguments, Body, Refusal
from host.debugger.dap.numbers import reference
from host.debugger.dap.spoken import READ_ONLY

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation
    from host.debugger.dap.debuggee import Debuggee

DEVICE = 100  # the reference of the first device; the others follow


class Variable(NamedTuple):
    """Something with a value."""

    name: str
    value: str
    type: str = ""
    expression: str = ""  # by which it can be assigned to; none: it cannot
    address: int | None = None  # where it is in memory, or to where it points
    children: int = 0  # the reference of what is in it


class Scope(NamedTuple):
    """A group of variables."""

    name: str
    list: Callable[[Debuggee, bool], list[Variable]]  # the flag: numbers are wanted in hexadecimal
    hint: str = ""
    expensive: bool = False


# ---------------------------------------------------------------- what there is


def registers(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the machine's registers."""
    machine = debuggee.session.machine
    rows = []
    for name, bits in machine.registers.items():
        value = machine.read_register(name)
        address = value if name == machine.program_counter else None
        text = debuggee.numbers.word(value, bits, hexadecimal)
        rows.append(Variable(name, text, f"{bits} bits", name, address))
    return rows


def flags(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the bits of the registers whose bits have names."""
    machine = debuggee.session.machine
    rows = []
    for register, names in machine.flags.items():
        value = machine.read_register(register)
        for shift, name in zip(reversed(range(len(names))), names, strict=True):
            if name != "-":
                full = name if len(machine.flags) == 1 else f"{register}.{name}"
                rows.append(Variable(full, str(value >> shift & 1), "1 bit", f"{register}.{name}"))
    return rows


def labels(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the word that stands at each label."""
    machine, sources = debuggee.session.machine, debuggee.session.sources
    rows = []
    for name in sources.names():
        address = sources.address_of(name)
        if address is not None and debuggee.numbers.is_address(address):
            text = debuggee.numbers.word(machine.peek(address), hexadecimal=hexadecimal)
            rows.append(Variable(name, text, f"word at {sources.number(address)}", f"[{name}]", address))
    return rows


def devices(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the devices; what they show is in them."""
    found = debuggee.session.machine.devices()
    return [
        Variable(name, next(iter(rows.values()), "").partition("\n")[0], children=DEVICE + index)
        for index, (name, rows) in enumerate(found.items())
    ]


def time(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the moment, and how far the past goes back. Cycles are decimal."""
    session = debuggee.session
    return [
        Variable("cycle", f"{session.cycles:,}", "since power-on"),
        Variable("seconds", f"{session.cycles / session.clock:.6f}", "of the machine's clock"),
        Variable("earliest", f"{session.history.start:,}", "cycle one can go back to"),
        Variable("latest", f"{max(session.history.end, session.cycles):,}", "cycle that has been reached"),
    ]


SCOPES = {
    1: Scope("Registers", registers, "registers"),
    2: Scope("Flags", flags),
    3: Scope("Devices", devices),
    4: Scope("Time", time),
    5: Scope("Labels", labels, expensive=True),
}  # by the reference of their variables


# ---------------------------------------------------------------- requests


def scopes(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the groups: those of the program's language in the frame, then those of the machine.

    These are the same in every frame: nobody saves registers in calls.
    """
    session = conversation.debuggee.session
    language = session.spoken
    frames = len(language.activations()) if language else 1 + len(session.frames())
    number = arguments.number("frameId", least=1, most=frames)
    rows: list[Body] = spoken.scopes(conversation, language, number - 1) if language else []
    for number, scope in SCOPES.items():
        hint = {"presentationHint": scope.hint} if scope.hint else {}
        rows.append({"name": scope.name, "variablesReference": number, "expensive": scope.expensive, **hint})
    return {"scopes": rows}


def variables(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the variables of a group or a device, perhaps a page of them."""
    holder = conversation.debuggee.holders.at(arguments.number("variablesReference"))
    if holder is not None:
        return in_holder(conversation, holder, arguments)
    rows = children(conversation.debuggee, arguments.number("variablesReference"), arguments.part("format").flag("hex"))
    if arguments.text("filter", "named") == "indexed":
        rows = []
    start, count = arguments.number("start", 0, least=0), arguments.number("count", 0, least=0)
    page = rows[start : start + count] if count else rows[start:]
    return {"variables": [described(conversation, each) for each in page]}


def in_holder(conversation: Conversation, holder: spoken.Holder, arguments: Arguments) -> Body:
    """Return what is in a scope or an array of the program's language, perhaps a page of it."""
    if arguments.text("filter", "") == ("named" if holder.array else "indexed"):
        return {"variables": []}
    start, count = arguments.number("start", 0, least=0), arguments.number("count", 0, least=0)
    found = spoken.variables(conversation.debuggee.session, holder, start, count)
    return {"variables": [spoken.described(conversation, each, holder.frame) for each in found]}


def children(debuggee: Debuggee, number: int, hexadecimal: bool = False) -> list[Variable]:
    """Return the variables behind a reference; raises Refusal for an unknown one."""
    if number in SCOPES:
        return SCOPES[number].list(debuggee, hexadecimal)
    found = list(debuggee.session.machine.devices().values())
    if not 0 <= number - DEVICE < len(found):
        raise Refusal(f"there are no variables {number}")
    return [Variable(name, text) for name, text in found[number - DEVICE].items()]


def described(conversation: Conversation, each: Variable) -> Body:
    """Return a variable as the protocol describes them."""
    body: Body = {"name": each.name, "value": each.value, "variablesReference": each.children}
    body["presentationHint"] = {"kind": "data"} if each.expression else READ_ONLY
    if each.type and conversation.can("supportsVariableType"):
        body["type"] = each.type
    if each.expression:
        body["evaluateName"] = each.expression
    if each.address is not None and conversation.can("supportsMemoryReferences"):
        body["memoryReference"] = reference(each.address)
    return body


def expression_of(debuggee: Debuggee, number: int, name: str) -> str:
    """Return the expression for a variable, by which it can be assigned to; raises Refusal if it cannot."""
    for each in children(debuggee, number):
        if each.name == name and each.expression:
            return each.expression
    raise Refusal(f"'{name}' can only be looked at")
