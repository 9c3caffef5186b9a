"""Requests about values: scopes, variables, evaluate, setVariable, setExpression, completions.

Values of the machine and of the program's own language are told in the same way: as variables of `language.py`. Values
are written as the user types them, in the machine's radix, so that a value that is shown can be edited.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.dap.conversation import Conversation
from host.debugger.dap.debuggee import Debuggee, Holder
from host.debugger.dap.messages import Arguments, Body, Refusal
from host.debugger.dap.sources import reference
from host.debugger.expressions import CYCLES
from host.languages.running import Language, Variable

PLACE = re.compile(r"[\w ]+([(\[].*[)\]])?\s*")  # a variable, an element; not the left half of `S >= 5.`
NAME = re.compile(r"[@A-Za-z_][A-Za-z0-9_:.@?]*")
MOST_COMPLETIONS = 200


# ---------------------------------------------------------------- the machine's variables


class Group(NamedTuple):
    """A group of variables of the machine."""

    name: str
    list: Callable[[Debuggee, bool], list[Variable]]  # the flag: numbers are wanted in hexadecimal
    hint: str = ""
    expensive: bool = False


def registers(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the machine's registers; the program counter points into memory."""
    machine = debuggee.session.machine
    rows = []
    for name, bits in machine.registers.items():
        value = machine.read_register(name)
        address = value if name == machine.program_counter else None
        rows.append(Variable(name, debuggee.word(value, bits, hexadecimal), f"{bits} bits", name, True, address))
    return rows


def flags(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the bits of the registers that have names for them."""
    machine = debuggee.session.machine
    rows = []
    for register, names in machine.flags.items():
        value = machine.read_register(register)
        for shift, name in zip(reversed(range(len(names))), names, strict=True):
            if name != "-":
                full = name if len(machine.flags) == 1 else f"{register}.{name}"
                rows.append(Variable(full, str(value >> shift & 1), "1 bit", f"{register}.{name}", True))
    return rows


def labels(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the word at each label."""
    machine, sources = debuggee.session.machine, debuggee.session.sources
    rows = []
    for name in sources.names():
        address = sources.address_of(name)
        if address is not None and 0 <= address <= debuggee.session.top:
            text = debuggee.word(machine.peek(address), hexadecimal=hexadecimal)
            rows.append(Variable(name, text, f"word at {sources.number(address)}", f"[{name}]", True, address))
    return rows


def devices(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the devices, with their state as children."""
    return [
        Variable(name, next(iter(rows.values()), "").partition("\n")[0], children=len(rows))
        for name, rows in debuggee.session.machine.devices().items()
    ]


def time(debuggee: Debuggee, hexadecimal: bool) -> list[Variable]:
    """Return the current time, and how far the history reaches. Cycles are decimal."""
    session = debuggee.session
    return [
        Variable("cycle", f"{session.cycles:,}", "since power-on"),
        Variable("seconds", f"{session.cycles / session.clock:.6f}", "of the machine's clock"),
        Variable("earliest", f"{session.history.start:,}", "earliest cycle in the history"),
        Variable("latest", f"{max(session.history.end, session.cycles):,}", "latest cycle in the history"),
    ]


GROUPS = {
    1: Group("Registers", registers, "registers"),
    2: Group("Flags", flags),
    3: Group("Devices", devices),
    4: Group("Time", time),
    5: Group("Labels", labels, expensive=True),
}  # by the reference of their variables


# ---------------------------------------------------------------- scopes and variables


def scopes(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the scopes of the program's language in the frame, then the groups of the machine.

    The machine's are the same in every frame: calls save no registers.
    """
    debuggee, session = conversation.debuggee, conversation.session
    language = session.spoken
    frame = arguments.number("frameId", least=1, most=len(session.activations())) - 1
    rows: list[Body] = []
    for each in language.scopes(frame) if language else ():
        number = debuggee.reference(Holder(frame, each.level))
        place = debuggee.places.of_passage(each.passage) if each.passage else {}
        hint = {} if rows else {"presentationHint": "locals"}
        rows.append({"name": each.title, "variablesReference": number, "expensive": False, **place, **hint})
    for number, group in GROUPS.items():
        hint = {"presentationHint": group.hint} if group.hint else {}
        rows.append({"name": group.name, "variablesReference": number, "expensive": group.expensive, **hint})
    return {"scopes": rows}


def variables(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the variables of a reference, optionally one page of them."""
    debuggee, number = conversation.debuggee, arguments.number("variablesReference")
    start, count = arguments.number("start", 0, least=0), arguments.number("count", 0, least=0)
    holder = debuggee.holder(number) or Holder()
    found = children(debuggee, number, arguments.part("format").flag("hex"), start, count)
    if arguments.text("filter", "") == ("named" if holder.array else "indexed"):
        found = []
    rows = []
    for each in found:
        body = described(conversation, each, holder.frame)
        rows.append({"name": each.name, "value": body.pop("result"), **body})
        if each.expression:
            rows[-1]["evaluateName"] = each.expression
    return {"variables": rows}


def children(
    debuggee: Debuggee, number: int, hexadecimal: bool = False, start: int = 0, count: int = 0
) -> list[Variable]:
    """Return `count` variables of a reference, all with 0; raises Refusal for an unknown one."""
    holder, language = debuggee.holder(number), debuggee.session.language
    if holder is not None and holder.array:
        assert language is not None
        whole = language.evaluate(holder.array, holder.frame).children
        return language.children(holder.array, start, min(count or whole, max(0, whole - start)), holder.frame)
    if number in GROUPS:
        found = GROUPS[number].list(debuggee, hexadecimal)
    elif holder is None:
        raise Refusal(f"there are no variables {number}")
    elif holder.device:
        rows = debuggee.session.machine.devices().get(holder.device, {})
        found = [Variable(name, text) for name, text in rows.items()]
    else:
        assert language is not None
        found = language.variables(holder.scope, holder.frame)
    return found[start : start + count] if count else found[start:]


def child(debuggee: Debuggee, number: int, name: str) -> Variable:
    """Return the variable with this name in a reference; raises Refusal if it cannot be assigned to."""
    for each in children(debuggee, number):
        if each.name == name and each.assignable:
            return each
    raise Refusal(f"'{name}' is read-only")


def described(conversation: Conversation, each: Variable, frame: int = 0) -> Body:
    """Return a value in the protocol's form for results of expressions."""
    body: Body = {"result": each.value, "variablesReference": 0}
    if each.children and each.expression:
        body["variablesReference"] = conversation.debuggee.reference(Holder(frame, array=each.expression))
        body["indexedVariables"] = each.children
    elif each.children:
        body["variablesReference"] = conversation.debuggee.reference(Holder(device=each.name))
    body["presentationHint"] = {"kind": "data", **({} if each.assignable else {"attributes": ["readOnly"]})}
    if each.type and conversation.can("supportsVariableType"):
        body["type"] = f"{each.type}: {each.note}" if each.note else each.type
    if each.address is not None and conversation.can("supportsMemoryReferences"):
        body["memoryReference"] = reference(each.address)
    return body


# ---------------------------------------------------------------- expressions


def frame_of(arguments: Arguments) -> int:
    """Return the activation of a frame: the innermost without a frame id."""
    return max(0, arguments.number("frameId", 1) - 1)


def value_of(debuggee: Debuggee, text: str, hexadecimal: bool = False) -> Variable:
    """Return the value of an expression about the machine, with all its digits; raises IronboardError."""
    session = debuggee.session
    machine, value = session.machine, session.value(text)
    found = session.location(text)
    address = value if found is None or found.address is None else found.address
    if found:
        bits, kind = found.bits, f"{found.bits} bits"
    else:  # an address has fewer digits than a word, or more
        bits, kind = machine.word_bits if abs(value) < 1 << machine.word_bits else machine.address_bits, ""
    place = address if 0 <= address <= debuggee.session.top else None
    return Variable(text, debuggee.word(value, bits, hexadecimal), kind, text, found is not None, place)


def evaluate(conversation: Conversation, arguments: Arguments) -> Body:
    """Compute an expression; in the debug console, also execute commands."""
    debuggee, session, text = conversation.debuggee, conversation.session, arguments.text("expression")
    hexadecimal = arguments.part("format").flag("hex")
    context, frame = arguments.text("context", ""), frame_of(arguments)
    if context == "repl" and (language := session.language) is not None:
        left, sign, right = text.partition(language.assign)
        if sign and not right.startswith(sign) and PLACE.fullmatch(left) and session.in_language(left):
            session.assign(left, right, frame)
            conversation.afterwards(conversation.invalidate)
            return described(conversation, language.evaluate(left, frame), frame)
    if language := session.in_language(text):
        return described(conversation, language.evaluate(text, frame), frame)
    if context == "repl" and ("\n" in text or debuggee.console.is_command(text)):
        return commands(conversation, text.splitlines() or [""], hexadecimal)
    if context == "hover":
        return hover(conversation, text, hexadecimal)
    return described(conversation, value_of(debuggee, text, hexadecimal))


def hover(conversation: Conversation, text: str, hexadecimal: bool) -> Body:
    """Return the value of the expression under the mouse; of a label, the word there, too.

    A word of letters that is neither register nor label is refused: in a source, DEC is an instruction, not a number.
    """
    debuggee, session = conversation.debuggee, conversation.session
    is_name = NAME.fullmatch(text) and session.location(text) is None
    label = session.sources.address_of(text) if is_name else None
    if is_name and label is None:
        raise Refusal(f"'{text}' is neither a register nor a label")
    body = described(conversation, value_of(debuggee, text, hexadecimal))
    if label is not None:
        known = 0 <= label <= debuggee.session.top
        word = f": {debuggee.word(session.machine.peek(label), hexadecimal=hexadecimal)}" if known else ""
        body["result"] = f"{text} = {session.sources.number(label)}{word}"
    return body


def commands(conversation: Conversation, lines: list[str], hexadecimal: bool) -> Body:
    """Execute commands of the monitor and compute expressions; changes are reported after the answer."""
    debuggee, console = conversation.debuggee, conversation.debuggee.console
    before, said = conversation.moment(), []
    try:
        with conversation.journey():
            for line in lines:
                is_command = console.is_command(line)
                said.append(console.execute(line) if is_command else value_of(debuggee, line, hexadecimal).value)
    except IronboardError:
        conversation.tell_changes(before)  # those of the lines above
        raise
    conversation.afterwards(partial(conversation.tell_changes, before))
    return {"result": "\n".join(said), "variablesReference": 0}


def set_expression(conversation: Conversation, arguments: Arguments) -> Body:
    """Assign to a register, a bit of one, a word of memory or a variable of the language."""
    text = arguments.text("expression")
    language = conversation.session.in_language(text)
    return assign(conversation, language, text, frame_of(arguments), arguments)


def set_variable(conversation: Conversation, arguments: Arguments) -> Body:
    """Assign to a register, a flag, the word at a label or a variable of the language."""
    debuggee, number = conversation.debuggee, arguments.number("variablesReference")
    each, holder = child(debuggee, number, arguments.text("name")), debuggee.holder(number)
    language = debuggee.session.language if holder else None
    return assign(conversation, language, each.expression, holder.frame if holder else 0, arguments)


def assign(conversation: Conversation, language: Language | None, text: str, frame: int, arguments: Arguments) -> Body:
    """Assign a value, in the language or to the machine; return the new one."""
    debuggee, session, value = conversation.debuggee, conversation.session, arguments.text("value")
    address: int | None
    if language is not None:
        address = session.assign(text, value, frame)
        now = language.evaluate(text, frame)
    else:
        found = session.location(text)
        if found is None:
            message = f"'{text}' cannot be assigned to: write a register, a bit such as P.Z, or [{text}] for memory"
            raise Refusal(message)
        found.assign(session, session.value(value))
        address = found.address
        now = value_of(debuggee, text, arguments.part("format").flag("hex"))
    if address is not None:
        conversation.afterwards(partial(conversation.memory_changed, address, 1))
    conversation.afterwards(conversation.invalidate)
    body = described(conversation, now, frame)
    return {"value": body["result"], **{name: body[name] for name in ("type", "memoryReference") if name in body}}


# ---------------------------------------------------------------- completing


def completions(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the completions of the word before the cursor: commands at the beginning of a line, registers, names."""
    client, session, lines = conversation.client, conversation.session, arguments.text("text").split("\n")
    row = client.our_line(arguments.number("line", client.line(1)))
    line = lines[row - 1] if 1 <= row <= len(lines) else ""
    column = arguments.number("column", least=0) - client.first_column
    before = utf16(line)[: 2 * max(0, column)].decode("utf-16-le", "replace")
    match = re.search(r"[@A-Za-z0-9_:.?]*$", before)
    word = match[0] if match else ""
    head = before[: len(before) - len(word)]
    found: list[tuple[str, str]] = []
    if session.language is not None and not session.running:
        found += [(name, "variable") for name in session.language.names(word)]
    if not head.strip():
        names = (each.name for each in conversation.debuggee.console.monitor.commands)
        found += [(name, "function") for name in names if name.startswith(word)]
    known = [*session.machine.registers, CYCLES]
    found += [(name, "variable") for name in known if name.lower().startswith(word.lower())]
    found += [(name, "reference") for name in session.sources.names(word)]
    start = len(utf16(head)) // 2 + client.first_column
    rows = [{"label": name, "type": kind, "start": start, "length": len(word)} for name, kind in found]
    return {"targets": rows[:MOST_COMPLETIONS]}


def utf16(text: str) -> bytes:
    """Encode a text in the units in which the protocol counts columns: UTF-16, two bytes each."""
    return text.encode("utf-16-le", "surrogatepass")
